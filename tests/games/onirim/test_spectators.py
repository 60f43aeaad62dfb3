"""O12 Spectators see public information only, and nothing hidden by one or both players."""

from collections import Counter
from random import Random

import pytest

import onirium
from onirium import SPECTATOR, Event, State
from onirium.core.events import EVERYONE
from onirium.games.onirim.view import OnirimView
from onirium.i18n.catalog import Words
from onirium.record import from_line
from onirium.record.narration import narrate
from tests.games.onirim.reference import Options
from tests.support.information import (
    apply_to_both,
    apply_with_log,
    choose_common,
    choose_independently,
    first_difference,
    information_of,
)
from tests.support.onirim.indistinguishable_states import Position, PublicPosition
from tests.support.onirim.traces import Moment, lucky_trace, random_trace
from tests.support.onirim.variant_matrix import (
    COMBINATIONS,
    SAMPLE,
    each_combination,
    most_when_compiled,
    with_table_options,
)
from tests.support.spectators import assert_spectator_can_watch

HIDDEN = ("deck", "hand", "peeked")
"""The piles from which a card can become public."""
HIDDEN_DECISIONS = {"next", "lift"}
"""Decisions that spectators do not see."""
FORCED_EVENTS = {"return", "sink", "lift"}
"""A single player is not asked for the order of equal cards."""
MAX_STEPS = 6
MOMENT_INTERVAL = 29
SHORT_INTERVAL = 19

ENGLISH = Words("en", "onirim")


def spectator_view(line: str) -> OnirimView:
    view: OnirimView = from_line(line).view(SPECTATOR)
    return view


@most_when_compiled
def test_O12_hidden_cards_do_not_affect_the_view_of_spectators(options: Options) -> None:
    for number in range(3):
        assert_indistinguishable(with_table_options(options, number), number, SHORT_INTERVAL)


@pytest.mark.long
@each_combination
def test_O12_hidden_cards_do_not_affect_spectators_in_any_combination(options: Options) -> None:
    number = COMBINATIONS.index(options)
    assert_indistinguishable(with_table_options(options, number), number, MOMENT_INTERVAL)


def assert_indistinguishable(options: Options, number: int, interval: int) -> None:
    rng = Random(number)
    compared = 0
    for game in (list(random_trace(options, number)), list(lucky_trace(options, number))):
        for moment in game[number % interval :: interval]:
            other = PublicPosition(moment.state).resample(rng)
            assert information_of(other, SPECTATOR) == information_of(moment.state, SPECTATOR)
            compared += continue_both(moment.state.clone(), other, rng)
    assert compared > 20


def continue_both(state: State, other: State, rng: Random) -> int:
    """Apply the same steps to two states until a card becomes public that differs; count them."""
    for compared in range(MAX_STEPS):
        step = choose_step(state, other, rng)
        # A choice of keys ends when the deck has no more, which is public.
        if not step or state.view(SPECTATOR).step == "keys":
            return compared
        log, other_log = apply_to_both(state, other, step)
        if not have_same_events(log, other_log):
            return compared
        assert information_of(other, SPECTATOR) == information_of(state, SPECTATOR)
    return MAX_STEPS


def choose_step(state: State, other: State, rng: Random) -> tuple[int, int] | None:
    """Choose the same step for both states, or one each that spectators cannot distinguish."""
    kinds = {state.game.decision_kind(action) for action in state.legal_actions()}
    if kinds and kinds <= HIDDEN_DECISIONS:
        return choose_independently(state, other, rng)
    return choose_common(state, other, rng)


def have_same_events(log: list[Event], other_log: list[Event]) -> bool:
    """Return whether the events look the same; a difference must reveal a hidden card."""
    difference = first_difference(log, other_log, SPECTATOR)
    if difference:
        assert any(map(becomes_public, difference)), difference
        return False
    if len(log) != len(other_log):
        further = max(log, other_log, key=len)[min(len(log), len(other_log))]
        assert becomes_public(further) or further.kind in FORCED_EVENTS
        return False
    return True


