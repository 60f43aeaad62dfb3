"""Comparing worlds: on games of two that are small enough to be counted by hand."""

import pytest
from librt.random import Random

import onirium
from onirium import State
from onirium.bots.search.determinized_rollouts import DeterminizedRollouts, PriorConfig
from onirium.bots.search.one_ply import OnePly
from tests.support.tree_game import FixedEvaluator, Tree, TreeGame, chance, decision, tree_game

WON, LOST = (1.0, 0.0), (0.0, 1.0)
SIGHT = PriorConfig(determinizations=16, weight=10.0)
GLANCES = 8
"""Two worlds are looked at in a round."""

ERROR = 0.02
"""What was seen at first fades; outcomes come as often as they are likely, but for luck."""

OPEN = decision(decision(WON, LOST, seat=1), chance((1, WON), (3, LOST)))
"""The rival would take the win that the first action leaves open; the second wins a quarter."""


def thought(
    game: TreeGame,
    simulations: int,
    told: dict[int, float] | None = None,
    *,
    explore_all: bool = False,
) -> DeterminizedRollouts:
    return believed(game, simulations, told, told, explore_all=explore_all)


def believed(
    game: TreeGame,
    simulations: int,
    ahead: dict[int, float] | None,
    judged: dict[int, float] | None,
    *,
    sight: PriorConfig = SIGHT,
    turns: int = 2,
    explore_all: bool = False,
) -> DeterminizedRollouts:
    """Think where who looks ahead expects something else than who judges."""
    looking = OnePly(game, FixedEvaluator(game, ahead))
    worlds = DeterminizedRollouts(game, looking, FixedEvaluator(game, judged), sight, turns)
    worlds.reset(game.new_state(), Random(1))
    worlds.run(simulations, explore_all=explore_all)
    return worlds


def values(worlds: DeterminizedRollouts) -> dict[int, float]:
    return dict(worlds.action_values())


@pytest.mark.parametrize("simulations", [1, GLANCES])
def test_at_first_it_looks_one_step_ahead(simulations: int) -> None:
    game = tree_game(decision(decision(WON), decision(LOST), LOST), seats=2)
    worlds = thought(game, simulations, {1: 0.25, 3: 0.75})
    assert values(worlds) == {0: 0.25, 1: 0.75, 2: 0.0}
    assert worlds.best_action() == 1


def test_the_first_sight_is_the_judges() -> None:
    game = tree_game(decision(decision(WON), decision(LOST)), seats=2)
    worlds = believed(game, 1, {1: 0.25, 3: 0.75}, {1: 0.625, 3: 0.5})
    assert values(worlds) == {0: 0.625, 1: 0.5}


