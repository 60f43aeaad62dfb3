"""The greedy bot: each of its rules in a position, and its win rate."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import onirium
from onirium import State
from onirium.bots.registry import make_bot
from onirium.core.chance import Random
from onirium.studies.simulation.simulate import SimulationConfig, simulate
from tests.support.random_walk import random_walk

GAME = onirium.load("onirim")
PLAYER = make_bot("greedy", GAME)
DOORS = "2 red door, 2 blue door, 2 green door, 2 brown door"


def position(steps: str, **fields: str) -> State:
    """Return a position; cards that are not given are in the deck."""
    return GAME.from_fields({"steps": steps, "unknown": "the rest"} | fields)


def choice(steps: str, **fields: str) -> str:
    return GAME.notation(PLAYER.choose(position(steps, **fields), Random(1)))


def test_it_searches_for_a_door_after_a_completed_set() -> None:
    row = "red sun, red moon, red sun"
    assert choice("search, draw, shuffle", row=row, hand="4 blue sun") == "search"


def test_it_spends_a_key_on_a_drawn_door() -> None:
    hand = "red key, 3 red sun"
    assert choice("unlock, draw, shuffle", drawn="red door", hand=hand) == "unlock"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("red sun, red key, 2 blue moon, blue sun", "play red sun"),
        ("red key, green key, 2 blue moon, blue sun", "play red key"),
    ],
)
def test_it_completes_a_set_and_spends_a_key_only_if_it_must(hand: str, expected: str) -> None:
    assert choice("play", row="red sun, red moon", hand=hand) == expected


def test_it_waits_for_a_room_that_is_due_rather_than_spend_a_key() -> None:
    """One card in three is a red sun."""
    hand = "red key, 2 blue sun, green sun, brown sun"
    fields = {"row": "red sun, red moon", "hand": hand, "discard": "the rest"}
    assert choice("play", **fields, unknown=f"{DOORS}, 4 red sun") == "discard blue sun"


@pytest.mark.parametrize(
    ("doors", "gone"), [("2 red door", ""), ("", "8 red sun, 3 red key")], ids=["found", "gone"]
)
def test_it_abandons_a_set_that_can_find_no_door(doors: str, gone: str) -> None:
    fields = {"row": "red sun, red moon", "hand": "2 blue sun, blue moon, 2 green moon"}
    assert choice("play", **fields, doors=doors, discard=gone) == "play blue sun"


@pytest.mark.parametrize(
    ("row", "hand", "expected"),
    [
        ("", "blue moon, 2 blue sun, red sun, brown sun", "play blue sun"),
        ("", "2 blue moon, blue sun, red sun, brown sun", "play blue moon"),
        (
            "red moon, red sun, red moon",
            "blue moon, 2 blue sun, red sun, brown sun",
            "play blue sun",
        ),
    ],
)
def test_it_begins_a_set_that_the_hand_can_complete(row: str, hand: str, expected: str) -> None:
    assert choice("play", row=row, hand=hand) == expected


def test_it_continues_the_current_set() -> None:
    hand = "red moon, 2 blue moon, green sun, brown key"
    assert choice("play", row="red sun", hand=hand) == "play red moon"


def test_it_discards_a_finished_colour_first() -> None:
    hand = "red sun, blue sun, green sun, brown sun, brown key"
    assert choice("play", row="red sun", hand=hand, doors="2 green door") == "discard green sun"


@pytest.mark.parametrize(
    ("hand", "gone", "expected"),
    [
        ("red sun, blue sun, brown sun, green key, brown key", "4 brown sun", "discard blue sun"),
        ("red sun, blue sun, brown sun, green key, brown key", "6 blue sun", "discard brown sun"),
        ("red sun, blue sun, 2 brown sun, green key", "3 blue sun", "discard brown sun"),
    ],
)
def test_it_discards_a_room_of_which_many_remain(hand: str, gone: str, expected: str) -> None:
    """In the last case the deck contains four blue and four brown suns."""
    assert choice("play", row="red sun", hand=hand, discard=gone) == expected


def test_it_discards_a_room_if_no_set_can_be_completed() -> None:
    fields = {"row": "red sun", "hand": "3 blue sun, 2 green sun", "discard": "the rest"}
    assert choice("play", **fields, unknown=f"{DOORS}, nightmare") == "discard blue sun"


@pytest.mark.parametrize(
    ("row", "spare", "expected"),
    [
        ("red sun, red moon, red sun", "green moon", "play green moon"),
        ("red moon, red sun", "green moon", "discard green moon"),
        ("red sun, red moon, red sun", "green sun", "discard green sun"),
        ("red sun, red moon, red sun", "green key", "discard green key"),
    ],
)
def test_it_plays_a_spare_room_that_interrupts_no_set_and_is_no_key(
    row: str, spare: str, expected: str
) -> None:
    hand = f"{spare}, 2 blue sun, red sun, brown sun"
    assert choice("play", row=row, hand=hand, doors="2 green door") == expected


@pytest.mark.parametrize(
    ("doors", "deck", "expected"),
    [
        ("", "2 green door, 5 nightmare, 3 red moon, 4 red sun", "discard blue sun"),
        ("", "2 green door, 6 nightmare, 3 red moon, 3 red sun", "discard brown key"),
        ("2 green door", "10 nightmare, 3 red moon, 3 red sun", "discard green sun"),
    ],
)
def test_it_prophesies_when_nightmares_are_more_than_a_quarter_of_the_deck(
    doors: str, deck: str, expected: str
) -> None:
    """The first two decks have twenty cards; even then useless rooms are discarded first."""
    hand = "2 blue sun, green sun, brown sun, brown key"
    unknown = f"2 red door, 2 blue door, 2 brown door, {deck}"
    fields = {"row": "red sun", "hand": hand, "doors": doors, "discard": "the rest"}
    assert choice("play", **fields, unknown=unknown) == expected


@pytest.mark.parametrize(
    ("peeked", "expected"),
    [
        ("red sun, green sun, red key, green door, nightmare", "nightmare"),
        ("red sun, green sun, red key, green door", "green sun"),
        ("red key, red door, green door", "red key"),
    ],
)
def test_a_prophecy_discards_a_nightmare_or_the_least_useful_room(
    peeked: str, expected: str
) -> None:
    fields = {"hand": "red sun, red moon, 2 blue sun", "peeked": peeked, "doors": "2 brown door"}
    assert choice("foretell, draw, shuffle", **fields) == f"prophecy discard {expected}"


@pytest.mark.parametrize(
    ("row", "hand", "order"),
    [
        ("", "red key, 3 blue sun", ["red door", "brown sun", "green door", "nightmare"]),
        ("red sun, red moon", "4 blue moon", ["red sun", "green key", "green moon", "green sun"]),
    ],
)
def test_a_prophecy_returns_the_most_useful_cards_first(
    row: str, hand: str, order: list[str]
) -> None:
    fields = {"row": row, "hand": hand, "peeked": ", ".join(order), "doors": "2 brown door"}
    state = position("arrange, draw, shuffle", **fields)
    returned = []
    while state.to_fields()["steps"].startswith("arrange"):
        action = PLAYER.choose(state, Random(1))
        returned.append(GAME.notation(action))
        state.apply(action)
    assert returned == [f"next {card}" for card in order[:-1]]


@pytest.mark.parametrize(
    ("hand", "deck", "expected"),
    [
        ("red key, blue key, 2 red sun", "9 nightmare, 5 red sun", "pay blue key"),
        ("blue key, brown key, 2 red sun", "9 nightmare", "pay blue key"),
        ("red key, 3 red sun", "9 nightmare", "pay red key"),
        ("4 red sun", "9 nightmare, 5 red sun", "discard hand"),
        ("4 red sun", "9 nightmare, 4 red sun", "reveal"),
    ],
)
def test_it_appeases_with_a_key_or_with_a_hand_that_can_be_replaced(
    hand: str, deck: str, expected: str
) -> None:
    fields = {"drawn": "nightmare", "hand": hand, "unknown": deck, "doors": "2 blue door"}
    assert choice("appease, settle, draw, shuffle", **fields, discard="the rest") == expected


@settings(max_examples=25)
@given(st.integers(0, 2**32))
def test_it_chooses_a_legal_action_without_changing_the_state(seed: int) -> None:
    state = GAME.new_state()
    for _ in random_walk(state, seed):
        legal = state.legal_actions()
        if legal:
            before = state.clone()
            assert PLAYER.choose(state, Random(seed)) in legal
            assert state == before


@pytest.mark.long
def test_it_wins_more_than_three_games_in_ten() -> None:
    assert simulate(SimulationConfig(GAME, ("greedy",), 1000, seed=1, workers=1)).win_rate_low > 0.3
