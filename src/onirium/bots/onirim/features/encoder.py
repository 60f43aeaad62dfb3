"""All inputs of a table, as one seat has it."""

from typing import cast, final

from mypy_extensions import i64

from onirium.bots.network.evaluator import FeatureEncoder
from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.onirim.features.colour_patterns import write_keys, write_wholes
from onirium.bots.onirim.features.colours import write_colours
from onirium.bots.onirim.features.deck import write_deck, write_known
from onirium.bots.onirim.features.expansions import write_expansions
from onirium.bots.onirim.features.phase import write_moment
from onirium.bots.onirim.features.seat_counts import Sight
from onirium.bots.onirim.features.tower_row import INPUTS, Formation, write_formation
from onirium.core.game import State
from onirium.games.onirim.state import Board


@final
class OnirimEncoder(FeatureEncoder):
    """The inputs of Onirim.

    Partners win together, so there is one view of their table: that of whoever is to move.
    """

    def __init__(self) -> None:
        self._sight = Sight()
        self._partner_sight = Sight()
        self._formation = Formation()

    def encode(self, state: State, seat: i64, writer: FeatureWriter) -> None:
        """Write what a seat has and what is left."""
        table = cast("Board", state)
        writer.reset()
        if table.options.race:
            self._write_all(table, seat, writer)
        else:
            self._write_all(table, table.mover, writer)
            self._write_closely(table, table.mover, writer)

    def _write_all(self, table: Board, seat: i64, writer: FeatureWriter) -> None:
        """Write what is seen of every table."""
        sight = self._sight
        sight.look(table, seat)
        write_colours(table, seat, sight, writer)
        write_deck(table, sight, writer)
        write_known(table, seat, sight, writer)
        write_moment(table, seat, sight, writer)
        if table.options.expanded:
            write_expansions(table, sight, writer)
        else:
            writer.end_group(531)

    def _write_closely(self, table: Board, seat: i64, writer: FeatureWriter) -> None:
        """Write what is seen where nobody is a rival."""
        sight = self._sight
        write_wholes(table, seat, sight, writer)
        if table.options.seats > 1:
            self._partner_sight.look(table, 1 - seat)
            write_wholes(table, 1 - seat, self._partner_sight, writer)
            write_keys(sight, writer)
        if table.options.towers:
            write_formation(table, sight, self._formation, writer)
        elif table.options.expanded:
            writer.end_group(INPUTS)
