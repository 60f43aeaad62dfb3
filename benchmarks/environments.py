"""Compares the speed of the environments with those of other projects, on one core.

``python -m benchmarks.environments`` prints a Markdown table: decisions per second of processor
time. The other projects are installed from the package index into a virtual environment, which
``--peers FOLDER`` keeps; a warning names the ones that cannot be installed. Run it with the
compiled wheel and its extras ``learn`` and ``openspiel``, not with an editable install.
"""

import argparse
import itertools
import random
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pyspiel

import onirium
import onirium.envs.openspiel  # registers the games
from benchmarks.other_environments import (
    BATCH_SIZE,
    PEER_LOOPS,
    make_learning_loop,
    make_openspiel_loop,
    measure_rate,
    pin_to_one_core,
    sample_outcome,
)
from benchmarks.prepared_answers import PreparedSpielGame, PreparedState, record_games
from benchmarks.run_files import Rate, save_rates, summarize
from benchmarks.speed import describe_machine
from onirium.core.build import is_compiled
from onirium.envs.gymnasium import SoloEnv
from onirium.envs.list_builder import ListBuilder
from onirium.envs.pettingzoo import env as create_env
from onirium.envs.vector import BatchEnv

REPETITIONS = 3
FOLDER = Path(__file__).resolve().parent
PACKAGES = {
    "OpenSpiel": "open_spiel",
    "PettingZoo": "pettingzoo[classic]",
    "RLCard": "rlcard",
    "Pgx": "pgx",
}


def main() -> None:
    """Run all benchmarks and print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--peers", type=Path, help="folder of the virtual environment of the others"
    )
    parser.add_argument("--only", default="", help="measure the benchmarks with this in the name")
    parser.add_argument("--save", action="store_true", help="write the run to a file")
    parser.add_argument("--measure", choices=ONIRIUM_LOOPS, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        pin_to_one_core()
        print(measure_rate(ONIRIUM_LOOPS[arguments.measure]()))
        return
    if not any(arguments.only in name for name in (*ONIRIUM_LOOPS, *PEER_LOOPS)):
        parser.error(f"no benchmark has {arguments.only!r} in its name")
    print(f"{describe_machine()}; rules {'compiled' if is_compiled() else 'plain'}\n")
    with tempfile.TemporaryDirectory() as folder:
        peers = install_peers(arguments.peers or Path(folder))
        rates = measure_all(peers, arguments.only)
    if arguments.save:
        print(save_rates("environments", rates, describe_machine()))


def install_peers(folder: Path) -> Path:
    """Return the interpreter of the other projects, after installing missing ones."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        for name, package in PACKAGES.items():
            command = [str(python), "-m", "pip", "install", "-q", package]
            if subprocess.run(command, check=False, capture_output=True).returncode:
                print(f"{name} could not be installed", file=sys.stderr)
    return python


def measure_all(python: Path, only: str) -> list[Rate]:
    """Measure all environments alternately, so that other load affects all; return the rows."""
    commands = {
        name: [sys.executable, "-m", "benchmarks.environments", "--measure", name]
        for name in ONIRIUM_LOOPS
    }
    commands |= {
        name: [str(python), str(FOLDER / "other_environments.py"), name] for name in PEER_LOOPS
    }
    commands = {name: command for name, command in commands.items() if only in name}
    rates: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(REPETITIONS):
        for name, command in commands.items():
            result = subprocess.run(command, check=False, capture_output=True, cwd=FOLDER.parent)
            if result.returncode == 0:
                rates[name].append(float(result.stdout))
    print("| environment | median | minimum | maximum |\n|---|---|---|---|")
    rows = [
        summarize(f"{name}, decisions per second", values)
        for name, values in rates.items()
        if values
    ]
    for row in rows:
        texts = [f"{number:,.0f}" for number in (row.median, row.minimum, row.maximum)]
        print(f"| {row.label} | {' | '.join(texts)} |")
    return rows


