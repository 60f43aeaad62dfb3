"""The search tree, one-ply lookahead, expectimax search and the search bot.

The games are trees small enough to compute their values by hand.
"""

import pytest
from librt.random import Random

import onirium
from onirium import State
from onirium.bots.search.expectimax import ExpectimaxTree
from onirium.bots.search.one_ply import OnePly
from onirium.bots.search.tree import NO_NODE, ROOT, SearchTree
from onirium.bots.search_bot import SearchBot
from tests.support.tree_game import LOST, WON, FixedEvaluator, TreeGame, chance, decision, tree_game

SIMULATIONS = 2000
TOLERANCE = 0.01
"""Frequencies of outcomes approach their probabilities, and initial estimates fade."""

EVEN = chance((1, WON), (1, LOST))

THREE_ACTIONS = decision(
    chance((5, WON), (3, LOST)),
    chance((1, decision(LOST, WON)), (1, decision(EVEN, LOST))),
    chance((1, WON), (2, LOST)),
)
"""The values are 5/8, 1/2 x 1 + 1/2 x 1/2 = 3/4 with the best second action, and 1/3."""

BEST = 1

OURS, THEIRS = (1.0, 0.0), (0.0, 1.0)
BOTH, NEITHER = (1.0, 1.0), (0.0, 0.0)


def search(
    game: TreeGame,
    simulations: int,
    values: dict[int, float] | None = None,
    *,
    explore_all: bool = False,
) -> ExpectimaxTree:
    """Search the first decision of a game."""
    searcher = new_search(game, values)
    searcher.reset(game.new_state(), Random(1))
    searcher.run(simulations, explore_all=explore_all)
    return searcher


def new_search(game: TreeGame, values: dict[int, float] | None = None) -> ExpectimaxTree:
    return ExpectimaxTree(game, FixedEvaluator(game, values))


def visits(searcher: ExpectimaxTree, parent: int = int(ROOT)) -> dict[int, int]:
    """Return the number of visits of each child of a node, by its action."""
    tree = searcher.tree
    return {int(tree.action[node]): int(tree.visits[node]) for node in children(tree, parent)}


def values_of(searcher: ExpectimaxTree) -> dict[int, float]:
    return dict(searcher.action_values())


def children(tree: SearchTree, parent: int) -> list[int]:
    """Return the children of a node, those of a chance node from the newest to the oldest."""
    node = int(tree.first_child[parent])
    if not tree.is_chance[parent]:
        return list(range(node, node + tree.child_count[parent]))
    outcomes = []
    while node != NO_NODE:
        outcomes.append(node)
        node = int(tree.next_sibling[node])
    return outcomes


def test_tree_finds_children_by_action_and_outcome() -> None:
    tree = SearchTree()
    tree.clear()
    left = tree.add_action(ROOT, 7, 0.25)
    right = tree.add_action(ROOT, 9, 0.75)
    tree.is_chance[left] += 1
    first = tree.add_outcome(left, 9, 0.5)
    below = tree.add_action(right, 7, 0.125)
    second = tree.add_outcome(left, 3, 0.5)
    assert (tree.find_action(ROOT, 7), tree.find_action(ROOT, 9)) == (left, right)
    assert tree.find_action(right, 7) == below
    assert (tree.find_outcome(left, 9), tree.find_outcome(left, 3)) == (first, second)
    assert tree.find_action(ROOT, 8) == tree.find_action(below, 7) == NO_NODE
    assert tree.find_outcome(left, 7) == tree.find_outcome(below, 7) == NO_NODE
    assert tree.size == 6


def test_tree_returns_the_highest_child_value() -> None:
    tree = SearchTree()
    tree.clear()
    for action, value in ((7, 0.25), (8, 0.75), (9, 0.5)):
        node = tree.add_action(ROOT, action, value)
    assert (tree.max_child_value(ROOT), tree.max_child_value(node)) == (0.75, 0.0)


def test_cleared_tree_has_an_unvisited_root_and_no_other_node() -> None:
    tree = SearchTree()
    tree.clear()
    node = tree.add_action(ROOT, 1, 0.5)
    tree.visits[node] += 5
    tree.is_chance[node] += 1
    tree.clear()
    assert (tree.size, tree.find_action(ROOT, 1)) == (1, NO_NODE)
    again = tree.add_action(ROOT, 2, 0.25)
    assert again == node
    assert (tree.visits[node], tree.is_chance[node], tree.value_sum[node]) == (0, 0, 0.25)
    assert children(tree, int(node)) == []


