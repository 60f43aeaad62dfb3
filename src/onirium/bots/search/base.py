"""What thinks about a decision, for as long as one likes."""

from abc import abstractmethod

from librt.random import Random
from mypy_extensions import i64, mypyc_attr

from onirium.core.game import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Thinker:
    """Thinks about one decision after another, in rounds that take about equally long."""

    @abstractmethod
    def begin(self, state: State, random: Random) -> None:
        """Begin with the decision of a state; everything is thought from the seat that decides."""

    @abstractmethod
    def think(self, rounds: i64, *, evenly: bool = False) -> None:
        """Think on for some rounds.

        Args:
            rounds: how many.
            evenly: whether every other round goes to the action thought about least: for those who
                want to know of each what it promises, and not only which is the best.
        """

    @abstractmethod
    def is_settled(self, rounds: i64) -> bool:
        """Tell whether some more rounds could not change what is best."""

    @abstractmethod
    def best(self) -> i64:
        """Return the action that came out best so far; there was at least one round."""

    @abstractmethod
    def chances(self) -> list[tuple[int, float]]:
        """Return each legal action with the chance to win after it, as far as that is known."""
