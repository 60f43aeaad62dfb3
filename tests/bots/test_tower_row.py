"""How near the formation of towers is: counted by hand, and by building in every order."""

from collections.abc import Collection, Sequence
from typing import NamedTuple, cast

import pytest

import onirium
from onirium import Random
from onirium.bots.onirim.features.seat_counts import SeatCounts
from onirium.bots.onirim.features.tower_row import RunPotential
from onirium.games.onirim.expansions.towers.components import LEFT, RIGHT
from onirium.games.onirim.state import Board

GAME = onirium.load("onirim", expansions=["towers"])
COLOURS = ("red", "blue", "green", "brown")
TOWERS = [f"{colour} tower {number}" for colour in COLOURS for number in (3, 4, 5)]


class Near(NamedTuple):
    """What is found out of a formation."""

    now: int
    soon: int
    ways: int
    ever: int


def look(
    row: Sequence[str],
    hand: Collection[str],
    deck: Collection[str],
    potential: RunPotential | None = None,
) -> Near:
    """Return how near the formation is; other towers than these are discarded."""
    state = GAME.from_fields(
        {
            "agenda": "play",
            "towers": ", ".join(row),
            "hand": ", ".join([*hand, *["red sun"] * (5 - len(hand))]),
            "unknown": ", ".join([*deck, "nightmare"]),
            "discard": "the rest",
        }
    )
    return near(cast("Board", state), potential or RunPotential())


def near(table: Board, potential: RunPotential) -> Near:
    """Return how near the formation is as a whole table has it."""
    counts = SeatCounts()
    counts.update(table, 0)
    potential.update(table, counts)
    return Near(
        potential.length, potential.with_hand, potential.extending_towers, potential.with_all
    )


def others(*towers: str) -> list[str]:
    return [tower for tower in TOWERS if tower not in towers]


ROWS = {
    "nothing stands": ([], [], TOWERS, Near(0, 0, 12, 4)),
    # Green 4 may stand to the right alone. A third tower fits to its right, but for brown 3, or to
    # the left of red 4: blue 4 and 5.
    "one stands, one is held": (
        ["red tower 4"],
        ["green tower 4"],
        others("red tower 4", "green tower 4"),
        Near(1, 2, 5, 4),
    ),
    # Blue 4 goes to the left end, and then any brown tower; or brown 5 to the right, then blue 4.
    "a colour stands twice": (
        ["red tower 4", "green tower 4", "red tower 5"],
        ["blue tower 4"],
        others("red tower 4", "green tower 4", "red tower 5", "blue tower 4"),
        Near(2, 3, 3, 4),
    ),
    "nothing fits": (["red tower 3"], ["red tower 4"], ["brown tower 4"], Near(1, 1, 0, 1)),
    "the last is in the deck": (
        ["red tower 4", "green tower 4", "blue tower 4"],
        [],
        ["brown tower 5"],
        Near(3, 3, 1, 4),
    ),
    "it stands": (
        ["red tower 4", "green tower 4", "blue tower 4", "brown tower 5"],
        ["brown tower 4"],
        ["red tower 3"],
        Near(4, 4, 0, 4),
    ),
}


@pytest.mark.parametrize(("row", "hand", "deck", "expected"), ROWS.values(), ids=ROWS)
def test_hand_and_deck_are_counted(
    row: list[str], hand: list[str], deck: list[str], expected: Near
) -> None:
    assert look(row, hand, deck) == expected


def colour(tower: str) -> str:
    return tower.split(maxsplit=1)[0]


def may_touch(left: str, right: str) -> bool:
    return not RIGHT[TOWERS.index(left)] & LEFT[TOWERS.index(right)]


def run(row: Sequence[str]) -> int:
    """Return how many towers stand before a colour comes a second time."""
    colours = [colour(tower) for tower in row]
    return next((n for n in range(len(row)) if colours[n] in colours[:n]), len(row))


def is_complete(row: Sequence[str]) -> bool:
    return any(run(row[start:]) >= 4 for start in range(len(row)))


def built(row: list[str], cards: Collection[str]) -> int:
    """Return the longest run of all that come of building at the ends, in whichever order."""
    best = max(run(row), run(row[::-1]))
    for card in cards:
        rest = [other for other in cards if other != card]
        if (not row or may_touch(card, row[0])) and run([card, *row]) == run(row) + 1:
            best = max(best, built([card, *row], rest))
        right = [card, *row[::-1]]
        if row and may_touch(row[-1], card) and run(right) == run(row[::-1]) + 1:
            best = max(best, built([*row, card], rest))
    return best


@pytest.mark.parametrize("seed", range(40))
def test_the_longest_run_is_that_of_building_in_every_order(seed: int) -> None:
    dice = Random(seed)
    towers = sorted(TOWERS, key=lambda _: dice.random())
    row = [towers.pop()]
    for _ in range(dice.randrange(5)):
        fitting = [tower for tower in towers if may_touch(row[-1], tower)]
        row += fitting[:1]
        towers = [tower for tower in towers if tower not in row]
    hand, deck = towers[:3], towers[3:6]
    found = look(row, hand, deck)
    if is_complete(row):
        assert found == Near(4, 4, 0, 4)
    else:
        soon = built(row, hand)
        ways = [tower for tower in deck if built(row, [*hand, tower]) > soon]
        assert found == Near(built(row, []), soon, len(ways), built(row, [*hand, *deck]))


def test_a_tower_that_the_partner_holds_may_come_too() -> None:
    """Green 4 may stand to the right of red 4; no other tower is left."""
    game = onirium.load("onirim", seats=2, expansions=["towers"])
    fields = {
        "agenda": "play",
        "towers": "red tower 4",
        "hand": "3 red sun",
        "shared": "2 blue sun",
        "partner hand": "green tower 4, 2 green sun",
        "unknown": "nightmare",
        "discard": "the rest",
    }
    assert near(cast("Board", game.from_fields(fields)), RunPotential()) == Near(1, 1, 1, 2)


def test_towers_that_have_moved_are_noticed() -> None:
    """The same that has looked at other tables sees what one sees that looks for the first time."""
    potential = RunPotential()
    for row, hand, deck, expected in ROWS.values():
        assert look(row, hand, deck, potential) == expected