def make_batch_loop(
    name: str, count: int, *, copy: bool = False, **options: Any
) -> Callable[[], int]:
    """Return a function that advances a batch by random actions, with observations and masks."""
    games = BatchEnv(name, count, copy=copy, **options)
    games.reset(seed=1)

    def play() -> int:
        games.step(games.random_actions())
        return count

    return play


def make_gymnasium_loop() -> Callable[[], int]:
    """Return a function that plays through Gymnasium, with actions sampled in Python."""
    env = SoloEnv("onirim")
    env.reset(seed=1)

    def play() -> int:
        _, info = env.reset()
        terminated, steps = False, 0
        while not terminated:
            legal = info["action_mask"].nonzero()[0]
            _, _, terminated, _, info = env.step(legal[int(random.random() * len(legal))])
            steps += 1
        return steps

    return play


def make_pettingzoo_loop(name: str) -> Callable[[], int]:
    """Return a function that plays a game through PettingZoo."""
    env: Any = create_env(name)

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(legal[int(random.random() * len(legal))])
            steps += 1
        return steps

    return play


def make_state_loop(name: str) -> Callable[[], int]:
    """Return a function that plays a game from Python, with all legal actions at every decision."""
    start = onirium.load(name).new_state()
    rng = onirium.Random(1)

    def play() -> int:
        state = start.clone()
        steps = 0
        while True:
            state.resolve_chance(rng)
            legal = state.legal_actions()
            if not legal:
                return steps
            state.apply(legal[int(random.random() * len(legal))])
            steps += 1

    return play


def sample_in_python(state: onirium.State | PreparedState) -> int:
    """Return an outcome of a chance node, sampled in Python as OpenSpiel's programs do."""
    outcomes = state.chance_outcomes()
    return sample_outcome(outcomes, sum([weight for _, weight in outcomes]))


