"""Stores the attempts at daily deals, and reads their results."""

from typing import Final

from onirium.storage.backend import Connection
from onirium.storage.database_client import DatabaseClient
from onirium.storage.summaries import TableSummary, build_summary
from onirium.tables.errors import CommandRejected
from onirium.tables.setup import Setup

MAX_DAILY_SUMMARIES: Final = 500
"""Limit on the results of a daily deal that are read for its page."""

MAX_DAILY_DATES: Final = 400
"""Limit on the length of a streak of daily deals."""


class DailyDealStore(DatabaseClient):
    """The part of the store with the attempts at daily deals."""

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
        """Return the tables of a daily deal, each for its user; at most ``MAX_DAILY_SUMMARIES``."""
        return await self._attempt_summaries(
            "game = ? AND date = ? LIMIT ?", game, date, MAX_DAILY_SUMMARIES
        )

    async def own_daily_summaries(
        self, owner_id: str, game: str, first_date: str
    ) -> list[TableSummary]:
        """Return the tables of a user's attempts at daily deals from a date on."""
        return await self._attempt_summaries(
            "owner_id = ? AND game = ? AND date >= ?", owner_id, game, first_date
        )

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

    async def _attempt_summaries(self, condition: str, *values: str | int) -> list[TableSummary]:
        """Return the tables of the attempts that meet a condition, each for its user."""
        rows = await self._fetch_all(
            "SELECT owner_id, table_id, setup, updated_at, summary FROM daily_attempts"  # noqa: S608
            " JOIN tables USING (table_id) JOIN table_summaries USING (table_id)"
            f" WHERE {condition}",
            *values,
        )
        return [build_summary(*row) for row in rows]


def insert_attempt(connection: Connection, table_id: str, setup: Setup) -> None:
    """Record that the host of a table attempts its daily deal.

    Raises:
        CommandRejected: as ``already_attempted``, if the host has attempted it before.
    """
    inserted = connection.execute(
        "INSERT INTO daily_attempts VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (setup.host_id, setup.game, setup.date, table_id),
    )
    if not inserted.rowcount:
        raise CommandRejected("already_attempted")
