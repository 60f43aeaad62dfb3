"""Narration of events from the viewpoint of each seat."""

from itertools import chain
from typing import Any

import pytest

import onirium
from onirium import Event
from onirium.i18n.catalog import Words
from onirium.record import new_record, replay
from onirium.record.narration import (
    EventGroup,
    event_groups,
    extend_groups,
    first_of_run,
    narrate,
)
from onirium.record.sentence import Sentence
from onirium.web.config.i18n import page_words
from tests.support.random_walk import random_walk

GAME = onirium.load("onirim")
ENGLISH = Words("en", "onirim")
RED_SUN, RED_MOON, BLUE_KEY, RED_DOOR, NIGHTMARE = 0, 1, 5, 12, 16


def drawn(*cards: int, seat: int = 0, audience: int = 0b11) -> list[Event]:
    return [Event("draw", seat, (card,), "deck", "hand", audience) for card in cards]


def narrate_actions(*notations: str, language: str = "en") -> list[str]:
    """Return the narration of a game with these actions and cards."""
    record = new_record(GAME, ["human"])
    record.actions += notations
    events = [event for step in replay(record) for event in step.events]
    return narrate(events, 0, Words(language, "onirim"), GAME)


def test_narration_of_no_events_is_empty() -> None:
    assert narrate([], 0, ENGLISH, GAME) == []


def test_consecutive_equal_moves_share_a_sentence_in_order() -> None:
    events = drawn(RED_MOON, RED_SUN, RED_MOON)
    assert narrate(events, 0, ENGLISH, GAME) == ["Drawn: red moon, red sun, red moon"]


def test_another_move_in_between_splits_the_sentence() -> None:
    limbo = Event("limbo", 0, (RED_DOOR,), "deck", "limbo")
    events = [*drawn(RED_SUN), limbo, *drawn(RED_MOON)]
    assert narrate(events, 0, ENGLISH, GAME) == [
        "Drawn: red sun",
        "Into limbo: red door",
        "Drawn: red moon",
    ]


def test_sentences_name_the_player_in_games_of_several_seats() -> None:
    two = onirium.load("onirim", seats=2)
    events = [*drawn(RED_SUN, seat=0), *drawn(RED_MOON, RED_SUN, seat=1, audience=0b10)]
    assert narrate(events, 0, ENGLISH, two) == [
        "Player\xa01 · Drawn: red sun",
        "Player\xa02 · Drawn: 2 cards",
    ]
    assert narrate(events, 1, ENGLISH, two)[1] == "Player\xa02 · Drawn: red moon, red sun"
    assert narrate(events, 0, Words("de", "onirim"), two)[0] == "Spieler\xa01 · Gezogen: rote Sonne"
    assert (
        narrate(events, 0, Words("ru", "onirim"), two)[1] == "Игрок\xa02 · Взято из колоды: 2 карты"
    )


ROUNDS = ((0, RED_SUN), (1, BLUE_KEY), (0, RED_MOON), (1, RED_SUN))


def test_cards_dealt_round_the_table_have_a_sentence_for_each_seat() -> None:
    two = onirium.load("onirim", seats=2)
    events = [Event("deal", seat, (card,), "deck", "hand", 0b11) for seat, card in ROUNDS]
    assert narrate(events, 0, ENGLISH, two) == [
        "Player\xa01 · Dealt: red sun, red moon",
        "Player\xa02 · Dealt: blue key, red sun",
    ]


def test_turns_have_sentences_of_their_own() -> None:
    two = onirium.load("onirim", seats=2)
    events = [event for seat, card in ROUNDS for event in drawn(card, seat=seat)]
    assert narrate(events, 0, ENGLISH, two) == [
        "Player\xa01 · Drawn: red sun",
        "Player\xa02 · Drawn: blue key",
        "Player\xa01 · Drawn: red moon",
        "Player\xa02 · Drawn: red sun",
    ]


