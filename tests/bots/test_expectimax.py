"""The tree and the search: on games that are small enough to be counted by hand."""

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
ERROR = 0.01
"""Outcomes come as often as they are likely, but for a few; what was expected at first fades."""

EVEN = chance((1, WON), (1, LOST))

STAIRS = decision(
    chance((5, WON), (3, LOST)),
    chance((1, decision(LOST, WON)), (1, decision(EVEN, LOST))),
    chance((1, WON), (2, LOST)),
)
"""By hand: 5/8, then 1/2 x 1 + 1/2 x 1/2 = 3/4 for who goes on well, then 1/3."""

FAR = 1

OURS, THEIRS = (1.0, 0.0), (0.0, 1.0)


def thought(
    game: TreeGame, simulations: int, told: dict[int, float] | None = None
) -> ExpectimaxTree:
    """Think about the first decision of a game without trying the actions evenly."""
    return begun(game, told, simulations, explore_all=False)


def begun(
    game: TreeGame, told: dict[int, float] | None, simulations: int, *, explore_all: bool
) -> ExpectimaxTree:
    search = searching(game, told)
    search.reset(game.new_state(), Random(1))
    search.run(simulations, explore_all=explore_all)
    return search


def searching(game: TreeGame, told: dict[int, float] | None = None) -> ExpectimaxTree:
    return ExpectimaxTree(game, FixedEvaluator(game, told))


def visits(search: ExpectimaxTree, parent: int = int(ROOT)) -> dict[int, int]:
    """Return how often each child of a node was visited, by its move."""
    tree = search.tree
    return {int(tree.action[node]): int(tree.visits[node]) for node in children(tree, parent)}


def values(search: ExpectimaxTree) -> dict[int, float]:
    tree = search.tree
    return {int(tree.action[node]): tree.value[node] for node in children(tree, int(ROOT))}


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


def test_one_step_ahead_takes_the_first_of_the_best() -> None:
    game = tree_game(decision(EVEN, decision(WON), decision(WON)))
    ahead = OnePly(game, FixedEvaluator(game, {1: 0.25, 4: 0.75, 6: 0.75}))
    assert ahead.best_action(game.new_state()) == 1
    assert ahead.value == 0.75
    assert list(ahead.values)[:3] == [0.25, 0.75, 0.75]


def test_one_step_ahead_knows_of_each_action_what_it_found_last() -> None:
    first, second = (
        decision(decision(WON), decision(LOST), decision(WON)),
        decision(EVEN, decision(LOST)),
    )
    game = tree_game(first, second)
    ahead = OnePly(game, FixedEvaluator(game, {1: 0.25, 3: 0.5, 5: 0.75, 8: 0.375, 11: 0.125}))
    ahead.best_action(game.state_of(first))
    assert [ahead.value_of(action) for action in range(3)] == [0.25, 0.5, 0.75]
    ahead.best_action(game.state_of(second))
    assert [ahead.value_of(action) for action in range(3)] == [0.375, 0.125, 0.0]


def test_the_first_round_looks_one_step_ahead() -> None:
    search = thought(tree_game(STAIRS), 1, {1: 0.25, 4: 0.5, 13: 0.75})
    assert values(search) == {0: 0.25, 1: 0.5, 2: 0.75}
    assert visits(search) == {0: 0, 1: 0, 2: 0}
    assert (search.best_action(), search.simulations) == (2, 1)


@pytest.mark.parametrize("told", [None, {1: 0.9}, {4: 0.1}, {1: 0.9, 4: 0.1, 13: 0.8}])
def test_the_best_action_is_found_whatever_was_expected(told: dict[int, float] | None) -> None:
    search = thought(tree_game(STAIRS), SIMULATIONS, told)
    assert search.best_action() == FAR
    assert values(search)[FAR] == pytest.approx(0.75, abs=ERROR)
    assert search.tree.value[ROOT] == values(search)[FAR]


def test_all_chances_are_found_where_actions_are_tried_evenly() -> None:
    search = begun(tree_game(STAIRS), None, SIMULATIONS, explore_all=True)
    assert values(search) == pytest.approx({0: 5 / 8, 1: 3 / 4, 2: 1 / 3}, abs=ERROR)


@pytest.mark.parametrize(("explore_all", "least"), [(False, 0), (True, 16)])
def test_trying_evenly_tries_all(explore_all: bool, least: int) -> None:  # noqa: FBT001
    """Of 100 rounds 50 go to what was tried least: 16 or 17 to each of three lost actions."""
    search = begun(tree_game(decision(WON, LOST, LOST, LOST)), None, 100, explore_all=explore_all)
    tried = visits(search)
    assert search.best_action() == 0
    assert min(tried[action] for action in (1, 2, 3)) == least
    assert sum(tried.values()) == 99


