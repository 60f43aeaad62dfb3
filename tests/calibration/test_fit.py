"""Calibration by samples: recovers maps and errors of artificial games; samples of real games."""

import math
from random import Random
from statistics import fmean, pvariance

import pytest

import onirium
from onirium.bots.calibration import BetaCurve, calibrate
from onirium.studies.calibration.fit import (
    ScoredEstimate,
    apply_calibration,
    cross_validate,
    fit_calibration,
    reliability,
    score_samples,
    subtract_luck,
)
from onirium.studies.calibration.samples import (
    PlayedGame,
    Sample,
    SampleJob,
    choose_decisions,
    collect_samples,
    format_samples,
    parse_samples,
)

ERROR = 0.3
"""Standard error of estimates in artificial games, relative to that of a result."""

CURVE = BetaCurve(0.0, 0.5, 1.2, 1.8, ERROR)
"""The curve of artificial games."""


def artificial_games(
    count: int, seed: int, error: float = ERROR, error_rise: float = 0.0
) -> list[ScoredEstimate]:
    """Return games whose true win probabilities have a beta distribution around ``CURVE``.

    Args:
        count: the number of games.
        seed: the seed.
        error: the error in the middle of a game, as in ``BetaCurve``.
        error_rise: the difference of the error between the end and the start of a game.
    """
    rng = Random(seed)
    estimates = []
    for number in range(count):
        estimate, progress = rng.uniform(0.05, 0.95), rng.random()
        mean = calibrate(estimate, CURVE)
        strength = (error + error_rise * (progress - 0.5)) ** -2 - 1.0
        truth = rng.betavariate(mean * strength, (1.0 - mean) * strength)
        results = [float(rng.random() < truth) for _ in range(2)]
        estimates.append(ScoredEstimate(number, progress, estimate, *results))
    return estimates


def test_fit_recovers_the_curve() -> None:
    curve = fit_calibration(artificial_games(60_000, seed=1, error=0.1)).at(0.5)
    assert curve.intercept == pytest.approx(CURVE.intercept, abs=0.2)
    assert curve.low_slope == pytest.approx(CURVE.low_slope, abs=0.15)
    assert curve.high_slope == pytest.approx(CURVE.high_slope, abs=0.15)


def test_fit_recovers_the_error() -> None:
    calibration = fit_calibration(artificial_games(30_000, seed=1))
    assert calibration.at(0.5).error == pytest.approx(ERROR, abs=0.05)


def test_fit_recovers_an_error_that_rises() -> None:
    """The error is 0.1 at the start of games and 0.5 at their end."""
    calibration = fit_calibration(artificial_games(60_000, seed=4, error_rise=0.4))
    errors = [curve.error for curve in calibration.curves]
    assert errors == pytest.approx([0.1, 0.24, 0.38, 0.5], abs=0.08)


def test_calibrated_estimates_are_reliable_on_other_games() -> None:
    calibration = fit_calibration(artificial_games(20_000, seed=2))
    games = artificial_games(20_000, seed=3)
    assert max(abs(each.won - each.estimated) for each in reliability(games)) > 0.1
    for each in reliability(apply_calibration(games, calibration)):
        assert abs(each.won - each.estimated) < 4 * each.error


def test_no_game_is_calibrated_by_a_fit_to_itself() -> None:
    """Games whose numbers end with 0 are won; of the folds beside a lost game's, one in nine is."""
    results = [float(number % 10 == 0) for number in range(4000)]
    estimates = [
        ScoredEstimate(number, 0.5, 0.5, result, result) for number, result in enumerate(results)
    ]
    for scored in cross_validate(estimates):
        expected = 0.0 if scored.result else 1 / 9
        assert scored.estimate == pytest.approx(expected, abs=0.005)


