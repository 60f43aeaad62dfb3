"""The board of Nightmarium: each pile and counter, and how cards move between them."""

from typing import Final, cast

from librt.vecs import append, remove, vec
from mypy_extensions import i64, u8

from onirium.core.deck import Deck
from onirium.core.events import EVERYONE, Event
from onirium.core.game import Game, State
from onirium.games.nightmarium.components import (
    CREATURE_HEIGHT,
    KIND_COUNT,
    LEGION_OF,
    MAX_CREATURES,
    MAX_SEATS,
)
from onirium.games.nightmarium.hands import Hands
from onirium.games.nightmarium.options import Options
from onirium.games.nightmarium.steps import OVER, STEP_BITS, STEP_MASK, STEP_NAMES

UNDECIDED: Final[i64] = 0
DRAWN: Final[i64] = 255
"""The outcomes other than a win, which is the number of the winner, counted from 1."""

NONE: Final[i64] = 255
"""No card, legion, creature or victim."""

_NO_CARDS: Final = vec[u8](bytes(KIND_COUNT))
_NO_CREATURES: Final = vec[u8](bytes([NONE] * int(MAX_SEATS * MAX_CREATURES * CREATURE_HEIGHT)))


class Board(State):
    """The board: the discard pile counts cards by kind, hands and creatures list them.

    Each player has ``options.goal`` slots for creatures. A *spot* numbers the slots of all players,
    seat by seat. The slot of a removed creature stays empty until a new creature begins there.

    Attributes:
        options: the options of the game.
        deck: the face-down deck.
        hands: the cards in all hands.
        creatures: the legs, torso and head of each spot, or ``NONE``.
        discard: the discard pile; ``discard_size`` cards.
        revealed: the cards revealed by a Singer and not yet placed or discarded, ascending.
        step_stack: the pending steps of this action, the current one in the lowest bits.
        outcome: ``UNDECIDED``, ``DRAWN`` or the number of the winner.
        mover: the seat whose turn it is.
        actions: the number of actions left in the turn.
        legion: the legion that binds the second action, or ``NONE``.
        turns: the number of completed turns.
        creature: the slot of the mover's creature whose abilities are being played, or ``NONE``.
        completions: the number of creatures completed within this action.
        victim: the seat that must discard for terror, or ``NONE``.
        lost: the number of cards that the victim has discarded, none of them of the legion.
        pending_count: the number of cards still to draw or reveal.
        exchanged: the number of cards exchanged so far.
        at_least: the lowest card with which the exchange may continue.
    """

    def __init__(self, game: Game, options: Options) -> None:
        super().__init__(game)
        self.options = options
        self.deck = Deck(options.deck[:])
        self.hands = Hands(options.seats)
        self.creatures = _NO_CREATURES[: options.seats * options.goal * CREATURE_HEIGHT]
        self.discard = _NO_CARDS[:]
        self.discard_size: i64 = 0
        self.revealed = vec[u8]()
        self.step_stack: i64 = OVER
        self.outcome: i64 = UNDECIDED
        self.mover: i64 = 0
        self.actions: i64 = 0
        self.legion: i64 = NONE
        self.turns: i64 = 0
        self.creature: i64 = NONE
        self.completions: i64 = 0
        self.victim: i64 = NONE
        self.lost: i64 = 0
        self.pending_count: i64 = 0
        self.exchanged: i64 = 0
        self.at_least: i64 = 0

    def copy_from(self, other: State) -> None:
        """Copy another board into this one; slicing is faster than copying card by card."""
        board = cast("Board", other)
        self.history_node = board.history_node
        self.deck.copy_from(board.deck)
        self.hands.copy_from(board.hands)
        self.creatures = board.creatures[:]
        self.discard = board.discard[:]
        self.discard_size = board.discard_size
        self.revealed = board.revealed[:]
        self.step_stack = board.step_stack
        self.outcome = board.outcome
        self.mover = board.mover
        self.actions = board.actions
        self.legion = board.legion
        self.turns = board.turns
        self.creature = board.creature
        self.completions = board.completions
        self.victim = board.victim
        self.lost = board.lost
        self.pending_count = board.pending_count
        self.exchanged = board.exchanged
        self.at_least = board.at_least

    def to_bytes(self) -> bytes:
        """Return the whole board as bytes."""
        hands = self.hands
        numbers = (
            *(self.outcome, self.mover, self.actions, self.legion, self.creature),
            *(self.completions, self.victim, self.lost, self.pending_count, self.exchanged),
            *(self.at_least, len(self.revealed)),
        )
        piles = (hands.sizes, hands.cards, hands.decks, self.creatures, self.discard, self.revealed)
        return b"".join(
            [
                bytes([int(number) for number in numbers]),
                int(self.step_stack).to_bytes(8, "big"),
                int(self.turns).to_bytes(2, "big"),
                bytes(self.deck.unknown),
                *[bytes(pile) for pile in piles],
            ]
        )

    def current_step(self) -> i64:
        """Return the step on top of the stack."""
        return self.step_stack & STEP_MASK

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

    def next_seat(self, seat: i64) -> i64:
        """N2.3 Return the next player, clockwise."""
        return (seat + 1) % self.options.seats

    def spot(self, seat: i64, slot: i64) -> i64:
        """Return the spot of a slot of a player."""
        return seat * self.options.goal + slot

    def height(self, spot: i64) -> i64:
        """Return the number of cards at a spot."""
        creatures = self.creatures
        first = spot * CREATURE_HEIGHT
        count: i64 = 0
        while count < CREATURE_HEIGHT and i64(creatures[first + count]) != NONE:
            count += 1
        return count

    def add_to_creature(self, spot: i64, card: i64) -> None:
        """Put a card on top of the creature at a spot, or begin one."""
        self.creatures[spot * CREATURE_HEIGHT + self.height(spot)] = u8(card)

    def top(self, spot: i64) -> i64:
        """Return the top card of a creature."""
        return i64(self.creatures[spot * CREATURE_HEIGHT + self.height(spot) - 1])

    def take_top(self, spot: i64) -> i64:
        """Remove and return the top card of a creature."""
        index = spot * CREATURE_HEIGHT + self.height(spot) - 1
        card = i64(self.creatures[index])
        self.creatures[index] = u8(NONE)
        return card

    def complete_count(self, seat: i64) -> i64:
        """Return the number of complete creatures of a player."""
        count: i64 = 0
        spot: i64
        for spot in range(self.spot(seat, 0), self.spot(seat + 1, 0)):
            if self.height(spot) == CREATURE_HEIGHT:
                count += 1
        return count

    def legion_at(self, spot: i64) -> i64:
        """N5.2 Return the legion shared by all three cards of a complete creature, or ``NONE``."""
        creatures = self.creatures
        legion = LEGION_OF[i64(creatures[spot * CREATURE_HEIGHT])]
        if LEGION_OF[i64(creatures[spot * CREATURE_HEIGHT + 1])] != legion:
            return NONE
        if LEGION_OF[i64(creatures[spot * CREATURE_HEIGHT + 2])] != legion:
            return NONE
        return legion

    def can_draw(self) -> bool:
        """N3.6 Return whether the deck or the discard pile has a card to draw."""
        return self.deck.unknown_size > 0 or self.discard_size > 0

    def put_on_discard(self, card: i64) -> None:
        """Put a card on the discard pile."""
        self.discard[card] += 1
        self.discard_size += 1

    def reveal(self, card: i64) -> None:
        """N6.1 Add a card to the revealed cards, keeping them sorted."""
        revealed = append(self.revealed, u8(card))
        if len(revealed) > 1 and revealed[0] > revealed[1]:
            revealed[0], revealed[1] = revealed[1], revealed[0]
        self.revealed = revealed

    def remove_revealed(self, card: i64) -> None:
        """N6.1 Remove one of the revealed cards."""
        self.revealed = remove(self.revealed, u8(card))


