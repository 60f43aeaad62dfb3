"""A simulation in the terminal: a progress bar, and a page of what was found."""

import secrets
import sys
from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from onirium.kernel.game import Game
from onirium.studies.simulate import Simulation, simulate
from onirium.words import Words

SEED_BITS = 32
"""Enough for a seed drawn by chance, and short enough to type again."""


def run(
    game: Game,
    seats: Sequence[str],
    games: int,
    words: Words,
    *,
    seed: int | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Simulate, showing progress on standard error and the result on standard output."""
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(words.text("simulate.playing"), total=games)
        result = simulate(
            game,
            seats,
            games,
            seed,
            workers=workers,
            on_progress=lambda done: progress.update(task, completed=done),
        )
    if as_json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(result)).decode() + "\n")
    else:
        show(result, words, Console())


def show(result: Simulation, words: Words, console: Console) -> None:
    """Print what a simulation has found."""
    found = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    for key, value in _findings(result):
        found.add_row(words.text(key), value)
    found.add_row(words.text("simulate.build"), words.text(_build_key(result)))
    console.print(found)
    decisions = Table(box=None, padding=(0, 2, 0, 0))
    decisions.add_column(words.text("simulate.decisions"))
    decisions.add_column(words.text("simulate.count"), justify="right")
    decisions.add_column("%", justify="right")
    total = sum(result.decisions.values())
    for kind, count in result.decisions.items():
        decisions.add_row(words.text(f"kind.{kind}"), _grouped(count), f"{count / total:.1%}")
    console.print()
    console.print(decisions)


def _build_key(result: Simulation) -> str:
    return "build.compiled" if result.compiled else "build.plain"


def _findings(result: Simulation) -> list[tuple[str, str]]:
    least, median, greatest = result.lengths
    options = [f"{name}={_given(value)}" for name, value in result.options.items()]
    interval = f"{result.win_rate_low:.2%} – {result.win_rate_high:.2%}"
    return [
        ("simulate.game", " ".join([result.game, *options])),
        ("simulate.seats", ", ".join(result.seats)),
        ("simulate.games", _grouped(result.games)),
        ("simulate.seed", str(result.seed)),
        ("simulate.win_rate", f"{result.win_rate:.2%}  ({interval})"),
        ("simulate.wins", ", ".join(_grouped(wins) for wins in result.wins)),
        ("simulate.returns", ", ".join(f"{mean:.4f}" for mean in result.returns)),
        ("simulate.mean_length", f"{result.decisions_per_game:.1f}"),
        ("simulate.lengths", f"{_grouped(least)} – {_grouped(median)} – {_grouped(greatest)}"),
        ("simulate.games_per_second", _grouped(round(result.games_per_second))),
        ("simulate.steps_per_second", _grouped(round(result.steps_per_second))),
        ("simulate.ms_per_decision", ", ".join(f"{ms:.4f}" for ms in result.ms_per_decision)),
        ("simulate.seconds", f"{result.seconds:.2f}"),
        ("simulate.workers", str(result.workers)),
    ]


def _given(value: object) -> str:
    """Return an option as it is given on the command line."""
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _grouped(number: int) -> str:
    """Return a number in groups of three digits, set apart as all our languages read it."""
    return f"{number:_}".replace("_", "\N{NO-BREAK SPACE}")
