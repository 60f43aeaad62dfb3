"""Observations of some positions, worked out by hand.

Cards in order: red sun, moon, key; blue; green; brown; then the doors of the four; the Nightmare,
the Happy Dream; the towers 3, 4, 5 of each colour.
"""

import pytest

import onirium

GAME = onirium.load("onirim")
NO_CARDS = [0] * 30
REST = [0] * 13
"""Kinds without Happy Dream and towers."""


def observed(game: onirium.Game = GAME, seat: int = 0, /, **fields: str) -> dict[str, list[int]]:
    position = {name.replace("_", " "): text for name, text in fields.items()}
    return game.from_fields(position).observation(seat)


def one_hot(hot_index: int, length: int) -> list[int]:
    return [int(index == hot_index) for index in range(length)]


def test_a_prophecy_with_some_cards_returned() -> None:
    seen = observed(
        steps="arrange, draw, shuffle",
        row="red sun, green moon, green key",
        hand="2 red sun, blue moon, brown key",
        doors="2 red door, brown door",
        discard="3 red moon, nightmare",
        peeked="blue door, nightmare",
        ordered="green sun, red key",
        top="brown sun",
        unknown="the rest",
    )
    assert seen["step"] == one_hot(9, 36)
    assert seen["hand"] == [2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, *REST]
    assert seen["barred_symbol"] == [0, 0, 1]
    assert seen["set"] == [0, 0, 2, 0]
    assert seen["doors"] == [2, 0, 0, 1]
    assert seen["limbo"] == NO_CARDS
    assert seen["discard"] == [0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, *REST]
    assert seen["deck"] == [6, 1, 2, 8, 3, 3, 6, 3, 2, 6, 4, 2, 0, 1, 2, 1, 8, *REST]
    assert seen["next_cards"] == [10, 0, 0, 0, 0, 0, 0]
    assert seen["peeked"] == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, *REST]
    assert seen["ordered"] == [7, 3, 0, 0, 0, 0, 0]
    assert seen["drawn"] == NO_CARDS


def test_a_nightmare_with_cards_in_limbo() -> None:
    seen = observed(
        steps="appease, settle, draw, shuffle",
        drawn="nightmare",
        hand="blue sun",
        limbo="green door, 2 nightmare",
        top="red sun, blue sun, green sun, brown sun, red moon, nightmare",
        discard="the rest",
    )
    assert seen["step"] == one_hot(4, 36)
    assert seen["limbo"] == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, *REST]
    assert seen["drawn"] == one_hot(16, 30)
    assert seen["next_cards"] == [1, 4, 7, 10, 2, 17, 0]
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
def test_the_length_of_the_current_set_is_observed(row: str, lengths: list[int]) -> None:
    seen = observed(steps="play", row=row, hand="5 blue sun", unknown="the rest")
    assert seen["set"] == lengths


TWO = onirium.load("onirim", seats=2)


def test_two_players_observe_their_reserves_and_the_cards_they_have_seen() -> None:
    fields = {
        "steps": "play",
        "mover": "2",
        "row": "red sun, red moon",
        "hand": "red sun, blue moon, brown key",
        "shown": "blue moon",
        "shared": "green sun, green moon",
        "doors": "red door",
        "partner_row": "brown key",
        "partner_hand": "2 green key, red key",
        "partner_shown": "green key",
        "partner_doors": "blue door",
        "top": "blue sun (1), blue key (2), brown sun",
        "unknown": "nightmare",
        "discard": "the rest",
    }
    mover, partner = (observed(TWO, seat, **fields) for seat in (1, 0))
    assert (mover["moves"], partner["moves"]) == ([1], [0])
    assert [kind for kind, count in enumerate(mover["hand"]) if count] == [0, 4, 11]
    assert partner["hand"][8] == 2
    assert mover["shared"] == partner["shared"] == [0] * 6 + [1, 1] + [0] * 22
    assert (mover["set"], partner["set"]) == ([2, 0, 0, 0], [0, 0, 0, 1])
    assert (mover["partner_set"], partner["partner_set"]) == ([0, 0, 0, 1], [2, 0, 0, 0])
    assert (mover["doors"], mover["partner_doors"]) == ([1, 0, 0, 0], [0, 1, 0, 0])
    assert (sum(mover["partner_hand"]), mover["partner_hand"][8]) == (1, 1)
    assert (mover["partner_hidden"], partner["partner_hidden"]) == ([2], [2])
    assert (sum(partner["partner_hand"]), partner["partner_hand"][4]) == (1, 1)
    # Blue sun, blue key and brown sun are on top, in this order; 31 is an unseen card.
    assert mover["next_cards"] == [31, 6, 10, 0, 0, 0, 0]
    assert partner["next_cards"] == [4, 31, 10, 0, 0, 0, 0]
    # The four cards of the deck, and the two hidden cards of the partner's reserve.
    assert (sum(mover["deck"]), mover["deck"][2], mover["deck"][8]) == (6, 1, 1)
    assert (sum(partner["deck"]), partner["deck"][0], partner["deck"][11]) == (6, 1, 1)


