"""Chance outcomes with weights or probabilities, in pairs that are created once."""

import pytest

import onirium
from onirium.core.buffers import borrow_buffers, return_buffers
from onirium.core.outcome_pairs import (
    PAIRED_WEIGHTS,
    OutcomePairs,
    ProbabilityPairs,
    WeightPairs,
)


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        (WeightPairs(100, 4), [(100, 3), (101, int(PAIRED_WEIGHTS)), (103, 1)]),
        (ProbabilityPairs(100, 4, 32), [(0, 3 / 32), (1, int(PAIRED_WEIGHTS) / 32), (3, 1 / 32)]),
    ],
)
def test_pairs_have_weights_or_probabilities(pairs: OutcomePairs, expected: list[object]) -> None:
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
    assert first.weight_pairs is second.weight_pairs
    assert onirium.load("onirim").weight_pairs is not first.weight_pairs
