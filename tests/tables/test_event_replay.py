"""Event sourcing: setup and events of any table rebuild an equal table."""

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onirium.tables import HUMAN
from onirium.tables.events import AnyTableEvent
from onirium.tables.table import Setup
from tests.support.random_users import (
    ANNA,
    BORIS,
    RandomUsers,
    make_setup,
    predict_future,
    rebuild,
    snapshot,
    started_table,
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
