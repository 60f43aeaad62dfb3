"""The advisor: estimates that depend on the seat's information, the seed and the simulations."""

import pytest

import onirium
from onirium.bots import advisor
from onirium.bots.advisor import Advisor
from onirium.core.chance import Random
from onirium.core.game import State

ONIRIM = onirium.load("onirim")
NIGHTMARIUM = onirium.load("nightmarium")


def opening(game: onirium.Game) -> State:
    state = game.new_state()
    state.resolve_chance(Random(3))
    return state


def test_initial_estimate_covers_all_legal_actions() -> None:
    state = opening(ONIRIM)
    values = Advisor(state, 0, seed=1).action_values()
    assert [value.action for value in values] == state.legal_actions()
    assert all(0.0 <= value.win_probability <= 1.0 for value in values)


def test_best_is_the_action_of_highest_win_probability() -> None:
    hint = Advisor(opening(ONIRIM), 0, seed=1)
    assert hint.best().win_probability == max(
        value.win_probability for value in hint.action_values()
    )
    assert hint.best() in hint.action_values()


def test_two_runs_equal_one_of_the_same_total() -> None:
    state = opening(ONIRIM)
    at_once, in_parts = Advisor(state, 0, seed=1), Advisor(state, 0, seed=1)
    at_once.run(30)
    in_parts.run(13)
    in_parts.run(17)
    assert in_parts.simulations == at_once.simulations
    assert in_parts.action_values() == at_once.action_values()


def test_simulations_of_an_action_change_its_value_only() -> None:
    hint = Advisor(opening(ONIRIM), 0, seed=1)
    before = hint.action_values()
    action, simulations = before[-1].action, hint.simulations
    hint.run_action(action, 100)
    after = hint.action_values()
    assert hint.simulations == simulations + 100
    assert after[:-1] == before[:-1]
    assert after[-1] != before[-1]


def test_hidden_information_does_not_change_the_estimate() -> None:
    state = opening(NIGHTMARIUM)
    seat = state.current_player()
    other = state.determinize(seat, Random(9))
    assert other != state
    assert (
        Advisor(other, seat, seed=1).action_values() == Advisor(state, seat, seed=1).action_values()
    )


def test_timed_run_ends_at_its_deadline_or_when_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    hint = Advisor(opening(ONIRIM), 0, seed=1)
    initial = hint.simulations
    hint.run_for(0.0)
    assert hint.simulations == initial
    monkeypatch.setattr(advisor, "MAX_SEARCH_MS", 2)
    hint.run_for(60.0)
    assert hint.complete
    assert 2 * initial <= hint.simulations < 2 * initial + advisor.SIMULATIONS_PER_CLOCK_CHECK


def test_other_seat_is_rejected() -> None:
    state = opening(NIGHTMARIUM)
    other = 1 - state.current_player()
    with pytest.raises(ValueError, match=f"cannot advise seat {other}: it is not that seat's turn"):
        Advisor(state, other, seed=1)
