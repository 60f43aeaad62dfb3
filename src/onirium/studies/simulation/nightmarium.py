"""How far a player has come in Nightmarium: the complete creatures."""

from typing import cast

from mypy_extensions import i64

from onirium.core.game import State
from onirium.games.nightmarium.components import ACTIONS_PER_TURN
from onirium.games.nightmarium.state import Board
from onirium.games.nightmarium.steps import ACT
from onirium.studies.simulation.progress_tracker import ProgressMeasure


class Creatures(ProgressMeasure):
    """The creatures that a player has completed and still has."""

    def is_turn(self, state: State, action: i64) -> bool:  # noqa: ARG002 - any action begins it
        """N3.1 A turn begins with the first of its two actions."""
        table = cast("Board", state)
        return table.current_step() == ACT and table.actions == ACTIONS_PER_TURN

    def progress(self, state: State, seat: i64) -> i64:
        """Return how many complete creatures a player has."""
        return cast("Board", state).complete_count(seat)


def make() -> ProgressMeasure:
    """Return what is looked at."""
    return Creatures()
