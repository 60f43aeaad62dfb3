"""Bots that run in a worker: a table stops at their turn as at a human's."""

import pytest

from onirium.bots.registry import make_bot
from onirium.core.chance import Random
from onirium.match.match import HUMAN, Match
from onirium.tables.commands import chat, play, seating, takebacks
from onirium.tables.errors import CommandRejected
from onirium.tables.events import TakebackRequested, TakenBack
from onirium.tables.table import Table
from tests.support.random_users import (
    ANNA,
    BORIS,
    continue_bots,
    make_setup,
    rebuild,
    snapshot,
    started_table,
    take_actions,
)

SLOW = "greedy"


@pytest.fixture(autouse=True)
def _greedy_runs_in_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onirium.bots.registry._WORKER_BOTS", (SLOW,))


def start_table(*seats: str, owners: tuple[str, ...] = (ANNA,), seed: int = 1) -> Table:
    """Return a started table of Nightmarium where the first seat begins."""
    owner_ids = iter(owners)
    return started_table(
        make_setup(
            "nightmarium",
            seats,
            tuple(next(owner_ids, "") if occupant == HUMAN else "" for occupant in seats),
            options={"seats": len(seats), "first": 1},
            seed=seed,
        )
    )


def bot_decision(table: Table) -> int:
    """Return the decision of the pending bot."""
    seat, match = table.pending_bot(), table.match
    bot = make_bot(match.record.seats[seat], match.game)
    return int(bot.choose(match.state, Random(match.bot_rng_key(seat))))


def apply_bot_decision(table: Table) -> None:
    """Apply the decision of the pending bot."""
    event = play.take_actions(table, table.pending_bot(), [bot_decision(table)], table.version)
    table.apply(event)


def rejection_code(table: Table, seat: int, action: int, version: int) -> str:
    """Return the code of a rejected decision; check that it changed nothing."""
    before = snapshot(table)
    with pytest.raises(CommandRejected) as rejection:
        play.take_actions(table, seat, [action], version)
    assert snapshot(table) == before
    return rejection.value.code


def test_start_stops_at_a_bot_in_a_worker() -> None:
    table = start_table(SLOW, HUMAN)
    assert table.pending_bot() == table.match.state.current_player() == 0
    assert table.match.last_decision_index(0) is None
    assert rejection_code(table, 1, 0, table.version) == "not_your_turn"


def test_bot_decision_is_applied_like_that_of_a_human() -> None:
    table = start_table(SLOW, "random", HUMAN)
    action, before = bot_decision(table), len(table.match.record.actions)
    event = play.take_actions(table, 0, [action], table.version)
    assert event.seat == 0
    assert event.actions[0] == table.match.game.notation(action)
    steps = table.apply(event)
    assert steps[0].number == before + 1
    assert {step.seat for step in steps[1:]} <= {-1, 1}, "other bots decide at once"
    while table.pending_bot() >= 0:
        apply_bot_decision(table)
    assert table.match.state.current_player() == 2
    assert snapshot(rebuild(table)) == snapshot(table)


@pytest.mark.parametrize("seed", range(3))
def test_game_does_not_depend_on_where_bots_run(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    in_workers = start_table(SLOW, "random", SLOW, seed=seed)
    while not in_workers.is_over:
        apply_bot_decision(in_workers)
    assert in_workers.pending_bot() == -1
    monkeypatch.setattr("onirium.bots.registry._WORKER_BOTS", ())
    here = start_table(SLOW, "random", SLOW, seed=seed)
    continue_bots(here)
    assert here.match.record == in_workers.match.record


def test_advance_includes_or_stops_at_bots_in_workers() -> None:
    table = start_table(SLOW, HUMAN)
    match = Match(table.match.game, [SLOW, HUMAN], table.setup.seed)
    match.advance()
    assert match.state.current_player() == 1
    waiting = Match(table.match.game, [SLOW, HUMAN], table.setup.seed)
    waiting.advance(slow_bots=False)
    assert waiting.record == table.match.record


def test_bot_decision_is_outdated_by_a_takeback() -> None:
    table = start_table(HUMAN, SLOW)
    while table.pending_bot() < 0:
        take_actions(table)
    action, version = bot_decision(table), table.version
    event = takebacks.take_back(table, 0)
    assert isinstance(event, TakenBack)
    table.apply(event)
    assert table.pending_bot() == -1
    assert rejection_code(table, 1, action, version) == "outdated"


def test_bot_decision_is_outdated_by_a_new_occupant() -> None:
    table = start_table(HUMAN, HUMAN, owners=(ANNA, BORIS))
    while table.match.state.current_player() == 0:
        take_actions(table)
    event = seating.assign_seat(table, 1, SLOW, ANNA)
    assert event.actions == []
    table.apply(event)
    action, version = bot_decision(table), table.version
    table.apply(seating.assign_seat(table, 1, HUMAN, BORIS))
    assert table.pending_bot() == -1
    assert rejection_code(table, 1, action, version) == "outdated"


def test_no_bot_is_pending_after_resignation() -> None:
    table = start_table(SLOW, HUMAN)
    action, version = bot_decision(table), table.version
    table.apply(play.resign(table, 1))
    assert table.pending_bot() == -1
    assert rejection_code(table, 0, action, version) == "game_over"


def test_bot_decision_is_not_outdated_by_chat() -> None:
    table = start_table(SLOW, HUMAN)
    action, version = bot_decision(table), table.version
    table.apply(chat.send_phrase(table, 1, "take your time"))
    assert play.take_actions(table, 0, [action], version).seat == 0


def test_takeback_request_survives_bot_decisions() -> None:
    table = start_table(HUMAN, SLOW, HUMAN, owners=(ANNA, BORIS))
    while table.pending_bot() < 0:
        take_actions(table)
    request = takebacks.take_back(table, 0)
    assert isinstance(request, TakebackRequested)
    table.apply(request)
    apply_bot_decision(table)
    assert len(table.match.record.actions) > request.action_count
    assert table.pending_takeback is not None
    table.apply(takebacks.answer_takeback(table, 2, accepted=True))
    assert len(table.match.record.actions) == request.action_count
    assert table.match.state.current_player() == 0


def test_takeback_request_ends_at_a_human_decision() -> None:
    table = start_table(HUMAN, SLOW, HUMAN, owners=(ANNA, BORIS))
    while table.pending_bot() < 0:
        take_actions(table)
    table.apply(takebacks.take_back(table, 0))
    while table.pending_bot() >= 0:
        apply_bot_decision(table)
    take_actions(table)
    assert table.pending_takeback is None
