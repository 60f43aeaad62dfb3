"""A table is its setup and its entries: whatever happened there, they make the same table again."""

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onirium.tables import PERSON
from onirium.tables.events import AnyEntry
from onirium.tables.table import Setup
from tests.support.random_users import (
    ANNA,
    BORIS,
    Guests,
    begun,
    folded,
    future,
    of_two,
    setup_of,
    snapshot,
)

MOST_ENTRIES = 120
NOW_AND_THEN = 20

TABLES = {
    "alone": setup_of(),
    "alone with all expansions": setup_of(
        options={"expansions": ["book", "towers", "premonitions"], "variants": []}
    ),
    "two at one device": setup_of("onirim", (PERSON, PERSON), (ANNA, ANNA), options={"seats": 2}),
    "two in silence": of_two("onirim", options={"seats": 2, "table": "silent"}),
    "against computer players": setup_of(
        "nightmarium", (PERSON, "greedy", "random"), options={"seats": 3}
    ),
    "five, mixed": setup_of(
        "nightmarium",
        (PERSON, PERSON, "random", PERSON, "greedy"),
        (ANNA, BORIS),
        options={"seats": 5},
    ),
    "the tests' own game": of_two(),
    "computer players alone": setup_of("hush", ("random", "random"), ()),
}


@pytest.mark.parametrize("setup", TABLES.values(), ids=TABLES)
@settings(max_examples=3)
@given(seed=st.integers(0, 2**62 - 1))
def test_entries_make_the_same_table_again(setup: Setup, seed: int) -> None:
    hosted = begun(setup)
    guests = Guests(seed)
    while not hosted.next_table and hosted.version < MOST_ENTRIES:
        before = snapshot(hosted)
        entry = guests.propose(hosted)
        assert snapshot(hosted) == before, "a proposal changes nothing"
        steps = hosted.apply(entry)
        number = len(hosted.match.record.actions)
        assert [step.number for step in steps] == list(range(number - len(steps) + 1, number + 1))
        assert not steps or steps[-1].state == hosted.match.state
        if hosted.version % NOW_AND_THEN == 0:
            assert snapshot(folded(hosted)) == snapshot(hosted)
    again = folded(hosted)
    assert snapshot(again) == snapshot(hosted)
    assert future(again) == future(hosted)


def test_guests_do_everything_that_can_be_done() -> None:
    kinds = set()
    for seed, setup in enumerate([*TABLES.values()] * 3):
        hosted = begun(setup)
        guests = Guests(seed)
        while not hosted.next_table and hosted.version < MOST_ENTRIES:
            hosted.apply(guests.propose(hosted))
        kinds |= set(map(type, hosted.entries))
    assert kinds == set(get_args(AnyEntry))
