"""SimulationResult: many games between computer players, and what can be said of them."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from onirium.bots.registry import TIME_BUDGET_MS, make_bot
from onirium.core.build import is_compiled
from onirium.core.chance import derive_key
from onirium.core.game import Game
from onirium.games.registry import load
from onirium.studies.compute.processes import Workers, count_workers, resolve_executor, run_in_order
from onirium.studies.simulation.counts import Tally
from onirium.studies.simulation.game_loop import play_games
from onirium.studies.simulation.progress_tracker import ProgressTracker

GAMES_PER_JOB: Final = 500
"""Games in one piece of work, or a few less to make whole deals.

What is counted does not depend on it, nor on who does the work.
"""

SLOW_GAMES_PER_JOB: Final = 8
"""The same for players who search: their games take seconds."""

Z_95: Final = 1.959963984540054
"""The standard normal score of a two-sided interval of 95 %."""


class SimulationJob(NamedTuple):
    """A piece of work: consecutive deals, and all that they depend on."""

    game: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    seed: int
    rotate: bool
    first: int
    deals: int
    budget_ms: float | None


class SimulationResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a simulation has found.

    A player is one of those given as ``seats``, wherever it sits later; what is found of the
    players stands in that order.

    Attributes:
        game: the name of the game.
        options: its options, as far as they differ from their defaults.
        seats: the computer players, as they sit at first.
        games: how many games were played.
        rotated: whether each deal was played once for each player, who all moved one seat on after
            each of these games.
        deals: how many deals were played.
        seed: the seed; with the same seed, players and options the same games are played.
        workers: how many processes worked.
        compiled: whether the rules ran compiled.
        seconds: how long it took.
        games_per_second: games by the time they took.
        steps_per_second: decisions and chance outcomes by the time they took.
        decisions_per_game: the mean number of decisions.
        lengths: the least, median and greatest number of decisions in a game.
        decisions: how often each kind of decision was taken.
        wins: for each player, the games it won.
        returns: for each player, the mean of what it won.
        win_rates: for each player, the share of games that it won.
        win_rates_low: for each player, the lower end of the 95 % interval of that share: Wilson's,
            of as many independent games as the games of the deals are worth.
        win_rates_high: for each player, the upper end.
        win_rate: the share of games that the first player won.
        win_rate_low: the lower end of its interval.
        win_rate_high: the upper end.
        ms_per_decision: for each player, the mean time of a decision in milliseconds.
    """

    game: str
    options: dict[str, Any]
    seats: list[str]
    games: int
    rotated: bool
    deals: int
    seed: int
    workers: int
    compiled: bool
    seconds: float
    games_per_second: float
    steps_per_second: float
    decisions_per_game: float
    lengths: list[int]
    decisions: dict[str, int]
    wins: list[int]
    returns: list[float]
    win_rates: list[float]
    win_rates_low: list[float]
    win_rates_high: list[float]
    win_rate: float
    win_rate_low: float
    win_rate_high: float
    ms_per_decision: list[float]


