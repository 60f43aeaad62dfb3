"""The rollout policy for Nightmarium: one-ply lookahead without actions that are rarely best."""

from typing import final

from mypy_extensions import i64

from onirium.bots.search.one_ply import OnePly
from onirium.core.game import State
from onirium.games.nightmarium.actions import DISCARD_CARD, DRAW_CARD, EXCHANGE_CARD


@final
class RolloutPolicy(OnePly):
    """Does not start an exchange while drawing is legal.

    Half of the legal actions start an exchange, but only one decision in sixty is one. Without them
    a rollout takes little more than half of the time.
    """

    def list_candidates(self, state: State) -> i64:
        """N3.1 Write the candidates to ``actions``; return their number."""
        actions = self.actions
        legal_count = state.legal_actions_into(actions)
        if actions[0] != DRAW_CARD:
            return legal_count
        count: i64 = 0
        index: i64
        for index in range(legal_count):
            action = actions[index]
            if action < EXCHANGE_CARD or action >= DISCARD_CARD:
                actions[count] = action
                count += 1
        return count
