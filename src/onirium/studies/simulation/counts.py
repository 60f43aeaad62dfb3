"""What is counted over many games."""

from dataclasses import dataclass
from typing import TypeVar

Number = TypeVar("Number", int, float)


@dataclass
class Tally:
    """What has been counted over some games; tallies add up, in whatever order.

    Attributes:
        deals: how many deals.
        games: how many games; with rotation several to a deal.
        steps: how many decisions and chance outcomes.
        actions: for each action, how often it was taken.
        lengths: for each number of decisions in a game, how many games had it.
        wins: for each player, how many games it won.
        squares: for each player, the sum over the deals of the square of the games it won of each.
        returns: for each player, the sum of what it won.
        timed_decisions: for each player, how many decisions were timed.
        timed_seconds: for each player, how long those took.
    """

    deals: int
    games: int
    steps: int
    actions: list[int]
    lengths: dict[int, int]
    wins: list[int]
    squares: list[int]
    returns: list[float]
    timed_decisions: list[int]
    timed_seconds: list[float]

    @classmethod
    def nothing(cls, players: int, actions: int) -> "Tally":
        """Return a tally of no games."""
        return cls(
            deals=0,
            games=0,
            steps=0,
            actions=[0] * actions,
            lengths={},
            wins=[0] * players,
            squares=[0] * players,
            returns=[0.0] * players,
            timed_decisions=[0] * players,
            timed_seconds=[0.0] * players,
        )

    def add(self, other: "Tally") -> None:
        """Add what another tally has counted."""
        self.deals += other.deals
        self.games += other.games
        self.steps += other.steps
        self.actions = _sum(self.actions, other.actions)
        self.wins = _sum(self.wins, other.wins)
        self.squares = _sum(self.squares, other.squares)
        self.returns = _sum(self.returns, other.returns)
        self.timed_decisions = _sum(self.timed_decisions, other.timed_decisions)
        self.timed_seconds = _sum(self.timed_seconds, other.timed_seconds)
        for length, count in other.lengths.items():
            self.lengths[length] = self.lengths.get(length, 0) + count


def _sum(ours: list[Number], theirs: list[Number]) -> list[Number]:
    return [a + b for a, b in zip(ours, theirs, strict=True)]
