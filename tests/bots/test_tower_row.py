"""Run potential of tower rows, compared with manual counts and with exhaustive building."""

from collections.abc import Collection, Sequence
from typing import NamedTuple, cast

import pytest

import onirium
from onirium import Random
from onirium.bots.onirim.features.seat_counts import SeatCounts
from onirium.bots.onirim.features.tower_row import CACHE_SIZE, RunPotential
from onirium.games.onirim.components import FIRST_TOWER, TOWER_COUNT
from onirium.games.onirim.expansions.towers.components import LEFT, RIGHT
from onirium.games.onirim.state import NONE, Board

GAME = onirium.load("onirim", expansions=["towers"])
COLOURS = ("red", "blue", "green", "brown")
TOWERS = [f"{colour} tower {number}" for colour in COLOURS for number in (3, 4, 5)]


class Potential(NamedTuple):
    """The attributes of a run potential."""

    length: int
    with_hand: int
    extending_towers: int
    with_all: int


def potential_of(
    row: Sequence[str],
    hand: Collection[str],
    deck: Collection[str],
    potential: RunPotential | None = None,
) -> Potential:
    """Return the potential of a row; towers that are not mentioned are discarded."""
    state = GAME.from_fields(
        {
            "steps": "play",
            "towers": ", ".join(row),
            "hand": ", ".join([*hand, *["red sun"] * (5 - len(hand))]),
            "unknown": ", ".join([*deck, "nightmare"]),
            "discard": "the rest",
        }
    )
    return potential_on(cast("Board", state), potential or RunPotential())


def potential_on(board: Board, potential: RunPotential) -> Potential:
    """Return the potential on a whole board."""
    counts = SeatCounts()
    counts.update(board, 0)
    potential.update(board, counts)
    return Potential(
        potential.length, potential.with_hand, potential.extending_towers, potential.with_all
    )


def others(*towers: str) -> list[str]:
    return [tower for tower in TOWERS if tower not in towers]


ROWS = {
    "empty row": ([], [], TOWERS, Potential(0, 0, 12, 4)),
    # Green 4 fits only to the right. A third tower fits to its right (any but brown 3), or to the
    # left of red 4 (blue 4 and 5).
    "one in the row, one in hand": (
        ["red tower 4"],
        ["green tower 4"],
        others("red tower 4", "green tower 4"),
        Potential(1, 2, 5, 4),
    ),
    # Blue 4 fits to the left end, then any brown tower; or brown 5 to the right, then blue 4.
    "repeated colour": (
        ["red tower 4", "green tower 4", "red tower 5"],
        ["blue tower 4"],
        others("red tower 4", "green tower 4", "red tower 5", "blue tower 4"),
        Potential(2, 3, 3, 4),
    ),
    "nothing fits": (["red tower 3"], ["red tower 4"], ["brown tower 4"], Potential(1, 1, 0, 1)),
    "last one in the deck": (
        ["red tower 4", "green tower 4", "blue tower 4"],
        [],
        ["brown tower 5"],
        Potential(3, 3, 1, 4),
    ),
    "complete formation": (
        ["red tower 4", "green tower 4", "blue tower 4", "brown tower 5"],
        ["brown tower 4"],
        ["red tower 3"],
        Potential(4, 4, 0, 4),
    ),
}


@pytest.mark.parametrize(("row", "hand", "deck", "expected"), ROWS.values(), ids=ROWS)
def test_potential_counts_towers_of_hand_and_deck(
    row: list[str], hand: list[str], deck: list[str], expected: Potential
) -> None:
    assert potential_of(row, hand, deck) == expected


def colour(tower: str) -> str:
    return tower.split(maxsplit=1)[0]


def can_touch(left: str, right: str) -> bool:
    return not RIGHT[TOWERS.index(left)] & LEFT[TOWERS.index(right)]


def run(row: Sequence[str]) -> int:
    """Return the number of towers before the first repeated colour."""
    colours = [colour(tower) for tower in row]
    return next((n for n in range(len(row)) if colours[n] in colours[:n]), len(row))


def is_complete(row: Sequence[str]) -> bool:
    return any(run(row[start:]) >= 4 for start in range(len(row)))


def longest_run(row: list[str], cards: Collection[str]) -> int:
    """Return the longest run that building at both ends in any order can reach."""
    best = max(run(row), run(row[::-1]))
    for card in cards:
        rest = [other for other in cards if other != card]
        if (not row or can_touch(card, row[0])) and run([card, *row]) == run(row) + 1:
            best = max(best, longest_run([card, *row], rest))
        right = [card, *row[::-1]]
        if row and can_touch(row[-1], card) and run(right) == run(row[::-1]) + 1:
            best = max(best, longest_run([*row, card], rest))
    return best


@pytest.mark.parametrize("seed", range(40))
def test_potential_equals_exhaustive_building(seed: int) -> None:
    rng = Random(seed)
    towers = sorted(TOWERS, key=lambda _: rng.random())
    row = [towers.pop()]
    for _ in range(rng.randrange(5)):
        fitting = [tower for tower in towers if can_touch(row[-1], tower)]
        row += fitting[:1]
        towers = [tower for tower in towers if tower not in row]
    hand, deck = towers[:3], towers[3:6]
    potential = potential_of(row, hand, deck)
    if is_complete(row):
        assert potential == Potential(4, 4, 0, 4)
    else:
        with_hand = longest_run(row, hand)
        extending = [tower for tower in deck if longest_run(row, [*hand, tower]) > with_hand]
        assert potential == Potential(
            longest_run(row, []), with_hand, len(extending), longest_run(row, [*hand, *deck])
        )


def test_potential_counts_towers_of_the_partner() -> None:
    """Green 4 fits to the right of red 4; no other tower is left."""
    game = onirium.load("onirim", seats=2, expansions=["towers"])
    fields = {
        "steps": "play",
        "towers": "red tower 4",
        "hand": "3 red sun",
        "shared": "2 blue sun",
        "partner hand": "green tower 4, 2 green sun",
        "unknown": "nightmare",
        "discard": "the rest",
    }
    board = cast("Board", game.from_fields(fields))
    assert potential_on(board, RunPotential()) == Potential(1, 1, 1, 2)


def test_potential_is_recomputed_when_towers_move() -> None:
    """A reused potential has the same result as a new one."""
    potential = RunPotential()
    for row, hand, deck, expected in ROWS.values():
        assert potential_of(row, hand, deck, potential) == expected


def test_reused_potential_equals_a_new_one_in_whole_games() -> None:
    """The games have more positions of the towers than the cache."""
    reused, rng = RunPotential(), Random(1)
    positions = set()
    for _ in range(60):
        state = GAME.new_state()
        state.resolve_chance(rng)
        while not state.is_terminal():
            board = cast("Board", state)
            towers = slice(int(FIRST_TOWER), int(FIRST_TOWER + TOWER_COUNT))
            hand, deck = list(board.hand)[towers], list(board.deck.unknown)[towers]
            positions.add((*board.towers, NONE, *hand, *deck))
            assert potential_on(board, reused) == potential_on(board, RunPotential())
            legal = state.legal_actions()
            state.apply(legal[rng.randrange(len(legal))])
            state.resolve_chance(rng)
    assert len(positions) > CACHE_SIZE
