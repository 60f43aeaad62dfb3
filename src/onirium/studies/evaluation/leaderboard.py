"""The leaderboard: a file with the results of players on the tasks."""

import math
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Annotated, Final

import msgspec

from onirium.studies.evaluation.evaluate import EvaluationResult
from onirium.studies.evaluation.tasks import STANDARD_GAMES, all_tasks, find_task
from onirium.studies.output import write_file
from onirium.studies.players.package_bot import SIMULATIONS_SIGN
from onirium.studies.statistics import deals_interval

FORMAT_VERSION: Final = 1

REFERENCE_FILE: Final = Path(__file__).with_name("reference_results.json")
"""The results of the bots of the package."""


class LeaderboardError(ValueError):
    """A leaderboard that cannot be read, or a result that does not belong there."""


class Leaderboard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The results of players on tasks.

    Attributes:
        format: the version of the file format.
        results: the results, by task, the best first.
    """

    format: Annotated[int, msgspec.Meta(ge=1, le=FORMAT_VERSION)]
    results: list[EvaluationResult]


def read_leaderboard(path: Path) -> Leaderboard:
    """Read a leaderboard; one that does not exist is empty.

    Raises:
        LeaderboardError: if the file cannot be read or is invalid, has a result of an unknown
            task, or one whose numbers contradict each other.
    """
    try:
        board = msgspec.json.decode(path.read_bytes(), type=Leaderboard)
    except FileNotFoundError:
        return Leaderboard(FORMAT_VERSION, [])
    except OSError as error:
        raise LeaderboardError(f"{path}: {error.strerror}") from None
    except msgspec.DecodeError as error:
        raise LeaderboardError(f"{path}: not a leaderboard: {error}") from None
    for result in board.results:
        _check_result(result, path)
    return board


def _check_result(result: EvaluationResult, path: Path) -> None:
    if result.task not in all_tasks():
        raise LeaderboardError(
            f"{path}: unknown task {result.task!r}; update onirium, or remove its results"
        )
    if all(player.name != result.player for player in result.provenance.players):
        raise LeaderboardError(
            f"{path}: the provenance of {result.player!r} on {result.task} does not list the player"
        )
    for problem in _find_contradictions(result):
        raise LeaderboardError(
            f"{path}: {result.player!r} on {result.task}: {problem}; remove the result, or run: "
            f"{result.command}"
        )


def _find_contradictions(result: EvaluationResult) -> Iterator[str]:
    """Yield which values of a result are impossible, or contradict its task or each other."""
    task = find_task(result.task)
    games_per_deal = task.load_game().seats if task.is_rotated() else 1
    if result.seed != task.seed:
        yield f"seed {result.seed} is not that of the task, {task.seed}"
    if result.games < STANDARD_GAMES:
        yield f"{result.games} games are fewer than {STANDARD_GAMES}"
    if result.games != result.deals * games_per_deal:
        yield f"{result.games} games are not {games_per_deal} for each of {result.deals} deals"
    if result.decisions_per_game < 0:
        yield f"decisions_per_game {result.decisions_per_game} is negative"
    if not _is_date(result.date):
        yield f"date {result.date!r} is not a day as YYYY-MM-DD"
    yield from _find_score_contradictions(result, games_per_deal)


def _find_score_contradictions(result: EvaluationResult, games_per_deal: int) -> Iterator[str]:
    """Yield which of wins, win rate and interval contradict each other."""
    score = f"{result.wins} wins in {result.games} games"
    if not 0 <= result.wins <= result.games:
        yield f"{score} are impossible"
    if not math.isclose(result.win_rate, result.wins / result.games):
        yield f"win_rate {result.win_rate} is not that of {score}"
    interval = result.win_rate_low, result.win_rate_high
    if not result.win_rate_low <= result.win_rate <= result.win_rate_high:
        yield f"win_rate {result.win_rate} is outside its interval, {interval}"
    if not 0 <= result.win_rate_low <= result.win_rate_high <= 1:
        yield f"interval {interval} is not one between 0 and 1"
    if not _has_possible_squares(result, games_per_deal):
        yield f"squared_wins {result.squared_wins} is impossible for {score}"
        return
    expected = deals_interval(result.deals, result.games, result.wins, result.squared_wins)
    if not all(map(math.isclose, interval, expected)):
        yield f"interval {interval} is not that of {score}"


def _has_possible_squares(result: EvaluationResult, games_per_deal: int) -> bool:
    """Return whether deals with up to ``games_per_deal`` wins may have these sums.

    The wins of a deal and their square are both even or both odd; the lower bound is Cauchy's.
    """
    wins, squares = result.wins, result.squared_wins
    return (
        wins * wins <= result.deals * squares
        and wins <= squares <= wins * games_per_deal
        and squares % 2 == wins % 2
    )


def _is_date(text: str) -> bool:
    """Return whether a text is a day in the format of results.

    >>> [_is_date(text) for text in ("2026-02-28", "2026-02-29", "20260228")]
    [True, False, False]
    """
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def write_leaderboard(path: Path, board: Leaderboard) -> None:
    """Write a leaderboard atomically.

    Raises:
        OutputError: if the file cannot be written.
    """
    write_file(path, msgspec.json.format(msgspec.json.encode(board)) + b"\n")


def add_results(board: Leaderboard, results: Iterable[EvaluationResult]) -> Leaderboard:
    """Return a leaderboard with more results; a result replaces that of its player on its task.

    The earlier one stays if it has the same origin and more games: these begin with the new ones.

    Raises:
        LeaderboardError: if a result has too few games.
    """
    latest = {(result.task, result.player): result for result in board.results}
    for result in results:
        check_length(result.games)
        key = result.task, result.player
        if key not in latest or not _contains(latest[key], result):
            latest[key] = result
    order = list(all_tasks())
    ranked = sorted(
        latest.values(),
        key=lambda result: (order.index(result.task), -result.win_rate, result.player),
    )
    return Leaderboard(FORMAT_VERSION, ranked)


def find_longer_result(board: Leaderboard, result: EvaluationResult) -> EvaluationResult | None:
    """Return the result with more games that ``add_results`` would replace, if there is one."""
    key = result.task, result.player
    for earlier in board.results:
        is_longer = earlier.games > result.games and not _contains(earlier, result)
        if (earlier.task, earlier.player) == key and is_longer:
            return earlier
    return None


def _contains(earlier: EvaluationResult, later: EvaluationResult) -> bool:
    """Return whether a result has more games of the same sequence, by the same program."""
    origins = [
        (origin.rules, origin.program, origin.weights, origin.players)
        for origin in (earlier.provenance, later.provenance)
    ]
    return earlier.games > later.games and origins[0] == origins[1]


def check_length(games: int) -> None:
    """Check that an evaluation has enough games for a leaderboard.

    Raises:
        LeaderboardError: if it has too few.
    """
    if games < STANDARD_GAMES:
        raise LeaderboardError(
            f"{games} games are too few for a leaderboard: play at least {STANDARD_GAMES}"
        )


def describe_player(result: EvaluationResult) -> str:
    """Return the name of the player of a result, with its simulations for one decision."""
    own = next(player for player in result.provenance.players if player.name == result.player)
    if own.simulations is None or SIMULATIONS_SIGN in result.player:
        return result.player
    return f"{result.player}{SIMULATIONS_SIGN}{own.simulations}"
