"""N2 The option matrix of Nightmarium: every number of players with every goal."""

from functools import cache
from itertools import product
from random import Random

import pytest

import onirium
from onirium import Game
from tests.games.nightmarium.reference import Options

SEATS = (2, 3, 4, 5)
GOALS = (5, 6, 7)

TABLES = [
    Options(seats, creatures, first=1 + number % seats if number % 2 else "chance")
    for number, (seats, creatures) in enumerate(product(SEATS, GOALS))
]
"""All combinations; every other one names the first player."""


def options_id(options: Options) -> str:
    """Return the test id of options."""
    return "-".join([*map(str, options[:-1]), *options.readings])


READINGS = ("first", "reshuffle", "terror-choice", "chain-end")


def with_readings(options: Options, number: int) -> Options:
    """N10 Return options with random readings, different for each number."""
    rng = Random(number)
    readings = tuple(
        name
        for name in READINGS
        if rng.random() < 0.5 and (name != "first" or options.first != "chance")
    )
    return options._replace(readings=readings)


@cache
def game_of(options: Options) -> Game:
    """Return the game with options."""
    return onirium.load("nightmarium", **options._asdict())


each_table = pytest.mark.parametrize("options", TABLES, ids=options_id)

SAMPLE = [Options(3, 6, first=2), Options(5, 7), Options(2, 5, first=1, readings=READINGS)]
"""Two combinations with more than two players and more than five creatures, and all readings."""

QUICK_INDICES = {0, 3}
"""The combinations, of two and of three players, that are tested without compiled rules too."""

TABLES_WITH_LONG_MARKS = [
    pytest.param(
        options, id=options_id(options), marks=[] if number in QUICK_INDICES else [pytest.mark.long]
    )
    for number, options in enumerate(TABLES)
]
"""All combinations; most are marked long."""

each_table_with_long_marks = pytest.mark.parametrize("options", TABLES_WITH_LONG_MARKS)
