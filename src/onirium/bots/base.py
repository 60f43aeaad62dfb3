"""What a player is, and the one that chooses at random."""

from abc import abstractmethod

from librt.random import Random
from mypy_extensions import i64, mypyc_attr

from onirium.core.game import State, action_buffer


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Chooses the actions of a seat, from what that seat may know and nothing else."""

    @abstractmethod
    def choose(self, state: State, random: Random) -> i64:
        """Return a legal action of the seat that decides; the state is left as it is."""


class RandomPlayer(Player):
    """Chooses each legal action with the same probability."""

    def __init__(self) -> None:
        self._actions = action_buffer()

    def choose(self, state: State, random: Random) -> i64:
        """Return any legal action."""
        return self._actions[random.randrange(state.legal_into(self._actions))]
