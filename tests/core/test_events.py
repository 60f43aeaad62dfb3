"""Events and their audiences."""

import pickle

from onirium import SPECTATOR, Event
from onirium.core.events import EVERYONE


def test_only_the_audience_sees_the_cards() -> None:
    look = Event("look", 1, (7, 3), "deck", "peeked", audience=0b10)
    assert look.seen_by(1) == look
    assert look.seen_by(0) == Event("look", 1, (None, None), "deck", "peeked", audience=0b10)
    assert look.cards == (7, 3)


def test_events_are_public_by_default() -> None:
    play = Event("play", 0, (7,), "hand", "row")
    assert play.audience == EVERYONE
    assert all(play.seen_by(seat) == play for seat in range(8))


def test_spectators_see_the_cards_of_public_events_only() -> None:
    assert Event("play", 0, (7,), "hand", "row").seen_by(SPECTATOR).cards == (7,)
    all_players_of_five = Event("look", 1, (7,), "deck", "peeked", audience=0b11111)
    assert all_players_of_five.seen_by(SPECTATOR).cards == (None,)


def test_equality_covers_all_attributes() -> None:
    event = Event("look", 1, (7,), "deck", "peeked", 0b10)
    others = [
        Event("play", 1, (7,), "deck", "peeked", 0b10),
        Event("look", 0, (7,), "deck", "peeked", 0b10),
        Event("look", 1, (8,), "deck", "peeked", 0b10),
        Event("look", 1, (7,), "hand", "peeked", 0b10),
        Event("look", 1, (7,), "deck", "row", 0b10),
        Event("look", 1, (7,), "deck", "peeked", 0b11),
    ]
    assert event == Event("look", 1, (7,), "deck", "peeked", 0b10)
    assert all(event != other for other in others)
    assert len({event, event.seen_by(1), *others}) == 7
    assert event != "look"


def test_repr_shows_all_attributes() -> None:
    assert repr(Event("win", 0)) == "Event('win', 0, (), '', '', 255)"


def test_pickles_are_equal() -> None:
    event = Event("look", 1, (7, None), "deck", "peeked", 0b10)
    assert pickle.loads(pickle.dumps(event)) == event  # noqa: S301 - own data