def becomes_public(event: Event) -> bool:
    return event.source in HIDDEN and None not in event.seen_by(SPECTATOR).cards


def test_O12_view_of_spectators_depends_on_public_cards_and_not_on_hands() -> None:
    """Without this the tests above would be vacuous."""
    changed = set()
    for options in SAMPLE[-4:]:
        for moment in list(random_trace(options._replace(table="hidden"), 1))[::SHORT_INTERVAL]:
            for seat in (0, 1):
                for name, other in Position(moment.state, seat).visible_changes():
                    if name in {"hand", "shown", "shared", "discard"}:
                        differs = information_of(other, SPECTATOR) != information_of(
                            moment.state, SPECTATOR
                        )
                        assert differs == (name in {"shared", "discard"}), name
                        changed.add(name)
    assert changed == {"hand", "shown", "shared", "discard"}


@most_when_compiled
def test_spectators_have_a_view_of_every_state(options: Options) -> None:
    for number in range(3):
        agreed = with_table_options(options, number)
        for moment in (*random_trace(agreed, number), *lucky_trace(agreed, number)):
            assert_spectator_can_watch(moment)
            assert_view_adds_up(moment)


def assert_view_adds_up(moment: Moment) -> None:
    assert all(event.audience in {0b1, 0b10, 0b11, EVERYONE} for event in moment.log)
    view = moment.state.view(SPECTATOR)
    reserves = [view.hand, view.partner.hand] if view.partner else [view.hand]
    hidden = sum(cards.count("?") for cards in (*reserves, view.peeked, view.ordered))
    assert [len(cards) for cards in reserves] == [
        len(moment.of(seat, "hand")) for seat in range(len(reserves))
    ]
    assert sum(view.deck.cards.values()) == view.deck.size + hidden


@most_when_compiled
def test_public_cards_move_from_public_piles(options: Options) -> None:
    """Drawn cards are public only at an open table or from a public position."""
    for number in range(3):
        agreed = with_table_options(options, number)
        fetched = False
        for moment in lucky_trace(agreed, number):
            for event in moment.log:
                fetched |= event.kind in {"fetch", "return"} and event.audience == EVERYONE
                into_hand = (event.source, event.target) == ("deck", "hand")
                if into_hand and event.audience == EVERYONE:
                    assert agreed.table == "open" or (fetched and agreed.seats == 2)


ONE_PLAYER = (
    "onirim; unknown: the rest; steps: play; hand: 2 red sun, red moon, blue key, green sun"
)
TWO_PLAYERS = """onirim {"seats": 2}; unknown: the rest; hand: red moon, blue moon, green key;
    shown: red moon; shared: 2 green moon; partner hand: brown sun, brown moon, brown key;
    partner shown: brown key"""


def test_O12_the_hand_of_one_player_is_hidden() -> None:
    view = spectator_view(ONE_PLAYER)
    assert view.hand == ["?"] * 5
    # 76 cards, of which five are in hand, unknown to spectators.
    assert view.deck.size == 71
    assert sum(view.deck.cards.values()) == 76
    assert view.deck.cards["red sun"] == 9
    assert view.deck.cards["blue key"] == 3


def test_O12_cards_peeked_at_by_one_player_are_hidden() -> None:
    looking = "onirim; unknown: the rest; steps: foretell, draw, shuffle; hand: 4 red sun"
    view = spectator_view(
        f"{looking}; peeked: 2 red moon, nightmare, blue door, green key; discard: blue key"
    )
    assert view.peeked == ["?"] * 5
    assert sum(view.deck.cards.values()) == 75
    assert view.deck.cards["nightmare"] == 10
    known_places = spectator_view(f"{ONE_PLAYER}; top: nightmare, red moon; bottom: blue door")
    assert (known_places.deck.top, known_places.deck.bottom) == (["?", "?"], ["?"])