@pytest.mark.parametrize(
    ("fields", "spell", "step"),
    [
        ({"steps": "pay, look below, lift, sink, play", "pending": "5"}, "look below", 28),
        ({"steps": "pay, swap, play"}, "swap", 13),
        ({"steps": "pay, banish, draw, shuffle", "drawn": "nightmare"}, "banish", 34),
    ],
)
def test_the_spell_that_is_paid_for_is_observed(
    fields: dict[str, str], spell: str, step: int
) -> None:
    """O8.4 The cards that remain to be paid do not show it."""
    position = {
        **fields,
        "hand": "green sun" if "drawn" in fields else "green sun, 3 green moon, brown sun",
        "discard": "6 red sun, 2 blue key",
        "to pay": "5",
        "goals": "brown goal, red goal, red goal, blue goal, blue goal, green goal, green goal, "
        "brown goal",
        "unknown": "the rest",
    }
    state = onirium.load("onirim", expansions="book", readings="planning").from_fields(position)
    assert state.observation(0)["next_step"] == [step]
    assert state.view(0).next_step == spell


@pytest.mark.parametrize(
    ("steps", "pending", "step"),
    [("exchange, draw, shuffle", "0", 23), ("exchange, look, foretell, draw, shuffle", "5", 24)],
)
def test_an_exchange_before_a_prophecy_is_observed(steps: str, pending: str, step: int) -> None:
    """O7.4."""
    fields = {
        "steps": steps,
        "pending": pending,
        "hand": "red sun, blue moon",
        "shared": "blue sun, blue key",
        "partner_hand": "3 green sun",
        "unknown": "the rest",
    }
    assert [observed(TWO, seat, **fields)["next_step"] for seat in (0, 1)] == [[step], [step]]


@pytest.mark.parametrize("count", [1, 2])
def test_the_keys_that_a_premonition_still_takes_are_observed(count: int) -> None:
    """O10.6."""
    game = onirium.load("onirim", expansions="premonitions")
    state = game.from_fields(
        {
            "steps": "keys, strike, draw, shuffle",
            "pending": str(count),
            "striking": "blue premonition",
            "hand": "2 blue key, red key",
            "unknown": "the rest",
        }
    )
    assert state.observation(0)["keys_to_lose"] == [count]
    assert state.view(0).premonitions.keys_to_lose == count


def test_goals_towers_and_premonitions() -> None:
    game = onirium.load("onirim", expansions="book,towers,premonitions")
    seen = observed(
        game,
        steps="play",
        hand="5 red sun",
        doors="brown door",
        goals="brown goal (found), red goal, red goal, blue goal, blue goal, green goal, "
        "green goal, brown goal",
        towers="red tower 5, green tower 3",
        premonitions="red premonition, five premonition",
        pile="pair premonition",
        bottom="nightmare, happy dream",
        unknown="the rest",
    )
    assert seen["goals"] == [4, 1, 1, 2, 2, 3, 3, 4]
    assert seen["found"] == [1, 0, 0, 0, 0, 0, 0, 0]
    assert seen["towers"] == [3, 7, *[0] * 10]
    assert seen["premonitions"] == [1, 0, 0, 0, 0, 0, 0, 1]
    assert seen["pile"] == [0, 0, 0, 0, 1, 0, 0, 0]
    assert seen["last_cards"] == [18, 17, 0, 0, 0, 0, 0]
