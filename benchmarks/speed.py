"""How fast the rules, the copies and the start are, on this machine.

``python benchmarks/speed.py`` prints a table. With ``--peer FOLDER`` it first compiles the module
``onirim_base`` found there, another base Onirim with a function ``many(games, seed)``, and plays
both in turn: machines are noisy, and only the ratio within one run can be trusted. Run it where the
compiled wheel is installed, not from an editable install.
"""

import argparse
import importlib
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import onirium
from onirium import State
from onirium.bots.registry import Bot, RandomBot
from onirium.core.build import is_compiled
from onirium.studies.simulation.benchmarks import clone_many
from onirium.studies.simulation.game_loop import play_games

ROUNDS = 15
GAMES = 20_000
SOME_GAMES = 3_000
CLONES = 300_000
COPIES = 200_000
STARTS = 9
STATES: dict[str, dict[str, object]] = {
    "Onirim": {"game": "onirim"},
    "Nightmarium, 2 players": {"game": "nightmarium"},
    "Nightmarium, 5 players, 7 creatures": {"game": "nightmarium", "seats": 5, "creatures": 7},
}
ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Measure, and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--peer", type=Path, help="the folder of another engine to compare with")
    peer = parser.parse_args().peer
    if peer and find_spec("mypyc") is None:
        parser.error("--peer compiles, which needs mypyc: install onirium with its extra 'test'")
    print(f"{machine()}; rules {'compiled' if is_compiled() else 'plain'}\n")
    print("| what | median | least | most |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        many = compile_peer(peer, Path(folder)) if peer else None
        measure_games(many)
    measure_expansions()
    measure_nightmarium()
    for name, options in STATES.items():
        measure_clones(name, options)
        measure_bytes(name, options)
    measure_starts()
    measure_plain()


def machine() -> str:
    """Return what this machine is, in one line."""
    lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    models = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    return f"{models[0] if models else platform.machine()}, Python {platform.python_version()}"


def compile_peer(source: Path, folder: Path) -> Callable[[int, int], object]:
    """Compile the other engine and return its function."""
    shutil.copy(source / "onirim_base.py", folder)
    command = [sys.executable, "-m", "mypyc", "onirim_base.py"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    sys.path.insert(0, str(folder))
    many: Callable[[int, int], object] = importlib.import_module("onirim_base").many
    return many


def measure_games(many: Callable[[int, int], object] | None) -> None:
    """Random games a second, one core, and their ratio to the other engine's."""
    game = onirium.load("onirim")
    ours, theirs, ratios, steps = [], [], [], []
    for number in range(ROUNDS):
        began = time.process_time()
        tally = play_games(game, [RandomBot()], [1, 2], number * GAMES, GAMES)
        seconds = time.process_time() - began
        ours.append(GAMES / seconds)
        steps.append(tally.steps / seconds)
        if many is not None:
            began = time.process_time()
            many(GAMES, number + 1)
            theirs.append(GAMES / (time.process_time() - began))
            ratios.append(ours[-1] / theirs[-1])
    row("random games a second", ours, "{:,.0f}")
    row("steps a second", steps, "{:,.0f}")
    if many is not None:
        row("random games a second, the other engine", theirs, "{:,.0f}")
        row("ratio of the two", ratios, "{:.3f}")


def measure_expansions() -> None:
    """Random steps a second of other combinations, and their ratio to the base game's."""
    everything = "book,towers,premonitions"
    combinations: dict[str, dict[str, object]] = {
        "The Book of Steps": {"expansions": "book"},
        "The Towers": {"expansions": "towers"},
        "Dark Premonitions": {"expansions": "premonitions"},
        "all three expansions": {"expansions": everything},
        "two players": {"seats": 2},
        "two players, all three": {"seats": 2, "expansions": everything},
    }
    ratios: dict[str, list[float]] = {name: [] for name in combinations}
    for number in range(ROUNDS):
        base = steps_a_second("onirim", {}, number)
        for name, options in combinations.items():
            ratios[name].append(steps_a_second("onirim", options, number) / base)
    for name, figures in ratios.items():
        row(f"steps a second of {name}, base game = 1", figures, "{:.2f}")


def measure_nightmarium() -> None:
    """Random steps a second of Nightmarium, one core."""
    for seats in (2, 3, 4, 5):
        options: dict[str, object] = {"seats": seats}
        rates = [steps_a_second("nightmarium", options, number) for number in range(ROUNDS)]
        row(f"steps a second of Nightmarium, {seats} players", rates, "{:,.0f}")


def steps_a_second(name: str, options: dict[str, object], number: int) -> float:
    """Play some random games of a combination."""
    game = onirium.load(name, **options)
    players: list[Bot] = [RandomBot() for _ in range(game.seats)]
    keys = list(range(1, game.seats + 2))
    began = time.process_time()
    tally = play_games(game, players, keys, number * SOME_GAMES, SOME_GAMES)
    return tally.steps / (time.process_time() - began)


def measure_clones(name: str, options: dict[str, object]) -> None:
    """Copies of a whole game a second, inside compiled code."""
    state = dealt(options)
    rates = []
    for _ in range(ROUNDS):
        began = time.process_time()
        clone_many(state, CLONES)
        rates.append(CLONES / (time.process_time() - began))
    row(f"clones a second, {name}", rates, "{:,.0f}")


def measure_bytes(name: str, options: dict[str, object]) -> None:
    """Bytes of memory that a copy takes, all its parts and the allocator's share included."""
    row(f"bytes of a copy, {name}", [bytes_of_a_copy(options) for _ in range(3)], "{:,.0f}")


def bytes_of_a_copy(options: dict[str, object]) -> float:
    """Ask a process of its own, whose memory nothing else has used before."""
    code = (
        "import resource, sys; sys.path.insert(0, 'benchmarks'); from speed import dealt;"
        f"state = dealt({options}); some = [state.clone() for _ in range(1000)];"
        "size = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024;"
        f"before = size(); many = [state.clone() for _ in range({COPIES})];"
        f"print((size() - before) / {COPIES})"
    )
    return float(subprocess.check_output([sys.executable, "-c", code], cwd=ROOT))


def dealt(options: dict[str, object]) -> State:
    """Return a game whose hands are dealt."""
    given = dict(options)
    state = onirium.load(str(given.pop("game")), **given).new_state()
    state.resolve_chance(onirium.Random(1))
    return state


def measure_starts() -> None:
    """Milliseconds until something is there."""
    nothing = statistics.median(seconds_of([sys.executable, "-c", "pass"]))
    core = "import onirium, sys; onirium.load('onirim'); assert 'numpy' not in sys.modules"
    imports = [time - nothing for time in seconds_of([sys.executable, "-c", core])]
    row("import of the core and Onirim, ms", imports, "{:.0f}", scale=1000)
    command = str(Path(sys.executable).with_name("onirium"))
    row("onirium --help, ms", seconds_of([command, "--help"]), "{:.0f}", scale=1000)
    playing = [command, "play", "onirim", "--language", "en"]
    row("play, from start to leaving at the first prompt, ms", seconds_of(playing), "{:.0f}", 1000)


def seconds_of(command: list[str]) -> list[float]:
    """Time a program that gets no input, several times, in a home of its own."""
    times = []
    with tempfile.TemporaryDirectory() as home:
        surroundings = {**os.environ, "HOME": home, "XDG_DATA_HOME": home}
        for _ in range(STARTS):
            began = time.perf_counter()
            subprocess.run(
                command, check=True, stdin=subprocess.DEVNULL, capture_output=True, env=surroundings
            )
            times.append(time.perf_counter() - began)
    return times


def measure_plain() -> None:
    """Random games a second of the same text, uncompiled."""
    code = (
        "import time, onirium; from onirium.bots.registry import RandomBot;"
        "from onirium.studies.simulation.game_loop import play_games; g = onirium.load('onirim');"
        "play_games(g, [RandomBot()], [1, 2], 0, 100); t = time.process_time();"
        "play_games(g, [RandomBot()], [1, 2], 0, 2000); print(2000 / (time.process_time() - t))"
    )
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    rates = [
        float(subprocess.check_output([sys.executable, "-c", code], env=surroundings))
        for _ in range(3)
    ]
    row("random games a second, plain Python", rates, "{:,.0f}")


def row(name: str, figures: list[float], form: str, scale: float = 1) -> None:
    """Print a row of the table."""
    shown = [form.format(scale * figure) for figure in sorted(figures)]
    print(f"| {name} | {shown[len(shown) // 2]} | {shown[0]} | {shown[-1]} |", flush=True)


if __name__ == "__main__":
    main()
