"""The store: an append-only log of events for each table, with read models derived from it."""

import asyncio
import os
import secrets
import time
from collections.abc import AsyncGenerator, Collection
from contextlib import aclosing, suppress
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from onirium.storage.backend import (
    Connection,
    Database,
    Row,
    StoreError,
    Unconfirmed,
    Write,
)
from onirium.storage.completion import Completion
from onirium.storage.connect import open_database
from onirium.storage.erasure import delete_table, delete_unused_table, erase_owner
from onirium.storage.health import SAMPLE_QUERIES, HealthCheck, write_probe
from onirium.storage.notifications import (
    AnyNotification,
    EventAppended,
    Notification,
    OwnerErased,
    PresenceReport,
    ServerStopped,
    decode_notification,
    encode_notification,
)
from onirium.storage.secrets import draw_secret
from onirium.storage.statistics import RECENT_RESULT_COUNT, GameStatistics
from onirium.storage.summaries import SummarySnapshot, TableSummary, build_summary, is_unfinished
from onirium.storage.transactions import CommitUnconfirmed
from onirium.tables.errors import CommandRejected, InvalidEvent
from onirium.tables.events import AnyTableEvent
from onirium.tables.table import Setup, Table

__all__ = ["Conflict", "Store", "StoreError", "TableSummary", "Unconfirmed", "UserProfile"]

# Optimistic concurrency control: inserts nothing unless the event has the next index of an existing
# table and its command id is new.
_APPEND: Final = """
INSERT INTO events SELECT table_id, ?, ?, ? FROM tables WHERE table_id = ?
AND ? = (SELECT coalesce(max(event_index) + 1, 0) FROM events
    WHERE events.table_id = tables.table_id)
ON CONFLICT DO NOTHING
"""

WRITE_TIMEOUT_S: Final = 6.0
"""Time after which a write is given up if it has not begun, and else its outcome is unknown.

Longer than the limit of a statement, whose failure leaves no doubt.
"""

EVENTS_PER_QUERY: Final = 100
"""Number of events after which the loading of a table yields to the event loop."""

LOAD_SLICE_S: Final = 0.005
"""Time after which the replay of a loaded game yields to the event loop."""

MAX_DELETED_AT_ONCE: Final = 100
"""Unused tables that share a transaction; other writes wait for it."""

MAX_DAILY_SUMMARIES: Final = 500
"""Limit on the results of a daily deal that are read for its page."""

MAX_DAILY_DATES: Final = 400
"""Limit on the length of a streak of daily deals."""

MAX_LISTED_TABLES: Final = 500
"""Maximum number of tables that one query returns."""

MAX_TABLE_OFFSET: Final = 100_000
"""Maximum number of tables that a query skips; the database has to read them."""

_EVENT_DECODER: Final = msgspec.json.Decoder(AnyTableEvent)


class Conflict(StoreError):
    """The stored table differs from the writer's copy, which must be reloaded."""


class UserProfile(msgspec.Struct, frozen=True):
    """The settings of a user.

    Attributes:
        name: the name that other users see.
        language: the interface language, or empty.
        theme: ``light``, ``dark``, or empty.
    """

    name: str = ""
    language: str = ""
    theme: str = ""


