"""What the benchmarks time inside compiled code."""

from mypy_extensions import i64

from onirium.core.game import State


def clone_many(state: State, count: i64) -> None:
    """Copy a state many times."""
    _number: i64
    for _number in range(count):
        state.clone()