def make_explicit_loop(
    new_state: Callable[[], Any], sample: Callable[[Any], int]
) -> Callable[[], int]:
    """Return a function that plays a game from Python as OpenSpiel's games are played.

    Every chance outcome and every action is one call.

    Args:
        new_state: returns an initial state.
        sample: returns an outcome of a chance node.
    """

    def play() -> int:
        state = new_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply(sample(state))
                continue
            state.apply(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def make_sampling_loop(name: str) -> Callable[[], int]:
    """Return the loop of ``make_explicit_loop`` in which the rules sample the outcomes."""
    rng = onirium.Random(1)
    return make_explicit_loop(onirium.load(name).new_state, lambda state: state.sample(rng))


def make_probability_loop(name: str) -> Callable[[], int]:
    """Return the loop of ``make_explicit_loop`` with probabilities, as OpenSpiel's games give them.

    ``State.chance_outcomes`` gives integer weights, which a program in Python must add up.
    """
    game = onirium.load(name)
    lists, first_outcome = ListBuilder(game), game.action_count
    return make_explicit_loop(
        game.new_state,
        lambda state: first_outcome + sample_outcome(lists.chance_outcomes(state), 1.0),
    )


def make_prepared_loop(name: str) -> Callable[[], int]:
    """Return the loop of ``make_explicit_loop`` with prepared answers: the bound of its rate."""
    games = itertools.cycle(record_games(name))
    return make_explicit_loop(lambda: PreparedState(next(games)), sample_in_python)


def make_adapter_loop(text: str, *, observe: bool = False) -> Callable[[], int]:
    """Return a function that plays a game, with its parameters, through our adapter."""
    return make_openspiel_loop(pyspiel.load_game(text), observe=observe)


def make_adapter_learning_loop(text: str) -> Callable[[], int]:
    """Return a function that plays a game, with its parameters, as learners of OpenSpiel do."""
    return make_learning_loop(pyspiel.load_game(text))


def make_prepared_adapter_loop(name: str, *, observe: bool = False) -> Callable[[], int]:
    """Return the loop of ``make_adapter_loop`` with prepared answers: the bound of its rate."""
    return make_openspiel_loop(PreparedSpielGame(name), observe=observe)


CHANCE = (("", ""), (", sampled chance", "(rng_seed=1)"))
"""The labels and parameters of explicit and of sampled chance in OpenSpiel."""

ALL_EXPANSIONS: dict[str, Any] = {"expansions": "book,towers,premonitions"}
ONIRIUM_LOOPS: dict[str, Callable[[], Callable[[], int]]] = {
    "batch of 256, Onirim": lambda: make_batch_loop("onirim", 256),
    f"batch of {BATCH_SIZE:,}, Onirim": lambda: make_batch_loop("onirim", BATCH_SIZE),
    "batch of 4,096, Onirim": lambda: make_batch_loop("onirim", 4096),
    f"batch of {BATCH_SIZE:,}, Onirim, copied observations": lambda: make_batch_loop(
        "onirim", BATCH_SIZE, copy=True
    ),
    f"batch of {BATCH_SIZE:,}, Onirim, one-hot observations": lambda: make_batch_loop(
        "onirim", BATCH_SIZE, observation="one_hot"
    ),
    f"batch of {BATCH_SIZE:,}, Onirim with all expansions": lambda: make_batch_loop(
        "onirim", BATCH_SIZE, **ALL_EXPANSIONS
    ),
    f"batch of {BATCH_SIZE:,}, Onirim, two players": lambda: make_batch_loop(
        "onirim", BATCH_SIZE, seats=2
    ),
    f"batch of {BATCH_SIZE:,}, Nightmarium": lambda: make_batch_loop("nightmarium", BATCH_SIZE),
    "Gymnasium, Onirim": make_gymnasium_loop,
    "PettingZoo, Onirim": lambda: make_pettingzoo_loop("onirim"),
    "PettingZoo, Nightmarium": lambda: make_pettingzoo_loop("nightmarium"),
    "rules from Python, Onirim": lambda: make_state_loop("onirim"),
    "rules from Python, Nightmarium": lambda: make_state_loop("nightmarium"),
    **{
        f"loop of OpenSpiel, rules of {name.capitalize()}": partial(
            make_explicit_loop, onirium.load(name).new_state, sample_in_python
        )
        for name in ("onirim", "nightmarium")
    },
    "loop of OpenSpiel, outcomes sampled by the rules of Onirim": lambda: make_sampling_loop(
        "onirim"
    ),
    "loop of OpenSpiel, outcomes sampled by the rules of Nightmarium": lambda: make_sampling_loop(
        "nightmarium"
    ),
    "loop of OpenSpiel, probabilities by the rules of Onirim": lambda: make_probability_loop(
        "onirim"
    ),
    "loop of OpenSpiel, probabilities by the rules of Nightmarium": lambda: make_probability_loop(
        "nightmarium"
    ),
    "loop of OpenSpiel, prepared answers of Onirim": lambda: make_prepared_loop("onirim"),
    "loop of OpenSpiel, prepared answers of Nightmarium": lambda: make_prepared_loop("nightmarium"),
    **{
        f"loop of OpenSpiel, adapter, prepared answers of {name.capitalize()}{suffix}": partial(
            make_prepared_adapter_loop, name, observe=observe
        )
        for suffix, observe in (("", False), (", with observations", True))
        for name in ("onirim", "nightmarium")
    },
    **{
        f"loop of OpenSpiel, adapter, {name.capitalize()}{chance}{suffix}": partial(
            make_adapter_loop, f"python_{name}{parameters}", observe=observe
        )
        for suffix, observe in (("", False), (", with observations", True))
        for chance, parameters in CHANCE
        for name in ("onirim", "nightmarium")
    },
    **{
        f"loop of OpenSpiel, adapter, {name.capitalize()}, with one-hot observations": partial(
            make_adapter_loop, f"python_{name}(observation=one_hot)", observe=True
        )
        for name in ("onirim", "nightmarium")
    },
    **{
        f"OpenSpiel, rl_environment, {name.capitalize()}{chance}": partial(
            make_adapter_learning_loop, f"python_{name}{parameters}"
        )
        for chance, parameters in CHANCE
        for name in ("onirim", "nightmarium")
    },
}


if __name__ == "__main__":
    main()
