"""Players that search."""

from time import perf_counter
from typing import Final, final

from librt.random import Random
from mypy_extensions import i64

from onirium.bots.base import Player
from onirium.bots.search.base import Thinker
from onirium.core.game import State, action_buffer

SLICE: Final[i64] = 50
"""After so many rounds a player looks at the clock."""

UNNOTICED: Final = 0.01
"""Nobody notices so many seconds: who has less is not stopped by the clock, and is repeatable."""


@final
class Searching(Player):
    """Thinks for some rounds about every decision, as long as another action may come out best.

    The rounds are chosen so that they fit into the time: then the state and the dice alone decide.
    Where the machine is too slow for that, the clock ends it.

    Args:
        thinker: what thinks.
        rounds: for how many rounds at most.
        budget_ms: for how many milliseconds at most.
    """

    def __init__(self, thinker: Thinker, rounds: i64, budget_ms: float) -> None:
        self._thinker = thinker
        self._rounds = rounds
        self._seconds = budget_ms / 1000.0
        self._actions = action_buffer()

    def choose(self, state: State, random: Random) -> i64:
        """Return the action that came out best."""
        if state.legal_into(self._actions) == 1:
            return self._actions[0]
        end = perf_counter() + max(self._seconds, UNNOTICED)
        thinker = self._thinker
        thinker.begin(state, random)
        left = self._rounds
        while left > 0 and not thinker.is_settled(left):
            rounds = min(left, SLICE)
            thinker.think(rounds)
            left -= rounds
            if perf_counter() > end:
                break
        return thinker.best()
