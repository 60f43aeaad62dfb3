"""Permission and existence checks of commands, and their translation into events."""

from collections.abc import Collection

from onirium.tables.commands import chat, play, seating, takebacks
from onirium.tables.errors import CommandRejected
from onirium.tables.events import AnyTableEvent
from onirium.tables.setup import NO_SEAT
from onirium.tables.table import Table
from onirium.web.live.protocol.commands import (
    AnswerTakeback,
    AssignSeat,
    HideHands,
    Resign,
    SendPhrase,
    SetLinks,
    TakeActions,
    TakeBack,
    ViewSeat,
)
from onirium.web.live.viewer import Viewer, last_decider, own_seats, viewed_seat

TableCommand = TakeActions | TakeBack | AnswerTakeback | Resign | SendPhrase | AssignSeat | SetLinks
"""Commands that translate into one event without any further effect."""


def to_event(
    table: Table, viewer: Viewer, command: TableCommand, present: Collection[str]
) -> AnyTableEvent:
    """Return the event that a command causes, including all bot decisions that follow at once.

    Args:
        table: the table.
        viewer: the sender of the command.
        command: the command.
        present: user ids of the connected owners.

    Raises:
        CommandRejected: if the command is not possible or not permitted.
    """
    match command:
        case TakeActions(version=version, actions=actions):
            return play.take_actions(table, deciding_seat(table, viewer), actions, version)
        case TakeBack():
            return takebacks.take_back(table, last_decider(table, require_seats(table, viewer)))
        case AnswerTakeback(accept=accept):
            seats = require_seats(table, viewer)
            return takebacks.answer_takeback(table, seats[0], accepted=accept)
        case Resign():
            return play.resign(table, _speaking_seat(table, viewer))
        case SendPhrase(phrase=phrase):
            return chat.send_phrase(table, _speaking_seat(table, viewer), phrase)
        case AssignSeat(seat=seat, occupant=occupant):
            require_absent_owner(table, viewer, seat, present)
            is_host_away = table.setup.host_id not in present
            return seating.assign_seat(
                table, seat, occupant, viewer.user_id, is_host_away=is_host_away
            )
        case SetLinks(enabled=enabled):
            return seating.set_links(table, viewer.user_id, enabled=enabled)


def switch_view(table: Table, viewer: Viewer, command: ViewSeat | HideHands) -> None:
    """Switch a viewer to one of the own seats, or to none.

    Raises:
        CommandRejected: as ``not_own_seat``, if the seat is not the viewer's.
    """
    if isinstance(command, HideHands):
        viewer.chosen_seat = NO_SEAT
    elif command.seat in own_seats(table, viewer.user_id):
        viewer.chosen_seat = command.seat
    else:
        raise CommandRejected("not_own_seat")


def require_seats(table: Table, viewer: Viewer) -> list[int]:
    """Return the seats of a viewer.

    Raises:
        CommandRejected: as ``no_seat``, if the viewer is a spectator.
    """
    seats = own_seats(table, viewer.user_id)
    if not seats:
        raise CommandRejected("no_seat")
    return seats


def checked_seat(table: Table, seat: int) -> int:
    """Return a seat index after checking that it exists.

    Raises:
        CommandRejected: as ``no_such_seat``, if the table has no such seat.
    """
    if seat >= len(table.seats):
        raise CommandRejected("no_such_seat", number=seat + 1)
    return seat


def require_absent_owner(table: Table, viewer: Viewer, seat: int, present: Collection[str]) -> None:
    """Check that a seat is not taken from another, connected user.

    Raises:
        CommandRejected: as ``occupant_present``, if its owner is connected; as ``no_such_seat``, if
            the table has no such seat.
    """
    owner_id = table.seats[checked_seat(table, seat)].owner_id
    if owner_id != viewer.user_id and owner_id in present:
        raise CommandRejected("occupant_present")


def deciding_seat(table: Table, viewer: Viewer) -> int:
    """Return the seat for which a viewer decides: the one that is viewed.

    Raises:
        CommandRejected: as ``no_seat``, if the viewer is a spectator; as ``seat_not_viewed``, if
            several players share the device and none has opened a view.
    """
    seats, seat = require_seats(table, viewer), viewed_seat(table, viewer)
    if seat not in seats:
        raise CommandRejected("seat_not_viewed")
    return seat


def _speaking_seat(table: Table, viewer: Viewer) -> int:
    """Return the seat that resigns or chats: the viewed, the deciding, or the first own seat."""
    seats, seat = require_seats(table, viewer), viewed_seat(table, viewer)
    decider = int(table.match.state.current_player())
    return next(each for each in (seat, decider, seats[0]) if each in seats)
