"""A tournament in the terminal: a progress bar, the standings, who fared how against whom."""

from pathlib import Path

from rich.console import Console as RichConsole
from rich.table import Table

from onirium.games.registry import load
from onirium.i18n.catalog import Words
from onirium.studies.compute.checkpoint import CheckpointError
from onirium.studies.tournaments.pairing import is_contested
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
    TABLE_PADDING,
    format_count,
    format_game,
    make_table,
    print_json,
    progress_bar,
    to_json,
)

MEMORY = 600.0
"""Games of those who think take seconds: the time left follows from those of ten minutes."""

OF_A_PLAYER = (
    "simulate.seats",
    "tournament.elo",
    "simulate.interval",
    "tournament.points",
    "simulate.games",
    "simulate.ms_per_decision",
)
"""The headings of what is found of each player."""

OF_A_PAIRING = ("tournament.pairing", "bounds.deals", "bounds.share", "simulate.interval")
"""The headings of what is found of each two players."""

OF_A_TEST = ("tournament.ratio", "tournament.finding")
"""The headings of what a test has found of them."""

FINDINGS = {
    Verdict.OPEN: "tournament.open",
    Verdict.LOWER: "tournament.lower",
    Verdict.UPPER: "tournament.upper",
}
"""What a test may find, in words."""


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
        console: the console for the output; by default this terminal.

    Raises:
        CheckpointError: if the checkpoint cannot be used, or the result cannot be written.
        ValueError: if the number of workers is invalid.
    """
    console = console or RichConsole()
    try:
        with progress_bar(words.text("simulate.playing"), estimate_window_s=MEMORY) as update:
            result = run_tournament(config, folder / "games.jsonl", update)
    except KeyboardInterrupt:
        _say(words.text("tournament.interrupted", folder=folder), console)
        return
    _write(folder / "result.json", to_json(result))
    _write(folder / "standings.svg", draw_standings(result, words))
    if as_json:
        print_json(result)
        return
    show(result, words, console)
    kept = "tournament.kept" if result.finished else "tournament.interrupted"
    _say(words.text(kept, folder=folder), console)


def show(found: TournamentResult, words: Words, console: RichConsole) -> None:
    """Print what a tournament has found."""
    for table in (_about(found, words), _standings(found, words), _pairings(found, words)):
        console.print(table)
        console.print()
    if not is_contested(load(found.game, **found.options)):
        _say(words.text("tournament.alone"), console)
    _say(words.text("tournament.meaning", player=found.players[0]), console)


def _say(text: str, console: RichConsole) -> None:
    console.print(text, highlight=False, markup=False)


def _about(found: TournamentResult, words: Words) -> Table:
    about = Table(show_header=False, box=None, padding=TABLE_PADDING)
    about.add_row(words.text("simulate.game"), format_game(found.game, found.options))
    about.add_row(words.text("simulate.games"), format_count(found.games))
    about.add_row(words.text("tournament.games_of_a_deal"), str(found.games_per_deal))
    about.add_row(words.text("simulate.seed"), str(found.seed))
    if found.test is not None:
        about.add_row(words.text("tournament.test"), _test(found.test, words))
    return about


def _test(test: GeneralizedSPRT, words: Words) -> str:
    return words.text(
        "tournament.hypotheses",
        low=format_elo(test.elo0),
        high=format_elo(test.elo1),
        alpha=f"{test.alpha:.3g}",
        beta=f"{test.beta:.3g}",
    )


def _standings(found: TournamentResult, words: Words) -> Table:
    table = make_table(*map(words.text, OF_A_PLAYER))
    for standing in found.standings:
        table.add_row(
            standing.player,
            format_elo(standing.elo),
            _interval(standing) if standing.player != found.players[0] else "",
            f"{standing.points / standing.games:.1%}",
            format_count(standing.games),
            f"{standing.ms_per_decision:.3f}",
        )
    return table


def _interval(standing: PlayerStanding) -> str:
    low = "−∞" if standing.elo_low is None else format_elo(standing.elo_low)
    high = "∞" if standing.elo_high is None else format_elo(standing.elo_high)
    return f"{low} … {high}"


def _pairings(found: TournamentResult, words: Words) -> Table:
    headings = OF_A_PAIRING if found.test is None else (*OF_A_PAIRING, *OF_A_TEST)
    table = make_table(*map(words.text, headings))
    for pairing in found.pairings:
        table.add_row(
            f"{pairing.first} – {pairing.second}",
            format_count(pairing.deals),
            f"{pairing.share:.1%}",
            f"{pairing.share_low:.1%} – {pairing.share_high:.1%}",
            *([] if found.test is None else _finding(pairing, found.test, words)),
        )
    return table


def _finding(pairing: PairingResult, test: GeneralizedSPRT, words: Words) -> list[str]:
    """Return how a test stands."""
    finding = pairing.verdict or Verdict.OPEN
    limit = format_elo(test.elo1 if finding is Verdict.UPPER else test.elo0)
    return [f"{pairing.log_likelihood_ratio:+.2f}", words.text(FINDINGS[finding], limit=limit)]


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CheckpointError(f"{path}: not written: {error.strerror}") from None
