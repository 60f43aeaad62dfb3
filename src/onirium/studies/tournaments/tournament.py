"""Tournaments: everybody plays everybody, each deal from every seat, until it is clear enough."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from onirium.bots.registry import bot_names, check_bot
from onirium.core.game import Game
from onirium.studies.compute.checkpoint import CheckpointLog
from onirium.studies.compute.processes import Workers, resolve_executor, run_as_completed
from onirium.studies.tournaments.pairing import (
    Lineup,
    LineupJob,
    LineupJobResult,
    deal_points,
    games_per_deal,
    is_contested,
    run_lineup_job,
)
from onirium.studies.tournaments.rating import Matchup, Rating, estimate_ratings, estimate_share
from onirium.studies.tournaments.schedule import Pairing, Schedule, TournamentConfig
from onirium.studies.tournaments.sprt import GeneralizedSPRT, Verdict


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How a player stands.

    Attributes:
        player: its name.
        elo: by how many Elo points it is stronger than the player named first.
        elo_low: the lower end of the 95 % interval of that; None if nothing bounds it.
        elo_high: the upper end.
        games: how many games it played; a game counts for each seat that it took.
        points: how many of them it won; those that nobody won are shared by all seats.
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
    """How two players fared against each other.

    Attributes:
        first: the name of the one.
        second: the name of the other.
        deals: how many deals both played.
        points: what the first won of them, by seat.
        against: what the second won.
        share: what the first won of all that the two won.
        share_low: the lower end of the 95 % interval of that.
        share_high: the upper end.
        ratio: the log-likelihood ratio of the test; None without one.
        finding: what the test has found; None without one.
    """

    first: str
    second: str
    deals: int
    points: float
    against: float
    share: float
    share_low: float
    share_high: float
    ratio: float | None
    finding: Verdict | None


class TournamentResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a tournament has found.

    Attributes:
        game: the name of the game.
        options: its options, as far as they differ from their defaults.
        seats: the players, as they were named.
        seed: the seed; with the same seed, players and options the same games are played.
        budget_ms: for how many milliseconds ``strong`` thought at most, if that was chosen.
        lineups: who sat together; if nobody is a rival, who played for itself.
        games_per_deal: how many games are played at a lineup with the cards of a deal.
        games: how many games count.
        test: what ended pairings before, if anything.
        finished: whether everything that was wanted has been played.
        standings: how the players stand, the strongest first.
        pairings: how each two fared.
    """

    game: str
    options: dict[str, Any]
    seats: list[str]
    seed: int
    budget_ms: float | None
    lineups: list[Lineup]
    games_per_deal: int
    games: int
    test: GeneralizedSPRT | None
    finished: bool
    standings: list[Standing]
    pairings: list[PairingResult]


