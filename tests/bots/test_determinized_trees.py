"""Determinized trees, on games of two partners with values computed by hand."""

import pytest
from librt.random import Random

import onirium
from onirium.bots.search.determinized_trees import DeterminizedTrees
from tests.bots.test_expectimax import ActionCountEvaluator
from tests.support.tree_game import Decision, FixedEvaluator, TreeGame, chance, decision, tree_game

BOTH, NEITHER = (1.0, 1.0), (0.0, 0.0)
PER_TREE = 25
"""Simulations in each determinization."""

THIRD = chance((1, BOTH), (2, NEITHER))
HIDDEN = [
    decision(decision(BOTH, seat=1), THIRD),
    decision(decision(NEITHER, seat=1), THIRD),
]
"""After the first action the partner wins in one tree and loses in the other; chance wins 1/3."""

VISIBLE = decision(NEITHER, decision(NEITHER, BOTH, seat=1), chance((1, BOTH), (3, NEITHER)))
"""After the second action the partner wins; the third wins with probability 1/4."""
CHANCE_OF_VISIBLE = 5
"""The index of its chance node."""


def search(
    game: TreeGame,
    simulations: int,
    true_tree: Decision | None = None,
    values: dict[int, float] | None = None,
    *,
    explore_all: bool = True,
) -> DeterminizedTrees:
    searcher = DeterminizedTrees(game, FixedEvaluator(game, values), PER_TREE)
    searcher.reset(game.state_of(true_tree or game.trees[0]), Random(1))
    searcher.run(simulations, explore_all=explore_all)
    return searcher


def action_values(searcher: DeterminizedTrees) -> dict[int, float]:
    return dict(searcher.action_values())


def test_partner_maximizes_the_common_value() -> None:
    game = tree_game(VISIBLE, seats=2)
    searcher = search(game, 40 * PER_TREE, values={CHANCE_OF_VISIBLE: 0.25})
    assert searcher.best_action() == 1
    assert action_values(searcher) == pytest.approx({0: 0.0, 1: 1.0, 2: 0.25}, abs=0.03)


@pytest.mark.parametrize("true_tree", HIDDEN)
def test_every_determinization_has_the_same_weight(true_tree: Decision) -> None:
    """In each determinization the first action certainly wins or certainly loses."""
    trees = 12
    estimates = action_values(search(tree_game(*HIDDEN, seats=2), trees * PER_TREE, true_tree))
    won = estimates[0] * trees
    assert won == pytest.approx(round(won))
    assert 2 <= round(won) <= 10
    assert estimates[1] == pytest.approx(1 / 3, abs=0.02)


def test_best_action_on_average_need_not_be_best_in_any_determinization() -> None:
    """One of the first two actions wins for certain, but which is hidden; the third wins 9/10."""
    often = chance((9, BOTH), (1, NEITHER))
    game = tree_game(decision(BOTH, NEITHER, often), decision(NEITHER, BOTH, often), seats=2)
    assert search(game, 12 * PER_TREE).best_action() == 2
    assert search(game, PER_TREE).best_action() in {0, 1}


def test_true_determinization_does_not_change_the_result() -> None:
    game = tree_game(*HIDDEN, seats=2)
    one, other = (search(game, 3 * PER_TREE, true_tree) for true_tree in HIDDEN)
    assert action_values(one) == action_values(other)


def test_search_is_decided_when_no_action_can_catch_up() -> None:
    """The first simulation in each tree expands the root, all others go to the winning action."""
    trees = 4
    visits = trees * (PER_TREE - 1)
    game = tree_game(decision(BOTH, NEITHER), seats=2)
    searcher = search(game, trees * PER_TREE, explore_all=False)
    assert searcher.is_decided(visits - 1)
    assert not searcher.is_decided(visits)


def test_reset_search_repeats_its_result() -> None:
    game = tree_game(*HIDDEN, seats=2)
    searcher = search(game, PER_TREE + 30)
    before = (searcher.best_action(), action_values(searcher))
    searcher.reset(game.new_state(), Random(1))
    searcher.run(PER_TREE + 30, explore_all=True)
    assert (searcher.best_action(), action_values(searcher)) == before


@pytest.mark.parametrize("first", [1, PER_TREE - 1, PER_TREE, PER_TREE + 1])
def test_two_runs_equal_one_of_the_same_total(first: int) -> None:
    game = tree_game(*HIDDEN, seats=2)
    at_once, in_parts = search(game, 2 * PER_TREE), search(game, first)
    in_parts.run(2 * PER_TREE - first, explore_all=True)
    assert action_values(in_parts) == action_values(at_once)


def test_simulations_of_an_action_average_its_value_over_determinizations() -> None:
    """The partner of HIDDEN wins after the first action in one of two trees."""
    trees = 200
    searcher = search(tree_game(*HIDDEN, seats=2), 1)
    searcher.run_action(0, trees * PER_TREE)
    assert action_values(searcher)[0] == pytest.approx(1 / 2, abs=4 * (1 / 4 / trees) ** 0.5)
    assert not searcher.is_decided(trees * (PER_TREE - 1) + 1)
    assert searcher.is_decided(trees * (PER_TREE - 1) - 1)


def test_search_does_not_modify_the_state() -> None:
    game = tree_game(*HIDDEN, seats=2)
    state = game.new_state()
    searcher = DeterminizedTrees(game, FixedEvaluator(game), PER_TREE)
    searcher.reset(state, Random(1))
    searcher.run(PER_TREE + 1)
    assert game.node_index(state) == 0


def test_hidden_information_does_not_change_the_result() -> None:
    game = onirium.load("onirim", seats=2)
    state = game.new_state()
    state.resolve_chance(Random(5))
    seat = state.current_player()
    results = []
    for other in (state, state.determinize(seat, Random(6)), state.determinize(seat, Random(7))):
        searcher = DeterminizedTrees(game, ActionCountEvaluator(), PER_TREE)
        searcher.reset(other, Random(3))
        searcher.run(PER_TREE + 20, explore_all=True)
        results.append((searcher.best_action(), action_values(searcher)))
    assert results[0] == results[1] == results[2]
