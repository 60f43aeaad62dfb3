"""Tournaments: every player meets every other one, until the games or a sequential test end it."""

import os
from collections import Counter
from collections.abc import Callable, Iterator

import msgspec

from onirium.studies.compute.checkpoint import CheckpointLog
from onirium.studies.compute.interrupts import defer_interrupts
from onirium.studies.compute.processes import resolve_executor, run_as_completed
from onirium.studies.luck.control_variates import AdjustedShare
from onirium.studies.players.registry import describe_players
from onirium.studies.provenance import Provenance, build_fingerprint, describe_provenance
from onirium.studies.simulation.result import ms_per_decision
from onirium.studies.tournaments.adjusted_share import adjust_share
from onirium.studies.tournaments.pairing import (
    Lineup,
    LineupJob,
    LineupJobResult,
    deal_points,
    games_per_deal,
    run_lineup_job,
)
from onirium.studies.tournaments.rating import Matchup, Rating, estimate_ratings, estimate_share
from onirium.studies.tournaments.schedule import Pairing, Schedule, TournamentConfig
from onirium.studies.tournaments.sprt import GeneralizedSPRT, Verdict


class PlayerStanding(msgspec.Struct, frozen=True, kw_only=True):
    """The rating and the score of a player.

    Attributes:
        player: its name.
        elo: its Elo rating relative to the first player of the configuration.
        elo_low: the lower end of its 95 % interval; None if it is infinite.
        elo_high: the upper end.
        games: the number of games; in a competitive game counted once for each of its seats.
        points: its points; all seats share the point of a competitive game without a winner.
        ms_per_decision: the mean time of a decision in milliseconds.
    """

    player: str
    elo: float
    elo_low: float | None
    elo_high: float | None
    games: int
    points: float
    ms_per_decision: float


class PairingResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of two players against each other.

    Attributes:
        first: the name of the first player.
        second: the name of the second player.
        deals: the number of deals that both played.
        points: the points of the first player, per seat.
        points_against: the points of the second player, per seat.
        share: the share of the first player in the points of both.
        share_low: the lower end of its 95 % interval.
        share_high: the upper end.
        log_likelihood_ratio: the log-likelihood ratio of the test; None without one.
        verdict: the verdict of the test; None without one.
        adjusted: the share adjusted for luck; None if luck is not measured, or with few deals.
    """

    first: str
    second: str
    deals: int
    points: float
    points_against: float
    share: float
    share_low: float
    share_high: float
    log_likelihood_ratio: float | None
    verdict: Verdict | None
    adjusted: AdjustedShare | None = None


class TournamentResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a tournament.

    Attributes:
        game: the name of the game.
        options: its options that differ from their defaults.
        players: the players, in the order of the configuration.
        seed: the seed.
        lineups: the lineups; without competition one for each player.
        games_per_deal: the number of games that a lineup plays with each deal.
        games: the number of games that count.
        test: the test that ends pairings early; None without one.
        finished: whether no pairing needs more games.
        standings: the players, the strongest first.
        pairings: the result of every two players.
        provenance: the program, the players and the machine.
    """

    game: str
    options: dict[str, object]
    players: list[str]
    seed: int
    lineups: list[Lineup]
    games_per_deal: int
    games: int
    test: GeneralizedSPRT | None
    finished: bool
    standings: list[PlayerStanding]
    pairings: list[PairingResult]
    provenance: Provenance


def run_tournament(
    config: TournamentConfig,
    path: str | os.PathLike[str],
    on_progress: Callable[[int, int], None] | None = None,
) -> TournamentResult:
    """Play a tournament, except the games in its checkpoint file.

    An interrupt ends it early; it has a result if every pairing has a finished deal.

    Args:
        config: the game, the players and the number of games.
        path: the checkpoint file.
        on_progress: called after each job with the number of finished games and the expected total.

    Raises:
        CheckpointError: if the checkpoint cannot be used or belongs to another tournament.
        ExecutorError: if the workers are killed repeatedly, or the cluster cannot be joined.
        ValueError: if the number of workers is invalid.

    >>> import onirium, tempfile
    >>> config = TournamentConfig(onirium.load("onirim"), ("random", "greedy"), 4, workers=1)
    >>> result = run_tournament(config, f"{tempfile.mkdtemp()}/games.jsonl")
    >>> result.games, [standing.player for standing in result.standings][0]
    (8, 'greedy')
    """
    fingerprint = {
        **build_fingerprint(),
        "game": config.game.name,
        "options": config.game.options,
        "seed": config.seed,
        "adjust_luck": config.adjust_luck,
        "luck_rollouts": config.luck_rollouts,
    }
    with CheckpointLog(path, fingerprint, LineupJobResult) as log:
        schedule = Schedule(config, log.results)
        try:
            _run_jobs(config, schedule, log, on_progress)
        except KeyboardInterrupt:
            if not all(pairing.deals for pairing in schedule.pairings):
                raise
        return _build_result(config, schedule)


