"""A network at play while it learns."""

from typing import final

from librt.random import Random
from mypy_extensions import i64

from onirium.bots.base import Bot
from onirium.bots.network.evaluator import Evaluator
from onirium.bots.search.one_ply import OnePly
from onirium.core.game import Game, State


@final
class Apprentice(Bot):
    """Looks one action ahead, and does as its teacher would unless another action promises more.

    What a network has never seen it may think much of. Who takes nothing else than the teacher
    unless it promises clearly more goes wrong seldom enough to learn where it was mistaken.

    Args:
        game: the game.
        evaluator: what judges positions.
        teacher: who is asked, if anybody.
        caution: by how much another action must promise more.
    """

    def __init__(
        self, game: Game, evaluator: Evaluator, teacher: Bot | None, caution: float
    ) -> None:
        self._ahead = OnePly(game, evaluator)
        self._seats: i64 = game.seats
        self._teacher = teacher
        self._caution = caution

    def choose(self, state: State, random: Random) -> i64:
        """Return the action that promises most, in a world that the seat thinks possible."""
        ahead = self._ahead
        world = state
        if self._seats > 1:
            world = state.determinize(state.current_player(), random)
        best = ahead.best_action(world)
        if self._teacher is None:
            return best
        advised = self._teacher.choose(state, random)
        if ahead.value - ahead.value_of(advised) > self._caution:
            return best
        return advised
