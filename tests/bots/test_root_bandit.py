"""Which action is tried next, and which is the best of those that were tried."""

import pytest

from onirium.bots.search.puct import EXPLORATION
from onirium.bots.search.root_bandit import RootBandit
from tests.support.tree_game import LOST, WON, decision, tree_game


def candidates(*tried: tuple[int, float]) -> RootBandit:
    """Return candidates of which each was tried so often and promises so much."""
    found = RootBandit()
    found.reset(tree_game(decision(*[WON] * len(tried))).new_state())
    for place, (times, promise) in enumerate(tried):
        found.visits[place] = times
        found.values[place] = promise
    return found


def test_they_are_the_legal_actions_and_none_is_tried() -> None:
    found = candidates((3, 0.5), (4, 0.5), (5, 0.5))
    found.reset(tree_game(decision(WON, LOST)).new_state())
    assert found.action_values() == [(0, 0.0), (1, 0.0)]
    assert [int(found.visits[place]) for place in range(2)] == [0, 0]


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
    assert candidates(*tried).best_action() == best


@pytest.mark.parametrize(("simulations", "settled"), [(4, True), (5, False), (6, False)])
def test_it_is_settled_when_no_other_can_be_tried_more_often(
    simulations: int, *, settled: bool
) -> None:
    """Seven are five more than two; with five rounds the second could be equal."""
    assert candidates((1, 1.0), (7, 0.1), (2, 0.9)).is_decided(simulations) == settled


def test_what_promises_most_is_tried_next() -> None:
    assert candidates((5, 0.3), (5, 0.5), (5, 0.4)).select(15, explore_all=False) == 1


@pytest.mark.parametrize(("more", "next_one"), [(0.001, 0), (-0.001, 1)])
def test_who_was_tried_seldom_is_given_more(more: float, next_one: int) -> None:
    """After nine rounds an untried action gains three times the curiosity, a tried one half."""
    gained = 3 * EXPLORATION / 2
    tried = candidates((1, 0.5 + gained + more), (0, 0.5))
    assert tried.select(9, explore_all=False) == next_one


@pytest.mark.parametrize(("simulations", "next_one"), [(10, 0), (11, 2)])
def test_evenly_every_other_round_goes_to_what_was_tried_least(
    simulations: int, next_one: int
) -> None:
    assert (
        candidates((5, 0.9), (4, 0.5), (2, 0.1)).select(simulations, explore_all=True) == next_one
    )