def _run_jobs(
    config: TournamentConfig,
    schedule: Schedule,
    log: CheckpointLog[LineupJobResult],
    on_progress: Callable[[int, int], None] | None,
) -> None:
    """Run the remaining jobs, with a checkpoint after each."""
    submitted: list[LineupJob] = []

    def jobs() -> Iterator[LineupJob]:
        for job in schedule.remaining_jobs():
            submitted.append(job)
            yield job

    workers = resolve_executor(config.workers, schedule.job_count)
    completed = run_as_completed(run_lineup_job, jobs(), workers)
    with defer_interrupts() as interrupts:
        for index, result in interrupts.iterate(completed):
            log.append(submitted[index].key, result)
            schedule.update()
            if on_progress is not None:
                on_progress(*schedule.progress())
            if schedule.is_finished():
                return


def _build_result(config: TournamentConfig, schedule: Schedule) -> TournamentResult:
    game = config.game
    deals = sum(len(schedule.counted_deals(lineup)) for lineup in schedule.deals)
    return TournamentResult(
        game=game.name,
        options=game.options,
        players=list(config.players),
        seed=config.seed,
        lineups=list(schedule.deals),
        games_per_deal=games_per_deal(game),
        games=games_per_deal(game) * deals,
        test=config.test,
        finished=schedule.is_finished(),
        standings=_list_standings(config, schedule),
        pairings=[_pairing_result(pairing, config, schedule) for pairing in schedule.pairings],
        provenance=describe_provenance(describe_players(config.players, game)),
    )


def _list_standings(config: TournamentConfig, schedule: Schedule) -> list[PlayerStanding]:
    """Return the standings, the strongest player first."""
    game = config.game
    deals, points = Counter[str](), Counter[str]()
    for lineup in schedule.deals:
        for returns in schedule.counted_deals(lineup):
            deals.update(lineup if game.is_competitive() else lineup[:1])
            points.update(deal_points(game, lineup, returns))
    standings = [
        PlayerStanding(
            player=player,
            elo=rating.elo,
            elo_low=rating.low,
            elo_high=rating.high,
            games=deals[player] * games_per_deal(game),
            points=points[player],
            ms_per_decision=ms_per_decision(schedule.seconds[player], schedule.decisions[player]),
        )
        for player, rating in zip(config.players, _rate_players(config, schedule), strict=True)
    ]
    return sorted(standings, key=lambda standing: -standing.elo)


def _rate_players(config: TournamentConfig, schedule: Schedule) -> list[Rating]:
    indices = {player: index for index, player in enumerate(config.players)}
    matchups = []
    if config.game.is_competitive():
        for lineup in schedule.deals:
            seat_counts = Counter(lineup)
            deals = [
                tuple(deal_points(config.game, lineup, returns).values())
                for returns in schedule.counted_deals(lineup)
            ]
            players = tuple(indices[name] for name in seat_counts)
            matchups.append(Matchup(players, tuple(seat_counts.values()), config.game.seats, deals))
    else:
        for pairing in schedule.pairings:
            first, second = (indices[name] for name in pairing.players)
            matchups.append(Matchup((first, second), (1, 1), 1, pairing.deals))
    return estimate_ratings(matchups, len(config.players))


def _pairing_result(
    pairing: Pairing, config: TournamentConfig, schedule: Schedule
) -> PairingResult:
    share, low, high = estimate_share(pairing.deals)
    adjusted = None
    if config.adjust_luck:
        luck = [schedule.pairing_luck(pairing, deal) for deal in range(len(pairing.deals))]
        adjusted = adjust_share(pairing.deals, luck)
    return PairingResult(
        first=pairing.players[0],
        second=pairing.players[1],
        deals=len(pairing.deals),
        points=sum(points.ours for points in pairing.deals),
        points_against=sum(points.theirs for points in pairing.deals),
        share=share,
        share_low=low,
        share_high=high,
        log_likelihood_ratio=None if config.test is None else pairing.log_likelihood_ratio,
        verdict=None if config.test is None else pairing.verdict,
        adjusted=adjusted,
    )
