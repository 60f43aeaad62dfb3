"""Compiled loops for benchmarks, so that they time the rules and not the interpreter."""

from mypy_extensions import i64

from onirium.core.game import State


def clone_many(state: State, count: i64) -> None:
    """Clone a state repeatedly."""
    _number: i64
    for _number in range(count):
        state.clone()
