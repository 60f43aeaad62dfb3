"""The store: an append-only log of events for each table."""

import asyncio
import time
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec

from onirium.storage.backend import Connection, Row, StorageFull, StoreError, Unconfirmed
from onirium.storage.completion import Completion
from onirium.storage.daily_deals import DailyDealStore, insert_attempt
from onirium.storage.erasure import (
    ABANDONED_TABLES,
    delete_abandoned_table,
    delete_unused_table,
    erase_at_table,
    erase_user,
)
from onirium.storage.notifications import EventAppended, OwnerErased, encode_notification
from onirium.storage.servers import ServerStore
from onirium.storage.summaries import SummarySnapshot, TableSummary
from onirium.storage.table_lists import TableListStore
from onirium.storage.users import UserProfile, UserStore
from onirium.tables.errors import InvalidEvent
from onirium.tables.events import AnyTableEvent
from onirium.tables.setup import Setup
from onirium.tables.table import Table

__all__ = [
    "Conflict",
    "StorageFull",
    "Store",
    "StoreError",
    "TableSummary",
    "Unconfirmed",
    "UserProfile",
]

# Optimistic concurrency control: inserts nothing unless the event has the next index of an existing
# table and its command id is new.
_APPEND: Final = """
INSERT INTO events SELECT table_id, ?, ?, ? FROM tables WHERE table_id = ?
AND ? = (SELECT coalesce(max(event_index) + 1, 0) FROM events
    WHERE events.table_id = tables.table_id)
ON CONFLICT DO NOTHING
"""

EVENTS_PER_QUERY: Final = 100
"""Number of events after which the loading of a table yields to the event loop."""

LOAD_SLICE_S: Final = 0.005
"""Time after which the replay of a loaded game yields to the event loop."""

MAX_DELETED_AT_ONCE: Final = 100
"""Tables whose deletion shares a transaction; other writes wait for it."""

_EVENT_DECODER: Final = msgspec.json.Decoder(AnyTableEvent)


class Conflict(StoreError):
    """The stored table differs from the writer's copy, which must be reloaded."""


