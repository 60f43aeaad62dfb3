"""The schedule of a tournament: the configuration, the pairings and the jobs that remain."""

import math
import operator
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from itertools import combinations
from typing import Final

from onirium.bots.registry import bot_names
from onirium.core.game import Game
from onirium.studies.compute.processes import Workers
from onirium.studies.luck.luck_meter import check_luck
from onirium.studies.players.registry import check_player, player_hashes
from onirium.studies.simulation.simulate import check_game_count
from onirium.studies.tournaments.pairing import (
    Lineup,
    LineupJob,
    LineupJobResult,
    deal_points,
    deals_per_job,
    games_per_deal,
    job_key,
    list_lineups,
)
from onirium.studies.tournaments.sprt import DealPoints, GeneralizedSPRT, Verdict

THEIR_LUCK: Final = 1000
OTHERS_LUCK: Final = 2000
"""Offsets of the control variates of the second player of a pairing, and of all others."""


@dataclass(frozen=True)
class TournamentConfig:
    """A request for a tournament.

    Attributes:
        game: the game with its options.
        players: the names of the players of the tournament; ratings are relative to the first one.
        games: the maximum number of games of each lineup, 1 to ``MAX_GAMES``, rounded up to whole
            deals.
        seed: the seed; a tournament with the same seed, players and options plays the same games.
        test: the test that ends a pairing early; None to play all games.
        adjust_luck: whether luck is measured, and shares are adjusted for it.
        luck_rollouts: the number of rollouts that value each chance outcome for it; 0 for none.
        workers: the workers; by default a process for each processor. Results do not depend on it.

    Raises:
        WeightsError: if luck is measured and the game has no network.
        ValueError: if there is no such player, there are fewer than two players, a player twice,
            or no games, or a game with one seat is to have rollouts.
    """

    game: Game
    players: tuple[str, ...]
    games: int
    seed: int = 1
    _: KW_ONLY
    test: GeneralizedSPRT | None = None
    adjust_luck: bool = False
    luck_rollouts: int = 0
    workers: Workers | None = None

    def __post_init__(self) -> None:
        """Validate the configuration."""
        object.__setattr__(self, "games", operator.index(self.games))
        object.__setattr__(self, "seed", operator.index(self.seed))
        check_game_count(self.games)
        for name, count in Counter(self.players).items():
            check_player(name, self.game)
            if count > 1:
                raise ValueError(f"{name} is listed {count} times; list each player once")
        if len(self.players) < 2:  # noqa: PLR2004 - a single player has no opponent
            available = ", ".join(bot_names(self.game))
            raise ValueError(f"a tournament needs at least two players; available: {available}")
        check_luck(self.game, self.luck_rollouts, is_measured=self.adjust_luck)


class Pairing:
    """Two players, and the points of both in the deals that they share.

    Attributes:
        players: the two players, in the order of the configuration.
        lineups: the lineups with both; in a game without competition the lineups of either.
        deals: the points of each deal, up to the one at which the test stopped.
        log_likelihood_ratio: the log-likelihood ratio of the test.
        verdict: the verdict of the test.
    """

    def __init__(
        self,
        players: tuple[str, str],
        lineups: list[Lineup],
        games_per_deal: int,
        test: GeneralizedSPRT | None,
    ) -> None:
        self.players = players
        self.lineups = lineups
        self.deals: list[DealPoints] = []
        self.log_likelihood_ratio = 0.0
        self.verdict = Verdict.OPEN
        self._games_per_deal = games_per_deal
        self._test = test
        self._counts: Counter[DealPoints] = Counter()

    def add_deal(self, points: DealPoints) -> None:
        """Add the points of the next deal."""
        self.deals.append(points)
        if self._test is not None:
            self._counts[points] += 1
            ratio = self._test.log_likelihood_ratio(self._counts, self._games_per_deal)
            self.log_likelihood_ratio = ratio
            self.verdict = self._test.verdict(ratio)

    def expected_deals(self, max_deals: int) -> int:
        """Return the expected number of deals at the end, by extrapolation of the test."""
        if self.verdict is not Verdict.OPEN:
            return len(self.deals)
        if self._test is None or self.log_likelihood_ratio == 0:
            return max_deals
        low, high = self._test.thresholds()
        factor = (high if self.log_likelihood_ratio > 0 else low) / self.log_likelihood_ratio
        return min(max_deals, math.ceil(len(self.deals) * factor))


