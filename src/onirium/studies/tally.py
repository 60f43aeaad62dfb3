"""What is counted over many games."""

from dataclasses import dataclass
from typing import TypeVar

Number = TypeVar("Number", int, float)


@dataclass
class Tally:
    """What has been counted over some games; tallies add up, in whatever order.

    Attributes:
        games: how many games.
        steps: how many decisions and chance outcomes.
        actions: for each action, how often it was taken.
        lengths: for each number of decisions in a game, how many games had it.
        wins: for each seat, how many games it won.
        returns: for each seat, the sum of what it won.
        timed_decisions: for each seat, how many decisions were timed.
        timed_seconds: for each seat, how long those took.
    """

    games: int
    steps: int
    actions: list[int]
    lengths: dict[int, int]
    wins: list[int]
    returns: list[float]
    timed_decisions: list[int]
    timed_seconds: list[float]

    @classmethod
    def nothing(cls, seats: int, actions: int) -> "Tally":
        """Return a tally of no games."""
        return cls(0, 0, [0] * actions, {}, [0] * seats, [0.0] * seats, [0] * seats, [0.0] * seats)

    def add(self, other: "Tally") -> None:
        """Add what another tally has counted."""
        self.games += other.games
        self.steps += other.steps
        self.actions = _sum(self.actions, other.actions)
        self.wins = _sum(self.wins, other.wins)
        self.returns = _sum(self.returns, other.returns)
        self.timed_decisions = _sum(self.timed_decisions, other.timed_decisions)
        self.timed_seconds = _sum(self.timed_seconds, other.timed_seconds)
        for length, count in other.lengths.items():
            self.lengths[length] = self.lengths.get(length, 0) + count


def _sum(ours: list[Number], theirs: list[Number]) -> list[Number]:
    return [a + b for a, b in zip(ours, theirs, strict=True)]
