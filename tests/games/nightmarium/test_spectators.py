"""N8 Those who only watch see what everybody does, and nothing of any hand."""

from random import Random as Dice

import msgspec
import pytest

from onirium import SPECTATOR, Event, State
from onirium.core.events import EVERYONE
from onirium.games.nightmarium.view import NightmariumView
from onirium.i18n.catalog import Words
from onirium.presentation.presenter import presenter_for
from onirium.record import from_line
from onirium.record.narration import narrate
from tests.games.nightmarium.reference import Options
from tests.games.nightmarium.test_secrets import events_of, tells_which_deck
from tests.support.nightmarium.indistinguishable_states import Watched
from tests.support.nightmarium.traces import games_of
from tests.support.nightmarium.variant_matrix import SAMPLE, TABLES, each_table, game_of, told
from tests.support.random_walk import possible

MOST_STEPS = 8
APART = 41

ENGLISH = Words("en", "nightmarium")
PRESENTER = presenter_for("nightmarium")

some_tables = pytest.mark.parametrize(
    "options",
    [TABLES[0], *(pytest.param(options, marks=pytest.mark.long) for options in SAMPLE)],
    ids=told,
)


def known(state: State) -> bytes:
    """Return all that those who watch see."""
    return msgspec.json.encode((state.view(SPECTATOR), state.returns()))


@some_tables
def test_N8_what_is_hidden_those_who_watch_cannot_tell(options: Options) -> None:
    tell_worlds_apart(options, 1)


@pytest.mark.long
@each_table
def test_N8_nor_can_they_in_many_games(options: Options) -> None:
    for number in range(100, 103):
        tell_worlds_apart(options, number)


def tell_worlds_apart(options: Options, number: int) -> None:
    dice = Dice(number)
    for moments in games_of(options, number):
        for moment in moments[number % APART :: APART]:
            world = Watched(moment.state).world(dice)
            assert known(world) == known(moment.state)
            go_on(moment.state.clone(), world, dice)


def go_on(state: State, world: State, dice: Dice) -> None:
    """Do and let come the same in two worlds, as long as nothing is laid open that differs."""
    for _ in range(MOST_STEPS):
        step = same_step(state, world, dice)
        if not step:
            return
        here, there = (events_of(*each) for each in zip((state, world), step, strict=True))
        if not learn_the_same(here, there):
            return
        if known(world) != known(state):
            assert tells_which_deck(here, state, world, SPECTATOR)
            return


def same_step(state: State, world: State, dice: Dice) -> tuple[int, int] | None:
    """Choose what happens next in two worlds: the same, or cards drawn that nobody sees."""
    here, there = possible(state), possible(world)
    if state.view(SPECTATOR).step in {"draw", "deal"}:
        return dice.choice(here), dice.choice(there)
    both = sorted({*here} & {*there})
    if not both:
        return None
    action = dice.choice(both)
    return action, action


def learn_the_same(here: list[Event], there: list[Event]) -> bool:
    """Look whether the same is told in both worlds, until a card leaves a hand."""
    for one, other in zip(here, there, strict=False):
        if one.seen_by(SPECTATOR) != other.seen_by(SPECTATOR):
            assert one.source == other.source == "hand"
            return False
    if len(here) != len(there):
        # Now all see that the Mocker's hand holds nothing, or something, that can be placed.
        assert min(here, there, key=len)[-1].kind == "mocker"
        return False
    return True


@some_tables
def test_they_can_watch_every_moment_of_a_game(options: Options) -> None:
    for moments in games_of(options, 2):
        for moment in moments:
            view = moment.state.view(SPECTATOR)
            assert (view.seat, view.hand, view.legal_actions) == (SPECTATOR, [], [])
            assert not PRESENTER.is_private(view, moment.state.game)
            assert all(narrate(moment.log, SPECTATOR, ENGLISH, moment.state.game))
            seats = {1 << seat for seat in range(options.seats)}
            assert {event.audience for event in moment.log} <= {*seats, EVERYONE}
            if moment.state.is_terminal():
                ending = PRESENTER.describe_ending(moment.state.view(0), ENGLISH)
                assert PRESENTER.describe_ending(view, ENGLISH) == ending


def test_N8_they_count_all_that_is_not_known() -> None:
    view: NightmariumView = from_line(
        """nightmarium {"seats": 3}; unknown: the rest; agenda: act; actions: 2;
        hand 1: 2 necronaut legs scavenger, homunculus legs (known);
        hand 2: 4 homunculus legs; hand 3: necronaut head;
        discard: insektoid legs singer; creature 2.1: chimerid legs executioner"""
    ).view(SPECTATOR)
    assert view.hand == []
    assert [player.size for player in view.players] == [3, 4, 1]
    assert [player.known for player in view.players] == [["homunculus legs"], [], []]
    # Two, four and one card of hands, besides those of the deck.
    assert sum(view.deck.unseen[0].values()) == view.deck.size + 7


def test_N8_drawn_cards_are_told_to_those_who_draw() -> None:
    state = from_line(
        """nightmarium; unknown: the rest; agenda: act; actions: 2;
        hand 1: homunculus legs; hand 2: necronaut head"""
    )
    log = events_of(state, state.game.parse("draw"))
    log += events_of(state, state.game.parse("chimerid head"))
    assert narrate(log, SPECTATOR, ENGLISH, state.game) == ["Player 1: Drawn: 1 card"]
    assert state.view(SPECTATOR).players[0].size == 2


def test_N8_all_may_talk() -> None:
    assert game_of(TABLES[0]).allows_chat()
