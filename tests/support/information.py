"""Checks for hidden information: the knowledge of a seat, paired states, uniform sampling."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeVar

import msgspec

from onirium import SPECTATOR, Event, State
from tests.support.random_walk import possible_actions


def information_of(state: State, seat: int) -> bytes:
    """Return all information of a seat: view, observation, returns and legal actions."""
    if seat == SPECTATOR:
        return msgspec.json.encode((state.view(seat), state.returns()))
    legal = state.legal_actions() if state.current_player() == seat else []
    return msgspec.json.encode((state.view(seat), state.observation(seat), state.returns(), legal))


def apply_with_log(state: State, action: int) -> list[Event]:
    """Apply an action or outcome; return its events."""
    log: list[Event] = []
    state.apply(action, log)
    return log


def apply_to_both(state: State, other: State, step: tuple[int, int]) -> list[list[Event]]:
    """Apply an action or outcome to each of two states; return the events of both."""
    return [apply_with_log(*each) for each in zip((state, other), step, strict=True)]


def choose_common(state: State, other: State, rng: Random) -> tuple[int, int] | None:
    """Choose an action or outcome possible in both states, or None if there is none."""
    common = sorted({*possible_actions(state)} & {*possible_actions(other)})
    if not common:
        return None
    action = rng.choice(common)
    return action, action


def choose_independently(state: State, other: State, rng: Random) -> tuple[int, int]:
    """Choose an action or outcome in each of two states."""
    return rng.choice(possible_actions(state)), rng.choice(possible_actions(other))


def first_difference(
    log: Sequence[Event], other: Sequence[Event], seat: int
) -> tuple[Event, Event] | None:
    """Return the first pair of events that a seat can tell apart, or None."""
    for event, counterpart in zip(log, other, strict=False):
        if event.seen_by(seat) != counterpart.seen_by(seat):
            return event, counterpart
    return None


Sample = TypeVar("Sample")


def assert_distribution(samples: Counter[Sample], weights: Mapping[Sample, int]) -> None:
    """Assert that samples follow the weights, by a chi-squared test at four standard deviations."""
    assert set(samples) <= set(weights)
    unit = samples.total() / sum(weights.values())
    statistic = sum(
        (samples[sample] - unit * weight) ** 2 / (unit * weight)
        for sample, weight in weights.items()
    )
    # The statistic has the mean and half the variance of its degrees of freedom.
    freedom = len(weights) - 1
    assert abs(statistic - freedom) < 4 * (2 * freedom) ** 0.5
