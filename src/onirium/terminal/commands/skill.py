"""Skill of a player over recorded games in the terminal."""

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Console as RichConsole
from rich.table import Table

from onirium.core.formatting import format_game
from onirium.i18n.catalog import Words
from onirium.i18n.numbers import format_interval, format_number
from onirium.record import Record, RecordError, final_state, load_game, replay
from onirium.studies.analysis.game_analysis import analyse_records
from onirium.studies.analysis.skill import Estimate, GameSkill, Skill, measure_game, measure_skill
from onirium.terminal.formatting import (
    make_console,
    make_table,
    print_json,
    progress_bar,
)
from onirium.terminal.records import read_record

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
        paths: the files of the records, oldest first. Unfinished and repeated games are skipped.
        language: the language of the output.
        player: number of the player, counted from 1.
        last: the number of those games to consider, from the end; all by default.
        simulations: search simulations for each decision; as many as the bot ``strong`` by
            default.
        workers: number of processes; one per processor by default.
        as_json: print one JSON object instead of text.

    Raises:
        RecordError: if a record cannot be read or has no such player, no game is finished, or a
            record is one of another game than the first.
    """
    words = Words(language)
    finished = _read_finished(paths, player, words, last)
    paths, records = [path for path, _ in finished], [record for _, record in finished]
    _check_same_game(paths, records)
    _print_different_options(records, words)
    games = _measure(records, player - 1, words, simulations, workers or os.cpu_count() or 1)
    skill = measure_skill(games)
    if len(games) < len(records):
        counts = {"games": len(games), "total": len(records)}
        make_console(stderr=True).print(words.text("skill_command.interrupted", **counts))
    if as_json:
        print_json(skill)
        return
    console = make_console()
    show(skill, [path.stem for path in paths[: len(games)]], words, console)


def _read_finished(
    paths: Sequence[Path], player: int, words: Words, last: int | None
) -> list[tuple[Path, Record]]:
    """Return the records of the last finished games, each once; print the number of others."""
    records = [(path, read_record(path, player)) for path in paths]
    finished = [(path, record) for path, record in records if final_state(record).is_terminal()]
    if not finished:
        raise RecordError(f"{paths[0]}: the game is not finished")
    distinct = _drop_repeated(finished)
    _print_skipped("skill_command.unfinished", len(records) - len(finished), words)
    _print_skipped("skill_command.repeated", len(finished) - len(distinct), words)
    counted = distinct[-(last or 0) :]
    for path, record in counted:
        if all(step.seat != player - 1 for step in replay(record)):
            raise RecordError(f"{path}: player {player} took no decision")
    return counted


def _drop_repeated(records: Sequence[tuple[Path, Record]]) -> list[tuple[Path, Record]]:
    """Return the first record of each game: intervals hold for independent games."""
    distinct: dict[bytes, tuple[Path, Record]] = {}
    for path, record in records:
        game = (record.game, record.rules, record.options, record.actions)
        distinct.setdefault(msgspec.json.encode(game, order="sorted"), (path, record))
    return list(distinct.values())


def _print_skipped(key: str, games: int, words: Words) -> None:
    """Print the number of skipped games on standard error, if there are any."""
    if games:
        make_console(stderr=True).print(words.text(key, games=games))


def _check_same_game(paths: Sequence[Path], records: Sequence[Record]) -> None:
    """Reject records of different games: their figures have no common mean."""
    first = records[0].game
    for path, record in zip(paths, records, strict=True):
        if record.game != first:
            raise RecordError(
                f"{path}: a record of {record.game}, but {paths[0]} is one of {first}; "
                "measure the skill for each game separately"
            )


def _print_different_options(records: Sequence[Record], words: Words) -> None:
    """Print the options on standard error if they differ, since figures depend on them."""
    games = [load_game(record) for record in records]
    options = dict.fromkeys(format_game(game.name, game.options) for game in games)
    if len(options) > 1:
        text = words.text("skill_command.options", options="; ".join(options))
        make_console(stderr=True).print(text, highlight=False)


def _measure(
    records: Sequence[Record], seat: int, words: Words, simulations: int | None, workers: int
) -> list[GameSkill]:
    """Return the figures of each game; an interrupt omits its game and all later ones."""
    with progress_bar(words.text("analysis.judging")) as update:
        analyses = analyse_records(records, simulations, update, workers, seat)
        games = [measure_game(analysis, seat) for analysis in analyses if analysis.finished]
    if not games:
        raise KeyboardInterrupt
    return games


def show(skill: Skill, names: Sequence[str], words: Words, console: RichConsole) -> None:
    """Print a table of the games, and the figures of all of them with their intervals."""
    table = make_table(*map(words.text, HEADINGS))
    language = words.language
    for name, game in zip(names, skill.games, strict=True):
        table.add_row(
            name,
            format_number(game.result, ".0%", language),
            format_number(game.luck, "+.1%", language),
            format_number(game.result - game.luck, ".1%", language),
            str(game.decisions),
            format_number(game.best_decisions / game.decisions, ".0%", language),
            format_number(game.cost / game.decisions, ".2%", language),
        )
    console.print(table)
    console.print()
    console.print(_total_table(skill, words))
    console.print()
    console.print(words.text("skill_command.meaning"))


def _total_table(skill: Skill, words: Words) -> Table:
    """Return a row for each figure over all games."""
    headings = ("simulate.interval", "skill_command.needed")
    table = make_table(words.text("skill.total"), "", *map(words.text, headings))
    rows = (
        ("skill.error", skill.error),
        ("skill.best", skill.best_share),
        ("skill.won", skill.win_share),
        ("skill.adjusted", skill.adjusted_win_share),
    )
    for key, estimate in rows:
        mean = format_number(estimate.mean, ".2%", words.language)
        interval = _interval(estimate, words.language)
        table.add_row(words.text(key), mean, interval, _needed(estimate))
    return table


def _interval(estimate: Estimate, language: str) -> str:
    if estimate.low is None or estimate.high is None:
        return "–"
    return format_interval(estimate.low, estimate.high, ".2%", language)


def _needed(estimate: Estimate) -> str:
    return "–" if estimate.games_needed is None else str(estimate.games_needed)
