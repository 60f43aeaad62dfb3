"""Counts over many games."""

from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from onirium.studies.luck.control_variates import ControlSums

Number = TypeVar("Number", int, float)


class GameResult(NamedTuple):
    """The result of one game.

    Attributes:
        deal: the index of its deal.
        rotation: the number of seats by which the players have moved on.
        decisions: the number of decisions.
        returns: the return of each seat.
    """

    deal: int
    rotation: int
    decisions: int
    returns: list[float]


@dataclass
class Tally:
    """Counts over some games; tallies can be added in any order.

    A player is an entry of the list of bots, in whichever seat it plays.

    Attributes:
        deals: the number of deals.
        games: the number of games; with rotation several for each deal.
        steps: the number of decisions and chance outcomes.
        actions: for each action, the number of times that it was taken.
        lengths: for each number of decisions in a game, the number of games.
        wins: for each player, the number of games won.
        squared_wins: for each player, the sum over the deals of the square of the games won.
        returns: for each player, the sum of its returns.
        timed_decisions: for each player, the number of timed decisions.
        timed_seconds: for each player, the time that they took.
        luck: for each player and fold, the sums for control variates; empty if luck is not
            measured.
    """

    deals: int
    games: int
    steps: int
    actions: list[int]
    lengths: dict[int, int]
    wins: list[int]
    squared_wins: list[int]
    returns: list[float]
    timed_decisions: list[int]
    timed_seconds: list[float]
    luck: list[list[ControlSums]] = field(default_factory=list)

    @classmethod
    def empty(cls, players: int, actions: int) -> "Tally":
        """Return a tally of no games."""
        return cls(
            deals=0,
            games=0,
            steps=0,
            actions=[0] * actions,
            lengths={},
            wins=[0] * players,
            squared_wins=[0] * players,
            returns=[0.0] * players,
            timed_decisions=[0] * players,
            timed_seconds=[0.0] * players,
        )

    def add(self, other: "Tally") -> None:
        """Add the counts of another tally."""
        self.deals += other.deals
        self.games += other.games
        self.steps += other.steps
        self.actions = _add(self.actions, other.actions)
        self.wins = _add(self.wins, other.wins)
        self.squared_wins = _add(self.squared_wins, other.squared_wins)
        self.returns = _add(self.returns, other.returns)
        self.timed_decisions = _add(self.timed_decisions, other.timed_decisions)
        self.timed_seconds = _add(self.timed_seconds, other.timed_seconds)
        self._add_luck(other.luck)
        for length, count in other.lengths.items():
            self.lengths[length] = self.lengths.get(length, 0) + count

    def _add_luck(self, luck: list[list[ControlSums]]) -> None:
        if not self.luck:
            self.luck = [[ControlSums() for _ in folds] for folds in luck]
        for own, others in zip(self.luck, luck, strict=True):
            for sums, more in zip(own, others, strict=True):
                sums.add(more)


def _add(left: list[Number], right: list[Number]) -> list[Number]:
    return [a + b for a, b in zip(left, right, strict=True)]
