"""What a creature would bring when it is complete, as far as that can be counted on."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.nightmarium.completion import STEP_OF
from onirium.games.nightmarium.components import (
    ABILITY_OF,
    CREATURE_HEIGHT,
    LEGION_OF,
    NO_ABILITY,
    fits,
)
from onirium.games.nightmarium.state import Board
from onirium.games.nightmarium.steps import DEVOURER, EXECUTIONER, MOCKER, SCAVENGER

ACTION: Final[i64] = 4
"""What an action is worth, to draw or to place a card: the measure of everything."""

ABILITY: Final[i64] = 8
"""An ability is worth two actions: two cards drawn or placed, or so much taken from an opponent."""

VICTORY: Final[i64] = 1000
"""More than all else together."""

HEAD: Final[i64] = 2
"""The height at which a card is a head."""

_NOTHING: Final = vec[i64]([0] * 4)


@final
class Chain:
    """Goes through the abilities of creatures that could be completed.

    Attributes:
        heights: how many of the mover's places have each height, from empty to complete.
        spare: how many cards at hand can be legs, torso and head; whoever asks counts them.
    """

    def __init__(self, table: Board) -> None:
        self.heights = _NOTHING[:]
        self.spare = _NOTHING[:]
        self._goal = table.options.goal
        self._opponents = table.options.seats - 1
        self._can_draw = table.can_draw()
        self._opponents_have_some = False
        self._opponents_have_unfinished = False
        self._executed = False
        self._at_once = False
        self._look_at_creatures(table)

    def _look_at_creatures(self, table: Board) -> None:
        seat: i64
        spot: i64
        for seat in range(table.options.seats):
            for spot in range(table.spot(seat, 0), table.spot(seat + 1, 0)):
                height = table.height(spot)
                if seat == table.mover:
                    self.heights[height] += 1
                elif height > 0:
                    self._opponents_have_some = True
                    if height < CREATURE_HEIGHT:
                        self._opponents_have_unfinished = True

    def count(self, card: i64, change: i64) -> None:
        """Count a card in hand once more, or once less."""
        height: i64
        for height in range(CREATURE_HEIGHT):
            if fits(card, height):
                self.spare[height] += change

    def wins(self) -> bool:
        """Tell whether one more complete creature is enough."""
        return self.heights[CREATURE_HEIGHT] + 1 == self._goal

    def worth(self, height: i64, legs: i64, torso: i64, head: i64) -> i64:
        """Weigh what it brings to complete a creature.

        Args:
            height: how high it is now.
            legs: what will be its legs; its cards are not counted in hand any more.
            torso: what will be its torso.
            head: what will be its head.
        """
        if self.wins():
            return VICTORY
        self._at_once = height == HEAD
        self.heights[height] -= 1
        self.heights[CREATURE_HEIGHT] += 1
        worth = self._abilities(legs, torso, head)
        self.heights[height] += 1
        self.heights[CREATURE_HEIGHT] -= 1
        if LEGION_OF[legs] == LEGION_OF[torso] and LEGION_OF[torso] == LEGION_OF[head]:
            worth += ACTION * self._opponents
        return worth

    def _abilities(self, legs: i64, torso: i64, head: i64) -> i64:
        """Add up the abilities until one of them cannot be played."""
        self._executed = False
        worth: i64 = 0
        card = head
        height: i64
        for height in range(CREATURE_HEIGHT):
            if height == 1:
                card = torso
            elif height > 1:
                card = legs
            ability = ABILITY_OF[card]
            if ability == NO_ABILITY:
                continue
            step = STEP_OF[ability]
            if not self._can_be_played(step):
                break
            worth += self._gain(step)
            self._executed |= step == EXECUTIONER
        return worth

    def _can_be_played(self, step: i64) -> bool:
        """N5.4 Tell whether an ability finds a target, as far as one can see."""
        if step == EXECUTIONER:
            return self._opponents_have_some
        if step == SCAVENGER:
            return self._opponents_have_unfinished or self._executed
        if step == MOCKER:
            return self._can_place()
        if step == DEVOURER:
            return self.heights[0] < self._goal - 1
        return self._can_draw

    def _gain(self, step: i64) -> i64:
        """Weigh an ability that can be played."""
        if step == MOCKER:
            # Until a later turn too much changes for so great a hope.
            if self._at_once and self.wins() and self.spare[HEAD] > 0 and self.heights[HEAD] > 0:
                return VICTORY
            return ACTION
        if step == DEVOURER:
            if self.spare[HEAD] > 0:
                return 0
            return -ABILITY
        return ABILITY

    def _can_place(self) -> bool:
        """Tell whether any card in hand fits anywhere."""
        height: i64
        for height in range(CREATURE_HEIGHT):
            if self.spare[height] > 0 and self.heights[height] > 0:
                return True
        return False
