"""What happened, told in words to those who may know it."""

from typing import Any

import pytest

import onirium
from onirium import Event
from onirium.i18n.catalog import Words
from onirium.record import new_record, replay
from onirium.record.narration import last_event_groups, narrate, sentence_for
from tests.support.random_walk import walk

GAME = onirium.load("onirim")
ENGLISH = Words("en", "onirim")
RED_SUN, RED_MOON, BLUE_KEY, RED_DOOR, NIGHTMARE = 0, 1, 5, 12, 16


def drawn(*cards: int, seat: int = 0, audience: int = 0b11) -> list[Event]:
    return [Event("draw", seat, (card,), "deck", "hand", audience) for card in cards]


def told(*notations: str, language: str = "en") -> list[str]:
    """Return the story of a game in which these actions and cards have come."""
    record = new_record(GAME, ["human"])
    record.actions += notations
    events = [event for step in replay(record) for event in step.events]
    return narrate(events, 0, Words(language, "onirim"), GAME)


def test_nothing_happened_nothing_is_told() -> None:
    assert narrate([], 0, ENGLISH, GAME) == []


def test_equal_movements_one_after_the_other_share_a_line_in_order() -> None:
    events = drawn(RED_MOON, RED_SUN, RED_MOON)
    assert narrate(events, 0, ENGLISH, GAME) == ["Drawn: red moon, red sun, red moon"]


def test_a_movement_between_them_parts_them() -> None:
    limbo = Event("limbo", 0, (RED_DOOR,), "deck", "limbo")
    events = [*drawn(RED_SUN), limbo, *drawn(RED_MOON)]
    assert narrate(events, 0, ENGLISH, GAME) == [
        "Drawn: red sun",
        "Into limbo: red door",
        "Drawn: red moon",
    ]


def test_with_several_seats_each_sentence_says_whose_doing_it_is() -> None:
    two = onirium.load("onirim", seats=2)
    events = [*drawn(RED_SUN, seat=0), *drawn(RED_MOON, RED_SUN, seat=1, audience=0b10)]
    assert narrate(events, 0, ENGLISH, two) == [
        "Player 1: Drawn: red sun",
        "Player 2: Drawn: 2 cards",
    ]
    assert narrate(events, 1, ENGLISH, two)[1] == "Player 2: Drawn: red moon, red sun"
    assert narrate(events, 0, Words("de", "onirim"), two)[0] == "Spieler 1 – Gezogen: rote Sonne"
    assert narrate(events, 0, Words("ru", "onirim"), two)[1] == "Игрок 2 — Взято из колоды: 2 карты"


def test_of_several_seats_that_take_turns_each_has_a_sentence() -> None:
    two = onirium.load("onirim", seats=2)
    events = [*drawn(RED_SUN), *drawn(BLUE_KEY, seat=1), *drawn(RED_MOON), *drawn(RED_SUN, seat=1)]
    assert narrate(events, 0, ENGLISH, two) == [
        "Player 1: Drawn: red sun, red moon",
        "Player 2: Drawn: blue key, red sun",
    ]


def test_numbered_piles_are_told_by_their_numbers() -> None:
    game = onirium.load("nightmarium", seats=3)
    words = Words("en", "nightmarium")
    taken = Event("execute", 2, (0,), "creature 2.3", "hand")
    begun = [Event("place legs", 0, (7,), "hand", f"creature 1.{place}") for place in (1, 2)]
    assert narrate(
        [taken, *begun, Event("complete", 1, (), "", "creature 2.1")], 0, words, game
    ) == [
        "Player 3: Taken from creature 2.3: Necronaut head (Scavenger)",
        "Player 1: Placed as legs of creature 1.1: Necronaut legs",
        "Player 1: Placed as legs of creature 1.2: Necronaut legs",
        "Player 2: Creature 2.1 is complete.",
    ]


