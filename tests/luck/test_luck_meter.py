"""The luck of chance outcomes, by hand on small trees and against sampling in the real games."""

import statistics
from operator import itemgetter

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import onirium
from onirium import Random, State
from onirium.bots.network.evaluator import Evaluator
from onirium.bots.search.exact_solver import ExactSolver
from onirium.bots.search.one_ply import OnePly
from onirium.bots.search.truncated_rollout import TruncatedRollout
from onirium.bots.search_registry import make_solver
from onirium.studies.luck.luck_meter import LuckMeter, check_luck
from onirium.studies.luck.position_value import (
    SOLVER_SIMULATIONS,
    PositionValue,
    load_position_value,
    mean_log_odds,
)
from onirium.studies.luck.rollout_value import ESTIMATE_WEIGHT, RolloutValue
from tests.support.tree_game import (
    ACTION_COUNT,
    LOST,
    WON,
    FixedEvaluator,
    NodeKey,
    TreeGame,
    chance,
    decision,
    tree_game,
)

OURS, THEIRS = (1.0, 0.0), (0.0, 1.0)

LOTTERY = chance((1, WON), (2, decision(chance((1, WON), (1, LOST)), LOST)), (1, LOST))
"""Nodes in depth-first order: 0 the root, 1 a win, 2 a decision, 3 its coin, ..., 7 a loss."""


def meter_of(game: TreeGame, values: dict[int, float] | None = None) -> LuckMeter:
    return LuckMeter(game, PositionValue(game, FixedEvaluator(game, values)))


def luck_of_outcomes(meter: LuckMeter, state: State) -> list[tuple[list[float], int]]:
    """Return the luck of every outcome with its weight."""
    return [(meter.measure(state, outcome), weight) for outcome, weight in state.chance_outcomes()]


def test_luck_is_the_value_after_the_outcome_less_the_mean_of_all() -> None:
    """By hand: the values are 1, 0.75 (the better action) and 0; 1/4 + 2/4 x 0.75 = 0.625."""
    game = tree_game(LOTTERY)
    lucks = luck_of_outcomes(meter_of(game, {3: 0.75}), game.new_state())
    assert lucks == [([0.375], 1), ([0.125], 2), ([-0.625], 1)]


def test_expected_luck_is_zero_for_a_wrong_value_function() -> None:
    game = tree_game(LOTTERY)
    lucks = luck_of_outcomes(meter_of(game, {3: 0.01}), game.new_state())
    assert sum(weight * luck[0] for luck, weight in lucks) == pytest.approx(0, abs=1e-12)


def test_decision_has_the_value_of_the_action_that_its_seat_prefers() -> None:
    """By hand: the second seat takes the win, so the first outcome loses for the first seat."""
    tree = chance((1, decision(OURS, THEIRS, seat=1)), (3, decision(OURS, THEIRS, seat=0)))
    game = tree_game(tree, seats=2)
    lucks = luck_of_outcomes(meter_of(game), game.new_state())
    assert lucks == [([-0.75, 0.75], 1), ([0.25, -0.25], 3)]


def test_second_evaluator_judges_the_states_after_outcomes() -> None:
    """By hand: odds of 9 and 1 for the decision, node 2; their geometric mean 3 is worth 0.75."""
    game = tree_game(LOTTERY)
    second = FixedEvaluator(game, {2: 0.5})
    value = PositionValue(game, FixedEvaluator(game, {3: 0.9}), outcome_evaluator=second)
    lucks = luck_of_outcomes(LuckMeter(game, value), game.new_state())
    assert [luck for [luck], _ in lucks] == pytest.approx([0.375, 0.125, -0.625])


def test_certain_outcomes_stay_certain() -> None:
    """A won or lost game has no log-odds; both evaluators return its result."""
    assert (mean_log_odds(1.0, 1.0), mean_log_odds(0.0, 0.0)) == (1.0, 0.0)
    assert mean_log_odds(1.0, 0.0) == 0.5


