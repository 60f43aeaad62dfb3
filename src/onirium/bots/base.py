"""The interface of computer players (bots), and the uniformly random bot."""

from abc import abstractmethod
from typing import Final

from librt.random import Random
from mypy_extensions import i64, mypyc_attr

from onirium.core.buffers import action_buffer
from onirium.core.game import State

MAX_SIMULATIONS: Final = 1_000_000_000
"""The largest number of simulations for one decision."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Chooses actions for a seat, using only the information available to that seat."""

    @abstractmethod
    def choose(self, state: State, rng: Random) -> i64:
        """Return a legal action for the current player; the state is not modified."""


class RandomBot(Bot):
    """Samples uniformly from the legal actions."""

    def __init__(self) -> None:
        self._actions = action_buffer()

    def choose(self, state: State, rng: Random) -> i64:
        """Return a uniformly sampled legal action."""
        return self._actions[rng.randrange(state.legal_actions_into(self._actions))]
