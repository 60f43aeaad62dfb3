"""Skill of a player over recorded games in the terminal."""

import os
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console as RichConsole
from rich.table import Table

from onirium.i18n.catalog import Words
from onirium.record import RecordError, load_game, read
from onirium.studies.analysis.game_analysis import analyse
from onirium.studies.analysis.skill import Estimate, GameSkill, Skill, measure_game, measure_skill
from onirium.terminal.formatting import make_table, print_json, progress_bar

HEADINGS = (
    "skill.game",
    "skill.result",
    "analysis.luck",
    "skill.adjusted",
    "skill.decisions",
    "skill.best",
    "skill.error",
)
"""Catalogue keys of the headings of the table of games."""


def run(
    paths: Sequence[Path],
    language: str,
    *,
    player: int = 1,
    last: int | None = None,
    simulations: int | None = None,
    workers: int | None = None,
    as_json: bool = False,
) -> None:
    """Analyse recorded games, with progress on standard error, and print the skill of a player.

    Args:
        paths: the files of the records, oldest first.
        language: the language of the output.
        player: number of the player, counted from 1.
        last: the number of games to consider, from the end; all by default.
        simulations: search simulations for each decision; as many as the bot ``strong`` by
            default.
        workers: number of processes; one per processor by default.
        as_json: print one JSON object instead of text.

    Raises:
        RecordError: if a record cannot be read, has no such player, or is not finished.
    """
    words = Words(language)
    paths = paths[-last:] if last else paths
    games = [
        _measure(path, player, words, simulations, workers or os.cpu_count() or 1) for path in paths
    ]
    skill = measure_skill(games)
    if as_json:
        print_json(skill)
    else:
        show(skill, [path.stem for path in paths], words, RichConsole())


def _measure(
    path: Path, player: int, words: Words, simulations: int | None, workers: int
) -> GameSkill:
    record = read(path)
    seats = load_game(record).seats
    if not 1 <= player <= seats:
        raise RecordError(f"{path}: no player {player}; players: 1 to {seats}")
    with progress_bar(words.text("analysis.judging")) as update:
        analysis = analyse(record, simulations, update, workers=workers, seat=player - 1)
    try:
        return measure_game(analysis, player - 1)
    except ValueError as error:
        raise RecordError(f"{path}: {error}") from None


def show(skill: Skill, names: Sequence[str], words: Words, console: RichConsole) -> None:
    """Print a table of the games, and the figures of all of them with their intervals."""
    table = make_table(*map(words.text, HEADINGS))
    for name, game in zip(names, skill.games, strict=True):
        table.add_row(
            name,
            f"{game.result:.0%}",
            f"{game.luck:+.1%}",
            f"{game.result - game.luck:.1%}",
            str(game.decisions),
            f"{game.best_decisions / game.decisions:.0%}",
            f"{game.cost / game.decisions:.2%}",
        )
    console.print(table)
    console.print()
    console.print(_total_table(skill, words))
    console.print()
    console.print(words.text("skill.meaning"))


def _total_table(skill: Skill, words: Words) -> Table:
    """Return a row for each figure over all games."""
    table = make_table(words.text("skill.total"), "", words.text("simulate.interval"))
    rows = (
        ("skill.error", skill.error),
        ("skill.best", skill.best_share),
        ("skill.won", skill.win_share),
        ("skill.adjusted", skill.adjusted_win_share),
    )
    for key, estimate in rows:
        table.add_row(words.text(key), f"{estimate.mean:.2%}", _interval(estimate))
    return table


def _interval(estimate: Estimate) -> str:
    if estimate.low is None:
        return "–"
    return f"{estimate.low:.2%} – {estimate.high:.2%}"
