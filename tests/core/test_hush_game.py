"""The test game Hush hides cards correctly, so that it can test the interface for hidden cards."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onirium import Event, Random, State
from tests.support.hush_game import CARDS, COPIES, Hush, HushState
from tests.support.random_walk import random_state

GAME = Hush({})
LATE = {
    "step": "play",
    "mover": "0",
    "peeked": "1",
    "hand 0": "murmur 01, murmur 11",
    "hand 1": "hush 10",
    "laid 0": "shout, whisper, shout",
    "laid 1": "hush, whisper, whisper, murmur",
    "bottom": "shout 01",
}
"""Seat 0 has shown a murmur and peeked at the lowest card. The rest of the deck is an unseen hush,
so that seat 0 can infer the other hand. Seat 1, which holds a hush, can infer three cards: a hush,
a murmur and a shout are the other card of seat 0, the next and the lowest card of the deck."""


def late(**changes: str) -> HushState:
    state = GAME.from_fields({**LATE, **{k.replace("_", " "): text for k, text in changes.items()}})
    assert isinstance(state, HushState)
    return state


def cards_of(state: State) -> Counter[str]:
    assert isinstance(state, HushState)
    open_cards = [*state.laid[0], *state.laid[1], *state.deck.bottom]
    held = [card.kind for hand in state.hands for card in hand]
    counted = Counter(CARDS[kind] for kind in [*open_cards, *held])
    return counted + Counter({CARDS[kind]: count for kind, count in enumerate(state.deck.unknown)})


@settings(max_examples=30)
@given(st.integers(0, 1000), st.integers(0, 30), st.integers(0, 1000))
def test_determinize_keeps_the_cards_of_the_game(seed: int, steps: int, dealt: int) -> None:
    state = random_state(GAME, seed, steps)
    for seat in (0, 1):
        assert cards_of(state.determinize(seat, Random(dealt))) == dict.fromkeys(CARDS, COPIES)


def test_determinize_samples_consistent_deals_uniformly() -> None:
    rng = Random(4)
    counts: Counter[tuple[str, str]] = Counter()
    for _ in range(6000):
        fields = late().determinize(1, rng).to_fields()
        counts[fields["hand 0"], fields["bottom"]] += 1
    hidden = {"hush": "hush 01, murmur 11", "murmur": "murmur 01, murmur 11"}
    hidden["shout"] = "murmur 11, shout 01"
    possible = [(hidden[a], f"{b} 01") for a in hidden for b in hidden if a != b]
    assert set(counts) == set(possible)
    for resampled in possible:
        assert counts[resampled] / 6000 == pytest.approx(1 / 6, abs=0.02)


def test_determinize_keeps_seen_cards() -> None:
    for seed in range(50):
        assert late().determinize(0, Random(seed)).to_fields()["bottom"] == LATE["bottom"]


def test_views_hide_unseen_cards() -> None:
    mine, theirs = late().view(0), late().view(1)
    assert (mine.other, mine.bottom, mine.unseen) == (["?"], ["shout"], {"hush": 2})
    assert (theirs.other, theirs.bottom) == (["murmur", "?"], ["?"])
    assert theirs.unseen == {"hush": 1, "murmur": 1, "shout": 1}


def test_events_show_cards_to_the_seats_that_saw_them() -> None:
    log: list[Event] = []
    state = GAME.new_state()
    for card in ("hush", "shout", "murmur", "murmur"):
        state.apply(GAME.parse(card), log)
    state.apply(GAME.parse("show shout"), log)
    state.apply(GAME.parse("peek"), log)
    state.apply(GAME.parse("whisper"), log)
    seen_cards = [[event.seen_by(seat).cards[0] for event in log] for seat in (0, 1)]
    assert seen_cards == [[0, 3, None, None, 3, None], [None, None, 2, 2, 3, 1]]


def test_a_card_seen_at_the_bottom_stays_known_when_drawn() -> None:
    state = late(laid_1="hush, whisper, whisper, murmur, hush", mover="1")
    log: list[Event] = []
    state.apply(GAME.parse("play hush"), log)
    assert state.view(0).other == ["shout"]
    assert [event.seen_by(0).cards for event in log] == [(0,), (3,)]


def test_of_equal_cards_the_one_seen_by_more_seats_leaves_first() -> None:
    state = late()
    state.apply(GAME.parse("play murmur"))
    assert state.view(1).other == ["?"]
