"""Viewers of a table, and the seat that each of them views."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from onirium.core.events import SPECTATOR
from onirium.match.match import HUMAN
from onirium.presentation.presenter import presenter_for
from onirium.tables.setup import NO_SEAT
from onirium.tables.table import Table


@dataclass
class Viewer:
    """The addressee of a table view.

    Attributes:
        user_id: the user, possibly an owner of seats; empty for a user without a cookie.
        language: language of all texts.
        chosen_seat: own seat that the viewer has chosen to view, or -1.
    """

    user_id: str
    language: str
    chosen_seat: int = NO_SEAT


def own_seats(table: Table, user_id: str) -> list[int]:
    """Return the seats that a user owns, without those that a bot occupies."""
    return [
        index
        for index, seat in enumerate(table.seats)
        if user_id and seat.owner_id == user_id and seat.occupant == HUMAN
    ]


def viewed_seat(table: Table, viewer: Viewer) -> int:
    """Return the seat that a viewer views, or ``SPECTATOR``.

    Players sharing a device get a private view only after choosing a seat.
    """
    return seat_to_view(table, viewer, own_seats(table, viewer.user_id))


def seat_to_view(table: Table, viewer: Viewer, seats: Sequence[int]) -> int:
    """Return the seat to view among those of a viewer, or ``SPECTATOR``."""
    if viewer.chosen_seat in seats:
        return viewer.chosen_seat
    if len(seats) == 1 or (seats and not _any_is_private(table, seats)):
        decider = int(table.match.state.current_player())
        return decider if decider in seats else seats[0]
    return SPECTATOR


def follow_turn(table: Table, viewer: Viewer) -> None:
    """Switch the view when another own seat decides: to that seat, or to none if it is private.

    Players sharing a device must not see each other's private cards.
    """
    seats = own_seats(table, viewer.user_id)
    decider = int(table.match.state.current_player())
    if len(seats) > 1 and decider in seats and decider != viewer.chosen_seat:
        viewer.chosen_seat = NO_SEAT if _any_is_private(table, seats) else decider


def last_decider(table: Table, seats: Sequence[int]) -> int:
    """Return the seat that decided last among some seats; the first of them if none has."""
    if len(seats) == 1:
        return seats[0]
    return max(seats, key=lambda seat: _last_decision_index(table, seat))


def _last_decision_index(table: Table, seat: int) -> int:
    index = table.match.last_decision_index(seat)
    return NO_SEAT if index is None else index


def _any_is_private(table: Table, seats: Iterable[int]) -> bool:
    """Return whether one of the seats sees something that the others may not."""
    if table.is_over:
        return False
    presenter, game = presenter_for(table.setup.game), table.match.game
    return any(presenter.is_private(table.match.state.view(seat), game) for seat in seats)
