"""The value of completing a creature: its abilities in order, terror, and victory."""

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

ACTION_VALUE: Final[i64] = 4
"""The value of an action, such as drawing or placing a card: the unit of all other values."""

ABILITY_VALUE: Final[i64] = 8
"""The value of an ability: it draws, places or takes about two cards."""

VICTORY: Final[i64] = 1000
"""The value of winning: above the sum of all other values."""

HEAD_HEIGHT: Final[i64] = 2
"""The height at which the head is placed: that of a creature that lacks nothing else."""

_NOTHING: Final = vec[i64]([0] * 4)


@final
class AbilityChain:
    """Evaluates the chain of abilities of a completed creature.

    Attributes:
        heights: the number of the mover's creatures of each height, from empty to complete.
        spare: the number of available cards that can be legs, torso and head. The caller maintains
            it with ``count``.
    """

    def __init__(self, board: Board) -> None:
        self.heights = _NOTHING[:]
        self.spare = _NOTHING[:]
        self._goal = board.options.goal
        self._opponents = board.options.seats - 1
        self._can_draw = board.can_draw()
        self._opponents_have_creatures = False
        self._opponents_have_unfinished = False
        self._has_executed = False
        self._completes_now = False
        self._count_creatures(board)

    def _count_creatures(self, board: Board) -> None:
        seat: i64
        spot: i64
        for seat in range(board.options.seats):
            for spot in range(board.spot(seat, 0), board.spot(seat + 1, 0)):
                height = board.height(spot)
                if seat == board.mover:
                    self.heights[height] += 1
                elif height > 0:
                    self._opponents_have_creatures = True
                    if height < CREATURE_HEIGHT:
                        self._opponents_have_unfinished = True

    def count(self, card: i64, change: i64) -> None:
        """Change the number of available cards by a card of this kind."""
        height: i64
        for height in range(CREATURE_HEIGHT):
            if fits(card, height):
                self.spare[height] += change

    def is_winning(self) -> bool:
        """Return whether one more complete creature wins the game."""
        return self.heights[CREATURE_HEIGHT] + 1 == self._goal

    def completion_value(self, height: i64, legs: i64, torso: i64, head: i64) -> i64:
        """Return the value of completing a creature.

        Args:
            height: the present height of the creature.
            legs: its legs. None of its cards counts as available any more.
            torso: its torso.
            head: its head.
        """
        if self.is_winning():
            return VICTORY
        self._completes_now = height == HEAD_HEIGHT
        self.heights[height] -= 1
        self.heights[CREATURE_HEIGHT] += 1
        value = self._ability_values(legs, torso, head)
        self.heights[height] += 1
        self.heights[CREATURE_HEIGHT] -= 1
        if LEGION_OF[legs] == LEGION_OF[torso] and LEGION_OF[torso] == LEGION_OF[head]:
            value += ACTION_VALUE * self._opponents
        return value

    def _ability_values(self, legs: i64, torso: i64, head: i64) -> i64:
        """Return the sum of the ability values, up to the first ability that cannot be played."""
        self._has_executed = False
        value: i64 = 0
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
            if not self._is_playable(step):
                break
            value += self._ability_value(step)
            self._has_executed |= step == EXECUTIONER
        return value

    def _is_playable(self, step: i64) -> bool:
        """N5.4 Return whether an ability will probably have a target."""
        if step == EXECUTIONER:
            return self._opponents_have_creatures
        if step == SCAVENGER:
            return self._opponents_have_unfinished or self._has_executed
        if step == MOCKER:
            return self._can_place()
        if step == DEVOURER:
            return self.heights[0] < self._goal - 1
        return self._can_draw

    def _ability_value(self, step: i64) -> i64:
        """Return the value of an ability that can be played."""
        if step == MOCKER:
            # A win by the Mocker counts only at once: until a later turn too much can change.
            if (
                self._completes_now
                and self.is_winning()
                and self.spare[HEAD_HEIGHT] > 0
                and self.heights[HEAD_HEIGHT] > 0
            ):
                return VICTORY
            return ACTION_VALUE
        if step == DEVOURER:
            if self.spare[HEAD_HEIGHT] > 0:
                return 0
            return -ABILITY_VALUE
        return ABILITY_VALUE

    def _can_place(self) -> bool:
        """Return whether any card in hand fits on any creature."""
        height: i64
        for height in range(CREATURE_HEIGHT):
            if self.spare[height] > 0 and self.heights[height] > 0:
                return True
        return False
