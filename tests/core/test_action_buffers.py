"""The buffers that methods of states borrow."""

import gc

import pytest

import onirium
from onirium.core.buffers import PAIRED_WEIGHTS, OutcomePairs, borrow_buffers, return_buffers


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


@pytest.mark.parametrize(
    ("total", "expected"),
    [
        (0, [(5, 3), (6, int(PAIRED_WEIGHTS)), (8, 1)]),
        (32, [(5, 3 / 32), (6, int(PAIRED_WEIGHTS) / 32), (8, 1 / 32)]),
    ],
)
def test_pairs_have_weights_or_their_shares(total: int, expected: list[object]) -> None:
    pairs = OutcomePairs(100, 5, 4, total)
    buffers = borrow_buffers()
    for index, (outcome, weight) in enumerate([(100, 3), (101, int(PAIRED_WEIGHTS)), (103, 1)]):
        buffers.actions[index], buffers.weights[index] = outcome, weight
    listed = pairs.list_pairs(buffers, 3)
    again = pairs.list_pairs(buffers, 3)
    return_buffers(buffers)
    assert listed == again == expected
    assert listed is not again
    assert again[0] is listed[0]


def test_games_share_their_pairs() -> None:
    """A server has a game for each table."""
    first, second = onirium.load("nightmarium"), onirium.load("nightmarium", seats=3)
    assert first.weighted_outcomes is second.weighted_outcomes
    assert onirium.load("onirim").weighted_outcomes is not first.weighted_outcomes
