"""Determinized rollouts, on games of two seats with values computed by hand."""

import pytest
from librt.random import Random

import onirium
from onirium import State
from onirium.bots.search.determinized_rollouts import DeterminizedRollouts, PriorConfig
from onirium.bots.search.one_ply import OnePly
from tests.support.tree_game import FixedEvaluator, Tree, TreeGame, chance, decision, tree_game

WON, LOST = (1.0, 0.0), (0.0, 1.0)
PRIOR = PriorConfig(determinizations=16, weight=10.0)
PRIOR_SIMULATIONS = 8
"""Each simulation of the prior evaluates two determinizations."""

TOLERANCE = 0.02
"""The prior fades, and frequencies of outcomes approach their probabilities."""

RIVAL_DECIDES = decision(decision(WON, LOST, seat=1), chance((1, WON), (3, LOST)))
"""After the first action the rival chooses its own win; the second wins with probability 1/4."""


def search(
    game: TreeGame,
    simulations: int,
    values: dict[int, float] | None = None,
    *,
    explore_all: bool = False,
) -> DeterminizedRollouts:
    """Run a search whose rollout policy and evaluation agree."""
    return search_with(game, simulations, values, values, explore_all=explore_all)


def search_with(
    game: TreeGame,
    simulations: int,
    policy_values: dict[int, float] | None,
    values: dict[int, float] | None,
    *,
    prior: PriorConfig = PRIOR,
    turns: int = 2,
    explore_all: bool = False,
) -> DeterminizedRollouts:
    """Run a search whose rollout policy uses other values than the evaluation."""
    policy = OnePly(game, FixedEvaluator(game, policy_values))
    searcher = DeterminizedRollouts(game, policy, FixedEvaluator(game, values), prior, turns)
    searcher.reset(game.new_state(), Random(1))
    searcher.run(simulations, explore_all=explore_all)
    return searcher


def action_values(searcher: DeterminizedRollouts) -> dict[int, float]:
    return dict(searcher.action_values())


def test_simulations_of_an_action_play_it_out_only() -> None:
    searcher = search(tree_game(RIVAL_DECIDES, seats=2), PRIOR_SIMULATIONS, {1: 0.5, 4: 0.5})
    before = action_values(searcher)
    searcher.run_action(0, 2000)
    assert action_values(searcher) == pytest.approx({0: 0.0, 1: before[1]}, abs=0.01)
    assert searcher.best_action() == 0


@pytest.mark.parametrize("simulations", [1, PRIOR_SIMULATIONS])
def test_prior_is_the_value_one_ply_ahead(simulations: int) -> None:
    game = tree_game(decision(decision(WON), decision(LOST), LOST), seats=2)
    searcher = search(game, simulations, {1: 0.25, 3: 0.75})
    assert action_values(searcher) == {0: 0.25, 1: 0.75, 2: 0.0}
    assert searcher.best_action() == 1


def test_prior_uses_the_evaluator_not_the_policy() -> None:
    game = tree_game(decision(decision(WON), decision(LOST)), seats=2)
    searcher = search_with(game, 1, {1: 0.25, 3: 0.75}, {1: 0.625, 3: 0.5})
    assert action_values(searcher) == {0: 0.625, 1: 0.5}


@pytest.mark.parametrize(
    ("determinizations", "simulations"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)]
)
def test_rollouts_start_after_the_prior(determinizations: int, simulations: int) -> None:
    """The prior has three quarters of the weight, the first rollout one."""
    game = tree_game(decision(decision(WON)), seats=2)
    prior = PriorConfig(determinizations=determinizations, weight=3.0)
    values_by_weight = [
        action_values(search_with(game, count, None, {1: 0.5}, prior=prior))[0]
        for count in (simulations, simulations + 1)
    ]
    assert values_by_weight == pytest.approx([0.5, (3 * 0.5 + 1) / 4])


@pytest.mark.parametrize(("left", "right", "result"), [(0.25, 0.75, 0.0), (0.75, 0.25, 1.0)])
def test_rollouts_follow_the_policy_not_the_evaluator(
    left: float, right: float, result: float
) -> None:
    game = tree_game(decision(decision(chance((1, WON)), chance((1, LOST)))), seats=2)
    policy_values, values = {2: left, 4: right}, {2: 0.5, 4: 0.5}
    estimates = action_values(search_with(game, 1000, policy_values, values))
    assert estimates[0] == pytest.approx(result, abs=TOLERANCE)


