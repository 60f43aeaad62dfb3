"""All inputs of a table, as one seat has it."""

from typing import cast, final

from mypy_extensions import i64

from onirium.bots.network.evaluator import FeatureEncoder
from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.nightmarium.features.opponents import write_rival
from onirium.bots.nightmarium.features.own_board import write_own
from onirium.bots.nightmarium.features.phase import phase_of, write_moment
from onirium.bots.nightmarium.features.seat_counts import Standing
from onirium.core.game import State
from onirium.games.nightmarium.state import Board


@final
class NightmariumEncoder(FeatureEncoder):
    """The inputs of Nightmarium."""

    def __init__(self) -> None:
        self._own = Standing()
        self._rival = Standing()

    def encode(self, state: State, seat: i64, writer: FeatureWriter) -> None:
        """Write what a seat has, what the others have, and what is going on."""
        table = cast("Board", state)
        own, rival = self._own, self._rival
        writer.reset()
        own.look(table, seat)
        own.look_at_hand(table)
        write_own(table, seat, own, writer)
        first = writer.offset
        to_go = own.to_go() + own.complete
        cards_to_go = 3 * to_go
        other = table.next_seat(seat)
        while other != seat:
            writer.offset = first
            rival.look(table, other)
            write_rival(table, seat, other, rival, writer)
            to_go = min(to_go, rival.to_go())
            cards_to_go = min(cards_to_go, rival.cards_to_go())
            other = table.next_seat(other)
        write_moment(table, seat, writer)
        phase = phase_of(table, seat)
        writer.one_hot((own.to_go() * 8 + to_go) * 4 + phase, 256)
        lead = max(min(cards_to_go - own.cards_to_go(), 9), -9) + 9
        # Two at a time: compiled, the least of three is a call of Python's.
        close = min(own.to_go(), to_go)
        writer.one_hot((lead * 5 + min(close, 4)) * 4 + phase, 380)