class Store:
    """An open database.

    Writes are durable when their coroutine returns. The writer of the database executes them; that
    of a file or a server has a thread, so the event loop is never blocked by a commit.

    Attributes:
        location: path or address without a password, for messages to a human.
        is_shared: whether other servers may use the database at the same time.
        server_id: the id of this server in notifications.
    """

    def __init__(self, location: "str | os.PathLike[str] | Database") -> None:
        """Open a database; create or migrate it if necessary.

        Args:
            location: the path of a file, the address of a Postgres database, or an open database.

        Raises:
            StoreError: if it cannot be opened, a newer version of Onirium wrote it, or it belongs
                to another program.
        """
        self._database = _open(location)
        self.location = self._database.location
        self.is_shared = self._database.is_shared
        self.server_id = secrets.token_urlsafe(6)
        self._writer = self._database.open_writer()
        self._health = HealthCheck(self._probe)

    async def repair_summaries(self) -> None:
        """Rebuild the summaries that a crash left out of date; skip tables that do not load."""
        with suppress(StoreError):
            for (table_id,) in await self._fetch_all(
                "SELECT table_id FROM tables LEFT JOIN table_summaries USING (table_id)"
                " WHERE coalesce(version, -1)"
                " <> (SELECT count(*) FROM events WHERE events.table_id = tables.table_id)"
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
                _insert_daily_attempt(connection, table_id, setup)
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

        It is idempotent: a game is counted once. After a crash, ``repair_summaries`` stores the
        missing ones.

        Raises:
            StoreError: if the database cannot be written.
        """
        await self._write(table.table_id, SummarySnapshot(table).write)

    def schedule_summary(self, table: Table) -> None:
        """Store the summary of a table soon; a failure is ignored, the next summary replaces it."""
        with suppress(StoreError):
            self._writer.submit(table.table_id, SummarySnapshot(table).write, can_wait=True)

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
        while events := await self._fetch_events(table_id, table.version, EVENTS_PER_QUERY):
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
            while rows := await self._fetch_events(table_id, since + len(events), EVENTS_PER_QUERY):
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

    async def tables_owned_by(
        self,
        owner_id: str,
        *,
        game: str = "",
        unfinished: bool = False,
        offset: int = 0,
        limit: int = MAX_LISTED_TABLES,
    ) -> list[TableSummary]:
        """Return tables where a user owns or owned a seat, the latest first.

        The time depends on the offset and the limit, not on the number of the user's tables.

        Args:
            owner_id: the user.
            game: the name of the game, or empty for all games.
            unfinished: whether to omit finished games; only without ``game``.
            offset: the number of tables to skip, at most ``MAX_TABLE_OFFSET``.
            limit: the maximum number of tables, at most ``MAX_LISTED_TABLES``.
        """
        conditions, values = "owner_id = ?", [owner_id]
        if game:
            conditions, values = "owner_id = ? AND game = ?", [owner_id, game]
        elif unfinished:
            conditions = "owner_id = ? AND is_over = 0"
        if offset > MAX_TABLE_OFFSET:
            return []
        rows = await self._fetch_all(
            "SELECT table_id, setup, table_summaries.updated_at, summary FROM"  # noqa: S608
            f" (SELECT table_id, updated_at FROM seat_owners WHERE {conditions}"
            " ORDER BY updated_at DESC, table_id LIMIT ? OFFSET ?) AS latest"
            " JOIN tables USING (table_id) JOIN table_summaries USING (table_id)"
            " ORDER BY latest.updated_at DESC, table_id",
            *values,
            min(limit, MAX_LISTED_TABLES),
            offset,
        )
        return [build_summary(owner_id, *row) for row in rows]

    async def table_summary(self, owner_id: str, table_id: str) -> TableSummary | None:
        """Return the summary of a table for a user, or None if there is no such table."""
        rows = await self._fetch_all(
            "SELECT table_id, setup, updated_at, summary FROM tables"
            " JOIN table_summaries USING (table_id) WHERE table_id = ?",
            table_id,
        )
        return build_summary(owner_id, *rows[0]) if rows else None

    async def count_unfinished(self, owner_id: str) -> int:
        """Return the number of unfinished tables where a user owns or owned a seat."""
        count: int = (
            await self._fetch_all(
                "SELECT count(*) FROM seat_owners WHERE owner_id = ? AND is_over = 0", owner_id
            )
        )[0][0]
        return count

    async def statistics(self, owner_id: str) -> list[GameStatistics]:
        """Return the ranked results of a user, by game and options."""
        counts: dict[tuple[str, str], dict[str, int]] = {}
        for game, options, result, count in await self._fetch_all(
            "SELECT game, options, result, count FROM result_counts WHERE owner_id = ?"
            " ORDER BY game, length(options), options",
            owner_id,
        ):
            counts.setdefault((game, options), {})[result] = count
        return [
            GameStatistics(
                game=game,
                options=msgspec.json.decode(options, type=dict[str, object]),
                won=by_result.get("won", 0),
                lost=by_result.get("lost", 0),
                recent=await self._fetch_recent_results(owner_id, game, options),
            )
            for (game, options), by_result in counts.items()
        ]

    async def daily_attempt(self, owner_id: str, game: str, date: str) -> str | None:
        """Return the id of the table where a user attempts a daily deal, or None."""
        rows = await self._fetch_all(
            "SELECT table_id FROM daily_attempts WHERE owner_id = ? AND game = ? AND date = ?",
            owner_id,
            game,
            date,
        )
        return rows[0][0] if rows else None

    async def daily_summaries(self, game: str, date: str) -> list[TableSummary]:
        """Return the tables of a daily deal, each as its user sees it, some if there are many."""
        rows = await self._fetch_all(
            "SELECT owner_id, table_id, setup, updated_at, summary FROM daily_attempts"
            " JOIN tables USING (table_id) JOIN table_summaries USING (table_id)"
            " WHERE game = ? AND date = ? LIMIT ?",
            game,
            date,
            MAX_DAILY_SUMMARIES,
        )
        return [build_summary(*row) for row in rows]

    async def daily_dates(self, owner_id: str, game: str) -> list[str]:
        """Return the dates of the latest daily deals that a user has attempted, latest first."""
        rows = await self._fetch_all(
            "SELECT date FROM daily_attempts WHERE owner_id = ? AND game = ?"
            " ORDER BY date DESC LIMIT ?",
            owner_id,
            game,
            MAX_DAILY_DATES,
        )
        return [date for (date,) in rows]

    async def user_profile(self, user_id: str) -> UserProfile | None:
        """Return the settings of a user, or None if there are none."""
        rows = await self._fetch_all(
            "SELECT name, language, theme FROM users WHERE user_id = ?", user_id
        )
        return UserProfile(*rows[0]) if rows else None

    async def user_names(self, user_ids: Collection[str]) -> dict[str, str]:
        """Return the names of those users who have set one, by user id."""
        placeholders = ", ".join("?" * len(user_ids))
        rows = await self._fetch_all(
            f"SELECT user_id, name FROM users WHERE user_id IN ({placeholders})",  # noqa: S608
            *user_ids,
        )
        return {user_id: name for user_id, name in rows}  # noqa: C416, rows have any length

    async def update_profile(
        self,
        user_id: str,
        *,
        name: str | None = None,
        language: str | None = None,
        theme: str | None = None,
    ) -> None:
        """Store the given settings of a user; the others stay.

        Raises:
            StoreError: if the database cannot be written.
        """

        def write(connection: Connection) -> None:
            connection.execute(
                "INSERT INTO users VALUES (?, '', '', '') ON CONFLICT DO NOTHING", (user_id,)
            )
            connection.execute(
                "UPDATE users SET name = coalesce(?, name),"
                " language = coalesce(?, language), theme = coalesce(?, theme) WHERE user_id = ?",
                (name, language, theme, user_id),
            )

        await self._write(user_id, write)

    async def secret(self, name: str) -> str:
        """Return the secret of a name, 128 bits as hexadecimal digits; draw it if there is none.

        All servers of the database have the same secrets.

        Raises:
            StoreError: if the database cannot be read or written.
        """
        if found := await self.find_secret(name):
            return found
        await self._write(name, partial(draw_secret, name=name))
        return await self.find_secret(name)

    async def find_secret(self, name: str) -> str:
        """Return the secret of a name, or an empty text if none has been drawn.

        Raises:
            StoreError: if the database cannot be read.
        """
        rows = await self._fetch_all("SELECT secret FROM secrets WHERE name = ?", name)
        return rows[0][0] if rows else ""

    async def is_unsigned_user(self, user_id: str) -> bool:
        """Return whether a user dates from before cookies were signed.

        Raises:
            StoreError: if the database cannot be read.
        """
        return bool(
            await self._fetch_all("SELECT 1 FROM unsigned_users WHERE user_id = ?", user_id)
        )

    async def check_health(self) -> None:
        """Write and read the database, at most once per ``PROBE_INTERVAL_S``.

        Raises:
            StoreError: if the database cannot be written or read.
        """
        await self._health.check()

    async def count_tables(self) -> int:
        """Return the number of tables."""
        count: int = (await self._fetch_all("SELECT count(*) FROM tables"))[0][0]
        return count

    async def erase_owner(self, owner_id: str) -> None:
        """Delete all data of a user; tables with other owners stay, without the user's id.

        Raises:
            StoreError: if the database cannot be written.
        """
        notification = encode_notification(OwnerErased(self.server_id, owner_id))

        def write(connection: Connection) -> str:
            erase_owner(connection, owner_id)
            return notification

        # A batch is sorted: a scheduled summary with the id must not be written after this.
        await self._write("", lambda _: None)
        await self._write(owner_id, write, is_long=True)

    def free_disk_bytes(self) -> int | None:
        """Return the free space of the disk with the database, or None if it is not known."""
        return self._database.free_disk_bytes()

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
        """Delete the unfinished tables without an event since a time; return their number.

        Args:
            before: the time, in UTC.

        Raises:
            StoreError: if the database cannot be written.
        """
        idle = await self._fetch_all(
            "SELECT table_id, summary FROM table_summaries WHERE updated_at < ?", before
        )
        abandoned = [table_id for table_id, summary in idle if is_unfinished(summary)]
        for table_id in abandoned:
            await self._write(table_id, partial(delete_table, table_id=table_id))
        return len(abandoned)

    def report_presence(self, table_id: str, owner_ids: Collection[str]) -> Completion | None:
        """Record which owners are connected to a table here, and notify the other servers.

        Do nothing without other servers, or if the store is closed.

        Returns:
            The completion of the report.
        """
        if not self.is_shared:
            return None
        report = encode_notification(PresenceReport(self.server_id, table_id, sorted(owner_ids)))

        def write(connection: Connection) -> str:
            connection.execute(
                "DELETE FROM connected_owners WHERE table_id = ? AND server_id = ?",
                (table_id, self.server_id),
            )
            for owner_id in sorted(owner_ids):
                connection.execute(
                    "INSERT INTO connected_owners VALUES (?, ?, ?)",
                    (table_id, owner_id, self.server_id),
                )
            return report

        with suppress(StoreError):
            return self._writer.submit(table_id, write)
        return None

    async def connected_owners(self, table_id: str) -> frozenset[str]:
        """Return the owners who are connected to a table at any server that shares the database.

        Raises:
            StoreError: if they cannot be read.
        """
        rows = await self._fetch_all(
            "SELECT owner_id FROM connected_owners WHERE table_id = ?", table_id
        )
        return frozenset(owner_id for (owner_id,) in rows)

    async def connected_servers(self) -> frozenset[str]:
        """Return the ids of the servers with connected owners.

        Raises:
            StoreError: if they cannot be read.
        """
        rows = await self._fetch_all("SELECT DISTINCT server_id FROM connected_owners")
        return frozenset(server_id for (server_id,) in rows)

    def remove_server(self, server_id: str) -> None:
        """Record that no owner is connected at a server, which has stopped.

        If it is this one, notify the others.
        """
        if not self.is_shared:
            return
        is_own = server_id == self.server_id
        notification = encode_notification(ServerStopped(server_id)) if is_own else None

        def write(connection: Connection) -> str | None:
            connection.execute("DELETE FROM connected_owners WHERE server_id = ?", (server_id,))
            return notification

        with suppress(StoreError):
            self._writer.submit("", write)

    def publish(self, notification: Notification) -> None:
        """Send a notification to the other servers of the database; do nothing without any."""
        if self.is_shared:
            text = encode_notification(notification)
            with suppress(StoreError):
                self._writer.submit("", lambda _: text)

    async def subscribe(self) -> AsyncGenerator[AnyNotification | None, None]:
        """Yield the notifications of other servers, and None where some may have been missed.

        Of this server, it yields the appended events: a commit without an answer may be among them.
        """
        async with aclosing(self._database.notifications()) as texts:
            async for text in texts:
                # Servers of another version may send unknown notifications.
                with suppress(msgspec.MsgspecError):
                    notification = None if text is None else decode_notification(text)
                    if notification is None or self._is_relevant(notification):
                        yield notification

    def close(self) -> None:
        """Close the writer, then the database."""
        self._writer.close()
        self._database.close()

    def _notification_of(self, table_id: str, event_index: int) -> str | None:
        """Return the notification of an appended event, or None if there are no other servers."""
        if not self.is_shared:
            return None
        return encode_notification(EventAppended(self.server_id, table_id, event_index + 1))

    def _is_relevant(self, notification: AnyNotification) -> bool:
        return notification.server_id != self.server_id or isinstance(notification, EventAppended)

    async def _write(self, subject: str, write: Write, *, is_long: bool = False) -> None:
        """Write and wait until it is durable.

        Args:
            subject: the id of the table or user that is written.
            write: executes the statements.
            is_long: whether the statements may take longer than ``WRITE_TIMEOUT_S``.

        Raises:
            Unconfirmed: if the database does not answer, so that the outcome is unknown.
            StoreError: if nothing was written.
        """
        queued = self._writer.submit(subject, write)
        if not await queued.wait(None if is_long else WRITE_TIMEOUT_S):
            if queued.cancel():
                raise StoreError(f"{self.location}: not written: the database does not answer")
            raise _unconfirmed(queued, f"{self.location}: the database does not answer")
        try:
            queued.check()
        except CommitUnconfirmed as error:
            raise _unconfirmed(queued, str(error)) from None

    async def _probe(self) -> None:
        """Write a row after all earlier writes, then read a sample of the stored rows."""
        queued = self._writer.submit("", write_probe, is_separate=True)
        await queued.wait()
        queued.check()
        for query in SAMPLE_QUERIES:
            await self._fetch_all(query, secrets.token_urlsafe(6))

    async def _fetch_events(self, table_id: str, since: int, limit: int) -> list[Row]:
        return await self._fetch_all(
            "SELECT event_index, event FROM events WHERE table_id = ? AND event_index >= ?"
            " ORDER BY event_index LIMIT ?",
            table_id,
            since,
            limit,
        )

    async def _fetch_recent_results(self, owner_id: str, game: str, options: str) -> list[str]:
        rows = await self._fetch_all(
            "SELECT result FROM results WHERE owner_id = ? AND game = ? AND options = ?"
            " ORDER BY result_id DESC LIMIT ?",
            owner_id,
            game,
            options,
            RECENT_RESULT_COUNT,
        )
        return [result for (result,) in reversed(rows)]

    async def _fetch_all(self, statement: str, *values: object) -> list[Row]:
        return await self._database.fetch_all(statement, values)


def _open(location: "str | os.PathLike[str] | Database") -> Database:
    if isinstance(location, Database):
        return location
    return open_database(location if isinstance(location, str) else Path(location))


def _unconfirmed(queued: Completion, text: str) -> Unconfirmed:
    return Unconfirmed(text, asyncio.ensure_future(queued.wait()))


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


def _insert_daily_attempt(connection: Connection, table_id: str, setup: Setup) -> None:
    inserted = connection.execute(
        "INSERT INTO daily_attempts VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (setup.host_id, setup.game, setup.date, table_id),
    )
    if not inserted.rowcount:
        raise CommandRejected("already_attempted")
