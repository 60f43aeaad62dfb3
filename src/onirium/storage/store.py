"""Where tables are kept, so that nothing acknowledged is ever lost."""

import asyncio
import os
import secrets
from collections.abc import AsyncGenerator, Collection
from contextlib import aclosing, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from onirium.storage.backend import Connection, StoreError, open_database
from onirium.storage.erasure import delete_table, erase_owner, is_unfinished
from onirium.storage.group_commit import GroupCommitWriter, Write
from onirium.storage.notifications import (
    AnyNotification,
    EventAppended,
    Notification,
    OwnerErased,
    decode_notification,
    encode_notification,
)
from onirium.storage.statistics import RECENT_RESULT_COUNT, GameStatistics
from onirium.storage.summaries import SummarySnapshot, TableSummary, build_summary
from onirium.tables.errors import CommandRejected
from onirium.tables.events import AnyTableEvent
from onirium.tables.table import Setup, Table

__all__ = ["Conflict", "Store", "StoreError", "TableSummary", "UserProfile"]

_APPEND: Final = """
INSERT INTO entries SELECT id, ?, ?, ? FROM tables WHERE id = ?
AND ? = (SELECT coalesce(max(number) + 1, 0) FROM entries WHERE entries.id = tables.id)
ON CONFLICT DO NOTHING
"""
"""Nothing may be missing between entries, and no number or nonce is there twice."""

_entries: Final = msgspec.json.Decoder(AnyTableEvent)


class Conflict(StoreError):
    """A table is not as the writer thought; it is to be loaded anew."""


class UserProfile(msgspec.Struct, frozen=True):
    """How somebody wants to be called and served.

    Attributes:
        name: how others see them.
        language: a language of the page, or empty.
        theme: light, dark, or empty.
    """

    name: str = ""
    language: str = ""
    theme: str = ""


