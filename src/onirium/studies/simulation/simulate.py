"""Simulations: many games between players, played by several workers."""

import operator
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import KW_ONLY, dataclass
from typing import Final, NamedTuple

import msgspec

from onirium.core.chance import derive_key
from onirium.core.game import Game
from onirium.games.registry import load
from onirium.studies.compute.interrupts import DeferredInterrupts, defer_interrupts
from onirium.studies.compute.processes import (
    Workers,
    count_workers,
    resolve_executor,
    run_in_order,
)
from onirium.studies.luck.luck_meter import check_luck, load_luck_meter
from onirium.studies.luck.luck_recorder import LuckRecorder
from onirium.studies.players.registry import (
    any_slow,
    check_hashes,
    check_player,
    describe_players,
    make_player,
    player_hashes,
)
from onirium.studies.provenance import describe_provenance
from onirium.studies.simulation.counts import GameResult, Tally
from onirium.studies.simulation.game_loop import play_games
from onirium.studies.simulation.progress_tracker import ProgressTracker
from onirium.studies.simulation.result import (
    SimulationResult,
    adjust_win_rates,
    decisions_by_kind,
    length_range,
    ms_per_decision,
    win_rate_intervals,
)

GAMES_PER_JOB: Final = 500
"""Games in a job, rounded down to whole deals. Results do not depend on it."""

SLOW_GAMES_PER_JOB: Final = 8
"""The same for games with a slow player, which may take seconds each."""

MAX_GAMES: Final = 1_000_000_000
"""Limit that keeps the list of jobs in memory."""

SEED_BITS: Final = 32
"""Size of a drawn seed: large enough to be unique, short enough to type."""


@dataclass(frozen=True)
class SimulationConfig:
    """A request for a simulation.

    Attributes:
        game: the game with its options.
        players: the name of the player in each seat.
        games: the number of games, 1 to ``MAX_GAMES``; with rotation rounded up to whole deals.
        seed: the seed; a simulation with the same seed, players and options plays the same games.
        rotate: whether each deal is played once for each player, all players moving one seat on
            after each of these games. This removes the advantage of seats and cards.
        workers: the workers; by default a process for each processor. Results do not depend on it.
        adjust_luck: whether luck is measured, and win rates adjusted for it.
        luck_rollouts: the number of rollouts that value each chance outcome for it; 0 for none.

    Raises:
        WeightsError: if luck is measured and the game has no network.
        TypeError: if ``players`` is a string instead of a tuple of strings.
        ValueError: if there is no such player, the number of games or players is invalid, or a
            game with one seat is to rotate or to have rollouts.
    """

    game: Game
    players: tuple[str, ...]
    games: int
    seed: int
    _: KW_ONLY
    rotate: bool = False
    workers: Workers | None = None
    adjust_luck: bool = False
    luck_rollouts: int = 0

    def __post_init__(self) -> None:
        """Validate the configuration."""
        game = self.game
        object.__setattr__(self, "games", operator.index(self.games))
        object.__setattr__(self, "seed", operator.index(self.seed))
        check_game_count(self.games)
        if isinstance(self.players, str):
            raise TypeError(f"players: {self.players!r} is a string; write ({self.players!r},)")
        if len(self.players) != game.seats:
            raise ValueError(
                f"name one player for each seat of {game.name}: "
                f"{game.seats}, not {len(self.players)}"
            )
        if self.rotate and game.seats == 1:
            raise ValueError(f"{game.name} has 1 seat here, so there is nothing to rotate")
        for name in self.players:
            check_player(name, game)
        check_luck(game, self.luck_rollouts, is_measured=self.adjust_luck)


class SimulationJob(NamedTuple):
    """A range of deals, with everything that their results depend on.

    ``hashes`` are those of the external players.
    """

    game: str
    options: dict[str, object]
    players: tuple[str, ...]
    seed: int
    rotate: bool
    first: int
    deals: int
    adjust_luck: bool = False
    luck_rollouts: int = 0
    hashes: tuple[str, ...] = ()


def check_game_count(games: int) -> None:
    """Check a number of games.

    Raises:
        ValueError: if it is not between 1 and ``MAX_GAMES``.
    """
    if not 1 <= games <= MAX_GAMES:
        raise ValueError(f"games: {games} is not between 1 and {MAX_GAMES}")


def draw_seed() -> int:
    """Return a random seed."""
    return secrets.randbits(SEED_BITS)


def simulate(
    config: SimulationConfig,
    on_progress: Callable[[int], None] | None = None,
    results: list[GameResult] | None = None,
) -> SimulationResult:
    """Play many games between players.

    An interrupt ends the simulation early, with the deals finished by then as its result.

    Args:
        config: the game, the players and the number of games.
        on_progress: called with the number of finished games after each job.
        results: a list to which the result of each game is appended, in order.

    Raises:
        ValueError: if the number of workers is invalid.
        ExecutorError: if the workers are killed repeatedly, or the cluster cannot be joined.

    >>> import onirium
    >>> config = SimulationConfig(onirium.load("onirim"), ("random",), 20, seed=1, workers=1)
    >>> result = simulate(config)
    >>> result.games, sum(result.decisions.values()) == round(result.decisions_per_game * 20)
    (20, True)
    """
    game = config.game
    jobs = list(split_into_jobs(make_job(config)))
    workers = resolve_executor(config.workers, len(jobs))
    worker_count = count_workers(workers)
    started = time.perf_counter()
    with defer_interrupts() as interrupts:
        tallies = _run_jobs(jobs, workers, results, interrupts)
        total = sum_tallies(game, tallies, on_progress)
    seconds = time.perf_counter() - started
    return _build_result(config, total, worker_count, seconds)