def log_public(
    board: Board, kind: str, seat: i64, card: i64, source: str, target: str, spot: i64 = NONE
) -> None:
    """Log the move of a card that all seats see.

    Args:
        board: the board.
        kind: the kind of the event.
        seat: the acting or affected seat.
        card: the card.
        source: the pile it leaves; ``creature`` is the one at ``spot``.
        target: the pile it enters.
        spot: the spot of the creature, if there is one.
    """
    if board.log is not None:
        _append_event(board, kind, seat, (int(card),), source, target, spot, EVERYONE)


def log_to_owner(board: Board, kind: str, seat: i64, card: i64) -> None:
    """Log a card from the deck that only its new owner sees."""
    if board.log is not None:
        _append_event(board, kind, seat, (int(card),), "deck", "hand", NONE, 1 << seat)


def log_event(
    board: Board, kind: str, seat: i64, source: str = "", target: str = "", spot: i64 = NONE
) -> None:
    """Log an event without a card."""
    if board.log is not None:
        _append_event(board, kind, seat, (), source, target, spot, EVERYONE)


def _append_event(
    board: Board,
    kind: str,
    seat: i64,
    cards: tuple[int, ...],
    source: str,
    target: str,
    spot: i64,
    audience: i64,
) -> None:
    if board.log is not None:
        source, target = _pile_name(board, source, spot), _pile_name(board, target, spot)
        board.log.append(Event(kind, seat, cards, source, target, audience))


def _pile_name(board: Board, pile: str, spot: i64) -> str:
    """Return the name of a pile, with player and slot for a creature."""
    if pile != "creature":
        return pile
    goal = board.options.goal
    return f"creature {spot // goal + 1}.{spot % goal + 1}"
