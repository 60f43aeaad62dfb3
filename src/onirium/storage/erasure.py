"""Deletion of personal data and of abandoned tables."""

from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from onirium.storage.backend import Connection
from onirium.tables.events import AnyTableEvent, SeatTaken
from onirium.tables.setup import Setup
from onirium.tables.tokens import hash_token, new_token

_USER_RELATIONS: Final = ("users", "unsigned_users")
_OWNER_RELATIONS: Final = ("daily_attempts", "results", "result_counts", "connected_owners")
_TABLE_RELATIONS: Final = (
    *("daily_attempts", "results", "seat_owners", "connected_owners"),
    *("table_summaries", "events", "tables"),
)

ABANDONED_TABLES: Final = """
FROM table_summaries JOIN seat_owners USING (table_id)
WHERE is_over = 0 AND seat_owners.updated_at < ? AND NOT EXISTS (SELECT 1 FROM events
    WHERE events.table_id = table_summaries.table_id AND event_index = version)
"""
"""Selects the owners of the unfinished tables without an event since a time.

A table whose summary is older than its latest event is not among them.
"""


def erase_at_table(connection: Connection, table_id: str, owner_id: str) -> None:
    """Erase a user from one of the user's tables.

    A table without other owners, present or former, is deleted. A table with other owners stays for
    them: the user's seats lose their owner, one of the others becomes the host, and in earlier
    events the hash of a random token replaces the owner id.

    Args:
        connection: a connection to the database, in a transaction.
        table_id: the table.
        owner_id: the hashed token of the user.
    """
    connection.execute(
        "DELETE FROM seat_owners WHERE table_id = ? AND owner_id = ?", (table_id, owner_id)
    )
    others = connection.execute(
        "SELECT owner_id FROM seat_owners WHERE table_id = ? ORDER BY owner_id", (table_id,)
    ).fetchall()
    if others:
        events = _release_seats(connection, table_id, owner_id)
        _anonymize(connection, table_id, owner_id, others[0][0], events)
    else:
        delete_table(connection, table_id)


def erase_user(connection: Connection, owner_id: str) -> None:
    """Delete the data of a user outside of tables.

    The rows by which tables are found again stay: the user may have taken a seat meanwhile.
    """
    for relation in _USER_RELATIONS:
        connection.execute(f"DELETE FROM {relation} WHERE user_id = ?", (owner_id,))  # noqa: S608
    for relation in _OWNER_RELATIONS:
        connection.execute(f"DELETE FROM {relation} WHERE owner_id = ?", (owner_id,))  # noqa: S608


def delete_table(connection: Connection, table_id: str) -> None:
    """Delete a table and everything that refers to it."""
    for relation in _TABLE_RELATIONS:
        connection.execute(f"DELETE FROM {relation} WHERE table_id = ?", (table_id,))  # noqa: S608


def delete_unused_table(connection: Connection, table_id: str) -> None:
    """Delete a table unless it has an event after the first one, the deal."""
    acted = connection.execute(
        "SELECT 1 FROM events WHERE table_id = ? AND event_index >= 1 LIMIT 1", (table_id,)
    )
    if not acted.fetchall():
        delete_table(connection, table_id)


def delete_abandoned_table(connection: Connection, table_id: str, before: str) -> None:
    """Delete a table unless its game is over or it has an event since a time."""
    # Takes the index of the next event, so that no server can append one meanwhile.
    reserved = connection.execute(
        f"INSERT INTO events SELECT table_id, version, '', NULL {ABANDONED_TABLES}"
        " AND table_id = ? ON CONFLICT DO NOTHING",
        (before, table_id),
    )
    if reserved.rowcount:
        delete_table(connection, table_id)


