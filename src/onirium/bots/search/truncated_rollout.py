"""Rollouts that end before the game does."""

from typing import Final, final

from librt.random import Random
from mypy_extensions import i64

from onirium.bots.search.one_ply import OnePly
from onirium.core.game import TERMINAL, State

MAX_DECISIONS: Final[i64] = 200
"""A rollout is truncated after this many decisions at the latest."""


@final
class TruncatedRollout:
    """Plays a game on until a seat has taken the first action of one of its next turns.

    There an evaluator is more accurate than in the middle of a turn.

    Args:
        policy: chooses the actions of all seats.
        turns: the number of the seat's next turn in which the rollout ends, counted from 1. A later
            turn shows more effects of the present position, but adds variance and time.
    """

    def __init__(self, policy: OnePly, turns: i64) -> None:
        self._policy = policy
        self._turns = turns

    def play(self, state: State, seat: i64, rng: Random) -> None:
        """Play on from a state in which the seat has just acted, or is to act."""
        others_moved = False
        turns: i64 = 0
        decisions: i64 = 0
        while decisions < MAX_DECISIONS:
            state.resolve_chance(rng)
            player = state.current_player()
            if player == TERMINAL:
                break
            if others_moved and player == seat:
                turns += 1
            others_moved = player != seat
            state.apply_unchecked(self._policy.best_action(state))
            decisions += 1
            if turns == self._turns:
                break
