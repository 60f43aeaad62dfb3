"""A contest that goes on: what has been played, what it has shown of each pair, what is left."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from onirium.core.game import Game
from onirium.studies.tournaments.pairing import (
    Piece,
    Played,
    Table,
    deals_of_a_piece,
    games_of_a_deal,
    is_contested,
    key,
    points_of,
    tables_of,
)
from onirium.studies.tournaments.sprt import Finding, Points, SequentialTest


class Terms(NamedTuple):
    """What a contest is to be.

    Attributes:
        game: the game with its options.
        players: the names of those who take part.
        games: how many games are played at each table at most, rounded up to whole deals.
        seed: what makes it repeatable.
        test: when to end a pairing before, if at all.
        budget_ms: for how many milliseconds ``strong`` thinks about a decision at most.
    """

    game: Game
    players: Sequence[str]
    games: int
    seed: int
    test: SequentialTest | None
    budget_ms: float | None


class Pair:
    """Two players, and what they have won where they met.

    Attributes:
        players: the two, in the order in which they were named.
        tables: where they met; if everybody plays for itself, the tables of both.
        deals: what they have won, deal by deal, up to the one after which the test found something.
        ratio: the log-likelihood ratio of the test.
        finding: what the test has found.
    """

    def __init__(
        self,
        players: tuple[str, str],
        tables: Sequence[Table],
        games: int,
        test: SequentialTest | None,
    ) -> None:
        self.players = players
        self.tables = tables
        self.deals: list[Points] = []
        self.ratio = 0.0
        self.finding = Finding.OPEN
        self._games = games
        self._test = test
        self._counts: Counter[Points] = Counter()

    def count(self, points: Points) -> None:
        """Count one more deal."""
        self.deals.append(points)
        if self._test is not None:
            self._counts[points] += 1
            self.ratio = self._test.ratio(self._counts, self._games)
            self.finding = self._test.finding(self.ratio)

    def forecast(self, most: int) -> int:
        """Return after how many deals this ends, if it goes on as it went."""
        if self.finding is not Finding.OPEN:
            return len(self.deals)
        if self._test is None or self.ratio == 0:
            return most
        low, high = self._test.limits()
        needed = (high if self.ratio > 0 else low) / self.ratio
        return min(most, math.ceil(len(self.deals) * needed))


class Contest:
    """What has been played at each table, and what it has shown of each pair.

    Deals count in their order, whoever played them and whatever was finished first; those after a
    test has found something do not count. So neither workers nor interruptions change a result.

    Args:
        terms: what the contest is to be.
        kept: what is finished, by the keys of the pieces; it may grow meanwhile.

    Attributes:
        deals: for each table, what its players have won of each deal, without a gap.
        most: how many deals are played at each table at most.
        pairs: each two players.
        decisions: for each player, how many decisions were timed.
        seconds: for each player, how long those took.
    """

    def __init__(self, terms: Terms, kept: Mapping[str, Played]) -> None:
        self._terms = terms
        self._kept = kept
        self.deals: dict[Table, list[list[float]]] = {
            table: [] for table in tables_of(terms.game, terms.players)
        }
        self.most = -(-terms.games // games_of_a_deal(terms.game))
        self.decisions = Counter[str]()
        self.seconds = dict.fromkeys(terms.players, 0.0)
        self.pairs = [self._pair(players) for players in combinations(terms.players, 2)]
        self.go_on()

    def go_on(self) -> None:
        """Count what has been finished."""
        for table, deals in self.deals.items():
            while played := self._kept.get(key(table, len(deals))):
                deals.extend(played.returns)
                for place, name in enumerate(table):
                    self.decisions[name] += played.decisions[place]
                    self.seconds[name] += played.seconds[place]
        for pair in self.pairs:
            there = min(self.most, *(len(self.deals[table]) for table in pair.tables))
            while pair.finding is Finding.OPEN and len(pair.deals) < there:
                pair.count(self._points(pair, len(pair.deals)))

    def is_open(self, table: Table) -> bool:
        """Tell whether anything is still to be found at a table."""
        return any(
            pair.finding is Finding.OPEN and len(pair.deals) < self.most
            for pair in self.pairs
            if table in pair.tables
        )

    def is_over(self) -> bool:
        """Tell whether nothing is left to be found."""
        return not any(self.is_open(table) for table in self.deals)

    def counted(self, table: Table) -> list[list[float]]:
        """Return the deals of a table that count."""
        last = max(len(pair.deals) for pair in self.pairs if table in pair.tables)
        return self.deals[table][:last]

    def left(self) -> Iterator[Piece]:
        """Yield what is to be played, table by table, as long as anything is to be found."""
        game, _, _, seed, _, budget_ms = self._terms
        asked = {table: len(deals) for table, deals in self.deals.items()}
        while any(self._wants(table, first) for table, first in asked.items()):
            for table, first in asked.items():
                if played := self._kept.get(key(table, first)):
                    asked[table] += len(played.returns)
                elif self._wants(table, first):
                    deals = min(deals_of_a_piece(game, table), self.most - first)
                    asked[table] += deals
                    yield Piece(game.name, game.options, table, seed, budget_ms, first, deals)

    def progress(self) -> tuple[int, int]:
        """Return how many games are played, and how many there will be if it goes on like this."""
        done = total = 0
        for table, deals in self.deals.items():
            played = min(len(deals), self.most)
            pairs = [pair for pair in self.pairs if table in pair.tables]
            done += played
            total += max(played, *(pair.forecast(self.most) for pair in pairs))
        games = games_of_a_deal(self._terms.game)
        return done * games, total * games

    def _pair(self, players: tuple[str, str]) -> Pair:
        game, test = self._terms.game, self._terms.test
        if is_contested(game):
            tables = [table for table in self.deals if set(players) <= set(table)]
            return Pair(players, tables, len(tables) * game.seats, test)
        return Pair(players, [table for table in self.deals if table[0] in players], 1, test)

    def _wants(self, table: Table, first: int) -> bool:
        return first < self.most and self.is_open(table)

    def _points(self, pair: Pair, deal: int) -> Points:
        """Return what two players have won of a deal: by seat, or who did better with it."""
        game = self._terms.game
        ours, theirs = pair.players
        ours_won = theirs_won = 0.0
        for table in pair.tables:
            won = points_of(game, table, self.deals[table][deal])
            ours_won += won.get(ours, 0.0) / max(table.count(ours), 1)
            theirs_won += won.get(theirs, 0.0) / max(table.count(theirs), 1)
        if is_contested(game):
            return Points(ours_won, theirs_won)
        better = (ours_won > theirs_won) - (ours_won < theirs_won)
        return Points((1 + better) / 2, (1 - better) / 2)