def test_numbered_piles_are_named_with_their_numbers() -> None:
    game = onirium.load("nightmarium", seats=3)
    words = Words("en", "nightmarium")
    taken = Event("execute", 2, (0,), "creature 2.3", "hand")
    begun = [Event("place legs", 0, (7,), "hand", f"creature 1.{slot}") for slot in (1, 2)]
    assert narrate(
        [taken, *begun, Event("complete", 1, (), "", "creature 2.1")], 0, words, game
    ) == [
        "Player\xa03 · Taken from creature 2.3: Necronaut head (Scavenger)",
        "Player\xa01 · Placed as legs of creature 1.1: Necronaut legs",
        "Player\xa01 · Placed as legs of creature 1.2: Necronaut legs",
        "Player\xa02 · Creature 2.1 is complete.",
    ]


def test_sentences_distinguish_the_source_pile() -> None:
    given = Event("limbo", 0, (RED_DOOR,), "doors", "limbo")
    revealed = Event("limbo", 0, (NIGHTMARE,), "deck", "limbo")
    assert narrate([given, revealed], 0, ENGLISH, GAME) == [
        "Given up, into limbo: red door",
        "Into limbo: Nightmare",
    ]


def test_hidden_cards_are_counted() -> None:
    events = drawn(RED_SUN, BLUE_KEY, audience=0b01)
    assert narrate(events, 0, ENGLISH, GAME) == ["Drawn: red sun, blue key"]
    assert narrate(events, 1, ENGLISH, GAME) == ["Drawn: 2 cards"]
    assert narrate(events[:1], 1, ENGLISH, GAME) == ["Drawn: 1 card"]


def test_visible_and_hidden_cards_share_a_sentence() -> None:
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
def test_opening_of_a_game_in_every_language(language: str, lines: list[str]) -> None:
    hand = ("red key", "nightmare", "red sun", "blue moon", "blue sun", "green moon")
    assert narrate_actions(*hand, "play red sun", "green moon", language=language) == lines


def test_a_prophecy_that_returns_a_nightmare_is_narrated_in_order() -> None:
    hand = ("red key", "red sun", "blue moon", "blue sun", "green moon")
    peeked = ("nightmare", "red sun", "red door", "green key", "brown sun")
    returned = ("next nightmare", "next green key", "next red door")
    narration = narrate_actions(
        *hand, "discard red key", *peeked, "prophecy discard red sun", *returned
    )
    assert narration[1:] == [
        "Discarded: red key",
        "Looked at: Nightmare, red sun, red door, green key, brown sun",
        "Discarded by the prophecy: red sun",
        "Put back on the deck: Nightmare, green key, red door, brown sun",
        "Drawn: Nightmare",
    ]


@pytest.mark.parametrize(
    ("game", "options"), [("onirim", {}), ("onirim", {"seats": 2}), ("nightmarium", {"seats": 4})]
)
def test_sentences_from_the_first_of_a_run_are_the_last_ones_of_all(
    game: str, options: dict[str, Any]
) -> None:
    loaded, words = onirium.load(game, **options), Words("de", game)
    logs = [log for _, log in random_walk(loaded.new_state(), seed=7)]
    events = list(chain.from_iterable(logs))
    whole = narrate(events, 1, words, loaded)
    for index in range(len(events)):
        first = first_of_run(events, index)
        assert index <= first
        last = narrate(events[first:], 1, words, loaded)
        assert last == whole[len(whole) - len(last) :]


@pytest.mark.parametrize(
    ("game", "options"), [("onirim", {}), ("onirim", {"seats": 2}), ("nightmarium", {"seats": 4})]
)
def test_extended_groups_equal_those_of_all_events(game: str, options: dict[str, Any]) -> None:
    events: list[Event] = []
    groups: list[EventGroup] = []
    for _, log in random_walk(onirium.load(game, **options).new_state(), seed=7):
        events += log
        groups = extend_groups(groups, log)
        assert groups == event_groups(events)


def test_extended_groups_leave_the_given_ones_unchanged() -> None:
    first, second = drawn(RED_SUN, RED_SUN)
    groups = extend_groups([], [first])
    assert extend_groups(groups, [second]) == [EventGroup([first, second])]
    assert groups == [EventGroup([first])]


