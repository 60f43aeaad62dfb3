"""Which action is tried next, and which is the best of those that were tried."""

import pytest

from onirium.bots.search.root_bandit import CURIOSITY, Candidates
from tests.support.tree_game import LOST, WON, boughs, choice


def candidates(*tried: tuple[int, float]) -> Candidates:
    """Return candidates of which each was tried so often and promises so much."""
    found = Candidates()
    found.begin(boughs(choice(*[WON] * len(tried))).new_state())
    for place, (times, promise) in enumerate(tried):
        found.times[place] = times
        found.promise[place] = promise
    return found


def test_they_are_the_legal_actions_and_none_is_tried() -> None:
    found = candidates((3, 0.5), (4, 0.5), (5, 0.5))
    found.begin(boughs(choice(WON, LOST)).new_state())
    assert found.chances() == [(0, 0.0), (1, 0.0)]
    assert [int(found.times[place]) for place in range(2)] == [0, 0]


@pytest.mark.parametrize(
    ("tried", "best"),
    [
        ([(9, 0.4), (8, 0.9), (1, 1.0)], 0),
        ([(7, 0.4), (8, 0.3), (8, 0.5)], 2),
        ([(8, 0.5), (8, 0.5)], 1),
    ],
)
def test_the_best_was_tried_most_and_of_equals_promises_most(
    tried: list[tuple[int, float]], best: int
) -> None:
    assert candidates(*tried).best() == best


@pytest.mark.parametrize(("rounds", "settled"), [(4, True), (5, False), (6, False)])
def test_it_is_settled_when_no_other_can_be_tried_more_often(rounds: int, *, settled: bool) -> None:
    """Seven are five more than two; with five rounds the second could be equal."""
    assert candidates((1, 1.0), (7, 0.1), (2, 0.9)).is_settled(rounds) == settled


def test_what_promises_most_is_tried_next() -> None:
    assert candidates((5, 0.3), (5, 0.5), (5, 0.4)).next(15, evenly=False) == 1


@pytest.mark.parametrize(("more", "next_one"), [(0.001, 0), (-0.001, 1)])
def test_who_was_tried_seldom_is_given_more(more: float, next_one: int) -> None:
    """After nine rounds an untried action gains three times the curiosity, a tried one half."""
    gained = 3 * CURIOSITY / 2
    tried = candidates((1, 0.5 + gained + more), (0, 0.5))
    assert tried.next(9, evenly=False) == next_one


@pytest.mark.parametrize(("rounds", "next_one"), [(10, 0), (11, 2)])
def test_evenly_every_other_round_goes_to_what_was_tried_least(rounds: int, next_one: int) -> None:
    assert candidates((5, 0.9), (4, 0.5), (2, 0.1)).next(rounds, evenly=True) == next_one