def test_where_cards_come_from_is_told_apart() -> None:
    given = Event("limbo", 0, (RED_DOOR,), "doors", "limbo")
    revealed = Event("limbo", 0, (NIGHTMARE,), "deck", "limbo")
    assert narrate([given, revealed], 0, ENGLISH, GAME) == [
        "Given up, into limbo: red door",
        "Into limbo: Nightmare",
    ]


def test_cards_that_a_seat_may_not_know_are_counted() -> None:
    events = drawn(RED_SUN, BLUE_KEY, audience=0b01)
    assert narrate(events, 0, ENGLISH, GAME) == ["Drawn: red sun, blue key"]
    assert narrate(events, 1, ENGLISH, GAME) == ["Drawn: 2 cards"]
    assert narrate(events[:1], 1, ENGLISH, GAME) == ["Drawn: 1 card"]


def test_cards_known_and_unknown_in_one_line() -> None:
    events = [*drawn(RED_SUN, audience=0b01), *drawn(BLUE_KEY, audience=0b11)]
    assert narrate(events, 1, ENGLISH, GAME) == ["Drawn: blue key, 1 card"]


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "Dealt: red key",
                "Into limbo: Nightmare",
                "Dealt: red sun, blue moon, blue sun, green moon",
                "Limbo is shuffled back into the deck.",
                "Played: red sun",
                "Drawn: green moon",
            ],
        ),
        (
            "ru",
            [
                "Сдано: красный ключ",
                "В лимбо: кошмар",
                "Сдано: красное солнце, синяя луна, синее солнце, зелёная луна",
                "Карты лимбо замешаны обратно в колоду.",
                "Выложено: красное солнце",
                "Взято из колоды: зелёная луна",
            ],
        ),
        (
            "de",
            [
                "Ausgeteilt: roter Schlüssel",
                "In den Limbus: Albtraum",
                "Ausgeteilt: rote Sonne, blauer Mond, blaue Sonne, grüner Mond",
                "Der Limbus wird in den Zugstapel gemischt.",
                "Gelegt: rote Sonne",
                "Gezogen: grüner Mond",
            ],
        ),
    ],
)
def test_a_beginning_in_every_language(language: str, lines: list[str]) -> None:
    hand = ("red key", "nightmare", "red sun", "blue moon", "blue sun", "green moon")
    assert told(*hand, "play red sun", "green moon", language=language) == lines


def test_a_prophecy_and_a_nightmare() -> None:
    hand = ("red key", "red sun", "blue moon", "blue sun", "green moon")
    looked = ("nightmare", "red sun", "red door", "green key", "brown sun")
    returned = ("next nightmare", "next green key", "next red door")
    story = told(*hand, "discard red key", *looked, "prophecy discard red sun", *returned)
    assert story[1:] == [
        "Discarded: red key",
        "Looked at: Nightmare, red sun, red door, green key, brown sun",
        "Discarded by the prophecy: red sun",
        "Put back on the deck: Nightmare, green key, red door, brown sun",
        "Drawn: Nightmare",
    ]


@pytest.mark.parametrize(
    ("game", "options"), [("onirim", {}), ("onirim", {"seats": 2}), ("nightmarium", {"seats": 4})]
)
def test_the_last_sentences_are_those_of_the_whole_story(
    game: str, options: dict[str, Any]
) -> None:
    loaded, words = onirium.load(game, **options), Words("de", game)
    events: list[Event] = []

    def last(number: int) -> list[str]:
        shares = last_event_groups(reversed(events), number)
        return [sentence_for(shared, 1, words, loaded) for shared in shares]

    for place, (_, log) in enumerate(walk(loaded.new_state(), seed=7)):
        events += log
        if place % 10 == 0:
            assert last(8) == narrate(events, 1, words, loaded)[-8:]
    whole = narrate(events, 1, words, loaded)
    assert last(len(whole) + 1) == whole


def test_what_one_seat_was_told_is_not_told_to_another() -> None:
    events = drawn(RED_SUN, audience=0b01)
    for _ in range(2):
        assert narrate(events, 0, ENGLISH, GAME) == ["Drawn: red sun"]
        assert narrate(events, 1, ENGLISH, GAME) == ["Drawn: 1 card"]