class Schedule:
    """The finished deals of each lineup, the pairings that they decide, and the remaining jobs.

    Deals count in the order of their numbers, whichever job finished first, and those after the
    verdict of a test do not count. So results depend neither on workers nor on interruptions.

    Args:
        config: the configuration of the tournament.
        finished_jobs: the results of finished jobs by their keys. The mapping may grow afterwards.

    Attributes:
        deals: for each lineup the returns of its consecutive finished deals.
        luck: for each lineup the luck of the same deals; empty if luck is not measured.
        max_deals: the maximum number of deals of a lineup.
        pairings: the pairing of every two players.
        decisions: for each player, the number of timed decisions.
        seconds: for each player, the time that they took.
    """

    def __init__(
        self, config: TournamentConfig, finished_jobs: Mapping[str, LineupJobResult]
    ) -> None:
        self._config = config
        self._finished_jobs = finished_jobs
        self.deals: dict[Lineup, list[list[float]]] = {
            lineup: [] for lineup in list_lineups(config.game, config.players)
        }
        self.luck: dict[Lineup, list[list[dict[int, float]]]] = {
            lineup: [] for lineup in self.deals
        }
        self.max_deals = -(-config.games // games_per_deal(config.game))
        self.decisions = Counter[str]()
        self.seconds = dict.fromkeys(config.players, 0.0)
        self.pairings = [
            self._create_pairing(players) for players in combinations(config.players, 2)
        ]
        self.update()

    def update(self) -> None:
        """Count the results of newly finished jobs."""
        for lineup, deals in self.deals.items():
            while result := self._finished_jobs.get(job_key(lineup, len(deals))):
                deals.extend(result.returns)
                self.luck[lineup].extend(result.luck)
                for index, name in enumerate(lineup):
                    self.decisions[name] += result.decisions[index]
                    self.seconds[name] += result.seconds[index]
        for pairing in self.pairings:
            finished = min(self.max_deals, *(len(self.deals[lineup]) for lineup in pairing.lineups))
            while pairing.verdict is Verdict.OPEN and len(pairing.deals) < finished:
                pairing.add_deal(self._pairing_points(pairing, len(pairing.deals)))

    def is_open(self, lineup: Lineup) -> bool:
        """Return whether a pairing of a lineup needs more deals."""
        return any(
            pairing.verdict is Verdict.OPEN and len(pairing.deals) < self.max_deals
            for pairing in self.pairings
            if lineup in pairing.lineups
        )

    def is_finished(self) -> bool:
        """Return whether no pairing needs more deals."""
        return not any(self.is_open(lineup) for lineup in self.deals)

    def counted_deals(self, lineup: Lineup) -> list[list[float]]:
        """Return the deals of a lineup up to the end of its longest pairing."""
        end = max(len(pairing.deals) for pairing in self.pairings if lineup in pairing.lineups)
        return self.deals[lineup][:end]

    @property
    def job_count(self) -> int:
        """The maximum number of jobs of all lineups."""
        game = self._config.game
        return sum(-(-self.max_deals // deals_per_job(game, lineup)) for lineup in self.deals)

    def remaining_jobs(self) -> Iterator[LineupJob]:
        """Yield the jobs to run next, alternating between lineups, until all pairings are decided.

        Jobs are generated lazily, so that a verdict found meanwhile stops those of its lineups.
        """
        config = self._config
        scheduled = {lineup: len(deals) for lineup, deals in self.deals.items()}
        while any(self._needs_deal(lineup, first) for lineup, first in scheduled.items()):
            for lineup, first in scheduled.items():
                if result := self._finished_jobs.get(job_key(lineup, first)):
                    scheduled[lineup] += len(result.returns)
                elif self._needs_deal(lineup, first):
                    deals = min(deals_per_job(config.game, lineup), self.max_deals - first)
                    scheduled[lineup] += deals
                    yield LineupJob(
                        game=config.game.name,
                        options=config.game.options,
                        lineup=lineup,
                        seed=config.seed,
                        first=first,
                        deals=deals,
                        adjust_luck=config.adjust_luck,
                        luck_rollouts=config.luck_rollouts,
                        hashes=player_hashes(lineup),
                    )

    def pairing_luck(self, pairing: Pairing, deal: int) -> dict[int, float]:
        """Return the luck of a deal as control variates for the points of two players.

        The luck of the first player, of the second and of all others is kept apart by step.
        """
        ours, theirs = pairing.players
        luck: dict[int, float] = {}
        for lineup in pairing.lineups:
            for name, by_step in zip(lineup, self.luck[lineup][deal], strict=True):
                offset = 0 if name == ours else THEIR_LUCK if name == theirs else OTHERS_LUCK
                for step, value in by_step.items():
                    luck[offset + step] = luck.get(offset + step, 0.0) + value
        return luck

    def progress(self) -> tuple[int, int]:
        """Return the number of finished games, and the expected number at the end."""
        finished = total = 0
        for lineup, deals in self.deals.items():
            played = min(len(deals), self.max_deals)
            pairings = [pairing for pairing in self.pairings if lineup in pairing.lineups]
            finished += played
            total += max(played, *(pairing.expected_deals(self.max_deals) for pairing in pairings))
        games = games_per_deal(self._config.game)
        return finished * games, total * games

    def _create_pairing(self, players: tuple[str, str]) -> Pairing:
        game, test = self._config.game, self._config.test
        if game.is_competitive():
            lineups = [lineup for lineup in self.deals if set(players) <= set(lineup)]
            return Pairing(players, lineups, len(lineups) * game.seats, test)
        return Pairing(players, [lineup for lineup in self.deals if lineup[0] in players], 1, test)

    def _needs_deal(self, lineup: Lineup, deal: int) -> bool:
        return deal < self.max_deals and self.is_open(lineup)

    def _pairing_points(self, pairing: Pairing, deal: int) -> DealPoints:
        """Return the points of two players for a deal.

        In a competitive game these are their points per seat, summed over their lineups. Otherwise
        the player with the higher return has one point, or each has half a point.
        """
        game = self._config.game
        ours, theirs = pairing.players
        our_points = their_points = 0.0
        for lineup in pairing.lineups:
            points = deal_points(game, lineup, self.deals[lineup][deal])
            our_points += points.get(ours, 0.0) / max(lineup.count(ours), 1)
            their_points += points.get(theirs, 0.0) / max(lineup.count(theirs), 1)
        if game.is_competitive():
            return DealPoints(our_points, their_points)
        comparison = (our_points > their_points) - (our_points < their_points)
        return DealPoints((1 + comparison) / 2, (1 - comparison) / 2)
