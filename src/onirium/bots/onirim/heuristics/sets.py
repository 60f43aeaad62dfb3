"""The nearest set that finds a door, and the effort that it takes.

Effort is measured in expected draws. It adds up the plays of the missing rooms, the draws until
they can be expected, and the obstacles that expansions put between a set of three and its door.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.games.onirim.actions import CAST_PLANNING
from onirium.games.onirim.components import (
    COLOUR_COUNT,
    FIRST_DOOR,
    KEY,
    PREMONITION_COUNT,
    ROOM_KIND_COUNT,
    SET_SIZE,
    SYMBOL_COUNT,
)
from onirium.games.onirim.doors import row_colour, set_length
from onirium.games.onirim.expansions.book.doors import matches
from onirium.games.onirim.expansions.book.spells import face_up_goal_count, price
from onirium.games.onirim.expansions.premonitions.doors import strikes
from onirium.games.onirim.legal_actions import barred_symbol
from onirium.games.onirim.state import Board
from onirium.games.onirim.steps import SWAP

UNREACHABLE: Final[i64] = 1000
"""The effort of a set that cannot be completed: above that of any other."""

PLAY_EFFORT: Final[i64] = 5
"""The effort of playing a room; for a key, which is worth keeping, twice as much."""

SPELL_EFFORT: Final[i64] = 10
"""The effort of casting Parallel Planning."""

PREMONITION_HARM: Final = vec[i64]([1, 2, 3, 8, 8, 2, 9, 9])
"""The effort that each Premonition costs; the last two reveal further ones."""

_NO_ROOMS: Final = vec[u8](bytes(ROOM_KIND_COUNT))


@final
class SetPlan:
    """The set of least effort that finds a door the mover still needs.

    Attributes:
        rooms: the rooms to play, the next one last; empty if no set can be completed.
        spare: the hand without the rooms to play.
        missing: the rooms to play that are not in hand.
    """

    def __init__(self, board: Board) -> None:
        self.rooms = vec[u8]()
        self.spare = board.hand[:]
        self.missing = _NO_ROOMS[:]
        self._board = board
        self._effort = UNREACHABLE
        self._candidate = vec[u8]()
        colour: i64
        for colour in range(COLOUR_COUNT):
            if doors_to_find(board, colour) > 0:
                count = SET_SIZE - rooms_begun(board, colour)
                self._candidate = _NO_ROOMS[:count]
                effort = obstacle_effort(board, colour)
                self._try_rooms(colour, barred_symbol(board.row), count, effort)
        self._divide_hand()

    def next_is_held(self) -> bool:
        """Return whether the next room of the set is in hand."""
        return len(self.rooms) > 0 and self._board.hand[i64(self.rooms[-1])] > 0

    def _try_rooms(self, colour: i64, barred: i64, count: i64, effort: i64) -> None:
        """Search all sequences of rooms that complete a set, by branch and bound."""
        if effort >= self._effort:
            return
        if count == 0:
            self._effort = effort
            self.rooms = self._candidate[:]
            return
        symbol: i64
        for symbol in range(SYMBOL_COUNT):
            if symbol != barred:
                room = colour * SYMBOL_COUNT + symbol
                total = effort + self._room_effort(room)
                self._candidate[count - 1] = u8(room)
                held = u8(self.spare[room] > 0)
                self.spare[room] -= held
                self._try_rooms(colour, symbol, count - 1, total)
                self.spare[room] += held

    def _room_effort(self, room: i64) -> i64:
        """Return the effort of playing a room, and of waiting for it if it is not in hand."""
        effort = PLAY_EFFORT
        if room % SYMBOL_COUNT == KEY:
            effort += PLAY_EFFORT
        if self.spare[room] == 0:
            effort += expected_draws(self._board, room)
        return effort

    def _divide_hand(self) -> None:
        """Divide the rooms to play into those in hand and those missing."""
        for planned in self.rooms:
            room = i64(planned)
            if self.spare[room] > 0:
                self.spare[room] -= 1
            else:
                self.missing[room] += 1


def rooms_begun(board: Board, colour: i64) -> i64:
    """Return the number of rooms of a set in this colour at the end of the row."""
    length = set_length(board, board.row)
    if length > 0 and row_colour(board) == colour:
        return length
    return 0


def doors_to_find(board: Board, colour: i64) -> i64:
    """Return the number of doors of a colour that the mover still needs; of two players, 0 or 1."""
    if board.options.seats == 1:
        return i64(board.options.deck[FIRST_DOOR + colour]) - i64(board.doors[colour])
    return max(0, 1 - i64(board.doors[colour]))


def partner_seeks(board: Board, colour: i64) -> bool:
    """Return whether there is a partner who still needs a door of a colour."""
    return board.options.seats > 1 and board.partner_doors[colour] == 0


def expected_draws(board: Board, card: i64) -> i64:
    """Return the expected number of draws until a card of this kind is drawn."""
    left = board.possible_in_deck(card)
    if left == 0:
        return UNREACHABLE
    return board.deck.size() // left


def obstacle_effort(board: Board, colour: i64) -> i64:
    """Return the effort between a complete set of a colour and its door."""
    effort: i64 = 0
    if board.options.book:
        effort += goal_effort(board, colour)
    if board.options.premonitions:
        effort += penalty_effort(board, colour)
    return effort


def goal_effort(board: Board, colour: i64) -> i64:
    """Return the effort of making the next goal match: a spell and the cards to pay for it."""
    if board.current_step() == SWAP or matches(board, colour):
        return 0
    if face_up_goal_count(board) == 1:
        return UNREACHABLE
    lack = price(board, CAST_PLANNING) - board.discard_size
    if lack > 0:
        return SPELL_EFFORT + lack
    return SPELL_EFFORT


def penalty_effort(board: Board, colour: i64) -> i64:
    """Return the harm of the penalties that one more door of a colour would cause."""
    harm: i64 = 0
    board.doors[colour] += 1
    number: i64
    for number in range(PREMONITION_COUNT):
        if strikes(board, number):
            harm += PREMONITION_HARM[number]
    board.doors[colour] -= 1
    return harm
