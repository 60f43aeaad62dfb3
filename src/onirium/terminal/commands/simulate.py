"""Simulation of many games in the terminal."""

from pathlib import Path

from rich.console import Console as RichConsole
from rich.table import Table

from onirium.core.formatting import format_game
from onirium.i18n.catalog import Words, format_count
from onirium.i18n.numbers import format_interval, format_number
from onirium.studies.simulation.counts import GameResult
from onirium.studies.simulation.game_table import tabulate_games
from onirium.studies.simulation.result import SimulationResult
from onirium.studies.simulation.simulate import SimulationConfig, simulate
from onirium.studies.table_files import check_table_path, write_table
from onirium.terminal.formatting import (
    make_console,
    make_facts,
    make_table,
    print_few_deals,
    print_json,
    progress_bar,
)

PLAYER_HEADINGS = (
    "simulate.seats",
    "simulate.win_rate",
    "simulate.interval",
    "simulate.wins",
    "simulate.returns",
    "simulate.ms_per_decision",
)
"""Catalogue keys of the headings of the table of players."""

ADJUSTED_HEADINGS = (
    "simulate.adjusted",
    "simulate.win_rate",
    "simulate.interval",
    "simulate.variance_ratio",
)
"""Catalogue keys of the headings of the table adjusted for luck."""


def run(config: SimulationConfig, words: Words, *, as_json: bool, table: Path | None) -> None:
    """Run a simulation, with progress on standard error and the result on standard output.

    Args:
        config: the game, the players and the number of games.
        words: the texts of a language.
        as_json: whether to print the result as JSON instead of text.
        table: a file for a table with a row for each game.

    Raises:
        OutputError: if the table cannot be written.
    """
    if table is not None:
        check_table_path(table)
    results: list[GameResult] | None = None if table is None else []
    with progress_bar(words.text("simulate.playing")) as update:
        result = simulate(
            config,
            on_progress=lambda played: update(min(played, config.games), config.games),
            results=results,
        )
    if result.games < config.games:
        show_incomplete(result.games, config.games, words)
    if config.adjust_luck and not result.adjusted:
        print_few_deals(words)
    # The table does not depend on the standard output, nor the text on the file.
    try:
        if table is not None and results is not None:
            write_table(table, tabulate_games(config, results))
    finally:
        if as_json:
            print_json(result)
        else:
            show(result, words, make_console())


def show(result: SimulationResult, words: Words, console: RichConsole) -> None:
    """Print the statistics of a simulation."""
    facts = [(words.text(key), value) for key, value in _summary(result, words.language)]
    facts.append((words.text("simulate.build"), words.text(_build_key(result))))
    console.print(make_facts(facts))
    tables = [_player_table(result, words), _decision_table(result, words)]
    if result.adjusted:
        tables.insert(1, _adjusted_table(result, words))
    for table in tables:
        console.print()
        console.print(table)


def show_incomplete(games: int, total: int, words: Words) -> None:
    """Print to standard error that an interrupt has ended the games early."""
    counts = {"games": format_count(games), "total": format_count(total)}
    make_console(stderr=True).print(words.text("simulate.incomplete", **counts))


def _player_table(result: SimulationResult, words: Words) -> Table:
    """Return a row for each player, in the order of the seats."""
    players = make_table(*(words.text(key) for key in PLAYER_HEADINGS))
    language = words.language
    for number, name in enumerate(result.seats):
        low, high = result.win_rates_low[number], result.win_rates_high[number]
        players.add_row(
            name,
            format_number(result.win_rates[number], ".2%", language),
            format_interval(low, high, ".2%", language),
            format_count(result.wins[number]),
            format_number(result.returns[number], ".4f", language),
            format_number(result.ms_per_decision[number], ".4f", language),
        )
    return players


def _adjusted_table(result: SimulationResult, words: Words) -> Table:
    """Return the win rates adjusted for luck, in the order of the seats."""
    table = make_table(*(words.text(key) for key in ADJUSTED_HEADINGS))
    language = words.language
    for name, adjusted in zip(result.seats, result.adjusted, strict=True):
        table.add_row(
            name,
            format_number(adjusted.share, ".2%", language),
            format_interval(adjusted.low, adjusted.high, ".2%", language),
            format_number(adjusted.variance_ratio, ".2f", language),
        )
    return table


def _decision_table(result: SimulationResult, words: Words) -> Table:
    """Return a row for each kind of decision that was made."""
    decisions = make_table(words.text("simulate.decisions"), words.text("simulate.count"), "%")
    total = sum(result.decisions.values())
    for kind, count in result.decisions.items():
        if count:
            share = format_number(count / total, ".1%", words.language)
            decisions.add_row(words.text(f"kind.{kind}"), format_count(count), share)
    return decisions


def _build_key(result: SimulationResult) -> str:
    return "build.compiled" if result.provenance.compiled else "build.plain"


def _format_rate(rate: float, language: str) -> str:
    return format_count(round(rate)) if rate >= 1 else format_number(rate, ".2f", language)


def _summary(result: SimulationResult, language: str) -> list[tuple[str, str]]:
    shortest, median, longest = result.lengths
    rotation = [("simulate.deals", format_count(result.deals))] if result.rotated else []
    return [
        ("simulate.game", format_game(result.game, result.options)),
        ("simulate.games", format_count(result.games)),
        *rotation,
        ("simulate.seed", str(result.seed)),
        ("simulate.mean_length", format_number(result.decisions_per_game, ".1f", language)),
        (
            "simulate.lengths",
            f"{format_count(shortest)} – {format_count(median)} – {format_count(longest)}",
        ),
        ("simulate.games_per_second", _format_rate(result.games_per_second, language)),
        ("simulate.steps_per_second", format_count(round(result.steps_per_second))),
        ("simulate.seconds", format_number(result.seconds, ".2f", language)),
        ("simulate.workers", str(result.workers)),
    ]
