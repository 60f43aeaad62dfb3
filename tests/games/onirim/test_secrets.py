"""O12 What a seat may not know changes nothing that it sees, is offered or is told."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise, permutations
from random import Random as Dice

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
"""Where a card may come from that a seat learns of only then."""
MOST_STEPS = 6
APART = 29
"""So many moments lie between those that are looked at."""

of_two_players = pytest.mark.parametrize("options", OF_TWO_PLAYERS, ids=told)


def known_to(state: State, seat: int) -> bytes:
    """Return all that a seat sees and is offered."""
    offered = state.legal_actions() if state.current_player() == seat else []
    seen = state.view(seat), state.observation(seat), state.returns(), offered
    return msgspec.json.encode(seen)


def other_worlds(state: State, seat: int, dice: Dice) -> list[State]:
    return [
        state.determinize(seat, Random(dice.randrange(2**32))),
        Position(state, seat).world(dice),
    ]


def moments_of(options: Options, number: int) -> list[Moment]:
    """Return some moments of a game."""
    game = list(at_random(at_a_table(options, number), number))
    return game[number % APART :: APART]


@of_two_players
def test_O12_what_a_seat_may_not_know_it_cannot_tell(options: Options) -> None:
    number = OF_TWO_PLAYERS.index(options)
    dice = Dice(number)
    for moment in moments_of(options, number):
        for seat in (0, 1):
            for world in other_worlds(moment.state, seat, dice):
                assert known_to(world, seat) == known_to(moment.state, seat)
                go_on(moment.state.clone(), world, seat, dice)


def go_on(state: State, world: State, seat: int, dice: Dice) -> None:
    """Do and let come the same in two worlds, as long as nothing is laid open that differs."""
    for _ in range(MOST_STEPS):
        step = same_step(state, world, seat, dice)
        if not step:
            return
        here, there = (events_of(*each) for each in zip((state, world), step, strict=True))
        if sees_the_deck(state, step, here, seat) or not learns_the_same(here, there, seat):
            return
        assert known_to(world, seat) == known_to(state, seat)


def same_step(state: State, world: State, seat: int, dice: Dice) -> tuple[int, int] | None:
    """Choose what happens next in two worlds: the same, or what the seat cannot tell apart."""
    here, there = possible(state), possible(world)
    both = sorted({*here} & {*there})
    if both:
        action = dice.choice(both)
        return action, action
    kinds = {
        state.game.decision_kind(action) for action in here if action < state.game.action_count
    }
    if state.current_player() == 1 - seat and kinds <= {"next", "lift"}:
        return dice.choice(here), dice.choice(there)
    return None


def events_of(state: State, action: int) -> list[Event]:
    log: list[Event] = []
    state.apply(action, log)
    return log


def sees_the_deck(state: State, step: tuple[int, int], log: list[Event], seat: int) -> bool:
    """O12.2 Tell whether the seat chooses among the cards of the deck, from then on."""
    name = state.game.card_name
    blue = [e for e in log if e.kind == "strike" and name(e.cards[0] or 0) == "blue premonition"]
    chooses = state.game.notation(step[0]) == "dream choose"
    return (chooses and state.current_player() == seat) or seat in {e.seat for e in blue}


def learns_the_same(here: list[Event], there: list[Event], seat: int) -> bool:
    """Look whether a seat is told the same in both worlds, until a hidden card comes to light."""
    for one, other in zip(here, there, strict=False):
        if one.seen_by(seat) != other.seen_by(seat):
            assert one.cards != other.cards, "the same card leads elsewhere"
            assert reveals(one, seat) or reveals(other, seat)
            return False
    assert len(here) == len(there)
    return True


def reveals(event: Event, seat: int) -> bool:
    """Tell whether a seat sees a card that it may not have seen before."""
    own = event.source == "hand" and event.seat == seat
    return event.source in HIDDEN and not own and None not in event.seen_by(seat).cards


def test_O12_what_a_seat_knows_changes_what_it_sees() -> None:
    """Otherwise the test above would prove nothing."""
    changed = set()
    for number, options in enumerate(OF_TWO_PLAYERS[::5]):
        for moment in moments_of(options, number):
            for seat in (0, 1):
                for name, world in Position(moment.state, seat).betrayed():
                    assert known_to(world, seat) != known_to(moment.state, seat), name
                    changed.add(name)
    assert changed == {"hand", "shared", "discard", "shown", "top", "bottom"}


class Reserve:
    """O12.2 A personal reserve, and what the partner knows of it, as the events tell."""

    def __init__(self) -> None:
        self.held: Counter[str] = Counter()
        self.shown: Counter[str] = Counter()

    def follow(self, event: Event, card: str) -> None:
        """Of equal cards the one that the partner has seen leaves first."""
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
    """O12.2 Who goes through a game and keeps in mind what is known of both reserves."""

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
        """O12.2 Who chooses the keys sees what the deck does not hold."""
        if event.kind == "strike":
            self.striking, self.taken = card, 0
        if event.kind == "strike" and card == "blue premonition":
            self.reserves[1 - event.seat].show(lambda _: True)
        self.taken += event.kind == "forfeit"
        if event.kind == "struck":
            self.striking = ""

    def look_what_is_missing(self) -> None:
        """O12.2 No red room, or no key, is left in the deck: the others are in the reserves."""
        for reserve in self.reserves:
            if self.striking == "red premonition":
                reserve.show(lambda card: is_room(card) and colour_of(card) == "red")
            if self.striking == "blue premonition" and self.taken < 2:
                reserve.show(is_key)


@of_two_players
def test_O12_2_a_card_once_seen_stays_known_until_it_leaves_the_reserve(options: Options) -> None:
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
def test_O12_2_who_knew_the_place_of_a_card_knows_it_when_it_is_drawn(
    place: str,
    shown: bool,  # noqa: FBT001
) -> None:
    """The second player draws; the first has seen the place, or not."""
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


def test_determinize_makes_each_deal_as_likely_as_another() -> None:
    """The first seat has not seen two cards of the reserve, two places and the unknown cards."""
    state = game_of(Options(seats=2)).from_fields(SMALL)
    cards = ["red sun", "red sun", "nightmare", "red moon", "red sun", "green moon", "red door"]
    likely = Counter(
        deal_of(order) for order in permutations(cards) if all(map(is_labyrinth_card, order[:2]))
    )
    random = Random(5)
    dealt = Counter(dealt_in(state.determinize(0, random)) for _ in range(DEALS))
    assert set(dealt) <= set(likely)
    unit = DEALS / likely.total()
    statistic = sum(
        (dealt[deal] - unit * ways) ** 2 / (unit * ways) for deal, ways in likely.items()
    )
    # The mean of the statistic is the number of deals less one, its variance twice that.
    freedom = len(likely) - 1
    assert abs(statistic - freedom) < 4 * (2 * freedom) ** 0.5


def deal_of(order: tuple[str, ...]) -> tuple[str, ...]:
    """Return two cards of the reserve, whichever way round, and the cards of two places."""
    return (*sorted(order[:2]), *order[2:4])


def dealt_in(world: State) -> tuple[str, ...]:
    fields = {name: expand(text) for name, text in world.to_fields().items()}
    held = Counter(fields["hand"]) - Counter(["blue key"])
    places = [card.removesuffix(" (2)") for card in fields["top"] if card.endswith("(2)")]
    return (*sorted(held.elements()), *places)