def test_truncated_rollouts_are_evaluated() -> None:
    """Half of the weight is the prior of 1/4, half the value of 3/4 at the truncation."""
    second = decision(decision(WON, LOST))
    game = tree_game(decision(decision(decision(decision(second, seat=1)), seat=1)), seats=2)
    simulations = PRIOR_SIMULATIONS + int(PRIOR.weight)
    searcher = search_with(game, simulations, {1: 1.0, 5: 1.0}, {1: 0.25, 5: 0.75})
    assert action_values(searcher) == {0: pytest.approx(0.5)}


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_rollouts_are_truncated_after_the_first_action_of_a_turn(turns: int) -> None:
    """Half of the weight is the prior of 3/4, half the value of 1/4 after that action."""
    path: Tree = WON
    for seat in reversed((0, 1, 0, 0, 1, 0, 0, 1, 0, 0)):
        path = decision(path, seat=seat)
    values = dict.fromkeys(range(1, 10), 1.0) | {1: 0.75, 3 * turns: 0.25}
    simulations = PRIOR_SIMULATIONS + int(PRIOR.weight)
    searcher = search_with(tree_game(path, seats=2), simulations, values, values, turns=turns)
    assert action_values(searcher) == {0: pytest.approx(0.5)}


def test_rollouts_follow_the_policy_in_the_second_turn() -> None:
    second = decision(decision(WON, LOST), decision(WON, LOST))
    game = tree_game(decision(decision(decision(decision(second, seat=1)), seat=1)), seats=2)
    searcher = search(game, PRIOR_SIMULATIONS + int(PRIOR.weight), {1: 0.25, 5: 0.5, 8: 0.75})
    assert action_values(searcher) == {0: pytest.approx(0.5)}


def test_rollouts_play_further_decisions_of_the_same_turn() -> None:
    game = tree_game(decision(decision(LOST, WON)), seats=2)
    searcher = search(game, 1000, {1: 0.25})
    assert action_values(searcher)[0] == pytest.approx(1.0, abs=TOLERANCE)


def test_rollouts_let_other_seats_maximize_their_own_value() -> None:
    searcher = search(tree_game(RIVAL_DECIDES, seats=2), 2000, explore_all=True)
    assert searcher.best_action() == 1
    assert action_values(searcher) == pytest.approx({0: 0.0, 1: 0.25}, abs=2 * TOLERANCE)


def test_all_actions_are_compared_with_common_random_numbers() -> None:
    """Both actions get the same outcomes, so that equal subtrees get equal values."""
    even = chance((1, WON), (1, LOST))
    game = tree_game(decision(even, even), seats=2)
    values = action_values(search(game, PRIOR_SIMULATIONS + 100, explore_all=True))
    assert values[0] == values[1]


def test_rollouts_correct_a_wrong_prior() -> None:
    worse, better = chance((1, WON), (2, LOST)), chance((2, WON), (1, LOST))
    searcher = search(tree_game(decision(worse, better), seats=2), 1000, {1: 0.8, 4: 0.3})
    assert searcher.best_action() == 1


def test_search_is_decided_when_no_action_can_catch_up() -> None:
    searcher = search(tree_game(decision(WON, LOST), seats=2), PRIOR_SIMULATIONS + 11)
    assert searcher.is_decided(10)
    assert not searcher.is_decided(11)


def test_new_search_is_not_decided() -> None:
    assert not search(tree_game(decision(WON, LOST), seats=2), 0).is_decided(0)


def test_reset_search_repeats_its_result() -> None:
    game = tree_game(RIVAL_DECIDES, seats=2)
    searcher = search(game, 40)
    before = (searcher.best_action(), action_values(searcher))
    searcher.reset(game.new_state(), Random(1))
    searcher.run(40)
    assert (searcher.best_action(), action_values(searcher)) == before


def test_two_runs_equal_one_of_the_same_total() -> None:
    game = tree_game(RIVAL_DECIDES, seats=2)
    at_once, in_parts = search(game, 101), search(game, 40)
    in_parts.run(61)
    assert action_values(in_parts) == action_values(at_once)


def test_search_does_not_modify_the_state() -> None:
    game = tree_game(RIVAL_DECIDES, seats=2)
    state = game.new_state()
    evaluator = FixedEvaluator(game)
    searcher = DeterminizedRollouts(game, OnePly(game, evaluator), evaluator, PRIOR, 2)
    searcher.reset(state, Random(1))
    searcher.run(50)
    assert game.node_index(state) == 0


class HandSizeEvaluator(FixedEvaluator):
    """Returns the share of all cards that a seat holds."""

    def __init__(self) -> None:
        pass

    def value(self, state: State, seat: int) -> float:
        if state.is_terminal():
            return state.returns()[seat]
        hand = sum(state.observation(seat)["hand"])
        return hand / 108


@pytest.mark.parametrize("seats", [2, 4])
def test_hidden_information_does_not_change_the_result(seats: int) -> None:
    game = onirium.load("nightmarium", seats=seats)
    state = game.new_state()
    state.resolve_chance(Random(5))
    seat = state.current_player()
    results = []
    for other in (state, state.determinize(seat, Random(6)), state.determinize(seat, Random(7))):
        evaluator = HandSizeEvaluator()
        searcher = DeterminizedRollouts(game, OnePly(game, evaluator), evaluator, PRIOR, 2)
        searcher.reset(other, Random(3))
        searcher.run(PRIOR_SIMULATIONS + 4, explore_all=True)
        results.append((searcher.best_action(), action_values(searcher)))
    assert results[0] == results[1] == results[2]
