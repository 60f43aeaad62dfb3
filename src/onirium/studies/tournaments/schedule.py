"""A contest that goes on: what has been played, what it has shown of each pair, what is left."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from onirium.core.game import Game
from onirium.studies.tournaments.pairing import (
    Lineup,
    LineupJob,
    LineupJobResult,
    deal_points,
    deals_per_job,
    games_per_deal,
    is_contested,
    job_key,
    list_lineups,
)
from onirium.studies.tournaments.sprt import DealPoints, GeneralizedSPRT, Verdict


class TournamentConfig(NamedTuple):
    """What a contest is to be.

    Attributes:
        game: the game with its options.
        players: the names of those who take part.
        games: how many games are played at each lineup at most, rounded up to whole deals.
        seed: what makes it repeatable.
        test: when to end a pairing before, if at all.
        budget_ms: for how many milliseconds ``strong`` thinks about a decision at most.
    """

    game: Game
    players: Sequence[str]
    games: int
    seed: int
    test: GeneralizedSPRT | None
    budget_ms: float | None


class Pairing:
    """Two players, and what they have won where they met.

    Attributes:
        players: the two, in the order in which they were named.
        lineups: where they met; if everybody plays for itself, the lineups of both.
        deals: what they have won, deal by deal, up to the one after which the test found something.
        ratio: the log-likelihood ratio of the test.
        finding: what the test has found.
    """

    def __init__(
        self,
        players: tuple[str, str],
        lineups: Sequence[Lineup],
        games: int,
        test: GeneralizedSPRT | None,
    ) -> None:
        self.players = players
        self.lineups = lineups
        self.deals: list[DealPoints] = []
        self.ratio = 0.0
        self.finding = Verdict.OPEN
        self._games = games
        self._test = test
        self._counts: Counter[DealPoints] = Counter()

    def count(self, points: DealPoints) -> None:
        """Count one more deal."""
        self.deals.append(points)
        if self._test is not None:
            self._counts[points] += 1
            self.ratio = self._test.ratio(self._counts, self._games)
            self.finding = self._test.finding(self.ratio)

    def forecast(self, most: int) -> int:
        """Return after how many deals this ends, if it goes on as it went."""
        if self.finding is not Verdict.OPEN:
            return len(self.deals)
        if self._test is None or self.ratio == 0:
            return most
        low, high = self._test.limits()
        needed = (high if self.ratio > 0 else low) / self.ratio
        return min(most, math.ceil(len(self.deals) * needed))


class Schedule:
    """What has been played at each lineup, and what it has shown of each pair.

    Deals count in their order, whoever played them and whatever was finished first; those after a
    test has found something do not count. So neither workers nor interruptions change a result.

    Args:
        terms: what the contest is to be.
        kept: what is finished, by the keys of the pieces; it may grow meanwhile.

    Attributes:
        deals: for each lineup, what its players have won of each deal, without a gap.
        most: how many deals are played at each lineup at most.
        pairs: each two players.
        decisions: for each player, how many decisions were timed.
        seconds: for each player, how long those took.
    """

    def __init__(self, terms: TournamentConfig, kept: Mapping[str, LineupJobResult]) -> None:
        self._terms = terms
        self._kept = kept
        self.deals: dict[Lineup, list[list[float]]] = {
            lineup: [] for lineup in list_lineups(terms.game, terms.players)
        }
        self.most = -(-terms.games // games_per_deal(terms.game))
        self.decisions = Counter[str]()
        self.seconds = dict.fromkeys(terms.players, 0.0)
        self.pairs = [self._pair(players) for players in combinations(terms.players, 2)]
        self.go_on()

    def go_on(self) -> None:
        """Count what has been finished."""
        for lineup, deals in self.deals.items():
            while played := self._kept.get(job_key(lineup, len(deals))):
                deals.extend(played.returns)
                for place, name in enumerate(lineup):
                    self.decisions[name] += played.decisions[place]
                    self.seconds[name] += played.seconds[place]
        for pair in self.pairs:
            there = min(self.most, *(len(self.deals[lineup]) for lineup in pair.lineups))
            while pair.finding is Verdict.OPEN and len(pair.deals) < there:
                pair.count(self._points(pair, len(pair.deals)))

    def is_open(self, lineup: Lineup) -> bool:
        """Tell whether anything is still to be found at a lineup."""
        return any(
            pair.finding is Verdict.OPEN and len(pair.deals) < self.most
            for pair in self.pairs
            if lineup in pair.lineups
        )

    def is_over(self) -> bool:
        """Tell whether nothing is left to be found."""
        return not any(self.is_open(lineup) for lineup in self.deals)

    def counted(self, lineup: Lineup) -> list[list[float]]:
        """Return the deals of a lineup that count."""
        last = max(len(pair.deals) for pair in self.pairs if lineup in pair.lineups)
        return self.deals[lineup][:last]

    def left(self) -> Iterator[LineupJob]:
        """Yield what is to be played, lineup by lineup, as long as anything is to be found."""
        game, _, _, seed, _, budget_ms = self._terms
        asked = {lineup: len(deals) for lineup, deals in self.deals.items()}
        while any(self._wants(lineup, first) for lineup, first in asked.items()):
            for lineup, first in asked.items():
                if played := self._kept.get(job_key(lineup, first)):
                    asked[lineup] += len(played.returns)
                elif self._wants(lineup, first):
                    deals = min(deals_per_job(game, lineup), self.most - first)
                    asked[lineup] += deals
                    yield LineupJob(game.name, game.options, lineup, seed, budget_ms, first, deals)

    def progress(self) -> tuple[int, int]:
        """Return how many games are played, and how many there will be if it goes on like this."""
        done = total = 0
        for lineup, deals in self.deals.items():
            played = min(len(deals), self.most)
            pairs = [pair for pair in self.pairs if lineup in pair.lineups]
            done += played
            total += max(played, *(pair.forecast(self.most) for pair in pairs))
        games = games_per_deal(self._terms.game)
        return done * games, total * games

    def _pair(self, players: tuple[str, str]) -> Pairing:
        game, test = self._terms.game, self._terms.test
        if is_contested(game):
            lineups = [lineup for lineup in self.deals if set(players) <= set(lineup)]
            return Pairing(players, lineups, len(lineups) * game.seats, test)
        return Pairing(players, [lineup for lineup in self.deals if lineup[0] in players], 1, test)

    def _wants(self, lineup: Lineup, first: int) -> bool:
        return first < self.most and self.is_open(lineup)

    def _points(self, pair: Pairing, deal: int) -> DealPoints:
        """Return what two players have won of a deal: by seat, or who did better with it."""
        game = self._terms.game
        ours, theirs = pair.players
        ours_won = theirs_won = 0.0
        for lineup in pair.lineups:
            won = deal_points(game, lineup, self.deals[lineup][deal])
            ours_won += won.get(ours, 0.0) / max(lineup.count(ours), 1)
            theirs_won += won.get(theirs, 0.0) / max(lineup.count(theirs), 1)
        if is_contested(game):
            return DealPoints(ours_won, theirs_won)
        better = (ours_won > theirs_won) - (ours_won < theirs_won)
        return DealPoints((1 + better) / 2, (1 - better) / 2)