def run_tournament(
    game: Game,
    seats: Sequence[str],
    games: int,
    path: Path,
    *,
    seed: int = 1,
    test: GeneralizedSPRT | None = None,
    workers: Workers | None = None,
    budget_ms: float | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> TournamentResult:
    """Let everybody play everybody.

    Args:
        game: the game with its options.
        seats: the names of the players; ratings are relative to the first.
        games: how many games at each lineup at most, rounded up to whole deals.
        path: the file where finished games are kept; those that are there are not played again.
        seed: what makes it repeatable; the result is the same for any number of workers.
        test: when to end a pairing before.
        workers: who plays; by default a process for each processor.
        budget_ms: for how many milliseconds ``strong`` thinks about a decision at most.
        on_progress: told how many games are played, and how many there will be as it looks.

    An interrupt ends it early: what is finished by then is the result, once every lineup has
    finished something.

    Raises:
        UnknownBot: if the game has no such player.
        CheckpointError: if the file cannot be used, or holds another tournament.
        ValueError: if the number of players, games or workers cannot be.

    >>> import onirium, tempfile
    >>> game, path = onirium.load("onirim"), Path(tempfile.mkdtemp(), "games.jsonl")
    >>> found = run_tournament(game, ["random", "greedy"], 4, path, workers=1)
    >>> found.games, [standing.player for standing in found.standings][0]
    (8, 'greedy')
    """
    _check(game, seats, games)
    terms = TournamentConfig(game, tuple(seats), games, seed, test, budget_ms)
    about = {"onirium": version("onirium"), "game": game.name, "options": game.options}
    with CheckpointLog(
        path, {**about, "seed": seed, "budget_ms": budget_ms}, LineupJobResult
    ) as journal:
        contest = Schedule(terms, journal.kept)
        try:
            _play(contest, journal, resolve_executor(workers, games), on_progress)
        except KeyboardInterrupt:
            if not all(pair.deals for pair in contest.pairs):
                raise
        return _result(terms, contest)


def _check(game: Game, seats: Sequence[str], games: int) -> None:
    if games < 1:
        raise ValueError(f"{games} games cannot be played; at least 1 can")
    for name, count in Counter(seats).items():
        check_bot(name, game)
        if count > 1:
            raise ValueError(f"{name} is named {count} times: each player takes part once")
    if len(seats) < 2:  # noqa: PLR2004 - it takes two
        there_are = ", ".join(bot_names(game))
        raise ValueError(f"a tournament needs two players or more; there are: {there_are}")


def _play(
    contest: Schedule,
    journal: CheckpointLog[LineupJobResult],
    workers: Workers,
    on_progress: Callable[[int, int], None] | None,
) -> None:
    """Play what is left; each piece is kept when it is finished."""
    asked: list[LineupJob] = []

    def pieces() -> Iterator[LineupJob]:
        for piece in contest.left():
            asked.append(piece)
            yield piece

    for place, played in run_as_completed(run_lineup_job, pieces(), workers):
        journal.keep(asked[place].key, played)
        contest.go_on()
        if on_progress is not None:
            on_progress(*contest.progress())
        if contest.is_over():
            return


def _result(terms: TournamentConfig, contest: Schedule) -> TournamentResult:
    game = terms.game
    counted = [len(contest.counted(lineup)) for lineup in contest.deals]
    return TournamentResult(
        game=game.name,
        options=game.options,
        seats=list(terms.players),
        seed=terms.seed,
        budget_ms=terms.budget_ms,
        lineups=list(contest.deals),
        games_per_deal=games_per_deal(game),
        games=games_per_deal(game) * sum(counted),
        test=terms.test,
        finished=contest.is_over(),
        standings=_standings(terms, contest),
        pairings=[_pairing(pair, terms.test) for pair in contest.pairs],
    )


def _standings(terms: TournamentConfig, contest: Schedule) -> list[Standing]:
    """Return how the players stand, the strongest first."""
    deals, points = Counter[str](), Counter[str]()
    for lineup in contest.deals:
        for returns in contest.counted(lineup):
            deals.update(lineup if is_contested(terms.game) else lineup[:1])
            points.update(deal_points(terms.game, lineup, returns))
    standings = [
        Standing(
            player=player,
            elo=rating.elo,
            elo_low=rating.low,
            elo_high=rating.high,
            games=deals[player] * games_per_deal(terms.game),
            points=points[player],
            ms_per_decision=1000 * contest.seconds[player] / max(contest.decisions[player], 1),
        )
        for player, rating in zip(terms.players, _ratings(terms, contest), strict=True)
    ]
    return sorted(standings, key=lambda standing: -standing.elo)


def _ratings(terms: TournamentConfig, contest: Schedule) -> list[Rating]:
    numbers = {player: number for number, player in enumerate(terms.players)}
    meetings = []
    if is_contested(terms.game):
        for lineup in contest.deals:
            seats = Counter(lineup)
            deals = [
                tuple(deal_points(terms.game, lineup, returns).values())
                for returns in contest.counted(lineup)
            ]
            players = tuple(numbers[name] for name in seats)
            meetings.append(Matchup(players, tuple(seats.values()), terms.game.seats, deals))
    else:
        for pair in contest.pairs:
            one, other = (numbers[name] for name in pair.players)
            meetings.append(Matchup((one, other), (1, 1), 1, pair.deals))
    return estimate_ratings(meetings, len(terms.players))


def _pairing(pair: Pairing, test: GeneralizedSPRT | None) -> PairingResult:
    share, low, high = estimate_share(pair.deals)
    return PairingResult(
        first=pair.players[0],
        second=pair.players[1],
        deals=len(pair.deals),
        points=sum(points.ours for points in pair.deals),
        against=sum(points.theirs for points in pair.deals),
        share=share,
        share_low=low,
        share_high=high,
        ratio=None if test is None else pair.ratio,
        finding=None if test is None else pair.finding,
    )