def test_rollouts_and_estimate_are_averaged() -> None:
    """By hand: the second seat then decides for its win, whatever the first estimate of 3/4."""
    tree = chance((1, decision(chance((1, decision(OURS, THEIRS, seat=1))))), (1, OURS))
    game = tree_game(tree, seats=2)
    evaluator = FixedEvaluator(game, {2: 0.75})
    rollout = TruncatedRollout(OnePly(game, evaluator), 2)
    value = RolloutValue(game, PositionValue(game, evaluator), evaluator, rollout, 16)
    lucks = luck_of_outcomes(LuckMeter(game, value), game.new_state())
    decided = ESTIMATE_WEIGHT * 0.75 / (ESTIMATE_WEIGHT + 16)
    assert [luck[0] for luck, _ in lucks] == pytest.approx([(decided - 1) / 2, (1 - decided) / 2])


def test_expected_luck_is_zero_with_sampled_rollouts() -> None:
    """The coin after the first outcome is sampled; all outcomes share its random numbers."""
    coin = decision(chance((1, OURS), (1, THEIRS)))
    game = tree_game(chance((1, coin), (2, decision(coin, THEIRS, seat=1)), (1, OURS)), seats=2)
    evaluator = FixedEvaluator(game, {2: 0.3, 6: 0.9})
    rollout = TruncatedRollout(OnePly(game, evaluator), 2)
    value = RolloutValue(game, PositionValue(game, evaluator), evaluator, rollout, 5)
    lucks = luck_of_outcomes(LuckMeter(game, value), game.new_state())
    for seat in range(2):
        assert sum(weight * luck[seat] for luck, weight in lucks) == pytest.approx(0, abs=1e-12)
    assert lucks[0][0] != lucks[1][0]


def test_rollouts_need_several_seats_and_a_measurement() -> None:
    with pytest.raises(ValueError, match="onirim has 1 seat here"):
        check_luck(onirium.load("onirim"), 8, is_measured=True)
    with pytest.raises(ValueError, match="at least 0, not -1"):
        check_luck(onirium.load("nightmarium"), -1, is_measured=True)
    with pytest.raises(ValueError, match="add --adjust-luck"):
        check_luck(onirium.load("nightmarium"), 8, is_measured=False)


def test_single_outcome_is_no_luck() -> None:
    game = tree_game(chance((5, WON)))
    assert meter_of(game).measure(game.new_state(), ACTION_COUNT) == [0.0]


def test_exact_values_explain_a_game_of_chance_completely() -> None:
    """With the values of a player without errors, opening + luck is the result of every game."""
    game = tree_game(LOTTERY)
    meter = meter_of(game, {3: 0.5})
    opening = 0.25 + 0.5 * 0.5
    for seed in range(20):
        state, rng, total = game.new_state(), Random(seed), opening
        while not state.is_terminal():
            if state.is_chance_node():
                outcome = int(state.sample(rng))
                total += meter.measure(state, outcome)[0]
                state.apply_unchecked(outcome)
            else:
                state.apply_unchecked(0)
        assert total == state.returns()[0]


class Undecided(Evaluator):
    """Takes every position for even."""

    def value(self, state: State, seat: i64) -> float:
        return state.returns()[seat] if state.is_terminal() else 0.5


@pytest.mark.parametrize("seed", range(3))
def test_exact_endings_explain_their_results_completely(seed: int) -> None:
    """Played without errors, the exact value of an ending + luck is the result."""
    game = onirium.load("onirim", box=1)
    solver = make_solver(game)
    assert solver is not None
    meter = LuckMeter(game, PositionValue(game, Undecided(), make_solver(game)))
    state, rng, total = game.new_state(), Random(seed), None
    while not state.is_terminal():
        if total is None and solver.find_limit(state, SOLVER_SIMULATIONS):
            total = solver.value(state, 10**6)
        if state.is_chance_node():
            action = int(state.sample(rng))
            if total is not None:
                total += meter.measure(state, action)[0]
        else:
            action, _ = max(solver.action_values(state, 10**6), key=itemgetter(1))
        state.apply_unchecked(action)
    assert total == pytest.approx(state.returns()[0], abs=1e-9)


