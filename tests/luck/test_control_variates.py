"""Win rates adjusted for luck: regression by hand, unbiasedness, and whole simulations."""

import math
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

import onirium
from onirium.studies.luck.control_variates import RESULT_VARIABLE, ControlSums, adjust, fit
from onirium.studies.simulation.counts import Tally
from onirium.studies.simulation.result import SimulationResult
from onirium.studies.simulation.simulate import (
    SimulationConfig,
    make_job,
    run_simulation_job,
    simulate,
)

ONIRIM = onirium.load("onirim")
NIGHTMARIUM = onirium.load("nightmarium")


def sums_of(deals: list[dict[int, float]]) -> ControlSums:
    sums = ControlSums()
    for deal in deals:
        sums.add_deal(deal)
    return sums


def repeat(sums: ControlSums, doublings: int) -> ControlSums:
    """Return the sums over so many deals that the prior of the coefficients does not matter."""
    for _ in range(doublings):
        sums.add(deepcopy(sums))
    return sums


def test_coefficients_worked_out_by_hand() -> None:
    """The results are 1 + 2 x first - 3 x second; a control missing from a deal is 0 in it."""
    points = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1)]
    deals = [{RESULT_VARIABLE: 1.0 + 2 * a - 3 * b, 5: float(a), 7: float(b)} for a, b in points]
    deals[0].pop(5)
    assert fit(repeat(sums_of(deals), 20)) == pytest.approx({5: 2, 7: -3}, abs=1e-4)


def test_coefficients_of_few_deals_are_shrunk() -> None:
    """By hand: variances 4/16 and 1/16, covariance 2/16, and a ridge of 4/16 / 4 = 1/16.

    The coefficient is 2/16 / (1/16 + 1/16), half of that of many deals.
    """
    deals = [{RESULT_VARIABLE: 0.5 + won, 1: won / 2} for won in (-0.5, 0.5, 0.5, -0.5)]
    assert fit(sums_of(deals)) == {1: 1.0}


def test_few_deals_with_many_controls_have_a_possible_share() -> None:
    """Half of ten deals determine five coefficients exactly, and wrongly: luck is noise here."""
    rng = Random(6)
    for _ in range(200):
        folds = [ControlSums() for _ in range(10)]
        for deal in range(10):
            luck = {name: rng.gauss(0, 0.2) for name in range(5)}
            folds[deal].add_deal({RESULT_VARIABLE: float(rng.random() < 0.5), **luck})
        adjusted = adjust(folds)
        assert adjusted is not None
        assert -0.1 < adjusted.mean < 1.1


def test_control_that_explains_everything_leaves_no_variance() -> None:
    deals = [{RESULT_VARIABLE: 0.5 + luck, 1: luck} for luck in (-0.5, 0.5, 0.5, -0.5)]
    adjusted = adjust([repeat(sums_of(half), 12) for half in (deals[:2], deals[2:])])
    assert adjusted is not None
    assert adjusted.mean == pytest.approx(0.5)
    assert adjusted.variance_ratio > 1e6


def test_without_controls_mean_and_variance_are_the_usual_ones() -> None:
    """By hand: three wins of four; each fold of two deals has the variance 1/2 or 0."""
    folds = [
        sums_of([{RESULT_VARIABLE: 1.0}, {RESULT_VARIABLE: 0.0}]),
        sums_of([{RESULT_VARIABLE: 1.0}, {RESULT_VARIABLE: 1.0}]),
    ]
    adjusted = adjust(folds)
    assert adjusted is not None
    assert adjusted.mean == 0.75
    assert adjusted.variance_ratio == pytest.approx(1.0)


def test_controls_that_never_occur_together_have_products_of_0() -> None:
    """By hand: the means are 1 and 2, and the product of the two is 0 in both deals."""
    sums = sums_of([{RESULT_VARIABLE: 1.0, 5: 2.0}, {RESULT_VARIABLE: 0.0, 7: 4.0}])
    assert sums.covariance(5, 7) == sums.covariance(7, 5) == -2.0
    assert sums.mean(9) == 0.0


def test_folds_of_two_deals_are_not_merged() -> None:
    """By hand: the variance of half the deals won is 2/7, within a fold of two deals 1/2."""
    fold = [{RESULT_VARIABLE: 1.0}, {RESULT_VARIABLE: 0.0}]
    adjusted = adjust([sums_of(fold) for _ in range(4)])
    assert adjusted is not None
    assert adjusted.variance_ratio == pytest.approx(4 / 7)


def test_few_deals_are_two_folds() -> None:
    """Ten folds of one deal each: the even and the odd ones fit each other's coefficients."""
    deals = [{RESULT_VARIABLE: float(deal % 3 == 0), 1: 0.1 * (deal % 4)} for deal in range(10)]
    folds = [sums_of([deal]) for deal in deals]
    assert adjust(folds) == adjust([sums_of(deals[::2]), sums_of(deals[1::2])])


def test_one_deal_in_a_fold_is_too_few() -> None:
    assert (
        adjust([sums_of([{RESULT_VARIABLE: 1.0}]), sums_of([{RESULT_VARIABLE: 1.0}] * 5)]) is None
    )


