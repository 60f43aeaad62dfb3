"""One player's creatures and hand, counted once for all inputs."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.nightmarium.components import (
    ABILITIES,
    ABILITY_OF,
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
USES: Final[i64] = 6
"""The best use that a player has for a card; a head of the legion makes a creature of terror."""

CARDS_PER_DRAW: Final[i64] = 2

_MOCKER: Final = i64(ABILITIES.index("mocker"))
_NO_CREATURES: Final = vec[i64]([0] * int(MAX_CREATURES))
_NO_CARDS: Final = vec[i64]([0] * int(LEGION_COUNT))


@final
class Standing:
    """What a player has; the cards in hand are told apart only after ``look_at_hand``.

    Attributes:
        complete: how many creatures are complete.
        bare: how many creatures are legs alone.
        bodies: how many creatures lack only the head.
        free: how many more creatures could be begun.
        bare_legs: the legs of each bare creature.
        body_legs: the legs of each body.
        body_torso: the torso of each body.
        first: the place of the first card in hand among all hands.
        size: how many cards are in hand.
        coming: how many more are about to be drawn.
        cards: how many cards of each legion are in hand.
        legs: how many of them can be legs.
        torsos: how many can be a torso.
        heads: how many can be a head.
        any_torsos: how many of all legions can be a torso.
        any_heads: how many of all legions can be a head.
        mocker: 1 if a Mocker could be in a creature that is soon complete, else 0.
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
        self.coming: i64 = 0
        self.cards = _NO_CARDS[:]
        self.legs = _NO_CARDS[:]
        self.torsos = _NO_CARDS[:]
        self.heads = _NO_CARDS[:]
        self.any_torsos: i64 = 0
        self.any_heads: i64 = 0
        self.mocker: i64 = 0
        self._goal: i64 = 0
        self._above_legs = _NO_CARDS[:]
        self._bare_legions: i64 = 0
        self._body_legions: i64 = 0

    def look(self, table: Board, seat: i64) -> None:
        """Look at what everybody sees of a player."""
        self.mocker = 0
        self._look_at_creatures(table, seat)
        self.first = table.hands.begin(seat)
        self.size = i64(table.hands.sizes[seat])
        self.coming = 0
        if seat == table.mover:
            if table.current_step() == DRAW:
                self.coming = table.pending_count
            elif table.current_step() == EXCHANGE:
                self.coming = table.exchanged // CARDS_PER_DRAW

    def _look_at_creatures(self, table: Board, seat: i64) -> None:
        creatures = table.creatures
        self._goal = table.options.goal
        complete: i64 = 0
        bare: i64 = 0
        bodies: i64 = 0
        self._bare_legions = 0
        self._body_legions = 0
        place = table.spot(seat, 0) * CREATURE_HEIGHT
        end = table.spot(seat + 1, 0) * CREATURE_HEIGHT
        while place < end:
            legs = i64(creatures[place])
            torso = i64(creatures[place + 1])
            if legs == NONE:
                pass
            elif torso == NONE:
                self.bare_legs[bare] = legs
                self._bare_legions |= 1 << LEGION_OF[legs]
                bare += 1
            elif i64(creatures[place + 2]) == NONE:
                self.body_legs[bodies] = legs
                self.body_torso[bodies] = torso
                self._look_at_body(legs, torso)
                bodies += 1
            else:
                complete += 1
            place += CREATURE_HEIGHT
        self.complete = complete
        self.bare = bare
        self.bodies = bodies
        self.free = self._goal - complete - bodies - bare

    def _look_at_body(self, legs: i64, torso: i64) -> None:
        if LEGION_OF[legs] == LEGION_OF[torso]:
            self._body_legions |= 1 << LEGION_OF[legs]
        if ABILITY_OF[legs] == _MOCKER or ABILITY_OF[torso] == _MOCKER:
            self.mocker = 1

    def look_at_hand(self, table: Board) -> None:
        """Look at the cards of the player's hand, too."""
        held = table.hands.cards
        self.any_torsos = 0
        self.any_heads = 0
        legion: i64
        for legion in range(LEGION_COUNT):
            self.cards[legion] = 0
            self.legs[legion] = 0
            self.torsos[legion] = 0
            self.heads[legion] = 0
            self._above_legs[legion] = 0
        place: i64
        for place in range(self.first, self.first + self.size):
            self._count(i64(held[place]))

    def _count(self, card: i64) -> None:
        parts = PARTS_OF[card]
        legion = LEGION_OF[card]
        self.cards[legion] += 1
        if parts & LEGS:
            self.legs[legion] += 1
        if parts & TORSO_OR_HEAD:
            self._above_legs[legion] += 1
        if parts & TORSO:
            self.torsos[legion] += 1
            self.any_torsos += 1
        if parts & HEAD:
            self.heads[legion] += 1
            self.any_heads += 1
            if ABILITY_OF[card] == _MOCKER:
                self.mocker = 1

    def to_go(self) -> i64:
        """Count the creatures that are still to be completed."""
        return self._goal - self.complete

    def cards_to_go(self) -> i64:
        """Count the cards that are still to be placed."""
        return CREATURE_HEIGHT * self.to_go() - self.bare - 2 * self.bodies

    def hand(self) -> i64:
        """Count the cards in hand and those about to be drawn, up to 12."""
        return min(self.size + self.coming, 12)

    def use_of(self, card: i64) -> i64:
        """Return the best use that there is for a card in hand."""
        parts = PARTS_OF[card]
        legion = LEGION_OF[card]
        if parts & HEAD and self.bodies > 0:
            return HEAD_FITS + (self._body_legions >> legion & 1)
        if parts & TORSO and self.bare > 0:
            return TORSO_FITS + (self._bare_legions >> legion & 1)
        if parts & LEGS and self.free > 0:
            return BEGINS
        return USELESS

    def use_of_legion(self, legion: i64) -> i64:
        """Return the best use that there is for the cards of a legion."""
        if self.bodies > 0 and self.heads[legion] > 0:
            return HEAD_FITS + (self._body_legions >> legion & 1)
        if self.bare > 0 and self.torsos[legion] > 0:
            return TORSO_FITS + (self._bare_legions >> legion & 1)
        if self.free > 0 and self.legs[legion] > 0:
            return BEGINS
        return USELESS

    def can_complete(self, actions: i64, legion: i64) -> i64:
        """N3.2 Count the creatures that cards in hand can complete with one or two actions.

        Args:
            actions: how many actions there are.
            legion: the legion that binds a single one, or ``NONE``.
        """
        if actions == 1:
            if self.bodies == 0:
                return 0
            if legion == NONE:
                return min(self.any_heads, 1)
            return min(self.heads[legion], 1)
        most: i64 = 0
        both: i64
        for both in range(LEGION_COUNT):
            most = max(most, self._can_complete_of(both))
        return most

    def _can_complete_of(self, legion: i64) -> i64:
        """N3.2 Count the creatures that two cards of a legion can complete, or one of them."""
        heads = self.heads[legion]
        if heads > 0 and self.bodies > 0:
            # Two at a time: compiled, the least of three is a call of Python's.
            bodies = min(heads, self.bodies)
            return min(bodies, 2)
        if heads > 0 and self.bare > 0 and self.can_be_torso_and_head(legion):
            return 1
        return 0

    def can_be_torso_and_head(self, legion: i64) -> bool:
        """Tell whether two cards of a legion can be a torso and a head."""
        return self.torsos[legion] > 0 and self.heads[legion] > 0 and self._above_legs[legion] > 1
