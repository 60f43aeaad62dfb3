"""Cost factors: recovered from artificial games; samples of other actions of real games."""

from random import Random
from statistics import fmean

import pytest

from onirium.bots.calibration import BetaCurve, Calibration
from onirium.studies.calibration.action_samples import (
    ActionSample,
    collect_action_samples,
    format_action_samples,
    parse_action_samples,
)
from onirium.studies.calibration.costs import (
    cross_validate_costs,
    fit_cost_factors,
    score_actions,
)
from onirium.studies.calibration.fit import KNOTS
from onirium.studies.calibration.samples import SampleJob

IDENTITY = Calibration(tuple(BetaCurve(progress, 0.0, 1.0, 1.0, 0.5) for progress in KNOTS))


def artificial_actions(count: int, seed: int) -> list[ActionSample]:
    """Return actions with a factor of 0.2 at the start of a game, which rises to 1 at its end.

    Their results contain 0.8 times the luck.
    """
    rng = Random(seed)
    samples = []
    for number in range(count):
        best, progress = rng.uniform(0.3, 0.9), rng.random()
        loss = rng.uniform(0.0, best - 0.05)
        factor = 0.2 + 0.8 * progress
        truth = best - factor * loss - (1 - factor) * loss**2
        luck = rng.choice((-0.5, 0.5))
        result = (rng.random() < truth) + 0.8 * luck
        samples.append(ActionSample(number, progress, best, best - loss, result, luck))
    return samples


def test_fit_recovers_factors_that_rise() -> None:
    actions = score_actions(artificial_actions(100_000, seed=1), IDENTITY)
    factors = [curve.cost_factor for curve in fit_cost_factors(actions, IDENTITY).curves]
    assert factors == pytest.approx([0.2, 0.48, 0.76, 1.0], abs=0.1)


def test_costs_are_right_on_average_in_other_games() -> None:
    actions = score_actions(artificial_actions(20_000, seed=2), IDENTITY)
    costs = list(cross_validate_costs(actions, IDENTITY))
    assert sorted(action.number for action, _ in costs) == list(range(20_000))
    actual = fmean(action.best - action.result for action in actions)
    assert fmean(action.loss for action in actions) > actual + 0.05
    # The standard error of the mean result is at most 0.5 / sqrt(20,000).
    assert fmean(cost for _, cost in costs) == pytest.approx(actual, abs=0.015)


def test_certain_estimates_are_left_out() -> None:
    """The factor does not change them."""
    samples = [ActionSample(n, 0.5, 0.6, estimate, 0.0, 0.0) for n, estimate in enumerate([0, 0.5])]
    assert [action.number for action in score_actions(samples, IDENTITY)] == [1]


@pytest.mark.parametrize(("result", "factor"), [(1.0, 0.05), (0.0, 1.0)])
def test_factors_keep_the_order_of_actions_and_of_probabilities(
    result: float, factor: float
) -> None:
    """Actions that always win would have a negative factor, those that always lose one above 1."""
    samples = [ActionSample(n, 0.5, 0.6, 0.2, result, 0.0) for n in range(10_000)]
    calibration = fit_cost_factors(score_actions(samples, IDENTITY), IDENTITY)
    assert calibration.at(0.5).cost_factor == factor


@pytest.mark.parametrize(
    ("game", "options", "share"), [("onirim", {"box": 5}, 0.2), ("nightmarium", {}, 0.04)]
)
def test_samples_are_reproducible_and_survive_their_file(
    game: str, options: dict[str, object], share: float
) -> None:
    job = SampleJob(game, options, seed=4, first=0, games=2, share=share, budget_ms=1)
    samples = collect_action_samples(job)
    assert samples
    assert samples == collect_action_samples(job)
    assert all(sample.estimate <= sample.best for sample in samples)
    for restored, sample in zip(
        parse_action_samples(format_action_samples(samples)), samples, strict=True
    ):
        assert restored == pytest.approx(sample, abs=1e-4)