def simulate(
    game: Game,
    seats: Sequence[str],
    games: int,
    seed: int,
    *,
    rotate: bool = False,
    workers: Workers | None = None,
    budget_ms: float | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> SimulationResult:
    """Play many games between computer players.

    Args:
        game: the game with its options.
        seats: the name of the player of each seat.
        games: how many games, at least one; with rotation rounded up to whole deals.
        seed: what makes it repeatable; the result is the same for any number of workers.
        rotate: whether to play each deal once for each player, moving all of them one seat on after
            each of these games, so that neither seats nor cards favour anybody.
        workers: how many processes, or a cluster; by default a process for each processor, but none
            idle.
        budget_ms: for how many milliseconds ``strong`` thinks about a decision at most.
        on_progress: told how many games are finished, now and then.

    An interrupt ends it early: what is finished by then, in whole deals, is the result.

    Raises:
        UnknownBot: if the game has no such player.
        ValueError: if the number of games, seats or workers cannot be, or one player is to rotate.
        ExecutorError: if those who play are ended from outside, or the cluster cannot be joined.

    >>> import onirium
    >>> result = simulate(onirium.load("onirim"), ["random"], games=20, seed=1, workers=1)
    >>> result.games, sum(result.decisions.values()) == round(result.decisions_per_game * 20)
    (20, True)
    """
    check(game, seats, games, rotate=rotate)
    turns = game.seats if rotate else 1
    deals = -(-games // turns)
    whole = SimulationJob(game.name, game.options, tuple(seats), seed, rotate, 0, deals, budget_ms)
    work = list(split_into_jobs(whole))
    crew = resolve_executor(workers, len(work))
    at_once = count_workers(crew)
    total = Tally.nothing(game.seats, game.action_count)
    began = time.perf_counter()
    try:
        for tally in run_in_order(run_simulation_job, work, crew):
            total.add(tally)
            if on_progress is not None:
                on_progress(total.games)
    except KeyboardInterrupt:
        if total.games == 0:
            raise
    seconds = time.perf_counter() - began
    return _result(
        game, list(seats), total, rotated=rotate, seed=seed, workers=at_once, seconds=seconds
    )


def split_into_jobs(whole: SimulationJob) -> Iterator[SimulationJob]:
    """Yield the deals of a piece of work in pieces that take some time, but not long."""
    turns = len(whole.seats) if whole.rotate else 1
    size = max(
        1,
        (
            SLOW_GAMES_PER_JOB
            if any(name in TIME_BUDGET_MS for name in whole.seats)
            else GAMES_PER_JOB
        )
        // turns,
    )
    end = whole.first + whole.deals
    for first in range(whole.first, end, size):
        yield whole._replace(first=first, deals=min(size, end - first))


def wilson_interval(wins: float, games: float) -> tuple[float, float]:
    """Return the 95 % interval of a share of independent games, after Wilson (1927).

    >>> low, high = wilson_interval(50, 100)
    >>> round(low, 4), round(high, 4)
    (0.4038, 0.5962)
    """
    return _lower_end(wins, games), 1 - _lower_end(games - wins, games)


def _lower_end(wins: float, games: float) -> float:
    """Return the lower end of Wilson's interval, exactly 0 where nothing is won."""
    added = Z_95 * Z_95
    less = Z_95 * math.sqrt(added + 4 * wins * (games - wins) / games)
    return (2 * wins + added - less) / (2 * (games + added))


def effective_sample_size(deals: int, games: int, wins: int, squares: int) -> float:
    """Return how many independent games tell as much of a share as those of some deals.

    The games of a rotated deal hang together, but deals do not. So we compare how much the share of
    a deal's games that are won varies from deal to deal with how much single games vary. If it is
    as much, the games of a deal end alike and count as one; the less it is, the more they count. As
    the variance is only observed, as many deals as Wilson's interval adds, whose games end alike,
    are added too: few deals then never look more certain than they are.

    Args:
        deals: how many deals were played.
        games: how many games in all, the same number of each deal.
        wins: how many of them were won.
        squares: the sum over the deals of the square of the games won of each.

    >>> effective_sample_size(deals=100, games=100, wins=40, squares=40)
    100.0
    >>> effective_sample_size(deals=100, games=200, wins=80, squares=160)
    100.0
    """
    alike = 1.0
    if 0 < wins < games:
        alike = (deals * squares - wins * wins) / (wins * (games - wins))
    added = Z_95 * Z_95
    return deals / ((deals * alike + added) / (deals + added))


def check(game: Game, seats: Sequence[str], games: int, *, rotate: bool) -> None:
    """Make sure that games can be played as they are asked for.

    Raises:
        UnknownBot: if the game has no such player.
        ValueError: if the number of games or seats cannot be, or one player is to rotate.
    """
    if games < 1:
        raise ValueError(f"{games} games cannot be played; at least 1 can")
    if len(seats) != game.seats:
        raise ValueError(f"{game.name} has {game.seats} seat(s), not {len(seats)}")
    if rotate and game.seats == 1:
        raise ValueError(
            f"{game.name} has 1 seat here and nobody to change it with: leave rotation away"
        )
    for name in seats:
        make_bot(name, game)


def run_simulation_job(chunk: SimulationJob, watch: ProgressTracker | None = None) -> Tally:
    """Play the games of one piece of work, in whichever process; somebody may look on."""
    game = load(chunk.game, **chunk.options)
    players = [make_bot(name, game, chunk.budget_ms) for name in chunk.seats]
    keys = [derive_key(chunk.seed, "deck")]
    keys += [derive_key(chunk.seed, f"seat {seat}") for seat in range(game.seats)]
    return play_games(
        game, players, keys, chunk.first, chunk.deals, rotate=chunk.rotate, watch=watch
    )


def _result(
    game: Game,
    seats: list[str],
    tally: Tally,
    *,
    rotated: bool,
    seed: int,
    workers: int,
    seconds: float,
) -> SimulationResult:
    decisions = sum(tally.actions)
    rates = [wins / tally.games for wins in tally.wins]
    ends = win_rate_intervals(tally)
    return SimulationResult(
        game=game.name,
        options=game.options,
        seats=seats,
        games=tally.games,
        rotated=rotated,
        deals=tally.deals,
        seed=seed,
        workers=workers,
        compiled=is_compiled(),
        seconds=seconds,
        games_per_second=tally.games / seconds,
        steps_per_second=tally.steps / seconds,
        decisions_per_game=decisions / tally.games,
        lengths=_lengths(tally),
        decisions=decisions_by_kind(game, tally),
        wins=tally.wins,
        returns=[total / tally.games for total in tally.returns],
        win_rates=rates,
        win_rates_low=[low for low, _ in ends],
        win_rates_high=[high for _, high in ends],
        win_rate=rates[0],
        win_rate_low=ends[0][0],
        win_rate_high=ends[0][1],
        ms_per_decision=[
            1000 * time / max(count, 1)
            for time, count in zip(tally.timed_seconds, tally.timed_decisions, strict=True)
        ],
    )


def win_rate_intervals(tally: Tally) -> list[tuple[float, float]]:
    """Return the 95 % interval of each player's share of the games."""
    return [
        wilson_interval(wins * worth, tally.games * worth)
        for wins, worth in zip(tally.wins, effective_sample_ratios(tally), strict=True)
    ]


def effective_sample_ratios(tally: Tally) -> list[float]:
    """Return for each player how many independent games one of its games is worth."""
    return [
        effective_sample_size(tally.deals, tally.games, wins, squares) / tally.games
        for wins, squares in zip(tally.wins, tally.squares, strict=True)
    ]


def _lengths(tally: Tally) -> list[int]:
    """Return the least, the median and the greatest length."""
    lengths = sorted(tally.lengths)
    seen = 0
    for length in lengths:
        seen += tally.lengths[length]
        if 2 * seen >= tally.games:
            return [lengths[0], length, lengths[-1]]
    return []


def decisions_by_kind(game: Game, tally: Tally) -> dict[str, int]:
    """Return how often each kind of decision was taken."""
    kinds: dict[str, int] = {}
    for action, count in enumerate(tally.actions):
        kind = game.decision_kind(action)
        kinds[kind] = kinds.get(kind, 0) + count
    return kinds
