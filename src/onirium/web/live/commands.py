"""What a message means at a table: the entry that it proposes."""

from onirium.tables.errors import CommandRejected
from onirium.tables.events import AnyTableEvent
from onirium.tables.table import NO_SEAT, Table
from onirium.web.live.client_view import Reader, decided_last, eyes_of, seats_of
from onirium.web.live.protocol import Act, Answer, HandOver, Hide, Links, Look, Resign, Say, Undo

Deed = Act | Undo | Answer | Resign | Say | HandOver | Links
"""What changes a table and needs nothing but the table."""


def proposed(table: Table, reader: Reader, deed: Deed) -> AnyTableEvent:
    """Return the entry that does what a reader wants, with all that computer players do then.

    Raises:
        Refused: if it cannot be done.
    """
    match deed:
        case Act(version=version, actions=actions):
            return table.take_actions(deciding(table, reader), actions, version)
        case Undo():
            return table.take_back(decided_last(table, own_seats(table, reader)))
        case Answer(yes=yes):
            return table.answer_takeback(own_seats(table, reader)[0], accepted=yes)
        case Resign():
            return table.resign(_speaking(table, reader))
        case Say(phrase=phrase):
            return table.send_phrase(_speaking(table, reader), phrase)
        case HandOver(seat=seat, who=who):
            return table.assign_seat(existing(table, seat), who, reader.holder)
        case Links(on=on):
            return table.set_links(reader.holder, enabled=on)


def turn_eyes(table: Table, reader: Reader, wish: Look | Hide) -> None:
    """Let a reader see with the eyes of one of their seats, or of nobody's.

    Raises:
        Refused: as ``foreign``, if it is not their seat.
    """
    if isinstance(wish, Hide):
        reader.looked = NO_SEAT
    elif wish.seat in seats_of(table, reader.holder):
        reader.looked = wish.seat
    else:
        raise CommandRejected("foreign")


def own_seats(table: Table, reader: Reader) -> list[int]:
    """Return the seats of a reader.

    Raises:
        Refused: as ``watching``, if there are none.
    """
    mine = seats_of(table, reader.holder)
    if not mine:
        raise CommandRejected("watching")
    return mine


def existing(table: Table, seat: int) -> int:
    """Return a seat.

    Raises:
        Refused: as ``seat``, if the table has no such seat.
    """
    if seat >= len(table.seats):
        raise CommandRejected("seat", number=seat + 1)
    return seat


def deciding(table: Table, reader: Reader) -> int:
    """Return the seat for which a reader decides: the one with whose eyes they see.

    Raises:
        Refused: as ``watching``, if there is none; as ``hidden``, if no eyes are open.
    """
    mine, eyes = own_seats(table, reader), eyes_of(table, reader)
    if eyes not in mine:
        raise CommandRejected("hidden")
    return eyes


def _speaking(table: Table, reader: Reader) -> int:
    """Return the seat for which a reader speaks: it need not be seen with its eyes."""
    mine, eyes = own_seats(table, reader), eyes_of(table, reader)
    turn = int(table.match.state.current_player())
    return next(seat for seat in (eyes, turn, mine[0]) if seat in mine)
