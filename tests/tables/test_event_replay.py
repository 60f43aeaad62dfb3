"""A table is its setup and its entries: whatever happened there, they make the same table again."""

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

MOST_ENTRIES = 120
NOW_AND_THEN = 20

TABLES = {
    "alone": make_setup(),
    "alone with all expansions": make_setup(
        options={"expansions": ["book", "towers", "premonitions"], "variants": []}
    ),
    "two at one device": make_setup("onirim", (HUMAN, HUMAN), (ANNA, ANNA), options={"seats": 2}),
    "two in silence": two_player_setup("onirim", options={"seats": 2, "table": "silent"}),
    "against computer players": make_setup(
        "nightmarium", (HUMAN, "greedy", "random"), options={"seats": 3}
    ),
    "five, mixed": make_setup(
        "nightmarium",
        (HUMAN, HUMAN, "random", HUMAN, "greedy"),
        (ANNA, BORIS),
        options={"seats": 5},
    ),
    "the tests' own game": two_player_setup(),
    "computer players alone": make_setup("hush", ("random", "random"), ()),
}


@pytest.mark.parametrize("setup", TABLES.values(), ids=TABLES)
@settings(max_examples=3)
@given(seed=st.integers(0, 2**62 - 1))
def test_entries_make_the_same_table_again(setup: Setup, seed: int) -> None:
    hosted = started_table(setup)
    guests = RandomUsers(seed)
    while not hosted.rematch_table_id and hosted.version < MOST_ENTRIES:
        before = snapshot(hosted)
        entry = guests.propose(hosted)
        assert snapshot(hosted) == before, "a proposal changes nothing"
        steps = hosted.apply(entry)
        number = len(hosted.match.record.actions)
        assert [step.number for step in steps] == list(range(number - len(steps) + 1, number + 1))
        assert not steps or steps[-1].state == hosted.match.state
        if hosted.version % NOW_AND_THEN == 0:
            assert snapshot(rebuild(hosted)) == snapshot(hosted)
    again = rebuild(hosted)
    assert snapshot(again) == snapshot(hosted)
    assert predict_future(again) == predict_future(hosted)


def test_guests_do_everything_that_can_be_done() -> None:
    kinds = set()
    for seed, setup in enumerate([*TABLES.values()] * 3):
        hosted = started_table(setup)
        guests = RandomUsers(seed)
        while not hosted.rematch_table_id and hosted.version < MOST_ENTRIES:
            hosted.apply(guests.propose(hosted))
        kinds |= set(map(type, hosted.events))
    assert kinds == set(get_args(AnyTableEvent))
