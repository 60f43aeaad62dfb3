"""How far a player has come in Onirim: the doors found."""

from typing import cast

from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.core.game import State
from onirium.games.onirim.actions import CAST_PROPHECY, CAST_PUNISHMENT
from onirium.games.onirim.components import COLOUR_COUNT
from onirium.games.onirim.state import Board
from onirium.games.onirim.steps import PLAY
from onirium.studies.simulation.progress_tracker import ProgressMeasure


class Doors(ProgressMeasure):
    """The doors found: in a race one's own, otherwise those of all."""

    def is_turn(self, state: State, action: i64) -> bool:
        """O3.1 A turn is to play a card or to discard one; a spell may come before it."""
        if CAST_PROPHECY <= action <= CAST_PUNISHMENT:
            return False
        return cast("Board", state).current_step() == PLAY

    def progress(self, state: State, seat: i64) -> i64:
        """Return how many doors are found."""
        table = cast("Board", state)
        if table.options.seats == 1:
            return _doors(table.doors)
        if not table.options.race:
            return _doors(table.doors) + _doors(table.partner_doors)
        return _doors(table.doors if seat == table.mover else table.partner_doors)


def make() -> ProgressMeasure:
    """Return what is looked at."""
    return Doors()


def _doors(doors: "vec[u8]") -> i64:
    found: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        found += i64(doors[colour])
    return found
