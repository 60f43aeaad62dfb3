"""Executes database writes in the event loop, for programs without threads.

A server in a browser runs in one thread, and saving its database is asynchronous there.
"""

import asyncio
from collections.abc import Awaitable, Callable

from onirium.storage.backend import Database, StoreError, Write, Writer
from onirium.storage.completion import Completion
from onirium.storage.transactions import PendingWrite, Transactor


class InlineWriter(Writer):
    """Executes writes in batches (group commit).

    Writes that arrive while a batch is being saved form the next one. A transaction does not yield
    to the event loop, so writes never overlap. A separate write is saved alone.

    Args:
        database: the database.
        save: makes all transactions durable, or undoes those since the latest save and raises
            ``StoreError``.
    """

    def __init__(self, database: Database, save: Callable[[], Awaitable[None]]) -> None:
        self._location = database.location
        self._save = save
        self._transactor = Transactor(database)
        self._queue: list[PendingWrite] = []
        self._closed = False
        self._task: asyncio.Task[None] | None = None

    def submit(
        self, subject: str, write: Write, *, can_wait: bool = False, is_separate: bool = False
    ) -> Completion:
        """Queue a write; a task of the running event loop executes it."""
        if self._closed:
            raise self._closed_error()
        pending = PendingWrite(subject, write, Completion(), can_wait, is_separate)
        self._queue.append(pending)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())
        return pending.completion

    def close(self) -> None:
        """Cancel the queued writes; a batch in progress is finished."""
        self._closed = True
        for pending in self._queue:
            pending.completion.cancel()
            pending.completion.finish(self._closed_error())
        self._queue.clear()

    async def _run(self) -> None:
        """Execute writes until the queue is empty."""
        while self._queue:
            queued, self._queue = self._queue, []
            await self._write([pending for pending in queued if not pending.is_separate])
            for pending in queued:
                if pending.is_separate:
                    await self._write([pending])

    async def _write(self, queued: list[PendingWrite]) -> None:
        """Execute and save a batch without its cancelled writes, then set the outcomes."""
        batch = [pending for pending in queued if pending.completion.begin()]
        if not batch:
            return
        outcomes = self._transactor.execute([pending.write for pending in batch])
        try:
            await self._save()
        except StoreError as error:
            outcomes = [type(error)(*error.args) for _ in batch]
        for pending, outcome in zip(batch, outcomes, strict=True):
            pending.completion.finish(outcome)

    def _closed_error(self) -> StoreError:
        return StoreError(f"{self._location}: not written: the store is closed")
