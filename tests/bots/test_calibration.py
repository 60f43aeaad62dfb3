"""Calibration: beta curves, interpolated over the game; which kinds of game have one."""

import math

import pytest
from msgspec.structs import astuple

import onirium
from onirium.bots.advisor import ActionValue, Advisor
from onirium.bots.calibration import (
    BetaCurve,
    Calibration,
    calibrate,
    calibrate_actions,
    calibration_path,
    read_calibration_file,
)
from onirium.core.chance import Random

IDENTITY = BetaCurve(0.0, 0.0, 1.0, 1.0, 0.5)


def test_identity_leaves_estimates_alone() -> None:
    for estimate in (0.0, 0.125, 0.5, 0.9, 1.0):
        assert calibrate(estimate, IDENTITY) == pytest.approx(estimate)


def test_equal_slopes_scale_the_log_odds() -> None:
    """Odds of 3 to 1 squared and doubled are 18 to 1."""
    curve = BetaCurve(0.0, math.log(2), 2.0, 2.0, 0.5)
    assert calibrate(0.75, curve) == pytest.approx(18 / 19)


def test_curve_worked_out_by_hand() -> None:
    """Odds 4 p / (1 - p)**2: 16/9 at 1/4 and 48 at 3/4."""
    curve = BetaCurve(0.0, math.log(4), 1.0, 2.0, 0.5)
    assert calibrate(0.25, curve) == pytest.approx(16 / 25)
    assert calibrate(0.75, curve) == pytest.approx(48 / 49)


def test_certain_results_stay() -> None:
    curve = BetaCurve(0.0, 3.0, 0.5, 0.5, 0.5)
    assert (calibrate(0.0, curve), calibrate(1.0, curve)) == (0.0, 1.0)


def test_a_cost_factor_brings_actions_closer_to_the_best_one_unless_they_are_certain() -> None:
    """The factors of losses of 0.4 and 0.6 are 0.7 and 0.8; a certain loss stays."""
    curve = BetaCurve(0.0, 0.0, 1.0, 1.0, 0.5, cost_factor=0.5)
    assert calibrate_actions([0.4, 0.8, 0.0], curve) == pytest.approx([0.52, 0.8, 0.0])
    assert calibrate_actions([0.4, 1.0], curve) == pytest.approx([0.52, 1.0])


def test_curves_are_interpolated_over_the_game_and_constant_outside() -> None:
    first = BetaCurve(0.2, 0.0, 1.0, 3.0, 0.4, cost_factor=0.1)
    last = BetaCurve(0.6, 1.0, 2.0, 1.0, 0.8, cost_factor=0.9)
    calibration = Calibration((first, last))
    halfway = astuple(calibration.at(0.4))
    assert halfway == pytest.approx((0.4, 0.5, 1.5, 2.0, 0.6, 0.5))
    assert astuple(calibration.at(0.0))[1:] == astuple(first)[1:]
    assert astuple(calibration.at(0.9))[1:] == astuple(last)[1:]


def test_exact_and_certain_values_have_no_interval() -> None:
    assert ActionValue(1, 0.3, is_exact=True, error=0.0).interval == (0.3, 0.3)
    assert ActionValue(1, 1.0, error=0.5).interval == (1.0, 1.0)
    assert ActionValue(1, 0.3).interval is None


@pytest.mark.parametrize("game", ["onirim", "nightmarium"])
def test_all_curves_of_the_package_rise(game: str) -> None:
    file = read_calibration_file(calibration_path(game))
    for calibration in file.calibrations.values():
        for curve in calibration.curves:
            assert min(curve.low_slope, curve.high_slope, curve.error) > 0
            assert 0 < curve.cost_factor <= 1


def test_advice_keeps_the_order_of_the_estimates() -> None:
    game = onirium.load("onirim")
    state = game.new_state()
    rng = Random(2)
    while state.is_chance_node():
        state.resolve_chance(rng)
    advisor = Advisor(state, 0, seed=1)
    shown = [value.win_probability for value in advisor.action_values()]
    estimates = [estimate for _, estimate in advisor.estimates()]
    order = sorted(range(len(shown)), key=shown.__getitem__)
    assert order == sorted(range(len(shown)), key=estimates.__getitem__)
    interval = advisor.best().interval
    assert interval is not None
    assert interval[0] < max(shown) < interval[1]
