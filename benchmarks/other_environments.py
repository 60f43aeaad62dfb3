"""Random play in the environments of other projects, for comparison by ``environments.py``.

``python benchmarks/other_environments.py NAME`` prints the decisions per second on one core.
"""

import os
import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

MIN_CPU_S = 1.5
"""Minimum processor time of a measurement."""

BATCH_SIZE = 1024
"""Games in a batch, in environments that support batches."""


def measure_rate(play: Callable[[], int]) -> float:
    """Return the steps per second of processor time, after a warm-up call."""
    play()
    steps = 0
    elapsed_s = 0.0
    started = time.process_time()
    while elapsed_s < MIN_CPU_S:
        steps += play()
        elapsed_s = time.process_time() - started
    return steps / elapsed_s


def pin_to_one_core() -> None:
    """Restrict this process to one core, where the system supports it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def openspiel(name: str, *, observe: bool) -> Callable[[], int]:
    """Play OpenSpiel, written in C++, through its Python bindings."""
    game = import_module("pyspiel").load_game(name)

    def play() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
                continue
            if observe:
                state.observation_tensor()
                state.legal_actions_mask()
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def pettingzoo(name: str) -> Callable[[], int]:
    """Play a classic environment of PettingZoo."""
    env = import_module(f"pettingzoo.classic.{name}").env()

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(random.choice(observation["action_mask"].nonzero()[0]))
            steps += 1
        return steps

    return play


def rlcard(name: str) -> Callable[[], int]:
    """Play an environment of RLCard."""
    env = import_module("rlcard").make(name)

    def play() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return play


def pgx(name: str) -> Callable[[], int]:
    """Play a compiled batch of Pgx games; a game that is over is reset."""
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    os.environ["JAX_PLATFORMS"] = "cpu"
    jax = import_module("jax")
    env = import_module("pgx").make(name)
    auto_reset = import_module("pgx.experimental").auto_reset(env.step, env.init)

    def advance(state: Any, key: Any) -> Any:
        action_key, step_key = jax.random.split(key)
        weights = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(action_key, weights, axis=-1)
        return jax.vmap(auto_reset)(state, actions, jax.random.split(step_key, BATCH_SIZE))

    step = jax.jit(advance)
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, BATCH_SIZE))

    def play() -> int:
        nonlocal state, key
        key, step_key = jax.random.split(key)
        state = step(state, step_key)
        state.observation.block_until_ready()
        return BATCH_SIZE

    return play


PEERS: dict[str, Callable[[], Callable[[], int]]] = {
    "OpenSpiel, Leduc poker": lambda: openspiel("leduc_poker", observe=False),
    "OpenSpiel, Leduc poker, with observations": lambda: openspiel("leduc_poker", observe=True),
    "OpenSpiel, gin rummy": lambda: openspiel("gin_rummy", observe=False),
    "OpenSpiel, gin rummy, with observations": lambda: openspiel("gin_rummy", observe=True),
    "PettingZoo, Leduc hold'em": lambda: pettingzoo("leduc_holdem_v4"),
    "PettingZoo, Texas hold'em": lambda: pettingzoo("texas_holdem_v4"),
    "PettingZoo, Hanabi": lambda: pettingzoo("hanabi_v5"),
    "RLCard, Leduc hold'em": lambda: rlcard("leduc-holdem"),
    "RLCard, gin rummy": lambda: rlcard("gin-rummy"),
    f"Pgx, batch of {BATCH_SIZE:,}, Leduc hold'em": lambda: pgx("leduc_holdem"),
    f"Pgx, batch of {BATCH_SIZE:,}, Sparrow mahjong": lambda: pgx("sparrow_mahjong"),
}


if __name__ == "__main__":
    pin_to_one_core()
    print(measure_rate(PEERS[sys.argv[1]]()))
