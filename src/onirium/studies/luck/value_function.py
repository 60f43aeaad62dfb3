"""The interface of value functions, by which luck is measured."""

from abc import abstractmethod

from librt.vecs import vec

from onirium.core.game import State


class ValueFunction:
    """Estimates the win probability of every seat in any state."""

    @abstractmethod
    def values_into(self, state: State, values: vec[float]) -> None:
        """Write the value of a state for each seat into a buffer."""
