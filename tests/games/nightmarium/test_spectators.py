"""N8 Spectators see the public information and no hidden card."""

from random import Random

import pytest

from onirium import SPECTATOR, Event, State
from onirium.core.events import EVERYONE
from onirium.games.nightmarium.view import NightmariumView
from onirium.i18n.catalog import Words
from onirium.record import from_line
from onirium.record.narration import narrate
from tests.games.nightmarium.reference import Options
from tests.games.nightmarium.test_hidden_information import reveals_the_deck_of_a_card
from tests.support.information import (
    apply_to_both,
    apply_with_log,
    choose_common,
    choose_independently,
    first_difference,
    information_of,
)
from tests.support.nightmarium.indistinguishable_states import PublicPosition
from tests.support.nightmarium.traces import games_of
from tests.support.nightmarium.variant_matrix import (
    SAMPLE,
    TABLES,
    each_table,
    game_of,
    options_id,
)
from tests.support.spectators import assert_spectator_can_watch
from tests.support.traces import all_moments

MAX_STEPS = 8
MOMENT_INTERVAL = 41

ENGLISH = Words("en", "nightmarium")

some_tables = pytest.mark.parametrize(
    "options",
    [TABLES[0], *(pytest.param(options, marks=pytest.mark.long) for options in SAMPLE)],
    ids=options_id,
)


@some_tables
def test_N8_spectator_cannot_distinguish_states_with_other_hidden_cards(options: Options) -> None:
    assert_indistinguishable(options, 1)


@pytest.mark.long
@each_table
def test_N8_spectator_cannot_distinguish_states_in_many_games(options: Options) -> None:
    for number in range(100, 103):
        assert_indistinguishable(options, number)


def assert_indistinguishable(options: Options, number: int) -> None:
    rng = Random(number)
    compared = 0
    for moments in games_of(options, number):
        for moment in moments[number % MOMENT_INTERVAL :: MOMENT_INTERVAL]:
            other = PublicPosition(moment.state).resample(rng)
            assert information_of(other, SPECTATOR) == information_of(moment.state, SPECTATOR)
            compared += continue_both(moment.state.clone(), other, rng)
    assert compared > 20


def continue_both(state: State, other: State, rng: Random) -> int:
    """Apply the same steps to two states until a card becomes public that differs; count them."""
    for compared in range(MAX_STEPS):
        step = choose_step(state, other, rng)
        if not step:
            return compared
        log, other_log = apply_to_both(state, other, step)
        if not have_same_events(log, other_log):
            return compared
        if information_of(other, SPECTATOR) != information_of(state, SPECTATOR):
            assert reveals_the_deck_of_a_card(log, state, other, SPECTATOR)
            return compared
    return MAX_STEPS


def choose_step(state: State, other: State, rng: Random) -> tuple[int, int] | None:
    """Choose the same step for both states, or a hidden card for each."""
    if state.view(SPECTATOR).step in {"draw", "deal"}:
        return choose_independently(state, other, rng)
    return choose_common(state, other, rng)


def have_same_events(log: list[Event], other_log: list[Event]) -> bool:
    """Return whether the events look the same; a difference must be a card leaving a hand."""
    difference = first_difference(log, other_log, SPECTATOR)
    if difference:
        assert [event.source for event in difference] == ["hand", "hand"]
        return False
    if len(log) != len(other_log):
        # The Mocker reveals whether its player's hand holds a card that can be placed.
        assert min(log, other_log, key=len)[-1].kind == "mocker"
        return False
    return True


@some_tables
def test_spectator_can_watch_every_moment_of_a_game(options: Options) -> None:
    audiences = {EVERYONE, *(1 << seat for seat in range(options.seats))}
    for moment in all_moments(games_of(options, 2)):
        assert_spectator_can_watch(moment)
        assert moment.state.view(SPECTATOR).hand == []
        assert {event.audience for event in moment.log} <= audiences


def test_N8_spectator_counts_all_hidden_cards() -> None:
    view: NightmariumView = from_line(
        """nightmarium {"seats": 3}; unknown: the rest; steps: act; actions: 2;
        hand 1: 2 necronaut legs scavenger, homunculus legs (known);
        hand 2: 4 homunculus legs; hand 3: necronaut head;
        discard: insektoid legs singer; creature 2.1: chimerid legs executioner"""
    ).view(SPECTATOR)
    assert view.hand == []
    assert [player.size for player in view.players] == [3, 4, 1]
    assert [player.known for player in view.players] == [["homunculus legs"], [], []]
    # Two, four and one hidden cards in hands, and the cards of the deck.
    assert sum(view.deck.unseen[0].values()) == view.deck.size + 7


def test_N8_drawn_cards_are_hidden_from_spectators() -> None:
    state = from_line(
        """nightmarium; unknown: the rest; steps: act; actions: 2;
        hand 1: homunculus legs; hand 2: necronaut head"""
    )
    log = apply_with_log(state, state.game.parse("draw"))
    log += apply_with_log(state, state.game.parse("chimerid head"))
    assert narrate(log, SPECTATOR, ENGLISH, state.game) == ["Player\xa01 · Drawn: 1 card"]
    assert state.view(SPECTATOR).players[0].size == 2


def test_N8_chat_is_allowed() -> None:
    assert game_of(TABLES[0]).allows_chat()
