"""Calibration: lines in log-odds, interpolated over the game; which kinds of game have one."""

import math

import pytest

import onirium
from onirium.bots.advisor import ActionValue, Advisor
from onirium.bots.calibration import (
    Calibration,
    LogOddsLine,
    calibrate,
    find_interval,
    load_calibration,
)
from onirium.core.chance import Random

IDENTITY = LogOddsLine(0.0, 0.0, 1.0, 0.5)


def test_identity_leaves_estimates_alone() -> None:
    for estimate in (0.0, 0.125, 0.5, 0.9, 1.0):
        assert calibrate(estimate, IDENTITY) == pytest.approx(estimate)


def test_line_in_log_odds_worked_out_by_hand() -> None:
    """Odds of 3 to 1 squared and doubled are 18 to 1."""
    line = LogOddsLine(0.0, math.log(2), 2.0, 0.5)
    assert calibrate(0.75, line) == pytest.approx(18 / 19)


def test_certain_results_stay() -> None:
    line = LogOddsLine(0.0, 3.0, 0.5, 0.5)
    assert (calibrate(0.0, line), calibrate(1.0, line)) == (0.0, 1.0)


def test_lines_are_interpolated_over_the_game_and_constant_outside() -> None:
    calibration = Calibration((LogOddsLine(0.2, 0.0, 1.0, 0.4), LogOddsLine(0.6, 1.0, 2.0, 0.8)))
    halfway = calibration.at(0.4)
    assert (halfway.intercept, halfway.slope) == pytest.approx((0.5, 1.5))
    assert halfway.error == pytest.approx(0.6)
    assert calibration.at(0.0).slope == 1.0
    assert calibration.at(0.9).slope == 2.0


def test_interval_worked_out_by_hand() -> None:
    """The odds of 1/2 are 1, and the error is chosen so that the ends have odds of 3 and 1/3."""
    low, high = find_interval(0.5, math.log(3) / 1.6448536269514722)
    assert (low, high) == pytest.approx((0.25, 0.75))


def test_exact_and_certain_values_have_no_interval() -> None:
    assert ActionValue(1, 0.3, is_exact=True, error=0.0).interval == (0.3, 0.3)
    assert ActionValue(1, 1.0, error=0.5).interval == (1.0, 1.0)
    assert ActionValue(1, 0.3).interval is None


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("onirim", {}),
        ("onirim", {"expansions": ["towers"]}),
        ("onirim", {"seats": 2}),
        ("onirim", {"seats": 2, "mode": "race"}),
        ("onirim", {"seats": 2, "expansions": ["book"]}),
        ("nightmarium", {}),
        ("nightmarium", {"seats": 5}),
    ],
)
def test_every_kind_of_game_has_rising_maps(game: str, options: dict[str, object]) -> None:
    line = load_calibration(onirium.load(game, **options).new_state())
    assert line is not None
    assert line.slope > 0
    assert line.error > 0


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
