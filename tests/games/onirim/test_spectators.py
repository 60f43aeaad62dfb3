"""O12 Those who only watch see what lies open, and nothing that one or both players keep hidden."""

from collections import Counter
from random import Random as Dice

import msgspec
import pytest

import onirium
from onirium import SPECTATOR, Event, State
from onirium.core.events import EVERYONE
from onirium.games.onirim.view import OnirimView
from onirium.i18n.catalog import Words
from onirium.presentation.presenter import presenter_for
from onirium.record import from_line
from onirium.record.narration import narrate
from tests.games.onirim.reference import Options
from tests.games.onirim.test_secrets import events_of
from tests.support.onirim.indistinguishable_states import Position, Watched
from tests.support.onirim.traces import Moment, at_random, lucky
from tests.support.onirim.variant_matrix import (
    COMBINATIONS,
    SAMPLE,
    at_a_table,
    most_when_compiled,
    told,
)
from tests.support.random_walk import possible

HIDDEN = ("deck", "hand", "looked")
"""Where a card may come from that all learn of only then."""
IN_SECRET = {"next", "lift"}
"""Choices of which those who watch are not told."""
WITHOUT_CHOICE = {"return", "sink", "lift"}
"""Who is alone lays equal cards back without being asked."""
MOST_STEPS = 6
APART = 29
FEWER_APART = 19

ENGLISH = Words("en", "onirim")
PRESENTER = presenter_for("onirim")


def at(line: str) -> OnirimView:
    view: OnirimView = from_line(line).view(SPECTATOR)
    return view


def known(state: State) -> bytes:
    """Return all that those who watch see."""
    return msgspec.json.encode((state.view(SPECTATOR), state.returns()))


@most_when_compiled
def test_O12_what_is_hidden_those_who_watch_cannot_tell(options: Options) -> None:
    for number in range(3):
        tell_worlds_apart(at_a_table(options, number), number, FEWER_APART)


@pytest.mark.long
@pytest.mark.parametrize("options", COMBINATIONS, ids=told)
def test_O12_nor_can_they_in_any_combination(options: Options) -> None:
    number = COMBINATIONS.index(options)
    tell_worlds_apart(at_a_table(options, number), number, APART)


def tell_worlds_apart(options: Options, number: int, apart: int) -> None:
    dice = Dice(number)
    for game in (list(at_random(options, number)), list(lucky(options, number))):
        for moment in game[number % apart :: apart]:
            world = Watched(moment.state).world(dice)
            assert known(world) == known(moment.state)
            go_on(moment.state.clone(), world, dice)


def go_on(state: State, world: State, dice: Dice) -> None:
    """Do and let come the same in two worlds, as long as nothing is laid open that differs."""
    for _ in range(MOST_STEPS):
        step = same_step(state, world, dice)
        # Who chooses keys finds out how many the deck holds, and all see when there are no more.
        if not step or state.view(SPECTATOR).step == "keys":
            return
        here, there = (events_of(*each) for each in zip((state, world), step, strict=True))
        if not learn_the_same(here, there):
            return
        assert known(world) == known(state)


def same_step(state: State, world: State, dice: Dice) -> tuple[int, int] | None:
    """Choose what happens next in two worlds: the same, or what those who watch cannot tell."""
    here, there = possible(state), possible(world)
    both = sorted({*here} & {*there})
    kinds = {
        state.game.decision_kind(action) for action in here if action < state.game.action_count
    }
    if kinds and kinds <= IN_SECRET:
        return dice.choice(here), dice.choice(there)
    if not both:
        return None
    action = dice.choice(both)
    return action, action


def learn_the_same(here: list[Event], there: list[Event]) -> bool:
    """Look whether the same is told in both worlds, until a hidden card comes to light."""
    for one, other in zip(here, there, strict=False):
        if one.seen_by(SPECTATOR) != other.seen_by(SPECTATOR):
            assert comes_to_light(one) or comes_to_light(other), (one, other)
            return False
    if len(here) != len(there):
        further = max(here, there, key=len)[min(len(here), len(there))]
        assert comes_to_light(further) or further.kind in WITHOUT_CHOICE
        return False
    return True