@pytest.mark.parametrize(("worlds", "glances"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_when_enough_was_seen_at_first_it_plays_on(worlds: int, glances: int) -> None:
    """What was seen counts for three parts of four, what came of playing on for one."""
    game = tree_game(decision(decision(WON)), seats=2)
    sight = PriorConfig(determinizations=worlds, weight=3.0)
    found = [
        values(believed(game, simulations, None, {1: 0.5}, sight=sight))[0]
        for simulations in (glances, glances + 1)
    ]
    assert found == pytest.approx([0.5, (3 * 0.5 + 1) / 4])


@pytest.mark.parametrize(("left", "right", "result"), [(0.25, 0.75, 0.0), (0.75, 0.25, 1.0)])
def test_what_is_played_on_is_what_looks_best_ahead_whatever_is_judged(
    left: float, right: float, result: float
) -> None:
    game = tree_game(decision(decision(chance((1, WON)), chance((1, LOST)))), seats=2)
    ahead, judged = {2: left, 4: right}, {2: 0.5, 4: 0.5}
    assert values(believed(game, 1000, ahead, judged))[0] == pytest.approx(result, abs=ERROR)


def test_where_playing_on_ends_the_judge_judges() -> None:
    """Of what counts half is the first sight, 1/4, and half what is judged in the end, 3/4."""
    second = decision(decision(WON, LOST))
    game = tree_game(decision(decision(decision(decision(second, seat=1)), seat=1)), seats=2)
    simulations = GLANCES + int(SIGHT.weight)
    worlds = believed(game, simulations, {1: 1.0, 5: 1.0}, {1: 0.25, 5: 0.75})
    assert values(worlds) == {0: pytest.approx(0.5)}


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_playing_on_ends_after_the_first_action_of_a_turn(turns: int) -> None:
    """Half of what counts is the 3/4 of the first sight, half the 1/4 after that action."""
    path: Tree = WON
    for seat in reversed((0, 1, 0, 0, 1, 0, 0, 1, 0, 0)):
        path = decision(path, seat=seat)
    told = dict.fromkeys(range(1, 10), 1.0) | {1: 0.75, 3 * turns: 0.25}
    simulations = GLANCES + int(SIGHT.weight)
    worlds = believed(tree_game(path, seats=2), simulations, told, told, turns=turns)
    assert values(worlds) == {0: pytest.approx(0.5)}


def test_playing_on_goes_where_the_second_turn_looks_best() -> None:
    second = decision(decision(WON, LOST), decision(WON, LOST))
    game = tree_game(decision(decision(decision(decision(second, seat=1)), seat=1)), seats=2)
    worlds = thought(game, GLANCES + int(SIGHT.weight), {1: 0.25, 5: 0.5, 8: 0.75})
    assert values(worlds) == {0: pytest.approx(0.5)}


def test_ones_own_further_decisions_of_a_turn_are_played() -> None:
    game = tree_game(decision(decision(LOST, WON)), seats=2)
    worlds = thought(game, 1000, {1: 0.25})
    assert values(worlds)[0] == pytest.approx(1.0, abs=ERROR)


def test_others_do_what_is_best_for_them() -> None:
    worlds = thought(tree_game(OPEN, seats=2), 2000, explore_all=True)
    assert worlds.best_action() == 1
    assert values(worlds) == pytest.approx({0: 0.0, 1: 0.25}, abs=2 * ERROR)


def test_luck_makes_no_difference_between_two_actions() -> None:
    """Both actions bring the same luck each time, so that equal boughs stay equal."""
    even = chance((1, WON), (1, LOST))
    worlds = thought(tree_game(decision(even, even), seats=2), GLANCES + 100, explore_all=True)
    assert values(worlds)[0] == values(worlds)[1]


def test_a_better_action_is_found_whatever_was_expected() -> None:
    worse, better = chance((1, WON), (2, LOST)), chance((2, WON), (1, LOST))
    worlds = thought(tree_game(decision(worse, better), seats=2), 1000, {1: 0.8, 4: 0.3})
    assert worlds.best_action() == 1


def test_it_is_settled_when_nothing_can_catch_up() -> None:
    worlds = thought(tree_game(decision(WON, LOST), seats=2), GLANCES + 11)
    assert worlds.is_decided(10)
    assert not worlds.is_decided(11)


def test_a_new_decision_is_not_settled() -> None:
    assert not thought(tree_game(decision(WON, LOST), seats=2), 0).is_decided(0)


def test_it_begins_anew() -> None:
    game = tree_game(OPEN, seats=2)
    worlds = thought(game, 40)
    before = (worlds.best_action(), values(worlds))
    worlds.reset(game.new_state(), Random(1))
    worlds.run(40)
    assert (worlds.best_action(), values(worlds)) == before


def test_thinking_twice_is_thinking_longer() -> None:
    game = tree_game(OPEN, seats=2)
    at_once, in_parts = thought(game, 101), thought(game, 40)
    in_parts.run(61)
    assert values(in_parts) == values(at_once)


def test_it_leaves_the_state_as_it_is() -> None:
    game = tree_game(OPEN, seats=2)
    state = game.new_state()
    worlds = DeterminizedRollouts(
        game, OnePly(game, FixedEvaluator(game)), FixedEvaluator(game), SIGHT, 2
    )
    worlds.reset(state, Random(1))
    worlds.run(50)
    assert game.node_index(state) == 0


class Legal(FixedEvaluator):
    """Expects the more, the more cards are in hand, whoever holds them."""

    def __init__(self) -> None:
        pass

    def value(self, state: State, seat: int) -> float:
        if state.is_terminal():
            return state.returns()[seat]
        hand = sum(state.observation(seat)["hand"])
        return hand / 108


@pytest.mark.parametrize("seats", [2, 4])
def test_what_the_seat_cannot_see_plays_no_part(seats: int) -> None:
    game = onirium.load("nightmarium", seats=seats)
    state = game.new_state()
    state.resolve_chance(Random(5))
    seat = state.current_player()
    found = []
    for world in (state, state.determinize(seat, Random(6)), state.determinize(seat, Random(7))):
        worlds = DeterminizedRollouts(game, OnePly(game, Legal()), Legal(), SIGHT, 2)
        worlds.reset(world, Random(3))
        worlds.run(GLANCES + 4, explore_all=True)
        found.append((worlds.best_action(), values(worlds)))
    assert found[0] == found[1] == found[2]
