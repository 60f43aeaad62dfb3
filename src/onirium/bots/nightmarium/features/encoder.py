"""The feature encoder of Nightmarium."""

from typing import cast, final

from mypy_extensions import i64

from onirium.bots.network.evaluator import FeatureEncoder
from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.nightmarium.features.opponents import write_opponent
from onirium.bots.nightmarium.features.own_board import write_own
from onirium.bots.nightmarium.features.phase import phase_of, write_phase
from onirium.bots.nightmarium.features.seat_counts import SeatCounts
from onirium.core.game import State
from onirium.games.nightmarium.state import Board


@final
class NightmariumEncoder(FeatureEncoder):
    """Encodes a state from a seat's point of view, without information hidden from the seat."""

    def __init__(self) -> None:
        self._own = SeatCounts()
        self._opponent = SeatCounts()

    def encode(self, state: State, seat: i64, writer: FeatureWriter) -> None:
        """Write the active features."""
        board = cast("Board", state)
        own, opponent = self._own, self._opponent
        writer.reset()
        own.update(board, seat)
        own.update_hand(board)
        write_own(board, seat, own, writer)
        first = writer.offset
        creatures_to_go = board.options.goal
        cards_to_go = 3 * creatures_to_go
        other = board.next_seat(seat)
        while other != seat:
            writer.offset = first
            opponent.update(board, other)
            write_opponent(board, seat, other, opponent, writer)
            creatures_to_go = min(creatures_to_go, opponent.creatures_to_go())
            cards_to_go = min(cards_to_go, opponent.cards_to_go())
            other = board.next_seat(other)
        write_phase(board, seat, writer)
        phase = phase_of(board, seat)
        writer.one_hot((own.creatures_to_go() * 8 + creatures_to_go) * 4 + phase, 256)
        lead = max(min(cards_to_go - own.cards_to_go(), 9), -9) + 9
        # In pairs: mypyc compiles min() of two to a comparison, of three to a Python call.
        leader_to_go = min(own.creatures_to_go(), creatures_to_go)
        writer.one_hot((lead * 5 + min(leader_to_go, 4)) * 4 + phase, 380)
