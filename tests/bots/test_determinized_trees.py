"""Partners: searching several worlds, on games that are small enough to be counted by hand."""

import pytest
from librt.random import Random

import onirium
from onirium.bots.search.determinized_trees import DeterminizedTrees
from tests.bots.test_expectimax import Legal
from tests.support.tree_game import Decision, FixedEvaluator, TreeGame, chance, decision, tree_game

BOTH, NEITHER = (1.0, 1.0), (0.0, 0.0)
A_WORLD = 25

THIRD = chance((1, BOTH), (2, NEITHER))
UNSEEN = [
    decision(decision(BOTH, seat=1), THIRD),
    decision(decision(NEITHER, seat=1), THIRD),
]
"""The partner can win or cannot: half of the worlds are won, against a third by luck."""

SEEN = decision(NEITHER, decision(NEITHER, BOTH, seat=1), chance((1, BOTH), (3, NEITHER)))
"""The partner wins if it is let; luck wins a quarter."""
LUCK_OF_SEEN = 5


def thought(
    game: TreeGame,
    simulations: int,
    true: Decision | None = None,
    told: dict[int, float] | None = None,
    *,
    explore_all: bool = True,
) -> DeterminizedTrees:
    partners = DeterminizedTrees(game, FixedEvaluator(game, told), A_WORLD)
    partners.reset(game.state_of(true or game.trees[0]), Random(1))
    partners.run(simulations, explore_all=explore_all)
    return partners


def values(partners: DeterminizedTrees) -> dict[int, float]:
    return dict(partners.action_values())


def test_what_a_partner_can_do_is_done() -> None:
    partners = thought(tree_game(SEEN, seats=2), 40 * A_WORLD, told={LUCK_OF_SEEN: 0.25})
    assert partners.best_action() == 1
    assert values(partners) == pytest.approx({0: 0.0, 1: 1.0, 2: 0.25}, abs=0.03)


@pytest.mark.parametrize("true", UNSEEN)
def test_every_world_counts_alike(true: Decision) -> None:
    """In each world it is certain whether the partner wins."""
    worlds = 12
    found = values(thought(tree_game(*UNSEEN, seats=2), worlds * A_WORLD, true))
    won = found[0] * worlds
    assert won == pytest.approx(round(won))
    assert 2 <= round(won) <= 10
    assert found[1] == pytest.approx(1 / 3, abs=0.02)


def test_what_is_best_on_the_whole_need_not_be_the_best_in_any_world() -> None:
    """One of the first two actions surely wins, but nobody knows which; luck wins 9 of 10."""
    often = chance((9, BOTH), (1, NEITHER))
    game = tree_game(decision(BOTH, NEITHER, often), decision(NEITHER, BOTH, often), seats=2)
    assert thought(game, 12 * A_WORLD).best_action() == 2
    assert thought(game, A_WORLD).best_action() in {0, 1}


def test_which_world_is_the_true_one_plays_no_part() -> None:
    game = tree_game(*UNSEEN, seats=2)
    one, other = (thought(game, 3 * A_WORLD, true) for true in UNSEEN)
    assert values(one) == values(other)


def test_it_is_settled_when_nothing_can_catch_up() -> None:
    """The first round of each world looks at both actions, all others went to the win."""
    worlds = 4
    tried = worlds * (A_WORLD - 1)
    partners = thought(
        tree_game(decision(BOTH, NEITHER), seats=2), worlds * A_WORLD, explore_all=False
    )
    assert partners.is_decided(tried - 1)
    assert not partners.is_decided(tried)


def test_it_begins_anew() -> None:
    game = tree_game(*UNSEEN, seats=2)
    partners = thought(game, A_WORLD + 30)
    before = (partners.best_action(), values(partners))
    partners.reset(game.new_state(), Random(1))
    partners.run(A_WORLD + 30, explore_all=True)
    assert (partners.best_action(), values(partners)) == before


@pytest.mark.parametrize("first", [1, A_WORLD - 1, A_WORLD, A_WORLD + 1])
def test_thinking_twice_is_thinking_longer(first: int) -> None:
    game = tree_game(*UNSEEN, seats=2)
    at_once, in_parts = thought(game, 2 * A_WORLD), thought(game, first)
    in_parts.run(2 * A_WORLD - first, explore_all=True)
    assert values(in_parts) == values(at_once)


def test_it_leaves_the_state_as_it_is() -> None:
    game = tree_game(*UNSEEN, seats=2)
    state = game.new_state()
    partners = DeterminizedTrees(game, FixedEvaluator(game), A_WORLD)
    partners.reset(state, Random(1))
    partners.run(A_WORLD + 1)
    assert game.node_index(state) == 0


def test_what_the_seat_cannot_see_plays_no_part() -> None:
    game = onirium.load("onirim", seats=2)
    state = game.new_state()
    state.resolve_chance(Random(5))
    seat = state.current_player()
    found = []
    for world in (state, state.determinize(seat, Random(6)), state.determinize(seat, Random(7))):
        partners = DeterminizedTrees(game, Legal(), A_WORLD)
        partners.reset(world, Random(3))
        partners.run(A_WORLD + 20, explore_all=True)
        found.append((partners.best_action(), values(partners)))
    assert found[0] == found[1] == found[2]
