"""How fast the environments are, beside those of others, in one run on one core.

``python -m benchmarks.environments`` prints a table. The peers are installed, from the package
index, into an environment of their own, which ``--peers FOLDER`` keeps; one that cannot be
installed is left out, and said so. Run it where the compiled wheel is installed with its extras
``learn`` and ``openspiel``, not from an editable install.
"""

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import onirium
from benchmarks.other_environments import MANY, PEERS, on_one_core, rate
from benchmarks.speed import machine
from onirium.core.build import is_compiled
from onirium.envs.gymnasium import SoloEnv
from onirium.envs.pettingzoo import env as table
from onirium.envs.vector import BatchEnv

ROUNDS = 3
HERE = Path(__file__).resolve().parent
PACKAGES = {
    "OpenSpiel": "open_spiel",
    "PettingZoo": "pettingzoo[classic]",
    "RLCard": "rlcard",
    "Pgx": "pgx",
}


def main() -> None:
    """Measure everything in turn, and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--peers", type=Path, help="where the peers are, or are to be installed")
    parser.add_argument("--measure", choices=OURS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure:
        on_one_core()
        print(rate(OURS[given.measure]()))
        return
    print(f"{machine()}; rules {'compiled' if is_compiled() else 'plain'}\n")
    with tempfile.TemporaryDirectory() as folder:
        measure_all(install_peers(given.peers or Path(folder)))


def install_peers(folder: Path) -> Path:
    """Return the Python of the peers, which are installed if they are not there yet."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        for name, package in PACKAGES.items():
            command = [str(python), "-m", "pip", "install", "-q", package]
            if subprocess.run(command, check=False, capture_output=True).returncode:
                print(f"{name} could not be installed", file=sys.stderr)
    return python


def measure_all(python: Path) -> None:
    """Measure each in turn, round by round, so that a busy moment of the machine hits them all."""
    commands = {
        name: [sys.executable, "-m", "benchmarks.environments", "--measure", name] for name in OURS
    }
    commands |= {name: [str(python), str(HERE / "peers.py"), name] for name in PEERS}
    figures: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(ROUNDS):
        for name, command in commands.items():
            done = subprocess.run(command, check=False, capture_output=True, cwd=HERE.parent)
            if done.returncode == 0:
                figures[name].append(float(done.stdout))
    print("| decisions a second | median | least | most |\n|---|---|---|---|")
    for name, found in figures.items():
        shown = [f"{statistics.median(found):,.0f}", f"{min(found):,.0f}", f"{max(found):,.0f}"]
        print(f"| {name} | {' | '.join(shown)} |" if found else f"| {name} | - | - | - |")


def batch(name: str, count: int, *, copy: bool = False, **options: Any) -> Callable[[], int]:
    """Many games at once: any legal actions, then a step with observations and masks."""
    games = BatchEnv(name, count, copy=copy, **options)
    games.reset(seed=1)

    def play() -> int:
        games.step(games.random_actions())
        return count

    return play


def single() -> Callable[[], int]:
    """Games of Gymnasium, the actions chosen in Python by the mask."""
    env = SoloEnv("onirim")
    env.reset(seed=1)

    def play() -> int:
        _, info = env.reset()
        over, steps = False, 0
        while not over:
            legal = info["action_mask"].nonzero()[0]
            _, _, over, _, info = env.step(legal[int(random.random() * len(legal))])
            steps += 1
        return steps

    return play


def pettingzoo(name: str) -> Callable[[], int]:
    """Games of PettingZoo."""
    env: Any = table(name)

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


def states(name: str) -> Callable[[], int]:
    """Games of the rules themselves, from Python, with the legal actions of every decision."""
    start = onirium.load(name).new_state()
    deck = onirium.Random(1)

    def play() -> int:
        state = start.clone()
        steps = 0
        while True:
            state.resolve_chance(deck)
            legal = state.legal_actions()
            if not legal:
                return steps
            state.apply(legal[int(random.random() * len(legal))])
            steps += 1

    return play


EVERYTHING: dict[str, Any] = {"expansions": "book,towers,premonitions"}
OURS: dict[str, Callable[[], Callable[[], int]]] = {
    "a batch of 256, Onirim": lambda: batch("onirim", 256),
    f"a batch of {MANY:,}, Onirim": lambda: batch("onirim", MANY),
    "a batch of 4,096, Onirim": lambda: batch("onirim", 4096),
    f"a batch of {MANY:,}, Onirim, copied": lambda: batch("onirim", MANY, copy=True),
    f"a batch of {MANY:,}, Onirim with all expansions": lambda: batch("onirim", MANY, **EVERYTHING),
    f"a batch of {MANY:,}, Onirim, two players": lambda: batch("onirim", MANY, seats=2),
    f"a batch of {MANY:,}, Nightmarium": lambda: batch("nightmarium", MANY),
    "Gymnasium, Onirim": single,
    "PettingZoo, Onirim": lambda: pettingzoo("onirim"),
    "PettingZoo, Nightmarium": lambda: pettingzoo("nightmarium"),
    "the rules from Python, Onirim": lambda: states("onirim"),
    "the rules from Python, Nightmarium": lambda: states("nightmarium"),
}


if __name__ == "__main__":
    main()
