"""Where tables are kept, so that nothing acknowledged is ever lost."""

import asyncio
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from threading import Lock
from typing import Any, Final

import msgspec

from onirium.table.counters import WINDOW, Counter
from onirium.table.database import StoreError, opened
from onirium.table.hosted import Hosted, Refused, Setup
from onirium.table.log import AnyEntry
from onirium.table.standing import Noted, Summary, summary
from onirium.table.writer import Write, Writer

__all__ = ["Conflict", "Store", "StoreError", "Summary", "Visitor"]

_APPEND: Final = """
INSERT INTO entries SELECT :id, :number, :entry, :nonce
WHERE :number = (SELECT ifnull(max(number) + 1, 0) FROM entries WHERE id = :id)
"""
"""Nothing may be missing between entries."""

_entries: Final = msgspec.json.Decoder(AnyEntry)


class Conflict(StoreError):
    """A table is not as the writer thought; it is to be loaded anew."""


class Visitor(msgspec.Struct, frozen=True):
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
    """The database. Reading takes no time worth waiting for; writes are awaited."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Open a database; make it if there is none.

        Raises:
            StoreError: if that is not possible, or it is a newer Onirium's or no database of ours.
        """
        self.path = Path(path)
        self._reader = opened(self.path)
        self._reading = Lock()
        self._writer = Writer(self.path)
        self._refresh()

    async def create(self, id: str, setup: Setup) -> None:  # noqa: A002, it is the id
        """Keep a new table; it is durable when this returns.

        Raises:
            Refused: as ``tried``, if the host has tried this deal of the day before.
            Conflict: if there is a table of this id.
            StoreError: if it cannot be written.
        """
        hosted = Hosted(id, setup)

        def write(connection: sqlite3.Connection) -> None:
            try:
                content = msgspec.json.encode(setup)
                connection.execute("INSERT INTO tables VALUES (?, ?)", (id, content))
            except sqlite3.IntegrityError:
                raise Conflict(f"there is a table {id!r}") from None
            if setup.sort == "daily":
                _keep_daily(connection, id, setup)
            Noted(hosted).write(connection)

        await self._written(write)

    async def append(
        self,
        id: str,  # noqa: A002, it is the id
        number: int,
        entry: AnyEntry,
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

        def write(connection: sqlite3.Connection) -> None:
            values = {"id": id, "number": number, "entry": content, "nonce": nonce or None}
            with suppress(sqlite3.IntegrityError):
                if connection.execute(_APPEND, values).rowcount:
                    return
            raise Conflict(f"table {id!r}: entry {number} does not fit here")

        await self._written(write)

    async def note(self, hosted: Hosted) -> None:
        """Keep how a table stands, for summaries and counters; call it after entries are applied.

        It can be called as often as one likes: a game is counted once. What was not noted before a
        crash is noted when the store is opened again.

        Raises:
            StoreError: if it cannot be written.
        """
        await self._written(Noted(hosted).write)

    def load(self, id: str) -> Hosted | None:  # noqa: A002, it is the id
        """Return a table as it was left, if there is one.

        Raises:
            StoreError: if what is kept of it cannot be played again, naming the entry.
        """
        rows = self._rows("SELECT setup FROM tables WHERE id = ?", id)
        if not rows:
            return None
        place = "its setup"
        try:
            hosted = Hosted(id, msgspec.json.decode(rows[0][0], type=Setup))
            for number, content in self._rows(
                "SELECT number, entry FROM entries WHERE id = ? ORDER BY number", id
            ):
                place = f"entry {number}"
                if number != hosted.version:
                    raise StoreError(f"table {id!r}: entry {hosted.version} is missing")
                hosted.apply(_entries.decode(content))
        except (ValueError, LookupError, msgspec.MsgspecError) as error:
            raise StoreError(f"table {id!r}: {place}: {error}") from None
        return hosted

    def answered(self, id: str, nonce: str) -> bool:  # noqa: A002, it is the id
        """Tell whether a message with this nonce has had its effect at a table."""
        return bool(self._rows("SELECT 1 FROM entries WHERE id = ? AND nonce = ?", id, nonce))

    def tables_of(self, holder: str) -> list[Summary]:
        """Return the tables at which somebody has or had a seat, the latest first."""
        rows = self._rows(
            "SELECT id, setup, changed, standing FROM holders JOIN tables USING (id)"
            " JOIN standings USING (id) WHERE holder = ? ORDER BY changed DESC, id",
            holder,
        )
        return [summary(holder, *row) for row in rows]

    def counters(self, holder: str) -> list[Counter]:
        """Return what somebody's games have come to, by game and options."""
        sums: dict[tuple[str, str], dict[str, int]] = {}
        for game, options, result, number in self._rows(
            "SELECT game, options, result, number FROM counters WHERE holder = ?"
            " ORDER BY game, length(options), options",
            holder,
        ):
            sums.setdefault((game, options), {})[result] = number
        return [
            Counter(
                game=game,
                options=msgspec.json.decode(options),
                won=numbers.get("won", 0),
                lost=numbers.get("lost", 0),
                recent=self._recent(holder, game, options),
            )
            for (game, options), numbers in sums.items()
        ]

    def daily(self, holder: str, game: str, date: str) -> str | None:
        """Return the table of somebody's ranked try at the deal of a day, if there was one."""
        rows = self._rows(
            "SELECT id FROM dailies WHERE holder = ? AND game = ? AND date = ?", holder, game, date
        )
        return rows[0][0] if rows else None

    def visitor(self, holder: str) -> Visitor | None:
        """Return how somebody wants to be called and served, if they have said so."""
        rows = self._rows("SELECT name, language, theme FROM visitors WHERE holder = ?", holder)
        return Visitor(*rows[0]) if rows else None

    async def set_visitor(
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
        given = {"name": name, "language": language, "theme": theme}

        def write(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR IGNORE INTO visitors VALUES (?, '', '', '')", (holder,))
            connection.execute(
                "UPDATE visitors SET name = ifnull(:name, name), theme = ifnull(:theme, theme),"
                " language = ifnull(:language, language) WHERE holder = :holder",
                {**given, "holder": holder},
            )

        await self._written(write)

    def close(self) -> None:
        """Finish what waits to be written, and let the database go."""
        self._writer.close()
        self._reader.close()

    async def _written(self, write: Write) -> None:
        await asyncio.wrap_future(self._writer.put(write))

    def _recent(self, holder: str, game: str, options: str) -> list[str]:
        rows = self._rows(
            "SELECT result FROM results WHERE holder = ? AND game = ? AND options = ?"
            " ORDER BY number DESC LIMIT ?",
            holder,
            game,
            options,
            WINDOW,
        )
        return [result for (result,) in reversed(rows)]

    def _refresh(self) -> None:
        """Note what was not noted before the program ended without saying so."""
        behind = self._rows(
            "SELECT id FROM tables LEFT JOIN standings USING (id)"
            " WHERE ifnull(version, -1) <> (SELECT count(*) FROM entries WHERE id = tables.id)"
        )
        for (table,) in behind:
            with suppress(StoreError):
                hosted = self.load(table)
                if hosted is not None:
                    self._writer.put(Noted(hosted).write).result()

    def _rows(self, statement: str, *values: object) -> list[Any]:
        try:
            with self._reading, closing(self._reader.execute(statement, values)) as cursor:
                return cursor.fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {error}") from None


def _keep_daily(connection: sqlite3.Connection, table: str, setup: Setup) -> None:
    try:
        values = (setup.host, setup.game, setup.date, table)
        connection.execute("INSERT INTO dailies VALUES (?, ?, ?, ?)", values)
    except sqlite3.IntegrityError:
        raise Refused("tried") from None
