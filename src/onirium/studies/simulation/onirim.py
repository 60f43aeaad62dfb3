"""Progress in Onirim: the number of doors found."""

from typing import cast

from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.core.game import State
from onirium.games.onirim.actions import CAST_PROPHECY, CAST_PUNISHMENT
from onirium.games.onirim.components import COLOUR_COUNT
from onirium.games.onirim.state import Board
from onirium.games.onirim.steps import PLAY
from onirium.studies.simulation.progress_tracker import ProgressMeasure


class DoorProgress(ProgressMeasure):
    """The doors found: in a race those of the seat, otherwise those of all seats."""

    def is_turn_start(self, state: State, action: i64) -> bool:
        """O3.1 A turn starts when a card is played or discarded; spells may be cast before it."""
        if CAST_PROPHECY <= action <= CAST_PUNISHMENT:
            return False
        return cast("Board", state).current_step() == PLAY

    def progress(self, state: State, seat: i64) -> i64:
        """Return the number of doors found."""
        board = cast("Board", state)
        if board.options.seats == 1:
            return _count_doors(board.doors)
        if not board.options.race:
            return _count_doors(board.doors) + _count_doors(board.partner_doors)
        return _count_doors(board.doors if seat == board.mover else board.partner_doors)


def create_measure() -> ProgressMeasure:
    """Return the measure of progress."""
    return DoorProgress()


def _count_doors(doors: "vec[u8]") -> i64:
    count: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        count += i64(doors[colour])
    return count
