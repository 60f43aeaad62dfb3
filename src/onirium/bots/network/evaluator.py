"""The interfaces of position evaluation and of its feature encoding."""

from abc import abstractmethod

from mypy_extensions import i64, mypyc_attr

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.core.game import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator:
    """Estimates the value of states."""

    @abstractmethod
    def value(self, state: State, seat: i64) -> float:
        """Return the estimated probability, from 0.0 to 1.0, that a seat wins.

        The evaluator may use the whole state. If cards are hidden, the caller passes a
        determinization.
        """


@mypyc_attr(allow_interpreted_subclasses=True)
class FeatureEncoder:
    """Encodes a state as the set of active features of a network."""

    @abstractmethod
    def encode(self, state: State, seat: i64, writer: FeatureWriter) -> None:
        """Write the active features from a seat's point of view.

        The implementation resets the writer first and ends every feature group, so that
        ``writer.offset`` is the number of features afterwards, for every state of a game.
        """
