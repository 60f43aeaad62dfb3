"""What a learner sees, worked out by hand for a few tables.

Cards in order: red sun, moon, key; blue; green; brown; then the doors of the four; the Nightmare.
"""

import pytest

import onirium
from onirium.games.onirim.features import SHAPES

GAME = onirium.load("onirim")
NO_CARDS = [0] * 17


def observed(**fields: str) -> dict[str, list[int]]:
    position = {name.replace("_", " "): text for name, text in fields.items()}
    return GAME.from_fields(position).observation(0)


def marked(place: int, length: int) -> list[int]:
    return [int(index == place) for index in range(length)]


def test_a_prophecy_half_arranged() -> None:
    seen = observed(
        agenda="arrange, draw, shuffle",
        row="red sun, green moon, green key",
        hand="2 red sun, blue moon, brown key",
        doors="2 red door, brown door",
        discard="3 red moon, nightmare",
        looked="blue door, nightmare",
        arranged="green sun, red key",
        top="brown sun",
        unknown="the rest",
    )
    assert seen["step"] == marked(6, 13)
    assert seen["hand"] == [2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]
    assert seen["barred_symbol"] == [0, 0, 1]
    assert seen["set"] == [0, 0, 2, 0]
    assert seen["doors"] == [2, 0, 0, 1]
    assert seen["limbo"] == NO_CARDS
    assert seen["discard"] == [0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    assert seen["deck"] == [6, 1, 2, 8, 3, 3, 6, 3, 2, 6, 4, 2, 0, 1, 2, 1, 8]
    assert seen["next_cards"] == [10, 0, 0, 0, 0]
    assert seen["looked"] == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1]
    assert seen["arranged"] == [7, 3, 0, 0, 0]
    assert seen["drawn"] == NO_CARDS


def test_a_nightmare_with_cards_in_limbo() -> None:
    seen = observed(
        agenda="appease, settle, draw, shuffle",
        drawn="nightmare",
        hand="blue sun",
        limbo="green door, 2 nightmare",
        top="red sun, blue sun, green sun, brown sun, red moon, nightmare",
        discard="the rest",
    )
    assert seen["step"] == marked(4, 13)
    assert seen["limbo"] == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2]
    assert seen["drawn"] == marked(16, 17)
    # The first five are enough: a prophecy returns no more than four.
    assert seen["next_cards"] == [1, 4, 7, 10, 2]
    assert seen["barred_symbol"] == [0, 0, 0]
    assert seen["set"] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("row", "lengths"),
    [
        ("red sun", [1, 0, 0, 0]),
        ("red sun, red moon", [2, 0, 0, 0]),
        ("red sun, red moon, red key", [0, 0, 0, 0]),
        ("red sun, red moon, red key, red moon", [1, 0, 0, 0]),
        ("red sun, red moon, brown key", [0, 0, 0, 1]),
    ],
)
def test_the_set_begun(row: str, lengths: list[int]) -> None:
    seen = observed(agenda="play", row=row, hand="5 blue sun", unknown="the rest")
    assert seen["set"] == lengths


def test_the_shapes_are_as_documented() -> None:
    observation = GAME.new_state().observation(0)
    assert {name: len(array) for name, array in observation.items()} == SHAPES
