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
