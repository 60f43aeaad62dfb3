"""A table whose events are persisted before they are applied."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final

from onirium.record.replay import ReplayStep
from onirium.storage.completion import Completion
from onirium.storage.store import Store, StoreError
from onirium.tables.errors import CommandRejected
from onirium.tables.events import AnyTableEvent
from onirium.tables.table import Table
from onirium.web.ops.metrics import Metrics

SUMMARY_INTERVAL_S: Final = 5.0
"""Shortest time between two summaries of a table in progress."""


class DurableTable:
    """Couples a table with its event log in the store: append first, then apply.

    Attributes:
        table: the table; ``reload`` replaces the object.
        is_deleted: whether the store no longer had the table when it was reloaded.
    """

    def __init__(self, table: Table, store: Store, metrics: Metrics) -> None:
        self.table = table
        self.is_deleted = False
        self._store = store
        self._metrics = metrics
        self._summarized_version = table.version
        self._scheduled_summary: Completion | None = None
        self._summary_timer: asyncio.TimerHandle | None = None

    async def append(self, event: AnyTableEvent, command_key: str) -> list[ReplayStep]:
        """Persist an event, then apply it.

        Args:
            event: the event; its number is the version of the table.
            command_key: idempotency key of the command that caused it, or empty.

        Returns:
            The steps of the game that it caused.

        Raises:
            Conflict: if another server has appended an event with this number, or the command has
                already had its effect.
            StoreError: if the event cannot be persisted.
        """
        with self._metrics.commit_duration.time():
            await self._store.append(self.table.table_id, self.table.version, event, command_key)
        return await self._apply(event)

    async def apply_missing(self) -> AsyncIterator[tuple[AnyTableEvent, list[ReplayStep]]]:
        """Apply the events that other servers have appended; yield each with its steps.

        Raises:
            StoreError: if they cannot be read.
        """
        events = await self._store.load_events(self.table.table_id, self.table.version)
        for event in events:
            yield event, await self._apply(event)
        if events:
            # The server that appended the events also saves the summary.
            self._summarized_version = self.table.version

    async def is_processed(self, command_key: str) -> bool:
        """Return whether a command has had its effect; false if the store cannot be read."""
        try:
            return await self._store.is_processed(self.table.table_id, command_key)
        except StoreError:
            return False

    async def reload(self) -> None:
        """Replace the table by its stored state, or mark it as deleted.

        Raises:
            StoreError: if it cannot be read.
        """
        stored = await self._store.load(self.table.table_id)
        self.is_deleted = stored is None
        self.table = stored or self.table
        self._summarized_version = self.table.version

    def access_rejection(self, user_id: str) -> CommandRejected | None:
        """Return the rejection of a user who may not view the table."""
        if self.is_deleted:
            return CommandRejected("no_such_table")
        return None if self.table.can_view(user_id) else CommandRejected("links_disabled")

    def schedule_summary(self) -> None:
        """Save the summary for the history soon, if the table has changed.

        A failed write is repeated until it succeeds or the table is closed.
        """
        if self._summary_timer is None and self._save_changed_summary():
            loop = asyncio.get_running_loop()
            self._summary_timer = loop.call_later(SUMMARY_INTERVAL_S, self._end_summary_interval)

    def close(self) -> None:
        """Save the latest summary now, if it was delayed."""
        if self._summary_timer is not None:
            self._summary_timer.cancel()
            self._summary_timer = None
        self._save_changed_summary()

    async def save_summary(self) -> None:
        """Save the summary for the history and wait for it, unless the table is deleted.

        Raises:
            StoreError: if it cannot be saved.
        """
        if self.is_deleted:
            return
        version = self.table.version
        await self._store.save_summary(self.table)
        self._summarized_version = version

    async def save_delayed_summary(self) -> bool:
        """Save the summary and wait for it, if the last one is outdated or still queued.

        Returns:
            Whether it was.

        Raises:
            StoreError: if it cannot be saved.
        """
        scheduled = self._scheduled_summary
        is_queued = scheduled is not None and not scheduled.is_finished
        is_delayed = is_queued or self.table.version != self._summarized_version
        if is_delayed:
            await self.save_summary()
        return is_delayed

    def _save_changed_summary(self) -> bool:
        """Queue the latest summary unless it is saved or queued; return whether one is queued."""
        if self.is_deleted:
            return False
        scheduled = self._scheduled_summary
        has_failed = scheduled is not None and scheduled.has_failed
        if has_failed or self.table.version != self._summarized_version:
            scheduled = self._scheduled_summary = self._store.schedule_summary(self.table)
            self._summarized_version = self.table.version
        return scheduled is not None and not scheduled.is_finished

    def _end_summary_interval(self) -> None:
        self._summary_timer = None
        self.schedule_summary()

    async def _apply(self, event: AnyTableEvent) -> list[ReplayStep]:
        steps = self.table.apply(event)
        if self.table.is_over:
            # A client that sees the end may open the history at once.
            with suppress(StoreError):
                await self.save_summary()
        return steps
