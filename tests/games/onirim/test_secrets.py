"""O12 Hidden cards affect neither the view, the legal actions nor the events of a seat."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise, permutations
from random import Random as PythonRandom

import msgspec
import pytest

from onirium import Event, Random, State
from tests.games.onirim.reference import Options, colour_of, is_key, is_room
from tests.games.onirim.reference.cards import is_labyrinth_card
from tests.support.card_lists import expand
from tests.support.onirim.indistinguishable_states import Position
from tests.support.onirim.traces import Moment, at_random, games_of
from tests.support.onirim.variant_matrix import OF_TWO_PLAYERS, at_a_table, game_of, told
from tests.support.random_walk import possible

pytestmark = pytest.mark.long

HIDDEN = ("deck", "hand", "looked")
"""The piles from which a card can become visible to a seat."""
MOST_STEPS = 6
APART = 29
"""The interval between the states that are checked."""

of_two_players = pytest.mark.parametrize("options", OF_TWO_PLAYERS, ids=told)


def known_to(state: State, seat: int) -> bytes:
    """Return the view, observation and legal actions of a seat."""
    offered = state.legal_actions() if state.current_player() == seat else []
    seen = state.view(seat), state.observation(seat), state.returns(), offered
    return msgspec.json.encode(seen)


def other_worlds(state: State, seat: int, rng: PythonRandom) -> list[State]:
    return [
        state.determinize(seat, Random(rng.randrange(2**32))),
        Position(state, seat).world(rng),
    ]


def moments_of(options: Options, number: int) -> list[Moment]:
    """Return some states of a game."""
    game = list(at_random(at_a_table(options, number), number))
    return game[number % APART :: APART]


@of_two_players
def test_O12_hidden_cards_do_not_affect_what_a_seat_sees(options: Options) -> None:
    number = OF_TWO_PLAYERS.index(options)
    rng = PythonRandom(number)
    for moment in moments_of(options, number):
        for seat in (0, 1):
            for world in other_worlds(moment.state, seat, rng):
                assert known_to(world, seat) == known_to(moment.state, seat)
                go_on(moment.state.clone(), world, seat, rng)


def go_on(state: State, world: State, seat: int, rng: PythonRandom) -> None:
    """Continue two indistinguishable states in parallel until a difference becomes visible."""
    for _ in range(MOST_STEPS):
        step = same_step(state, world, seat, rng)
        if not step:
            return
        here, there = (events_of(*each) for each in zip((state, world), step, strict=True))
        if sees_the_deck(state, step, here, seat) or not learns_the_same(here, there, seat):
            return
        assert known_to(world, seat) == known_to(state, seat)


def same_step(state: State, world: State, seat: int, rng: PythonRandom) -> tuple[int, int] | None:
    """Return the next action in both states: the same, or indistinguishable ones."""
    here, there = possible(state), possible(world)
    both = sorted({*here} & {*there})
    if both:
        action = rng.choice(both)
        return action, action
    kinds = {
        state.game.decision_kind(action) for action in here if action < state.game.action_count
    }
    if state.current_player() == 1 - seat and kinds <= {"next", "lift"}:
        return rng.choice(here), rng.choice(there)
    return None


def events_of(state: State, action: int) -> list[Event]:
    log: list[Event] = []
    state.apply(action, log)
    return log


def sees_the_deck(state: State, step: tuple[int, int], log: list[Event], seat: int) -> bool:
    """O12.2 Return whether the seat now sees the cards of the deck."""
    name = state.game.card_name
    blue = [e for e in log if e.kind == "strike" and name(e.cards[0] or 0) == "blue premonition"]
    chooses = state.game.notation(step[0]) == "dream choose"
    return (chooses and state.current_player() == seat) or seat in {e.seat for e in blue}


def learns_the_same(here: list[Event], there: list[Event], seat: int) -> bool:
    """Check that a seat sees the same events in both states, until a hidden card is revealed."""
    for one, other in zip(here, there, strict=False):
        if one.seen_by(seat) != other.seen_by(seat):
            assert one.cards != other.cards, "the same card leads elsewhere"
            assert reveals(one, seat) or reveals(other, seat)
            return False
    assert len(here) == len(there)
    return True


def reveals(event: Event, seat: int) -> bool:
    """Return whether an event shows the seat a card that may have been hidden."""
    own = event.source == "hand" and event.seat == seat
    return event.source in HIDDEN and not own and None not in event.seen_by(seat).cards


def test_O12_known_cards_affect_what_a_seat_sees() -> None:
    """Without this the test above would be vacuous."""
    changed = set()
    for number, options in enumerate(OF_TWO_PLAYERS[::5]):
        for moment in moments_of(options, number):
            for seat in (0, 1):
                for name, world in Position(moment.state, seat).betrayed():
                    assert known_to(world, seat) != known_to(moment.state, seat), name
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
            for card in moment.name(event):
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
    "agenda": "play",
    "mover": "2",
    "hand": "3 blue sun",
    "shared": "2 green sun",
    "partner hand": "3 brown sun",
    "discard": "the rest",
}


@pytest.mark.parametrize(
    ("place", "shown"), [("red moon (1)", True), ("red moon (2)", False), ("red moon", True)]
)
def test_O12_2_a_card_known_in_the_deck_stays_known_when_drawn(
    place: str,
    shown: bool,  # noqa: FBT001
) -> None:
    """The second player draws a card that the first has seen in the deck, or not."""
    state = game_of(Options(seats=2)).from_fields(TURN | {"top": place})
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
    rng = Random(5)
    dealt = Counter(dealt_in(state.determinize(0, rng)) for _ in range(DEALS))
    assert set(dealt) <= set(likely)
    unit = DEALS / likely.total()
    statistic = sum(
        (dealt[deal] - unit * ways) ** 2 / (unit * ways) for deal, ways in likely.items()
    )
    # Chi-squared: the mean is the number of deals minus one, the variance twice the mean.
    freedom = len(likely) - 1
    assert abs(statistic - freedom) < 4 * (2 * freedom) ** 0.5


def deal_of(order: tuple[str, ...]) -> tuple[str, ...]:
    """Return two cards of the reserve, unordered, and the cards at two positions."""
    return (*sorted(order[:2]), *order[2:4])


def dealt_in(world: State) -> tuple[str, ...]:
    fields = {name: expand(text) for name, text in world.to_fields().items()}
    held = Counter(fields["hand"]) - Counter(["blue key"])
    places = [card.removesuffix(" (2)") for card in fields["top"] if card.endswith("(2)")]
    return (*sorted(held.elements()), *places)
