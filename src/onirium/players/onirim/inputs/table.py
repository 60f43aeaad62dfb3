"""All inputs of a table, as one seat has it."""

from typing import cast, final

from mypy_extensions import i64

from onirium.games.onirim.state import Table
from onirium.kernel.game import State
from onirium.players.evaluator import Inputs
from onirium.players.onirim.inputs.alone import write_alone
from onirium.players.onirim.inputs.colours import write_colours
from onirium.players.onirim.inputs.deck import write_deck, write_known
from onirium.players.onirim.inputs.expansions import write_expansions
from onirium.players.onirim.inputs.formation import INPUTS, Formation, write_formation
from onirium.players.onirim.inputs.moment import write_moment
from onirium.players.onirim.inputs.sight import Sight
from onirium.players.pen import Pen


@final
class OnirimInputs(Inputs):
    """The inputs of Onirim."""

    def __init__(self) -> None:
        self._sight = Sight()
        self._formation = Formation()

    def write(self, state: State, seat: i64, pen: Pen) -> None:
        """Write what a seat has and what is left."""
        table = cast("Table", state)
        sight = self._sight
        sight.look(table, seat)
        pen.begin()
        write_colours(table, seat, sight, pen)
        write_deck(table, sight, pen)
        write_known(table, seat, sight, pen)
        write_moment(table, seat, sight, pen)
        if table.options.expanded:
            write_expansions(table, sight, pen)
        else:
            pen.skip(531)
        if table.options.seats == 1:
            write_alone(table, seat, sight, pen)
            if table.options.towers:
                write_formation(table, sight, self._formation, pen)
            elif table.options.expanded:
                pen.skip(INPUTS)