class Store:
    """The database. Nobody waits for it but those who await it.

    Attributes:
        location: where it is, for people.
        is_shared: whether other servers may use it at the same time.
        server_id: what this server is called by those.
    """

    def __init__(self, place: str | os.PathLike[str]) -> None:
        """Open a database; make it if there is none.

        Args:
            place: the path of a file, or the address of a Postgres database.

        Raises:
            StoreError: if that is not possible, or it is a newer Onirium's or no database of ours.
        """
        self._database = open_database(place if isinstance(place, str) else Path(place))
        self.location = self._database.location
        self.is_shared = self._database.is_shared
        self.server_id = secrets.token_urlsafe(6)
        self._writer = GroupCommitWriter(self._database)

    async def repair_summaries(self) -> None:
        """Note what was not noted before the program ended without saying so, as far as it goes."""
        with suppress(StoreError):
            for (table,) in await self._rows(
                "SELECT id FROM tables LEFT JOIN standings USING (id) WHERE coalesce(version, -1)"
                " <> (SELECT count(*) FROM entries WHERE entries.id = tables.id)"
            ):
                with suppress(StoreError):
                    if hosted := await self.load(table):
                        await self.save_summary(hosted)

    async def create(self, id: str, setup: Setup) -> None:  # noqa: A002, it is the id
        """Keep a new table; it is durable when this returns.

        Raises:
            Refused: as ``tried``, if the host has tried this deal of the day before.
            Conflict: if there is a table of this id.
            StoreError: if it cannot be written.
        """
        hosted = Table(id, setup)
        content = msgspec.json.encode(setup)

        def write(connection: Connection) -> None:
            laid = connection.execute(
                "INSERT INTO tables VALUES (?, ?) ON CONFLICT DO NOTHING", (id, content)
            )
            if not laid.rowcount:
                raise Conflict(f"there is a table {id!r}")
            if setup.kind == "daily":
                _keep_daily(connection, id, setup)
            SummarySnapshot(hosted).write(connection)

        await self._written(id, write)

    async def append(
        self,
        id: str,  # noqa: A002, it is the id
        number: int,
        entry: AnyTableEvent,
        nonce: str = "",
    ) -> None:
        """Keep an entry; it is durable when this returns.

        Args:
            id: the table.
            number: how many entries the table had before.
            entry: what happened.
            nonce: what names the message that caused it, so that it cannot cause it twice.

        Raises:
            Conflict: if the table does not have so many entries, or has one of this nonce, or there
                is no such table.
            StoreError: if it cannot be written.
        """
        content = msgspec.json.encode(entry)
        told = encode_notification(EventAppended(self.server_id, id, number + 1))

        def write(connection: Connection) -> str:
            values = (number, content, nonce or None, id, number)
            if not connection.execute(_APPEND, values).rowcount:
                raise Conflict(f"table {id!r}: entry {number} does not fit here")
            return told

        await self._written(id, write)

    async def save_summary(self, hosted: Table) -> None:
        """Keep how a table stands, for summaries and counters; call it after entries are applied.

        It can be called as often as one likes: a game is counted once. What was not noted before a
        crash is noted when the store is opened again.

        Raises:
            StoreError: if it cannot be written.
        """
        await self._written(hosted.table_id, SummarySnapshot(hosted).write)

    def schedule_summary(self, hosted: Table) -> None:
        """Note it before long, without anybody waiting; the next note makes up for what fails."""
        with suppress(StoreError):
            self._writer.submit(hosted.table_id, SummarySnapshot(hosted).write, patient=True)

    async def load(self, id: str) -> Table | None:  # noqa: A002, it is the id
        """Return a table as it was left, if there is one.

        Raises:
            StoreError: if what is kept of it cannot be played again, naming the entry.
        """
        rows = await self._rows("SELECT setup FROM tables WHERE id = ?", id)
        if not rows:
            return None
        kept = await self._kept(id, 0)
        place = "its setup"
        try:
            hosted = Table(id, msgspec.json.decode(rows[0][0], type=Setup))
            for number, content in kept:
                place = f"entry {number}"
                if number != hosted.version:
                    raise StoreError(f"table {id!r}: entry {hosted.version} is missing")
                hosted.apply(_entries.decode(content))
        except (ValueError, LookupError, msgspec.MsgspecError) as error:
            raise StoreError(f"table {id!r}: {place}: {error}") from None
        return hosted

    async def load_events(self, id: str, since: int) -> list[AnyTableEvent]:  # noqa: A002, it is the id
        """Return what has happened at a table from some version on.

        Raises:
            StoreError: if it cannot be read.
        """
        try:
            return [_entries.decode(content) for _, content in await self._kept(id, since)]
        except msgspec.MsgspecError as error:
            raise StoreError(f"table {id!r}: {error}") from None

    async def is_processed(self, id: str, nonce: str) -> bool:  # noqa: A002, it is the id
        """Tell whether a message with this nonce has had its effect at a table."""
        found = await self._rows("SELECT 1 FROM entries WHERE id = ? AND nonce = ?", id, nonce)
        return bool(found)

    async def tables_owned_by(self, holder: str) -> list[TableSummary]:
        """Return the tables at which somebody has or had a seat, the latest first."""
        rows = await self._rows(
            "SELECT id, setup, changed, standing FROM holders JOIN tables USING (id)"
            " JOIN standings USING (id) WHERE holder = ? ORDER BY changed DESC, id",
            holder,
        )
        return [build_summary(holder, *row) for row in rows]

    async def statistics(self, holder: str) -> list[GameStatistics]:
        """Return what somebody's games have come to, by game and options."""
        sums: dict[tuple[str, str], dict[str, int]] = {}
        for game, options, result, number in await self._rows(
            "SELECT game, options, result, number FROM counters WHERE holder = ?"
            " ORDER BY game, length(options), options",
            holder,
        ):
            sums.setdefault((game, options), {})[result] = number
        return [
            GameStatistics(
                game=game,
                options=msgspec.json.decode(options),
                won=numbers.get("won", 0),
                lost=numbers.get("lost", 0),
                recent=await self._recent(holder, game, options),
            )
            for (game, options), numbers in sums.items()
        ]

    async def daily_attempt(self, holder: str, game: str, date: str) -> str | None:
        """Return the table of somebody's ranked try at the deal of a day, if there was one."""
        rows = await self._rows(
            "SELECT id FROM dailies WHERE holder = ? AND game = ? AND date = ?", holder, game, date
        )
        return rows[0][0] if rows else None

    async def user_profile(self, holder: str) -> UserProfile | None:
        """Return how somebody wants to be called and served, if they have said so."""
        rows = await self._rows(
            "SELECT name, language, theme FROM visitors WHERE holder = ?", holder
        )
        return UserProfile(*rows[0]) if rows else None

    async def user_names(self, holders: Collection[str]) -> dict[str, str]:
        """Return what those of some are called who have said so."""
        places = ", ".join("?" * len(holders))
        rows = await self._rows(
            f"SELECT holder, name FROM visitors WHERE holder IN ({places})",  # noqa: S608
            *holders,
        )
        return dict(rows)

    async def update_profile(
        self,
        holder: str,
        *,
        name: str | None = None,
        language: str | None = None,
        theme: str | None = None,
    ) -> None:
        """Keep how somebody wants to be called and served; what is not given stays.

        Raises:
            StoreError: if it cannot be written.
        """

        def write(connection: Connection) -> None:
            connection.execute(
                "INSERT INTO visitors VALUES (?, '', '', '') ON CONFLICT DO NOTHING", (holder,)
            )
            connection.execute(
                "UPDATE visitors SET name = coalesce(?, name),"
                " language = coalesce(?, language), theme = coalesce(?, theme) WHERE holder = ?",
                (name, language, theme, holder),
            )

        await self._written(holder, write)

    async def check_writable(self) -> None:
        """Find out whether something can be written now.

        Raises:
            StoreError: if it cannot.
        """
        await self._written("", lambda _: None)

    async def count_tables(self) -> int:
        """Return how many tables there are."""
        number: int = (await self._rows("SELECT count(*) FROM tables"))[0][0]
        return number

    async def erase_owner(self, holder: str) -> None:
        """Delete all that is kept of somebody; tables that others know too stay, without them.

        Raises:
            StoreError: if it cannot be deleted.
        """
        told = encode_notification(OwnerErased(self.server_id, holder))

        def write(connection: Connection) -> str:
            erase_owner(connection, holder)
            return told

        # What still waits to be noted names them: it is not to come after this.
        await self.check_writable()
        await self._written(holder, write)

    async def delete_abandoned(self, before: str) -> int:
        """Delete the unfinished tables where nothing has happened since a time; return how many.

        Raises:
            StoreError: if they cannot be deleted.
        """
        waiting = await self._rows("SELECT id, standing FROM standings WHERE changed < ?", before)
        abandoned = [table for table, standing in waiting if is_unfinished(standing)]
        for table in abandoned:
            await self._written(table, partial(delete_table, table=table))
        return len(abandoned)

    def publish(self, what: Notification) -> None:
        """Let other servers of the same database know something, soon, if there can be any."""
        if self.is_shared:
            told = encode_notification(what)
            with suppress(StoreError):
                self._writer.submit("", lambda _: told)

    async def subscribe(self) -> AsyncGenerator[AnyNotification | None, None]:
        """Yield what other servers tell, nothing where some of it may have been missed."""
        async with aclosing(self._database.notifications()) as news:
            async for told in news:
                # What servers of another release tell may be beyond us.
                with suppress(msgspec.MsgspecError):
                    what = None if told is None else decode_notification(told)
                    if what is None or what.server_id != self.server_id:
                        yield what

    def close(self) -> None:
        """Finish what waits to be written, and let the database go."""
        self._writer.close()
        self._database.close()

    async def _written(self, about: str, write: Write) -> None:
        await asyncio.wrap_future(self._writer.submit(about, write))

    async def _kept(self, id: str, since: int) -> list[Any]:  # noqa: A002, it is the id
        return await self._rows(
            "SELECT number, entry FROM entries WHERE id = ? AND number >= ? ORDER BY number",
            id,
            since,
        )

    async def _recent(self, holder: str, game: str, options: str) -> list[str]:
        rows = await self._rows(
            "SELECT result FROM results WHERE holder = ? AND game = ? AND options = ?"
            " ORDER BY number DESC LIMIT ?",
            holder,
            game,
            options,
            RECENT_RESULT_COUNT,
        )
        return [result for (result,) in reversed(rows)]

    async def _rows(self, statement: str, *values: object) -> list[Any]:
        return await self._database.fetch_all(statement, values)


def _keep_daily(connection: Connection, table: str, setup: Setup) -> None:
    tried = connection.execute(
        "INSERT INTO dailies VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (setup.host_id, setup.game, setup.date, table),
    )
    if not tried.rowcount:
        raise CommandRejected("tried")