def test_one_ply_returns_the_first_of_equal_actions() -> None:
    game = tree_game(decision(EVEN, decision(WON), decision(WON)))
    ahead = OnePly(game, FixedEvaluator(game, {1: 0.25, 4: 0.75, 6: 0.75}))
    assert ahead.best_action(game.new_state()) == 1
    assert ahead.value == 0.75
    assert list(ahead.values)[:3] == [0.25, 0.75, 0.75]


def test_one_ply_keeps_the_values_of_the_last_state() -> None:
    first = decision(decision(WON), decision(LOST), decision(WON))
    second = decision(EVEN, decision(LOST))
    game = tree_game(first, second)
    ahead = OnePly(game, FixedEvaluator(game, {1: 0.25, 3: 0.5, 5: 0.75, 8: 0.375, 11: 0.125}))
    ahead.best_action(game.state_of(first))
    assert [ahead.value_of(action) for action in range(3)] == [0.25, 0.5, 0.75]
    ahead.best_action(game.state_of(second))
    assert [ahead.value_of(action) for action in range(3)] == [0.375, 0.125, 0.0]


def test_first_simulation_only_expands_the_root() -> None:
    searcher = search(tree_game(THREE_ACTIONS), 1, {1: 0.25, 4: 0.5, 13: 0.75})
    assert values_of(searcher) == {0: 0.25, 1: 0.5, 2: 0.75}
    assert visits(searcher) == {0: 0, 1: 0, 2: 0}
    assert (searcher.best_action(), searcher.simulations) == (2, 1)


@pytest.mark.parametrize("values", [None, {1: 0.9}, {4: 0.1}, {1: 0.9, 4: 0.1, 13: 0.8}])
def test_best_action_does_not_depend_on_initial_estimates(
    values: dict[int, float] | None,
) -> None:
    searcher = search(tree_game(THREE_ACTIONS), SIMULATIONS, values)
    assert searcher.best_action() == BEST
    assert values_of(searcher)[BEST] == pytest.approx(0.75, abs=TOLERANCE)
    assert searcher.tree.value[ROOT] == values_of(searcher)[BEST]


def test_action_values_follow_the_order_of_legal_actions() -> None:
    searcher = search(tree_game(THREE_ACTIONS), 20)
    assert [action for action, _ in searcher.action_values()] == [0, 1, 2]


def test_all_action_values_converge_with_explore_all() -> None:
    searcher = search(tree_game(THREE_ACTIONS), SIMULATIONS, explore_all=True)
    assert values_of(searcher) == pytest.approx({0: 5 / 8, 1: 3 / 4, 2: 1 / 3}, abs=TOLERANCE)


@pytest.mark.parametrize(("explore_all", "fewest"), [(False, 0), (True, 16)])
def test_explore_all_visits_all_actions(explore_all: bool, fewest: int) -> None:  # noqa: FBT001
    """Of 100 simulations 50 go to the least visited action: 16 or 17 to each of three."""
    game = tree_game(decision(WON, LOST, LOST, LOST))
    searcher = search(game, 100, explore_all=explore_all)
    counts = visits(searcher)
    assert searcher.best_action() == 0
    assert min(counts[action] for action in (1, 2, 3)) == fewest
    assert sum(counts.values()) == 99


def test_simulations_of_an_action_improve_its_value_only() -> None:
    searcher = search(tree_game(THREE_ACTIONS), 1, {2: 0.5})
    before = values_of(searcher)
    searcher.run_action(2, SIMULATIONS)
    assert visits(searcher) == {0: 0, 1: 0, 2: SIMULATIONS}
    assert values_of(searcher) == pytest.approx(before | {2: 1 / 3}, abs=TOLERANCE)


def test_outcomes_are_sampled_by_their_probabilities() -> None:
    searcher = search(tree_game(decision(chance((1, WON), (2, LOST), (5, (0.5,))))), 801)
    [node] = children(searcher.tree, int(ROOT))
    assert visits(searcher, node) == pytest.approx({4: 100, 5: 200, 6: 500}, abs=3)


def test_terminal_values_are_exact() -> None:
    searcher = search(tree_game(decision((0.25,), (0.5,))), 50)
    assert values_of(searcher)[1] == 0.5
    assert searcher.best_action() == 1


