"""The interface of value functions, by which luck is measured."""

from librt.vecs import vec

from onirium.core.game import State


class ValueFunction:
    """Estimates the win probability of every seat in any state."""

    def values_into(self, state: State, values: vec[float]) -> None:
        """Write the value of a state for each seat into a buffer."""
        raise NotImplementedError