class SmallNodesKey(NodeKey):
    """Only the positions from node 4 on are attempted."""

    def estimate_positions(self, state: State) -> i64:
        game = state.game
        assert isinstance(game, TreeGame)
        return 4 if game.node_index(state) >= 4 else 1 << 40


def test_solved_and_estimated_outcomes_together_by_hand() -> None:
    """The coins are won in 3 of 4 and 1 of 4 cases, but the estimate of the first one is 1/2.

    Nodes: 0 the root, 1 the first coin, 4 the second one.
    """
    game = tree_game(chance((1, chance((3, WON), (1, LOST))), (1, chance((1, WON), (3, LOST)))))
    solver = ExactSolver(game, SmallNodesKey())
    meter = LuckMeter(game, PositionValue(game, FixedEvaluator(game), solver))
    lucks = luck_of_outcomes(meter, game.new_state())
    assert lucks == [([0.125], 1), ([-0.125], 1)]


def test_state_in_a_deal_has_the_mean_value_of_its_ends() -> None:
    """By hand: the inner chance node has no value of its own, and its ends are worth 0.8 each."""
    deal = chance((1, decision(chance((1, WON)), LOST)), (2, decision(chance((3, WON)), LOST)))
    game = tree_game(chance((1, deal), (1, LOST)))
    evaluator = FixedEvaluator(game, {1: 0.1, 3: 0.8, 7: 0.8})
    state = game.new_state()
    step = int(state.current_step())
    meter = LuckMeter(game, PositionValue(game, evaluator, untrained_steps=[step]))
    [(luck, _), _] = luck_of_outcomes(meter, state)
    assert luck == pytest.approx([0.4])


def test_both_evaluators_judge_the_ends_of_a_deal() -> None:
    """By hand: odds of 9 and 1 for each end, nodes 2 and 6, whatever node 1 is worth."""
    deal = chance((1, decision(chance((1, WON)), LOST)), (2, decision(chance((3, WON)), LOST)))
    game = tree_game(chance((1, deal), (1, LOST)))
    state = game.new_state()
    value = PositionValue(
        game,
        FixedEvaluator(game, {1: 0.1, 3: 0.9, 7: 0.9}),
        untrained_steps=[int(state.current_step())],
        outcome_evaluator=FixedEvaluator(game, {1: 0.1}),
    )
    [(luck, _), _] = luck_of_outcomes(LuckMeter(game, value), state)
    assert luck == pytest.approx([0.375])


GAMES: tuple[tuple[str, dict[str, object]], ...] = (
    ("onirim", {}),
    ("onirim", {"expansions": ["book", "towers", "premonitions"]}),
    ("onirim", {"seats": 2}),
    ("onirim", {"seats": 2, "mode": "race"}),
    ("nightmarium", {"seats": 3}),
)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_chance_outcomes_have_the_frequencies_of_the_expectation(
    name: str, options: dict[str, object]
) -> None:
    """Luck of sampled outcomes has mean 0: the sampler draws from the listed outcomes."""
    game = onirium.load(name, **options)
    meter = LuckMeter(game, load_position_value(game))
    state, rng = game.new_state(), Random(5)
    for _ in range(12):
        state.resolve_chance(rng)
        actions = state.legal_actions()
        state.apply_unchecked(actions[rng.randrange(len(actions))])
    while not state.is_chance_node():
        state.apply_unchecked(state.legal_actions()[0])
    luck = {outcome: meter.measure(state, outcome)[0] for outcome, _ in state.chance_outcomes()}
    sampled = [luck[int(state.sample(rng))] for _ in range(2000)]
    error = statistics.stdev(sampled) / len(sampled) ** 0.5
    assert abs(statistics.fmean(sampled)) < 4 * error


def test_value_of_a_terminal_state_is_its_result() -> None:
    game = onirium.load("nightmarium", seats=2)
    state, rng = game.new_state(), Random(1)
    while not state.is_terminal():
        state.resolve_chance(rng)
        if actions := state.legal_actions():
            state.apply_unchecked(actions[rng.randrange(len(actions))])
    values = vec[float]([0.0, 0.0])
    load_position_value(game).values_into(state, values)
    assert list(values) == state.returns()
