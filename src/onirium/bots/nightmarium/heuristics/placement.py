"""Which card had best be placed next: that of the creature which promises most."""

from typing import Final, final

from librt.vecs import append
from mypy_extensions import i64, u8

from onirium.bots.nightmarium.heuristics.chain_value import HEAD, VICTORY, Chain
from onirium.games.nightmarium.actions import placed_card, placement_of
from onirium.games.nightmarium.components import CREATURE_HEIGHT, LEGION_OF, fits
from onirium.games.nightmarium.state import NONE, Board
from onirium.games.nightmarium.steps import ACT

OPEN: Final[i64] = 1
"""What remains open could be spoilt: it must promise more than nothing to be begun."""

TURN: Final[i64] = 8
"""A creature that is complete a turn later is worth less by the two actions of a turn."""

LOST: Final[i64] = 2000
"""To complete a creature with the first of the cards that a Singer reveals loses the other one."""

NEVER: Final[i64] = -1000
"""What a creature promises that the hand cannot complete."""


@final
class Plan:
    """Weighs placements by the best creatures that the hand can make of them."""

    def __init__(self, table: Board) -> None:
        self._table = table
        self._chain = Chain(table)
        self._two_actions = table.current_step() == ACT and table.actions > 1
        hands = table.hands
        self._cards = hands.cards[hands.begin(table.mover) : hands.end(table.mover)]
        for revealed in table.revealed:
            self._cards = append(self._cards, revealed)
        for card in self._cards:
            self._chain.count(i64(card), 1)

    def promise(self, action: i64) -> i64:
        """Weigh a placement; to draw a card weighs 0."""
        table = self._table
        card = placed_card(action)
        place = placement_of(action) - 1
        index = self._find(card)
        self._lay_aside(index)
        height: i64 = 0
        if place < 0:
            promise = self._with_any_torso(card)
        else:
            height = table.height(table.spot(table.mover, place))
            promise = self._higher(table.spot(table.mover, place), card)
        self._take_back(index, card)
        return promise - self._waste(card, height)

    def _higher(self, spot: i64, card: i64) -> i64:
        """Weigh the best creature with a card on those that lie at a spot."""
        creatures = self._table.creatures
        legs = i64(creatures[spot * CREATURE_HEIGHT])
        if self._table.height(spot) == HEAD:
            worth = self._chain.worth(HEAD, legs, i64(creatures[spot * CREATURE_HEIGHT + 1]), card)
            if len(self._table.revealed) > 1 and worth < VICTORY:
                return worth - LOST
            return worth
        return self._with_any_head(1, legs, card)

    def _with_any_torso(self, legs: i64) -> i64:
        """Weigh the best creature on some legs."""
        best = NEVER
        index: i64
        for index in range(i64(len(self._cards))):
            torso = i64(self._cards[index])
            if torso != NONE and fits(torso, 1):
                self._lay_aside(index)
                best = max(best, self._with_any_head(0, legs, torso))
                self._take_back(index, torso)
        return best

    def _with_any_head(self, height: i64, legs: i64, torso: i64) -> i64:
        """Weigh the best creature with some legs and torso."""
        best = NEVER
        index: i64
        for index in range(i64(len(self._cards))):
            head = i64(self._cards[index])
            if head != NONE and fits(head, HEAD):
                self._lay_aside(index)
                worth = self._chain.worth(height, legs, torso, head)
                worth -= OPEN + self._delay(height, legs, torso, head)
                best = max(best, worth)
                self._take_back(index, head)
        return best

    def _delay(self, height: i64, legs: i64, torso: i64, head: i64) -> i64:
        """Weigh how long it takes: both actions of a turn can place only cards of one legion."""
        if height > 0:
            if self._two_actions and LEGION_OF[torso] == LEGION_OF[head]:
                return 0
            return TURN
        if LEGION_OF[torso] == LEGION_OF[head]:
            return TURN
        if self._two_actions and LEGION_OF[legs] == LEGION_OF[torso]:
            return TURN
        return 2 * TURN

    def _waste(self, card: i64, height: i64) -> i64:
        """Weigh a torso used as something else: the more creatures are to be built, the more.

        Torsos are the fewest cards: there are 39 in the box, and five players may want 35.
        """
        if height == 1 or not fits(card, 1):
            return 0
        options = self._table.options
        return options.seats * options.goal

    def _find(self, card: i64) -> i64:
        index: i64 = 0
        while i64(self._cards[index]) != card:
            index += 1
        return index

    def _lay_aside(self, index: i64) -> None:
        self._chain.count(i64(self._cards[index]), -1)
        self._cards[index] = u8(NONE)

    def _take_back(self, index: i64, card: i64) -> None:
        self._cards[index] = u8(card)
        self._chain.count(card, 1)