def test_O10_3_cards_revealed_by_a_happy_dream_are_public() -> None:
    view = spectator_view(
        """onirim {"expansions": ["premonitions"]}; unknown: the rest; drawn: happy dream;
        steps: sort, arrange, settle, draw, shuffle; hand: 4 red sun;
        peeked: red moon, green door"""
    )
    assert view.peeked == ["red moon", "green door"]
    assert view.hand == ["?"] * 4


@pytest.mark.parametrize("mover", ["1", "2"])
def test_O12_reserves_are_hidden_from_spectators(mover: str) -> None:
    """This includes cards that both players know, since the state does not record how."""
    view = spectator_view(
        f"{TWO_PLAYERS}; steps: play; mover: {mover}; row: red sun; doors: red door"
    )
    assert view.partner
    assert view.hand == view.partner.hand == ["?", "?", "?"]
    assert view.partner.shown == []
    assert view.shared == ["green moon", "green moon"]
    first, second = (view, view.partner) if mover == "1" else (view.partner, view)
    assert (first.row, second.row) == (["red sun"], [])
    assert (first.doors["red"], second.doors["red"]) == (1, 0)
    # 76 cards, of which a room, a door and two shared cards are public.
    assert sum(view.deck.cards.values()) == 72


def test_O7_8_spectators_see_the_reserves_at_an_open_table() -> None:
    view = spectator_view(
        """onirim {"seats": 2, "table": "open"}; unknown: the rest; steps: play; mover: 2;
        hand: red moon, blue moon, green key; shown: red moon, blue moon, green key;
        shared: 2 green moon; partner hand: 3 brown sun; partner shown: 3 brown sun"""
    )
    assert view.partner
    assert view.hand == ["brown sun"] * 3
    assert view.partner.hand == ["red moon", "blue moon", "green key"]
    assert sum(view.deck.cards.values()) == view.deck.size == 68


def test_O12_2_positions_known_to_both_players_are_public() -> None:
    view = spectator_view(
        f"{TWO_PLAYERS}; steps: play;top: blue sun (2), red sun, blue key (1); bottom: red key (1)"
    )
    assert view.deck.top == ["?", "red sun", "?"]
    assert view.deck.bottom == ["?"]


def test_drawn_cards_are_shown_to_their_owner() -> None:
    state = from_line(ONE_PLAYER)
    log = apply_with_log(state, state.game.parse("discard green sun"))
    log += apply_with_log(state, state.game.parse("red key"))
    assert narrate(log, SPECTATOR, ENGLISH, state.game) == [
        "Discarded: green sun",
        "Drawn: 1 card",
    ]
    assert Counter(event.audience for event in log) == {EVERYONE: 1, 0b1: 1}


@pytest.mark.parametrize(
    ("place", "visible"),
    [("red moon (1)", "1 card"), ("red moon (2)", "1 card"), ("red moon",) * 2],
)
def test_O12_2_a_card_drawn_from_a_public_position_is_public(place: str, visible: str) -> None:
    """A card peeked at by the partner is then known to both players, but not public."""
    state = from_line(
        f"""onirim {{"seats": 2}}; unknown: the rest; steps: play; mover: 2; discard: blue moon;
        hand: 3 blue sun; shared: 2 green sun; partner hand: 3 brown sun; top: {place}"""
    )
    log = apply_with_log(state, state.game.parse("play blue sun"))
    assert narrate(log, SPECTATOR, ENGLISH, state.game)[-1] == f"Player\xa02 · Drawn: {visible}"
    assert narrate(log, 1, ENGLISH, state.game)[-1] == "Player\xa02 · Drawn: red moon"


def test_O7_8_a_silent_table_does_not_allow_chat() -> None:
    tables = ("silent", "hidden", "open")
    talks = [onirium.load("onirim", seats=2, table=table).allows_chat() for table in tables]
    assert talks == [False, True, True]
    assert onirium.load("onirim").allows_chat()
