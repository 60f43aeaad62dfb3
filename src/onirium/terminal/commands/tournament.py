"""A tournament between bots in the terminal."""

from pathlib import Path
from typing import Final

from rich.console import Console as RichConsole
from rich.table import Table

from onirium.core.formatting import format_game
from onirium.games.registry import load
from onirium.i18n.catalog import Words, format_count
from onirium.i18n.numbers import format_interval, format_number
from onirium.studies.output import write_file
from onirium.studies.tournaments.schedule import TournamentConfig
from onirium.studies.tournaments.sprt import GeneralizedSPRT, Verdict
from onirium.studies.tournaments.standings_chart import draw_standings, format_elo
from onirium.studies.tournaments.tournament import (
    PairingResult,
    PlayerStanding,
    TournamentResult,
    run_tournament,
)
from onirium.terminal.formatting import (
    make_console,
    make_facts,
    make_table,
    print_few_deals,
    print_interruption,
    print_json,
    progress_bar,
    to_json,
)

PLAYER_HEADINGS = (
    "simulate.seats",
    "tournament.elo",
    "simulate.interval",
    "tournament.points",
    "simulate.games",
    "simulate.ms_per_decision",
)
"""Catalogue keys of the headings of the table of players."""

PAIRING_HEADINGS = ("tournament.pairing", "bounds.deals", "bounds.share", "simulate.interval")
"""Catalogue keys of the headings of the table of pairings."""

TEST_HEADINGS = ("tournament.ratio", "tournament.finding")
"""Catalogue keys of further headings if a sequential test is run."""

ADJUSTED_HEADINGS = (
    "simulate.adjusted",
    "bounds.share",
    "simulate.interval",
    "simulate.variance_ratio",
)
"""Catalogue keys of the headings of the table adjusted for luck."""

VERDICT_KEYS: Final = {
    Verdict.OPEN: "tournament.open",
    Verdict.LOWER: "tournament.lower",
    Verdict.UPPER: "tournament.upper",
}
"""Catalogue key of each verdict."""


def run(
    config: TournamentConfig,
    folder: Path,
    words: Words,
    *,
    as_json: bool,
    console: RichConsole | None = None,
) -> None:
    """Run a tournament, with progress on standard error and the result on standard output.

    An interrupt loses the jobs in progress and nothing else; the same call resumes the tournament.

    Args:
        config: the game, the players and the number of games.
        folder: the folder for the checkpoint, the result and the chart.
        words: the texts of a language.
        as_json: whether to print the result as JSON instead of text.
        console: the console; a new one on the terminal by default.

    Raises:
        KeyboardInterrupt: if it is interrupted before every pairing has a deal.
        CheckpointError: if the checkpoint cannot be used.
        OutputError: if the result cannot be written.
        ValueError: if the number of workers is invalid.
    """
    console = console or make_console()
    try:
        with progress_bar(words.text("simulate.playing")) as update:
            result = run_tournament(config, folder / "games.jsonl", update)
    except KeyboardInterrupt:
        print_interruption(folder, words)
        raise
    write_file(folder / "result.json", to_json(result).encode())
    write_file(folder / "standings.svg", draw_standings(result, words).encode())
    if config.adjust_luck and not any(pairing.adjusted for pairing in result.pairings):
        print_few_deals(words)
    if as_json:
        print_json(result)
        return
    show(result, words, console)
    message_key = "tournament.kept" if result.finished else "checkpoint.interrupted"
    console.print(words.text(message_key, folder=folder))


def show(result: TournamentResult, words: Words, console: RichConsole) -> None:
    """Print the standings and pairings of a tournament."""
    tables = [
        _summary_table(result, words),
        _standings_table(result, words),
        _pairings_table(result, words),
    ]
    if any(pairing.adjusted for pairing in result.pairings):
        tables.append(_adjusted_table(result, words))
    for table in tables:
        console.print(table)
        console.print()
    if not load(result.game, **result.options).is_competitive():
        console.print(words.text("tournament.alone"))
    console.print(words.text("tournament.meaning", player=result.players[0]))
    if result.test is not None:
        console.print(words.text("tournament.after_test"))


def _summary_table(result: TournamentResult, words: Words) -> Table:
    facts = [
        (words.text("simulate.game"), format_game(result.game, result.options)),
        (words.text("simulate.games"), format_count(result.games)),
        (words.text("tournament.games_of_a_deal"), str(result.games_per_deal)),
        (words.text("simulate.seed"), str(result.seed)),
    ]
    if result.test is not None:
        facts.append((words.text("tournament.test"), _describe_test(result.test, words)))
    return make_facts(facts)


def _describe_test(test: GeneralizedSPRT, words: Words) -> str:
    return words.text(
        "tournament.hypotheses",
        low=_format_hypothesis(test.elo0, words),
        high=_format_hypothesis(test.elo1, words),
        alpha=format_number(test.alpha, ".3g", words.language),
        beta=format_number(test.beta, ".3g", words.language),
    )


def _format_hypothesis(elo: float, words: Words) -> str:
    """Return an Elo difference as it was given: no other one is tested."""
    return format_number(elo, "+.6g", words.language) if elo else "0"


def _standings_table(result: TournamentResult, words: Words) -> Table:
    table = make_table(*map(words.text, PLAYER_HEADINGS))
    for standing in result.standings:
        table.add_row(
            standing.player,
            format_elo(standing.elo),
            _interval(standing) if standing.player != result.players[0] else "",
            format_number(standing.points / standing.games, ".1%", words.language),
            format_count(standing.games),
            format_number(standing.ms_per_decision, ".4f", words.language),
        )
    return table


def _interval(standing: PlayerStanding) -> str:
    low = "−∞" if standing.elo_low is None else format_elo(standing.elo_low)
    high = "∞" if standing.elo_high is None else format_elo(standing.elo_high)
    return f"{low} … {high}"


def _pairings_table(result: TournamentResult, words: Words) -> Table:
    headings = PAIRING_HEADINGS if result.test is None else (*PAIRING_HEADINGS, *TEST_HEADINGS)
    table = make_table(*map(words.text, headings))
    for pairing in result.pairings:
        table.add_row(
            f"{pairing.first} – {pairing.second}",
            format_count(pairing.deals),
            format_number(pairing.share, ".1%", words.language),
            format_interval(pairing.share_low, pairing.share_high, ".1%", words.language),
            *([] if result.test is None else _verdict_cells(pairing, result.test, words)),
        )
    return table


def _adjusted_table(result: TournamentResult, words: Words) -> Table:
    """Return the shares of the pairings adjusted for luck."""
    table = make_table(*map(words.text, ADJUSTED_HEADINGS))
    for pairing in result.pairings:
        if adjusted := pairing.adjusted:
            table.add_row(
                f"{pairing.first} – {pairing.second}",
                format_number(adjusted.share, ".2%", words.language),
                format_interval(adjusted.low, adjusted.high, ".2%", words.language),
                format_number(adjusted.variance_ratio, ".2f", words.language),
            )
    return table


def _verdict_cells(pairing: PairingResult, test: GeneralizedSPRT, words: Words) -> list[str]:
    """Return the log-likelihood ratio and the verdict."""
    verdict = pairing.verdict or Verdict.OPEN
    limit = test.elo1 if verdict is Verdict.UPPER else test.elo0
    return [
        format_number(pairing.log_likelihood_ratio or 0.0, "+.2f", words.language),
        words.text(VERDICT_KEYS[verdict], limit=_format_hypothesis(limit, words)),
    ]
