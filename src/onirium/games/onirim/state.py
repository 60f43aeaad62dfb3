"""The board of Onirim: piles, counters, the step stack, and basic moves of cards."""

from typing import Final, cast

from librt.vecs import append, remove, vec
from mypy_extensions import i64, u8

from onirium.core.deck import Deck
from onirium.core.events import EVERYONE, Event
from onirium.core.game import Game, State
from onirium.games.onirim.components import COLOUR_COUNT, HAPPY_DREAM, KIND_COUNT, PERSONAL_SIZE
from onirium.games.onirim.options import Options
from onirium.games.onirim.steps import (
    EXCHANGE,
    KEYS,
    LIFT,
    LOOK_BELOW,
    OVER,
    PAY,
    STEP_BITS,
    STEP_MASK,
    STEP_NAMES,
    TAKE,
)

UNDECIDED: Final[i64] = 0
LOST: Final[i64] = 4
"""Values of ``outcome`` other than the bit mask of the winning seats."""

REOPENED_BITS: Final[i64] = 4
"""The width of one goal in ``reopened``."""
REOPENED_MASK: Final[i64] = 15

NONE: Final[i64] = 255
"""Placeholder for no card, in ``drawn`` and ``striking``."""

_NO_CARDS: Final = vec[u8](bytes(KIND_COUNT))
_NO_DOORS: Final = vec[u8](bytes(COLOUR_COUNT))