def test_remembered_sentences_depend_on_seat_and_language() -> None:
    group, german = EventGroup(drawn(RED_SUN, audience=0b01)), Words("de", "onirim")
    for _ in range(2):
        assert group.sentence(0, ENGLISH, GAME) == Sentence("Drawn: red sun", ["red sun"])
        assert group.sentence(1, ENGLISH, GAME) == Sentence("Drawn: 1 card", [])
        assert group.sentence(0, german, GAME).text == "Gezogen: rote Sonne"


def test_a_sentence_of_three_cards_has_a_brief_form_with_their_number() -> None:
    two, three = drawn(RED_SUN, BLUE_KEY), drawn(RED_SUN, BLUE_KEY, RED_SUN, audience=0b01)
    assert not EventGroup(two).sentence(0, ENGLISH, GAME).brief
    assert EventGroup(three).sentence(0, ENGLISH, GAME).brief == "Drawn: 3 cards"
    assert not EventGroup(three).sentence(1, ENGLISH, GAME).brief


def test_a_sentence_lists_its_visible_cards_in_order() -> None:
    group = EventGroup([*drawn(RED_SUN, audience=0b01), *drawn(BLUE_KEY, RED_SUN)])
    assert group.sentence(0, ENGLISH, GAME).cards == ["red sun", "blue key", "red sun"]
    assert group.sentence(1, ENGLISH, GAME).cards == ["blue key", "red sun"]


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [
        (
            "en",
            "The red sun comes from the deck.",
            "The red moon, the blue key and the red sun come from the deck.",
        ),
        (
            "de",
            "Die rote Sonne kommt aus dem Zugstapel.",
            "Der rote Mond, der blaue Schlüssel und die rote Sonne kommen aus dem Zugstapel.",
        ),
        (
            "ru",
            "Красное солнце приходит из колоды.",
            "Красная луна, синий ключ и красное солнце приходят из колоды.",
        ),
    ],
)
def test_the_page_narrates_events_in_whole_sentences(language: str, one: str, several: str) -> None:
    words = page_words(language, "onirim")
    assert narrate(drawn(RED_SUN), 0, words, GAME) == [one]
    assert narrate(drawn(RED_MOON, BLUE_KEY, RED_SUN), 0, words, GAME) == [several]


def test_the_page_counts_hidden_cards() -> None:
    two = onirium.load("onirim", seats=2)
    events = drawn(RED_MOON, RED_SUN, seat=1, audience=0b10)
    assert narrate(events, 0, page_words("en", "onirim"), two) == ["Player\xa02 draws 2 cards."]
    assert narrate(events[:1], 0, page_words("ru", "onirim"), two) == [
        "Игрок\xa02 берёт 1 карту из колоды."
    ]


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["Player\xa02 plays the red moon.", "Player\xa02 goes first."]),
        ("de", ["Spieler\xa02 legt den roten Mond ins Labyrinth.", "Spieler\xa02 beginnt."]),
        ("ru", ["Игрок\xa02 выкладывает красную луну.", "Игрок\xa02 начинает."]),
    ],
)
def test_actions_of_players_are_narrated_as_acts(language: str, sentences: list[str]) -> None:
    two = onirium.load("onirim", seats=2)
    events = [Event("play", 1, (RED_MOON,), "hand", "row"), Event("begin", 1, (), "", "")]
    assert narrate(events, 0, page_words(language, "onirim"), two) == sentences


def test_nobody_is_named_for_a_shuffle() -> None:
    two = onirium.load("onirim", seats=2)
    events = [Event("shuffle", 1, (), "limbo", "deck")]
    assert narrate(events, 0, page_words("en", "onirim"), two) == [
        "The deck is shuffled with the cards from limbo."
    ]


def test_the_page_uses_terse_sentences_of_events_without_a_whole_one() -> None:
    game = onirium.load("nightmarium")
    events = [Event("enough", 0, (), "", "")]
    [sentence] = narrate(events, 0, page_words("en", "nightmarium"), game)
    assert sentence.startswith("Player\xa01: A hundred creatures completed in one action: ")