def comes_to_light(event: Event) -> bool:
    return event.source in HIDDEN and None not in event.seen_by(SPECTATOR).cards


def test_O12_what_lies_open_changes_what_they_see_and_a_hand_does_not() -> None:
    """Otherwise the tests above would prove nothing."""
    changed = set()
    for options in SAMPLE[-3:]:
        for moment in list(at_random(options._replace(table="hidden"), 1))[::FEWER_APART]:
            for seat in (0, 1):
                for name, world in Position(moment.state, seat).betrayed():
                    if name in {"hand", "shown", "shared", "discard"}:
                        differs = known(world) != known(moment.state)
                        assert differs == (name in {"shared", "discard"}), name
                        changed.add(name)
    assert changed == {"hand", "shown", "shared", "discard"}


@most_when_compiled
def test_they_can_watch_every_moment_of_a_game(options: Options) -> None:
    for number in range(3):
        agreed = at_a_table(options, number)
        for moment in (*at_random(agreed, number), *lucky(agreed, number)):
            look_at(moment)


def look_at(moment: Moment) -> None:
    view = moment.state.view(SPECTATOR)
    assert (view.seat, view.legal_actions) == (SPECTATOR, [])
    assert all(narrate(moment.log, SPECTATOR, ENGLISH, moment.state.game))
    assert not PRESENTER.is_private(view, moment.state.game)
    assert all(event.audience in {0b1, 0b10, 0b11, EVERYONE} for event in moment.log)
    if moment.state.is_terminal():
        ending = PRESENTER.describe_ending(moment.state.view(0), ENGLISH)
        assert PRESENTER.describe_ending(view, ENGLISH) == ending
    reserves = [view.hand, view.partner.hand] if view.partner else [view.hand]
    hidden = sum(cards.count("?") for cards in (*reserves, view.looked, view.arranged))
    assert [len(cards) for cards in reserves] == [
        len(moment.of(seat, "hand")) for seat in range(len(reserves))
    ]
    assert sum(view.deck.cards.values()) == view.deck.size + hidden


@most_when_compiled
def test_what_all_may_know_comes_from_an_open_place(options: Options) -> None:
    """Cards drawn into a hand are told to all only if the table or their place lay open."""
    for number in range(3):
        agreed = at_a_table(options, number)
        fetched = False
        for moment in lucky(agreed, number):
            for event in moment.log:
                fetched |= event.kind in {"fetch", "return"} and event.audience == EVERYONE
                into_hand = (event.source, event.target) == ("deck", "hand")
                if into_hand and event.audience == EVERYONE:
                    assert agreed.table == "open" or (fetched and agreed.seats == 2)


ALONE = "onirim; unknown: the rest; agenda: play; hand: 2 red sun, red moon, blue key, green sun"
TWO = """onirim {"seats": 2}; unknown: the rest; hand: red moon, blue moon, green key;
    shown: red moon; shared: 2 green moon; partner hand: brown sun, brown moon, brown key;
    partner shown: brown key"""


def test_O12_the_hand_of_one_player_is_hidden() -> None:
    view = at(ALONE)
    assert view.hand == ["?"] * 5
    # 76 cards, of which five are held: those who watch do not know which.
    assert view.deck.size == 71
    assert sum(view.deck.cards.values()) == 76
    assert view.deck.cards["red sun"] == 9
    assert view.deck.cards["blue key"] == 3


def test_O12_what_one_player_has_looked_at_is_hidden() -> None:
    looking = "onirim; unknown: the rest; agenda: foretell, draw, shuffle; hand: 4 red sun"
    view = at(f"{looking}; looked: 2 red moon, nightmare, blue door, green key; discard: blue key")
    assert view.looked == ["?"] * 5
    assert sum(view.deck.cards.values()) == 75
    assert view.deck.cards["nightmare"] == 10
    known_places = at(f"{ALONE}; top: nightmare, red moon; bottom: blue door")
    assert (known_places.deck.top, known_places.deck.bottom) == (["?", "?"], ["?"])


