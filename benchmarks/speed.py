"""Measures the speed of the rules, of state copies and of program start on this machine.

``python -m benchmarks.speed`` prints a Markdown table with units, and with ``--save`` writes it to
``runs`` as well. With ``--peer FOLDER`` it first compiles the module ``onirim_base`` of that
folder, another implementation of the base game with a function ``many(games, seed)``, and runs both
alternately: machines are noisy, so only the ratio within one run is reliable. Run it with the
compiled wheel, not with an editable install.
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
from benchmarks.run_files import Rate, save_rates, summarize
from onirium import State
from onirium.bots.registry import Bot, RandomBot
from onirium.core.build import is_compiled
from onirium.studies.simulation.benchmarks import clone_many
from onirium.studies.simulation.game_loop import play_games

REPETITIONS = 15
GAMES = 20_000
VARIANT_GAMES = 3_000
TIMED_CLONES = 300_000
MEASURED_CLONES = 200_000
PROGRAM_STARTS = 9
STATES: dict[str, dict[str, object]] = {
    "Onirim": {"game": "onirim"},
    "Nightmarium, 2 players": {"game": "nightmarium"},
    "Nightmarium, 5 players, 7 creatures": {"game": "nightmarium", "seats": 5, "creatures": 7},
}
ROOT = Path(__file__).resolve().parent.parent
BUILD = "compiled" if is_compiled() else "plain Python"
RATES: list[Rate] = []
"""The rows printed so far."""


def main() -> None:
    """Run all benchmarks and print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--peer", type=Path, help="folder of another engine to compare with")
    parser.add_argument("--save", action="store_true", help="write the run to a file")
    arguments = parser.parse_args()
    peer = arguments.peer
    if peer and find_spec("mypyc") is None:
        parser.error("--peer needs mypyc: install onirium with its extra 'test'")
    print(f"{describe_machine()}; rules {BUILD}\n")
    print("| benchmark | median | minimum | maximum |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        play_peer = compile_peer(peer, Path(folder)) if peer else None
        measure_games(play_peer)
    measure_expansions()
    measure_nightmarium()
    for name, options in STATES.items():
        measure_clones(name, options)
        measure_bytes(name, options)
    measure_starts()
    measure_plain()
    if arguments.save:
        print(save_rates("speed", RATES, describe_machine(), seed=1))


def describe_machine() -> str:
    """Return the processor, the system and the version of Python."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    models = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    processor = models[0] if models else platform.machine()
    return f"{processor}, {platform.system()}, Python {platform.python_version()}"


def compile_peer(source: Path, folder: Path) -> Callable[[int, int], object]:
    """Compile the other engine in a folder, and return its function."""
    shutil.copy(source / "onirim_base.py", folder)
    command = [sys.executable, "-m", "mypyc", "onirim_base.py"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    sys.path.insert(0, str(folder))
    play_peer: Callable[[int, int], object] = importlib.import_module("onirim_base").many
    return play_peer


def measure_games(play_peer: Callable[[int, int], object] | None) -> None:
    """Measure random games per second on one core, and the ratio to the other engine."""
    game = onirium.load("onirim")
    ours, theirs, ratios, steps = [], [], [], []
    for number in range(REPETITIONS):
        started = time.process_time()
        tally = play_games(game, [RandomBot()], [1, 2], number * GAMES, GAMES)
        seconds = time.process_time() - started
        ours.append(GAMES / seconds)
        steps.append(tally.steps / seconds)
        if play_peer is not None:
            started = time.process_time()
            play_peer(GAMES, number + 1)
            theirs.append(GAMES / (time.process_time() - started))
            ratios.append(ours[-1] / theirs[-1])
    print_row(f"games per second, Onirim, {BUILD}", ours, "{:,.0f}")
    print_row(f"steps per second, Onirim, {BUILD}", steps, "{:,.0f}")
    if play_peer is not None:
        print_row("games per second, Onirim, other engine", theirs, "{:,.0f}")
        print_row("ratio to the other engine", ratios, "{:.3f}")


def measure_expansions() -> None:
    """Measure the rate of steps of other variants, relative to the base game."""
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
    for number in range(REPETITIONS):
        base = steps_per_second("onirim", {}, number)
        for name, options in combinations.items():
            ratios[name].append(steps_per_second("onirim", options, number) / base)
    for name, values in ratios.items():
        print_row(f"steps per second relative to the base game, {name}", values, "{:.2f}")


def measure_nightmarium() -> None:
    """Measure random steps per second of Nightmarium on one core."""
    for seats in (2, 3, 4, 5):
        options: dict[str, object] = {"seats": seats}
        rates = [steps_per_second("nightmarium", options, number) for number in range(REPETITIONS)]
        print_row(f"steps per second, Nightmarium, {seats} players", rates, "{:,.0f}")


def steps_per_second(name: str, options: dict[str, object], number: int) -> float:
    """Return the steps per second of random games of a variant."""
    game = onirium.load(name, **options)
    players: list[Bot] = [RandomBot() for _ in range(game.seats)]
    keys = list(range(1, game.seats + 2))
    started = time.process_time()
    tally = play_games(game, players, keys, number * VARIANT_GAMES, VARIANT_GAMES)
    return tally.steps / (time.process_time() - started)


def measure_clones(name: str, options: dict[str, object]) -> None:
    """Measure clones of a state per second, in a compiled loop."""
    state = dealt_state(options)
    rates = []
    for _ in range(REPETITIONS):
        started = time.process_time()
        clone_many(state, TIMED_CLONES)
        rates.append(TIMED_CLONES / (time.process_time() - started))
    print_row(f"clones per second, {name}", rates, "{:,.0f}")


def measure_bytes(name: str, options: dict[str, object]) -> None:
    """Measure the memory of a clone, including the overhead of the allocator."""
    print_row(f"bytes per clone, {name}", [bytes_per_clone(options) for _ in range(3)], "{:,.0f}")


def bytes_per_clone(options: dict[str, object]) -> float:
    """Return the memory per clone in a new process, whose heap is not fragmented."""
    code = (
        "import resource; from benchmarks.speed import dealt_state;"
        f"state = dealt_state({options}); warm_up = [state.clone() for _ in range(1000)];"
        "size = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024;"
        f"before = size(); clones = [state.clone() for _ in range({MEASURED_CLONES})];"
        f"print((size() - before) / {MEASURED_CLONES})"
    )
    return float(subprocess.check_output([sys.executable, "-c", code], cwd=ROOT))


def dealt_state(options: dict[str, object]) -> State:
    """Return a state after the deal."""
    arguments = dict(options)
    state = onirium.load(str(arguments.pop("game")), **arguments).new_state()
    state.resolve_chance(onirium.Random(1))
    return state


def measure_starts() -> None:
    """Measure the time of imports and of program start."""
    interpreter = statistics.median(run_times([sys.executable, "-c", "pass"]))
    core = "import onirium, sys; onirium.load('onirim'); assert 'numpy' not in sys.modules"
    imports = [seconds - interpreter for seconds in run_times([sys.executable, "-c", core])]
    print_row("import of the core and Onirim, ms", imports, "{:.0f}", scale=1000)
    command = str(Path(sys.executable).with_name("onirium"))
    print_row("`onirium --help`, ms", run_times([command, "--help"]), "{:.0f}", scale=1000)
    playing = [command, "play", "onirim", "--language", "en"]
    print_row("`onirium play`, until the first prompt, ms", run_times(playing), "{:.0f}", 1000)


def run_times(command: list[str]) -> list[float]:
    """Return the run times of a command without input, in an empty home directory."""
    seconds = []
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "HOME": home, "XDG_DATA_HOME": home}
        for _ in range(PROGRAM_STARTS):
            started = time.perf_counter()
            subprocess.run(
                command, check=True, stdin=subprocess.DEVNULL, capture_output=True, env=environment
            )
            seconds.append(time.perf_counter() - started)
    return seconds


def measure_plain() -> None:
    """Measure random games per second of the uncompiled rules."""
    code = (
        "import time, onirium; from onirium.bots.registry import RandomBot;"
        "from onirium.studies.simulation.game_loop import play_games; g = onirium.load('onirim');"
        "play_games(g, [RandomBot()], [1, 2], 0, 100); t = time.process_time();"
        "play_games(g, [RandomBot()], [1, 2], 0, 2000); print(2000 / (time.process_time() - t))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    rates = [
        float(subprocess.check_output([sys.executable, "-c", code], env=environment))
        for _ in range(3)
    ]
    print_row("games per second, Onirim, plain Python", rates, "{:,.0f}")


def print_row(name: str, values: list[float], form: str, scale: float = 1) -> None:
    """Print the median, minimum and maximum of some values as a row of the table."""
    rate = summarize(name, [scale * value for value in values])
    RATES.append(rate)
    texts = map(form.format, (rate.median, rate.minimum, rate.maximum))
    print(f"| {name} | {' | '.join(texts)} |", flush=True)


if __name__ == "__main__":
    main()
