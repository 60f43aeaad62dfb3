"""The table: cards, turn, and the happenings since the last question."""

from collections.abc import Iterable
from typing import NamedTuple

from tests.games.nightmarium.reference.cards import Card, names, the_box

HEIGHTS = ("legs", "torso", "head")
ACTIONS = 2


class Options(NamedTuple):
    """The options of a game, as for ``onirium.load``."""

    seats: int = 2
    creatures: int = 5
    first: str | int = "chance"
    readings: tuple[str, ...] = ()


DEFAULTS = Options()


class Happening(NamedTuple):
    """An event, with the seats that see its cards."""

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
        deck: the number of its deck, counted from 0.
        known: whether it is publicly known.
    """

    def __init__(self, card: Card, deck: int, *, known: bool = False) -> None:
        self.card = card
        self.deck = deck
        self.known = known


class Creature:
    """A slot of a player and the cards of the creature in it, from the legs up."""

    def __init__(self, seat: int, slot: int) -> None:
        self.seat = seat
        self.slot = slot
        self.cards: list[Card] = []
        self.number = f"{seat + 1}.{slot}"
        self.pile = f"creature {self.number}"

    def is_complete(self) -> bool:
        return len(self.cards) == len(HEIGHTS)

    def wants(self) -> str:
        """N4.1 Return the next part to place."""
        return HEIGHTS[len(self.cards)]


class Table:
    """The cards on the table and the progress of the turn.

    Lists of players are indexed by seat.

    Attributes:
        decks: the numbers of the relevant decks, the present one first; see ``new_deck``.
        revealed: the revealed cards of a Singer, not yet placed or discarded.
        mover: the seat whose turn it is.
        turns: the number of finished turns.
        to_begin: the number of actions left in the turn.
        legion: the legion that binds the second action, or an empty string.
        chain: the creature whose abilities are being played, or None.
        abilities: its pending abilities.
        completions: the number of creatures completed by this action.
        victim: the victim of terror, or None.
        lost: whether a victim without a card of the legion has discarded the first card.
        exchanged: the cards of the current exchange.
        pending_count: the number of cards still to draw or reveal.
        happened: the happenings since the last question.
    """

    def __init__(self, options: Options = DEFAULTS) -> None:
        self.options = options
        self.seats = range(options.seats)
        self.hands: list[list[Held]] = [[] for _ in self.seats]
        self.slots = [
            [Creature(seat, slot) for slot in range(1, options.creatures + 1)]
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
        self.pending_count = 0
        self.happened: list[Happening] = []

    def reads(self, name: str) -> bool:
        """N10 Return whether a reading other than the default is in force."""
        return name in self.options.readings

    def creatures(self, seat: int) -> list[Creature]:
        """Return the creatures of a player."""
        return [creature for creature in self.slots[seat] if creature.cards]

    def opponents(self) -> list[int]:
        """Return the other seats, clockwise from the left of the mover."""
        number = len(self.seats)
        return [(self.mover + step) % number for step in range(1, number)]

    def next_card_exists(self) -> bool:
        """N3.6."""
        return bool(self.deck or self.discard)

    def new_deck(self) -> None:
        """N3.6, N8.3 Reshuffle the discard pile; drop decks without hidden cards in hands."""
        self.deck, self.discard = self.discard, []
        self.decks = [self.decks[0] + 1, *filter(self.is_in_hands, self.decks)]

    def is_in_hands(self, deck: int) -> bool:
        """Return whether a hand holds a hidden card of a deck."""
        return any(held.deck == deck and not held.known for hand in self.hands for held in hand)

    def leave_hand(self, seat: int, name: str) -> Card:
        """N8 Remove a card; among equals the known one first, then the oldest."""
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
        """Record a happening, public unless an audience is given."""
        learn = self.seats if audience is None else audience
        self.happened.append(Happening(kind, seat, names(cards), source, target, list(learn)))
