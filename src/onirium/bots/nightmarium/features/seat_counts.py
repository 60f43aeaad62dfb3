"""Counts of a seat's creatures and hand, computed once for all features."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.nightmarium.components import (
    ABILITIES,
    ABILITY_OF,
    CARDS_PER_DRAW,
    CREATURE_HEIGHT,
    LEGION_COUNT,
    LEGION_OF,
    MAX_CREATURES,
    PARTS_OF,
)
from onirium.games.nightmarium.state import NONE, Board
from onirium.games.nightmarium.steps import DRAW, EXCHANGE

LEGS: Final[i64] = 1
TORSO: Final[i64] = 2
HEAD: Final[i64] = 4
TORSO_OR_HEAD: Final[i64] = 6

USELESS: Final[i64] = 0
BEGINS: Final[i64] = 1
TORSO_FITS: Final[i64] = 2
TORSO_OF_THE_LEGION: Final[i64] = 3
HEAD_FITS: Final[i64] = 4
HEAD_OF_THE_LEGION: Final[i64] = 5
USE_COUNT: Final[i64] = 6
"""The best use of a card in hand. A head of the legion completes a creature of terror."""

_MOCKER: Final = i64(ABILITIES.index("mocker"))
_NO_CREATURES: Final = vec[i64]([0] * int(MAX_CREATURES))
_NO_CARDS: Final = vec[i64]([0] * int(LEGION_COUNT))


@final
class SeatCounts:
    """The creatures and cards of a seat. ``update_hand`` adds the kinds of the cards in hand.

    Attributes:
        complete: the number of complete creatures.
        bare: the number of creatures that consist of legs only.
        bodies: the number of creatures that lack only the head.
        free: the number of further creatures that can be begun.
        bare_legs: the legs of each bare creature.
        body_legs: the legs of each body.
        body_torso: the torso of each body.
        first: the index of the first card in hand in ``Hands.cards``.
        size: the number of cards in hand.
        pending_draws: the number of cards about to be drawn.
        cards: for each legion the number of cards in hand.
        legs: for each legion the number of cards that can be legs.
        torsos: for each legion the number of cards that can be a torso.
        heads: for each legion the number of cards that can be a head.
        torso_count: the number of all cards that can be a torso.
        head_count: the number of all cards that can be a head.
        has_mocker: 1 if a body or a head in hand has a Mocker, else 0.
    """

    def __init__(self) -> None:
        self.complete: i64 = 0
        self.bare: i64 = 0
        self.bodies: i64 = 0
        self.free: i64 = 0
        self.bare_legs = _NO_CREATURES[:]
        self.body_legs = _NO_CREATURES[:]
        self.body_torso = _NO_CREATURES[:]
        self.first: i64 = 0
        self.size: i64 = 0
        self.pending_draws: i64 = 0
        self.cards = _NO_CARDS[:]
        self.legs = _NO_CARDS[:]
        self.torsos = _NO_CARDS[:]
        self.heads = _NO_CARDS[:]
        self.torso_count: i64 = 0
        self.head_count: i64 = 0
        self.has_mocker: i64 = 0
        self._goal: i64 = 0
        self._above_legs = _NO_CARDS[:]
        self._bare_legions: i64 = 0
        self._body_legions: i64 = 0

    def update(self, board: Board, seat: i64) -> None:
        """Recompute the public counts of a seat."""
        self.has_mocker = 0
        self._count_creatures(board, seat)
        self.first = board.hands.begin(seat)
        self.size = i64(board.hands.sizes[seat])
        self.pending_draws = 0
        if seat == board.mover:
            if board.current_step() == DRAW:
                self.pending_draws = board.pending_count
            elif board.current_step() == EXCHANGE:
                self.pending_draws = board.exchanged // CARDS_PER_DRAW

    def _count_creatures(self, board: Board, seat: i64) -> None:
        creatures = board.creatures
        self._goal = board.options.goal
        complete: i64 = 0
        bare: i64 = 0
        bodies: i64 = 0
        self._bare_legions = 0
        self._body_legions = 0
        index = board.spot(seat, 0) * CREATURE_HEIGHT
        end = board.spot(seat + 1, 0) * CREATURE_HEIGHT
        while index < end:
            legs = i64(creatures[index])
            torso = i64(creatures[index + 1])
            if legs == NONE:
                pass
            elif torso == NONE:
                self.bare_legs[bare] = legs
                self._bare_legions |= 1 << LEGION_OF[legs]
                bare += 1
            elif i64(creatures[index + 2]) == NONE:
                self.body_legs[bodies] = legs
                self.body_torso[bodies] = torso
                self._count_body(legs, torso)
                bodies += 1
            else:
                complete += 1
            index += CREATURE_HEIGHT
        self.complete = complete
        self.bare = bare
        self.bodies = bodies
        self.free = self._goal - complete - bodies - bare

    def _count_body(self, legs: i64, torso: i64) -> None:
        if LEGION_OF[legs] == LEGION_OF[torso]:
            self._body_legions |= 1 << LEGION_OF[legs]
        if ABILITY_OF[legs] == _MOCKER or ABILITY_OF[torso] == _MOCKER:
            self.has_mocker = 1

    def update_hand(self, board: Board) -> None:
        """Recompute the counts of the cards in hand."""
        held = board.hands.cards
        cards, above_legs = self.cards, self._above_legs
        legs, torsos, heads = self.legs, self.torsos, self.heads
        legion: i64
        for legion in range(LEGION_COUNT):
            cards[legion] = legs[legion] = torsos[legion] = heads[legion] = above_legs[legion] = 0
        index: i64
        for index in range(self.first, self.first + self.size):
            card = i64(held[index])
            legion = LEGION_OF[card]
            parts = PARTS_OF[card]
            cards[legion] += 1
            legs[legion] += i64(parts & LEGS != 0)
            torsos[legion] += i64(parts & TORSO != 0)
            heads[legion] += i64(parts & HEAD != 0)
            above_legs[legion] += i64(parts & TORSO_OR_HEAD != 0)
            if parts & HEAD and ABILITY_OF[card] == _MOCKER:
                self.has_mocker = 1
        self.torso_count = torsos[0] + torsos[1] + torsos[2] + torsos[3]
        self.head_count = heads[0] + heads[1] + heads[2] + heads[3]

    def creatures_to_go(self) -> i64:
        """Return the number of creatures still to be completed."""
        return self._goal - self.complete

    def cards_to_go(self) -> i64:
        """Return the number of cards still to be placed."""
        return CREATURE_HEIGHT * self.creatures_to_go() - self.bare - 2 * self.bodies

    def hand_after_draws(self) -> i64:
        """Return the number of cards in hand and about to be drawn, at most 12."""
        return min(self.size + self.pending_draws, 12)

    def best_use(self, card: i64) -> i64:
        """Return the best use of a card in hand."""
        parts = PARTS_OF[card]
        legion = LEGION_OF[card]
        if parts & HEAD and self.bodies > 0:
            return HEAD_FITS + (self._body_legions >> legion & 1)
        if parts & TORSO and self.bare > 0:
            return TORSO_FITS + (self._bare_legions >> legion & 1)
        if parts & LEGS and self.free > 0:
            return BEGINS
        return USELESS

    def best_use_of_legion(self, legion: i64) -> i64:
        """Return the best use of the cards of a legion in hand."""
        if self.bodies > 0 and self.heads[legion] > 0:
            return HEAD_FITS + (self._body_legions >> legion & 1)
        if self.bare > 0 and self.torsos[legion] > 0:
            return TORSO_FITS + (self._bare_legions >> legion & 1)
        if self.free > 0 and self.legs[legion] > 0:
            return BEGINS
        return USELESS

    def count_completable(self, actions: i64, legion: i64) -> i64:
        """N3.2 Return the number of creatures that cards in hand can complete this turn.

        Args:
            actions: the number of actions left.
            legion: the legion that binds a single action, or ``NONE``.
        """
        if actions == 1:
            if self.bodies == 0:
                return 0
            if legion == NONE:
                return min(self.head_count, 1)
            return min(self.heads[legion], 1)
        highest: i64 = 0
        shared: i64
        for shared in range(LEGION_COUNT):
            highest = max(highest, self._count_completable_of(shared))
        return highest

    def _count_completable_of(self, legion: i64) -> i64:
        """N3.2 Return the number of creatures that two cards of a legion can complete."""
        heads = self.heads[legion]
        if heads > 0 and self.bodies > 0:
            # In pairs: mypyc compiles min() of two to a comparison, of three to a Python call.
            bodies = min(heads, self.bodies)
            return min(bodies, 2)
        if heads > 0 and self.bare > 0 and self.can_be_torso_and_head(legion):
            return 1
        return 0

    def can_be_torso_and_head(self, legion: i64) -> bool:
        """Return whether two different cards of a legion can be a torso and a head."""
        return self.torsos[legion] > 0 and self.heads[legion] > 0 and self._above_legs[legion] > 1
