"""N1 The composition of the deck, compared with the tables of the rulebook."""

from collections import Counter

import pytest

import onirium
from onirium import Game

GAME = onirium.load("nightmarium")

TABLES = """
             head torso legs head/torso torso/legs head/torso/legs all
necronaut       8     5    8          3          3               0  27
homunculus      8     4    9          3          3               0  27
insektoid       9     5    9          0          0               4  27
chimerid        9     7    9          1          1               0  27
all            34    21   35          7          7               4 108

             singer weeper mocker executioner scavenger devourer none
necronaut         0      3      0           0        13        2    9
homunculus        0      6      6           0         0        6    9
insektoid        12      3      3           0         0        0    9
chimerid          0      0      3          15         0        3    6
all              12     12     12          15        13       11   33
"""
"""N1.4 The tables as printed."""


def cells() -> list[tuple[str, str, int]]:
    """Return the cells of both tables: row, column and number."""
    result = []
    for table in TABLES.split("\n\n"):
        heads, *rows = (line.split() for line in table.strip().splitlines())
        for legion, *numbers in rows:
            pairs = zip(heads, numbers, strict=True)
            result += [(legion, column, int(number)) for column, number in pairs]
    return result


def composition(game: Game) -> Counter[str]:
    """Return all cards of a game: the deck before the deal."""
    return Counter(game.new_state().view(0).deck.unseen[0])


def is_of(card: str, legion: str, column: str) -> bool:
    """Return whether a card counts in a row and a column."""
    of_legion, parts, ability = [*card.split(), "none"][:3]
    return legion in {of_legion, "all"} and column in {parts, ability, "all"}


@pytest.mark.parametrize(("legion", "column", "number"), cells())
def test_N1_4_sums_of_the_composition(legion: str, column: str, number: int) -> None:
    cards = composition(GAME).items()
    assert sum(count for card, count in cards if is_of(card, legion, column)) == number


def test_N1_1_composition_has_108_cards_of_58_kinds() -> None:
    assert composition(GAME).total() == 108
    assert len(composition(GAME)) == 58


@pytest.mark.parametrize(
    ("card", "count"),
    [
        # N1.3, counted by hand in the rulebook.
        ("necronaut head scavenger", 4),
        ("necronaut head devourer", 1),
        ("necronaut head", 3),
        ("necronaut torso scavenger", 3),
        ("necronaut legs weeper", 1),
        ("necronaut head/torso scavenger", 1),
        ("necronaut torso/legs scavenger", 2),
        ("homunculus legs", 6),
        ("homunculus head/torso mocker", 1),
        ("homunculus torso/legs weeper", 1),
        ("insektoid head/torso/legs singer", 2),
        ("insektoid head/torso/legs mocker", 1),
        ("insektoid legs singer", 3),
        ("chimerid legs executioner", 5),
        ("chimerid head/torso executioner", 1),
        ("chimerid torso/legs executioner", 1),
    ],
)
def test_N1_3_number_of_equal_cards(card: str, count: int) -> None:
    assert composition(GAME)[card] == count


@pytest.mark.parametrize("creatures", [5, 6, 7])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_N1_3_composition_does_not_depend_on_options(seats: int, creatures: int) -> None:
    assert composition(
        onirium.load("nightmarium", seats=seats, creatures=creatures)
    ) == composition(GAME)


def test_N1_3_kinds_are_sorted_by_legion_parts_and_ability() -> None:
    legions = ["necronaut", "homunculus", "insektoid", "chimerid"]
    parts = ["head", "torso", "legs", "head/torso", "torso/legs", "head/torso/legs"]
    abilities = ["singer", "weeper", "mocker", "executioner", "scavenger", "devourer", "none"]
    cards = [[*GAME.card_name(kind).split(), "none"][:3] for kind in range(58)]
    ranks = [
        (legions.index(legion), parts.index(part), abilities.index(ability))
        for legion, part, ability in cards
    ]
    assert ranks == sorted(set(ranks))
    assert Counter(legion for legion, _, _ in ranks) == {0: 13, 1: 18, 2: 13, 3: 14}


CREATURES = {"creature 1.1": "homunculus legs", "creature 1.2": "homunculus legs, chimerid torso"}


@pytest.mark.parametrize("kind", range(58))
def test_N1_2_card_can_be_each_of_its_parts(kind: int) -> None:
    """Legs begin a creature, a torso goes on the first creature here, a head on the second."""
    card = GAME.card_name(kind)
    parts = card.split()[1].split("/")
    fields = {"steps": "act", "actions": "2", "hand 1": card, **CREATURES, "unknown": "the rest"}
    state = GAME.from_fields(fields)
    placed = {GAME.notation(action) for action in state.legal_actions()}
    where = {"legs": f"place {card}", "torso": f"place {card} on 1", "head": f"place {card} on 2"}
    assert placed == {"draw", f"exchange {card}", *(where[part] for part in parts)}
