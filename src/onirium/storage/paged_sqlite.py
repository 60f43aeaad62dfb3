"""SQLite in memory, whose pages are saved elsewhere after each transaction; it needs no thread."""

import errno
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from typing import Final

from onirium.storage.backend import Database, Row, StorageFull, StoreError, Writer
from onirium.storage.inline_writer import InlineWriter
from onirium.storage.page_store import PAGE_BYTES, PageStore, changed_pages
from onirium.storage.sqlite import Sqlite, configure, migrate

LOCATION: Final = "pages"
"""The location of such a database in messages."""


class PagedSqlite(Database):
    """A database of a single-threaded program, such as a worker of a browser.

    Reads see a transaction a moment before it is durable. If its pages cannot be saved, it is
    undone, and its writes fail.

    Args:
        pages: keeps the pages.
        image: the database as ``pages`` has it, empty for a new one.
    """

    location = LOCATION
    driver_errors = Sqlite.driver_errors
    statement_errors = Sqlite.statement_errors

    def __init__(self, pages: PageStore, image: bytes) -> None:
        self._pages = pages
        self._saved = image
        self._connection = sqlite3.connect(
            ":memory:", isolation_level=None, check_same_thread=False
        )
        try:
            # A deserialized database lies in one piece of memory, which ``save`` copies.
            self._restore(image or _new_database())
            migrate(self._connection, self.location)
        except sqlite3.Error as error:
            self._connection.close()
            raise StoreError(f"{self.location}: cannot be opened as a database: {error}") from None
        except StoreError:
            self._connection.close()
            raise

    @classmethod
    async def open(cls, pages: PageStore) -> "PagedSqlite":
        """Load a database from its pages; create or migrate it if necessary.

        Raises:
            StoreError: if it cannot be loaded or saved, a newer version of Onirium wrote it, or it
                belongs to another program.
        """
        try:
            database = cls(pages, await pages.load())
        except OSError as error:
            raise StoreError(f"{LOCATION}: cannot be read: {error}") from None
        try:
            await database.save()
        except BaseException:
            database.close()
            raise
        return database

    def connect(self) -> sqlite3.Connection:
        """Return the only connection."""
        return self._connection

    def open_writer(self) -> Writer:
        """Return a writer that runs in the event loop."""
        return InlineWriter(self, self.save)

    async def fetch_all(self, statement: str, values: Sequence[object]) -> list[Row]:
        """Execute a query and return its rows, without yielding to the event loop.

        Raises:
            StoreError: if the database cannot be read.
        """
        try:
            with closing(self._connection.execute(statement, values)) as cursor:
                return cursor.fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"{self.location}: {error}") from None

    async def save(self) -> None:
        """Save the pages that have changed; undo all changes since the latest save if that fails.

        Raises:
            StorageFull: if there is no space for them.
            StoreError: if they cannot be saved for another reason.
        """
        image = self._connection.serialize()
        changed = changed_pages(self._saved, image)
        if not changed and len(image) == len(self._saved):
            return
        try:
            await self._pages.save(changed, len(image) // PAGE_BYTES)
        except OSError as error:
            if self._saved:
                self._restore(self._saved)
            failure = StorageFull if error.errno == errno.ENOSPC else StoreError
            raise failure(f"{self.location}: not written: {error}") from None
        self._saved = image

    def close(self) -> None:
        """Close the connection; what has not been saved is lost."""
        self._connection.close()

    def _restore(self, image: bytes) -> None:
        self._connection.deserialize(image)
        configure(self._connection)


@cache
def _new_database() -> bytes:
    """Return a database without rows; the saved memory of a site contains it."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, LOCATION)
        return connection.serialize()
