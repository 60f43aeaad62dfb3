"""What judges a position, and what it looks at."""

from abc import abstractmethod

from mypy_extensions import i64, mypyc_attr

from onirium.bots.network.feature_writer import Pen
from onirium.core.game import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator:
    """Judges positions."""

    @abstractmethod
    def value(self, state: State, seat: i64) -> float:
        """Return the chance that a seat wins, between 0.0 and 1.0.

        The whole state may be looked at: who asks has dealt anew what the seat cannot see.
        """


@mypyc_attr(allow_interpreted_subclasses=True)
class Inputs:
    """What a network sees of a state: which of its inputs are on."""

    @abstractmethod
    def write(self, state: State, seat: i64, pen: Pen) -> None:
        """Write down the inputs that are on, as a seat has it; the pen ends behind the last."""