def test_luck_is_subtracted_without_a_change_of_the_mean() -> None:
    """A result is 0.6 times the luck and a coin of 0.2 points; folds have their own deviation."""
    rng = Random(5)
    estimates = []
    for number in range(20_000):
        luck = [rng.choice((-0.5, 0.5)) for _ in range(2)]
        results = [0.5 + 0.6 * value + rng.choice((-0.1, 0.1)) for value in luck]
        estimates.append(ScoredEstimate(number, 0.5, 0.5, *results, *luck))
    adjusted = subtract_luck(estimates)
    assert sorted(scored.number for scored in adjusted) == list(range(20_000))
    residuals = [scored.second_result for scored in adjusted]
    # The standard error of the mean is 0.1 / sqrt(20,000).
    assert fmean(residuals) == pytest.approx(0.5, abs=4 * 0.1 / math.sqrt(20_000))
    assert pvariance(residuals) == pytest.approx(0.01, rel=0.02)


def test_results_without_measured_luck_stay() -> None:
    estimates = artificial_games(100, seed=6)
    assert sorted(subtract_luck(estimates)) == sorted(estimates)


def test_reliability_worked_out_by_hand() -> None:
    """Twenty estimates give ten bins of two; both games of the first bin are won once in four."""
    estimates = [ScoredEstimate(number, 0.0, number / 20, 0.0, 0.5) for number in range(20)]
    bins = reliability(estimates)
    assert [each.samples for each in bins] == [2] * 10
    assert bins[0].estimated == pytest.approx(0.025)
    assert bins[0].won == 0.25
    # The differences of the two games are 0.25 and 0.2, and 0.025 from their mean.
    assert bins[0].error == pytest.approx(math.sqrt(2 * 0.025**2) / 2)


def test_samples_of_one_game_are_not_independent() -> None:
    """By hand: the four samples of a bin differ by 1/2 from their mean, in pairs by 1."""
    apart = [
        ScoredEstimate(number, 0.0, 0.5, result, result)
        for number, result in enumerate([1.0, 1.0, 0.0, 0.0] * 10)
    ]
    paired = [scored._replace(number=scored.number // 2) for scored in apart]
    assert [each.won for each in reliability(paired)] == [0.5] * 10
    assert reliability(apart)[0].error == pytest.approx(math.sqrt(4 * 0.5**2) / 4)
    assert reliability(paired)[0].error == pytest.approx(math.sqrt(2 * 1.0**2) / 4)


def test_decisions_are_sampled_whatever_follows_them() -> None:
    """Games of 10 and of 40 decisions: otherwise short games, often won, would weigh more."""
    job = SampleJob("onirim", {"box": 3}, seed=1, first=0, games=1, share=0.25, budget_ms=1)
    state = onirium.load("onirim", box=3).new_state()
    for length in (10, 40):
        played = PlayedGame([(state, [float(index)]) for index in range(length)], state, [0.0])
        chosen = [choose_decisions(played, job, number) for number in range(2000)]
        first = sum(index == 0.0 for decisions in chosen for _, [index] in decisions)
        # The standard deviation is the root of 2000 x 1/4 x 3/4.
        assert first == pytest.approx(500, abs=4 * math.sqrt(375))


def test_samples_are_reproducible_and_survive_their_file() -> None:
    job = SampleJob("onirim", {"box": 3}, seed=4, first=0, games=2, share=1.0, budget_ms=1)
    samples = collect_samples(job)
    assert samples == collect_samples(job)
    assert {sample.number for sample in samples} == {0, 1}
    restored = list(parse_samples(format_samples(samples)))
    assert [sample.result for sample in restored] == [sample.result for sample in samples]
    assert [sample.luck for sample in restored] == pytest.approx(
        [sample.luck for sample in samples], abs=1e-5
    )
    assert [sample.estimate is None for sample in restored] == [
        sample.estimate is None for sample in samples
    ]


def test_solved_decisions_are_left_out() -> None:
    samples = [
        Sample(0, 0.5, 0.3, 1.0, 1.0, 0.0, 0.0),
        Sample(1, 1.0, None, 0.0, 0.0, 0.0, 0.0),
    ]
    assert [scored.number for scored in score_samples(samples)] == [0]
