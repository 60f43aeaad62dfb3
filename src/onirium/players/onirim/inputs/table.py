"""All inputs of a table, as one seat has it."""

from typing import cast, final

from mypy_extensions import i64

from onirium.games.onirim.state import Table
from onirium.kernel.game import State
from onirium.players.evaluator import Inputs
from onirium.players.onirim.inputs.colours import write_colours
from onirium.players.onirim.inputs.deck import write_deck, write_known
from onirium.players.onirim.inputs.expansions import write_expansions
from onirium.players.onirim.inputs.formation import INPUTS, Formation, write_formation
from onirium.players.onirim.inputs.moment import write_moment
from onirium.players.onirim.inputs.sight import Sight
from onirium.players.onirim.inputs.wholes import write_keys, write_wholes
from onirium.players.pen import Pen


@final
class OnirimInputs(Inputs):
    """The inputs of Onirim.

    Partners win together, so there is one view of their table: that of whoever is to move.
    """

    def __init__(self) -> None:
        self._sight = Sight()
        self._partner_sight = Sight()
        self._formation = Formation()

    def write(self, state: State, seat: i64, pen: Pen) -> None:
        """Write what a seat has and what is left."""
        table = cast("Table", state)
        pen.begin()
        if table.options.race:
            self._write_all(table, seat, pen)
        else:
            self._write_all(table, table.mover, pen)
            self._write_closely(table, table.mover, pen)

    def _write_all(self, table: Table, seat: i64, pen: Pen) -> None:
        """Write what is seen of every table."""
        sight = self._sight
        sight.look(table, seat)
        write_colours(table, seat, sight, pen)
        write_deck(table, sight, pen)
        write_known(table, seat, sight, pen)
        write_moment(table, seat, sight, pen)
        if table.options.expanded:
            write_expansions(table, sight, pen)
        else:
            pen.skip(531)

    def _write_closely(self, table: Table, seat: i64, pen: Pen) -> None:
        """Write what is seen where nobody is a rival."""
        sight = self._sight
        write_wholes(table, seat, sight, pen)
        if table.options.seats > 1:
            self._partner_sight.look(table, 1 - seat)
            write_wholes(table, 1 - seat, self._partner_sight, pen)
            write_keys(sight, pen)
        if table.options.towers:
            write_formation(table, sight, self._formation, pen)
        elif table.options.expanded:
            pen.skip(INPUTS)
