"""Random play in the environments of other projects, for comparison by ``environments.py``.

``python benchmarks/other_environments.py NAME`` prints the decisions per second on one core.
"""

import os
import random
import sys
import time
from collections.abc import Callable, Sequence
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


def load_openspiel(name: str) -> Any:
    """Return a game of OpenSpiel."""
    if name.startswith("python_"):
        import_module("open_spiel.python.games")  # registers them
    return import_module("pyspiel").load_game(name)


def sample_outcome(outcomes: Sequence[tuple[int, float]], total: float) -> int:
    """Return a random outcome, by the scan of ``SampleAction`` of OpenSpiel.

    ``random.choices`` takes seven times as long, ``numpy.random.choice`` twenty times.

    Args:
        outcomes: the outcomes with their weights.
        total: the sum of the weights.
    """
    remaining = random.random() * total
    for outcome, weight in outcomes:
        remaining -= weight
        if remaining < 0:
            return outcome
    return outcomes[-1][0]  # after a rounding error


def make_openspiel_loop(game: Any, *, observe: bool) -> Callable[[], int]:
    """Return a function that plays a game of OpenSpiel through its Python bindings."""

    def play() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(sample_outcome(state.chance_outcomes(), 1.0))
                continue
            if observe:
                state.observation_tensor()
                state.legal_actions_mask()
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def make_learning_loop(game: Any) -> Callable[[], int]:
    """Return a function that plays a game of OpenSpiel through its interface for learners."""
    env = import_module("open_spiel.python.rl_environment").Environment(game)

    def play() -> int:
        step = env.reset()
        steps = 0
        while not step.last():
            observations = step.observations
            legal = observations["legal_actions"][observations["current_player"]]
            step = env.step([random.choice(legal)])
            steps += 1
        return steps

    return play


def make_pettingzoo_loop(name: str) -> Callable[[], int]:
    """Return a function that plays a game of a classic environment of PettingZoo."""
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


def make_rlcard_loop(name: str) -> Callable[[], int]:
    """Return a function that plays a game of RLCard."""
    env = import_module("rlcard").make(name)

    def play() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return play


def make_pgx_loop(name: str) -> Callable[[], int]:
    """Return a function that advances a compiled batch of Pgx; a game that is over is reset."""
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


PEER_LOOPS: dict[str, Callable[[], Callable[[], int]]] = {
    "OpenSpiel, Leduc poker": lambda: make_openspiel_loop(
        load_openspiel("leduc_poker"), observe=False
    ),
    "OpenSpiel, Leduc poker, with observations": lambda: make_openspiel_loop(
        load_openspiel("leduc_poker"), observe=True
    ),
    "OpenSpiel, Hanabi": lambda: make_openspiel_loop(load_openspiel("hanabi"), observe=False),
    "OpenSpiel, Hanabi, with observations": lambda: make_openspiel_loop(
        load_openspiel("hanabi"), observe=True
    ),
    "OpenSpiel, gin rummy": lambda: make_openspiel_loop(load_openspiel("gin_rummy"), observe=False),
    "OpenSpiel, gin rummy, with observations": lambda: make_openspiel_loop(
        load_openspiel("gin_rummy"), observe=True
    ),
    "OpenSpiel, tic-tac-toe in Python": lambda: make_openspiel_loop(
        load_openspiel("python_tic_tac_toe"), observe=False
    ),
    "OpenSpiel, tic-tac-toe in Python, with observations": lambda: make_openspiel_loop(
        load_openspiel("python_tic_tac_toe"), observe=True
    ),
    "OpenSpiel, rl_environment, Hanabi": lambda: make_learning_loop(load_openspiel("hanabi")),
    "OpenSpiel, rl_environment, tic-tac-toe in Python": lambda: make_learning_loop(
        load_openspiel("python_tic_tac_toe")
    ),
    "PettingZoo, Leduc hold'em": lambda: make_pettingzoo_loop("leduc_holdem_v4"),
    "PettingZoo, Texas hold'em": lambda: make_pettingzoo_loop("texas_holdem_v4"),
    "PettingZoo, Hanabi": lambda: make_pettingzoo_loop("hanabi_v5"),
    "RLCard, Leduc hold'em": lambda: make_rlcard_loop("leduc-holdem"),
    "RLCard, gin rummy": lambda: make_rlcard_loop("gin-rummy"),
    f"Pgx, batch of {BATCH_SIZE:,}, Leduc hold'em": lambda: make_pgx_loop("leduc_holdem"),
    f"Pgx, batch of {BATCH_SIZE:,}, Sparrow mahjong": lambda: make_pgx_loop("sparrow_mahjong"),
}


if __name__ == "__main__":
    pin_to_one_core()
    print(measure_rate(PEER_LOOPS[sys.argv[1]]()))
