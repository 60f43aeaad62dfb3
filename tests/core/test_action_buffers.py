"""The buffers that methods of states borrow."""

import gc

import onirium
from onirium.core.buffers import borrow_buffers, return_buffers


def test_borrowed_buffers_are_nobody_elses() -> None:
    first = borrow_buffers()
    second = borrow_buffers()
    assert first is not second
    first.actions[0], second.actions[0] = 3, 4
    assert first.actions[0] == 3
    return_buffers(first)
    assert borrow_buffers() is first


def test_a_finalizer_may_ask_other_states_within_a_list_of_outcomes() -> None:
    """The garbage collector can run it while a list is being built."""
    state = onirium.load("nightmarium").new_state()
    expected = state.chance_outcomes()
    other = onirium.load("onirim").new_state()

    class Asking:
        def __init__(self) -> None:
            self.cycle = self

        def __del__(self) -> None:
            other.chance_outcomes()

    threshold = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for _ in range(20):
            Asking()
            assert state.chance_outcomes() == expected
    finally:
        gc.set_threshold(*threshold)
