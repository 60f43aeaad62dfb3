"""Looking one action ahead where many games are played on: what is hardly ever best is left out."""

from typing import final

from mypy_extensions import i64

from onirium.bots.search.one_ply import OneStep
from onirium.core.game import State
from onirium.games.nightmarium.actions import DISCARD_CARD, DRAW_CARD, EXCHANGE_CARD


@final
class Brisk(OneStep):
    """Begins no exchange where it can draw.

    Every other action that is legal begins an exchange, and one decision in sixty is one.
    """

    def choices(self, state: State) -> i64:
        """N3.1 Write the actions to look at; return their number."""
        actions = self.actions
        count = state.legal_into(actions)
        if actions[0] != DRAW_CARD:
            return count
        left: i64 = 0
        place: i64
        for place in range(count):
            action = actions[place]
            if action < EXCHANGE_CARD or action >= DISCARD_CARD:
                actions[left] = action
                left += 1
        return left
