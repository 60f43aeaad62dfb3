"""O11.1 Every combination of expansions, variants, players and modes, as games."""

from functools import cache
from itertools import product
from random import Random

import pytest

import onirium
from onirium import Game
from tests.games.onirim.reference import Options
from tests.support.nightly import gate_cases

BOOK = ((), ("book",), ("book", "lost-steps"))
TOWERS = ((), ("towers",), ("towers", "stone-upon-stone"))
FACE_UP = (0, 4, 5, 6)
"""O10.1 The number of face-up Premonitions; 0 without their expansion."""
PLAYERS = ((1, "together"), (2, "together"), (2, "race"))

COMBINATIONS = [
    Options(
        seats=seats,
        expansions=(*book[:1], *towers[:1], *["premonitions"] * bool(face_up)),
        variants=(*book[1:], *towers[1:]),
        premonitions=face_up or 4,
        mode=mode,
    )
    for book, towers, face_up, (seats, mode) in product(BOOK, TOWERS, FACE_UP, PLAYERS)
]
TWO_PLAYER_COMBINATIONS = [options for options in COMBINATIONS if options.seats == 2]
WITHOUT_MORE_PREMONITIONS = [options for options in COMBINATIONS if options.premonitions == 4]
"""The combinations of the gate; the others differ in the number of face-up Premonitions alone."""


def options_id(options: Options) -> str:
    chosen = [*options.expansions, *options.variants]
    face_up = [str(options.premonitions)] if "premonitions" in chosen else []
    return "-".join([str(options.seats), options.mode, *chosen, *face_up, *options.readings])


def with_table_options(options: Options, number: int) -> Options:
    """O7.8, O7.1 Return options with the table and first player cycled by number."""
    if options.seats == 1:
        return options
    table = ("silent", "hidden", "open")[number % 3]
    return options._replace(table=table, first=("chance", 2, 1)[number % 3])


READINGS = {
    "search": Options(),
    "fourth-room": Options(),
    "second-door": Options(seats=2),
    "race-deck-out": Options(seats=2, mode="race"),
    "planning": Options(expansions=("book",)),
    "set-fetch": Options(expansions=("book",)),
    "reopened-goal": Options(expansions=("book",)),
    "prophecy-below": Options(expansions=("book",)),
    "tower-ends": Options(expansions=("towers",)),
    "revealed-premonitions": Options(expansions=("premonitions",)),
    "struck-premonition": Options(expansions=("book", "premonitions")),
}
"""O14 Each reading, with the options that it needs at least."""


def readings_of(options: Options) -> list[str]:
    """O14 Return the readings that apply with options."""
    return [
        name
        for name, needs in READINGS.items()
        if options.seats >= needs.seats
        and {*options.expansions} >= {*needs.expansions}
        and needs.mode in {"together", options.mode}
    ]


def with_readings(options: Options, number: int) -> Options:
    """O14 Return options with random readings, different for each number."""
    rng = Random(number)
    readings = tuple(name for name in readings_of(options) if rng.random() < 0.5)
    return options._replace(readings=readings)


@cache
def game_of(options: Options) -> Game:
    return onirium.load("onirim", **options._asdict())


each_combination = pytest.mark.parametrize(
    "options", gate_cases(COMBINATIONS, *WITHOUT_MORE_PREMONITIONS), ids=options_id
)

EXPANSIONS = ("book", "towers", "premonitions")
SAMPLE = [
    *[Options(expansions=(name,)) for name in EXPANSIONS],
    Options(expansions=EXPANSIONS),
    Options(seats=2),
    Options(seats=2, mode="race", table="open"),
    Options(seats=2, mode="race", expansions=EXPANSIONS, readings=tuple(READINGS)),
    Options(seats=2, expansions=EXPANSIONS),
]
"""Each expansion alone and all together, with one player and with two; and all readings."""

MOST_WHEN_COMPILED = [
    pytest.param(
        options, id=options_id(options), marks=[pytest.mark.long] * (options != SAMPLE[-1])
    )
    for options in SAMPLE
]
"""The sample; all but the last are long tests, unless the rules are compiled."""

most_when_compiled = pytest.mark.parametrize("options", MOST_WHEN_COMPILED)