def test_outcomes_come_as_often_as_they_are_likely() -> None:
    search = thought(tree_game(decision(chance((1, WON), (2, LOST), (5, (0.5,))))), 801)
    [node] = children(search.tree, int(ROOT))
    came = visits(search, node)
    assert came == pytest.approx({4: 100, 5: 200, 6: 500}, abs=3)


def test_a_certain_end_is_known_exactly() -> None:
    search = thought(tree_game(decision((0.25,), (0.5,))), 50)
    assert values(search)[1] == 0.5
    assert search.best_action() == 1


def test_thinking_on_is_settled_when_nothing_can_catch_up() -> None:
    search = thought(tree_game(decision(WON, LOST)), 11)
    assert visits(search) == {0: 10, 1: 0}
    assert search.is_decided(9)
    assert not search.is_decided(10)


def test_a_new_decision_is_not_settled() -> None:
    search = thought(tree_game(decision(WON, LOST)), 0)
    assert not search.is_decided(0)


def test_a_search_begins_anew() -> None:
    game = tree_game(STAIRS)
    search = thought(game, 30)
    before = (visits(search), values(search))
    search.reset(game.new_state(), Random(1))
    assert (search.simulations, search.tree.size) == (0, 1)
    search.run(30)
    assert (visits(search), values(search)) == before


def test_thinking_twice_is_thinking_longer() -> None:
    game = tree_game(STAIRS)
    at_once, in_parts = thought(game, 101), thought(game, 40)
    in_parts.run(61)
    assert (visits(in_parts), values(in_parts)) == (visits(at_once), values(at_once))


def test_a_search_leaves_the_state_as_it_is() -> None:
    game = tree_game(STAIRS)
    state = game.new_state()
    search = searching(game)
    search.reset(state, Random(1))
    search.run(50)
    assert game.node_index(state) == 0


def test_who_thinks_wants_to_win_itself() -> None:
    game = tree_game(decision(THEIRS, OURS, seat=1), seats=2)
    assert values(thought(game, 100)) == {0: 1.0, 1: 0.0}


BOTH, NEITHER = (1.0, 1.0), (0.0, 0.0)


@pytest.mark.parametrize("told", [None, {2: 0.25, 4: 0.75}, {2: 0.75, 4: 0.25}])
def test_partners_are_thought_of_as_one(told: dict[int, float] | None) -> None:
    """Whatever the partner would do at first sight: the second luck brings 3/4, against 1/2."""
    turn = decision(chance((1, NEITHER)), chance((3, BOTH), (1, NEITHER)), seat=1)
    game = tree_game(decision(turn, chance((1, BOTH), (1, NEITHER))), seats=2)
    search = thought(game, SIMULATIONS, told)
    assert search.best_action() == 0
    assert values(search)[0] == pytest.approx(0.75, abs=ERROR)


@pytest.mark.parametrize("budget_ms", [0.0, 10_000.0])
def test_a_searching_player_chooses_what_is_best(budget_ms: float) -> None:
    """Without time it looks at the clock after fifty rounds, which is enough here."""
    game = tree_game(decision(LOST, EVEN, WON))
    player = SearchBot(searching(game), 500, budget_ms)
    assert player.choose(game.new_state(), Random(1)) == 2


def test_a_searching_player_with_one_action_does_not_think() -> None:
    game = tree_game(decision(EVEN))
    search = searching(game)
    dice, untouched = Random(1), Random(1)
    assert SearchBot(search, 500, 100.0).choose(game.new_state(), dice) == 0
    assert search.simulations == 0
    assert dice.random() == untouched.random()


def test_a_searching_player_stops_when_it_is_settled() -> None:
    game = tree_game(decision(WON, LOST))
    search = searching(game)
    assert SearchBot(search, 500, 10_000.0).choose(game.new_state(), Random(1)) == 0
    assert 250 <= search.simulations < 500


@pytest.mark.parametrize(
    ("name", "options"), [("onirim", {}), ("onirim", {"seats": 2}), ("nightmarium", {"seats": 3})]
)
def test_the_same_dice_give_the_same_decision(name: str, options: dict[str, int]) -> None:
    game = onirium.load(name, **options)
    state = game.new_state()
    state.resolve_chance(Random(5))
    found = []
    for _ in range(2):
        search = ExpectimaxTree(game, Legal())
        search.reset(state, Random(3))
        search.run(20, explore_all=True)
        found.append((search.best_action(), visits(search), values(search)))
    assert found[0] == found[1]


class Legal(FixedEvaluator):
    """Expects as much as there are legal actions."""

    def __init__(self) -> None:
        pass

    def value(self, state: State, seat: int) -> float:
        if state.is_terminal():
            return state.returns()[seat]
        return len(state.legal_actions()) / 512