def test_O10_3_what_a_happy_dream_reveals_all_see() -> None:
    view = at(
        """onirim {"expansions": ["premonitions"]}; unknown: the rest; drawn: happy dream;
        agenda: sort, arrange, settle, draw, shuffle; hand: 4 red sun;
        looked: red moon, green door"""
    )
    assert view.looked == ["red moon", "green door"]
    assert view.hand == ["?"] * 4


@pytest.mark.parametrize("mover", ["1", "2"])
def test_O12_reserves_are_hidden_from_those_who_watch(mover: str) -> None:
    """Also what both players know of them, since it is not kept how they came to know it."""
    view = at(f"{TWO}; agenda: play; mover: {mover}; row: red sun; doors: red door")
    assert view.partner
    assert view.hand == view.partner.hand == ["?", "?", "?"]
    assert view.partner.shown == []
    assert view.shared == ["green moon", "green moon"]
    first, second = (view, view.partner) if mover == "1" else (view.partner, view)
    assert (first.row, second.row) == (["red sun"], [])
    assert (first.doors["red"], second.doors["red"]) == (1, 0)
    # 76 cards, of which a room, a door and two shared cards lie open.
    assert sum(view.deck.cards.values()) == 72


def test_O7_8_at_an_open_table_they_see_the_reserves() -> None:
    view = at(
        """onirim {"seats": 2, "table": "open"}; unknown: the rest; agenda: play; mover: 2;
        hand: red moon, blue moon, green key; shown: red moon, blue moon, green key;
        shared: 2 green moon; partner hand: 3 brown sun; partner shown: 3 brown sun"""
    )
    assert view.partner
    assert view.hand == ["brown sun"] * 3
    assert view.partner.hand == ["red moon", "blue moon", "green key"]
    assert sum(view.deck.cards.values()) == view.deck.size == 68


def test_O12_2_places_that_both_know_are_known_to_all() -> None:
    view = at(f"{TWO}; agenda: play; top: blue sun (2), red sun, blue key (1); bottom: red key (1)")
    assert view.deck.top == ["?", "red sun", "?"]
    assert view.deck.bottom == ["?"]


def test_drawn_cards_are_told_to_those_who_hold_them() -> None:
    state = from_line(ALONE)
    log = events_of(state, state.game.parse("discard green sun"))
    log += events_of(state, state.game.parse("red key"))
    assert narrate(log, SPECTATOR, ENGLISH, state.game) == [
        "Discarded: green sun",
        "Drawn: 1 card",
    ]
    assert Counter(event.audience for event in log) == {EVERYONE: 1, 0b1: 1}


@pytest.mark.parametrize(
    ("place", "told"), [("red moon (1)", "1 card"), ("red moon (2)", "1 card"), ("red moon",) * 2]
)
def test_O12_2_a_card_drawn_from_an_open_place_is_told_to_all(place: str, told: str) -> None:
    """Where only the partner has looked, now both know it, and nobody else does."""
    state = from_line(
        f"""onirim {{"seats": 2}}; unknown: the rest; agenda: play; mover: 2; discard: blue moon;
        hand: 3 blue sun; shared: 2 green sun; partner hand: 3 brown sun; top: {place}"""
    )
    log = events_of(state, state.game.parse("play blue sun"))
    assert narrate(log, SPECTATOR, ENGLISH, state.game)[-1] == f"Player 2: Drawn: {told}"
    assert narrate(log, 1, ENGLISH, state.game)[-1] == "Player 2: Drawn: red moon"


def test_O7_8_players_who_agreed_on_silence_do_not_talk() -> None:
    tables = ("silent", "hidden", "open")
    talks = [onirium.load("onirim", seats=2, table=table).allows_chat() for table in tables]
    assert talks == [False, True, True]
    assert onirium.load("onirim").allows_chat()
