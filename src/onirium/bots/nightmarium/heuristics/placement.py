"""Scores of placements, by the best creature that the hand can complete afterwards."""

from typing import Final, final

from librt.vecs import append
from mypy_extensions import i64, u8

from onirium.bots.nightmarium.heuristics.chain_value import HEAD_HEIGHT, VICTORY, AbilityChain
from onirium.games.nightmarium.actions import placed_card, placement_of
from onirium.games.nightmarium.components import CREATURE_HEIGHT, LEGION_OF, fits
from onirium.games.nightmarium.state import NONE, Board
from onirium.games.nightmarium.steps import ACT

UNCERTAINTY_COST: Final[i64] = 1
"""The cost of an unfinished creature, which opponents may spoil."""

TURN_COST: Final[i64] = 8
"""The cost of completing a creature one turn later: the value of two actions."""

LOST_CARD_COST: Final[i64] = 2000
"""The cost of completing a creature with the first card revealed by a Singer.

The second card is then lost.
"""

IMPOSSIBLE: Final[i64] = -1000
"""The value of a creature that the hand cannot complete."""


@final
class PlacementPlan:
    """Scores placements of the mover's cards."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._chain = AbilityChain(board)
        self._two_actions = board.current_step() == ACT and board.actions > 1
        hands = board.hands
        self._cards = hands.cards[hands.begin(board.mover) : hands.end(board.mover)]
        for revealed in board.revealed:
            self._cards = append(self._cards, revealed)
        for card in self._cards:
            self._chain.count(i64(card), 1)

    def placement_value(self, action: i64) -> i64:
        """Return the value of a placement; drawing a card has the value 0."""
        board = self._board
        card = placed_card(action)
        creature = placement_of(action) - 1
        index = self._find(card)
        self._remove(index)
        height: i64 = 0
        if creature < 0:
            value = self._best_over_torsos(card)
        else:
            height = board.height(board.spot(board.mover, creature))
            value = self._value_on(board.spot(board.mover, creature), card)
        self._restore(index, card)
        return value - self._waste(card, height)

    def _value_on(self, spot: i64, card: i64) -> i64:
        """Return the value of the best creature with a card placed on a spot."""
        creatures = self._board.creatures
        legs = i64(creatures[spot * CREATURE_HEIGHT])
        if self._board.height(spot) == HEAD_HEIGHT:
            value = self._chain.completion_value(
                HEAD_HEIGHT, legs, i64(creatures[spot * CREATURE_HEIGHT + 1]), card
            )
            if len(self._board.revealed) > 1 and value < VICTORY:
                return value - LOST_CARD_COST
            return value
        return self._best_over_heads(1, legs, card)

    def _best_over_torsos(self, legs: i64) -> i64:
        """Return the value of the best creature with these legs."""
        best = IMPOSSIBLE
        index: i64
        for index in range(i64(len(self._cards))):
            torso = i64(self._cards[index])
            if torso != NONE and fits(torso, 1):
                self._remove(index)
                best = max(best, self._best_over_heads(0, legs, torso))
                self._restore(index, torso)
        return best

    def _best_over_heads(self, height: i64, legs: i64, torso: i64) -> i64:
        """Return the value of the best creature with these legs and torso."""
        best = IMPOSSIBLE
        index: i64
        for index in range(i64(len(self._cards))):
            head = i64(self._cards[index])
            if head != NONE and fits(head, HEAD_HEIGHT):
                self._remove(index)
                value = self._chain.completion_value(height, legs, torso, head)
                value -= UNCERTAINTY_COST + self._delay(height, legs, torso, head)
                best = max(best, value)
                self._restore(index, head)
        return best

    def _delay(self, height: i64, legs: i64, torso: i64, head: i64) -> i64:
        """Return the cost of the turns needed: a turn can place two cards, of one legion only."""
        if height > 0:
            if self._two_actions and LEGION_OF[torso] == LEGION_OF[head]:
                return 0
            return TURN_COST
        if LEGION_OF[torso] == LEGION_OF[head]:
            return TURN_COST
        if self._two_actions and LEGION_OF[legs] == LEGION_OF[torso]:
            return TURN_COST
        return 2 * TURN_COST

    def _waste(self, card: i64, height: i64) -> i64:
        """Return the cost of using a torso as another part; it grows with the creatures to build.

        Torsos are the scarcest part: the deck has 39, and five players may need 35.
        """
        if height == 1 or not fits(card, 1):
            return 0
        options = self._board.options
        return options.seats * options.goal

    def _find(self, card: i64) -> i64:
        index: i64 = 0
        while i64(self._cards[index]) != card:
            index += 1
        return index

    def _remove(self, index: i64) -> None:
        self._chain.count(i64(self._cards[index]), -1)
        self._cards[index] = u8(NONE)

    def _restore(self, index: i64, card: i64) -> None:
        self._cards[index] = u8(card)
        self._chain.count(card, 1)
