"""The table: what lies where, whose turn it is, and what has happened since the last question."""

from collections.abc import Iterable
from typing import NamedTuple

from tests.games.nightmarium.reference.cards import Card, names, the_box

HEIGHTS = ("legs", "torso", "head")
ACTIONS = 2


class Options(NamedTuple):
    """The options of a game, as ``onirium.load`` takes them."""

    seats: int = 2
    creatures: int = 5
    first: str | int = "chance"


DEFAULTS = Options()


class Happening(NamedTuple):
    """Something that happened, and the seats that learn which cards it concerns."""

    kind: str
    seat: int
    cards: list[str]
    source: str
    target: str
    audience: list[int]


class Held:
    """A card in a hand.

    Attributes:
        card: the card itself.
        deck: from which deck it was drawn, the first one being 0.
        known: whether all know it, since they saw it taken.
    """

    def __init__(self, card: Card, deck: int, *, known: bool = False) -> None:
        self.card = card
        self.deck = deck
        self.known = known


class Creature:
    """A place before a player, and the cards of the creature in it, from the legs up."""

    def __init__(self, seat: int, place: int) -> None:
        self.seat = seat
        self.place = place
        self.cards: list[Card] = []
        self.number = f"{seat + 1}.{place}"
        self.pile = f"creature {self.number}"

    def is_complete(self) -> bool:
        return len(self.cards) == len(HEIGHTS)

    def wants(self) -> str:
        """N4.1 Return the part that comes next."""
        return HEIGHTS[len(self.cards)]


class Table:
    """All that lies on the table, and what is being done.

    What each player has is listed by seat.

    Attributes:
        decks: the numbers of the decks that matter, the present one first; see ``new_deck``.
        revealed: the cards of a Singer that are not settled.
        mover: whose turn it is.
        turns: how many are finished.
        to_begin: how many actions of this turn have not begun.
        legion: the one that a second action must place, or empty.
        chain: the creature whose abilities run, if any.
        abilities: those of its abilities that are still to come.
        completions: how many creatures this action has completed.
        victim: who suffers from a terror, if anyone.
        lost: whether the victim, who has none of the legion, has discarded a first card.
        exchanged: the cards of an exchange that goes on.
        to_come: how many cards are still to be drawn or revealed.
        happened: what happened since the last question.
    """

    def __init__(self, options: Options = DEFAULTS) -> None:
        self.options = options
        self.seats = range(options.seats)
        self.hands: list[list[Held]] = [[] for _ in self.seats]
        self.places = [
            [Creature(seat, place) for place in range(1, options.creatures + 1)]
            for seat in self.seats
        ]
        self.deck = the_box()
        self.decks = [0]
        self.discard: list[Card] = []
        self.revealed: list[Card] = []
        self.mover = 0
        self.turns = 0
        self.to_begin = ACTIONS
        self.legion = ""
        self.chain: Creature | None = None
        self.abilities: list[str] = []
        self.completions = 0
        self.victim: int | None = None
        self.lost = False
        self.exchanged: list[Card] = []
        self.to_come = 0
        self.happened: list[Happening] = []

    def creatures(self, seat: int) -> list[Creature]:
        """Return the creatures before a player."""
        return [creature for creature in self.places[seat] if creature.cards]

    def opponents(self) -> list[int]:
        """Return the others, clockwise from the mover's left."""
        number = len(self.seats)
        return [(self.mover + step) % number for step in range(1, number)]

    def next_card_exists(self) -> bool:
        """N3.6."""
        return bool(self.deck or self.discard)

    def new_deck(self) -> None:
        """N3.6, N8.3 Make the deck anew; forget those of which no hand holds an unseen card."""
        self.deck, self.discard = self.discard, []
        self.decks = [self.decks[0] + 1, *filter(self.is_in_hands, self.decks)]

    def is_in_hands(self, deck: int) -> bool:
        """Tell whether a hand holds a card of a deck that not all have seen."""
        return any(held.deck == deck and not held.known for hand in self.hands for held in hand)

    def leave_hand(self, seat: int, name: str) -> Card:
        """N8 Of equal cards leaves first the one that all know, then that of the oldest deck."""
        equal = [held for held in self.hands[seat] if held.card.name == name]
        leaving = min(equal, key=lambda held: (not held.known, held.deck))
        self.hands[seat].remove(leaving)
        return leaving.card

    def tell(
        self,
        kind: str,
        seat: int,
        cards: Iterable[Card] = (),
        source: str = "",
        target: str = "",
        audience: Iterable[int] | None = None,
    ) -> None:
        """Write down what happens, before everybody unless an audience is named."""
        learn = self.seats if audience is None else audience
        self.happened.append(Happening(kind, seat, names(cards), source, target, list(learn)))
