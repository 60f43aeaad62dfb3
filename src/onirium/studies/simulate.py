"""Simulation: many games between computer players, and what can be said of them."""

import math
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Final, NamedTuple

import msgspec

from onirium.games import load
from onirium.kernel.build import is_compiled
from onirium.kernel.chance import stream
from onirium.kernel.game import Game
from onirium.players import make_player
from onirium.studies.playout import play_games
from onirium.studies.tally import Tally

CHUNK: Final = 500
"""Games in one piece of work. What is counted does not depend on it, nor on who does the work."""

SCORE_95: Final = 1.959963984540054
"""The standard normal score of a two-sided interval of 95 %."""


class Chunk(NamedTuple):
    """A piece of work: consecutive games, and all that they depend on."""

    game: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    seed: int
    first: int
    games: int


class Simulation(msgspec.Struct, frozen=True, kw_only=True):
    """What a simulation has found.

    Attributes:
        game: the name of the game.
        options: its options, as far as they differ from their defaults.
        seats: the computer players by seat.
        games: how many games were played.
        seed: the seed; with the same seed, players and options the same games are played.
        workers: how many processes worked.
        compiled: whether the rules ran compiled.
        seconds: how long it took.
        games_per_second: games by the time they took.
        steps_per_second: decisions and chance outcomes by the time they took.
        decisions_per_game: the mean number of decisions.
        lengths: the least, median and greatest number of decisions in a game.
        decisions: how often each kind of decision was taken.
        wins: for each seat, the games it won.
        returns: for each seat, the mean of what it won.
        win_rate: the share of games that the first seat won.
        win_rate_low: the lower end of its 95 % interval (Wilson).
        win_rate_high: the upper end.
        ms_per_decision: for each seat, the mean time of a decision in milliseconds.
    """

    game: str
    options: dict[str, Any]
    seats: list[str]
    games: int
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
    workers: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play many games between computer players.

    Args:
        game: the game with its options.
        seats: the name of the player of each seat.
        games: how many games, at least one.
        seed: what makes it repeatable; the result is the same for any number of workers.
        workers: how many processes; by default one for each processor, but none idle.
        on_progress: told how many games are finished, now and then.

    An interrupt ends it early: what is finished by then is the result.

    Raises:
        UnknownPlayer: if the game has no such player.
        ValueError: if the number of games, seats or workers cannot be.

    >>> import onirium
    >>> result = simulate(onirium.load("onirim"), ["random"], games=20, seed=1, workers=1)
    >>> result.games, sum(result.decisions.values()) == round(result.decisions_per_game * 20)
    (20, True)
    """
    _check(game, seats, games, workers)
    work = [
        Chunk(game.name, game.options, tuple(seats), seed, first, min(CHUNK, games - first))
        for first in range(0, games, CHUNK)
    ]
    workers = min(workers or os.cpu_count() or 1, len(work))
    total = Tally.nothing(game.seats, game.actions)
    began = time.perf_counter()
    try:
        for tally in _tallies(work, workers):
            total.add(tally)
            if on_progress is not None:
                on_progress(total.games)
    except KeyboardInterrupt:
        if total.games == 0:
            raise
    seconds = time.perf_counter() - began
    return _result(game, list(seats), total, seed=seed, workers=workers, seconds=seconds)


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, after Wilson (1927).

    >>> low, high = wilson(50, 100)
    >>> round(low, 4), round(high, 4)
    (0.4038, 0.5962)
    """
    share = wins / games
    spread = SCORE_95 * SCORE_95 / games
    middle = (share + spread / 2) / (1 + spread)
    half = SCORE_95 * math.sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def _check(game: Game, seats: Sequence[str], games: int, workers: int | None) -> None:
    if games < 1:
        raise ValueError(f"{games} games cannot be played; at least 1 can")
    if workers is not None and workers < 1:
        raise ValueError(f"{workers} workers cannot work; at least 1 can")
    if len(seats) != game.seats:
        raise ValueError(f"{game.name} has {game.seats} seat(s), not {len(seats)}")
    for name in seats:
        make_player(name, game)


def _tallies(work: Sequence[Chunk], workers: int) -> Iterator[Tally]:
    if workers == 1:
        yield from map(play_chunk, work)
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _leave_interrupts_to_the_parent)
    try:
        yield from pool.map(play_chunk, work)
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_chunk(chunk: Chunk) -> Tally:
    """Play the games of one piece of work, in whichever process."""
    game = load(chunk.game, **chunk.options)
    players = [make_player(name, game) for name in chunk.seats]
    keys = [stream(chunk.seed, "deck")]
    keys += [stream(chunk.seed, f"seat {seat}") for seat in range(game.seats)]
    return play_games(game, players, keys, chunk.first, chunk.games)


def _result(
    game: Game, seats: list[str], tally: Tally, *, seed: int, workers: int, seconds: float
) -> Simulation:
    decisions = sum(tally.actions)
    low, high = wilson(tally.wins[0], tally.games)
    return Simulation(
        game=game.name,
        options=game.options,
        seats=seats,
        games=tally.games,
        seed=seed,
        workers=workers,
        compiled=is_compiled(),
        seconds=seconds,
        games_per_second=tally.games / seconds,
        steps_per_second=tally.steps / seconds,
        decisions_per_game=decisions / tally.games,
        lengths=_lengths(tally),
        decisions=_decisions_by_kind(game, tally),
        wins=tally.wins,
        returns=[total / tally.games for total in tally.returns],
        win_rate=tally.wins[0] / tally.games,
        win_rate_low=low,
        win_rate_high=high,
        ms_per_decision=[
            1000 * time / max(count, 1)
            for time, count in zip(tally.timed_seconds, tally.timed_decisions, strict=True)
        ],
    )


def _lengths(tally: Tally) -> list[int]:
    """Return the least, the median and the greatest length."""
    lengths = sorted(tally.lengths)
    seen = 0
    for length in lengths:
        seen += tally.lengths[length]
        if 2 * seen >= tally.games:
            return [lengths[0], length, lengths[-1]]
    return []


def _decisions_by_kind(game: Game, tally: Tally) -> dict[str, int]:
    kinds: dict[str, int] = {}
    for action, count in enumerate(tally.actions):
        kind = game.decision_kind(action)
        kinds[kind] = kinds.get(kind, 0) + count
    return kinds
