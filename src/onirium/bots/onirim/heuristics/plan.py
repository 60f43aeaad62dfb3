"""The nearest set that finds a door."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.bots.onirim.heuristics.hurdles import hurdles
from onirium.bots.onirim.heuristics.needs import NEVER, doors_to_find, draws_until
from onirium.games.onirim.components import (
    COLOUR_COUNT,
    KEY,
    ROOM_KIND_COUNT,
    SET_SIZE,
    SYMBOL_COUNT,
)
from onirium.games.onirim.doors import row_colour, set_length
from onirium.games.onirim.legal_actions import barred_symbol
from onirium.games.onirim.state import Board

LAYING: Final[i64] = 5
"""To lay a room takes as much effort as to wait for so many draws; to lay a key, twice as much."""

_NO_ROOMS: Final = vec[u8](bytes(ROOM_KIND_COUNT))


@final
class Plan:
    """The nearest set that finds a door: the one that takes the least effort.

    Attributes:
        rooms: the rooms to lay, the next one last; none if no set can be completed.
        spare: the hand without the rooms that are to be laid.
        missing: the rooms that are to be laid and not in hand.
    """

    def __init__(self, table: Board) -> None:
        self.rooms = vec[u8]()
        self.spare = table.hand[:]
        self.missing = _NO_ROOMS[:]
        self._table = table
        self._effort = NEVER
        self._way = vec[u8]()
        colour: i64
        for colour in range(COLOUR_COUNT):
            if doors_to_find(table, colour) > 0:
                to_lay = SET_SIZE - rooms_begun(table, colour)
                self._way = _NO_ROOMS[:to_lay]
                self._try_rooms(colour, barred_symbol(table.row), to_lay, hurdles(table, colour))
        self._tell_missing_from_spare()

    def next_is_held(self) -> bool:
        """Tell whether the next room of the set can be laid now."""
        return len(self.rooms) > 0 and self._table.hand[i64(self.rooms[-1])] > 0

    def _try_rooms(self, colour: i64, barred: i64, to_lay: i64, effort: i64) -> None:
        """Go every way to the end of a set that promises less effort than the best so far."""
        if effort >= self._effort:
            return
        if to_lay == 0:
            self._effort = effort
            self.rooms = self._way[:]
            return
        symbol: i64
        for symbol in range(SYMBOL_COUNT):
            if symbol != barred:
                room = colour * SYMBOL_COUNT + symbol
                further = effort + self._effort_of(room)
                self._way[to_lay - 1] = u8(room)
                held = u8(self.spare[room] > 0)
                self.spare[room] -= held
                self._try_rooms(colour, symbol, to_lay - 1, further)
                self.spare[room] += held

    def _effort_of(self, room: i64) -> i64:
        """Weigh what a room takes: to lay it, and to wait for it if it is not in hand."""
        effort = LAYING
        if room % SYMBOL_COUNT == KEY:
            effort += LAYING
        if self.spare[room] == 0:
            effort += draws_until(self._table, room)
        return effort

    def _tell_missing_from_spare(self) -> None:
        for planned in self.rooms:
            room = i64(planned)
            if self.spare[room] > 0:
                self.spare[room] -= 1
            else:
                self.missing[room] += 1


def rooms_begun(table: Board, colour: i64) -> i64:
    """Return how many rooms of a set in this colour lie already at the end of the row."""
    length = set_length(table.row)
    if length > 0 and row_colour(table) == colour:
        return length
    return 0
