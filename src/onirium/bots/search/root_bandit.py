"""The actions among which somebody who thinks has to choose, and how often each was tried."""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from onirium.core.game import MOST_ACTIONS, State, action_buffer

CURIOSITY: Final = 0.05
"""How much an action gains that was tried seldom."""


@final
class Candidates:
    """The legal actions of a decision, each in its place.

    Attributes:
        count: how many they are.
        actions: what they are.
        times: how often each was tried.
        promise: the chance to win after each, as far as it is known.
    """

    def __init__(self) -> None:
        self.count: i64 = 0
        self.actions = action_buffer()
        self.times = vec[i64]([0] * int(MOST_ACTIONS))
        self.promise = vec[float]([0.0] * int(MOST_ACTIONS))

    def begin(self, state: State) -> None:
        """Begin with the legal actions of a state, none of them tried."""
        self.count = state.legal_into(self.actions)
        place: i64
        for place in range(self.count):
            self.times[place] = 0
            self.promise[place] = 0.0

    def next(self, rounds: i64, *, evenly: bool) -> i64:
        """Return the place of the action that is to be tried next.

        Args:
            rounds: how many rounds there were.
            evenly: whether every other round goes to the action that was tried least.
        """
        if evenly and rounds % 2 == 1:
            return self._least_tried()
        return self._promising(rounds)

    def is_settled(self, rounds: i64) -> bool:
        """Tell whether the action tried most would stay it, however some more rounds went."""
        most: i64 = 0
        second: i64 = 0
        place: i64
        for place in range(self.count):
            times = self.times[place]
            if times > most:
                most, second = times, most
            elif times > second:
                second = times
        return most - second > rounds

    def best(self) -> i64:
        """Return the action that was tried most, of equals the one that promises most."""
        choice: i64 = 0
        place: i64
        for place in range(1, self.count):
            more = self.times[place] - self.times[choice]
            if more > 0 or (more == 0 and self.promise[place] >= self.promise[choice]):
                choice = place
        return self.actions[choice]

    def chances(self) -> list[tuple[int, float]]:
        """Return each action with the chance to win after it, as far as it is known."""
        return [(int(self.actions[place]), self.promise[place]) for place in range(int(self.count))]

    def _promising(self, rounds: i64) -> i64:
        """Return the place of the action that promises most, or was tried too seldom to know."""
        often = CURIOSITY * math.sqrt(float(rounds))
        choice: i64 = 0
        highest = -1.0
        place: i64
        for place in range(self.count):
            score = self.promise[place] + often / (1.0 + float(self.times[place]))
            if score >= highest:
                highest = score
                choice = place
        return choice

    def _least_tried(self) -> i64:
        choice: i64 = 0
        place: i64
        for place in range(1, self.count):
            if self.times[place] < self.times[choice]:
                choice = place
        return choice
