"""Environments of others, played at random: ``environments.py`` runs this where they are installed.

``python benchmarks/other_environments.py NAME`` prints how many decisions a second are made,
on one core.
"""

import os
import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

SECONDS = 1.5
MANY = 1024
"""So many games are stepped at once, where a peer can do so."""


def rate(play: Callable[[], int]) -> float:
    """Return the steps a second of processor time; the first ones, which prepare, do not count."""
    play()
    steps = 0
    spent = 0.0
    began = time.process_time()
    while spent < SECONDS:
        steps += play()
        spent = time.process_time() - began
    return steps / spent


def on_one_core() -> None:
    """Leave the other cores alone."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def openspiel(name: str, *, observed: bool) -> Callable[[], int]:
    """Games of OpenSpiel, in C++, from Python."""
    game = import_module("pyspiel").load_game(name)

    def play() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
                continue
            if observed:
                state.observation_tensor()
                state.legal_actions_mask()
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def pettingzoo(name: str) -> Callable[[], int]:
    """Games of PettingZoo's classic environments."""
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
    """Games of RLCard."""
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
    """Many games of Pgx at once, compiled; each begins anew when it is over."""
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    os.environ["JAX_PLATFORMS"] = "cpu"
    jax = import_module("jax")
    env = import_module("pgx").make(name)
    again = import_module("pgx.experimental").auto_reset(env.step, env.init)

    def advance(state: Any, key: Any) -> Any:
        chosen, coming = jax.random.split(key)
        weights = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(chosen, weights, axis=-1)
        return jax.vmap(again)(state, actions, jax.random.split(coming, MANY))

    step = jax.jit(advance)
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, MANY))

    def play() -> int:
        nonlocal state, key
        key, given = jax.random.split(key)
        state = step(state, given)
        state.observation.block_until_ready()
        return MANY

    return play


PEERS: dict[str, Callable[[], Callable[[], int]]] = {
    "OpenSpiel, Leduc poker": lambda: openspiel("leduc_poker", observed=False),
    "OpenSpiel, Leduc poker, observed": lambda: openspiel("leduc_poker", observed=True),
    "OpenSpiel, gin rummy": lambda: openspiel("gin_rummy", observed=False),
    "OpenSpiel, gin rummy, observed": lambda: openspiel("gin_rummy", observed=True),
    "PettingZoo, Leduc hold'em": lambda: pettingzoo("leduc_holdem_v4"),
    "PettingZoo, Texas hold'em": lambda: pettingzoo("texas_holdem_v4"),
    "PettingZoo, Hanabi": lambda: pettingzoo("hanabi_v5"),
    "RLCard, Leduc hold'em": lambda: rlcard("leduc-holdem"),
    "RLCard, gin rummy": lambda: rlcard("gin-rummy"),
    f"Pgx, {MANY:,} of Leduc hold'em": lambda: pgx("leduc_holdem"),
    f"Pgx, {MANY:,} of Sparrow mahjong": lambda: pgx("sparrow_mahjong"),
}


if __name__ == "__main__":
    on_one_core()
    print(rate(PEERS[sys.argv[1]]()))