class Store(TableListStore, DailyDealStore, UserStore, ServerStore):
    """The tables of a database, their lists, daily deals, users, and the servers' shared state."""

    async def repair_summaries(self) -> None:
        """Rebuild outdated summaries, as after a crash; skip tables that do not load."""
        with suppress(StoreError):
            for (table_id,) in await self._fetch_all(
                "SELECT table_id FROM tables LEFT JOIN table_summaries USING (table_id)"
                " WHERE coalesce(version, -1)"
                " <> (SELECT coalesce(max(event_index) + 1, 0) FROM events"
                " WHERE events.table_id = tables.table_id)"
            ):
                with suppress(StoreError):
                    if table := await self.load(table_id):
                        await self.save_summary(table)

    async def create(self, table_id: str, setup: Setup) -> None:
        """Store a new table.

        Raises:
            CommandRejected: as ``already_attempted``, if the host has attempted this daily deal
                before.
            Conflict: if the id is taken.
            StoreError: if the database cannot be written.
        """
        table = Table(table_id, setup)
        content = msgspec.json.encode(setup)

        def write(connection: Connection) -> None:
            inserted = connection.execute(
                "INSERT INTO tables VALUES (?, ?) ON CONFLICT DO NOTHING", (table_id, content)
            )
            if not inserted.rowcount:
                raise Conflict(f"table {table_id!r} exists already")
            if setup.kind == "daily":
                insert_attempt(connection, table_id, setup)
            SummarySnapshot(table).write(connection)

        await self._write(table_id, write)

    async def append(
        self, table_id: str, event_index: int, event: AnyTableEvent, command_id: str = ""
    ) -> None:
        """Append an event to a table.

        Args:
            table_id: the table.
            event_index: the number of events that the writer's copy of the table has.
            event: the event.
            command_id: idempotency key of the command that caused it, unique at the table; empty
                for none. It begins with the owner id of the sender and a colon.

        Raises:
            Conflict: if the table has another number of events, an event with this command id, or
                does not exist.
            Unconfirmed: if the event may or may not have been appended.
            StoreError: if the database cannot be written.
        """
        content = msgspec.json.encode(event)
        notification = self._notification_of(table_id, event_index)

        def write(connection: Connection) -> str | None:
            values = (event_index, content, command_id or None, table_id, event_index)
            if not connection.execute(_APPEND, values).rowcount:
                raise Conflict(f"table {table_id!r}: cannot append event {event_index}")
            return notification

        await self._write(table_id, write)

    async def save_summary(self, table: Table) -> None:
        """Store the summary and the results of a table; call it after events are applied.

        It is idempotent: a game is counted once. ``repair_summaries`` stores the summaries that a
        crash or a failed write has left out.

        Raises:
            StoreError: if the database cannot be written.
        """
        await self._write(table.table_id, SummarySnapshot(table).write)

    def schedule_summary(self, table: Table) -> Completion | None:
        """Store the summary of a table soon; return None if the store is closed."""
        with suppress(StoreError):
            return self._writer.submit(table.table_id, SummarySnapshot(table).write, can_wait=True)
        return None

    async def load(self, table_id: str) -> Table | None:
        """Return a table rebuilt from its events, or None if there is none.

        The time is linear in the number of events and in the length of the game; a long history
        is read in parts, between which other tasks run. Actions that were taken back are skipped.

        Raises:
            StoreError: if a stored event cannot be applied; the text has its index.
        """
        rows = await self._fetch_all("SELECT setup FROM tables WHERE table_id = ?", table_id)
        if not rows:
            return None
        try:
            table = Table(table_id, msgspec.json.decode(rows[0][0], type=Setup))
        except (ValueError, LookupError, msgspec.MsgspecError) as error:
            raise StoreError(f"table {table_id!r}: its setup: {error}") from None
        while events := await self._fetch_events(table_id, table.version):
            _apply_stored(table, events)
            if len(events) < EVENTS_PER_QUERY:
                break
            await asyncio.sleep(0)
        try:
            slice_end = time.monotonic() + LOAD_SLICE_S
            for _ in table.apply_buffered():
                if time.monotonic() >= slice_end:
                    await asyncio.sleep(0)
                    slice_end = time.monotonic() + LOAD_SLICE_S
        except InvalidEvent as error:
            raise StoreError(f"table {table_id!r}: {error}") from None
        return table

    async def load_events(self, table_id: str, since: int) -> list[AnyTableEvent]:
        """Return the events of a table from an index on.

        Raises:
            StoreError: if they cannot be read.
        """
        events: list[AnyTableEvent] = []
        try:
            while rows := await self._fetch_events(table_id, since + len(events)):
                events += [_EVENT_DECODER.decode(content) for _, content in rows]
                if len(rows) < EVENTS_PER_QUERY:
                    break
        except msgspec.MsgspecError as error:
            raise StoreError(f"table {table_id!r}: {error}") from None
        return events

    async def version(self, table_id: str) -> int:
        """Return the number of events of a table, 0 if there is no such table."""
        rows = await self._fetch_all(
            "SELECT coalesce(max(event_index) + 1, 0) FROM events WHERE table_id = ?", table_id
        )
        version: int = rows[0][0]
        return version

    async def is_processed(self, table_id: str, command_id: str) -> bool:
        """Return whether a table has an event with this command id."""
        rows = await self._fetch_all(
            "SELECT 1 FROM events WHERE table_id = ? AND command_id = ?", table_id, command_id
        )
        return bool(rows)

    async def count_tables(self) -> int:
        """Return the number of tables."""
        count: int = (await self._fetch_all("SELECT count(*) FROM tables"))[0][0]
        return count

    async def table_ids_of(self, owner_id: str) -> list[str]:
        """Return the tables where a user is the host, or owns or owned a seat.

        Scheduled summaries, which may add some, are written before.

        Raises:
            StoreError: if they cannot be read.
        """
        rows: list[Row] = []

        def read(connection: Connection) -> None:
            rows[:] = connection.execute(
                "SELECT table_id FROM seat_owners WHERE owner_id = ? ORDER BY table_id", (owner_id,)
            ).fetchall()

        # A long write ends the batch of the earlier ones.
        await self._write(owner_id, read, is_long=True)
        return [table_id for (table_id,) in rows]

    async def erase_at_table(self, table_id: str, owner_id: str) -> None:
        """Erase a user from one of the user's tables; delete it, if it has no other owners.

        Raises:
            StoreError: if the database cannot be written.
        """
        notification = encode_notification(OwnerErased(self.server_id, table_id))

        def write(connection: Connection) -> str:
            erase_at_table(connection, table_id, owner_id)
            return notification

        await self._write(table_id, write, is_long=True)

    async def erase_user(self, owner_id: str) -> None:
        """Delete the data of a user outside of tables, after those at tables.

        Raises:
            StoreError: if the database cannot be written.
        """
        await self._write(owner_id, partial(erase_user, owner_id=owner_id), is_long=True)
        self._database.scrub()

    async def delete_unused(self, before: str) -> int:
        """Delete the oldest tables where nobody has acted since their creation.

        Attempts at the daily deals of that day and later stay: they cannot be repeated.

        Args:
            before: tables of this time and later stay, in UTC.

        Returns:
            The number of deleted tables, at most ``MAX_DELETED_AT_ONCE``.

        Raises:
            StoreError: if the database cannot be written.
        """
        unused = await self._fetch_all(
            "SELECT table_id FROM table_summaries WHERE version <= 1 AND updated_at < ?"
            " AND table_id NOT IN (SELECT table_id FROM daily_attempts WHERE date >= ?)"
            # The summary may be older than the latest event.
            " AND NOT EXISTS (SELECT 1 FROM events"
            " WHERE events.table_id = table_summaries.table_id AND event_index >= 1)"
            " ORDER BY updated_at LIMIT ?",
            before,
            before[: len("2026-11-24")],
            MAX_DELETED_AT_ONCE,
        )
        writes = (partial(delete_unused_table, table_id=table_id) for (table_id,) in unused)
        await asyncio.gather(*(self._write("", write) for write in writes))
        return len(unused)

    async def delete_abandoned(self, before: str) -> int:
        """Delete unfinished tables without an event since a time.

        Args:
            before: the time, in UTC.

        Returns:
            The number of tables, at most ``MAX_DELETED_AT_ONCE``. Those with a new event
            meanwhile are counted but not deleted.

        Raises:
            StoreError: if the database cannot be written.
        """
        abandoned = await self._fetch_all(
            f"SELECT DISTINCT table_id {ABANDONED_TABLES} LIMIT ?",
            before,
            MAX_DELETED_AT_ONCE,
        )
        writes = (
            partial(delete_abandoned_table, table_id=table_id, before=before)
            for (table_id,) in abandoned
        )
        await asyncio.gather(*(self._write("", write) for write in writes))
        return len(abandoned)

    def _notification_of(self, table_id: str, event_index: int) -> str | None:
        """Return the notification of an appended event, or None if there are no other servers."""
        if not self.is_shared:
            return None
        return encode_notification(EventAppended(self.server_id, table_id, event_index + 1))

    async def _fetch_events(self, table_id: str, since: int) -> list[Row]:
        return await self._fetch_all(
            "SELECT event_index, event FROM events WHERE table_id = ? AND event_index >= ?"
            " ORDER BY event_index LIMIT ?",
            table_id,
            since,
            EVENTS_PER_QUERY,
        )


def _apply_stored(table: Table, events: list[Row]) -> None:
    """Apply stored events to a table, which buffers their actions.

    Raises:
        StoreError: if an event is missing, cannot be decoded or does not fit the table.
    """
    for event_index, content in events:
        if event_index != table.version:
            raise StoreError(f"table {table.table_id!r}: event {table.version} is missing")
        try:
            table.apply_deferred(_EVENT_DECODER.decode(content))
        except InvalidEvent as error:
            raise StoreError(f"table {table.table_id!r}: {error}") from None
        except (ValueError, LookupError, msgspec.MsgspecError) as error:
            raise StoreError(f"table {table.table_id!r}: event {event_index}: {error}") from None