class Board(State):
    """The board. Piles are counts by kind; rows and ordered cards are lists of kinds.

    With two players ``hand``, ``row`` and ``doors`` belong to the mover; those of the partner are
    swapped with them when the turn passes.

    Attributes:
        options: the options of the game.
        deck: the face-down deck.
        hand: the hand of the mover; ``hand_size`` cards.
        row: the rooms played by the mover, in order.
        doors: the doors found by the mover, by colour.
        limbo: the cards in limbo; ``limbo_size`` cards.
        discard: the discard pile; ``discard_size`` cards.
        peeked: the cards of the deck being looked at: in ascending order, or in that of the deck if
            ``keeps_peeked_order()``.
        ordered: the peeked cards already returned, in the order in which they will be drawn.
        pending_count: the number of cards still to be peeked at, revealed or chosen.
        drawn: the drawn or offered card that is not yet resolved, or ``NONE``.
        step_stack: the pending steps, ``STEP_BITS`` each, the current step in the lowest bits. A
            step pushes the steps that must run before it continues.
        outcome: ``UNDECIDED``, ``LOST`` or the bit mask of the winning seats.
        mover: the seat whose turn it is.
        shared: the cards of the hand that form the shared reserve; ``shared_size`` cards.
        shown: the cards of the mover's personal reserve that the partner has seen.
        partner_hand: the partner's personal reserve.
        partner_shown: the cards of the partner's personal reserve that the mover has seen.
        partner_row: the partner's row.
        partner_doors: the doors found by the partner.
        goals: the colours of the goal cards, from left to right.
        found_goals: the bit mask of the indices of the goals that are face down.
        reopened: the goals turned up again, in the reading in which they precede all others: their
            indices from 1, ``REOPENED_BITS`` each, the latest in the lowest bits.
        removed: the cards removed from the game.
        to_pay: the number of cards still to be paid for a spell.
        towers: the tower row, from left to right.
        premonitions: the bit mask of the face-up Premonitions.
        pile: the bit mask of the face-down Premonitions.
        striking: the Premonition whose penalty is being applied, or ``NONE``.
        revealed: the bit mask of the Premonitions that the last penalty revealed, in the reading
            in which they strike first; ``revealed_before`` is that of the penalty before.
        struck: the bit mask of the Premonitions on the discard pile.
    """

    def __init__(self, game: Game, options: Options) -> None:
        # One method assigns all: mypyc would check each read of an attribute that a helper assigns.
        super().__init__(game)
        self.options = options
        self.deck = Deck(options.deck[:])
        self.hand = _NO_CARDS[:]
        self.hand_size: i64 = 0
        self.row = vec[u8]()
        self.doors = _NO_DOORS[:]
        self.limbo = _NO_CARDS[:]
        self.limbo_size: i64 = 0
        self.discard = _NO_CARDS[:]
        self.discard_size: i64 = 0
        self.peeked = vec[u8]()
        self.ordered = vec[u8]()
        self.pending_count: i64 = 0
        self.drawn: i64 = NONE
        self.step_stack: i64 = OVER
        self.outcome: i64 = UNDECIDED
        self.mover: i64 = 0
        self.shared = vec[u8]()
        self.shared_size: i64 = 0
        self.shown = vec[u8]()
        self.partner_hand = vec[u8]()
        self.partner_shown = vec[u8]()
        self.partner_row = vec[u8]()
        self.partner_doors = vec[u8]()
        self.goals = vec[u8]()
        self.found_goals: i64 = 0
        self.reopened: i64 = 0
        self.removed = vec[u8]()
        self.to_pay: i64 = 0
        self.towers = vec[u8]()
        self.premonitions: i64 = 0
        self.pile: i64 = 0
        self.striking: i64 = NONE
        self.revealed: i64 = 0
        self.revealed_before: i64 = 0
        self.struck: i64 = 0
        if options.seats > 1:
            self.shared = _NO_CARDS[:]
            self.shown = _NO_CARDS[:]
            self.partner_hand = _NO_CARDS[:]
            self.partner_shown = _NO_CARDS[:]
            self.partner_doors = _NO_DOORS[:]
        if options.book:
            self.removed = _NO_CARDS[:]

    def copy_from(self, other: State) -> None:
        """Copy another board into this one; slicing is faster than copying card by card."""
        board = cast("Board", other)
        self.history_node = board.history_node
        self.deck.copy_from(board.deck)
        self.hand = board.hand[:]
        self.hand_size = board.hand_size
        self.row = board.row[:]
        self.doors = board.doors[:]
        self.limbo = board.limbo[:]
        self.limbo_size = board.limbo_size
        self.discard = board.discard[:]
        self.discard_size = board.discard_size
        self.peeked = board.peeked[:]
        self.ordered = board.ordered[:]
        self.pending_count = board.pending_count
        self.drawn = board.drawn
        self.step_stack = board.step_stack
        self.outcome = board.outcome
        if self.options.seats > 1:
            self._copy_players_from(board)
        if self.options.book:
            self.goals = board.goals[:]
            self.found_goals = board.found_goals
            self.reopened = board.reopened
            self.removed = board.removed[:]
            self.to_pay = board.to_pay
        if self.options.towers:
            self.towers = board.towers[:]
        if self.options.premonitions:
            self.premonitions = board.premonitions
            self.pile = board.pile
            self.striking = board.striking
            self.revealed = board.revealed
            self.revealed_before = board.revealed_before
            self.struck = board.struck

    def _copy_players_from(self, board: "Board") -> None:
        self.mover = board.mover
        self.shared = board.shared[:]
        self.shared_size = board.shared_size
        self.shown = board.shown[:]
        self.partner_hand = board.partner_hand[:]
        self.partner_shown = board.partner_shown[:]
        self.partner_row = board.partner_row[:]
        self.partner_doors = board.partner_doors[:]

    def to_bytes(self) -> bytes:
        """Return the position as bytes."""
        deck = self.deck
        lists = (self.row, self.peeked, self.ordered, deck.top, deck.top_seen, deck.bottom)
        more = (self.partner_row, self.goals, self.towers)
        piles = (self.hand, self.doors, self.limbo, self.discard, self.shared, self.shown)
        theirs = (self.partner_hand, self.partner_shown, self.partner_doors, self.removed)
        numbers = (
            *(
                self.pending_count,
                self.drawn,
                self.outcome,
                self.mover,
                self.found_goals,
                self.to_pay,
            ),
            *(self.premonitions, self.pile, self.striking),
            *(self.revealed, self.revealed_before, self.struck),
        )
        return b"".join(
            [
                bytes([len(pile) for pile in (*lists, *more)]),
                bytes([int(number) for number in numbers]),
                int(self.step_stack).to_bytes(8, "big"),
                int(self.reopened).to_bytes(8, "big"),
                bytes(deck.unknown),
                *[bytes(pile) for pile in (*lists, *more, *piles, *theirs, deck.bottom_seen)],
            ]
        )

    def current_step(self) -> i64:
        """Return the step on top of the stack."""
        return self.step_stack & STEP_MASK

    def next_step(self) -> i64:
        """Return the step after a payment or an exchange, which the cards do not show.

        Return ``OVER`` in all other steps.
        """
        step = self.current_step()
        if step == PAY or step == EXCHANGE or step == TAKE:
            return self.step_stack >> STEP_BITS & STEP_MASK
        return OVER

    def keys_to_lose(self) -> i64:
        """O10.6 Return the number of keys that a Premonition still takes."""
        return self.pending_count if self.current_step() == KEYS else 0

    def step_names(self) -> list[str]:
        """Return the names of the pending steps, the current one first."""
        names = []
        stack = self.step_stack
        while stack != OVER:
            names.append(STEP_NAMES[int(stack & STEP_MASK)])
            stack >>= STEP_BITS
        return names

    def pop_step(self) -> None:
        """Pop the current step off the stack."""
        self.step_stack >>= STEP_BITS

    def push_step(self, step: i64) -> None:
        """Push a step onto the stack."""
        self.step_stack = self.step_stack << STEP_BITS | step

    def take_from_hand(self, kind: i64) -> str:
        """Remove a card from the hand; with two players, from the shared reserve if it has one.

        Returns:
            The name of the reserve that the card leaves.
        """
        if self.options.seats > 1 and self.shared[kind] > 0:
            self.hand[kind] -= 1
            self.hand_size -= 1
            self.shared[kind] -= 1
            self.shared_size -= 1
            return "shared"
        return self.take_from_reserve(kind)

    def take_from_reserve(self, kind: i64) -> str:
        """Remove a card from the personal reserve; return the name of this reserve.

        O12.2 Of equal cards the one seen by more players leaves first.
        """
        self.hand[kind] -= 1
        self.hand_size -= 1
        if self.options.seats > 1 and self.shown[kind] > 0:
            self.shown[kind] -= 1
        return "hand"

    def add_to_hand(self, event: str, kind: i64, seen: i64) -> None:
        """Put a card of the deck into the hand.

        O7.2 With two players the personal reserve is filled before the shared one.

        Args:
            event: the kind of event to log.
            kind: the card.
            seen: the bit mask of the seats that have seen it in the deck.
        """
        self.hand[kind] += 1
        self.hand_size += 1
        if self.options.seats == 1:
            log_to_owner(self, event, kind, "deck", "hand")
        elif self.hand_size - self.shared_size > PERSONAL_SIZE:
            self.shared[kind] += 1
            self.shared_size += 1
            log_public(self, event, kind, "deck", "shared")
        else:
            self._add_to_reserve(event, kind, seen)

    def _add_to_reserve(self, event: str, kind: i64, seen: i64) -> None:
        audience = seen | 1 << self.mover
        if self.options.open or seen == self.options.all_seats:
            audience = EVERYONE
        if audience >> (1 - self.mover) & 1:
            self.shown[kind] += 1
        _append_event(self, event, kind, "deck", "hand", audience)

    def put_in_limbo(self, kind: i64, source: str) -> None:
        """Put a card into limbo."""
        self.limbo[kind] += 1
        self.limbo_size += 1
        log_public(self, "limbo", kind, source, "limbo")

    def put_on_discard(self, kind: i64) -> None:
        """Put a card on the discard pile."""
        self.discard[kind] += 1
        self.discard_size += 1

    def add_peeked(self, kind: i64) -> None:
        """Insert a card into the peeked cards, which are sorted."""
        peeked = append(self.peeked, u8(kind))
        index: i64 = len(peeked) - 1
        while index > 0 and i64(peeked[index - 1]) > kind:
            peeked[index] = peeked[index - 1]
            index -= 1
        peeked[index] = u8(kind)
        self.peeked = peeked

    def keeps_peeked_order(self) -> bool:
        """O8.5 Return whether the peeked cards are in the order of the deck, the lowest first."""
        if not self.options.keeps_order_below:
            return False
        step = self.current_step()
        return step == LOOK_BELOW or step == LIFT

    def remove_peeked(self, kind: i64) -> None:
        """Remove a card from the peeked cards; if their order is kept, the lowest of equal ones."""
        self.peeked = remove(self.peeked, u8(kind))

    def peek_audience(self) -> i64:
        """O12.2 Return the audience of the peeked cards: all seats for a Happy Dream."""
        if self.drawn == HAPPY_DREAM:
            return EVERYONE
        return 1 << self.mover

    def possible_in_deck(self, kind: i64) -> i64:
        """Return the number of cards of a kind that may be in the deck, as the mover knows it.

        O12.1 With one player it is exact; with two, some may be in the partner's hidden reserve.
        """
        count = self.deck.count(kind)
        if self.options.seats > 1:
            count += i64(self.partner_hand[kind]) - i64(self.partner_shown[kind])
        return count


def log_public(board: Board, kind: str, card: i64, source: str, target: str) -> None:
    """Log an event with a card that all seats see."""
    if board.log is not None:
        _append_event(board, kind, card, source, target, EVERYONE)


def log_to_viewers(board: Board, kind: str, card: i64, source: str, target: str) -> None:
    """Log an event with a card that only the audience of the peeked cards sees."""
    if board.log is not None:
        _append_event(board, kind, card, source, target, board.peek_audience())


def log_to_owner(board: Board, kind: str, card: i64, source: str, target: str) -> None:
    """Log an event with a card that only the mover sees."""
    if board.log is not None:
        _append_event(board, kind, card, source, target, 1 << board.mover)


def log_event(board: Board, kind: str, source: str, target: str) -> None:
    """Log an event without cards."""
    if board.log is not None:
        board.log.append(Event(kind, board.mover, (), source, target, EVERYONE))


def _append_event(
    board: Board, kind: str, card: i64, source: str, target: str, audience: i64
) -> None:
    if board.log is not None:
        board.log.append(Event(kind, board.mover, (card,), source, target, audience))
