"""The feature encoder of Onirim."""

from typing import Final, cast, final

from mypy_extensions import i64

from onirium.bots.network.evaluator import FeatureEncoder
from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.onirim.features.colour_patterns import write_colour_patterns, write_key_locations
from onirium.bots.onirim.features.colours import write_colours
from onirium.bots.onirim.features.deck import write_deck, write_known_cards
from onirium.bots.onirim.features.expansions import write_expansions
from onirium.bots.onirim.features.phase import write_phase
from onirium.bots.onirim.features.seat_counts import SeatCounts
from onirium.bots.onirim.features.tower_row import FEATURE_COUNT as TOWER_ROW_FEATURE_COUNT
from onirium.bots.onirim.features.tower_row import RunPotential, write_tower_row
from onirium.core.game import State
from onirium.games.onirim.state import Board

EXPANSION_FEATURE_COUNT: Final[i64] = 531
"""The number of features that ``write_expansions`` writes."""


@final
class OnirimEncoder(FeatureEncoder):
    """Encodes a state from a seat's point of view.

    Partners win together, so their states are always encoded from the point of view of the mover.
    """

    def __init__(self) -> None:
        self._counts = SeatCounts()
        self._partner_counts = SeatCounts()
        self._potential = RunPotential()

    def encode(self, state: State, seat: i64, writer: FeatureWriter) -> None:
        """Write the active features; in a race for the given seat, otherwise for the mover."""
        board = cast("Board", state)
        writer.reset()
        if board.options.race:
            self._write_common(board, seat, writer)
        else:
            self._write_common(board, board.mover, writer)
            self._write_cooperative(board, board.mover, writer)

    def _write_common(self, board: Board, seat: i64, writer: FeatureWriter) -> None:
        """Write the features of all modes."""
        counts = self._counts
        counts.update(board, seat)
        write_colours(board, counts, writer)
        write_deck(board, counts, writer)
        write_known_cards(board, counts, writer)
        write_phase(board, seat, counts, writer)
        if board.options.has_expansions:
            write_expansions(board, counts, writer)
        else:
            writer.end_group(EXPANSION_FEATURE_COUNT)

    def _write_cooperative(self, board: Board, seat: i64, writer: FeatureWriter) -> None:
        """Write the features of games without rivals."""
        counts = self._counts
        write_colour_patterns(board, counts, writer)
        if board.options.seats > 1:
            self._partner_counts.update(board, 1 - seat)
            write_colour_patterns(board, self._partner_counts, writer)
            write_key_locations(counts, writer)
        if board.options.towers:
            write_tower_row(board, counts, self._potential, writer)
        elif board.options.has_expansions:
            writer.end_group(TOWER_ROW_FEATURE_COUNT)