def _release_seats(connection: Connection, table_id: str, owner_id: str) -> list[bytes]:
    """Append the events after which the seats of an owner have none; return all events.

    Earlier events keep a pseudonymous owner id. Without it, replaying the events would grant a
    takeback request before that owner answered. Before the first event there is none to append: the
    setup itself names the present owners.
    """
    setup = _read_setup(connection, table_id)
    seats = list(zip(setup.occupants, setup.owner_ids, strict=True))
    events: list[bytes] = []
    while True:
        # Another server may append an event meanwhile; then the next attempt considers it.
        for content in _read_events(connection, table_id, len(events)):
            events.append(content)
            if b"seat_taken" in content:
                event = msgspec.json.decode(content, type=AnyTableEvent)
                if isinstance(event, SeatTaken):
                    seats[event.seat] = event.occupant, event.owner_id
        own = [seat for seat, (_, seat_owner_id) in enumerate(seats) if seat_owner_id == owner_id]
        if not own or not events:
            return events
        _append_release(connection, table_id, SeatTaken(own[0], seats[own[0]][0], ""))


def _append_release(connection: Connection, table_id: str, release: SeatTaken) -> None:
    """Append an event, unless another server appends one at the same time."""
    appended = connection.execute(
        "INSERT INTO events SELECT table_id, max(event_index) + 1, ?, NULL FROM events"
        " WHERE table_id = ? GROUP BY table_id ON CONFLICT DO NOTHING",
        (msgspec.json.encode(release), table_id),
    )
    if appended.rowcount:
        # A summary older than the latest event would keep the table from being abandoned.
        connection.execute(
            "UPDATE table_summaries SET version = version + 1 WHERE table_id = ?", (table_id,)
        )


def _read_setup(connection: Connection, table_id: str) -> Setup:
    ((content,),) = connection.execute(
        "SELECT setup FROM tables WHERE table_id = ?", (table_id,)
    ).fetchall()
    return msgspec.json.decode(content, type=Setup)


def _read_events(connection: Connection, table_id: str, since: int) -> list[bytes]:
    rows = connection.execute(
        "SELECT event FROM events WHERE table_id = ? AND event_index >= ? ORDER BY event_index",
        (table_id, since),
    ).fetchall()
    return [content for (content,) in rows]


def _anonymize(
    connection: Connection, table_id: str, owner_id: str, new_host_id: str, events: list[bytes]
) -> None:
    """Replace an owner id everywhere at a table; if the owner was the host, appoint another."""
    # Before the first event, the setup names the present owners.
    pseudonym = hash_token(new_token()) if events else ""

    def replace_id(content: bytes) -> bytes:
        return content.replace(owner_id.encode(), pseudonym.encode())

    setup = _read_setup(connection, table_id)
    host_id = new_host_id if setup.host_id == owner_id else setup.host_id
    setup = msgspec.structs.replace(setup, host_id=host_id)
    connection.execute(
        "UPDATE tables SET setup = ? WHERE table_id = ?",
        (replace_id(msgspec.json.encode(setup)), table_id),
    )
    _rewrite_summary(connection, table_id, replace_id)
    _rewrite_events(connection, table_id, events, replace_id)
    # A stored command id begins with the owner id of its sender.
    connection.execute(
        "UPDATE events SET command_id = NULL WHERE table_id = ? AND command_id LIKE ?",
        (table_id, f"{owner_id}:%"),
    )


def _rewrite_summary(
    connection: Connection, table_id: str, rewrite: Callable[[bytes], bytes]
) -> None:
    summaries = connection.execute(
        "SELECT summary FROM table_summaries WHERE table_id = ?", (table_id,)
    ).fetchall()
    for (content,) in summaries:
        connection.execute(
            "UPDATE table_summaries SET summary = ? WHERE table_id = ?",
            (rewrite(content), table_id),
        )


def _rewrite_events(
    connection: Connection,
    table_id: str,
    events: Iterable[bytes],
    rewrite: Callable[[bytes], bytes],
) -> None:
    """Store the events that a function changes."""
    for event_index, content in enumerate(events):
        if (changed := rewrite(content)) != content:
            connection.execute(
                "UPDATE events SET event = ? WHERE table_id = ? AND event_index = ?",
                (changed, table_id, event_index),
            )
