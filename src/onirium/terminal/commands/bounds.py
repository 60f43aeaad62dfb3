"""Bounds on the win rate of a one-player game, in the terminal."""

from rich.console import Console as RichConsole
from rich.table import Table

from onirium.core.formatting import format_game
from onirium.i18n.catalog import Words, format_count
from onirium.i18n.numbers import format_interval, format_number
from onirium.studies.analysis.solvability import (
    SolvabilityConfig,
    SolvabilityResult,
    estimate_solvability,
)
from onirium.terminal.commands.simulate import show_incomplete
from onirium.terminal.formatting import (
    make_console,
    make_facts,
    make_table,
    print_json,
    progress_bar,
)


def run(config: SolvabilityConfig, words: Words, *, as_json: bool) -> None:
    """Estimate bounds, with progress on standard error and the result on standard output."""
    with progress_bar(words.text("bounds.searching")) as update:
        update(0, config.games)
        result = estimate_solvability(
            config, on_progress=lambda finished: update(finished, config.games)
        )
    if not result.finished:
        show_incomplete(result.games, config.games, words)
    if as_json:
        print_json(result)
    else:
        show(result, words, make_console())


def show(result: SolvabilityResult, words: Words, console: RichConsole) -> None:
    """Print the bounds."""
    facts = (
        (words.text("simulate.game"), format_game(result.game, result.options)),
        (words.text("simulate.seed"), str(result.seed)),
        (words.text("bounds.width"), format_count(result.beam_width)),
    )
    console.print(make_facts(facts))
    console.print()
    console.print(_shares(result, words))
    console.print()
    console.print(words.text("bounds.meaning"))


def _shares(result: SolvabilityResult, words: Words) -> Table:
    shares = make_table(
        "", words.text("bounds.deals"), words.text("bounds.share"), words.text("simulate.interval")
    )
    language = words.language
    won = format_interval(result.win_rate_low, result.win_rate_high, ".1%", language)
    bound = format_interval(result.bound_low, result.bound_high, ".1%", language)
    for name, deals, interval in (
        (words.text("bounds.wins", player=result.bot), result.wins, won),
        (words.text("bounds.winnable"), result.winnable, ""),
        (words.text("bounds.lost"), result.lost, ""),
        (words.text("bounds.open"), result.open, ""),
        (words.text("bounds.bound"), result.games - result.lost, bound),
    ):
        share = format_number(deals / result.games, ".1%", language)
        shares.add_row(name, format_count(deals), share, interval)
    return shares
