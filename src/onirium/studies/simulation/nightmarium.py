"""Progress in Nightmarium: the number of complete creatures."""

from typing import cast

from mypy_extensions import i64

from onirium.core.game import State
from onirium.games.nightmarium.components import ACTIONS_PER_TURN
from onirium.games.nightmarium.state import Board
from onirium.games.nightmarium.steps import ACT
from onirium.studies.simulation.progress_tracker import ProgressMeasure


class CreatureProgress(ProgressMeasure):
    """The complete creatures that a player has at present."""

    def is_turn_start(self, state: State, action: i64) -> bool:  # noqa: ARG002 - any action starts it
        """N3.1 A turn starts with the first of its two actions."""
        board = cast("Board", state)
        return board.current_step() == ACT and board.actions == ACTIONS_PER_TURN

    def progress(self, state: State, seat: i64) -> i64:
        """Return the number of complete creatures of a player."""
        return cast("Board", state).complete_count(seat)


def create_measure() -> ProgressMeasure:
    """Return the measure of progress."""
    return CreatureProgress()
