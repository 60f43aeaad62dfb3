"""The root policy: PUCT selection, exploration of all actions, the final choice, and its ties."""

import pytest
from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i32

from onirium.bots.search.expectimax import ExpectimaxTree
from onirium.bots.search.puct import EXPLORATION, least_visited, most_visited, select_puct
from onirium.bots.search.root_bandit import RootBandit
from tests.support.tree_game import LOST, WON, FixedEvaluator, decision, tree_game


def bandit(*arms: tuple[int, float]) -> RootBandit:
    """Return a bandit whose arms have these visits and values."""
    root_bandit = RootBandit()
    root_bandit.reset(tree_game(decision(*[WON] * len(arms))).new_state())
    for index, (visits, value) in enumerate(arms):
        root_bandit.visits[index] = visits
        root_bandit.values[index] = value
    return root_bandit


def test_reset_bandit_has_the_legal_actions_without_visits() -> None:
    root_bandit = bandit((3, 0.5), (4, 0.5), (5, 0.5))
    root_bandit.reset(tree_game(decision(WON, LOST)).new_state())
    assert root_bandit.action_values() == [(0, 0.0), (1, 0.0)]
    assert [int(root_bandit.visits[index]) for index in range(2)] == [0, 0]


@pytest.mark.parametrize(
    ("arms", "best"),
    [
        ([(9, 0.4), (8, 0.9), (1, 1.0)], 0),
        ([(7, 0.4), (8, 0.3), (8, 0.5)], 2),
        ([(8, 0.5), (8, 0.5)], 1),
    ],
)
def test_best_action_has_most_visits_then_the_highest_value(
    arms: list[tuple[int, float]], best: int
) -> None:
    assert bandit(*arms).best_action() == best


@pytest.mark.parametrize(("simulations", "decided"), [(4, True), (5, False), (6, False)])
def test_bandit_is_decided_when_no_action_can_get_as_many_visits(
    simulations: int, *, decided: bool
) -> None:
    """Seven visits are five more than two; with five simulations the second could draw level."""
    assert bandit((1, 1.0), (7, 0.1), (2, 0.9)).is_decided(simulations) == decided


def test_highest_value_is_selected_among_equal_visits() -> None:
    assert bandit((5, 0.3), (5, 0.5), (5, 0.4)).select(15, explore_all=False) == 1


@pytest.mark.parametrize(("more", "selected"), [(0.001, 0), (-0.001, 1)])
def test_unvisited_action_gets_an_exploration_bonus(more: float, selected: int) -> None:
    """After 9 simulations the bonus of an unvisited action is 3c, after one visit half of it."""
    difference = 3 * EXPLORATION / 2
    root_bandit = bandit((1, 0.5 + difference + more), (0, 0.5))
    assert root_bandit.select(9, explore_all=False) == selected


@pytest.mark.parametrize(("simulation", "selected"), [(10, 0), (11, 2)])
def test_explore_all_selects_the_least_visited_action_every_second_time(
    simulation: int, selected: int
) -> None:
    root_bandit = bandit((5, 0.9), (4, 0.5), (2, 0.1))
    assert root_bandit.select(simulation, explore_all=True) == selected


def test_ties_go_to_the_last_action() -> None:
    values, visits = vec[float]([0.5, 0.5, 0.5, 0.1]), vec[i32]([2, 2, 2, 2])
    assert select_puct(values, visits, 0, 3, 6) == 2
    assert least_visited(visits, 0, 4) == 3
    assert most_visited(values, visits, 0, 4) == 2
    assert most_visited(values, visits, 0, 2) == 1


@pytest.mark.parametrize("explore_all", [False, True])
def test_tree_and_bandit_select_the_same_root_actions(*, explore_all: bool) -> None:
    """The children of the root and the arms of a bandit are one policy over two storages."""
    game = tree_game(decision((0.5,), WON, (0.5,), WON))
    searcher = ExpectimaxTree(game, FixedEvaluator(game))
    searcher.reset(game.new_state(), Random(1))
    searcher.run(1)
    arms = bandit(*((0, value) for _, value in searcher.action_values()))
    for simulation in range(1, 40):
        searcher.run(1, explore_all=explore_all)
        arms.visits[arms.select(simulation, explore_all=explore_all)] += 1
        tree = searcher.tree
        assert [tree.visits[1 + index] for index in range(4)] == list(arms.visits)[:4]
    assert arms.best_action() == searcher.best_action()