def sum_tallies(
    game: Game, tallies: Iterable[Tally], on_progress: Callable[[int], None] | None
) -> Tally:
    """Return the sum of the tallies of a game.

    An interrupt ends the sum early, unless no game is finished.

    Args:
        game: the game.
        tallies: the tallies, computed while they are iterated over.
        on_progress: called with the number of finished games after each tally.
    """
    total = Tally.empty(game.seats, game.action_count)
    try:
        for tally in tallies:
            total.add(tally)
            if on_progress is not None:
                on_progress(total.games)
    except KeyboardInterrupt:
        if total.games == 0:
            raise
    return total


def make_job(config: SimulationConfig) -> SimulationJob:
    """Return a job with all deals of a simulation."""
    game = config.game
    games_per_deal = game.seats if config.rotate else 1
    return SimulationJob(
        game=game.name,
        options=game.options,
        players=config.players,
        seed=config.seed,
        rotate=config.rotate,
        first=0,
        deals=-(-config.games // games_per_deal),
        adjust_luck=config.adjust_luck,
        luck_rollouts=config.luck_rollouts,
        hashes=player_hashes(config.players),
    )


def split_into_jobs(job: SimulationJob) -> Iterator[SimulationJob]:
    """Split a job into consecutive jobs of a size that keeps all workers busy."""
    games_per_deal = len(job.players) if job.rotate else 1
    games = SLOW_GAMES_PER_JOB if any_slow(job.players) else GAMES_PER_JOB
    size = max(1, games // games_per_deal)
    end = job.first + job.deals
    for first in range(job.first, end, size):
        yield job._replace(first=first, deals=min(size, end - first))


def job_key(job: SimulationJob) -> str:
    """Return the content of a job as a key for checkpoints."""
    return msgspec.json.encode(job).decode()


def run_simulation_job(
    job: SimulationJob,
    tracker: ProgressTracker | None = None,
    results: list[GameResult] | None = None,
) -> Tally:
    """Play the games of a job; runs in a worker process."""
    check_hashes(job.players, job.hashes)
    game = load(job.game, **job.options)
    players = [make_player(name, game) for name in job.players]
    keys = [derive_key(job.seed, "deck")]
    keys += [derive_key(job.seed, f"seat {seat}") for seat in range(game.seats)]
    return play_games(
        game,
        players,
        keys,
        job.first,
        job.deals,
        rotate=job.rotate,
        tracker=tracker,
        results=results,
        recorder=_make_recorder(game, job) if job.adjust_luck else None,
    )


def _make_recorder(game: Game, job: SimulationJob) -> LuckRecorder:
    meter = load_luck_meter(game, job.luck_rollouts)
    return LuckRecorder(game, meter, game.seats if job.rotate else 1)


def run_listed_job(job: SimulationJob) -> tuple[Tally, list[GameResult]]:
    """Play the games of a job and list their results; runs in a worker process."""
    results: list[GameResult] = []
    return run_simulation_job(job, results=results), results


def _run_jobs(
    jobs: list[SimulationJob],
    workers: Workers,
    results: list[GameResult] | None,
    interrupts: DeferredInterrupts,
) -> Iterator[Tally]:
    """Yield the tally of each job, after adding the results of its games to a list."""
    if results is None:
        yield from interrupts.iterate(run_in_order(run_simulation_job, jobs, workers))
        return
    for tally, job_results in interrupts.iterate(run_in_order(run_listed_job, jobs, workers)):
        results += job_results
        yield tally


def _build_result(
    config: SimulationConfig, tally: Tally, worker_count: int, seconds: float
) -> SimulationResult:
    game = config.game
    win_rates = [wins / tally.games for wins in tally.wins]
    intervals = win_rate_intervals(tally)
    return SimulationResult(
        game=game.name,
        options=game.options,
        seats=list(config.players),
        games=tally.games,
        rotated=config.rotate,
        deals=tally.deals,
        seed=config.seed,
        workers=worker_count,
        seconds=seconds,
        games_per_second=tally.games / seconds,
        steps_per_second=tally.steps / seconds,
        decisions_per_game=sum(tally.actions) / tally.games,
        lengths=length_range(tally),
        decisions=decisions_by_kind(game, tally),
        wins=tally.wins,
        returns=[total / tally.games for total in tally.returns],
        win_rates=win_rates,
        win_rates_low=[low for low, _ in intervals],
        win_rates_high=[high for _, high in intervals],
        win_rate=win_rates[0],
        win_rate_low=intervals[0][0],
        win_rate_high=intervals[0][1],
        ms_per_decision=list(map(ms_per_decision, tally.timed_seconds, tally.timed_decisions)),
        adjusted=adjust_win_rates(tally),
        provenance=describe_provenance(describe_players(config.players, game)),
    )
