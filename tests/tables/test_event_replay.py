"""Event sourcing: setup and events of any table rebuild an equal table."""

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onirium.match.match import HUMAN
from onirium.tables.commands import play, takebacks
from onirium.tables.errors import CommandRejected, InvalidEvent
from onirium.tables.events import (
    ActionsTaken,
    AnyTableEvent,
    TakebackAnswered,
    TakebackRequested,
    TakenBack,
)
from onirium.tables.setup import Setup
from onirium.tables.table import Table
from tests.support.random_users import (
    ANNA,
    BORIS,
    RandomUsers,
    make_setup,
    predict_future,
    rebuild,
    snapshot,
    spoil_actions,
    started_table,
    take_actions,
    two_player_setup,
)

MAX_EVENTS = 120
REBUILD_INTERVAL = 20

TABLES = {
    "alone": make_setup(),
    "alone with all expansions": make_setup(
        options={"expansions": ["book", "towers", "premonitions"], "variants": []}
    ),
    "two seats of one owner": make_setup(
        "onirim", (HUMAN, HUMAN), (ANNA, ANNA), options={"seats": 2}
    ),
    "two without chat": two_player_setup("onirim", options={"seats": 2, "table": "silent"}),
    "against bots": make_setup("nightmarium", (HUMAN, "greedy", "random"), options={"seats": 3}),
    "five, mixed": make_setup(
        "nightmarium",
        (HUMAN, HUMAN, "random", HUMAN, "greedy"),
        (ANNA, BORIS),
        options={"seats": 5},
    ),
    "test game": two_player_setup(),
    "bots only": make_setup("hush", ("random", "random"), ()),
}


@pytest.mark.parametrize("setup", TABLES.values(), ids=TABLES)
@settings(max_examples=3)
@given(seed=st.integers(0, 2**62 - 1))
def test_events_rebuild_the_same_table(setup: Setup, seed: int) -> None:
    table = started_table(setup)
    users = RandomUsers(seed)
    while not table.rematch_table_id and table.version < MAX_EVENTS:
        before = snapshot(table)
        event = users.propose(table)
        assert snapshot(table) == before, "a command method changes nothing"
        steps = table.apply(event)
        number = len(table.match.record.actions)
        assert [step.number for step in steps] == list(range(number - len(steps) + 1, number + 1))
        assert not steps or steps[-1].state == table.match.state
        if table.version % REBUILD_INTERVAL == 0:
            assert snapshot(rebuild(table)) == snapshot(table)
    rebuilt = rebuild(table)
    assert snapshot(rebuilt) == snapshot(table)
    assert predict_future(rebuilt) == predict_future(table)


def test_random_users_cause_every_event() -> None:
    kinds = set()
    for seed, setup in enumerate([*TABLES.values()] * 3):
        table = started_table(setup)
        users = RandomUsers(seed)
        while not table.rematch_table_id and table.version < MAX_EVENTS:
            table.apply(users.propose(table))
        kinds |= set(map(type, table.events))
    assert kinds == set(get_args(AnyTableEvent))


# Deferred application, which skips the actions that were taken back.


def rebuild_deferred(setup: Setup, events: Sequence[AnyTableEvent]) -> Table:
    table = Table("t", setup)
    for event in events:
        table.apply_deferred(event)
    for _ in table.apply_buffered():
        pass
    return table


def details(table: Table) -> dict[str, Any]:
    """Return the observable state of a table, its answers to takebacks and its future."""
    answers: list[AnyTableEvent | str] = []
    for seat in range(len(table.seats)):
        try:
            answers.append(takebacks.take_back(table, seat))
        except CommandRejected as rejected:
            answers.append(rejected.code)
    return {
        **snapshot(table),
        "takebacks": answers,
        "last_reveal": table.match.last_reveal(),
        "recent_events": table.match.recent_events(),
        "future": predict_future(table),
    }


def propose_takeback(table: Table, rng: random.Random) -> AnyTableEvent:
    """Return a takeback of a random seat, its request, or the answer to a request."""
    if table.pending_takeback is None:
        return takebacks.take_back(table, rng.randrange(len(table.seats)))
    waiting = table.pending_takeback.pending_owner_ids
    seat = next(
        seat for seat in table.human_seats() if table.seats[seat].owner_id in sorted(waiting)
    )
    return takebacks.answer_takeback(table, seat, accepted=rng.random() < 0.8)


@pytest.mark.parametrize("setup", TABLES.values(), ids=TABLES)
@settings(max_examples=4)
@given(seed=st.integers(0, 2**62 - 1), takeback_share=st.sampled_from([0.1, 0.5, 0.8]))
def test_deferred_events_rebuild_the_same_table(
    setup: Setup, seed: int, takeback_share: float
) -> None:
    table = started_table(setup)
    users, rng = RandomUsers(seed), random.Random(seed)
    checkpoints = []
    while not table.rematch_table_id and table.version < MAX_EVENTS:
        event = None
        if rng.random() < takeback_share:
            with suppress(CommandRejected, StopIteration):
                event = propose_takeback(table, rng)
        table.apply(event or users.propose(table))
        if table.version % REBUILD_INTERVAL == 0:
            checkpoints.append((table.version, details(table)))
    checkpoints.append((table.version, details(table)))
    for version, expected in checkpoints:
        assert details(rebuild_deferred(setup, table.events[:version])) == expected


def reveals(table: Table) -> bool:
    """Return whether the first legal action is followed by a card."""
    event = play.take_actions(table, 0, table.match.state.legal_actions()[:1], table.version)
    return len(event.actions) > 1


def test_actions_taken_back_are_not_applied() -> None:
    table = started_table(make_setup())
    while not reveals(table):
        take_actions(table)
    # The first takeback has to be applied, because it makes the game unranked.
    start = table.version + 2
    for _ in range(100):
        take_actions(table)
        table.apply(takebacks.take_back(table, 0))
    events = spoil_actions(table.events, range(start, table.version, 2))
    assert details(rebuild_deferred(table.setup, events)) == {**details(table), "events": events}


def test_takebacks_by_consent_are_not_applied() -> None:
    table = started_table(two_player_setup("onirim", options={"seats": 2}))
    taken_back = []
    for _ in range(20):
        seat, action_count = table.match.state.current_player(), len(table.match.record.actions)
        taken_back.append(table.version)
        take_actions(table)
        table.apply(TakebackRequested(seat, action_count))
        table.apply(TakebackAnswered(1 - seat, accepted=True))
        take_actions(table)
    events = spoil_actions(table.events, taken_back)
    rebuilt = rebuild_deferred(table.setup, events)
    assert not rebuilt.unranked
    assert details(rebuilt) == {**details(table), "events": events}


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ([ActionsTaken(0, ["fly"])], "event 1: hush has no action 'fly'"),
        ([ActionsTaken(0, ["fly"]), TakenBack(0, 0)], "event 1: hush has no action 'fly'"),
        ([TakenBack(0, 1_000)], "cannot rewind to 1000 of"),
        ([TakenBack(0, -1)], "cannot rewind to -1 of"),
    ],
)
def test_invalid_event_is_reported(events: list[AnyTableEvent], message: str) -> None:
    table = started_table(two_player_setup())
    with pytest.raises(ValueError, match=message) as failure:
        rebuild_deferred(table.setup, [*table.events, *events])
    assert isinstance(failure.value, InvalidEvent) == message.startswith("event")