def test_search_is_decided_when_no_action_can_catch_up() -> None:
    searcher = search(tree_game(decision(WON, LOST)), 11)
    assert visits(searcher) == {0: 10, 1: 0}
    assert searcher.is_decided(9)
    assert not searcher.is_decided(10)


def test_new_search_is_not_decided() -> None:
    searcher = search(tree_game(decision(WON, LOST)), 0)
    assert not searcher.is_decided(0)


def test_reset_search_repeats_its_result() -> None:
    game = tree_game(THREE_ACTIONS)
    searcher = search(game, 30)
    before = (visits(searcher), values_of(searcher))
    searcher.reset(game.new_state(), Random(1))
    assert (searcher.simulations, searcher.tree.size) == (0, 1)
    searcher.run(30)
    assert (visits(searcher), values_of(searcher)) == before


def test_two_runs_equal_one_of_the_same_total() -> None:
    game = tree_game(THREE_ACTIONS)
    at_once, in_parts = search(game, 101), search(game, 40)
    in_parts.run(61)
    assert visits(in_parts) == visits(at_once)
    assert values_of(in_parts) == values_of(at_once)


def test_search_does_not_modify_the_state() -> None:
    game = tree_game(THREE_ACTIONS)
    state = game.new_state()
    searcher = new_search(game)
    searcher.reset(state, Random(1))
    searcher.run(50)
    assert game.node_index(state) == 0


def test_values_are_those_of_the_seat_to_move() -> None:
    game = tree_game(decision(THEIRS, OURS, seat=1), seats=2)
    assert values_of(search(game, 100)) == {0: 1.0, 1: 0.0}


@pytest.mark.parametrize("values", [None, {2: 0.25, 4: 0.75}, {2: 0.75, 4: 0.25}])
def test_partners_maximize_the_common_value(values: dict[int, float] | None) -> None:
    """The partner's second action wins 3/4, whatever its initial estimate; the other action 1/2."""
    turn = decision(chance((1, NEITHER)), chance((3, BOTH), (1, NEITHER)), seat=1)
    game = tree_game(decision(turn, chance((1, BOTH), (1, NEITHER))), seats=2)
    searcher = search(game, SIMULATIONS, values)
    assert searcher.best_action() == 0
    assert values_of(searcher)[0] == pytest.approx(0.75, abs=TOLERANCE)


@pytest.mark.parametrize("time_limit_ms", [0.0, 10_000.0])
def test_search_bot_chooses_the_best_action(time_limit_ms: float) -> None:
    """Without a budget it checks the clock after 50 simulations, which suffice here."""
    game = tree_game(decision(LOST, EVEN, WON))
    bot = SearchBot(new_search(game), 500, time_limit_ms)
    assert bot.choose(game.new_state(), Random(1)) == 2


def test_search_bot_does_not_search_a_forced_action() -> None:
    game = tree_game(decision(EVEN))
    searcher = new_search(game)
    rng, untouched = Random(1), Random(1)
    assert SearchBot(searcher, 500, 100.0).choose(game.new_state(), rng) == 0
    assert searcher.simulations == 0
    assert rng.random() == untouched.random()


def test_search_bot_stops_when_the_search_is_decided() -> None:
    game = tree_game(decision(WON, LOST))
    searcher = new_search(game)
    assert SearchBot(searcher, 500, 10_000.0).choose(game.new_state(), Random(1)) == 0
    assert 250 <= searcher.simulations < 500


@pytest.mark.parametrize(
    ("name", "options"), [("onirim", {}), ("onirim", {"seats": 2}), ("nightmarium", {"seats": 3})]
)
def test_same_seed_produces_the_same_result(name: str, options: dict[str, int]) -> None:
    game = onirium.load(name, **options)
    state = game.new_state()
    state.resolve_chance(Random(5))
    results = []
    for _ in range(2):
        searcher = ExpectimaxTree(game, ActionCountEvaluator())
        searcher.reset(state, Random(3))
        searcher.run(20, explore_all=True)
        results.append((searcher.best_action(), visits(searcher), values_of(searcher)))
    assert results[0] == results[1]


class ActionCountEvaluator(FixedEvaluator):
    """Returns a value in proportion to the number of legal actions."""

    def __init__(self) -> None:
        pass

    def value(self, state: State, seat: int) -> float:
        if state.is_terminal():
            return state.returns()[seat]
        return len(state.legal_actions()) / 512