def test_adjusted_mean_is_exactly_unbiased() -> None:
    """Enumerate all sets of four deals from three outcomes: the mean estimate is the true mean.

    With coefficients fitted on the same deals it would not be.
    """
    outcomes = [
        ({RESULT_VARIABLE: 1.0, 1: 0.4}, 2),
        ({RESULT_VARIABLE: 1.0, 1: -0.2}, 1),
        ({RESULT_VARIABLE: 0.0, 1: -0.3}, 2),
    ]
    assert sum(weight * deal[1] for deal, weight in outcomes) == pytest.approx(0)
    total = 0.0
    for drawn in product(outcomes, repeat=4):
        adjusted = adjust([sums_of([deal for deal, _ in drawn[half::2]]) for half in (0, 1)])
        assert adjusted is not None
        total += math.prod(weight for _, weight in drawn) * adjusted.mean
    assert total / 5**4 == pytest.approx(float(Fraction(3, 5)), abs=1e-9)


@pytest.mark.parametrize(("deals", "rate"), [(10, 0.5), (10, 0.9), (20, 0.9), (80, 0.5)])
def test_intervals_cover_the_true_mean(deals: int, rate: float) -> None:
    """Results with known luck, of few deals too, which are often all won."""
    rng = Random(4)
    covered = 0
    for _ in range(300):
        folds = [ControlSums(), ControlSums()]
        for deal in range(deals):
            luck = rng.uniform(-1, 1) * (1 - rate)
            won = rng.random() < rate + 0.9 * luck
            folds[deal % 2].add_deal({RESULT_VARIABLE: float(won), 1: luck})
        adjusted = adjust(folds)
        assert adjusted is not None
        share = adjusted.to_share(adjusted.mean, deals)
        covered += share.low < rate < share.high
    assert covered >= 275


def test_interval_of_deals_that_end_alike_is_that_of_independent_games() -> None:
    """By hand: Wilson's interval of 40 wins in 40 games begins at 40 / (40 + 3.8415)."""
    adjusted = adjust([sums_of([{RESULT_VARIABLE: 1.0}] * 20) for _ in range(2)])
    assert adjusted is not None
    share = adjusted.to_share(adjusted.mean, 40)
    assert share.low == pytest.approx(40 / 43.8415, rel=1e-5)
    assert share.high == 1.0


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("deals", range(4, 24))
def test_deals_that_end_alike_are_not_adjusted(seats: int, deals: int) -> None:
    """Their results, sums of thirds, quarters or fifths, vary by rounding errors alone."""
    folds = [ControlSums() for _ in range(10)]
    for deal in range(deals):
        folds[deal % 10].add_deal({RESULT_VARIABLE: 1 / seats, 1: 0.1 * (deal % 3 - 1)})
    adjusted = adjust(folds)
    assert adjusted is not None
    assert adjusted.variance_ratio == 1.0
    share = adjusted.to_share(adjusted.mean, deals * seats)
    assert share.low < 1 / seats < share.high


def test_interval_of_a_share_beyond_1_contains_it() -> None:
    adjusted = adjust([sums_of([{RESULT_VARIABLE: 1.0}] * 20) for _ in range(2)])
    assert adjusted is not None
    assert adjusted.to_share(1.02, 40).high == 1.02


def test_control_narrows_the_intervals() -> None:
    rng = Random(5)
    folds = [ControlSums(), ControlSums()]
    for deal in range(400):
        luck = rng.uniform(-0.5, 0.5)
        won = rng.random() < 0.5 + 0.9 * luck
        folds[deal % 2].add_deal({RESULT_VARIABLE: float(won), 1: luck})
    adjusted = adjust(folds)
    assert adjusted is not None
    assert adjusted.variance_ratio > 1.2


def run_simulation(
    game: onirium.Game, *, adjust_luck: bool, rotate: bool = False
) -> SimulationResult:
    players = ("greedy",) * game.seats
    config = SimulationConfig(
        game, players, 8, seed=3, rotate=rotate, workers=1, adjust_luck=adjust_luck
    )
    return simulate(config)


@pytest.mark.long
@pytest.mark.parametrize("game", [ONIRIM, NIGHTMARIUM], ids=lambda game: game.name)
def test_games_are_the_same_with_and_without_measuring_luck(game: onirium.Game) -> None:
    measured, plain = (run_simulation(game, adjust_luck=measure) for measure in (True, False))
    assert measured.wins == plain.wins
    assert measured.lengths == plain.lengths
    assert measured.decisions == plain.decisions
    assert (len(measured.adjusted), plain.adjusted) == (game.seats, [])


@pytest.mark.long
def test_rotated_deals_are_one_observation_for_each_player() -> None:
    rotated = run_simulation(NIGHTMARIUM, adjust_luck=True, rotate=True)
    assert rotated.deals == 4
    first, second = rotated.adjusted
    assert first.share + second.share == pytest.approx(sum(rotated.win_rates))


@pytest.mark.long
def test_rollouts_change_the_luck_and_not_the_games() -> None:
    config = SimulationConfig(
        NIGHTMARIUM, ("greedy", "greedy"), 1, seed=3, workers=1, adjust_luck=True
    )
    plain = run_simulation_job(make_job(config))
    sampled = run_simulation_job(make_job(replace(config, luck_rollouts=1)))
    assert sampled.actions == plain.actions
    assert sampled.luck != plain.luck


def test_tallies_with_luck_can_be_added() -> None:
    one = Tally.empty(1, 1)
    one.luck = [[sums_of([{RESULT_VARIABLE: 1.0, 2: 0.5}]), sums_of([])]]
    total = Tally.empty(1, 1)
    total.add(one)
    total.add(one)
    [[even, odd]] = total.luck
    assert (even.deals, even.sums, odd.deals) == (2, {RESULT_VARIABLE: 2.0, 2: 1.0}, 0)
