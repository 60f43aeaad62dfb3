"""The command that sends a phrase."""

from onirium.tables.errors import reject_unless
from onirium.tables.events import PhraseSent
from onirium.tables.table import Table


def send_phrase(table: Table, seat: int, phrase: str) -> PhraseSent:
    """Return the event for a phrase of a seat.

    Raises:
        CommandRejected: as ``chat_disabled``, ``unknown_phrase``, ``history_full``.
    """
    reject_unless(table.allows_chat(), "chat_disabled")
    reject_unless(phrase in table.phrases, "unknown_phrase")
    reject_unless(not table.is_full, "history_full")
    return PhraseSent(seat, phrase)
