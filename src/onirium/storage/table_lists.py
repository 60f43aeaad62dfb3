"""Reads lists of tables from their summaries."""

from typing import Final

from onirium.storage.database_client import DatabaseClient
from onirium.storage.summaries import TableSummary, build_summary

MAX_LISTED_TABLES: Final = 500
"""Maximum number of tables that one query returns."""

MAX_TABLE_OFFSET: Final = 100_000
"""Maximum number of tables that a query skips; the database has to read them."""


class TableListStore(DatabaseClient):
    """The part of the store that lists the tables of a user."""

    async def tables_owned_by(
        self,
        owner_id: str,
        *,
        game: str = "",
        offset: int = 0,
        limit: int = MAX_LISTED_TABLES,
    ) -> list[TableSummary]:
        """Return tables where a user owns or owned a seat, the latest first.

        The time depends on the offset and the limit, not on the number of the user's tables.

        Args:
            owner_id: the user.
            game: the name of the game, or empty for all games.
            offset: the number of tables to skip, at most ``MAX_TABLE_OFFSET``.
            limit: the maximum number of tables, at most ``MAX_LISTED_TABLES``.
        """
        if offset > MAX_TABLE_OFFSET:
            return []
        limit = min(limit, MAX_LISTED_TABLES)
        if game:
            return await self._list_tables(owner_id, " AND game = ?", game, limit, offset)
        return await self._list_tables(owner_id, "", limit, offset)

    async def unfinished_tables_owned_by(self, owner_id: str) -> list[TableSummary]:
        """Return at most ``MAX_LISTED_TABLES`` unfinished ones of the same tables."""
        return await self._list_tables(owner_id, " AND is_over = 0", MAX_LISTED_TABLES, 0)

    async def ranked_tables_owned_by(
        self, owner_id: str, *, game: str, limit: int
    ) -> list[TableSummary]:
        """Return the tables of a game whose results count for a user, the latest first."""
        filters = (
            " AND game = ? AND EXISTS (SELECT 1 FROM results"
            " WHERE results.owner_id = seat_owners.owner_id"
            " AND results.table_id = seat_owners.table_id)"
        )
        return await self._list_tables(owner_id, filters, game, limit, 0)

    async def _list_tables(
        self, owner_id: str, filters: str, *values: str | int
    ) -> list[TableSummary]:
        """Return the tables of a user that pass filters; the last values are limit and offset."""
        rows = await self._fetch_all(
            "SELECT table_id, setup, table_summaries.updated_at, summary FROM"  # noqa: S608
            f" (SELECT table_id, updated_at FROM seat_owners WHERE owner_id = ?{filters}"
            " ORDER BY updated_at DESC, table_id LIMIT ? OFFSET ?) AS latest"
            " JOIN tables USING (table_id) JOIN table_summaries USING (table_id)"
            " ORDER BY latest.updated_at DESC, table_id",
            owner_id,
            *values,
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
