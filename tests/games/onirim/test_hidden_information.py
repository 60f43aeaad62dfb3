"""O12 Hidden cards affect neither the view, the legal actions nor the events of a seat."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise, permutations
from random import Random

import pytest

import onirium
from onirium import Event, State
from tests.games.onirim.reference import Options, colour_of, is_key, is_room
from tests.games.onirim.reference.cards import is_labyrinth_card
from tests.support.card_lists import expand
from tests.support.information import (
    apply_to_both,
    assert_distribution,
    choose_common,
    choose_independently,
    first_difference,
    information_of,
)
from tests.support.nightly import gate_cases
from tests.support.onirim.indistinguishable_states import Position
from tests.support.onirim.traces import Moment, games_of, random_trace
from tests.support.onirim.variant_matrix import (
    TWO_PLAYER_COMBINATIONS,
    WITHOUT_MORE_PREMONITIONS,
    game_of,
    options_id,
    with_readings,
    with_table_options,
)

pytestmark = pytest.mark.long

HIDDEN = ("deck", "hand", "peeked")
"""The piles from which a card can become visible to a seat."""
MAX_STEPS = 6
MOMENT_INTERVAL = 29
"""The interval between the states that are checked."""

of_two_players = pytest.mark.parametrize(
    "options", gate_cases(TWO_PLAYER_COMBINATIONS, *WITHOUT_MORE_PREMONITIONS), ids=options_id
)


def resampled_states(state: State, seat: int, rng: Random) -> list[State]:
    return [
        state.determinize(seat, onirium.Random(rng.randrange(2**32))),
        Position(state, seat).resample(rng),
    ]


def moments_of(options: Options, number: int) -> list[Moment]:
    """Return some states of a game."""
    read = with_readings(with_table_options(options, number), number)
    game = list(random_trace(read, number))
    return game[number % MOMENT_INTERVAL :: MOMENT_INTERVAL]


@of_two_players
def test_O12_hidden_cards_do_not_affect_the_view_of_a_seat(options: Options) -> None:
    number = TWO_PLAYER_COMBINATIONS.index(options)
    rng = Random(number)
    compared = 0
    for moment in moments_of(options, number):
        for seat in (0, 1):
            for other in resampled_states(moment.state, seat, rng):
                assert information_of(other, seat) == information_of(moment.state, seat)
                compared += continue_both(moment.state.clone(), other, seat, rng)
    assert compared > 100


def continue_both(state: State, other: State, seat: int, rng: Random) -> int:
    """Apply the same steps to two states until the seat learns a card that differs; count them."""
    for compared in range(MAX_STEPS):
        step = choose_step(state, other, seat, rng)
        if not step:
            return compared
        log, other_log = apply_to_both(state, other, step)
        if sees_the_deck(state, step, log, seat) or not have_same_events(log, other_log, seat):
            return compared
        assert information_of(other, seat) == information_of(state, seat)
    return MAX_STEPS


def choose_step(state: State, other: State, seat: int, rng: Random) -> tuple[int, int] | None:
    """Choose the same step for both states, or one each that the seat cannot distinguish."""
    step = choose_common(state, other, rng)
    if step is None and state.current_player() == 1 - seat:
        kinds = {state.game.decision_kind(action) for action in state.legal_actions()}
        return choose_independently(state, other, rng) if kinds <= {"next", "lift"} else None
    return step


def sees_the_deck(state: State, step: tuple[int, int], log: list[Event], seat: int) -> bool:
    """O12.2 Return whether the seat now sees the cards of the deck."""
    name = state.game.card_name
    blue = [e for e in log if e.kind == "strike" and name(e.cards[0] or 0) == "blue premonition"]
    chooses = state.game.notation(step[0]) == "dream choose"
    return (chooses and state.current_player() == seat) or seat in {e.seat for e in blue}


def have_same_events(log: list[Event], other_log: list[Event], seat: int) -> bool:
    """Return whether a seat sees the same events; a difference must reveal a hidden card."""
    difference = first_difference(log, other_log, seat)
    if difference:
        one, two = difference
        assert one.cards != two.cards, "the same card leads elsewhere"
        assert reveals(one, seat) or reveals(two, seat)
        return False
    assert len(log) == len(other_log)
    return True


def reveals(event: Event, seat: int) -> bool:
    """Return whether an event shows the seat a card that may have been hidden."""
    own = event.source == "hand" and event.seat == seat
    return event.source in HIDDEN and not own and None not in event.seen_by(seat).cards


def test_O12_known_cards_affect_the_view_of_a_seat() -> None:
    """Without this the test above would be vacuous."""
    changed = set()
    for number, options in enumerate(TWO_PLAYER_COMBINATIONS[::5]):
        for moment in moments_of(options, number):
            for seat in (0, 1):
                for name, other in Position(moment.state, seat).visible_changes():
                    assert information_of(other, seat) != information_of(moment.state, seat), name
                    changed.add(name)
    assert changed == {"hand", "shared", "discard", "shown", "top", "bottom"}


class Reserve:
    """O12.2 A personal reserve and its cards known to the partner, derived from the events."""

    def __init__(self) -> None:
        self.held: Counter[str] = Counter()
        self.shown: Counter[str] = Counter()

    def follow(self, event: Event, card: str) -> None:
        """Of equal cards the one seen by the partner leaves first."""
        if event.target == "hand":
            self.held[card] += 1
            self.shown[card] += event.audience >> (1 - event.seat) & 1
        elif event.source == "hand":
            self.held[card] -= 1
            self.shown[card] -= self.shown[card] > 0

    def show(self, which: Callable[[str], bool]) -> None:
        for card in filter(which, self.held):
            self.shown[card] = self.held[card]


class Witness:
    """O12.2 Follows a game and tracks the known cards of both reserves."""

    def __init__(self) -> None:
        self.reserves = Reserve(), Reserve()
        self.striking = ""
        self.taken = 0

    def follow(self, before: Moment, moment: Moment) -> None:
        if moment.action == "dream choose":
            self.reserves[1 - before.mover].show(lambda _: True)
        for event in moment.log:
            for card in moment.names(event):
                self.reserves[event.seat].follow(event, card)
                self.penalty(event, card)
            if event.kind == "shuffle":
                self.look_what_is_missing()

    def penalty(self, event: Event, card: str) -> None:
        """O12.2 The player who chooses keys sees the kinds that the deck does not contain."""
        if event.kind == "strike":
            self.striking, self.taken = card, 0
        if event.kind == "strike" and card == "blue premonition":
            self.reserves[1 - event.seat].show(lambda _: True)
        self.taken += event.kind == "forfeit"
        if event.kind == "struck":
            self.striking = ""

    def look_what_is_missing(self) -> None:
        """O12.2 With no red room, or no key, left in the deck, the others are in the reserves."""
        for reserve in self.reserves:
            if self.striking == "red premonition":
                reserve.show(lambda card: is_room(card) and colour_of(card) == "red")
            if self.striking == "blue premonition" and self.taken < 2:
                reserve.show(is_key)


@of_two_players
def test_O12_2_a_seen_card_stays_known_until_it_leaves_the_reserve(options: Options) -> None:
    for game in games_of(options):
        witness = Witness()
        for before, moment in pairwise(game):
            witness.follow(before, moment)
            for seat, reserve in enumerate(witness.reserves):
                assert +reserve.held == Counter(moment.of(seat, "hand"))
                assert +reserve.shown == Counter(moment.of(seat, "shown"))


TURN = {
    "steps": "play",
    "mover": "2",
    "hand": "3 blue sun",
    "shared": "2 green sun",
    "partner hand": "3 brown sun",
    "discard": "the rest",
}


@pytest.mark.parametrize(
    ("position", "shown"), [("red moon (1)", True), ("red moon (2)", False), ("red moon", True)]
)
def test_O12_2_a_card_known_in_the_deck_stays_known_when_drawn(
    position: str,
    shown: bool,  # noqa: FBT001
) -> None:
    """The second player draws a card that the first has seen in the deck, or not."""
    state = game_of(Options(seats=2)).from_fields(TURN | {"top": position})
    state.apply(state.game.parse("play blue sun"))
    assert state.view(0).partner.hand == (["red moon", "?", "?"] if shown else ["?", "?", "?"])


SMALL = TURN | {
    "hand": "2 red sun, blue key",
    "shown": "blue key",
    "top": "nightmare (2), blue moon (1), red moon (2)",
    "unknown": "red sun, green moon, red door",
}
DEALS = 6000


def test_determinize_samples_deals_uniformly() -> None:
    """Hidden from the first seat: two cards of the reserve, two positions, the unknown cards."""
    state = game_of(Options(seats=2)).from_fields(SMALL)
    cards = ["red sun", "red sun", "nightmare", "red moon", "red sun", "green moon", "red door"]
    likely = Counter(
        deal_of(order) for order in permutations(cards) if all(map(is_labyrinth_card, order[:2]))
    )
    rng = onirium.Random(5)
    samples = Counter(hidden_cards_of(state.determinize(0, rng)) for _ in range(DEALS))
    assert_distribution(samples, likely)


def deal_of(order: tuple[str, ...]) -> tuple[str, ...]:
    """Return two cards of the reserve, unordered, and the cards at two positions."""
    return (*sorted(order[:2]), *order[2:4])


def hidden_cards_of(other: State) -> tuple[str, ...]:
    fields = {name: expand(text) for name, text in other.to_fields().items()}
    held = Counter(fields["hand"]) - Counter(["blue key"])
    positions = [card.removesuffix(" (2)") for card in fields["top"] if card.endswith("(2)")]
    return (*sorted(held.elements()), *positions)


CHOOSING_KEYS = {
    "steps": "keys, strike, draw, shuffle",
    "pending": "2",
    "striking": "blue premonition",
    "row": "green sun",
    "hand": "red key, green key, blue sun",
    "shared": "2 brown sun",
    "partner row": "blue sun",
    "partner hand": "2 red moon, brown sun",
    "partner shown": "2 red moon, brown sun",
    "unknown": "brown key, green door, nightmare, red sun",
    "pile": "red premonition",
    "discard": "the rest",
}
"""O10.6 The first player chooses keys of the deck, so the deck has one."""


def test_deck_of_which_keys_are_chosen_has_a_key() -> None:
    """The second player samples the reserve of the first: three of five cards, not all keys."""
    state = game_of(Options(seats=2, expansions=("premonitions",))).from_fields(CHOOSING_KEYS)
    cards = ["red key", "green key", "blue sun", "brown key", "red sun"]
    likely = Counter(tuple(sorted(held)) for held in combinations(cards, 3))
    del likely["brown key", "green key", "red key"]
    rng = onirium.Random(5)
    samples = Counter(
        tuple(sorted(expand(state.determinize(1, rng).to_fields()["hand"]))) for _ in range(2000)
    )
    assert_distribution(samples, likely)
