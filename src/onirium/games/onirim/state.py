"""The table of Onirim: each pile and counter, and how cards move between them."""

from typing import Final, cast

from librt.vecs import append, remove, vec
from mypy_extensions import i64, u8

from onirium.games.onirim.box import COLOUR_COUNT, KINDS, box
from onirium.kernel.deck import Deck
from onirium.kernel.events import EVERYONE, Event
from onirium.kernel.game import Game, State

OVER: Final[i64] = 0
PLAY: Final[i64] = 1
SEARCH: Final[i64] = 2
UNLOCK: Final[i64] = 3
APPEASE: Final[i64] = 4
FORETELL: Final[i64] = 5
ARRANGE: Final[i64] = 6
LAST_DECISION: Final[i64] = 6
DEAL: Final[i64] = 7
DRAW: Final[i64] = 8
LAST_FILLING: Final[i64] = 8
LOOK: Final[i64] = 9
REVEAL: Final[i64] = 10
LAST_DRAWING: Final[i64] = 10
SETTLE: Final[i64] = 11
SHUFFLE: Final[i64] = 12

STEPS: Final = (
    "over",
    "play",
    "search",
    "unlock",
    "appease",
    "foretell",
    "arrange",
    "deal",
    "draw",
    "look",
    "reveal",
    "settle",
    "shuffle",
)
"""The names of the steps: the end, the decisions, the drawing of cards, what follows by itself.

Cards are drawn to fill the hand (``deal``, ``draw``), or a certain number (``look``, ``reveal``).
"""

STEP_BITS: Final[i64] = 4
STEP_MASK: Final[i64] = 15

UNDECIDED: Final[i64] = 0
WON: Final[i64] = 1
LOST: Final[i64] = 2

NONE: Final[i64] = 255
"""Stands for no card, in ``drawn`` while none waits to be settled."""

MOVER: Final[i64] = 1
"""The moving player, as a set of seats."""

_BOX: Final = vec[i64](box())
_NO_CARDS: Final = vec[u8](bytes(KINDS))
_NO_DOORS: Final = vec[u8](bytes(COLOUR_COUNT))


class Table(State):
    """The table: piles are counts by kind, the row and a known order are lists of cards.

    Attributes:
        deck: the face-down deck.
        hand: the cards of the moving player's hand; ``hand_size`` of them.
        row: the rooms played, in order.
        doors: the doors found, by colour.
        limbo: the cards in limbo; ``limbo_size`` of them.
        discard: the discard pile.
        looked: the cards taken up to be looked at, in ascending order.
        arranged: the cards taken up that have a place on the deck again, the first to come first.
        to_come: how many cards are still to be looked at or revealed.
        drawn: the door or dream card drawn and not settled, or ``NONE``.
        agenda: the steps to be taken, the next one in the lowest bits, so that what a step brings
            with it goes first and the step itself then goes on.
        outcome: ``UNDECIDED``, ``WON`` or ``LOST``.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.deck = Deck(_BOX[:])
        self.hand = _NO_CARDS[:]
        self.hand_size: i64 = 0
        self.row = vec[u8]()
        self.doors = _NO_DOORS[:]
        self.limbo = _NO_CARDS[:]
        self.limbo_size: i64 = 0
        self.discard = _NO_CARDS[:]
        self.looked = vec[u8]()
        self.arranged = vec[u8]()
        self.to_come: i64 = 0
        self.drawn: i64 = NONE
        self.agenda: i64 = OVER
        self.outcome: i64 = UNDECIDED

    def copy_from(self, other: State) -> None:
        """Become equal to another table; slicing a pile is quicker than copying card by card."""
        table = cast("Table", other)
        self.past = table.past
        self.deck.copy_from(table.deck)
        self.hand = table.hand[:]
        self.hand_size = table.hand_size
        self.row = table.row[:]
        self.doors = table.doors[:]
        self.limbo = table.limbo[:]
        self.limbo_size = table.limbo_size
        self.discard = table.discard[:]
        self.looked = table.looked[:]
        self.arranged = table.arranged[:]
        self.to_come = table.to_come
        self.drawn = table.drawn
        self.agenda = table.agenda
        self.outcome = table.outcome

    def packed(self) -> bytes:
        """Return everything on the table as bytes."""
        deck = self.deck
        lists = (self.row, self.looked, self.arranged, deck.top, deck.top_seen, deck.bottom)
        sizes = bytes([len(pile) for pile in lists])
        agenda = int(self.agenda).to_bytes(8, "big")
        counts = bytes([self.to_come, self.drawn, self.outcome])
        piles = (self.hand, self.doors, self.limbo, self.discard, *lists, deck.bottom_seen)
        return b"".join(
            [
                sizes,
                counts,
                agenda,
                bytes([int(count) for count in deck.unknown]),
                *[bytes(pile) for pile in piles],
            ]
        )

    def step(self) -> i64:
        """Return the step to be taken next."""
        return self.agenda & STEP_MASK

    def finish_step(self) -> None:
        """Strike the next step off the agenda."""
        self.agenda >>= STEP_BITS

    def first(self, step: i64) -> None:
        """Put a step before all others on the agenda."""
        self.agenda = self.agenda << STEP_BITS | step

    def take(self, kind: i64) -> None:
        """Take a card from hand."""
        self.hand[kind] -= 1
        self.hand_size -= 1

    def take_in_hand(self, kind: i64) -> None:
        """Take a card into hand."""
        self.hand[kind] += 1
        self.hand_size += 1

    def put_in_limbo(self, kind: i64, source: str) -> None:
        """Set a card aside until the end of the turn."""
        self.limbo[kind] += 1
        self.limbo_size += 1
        tell(self, "limbo", kind, source, "limbo")

    def put_on_discard(self, kind: i64) -> None:
        """Put a card on the discard pile."""
        self.discard[kind] += 1

    def take_up(self, kind: i64) -> None:
        """Take up a card to look at it."""
        self.looked = append(self.looked, u8(kind))
        place: i64 = len(self.looked) - 1
        while place > 0 and self.looked[place] < self.looked[place - 1]:
            card = self.looked[place]
            self.looked[place] = self.looked[place - 1]
            self.looked[place - 1] = card
            place -= 1

    def lay_down(self, kind: i64) -> None:
        """Lay down one of the cards looked at."""
        self.looked = remove(self.looked, u8(kind))


def tell(table: Table, kind: str, card: i64, source: str, target: str) -> None:
    """Write into the log, if there is one, what happened to a card that everyone sees."""
    if table.log is not None:
        _write(table, kind, (card,), source, target, EVERYONE)


def whisper(table: Table, kind: str, card: i64, source: str, target: str) -> None:
    """Write into the log, if there is one, what happened to a card that only the mover sees."""
    if table.log is not None:
        _write(table, kind, (card,), source, target, MOVER)


def announce(table: Table, kind: str, source: str, target: str) -> None:
    """Write into the log, if there is one, what happened without a card of its own."""
    if table.log is not None:
        _write(table, kind, (), source, target, EVERYONE)


def _write(
    table: Table, kind: str, cards: tuple[i64, ...], source: str, target: str, audience: i64
) -> None:
    if table.log is not None:
        table.log.append(Event(kind, 0, cards, source, target, audience))
