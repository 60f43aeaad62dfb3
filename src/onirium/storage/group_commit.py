"""Group commit: one thread writes, and concurrent writes share a transaction.

A commit waits for the disk, for about the same time whatever its size. Writes that arrive while a
commit is in progress therefore go into the next one together.
"""

from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final

from onirium.storage.backend import Database, StoreError, Write, Writer
from onirium.storage.completion import Completion, finish_from_thread
from onirium.storage.transactions import PendingWrite, Transactor

MAX_BATCH_SIZE: Final = 500
"""Maximum number of writes in a transaction; it bounds the latency of each."""

BATCH_DELAY_S: Final = 0.02
"""Time without a new write after which those that can wait are executed."""


class GroupCommitWriter(Writer):
    """Executes writes in batches, in a thread."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._transactor = Transactor(database)
        self._queue: SimpleQueue[PendingWrite | None] = SimpleQueue()
        self._closed = False
        self._thread = Thread(target=self._run, name="onirium store", daemon=True)
        self._thread.start()

    def submit(
        self, subject: str, write: Write, *, can_wait: bool = False, is_separate: bool = False
    ) -> Completion:
        """Queue a write for the thread."""
        if self._closed:
            raise StoreError(f"{self._database.location}: not written: the store is closed")
        completion = Completion()
        self._queue.put(PendingWrite(subject, write, completion, can_wait, is_separate))
        return completion

    def close(self) -> None:
        """Execute the queued writes, then stop the thread."""
        self._closed = True
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open:
            batch = self._next_batch()
            is_open = None not in batch
            # All servers lock the rows in the same order, which avoids most deadlocks.
            writes = sorted(filter(None, batch), key=lambda pending: pending.subject)
            self._write([pending for pending in writes if not pending.is_separate])
            for pending in writes:
                if pending.is_separate:
                    self._write([pending])
        self._transactor.close()

    def _next_batch(self) -> list[PendingWrite | None]:
        """Return the queued writes, once one cannot wait or no other has arrived for a while."""
        batch = [self._queue.get()]
        with suppress(Empty):
            while all(pending is not None and pending.can_wait for pending in batch):
                batch.append(self._queue.get(timeout=BATCH_DELAY_S))
            while len(batch) < MAX_BATCH_SIZE:
                batch.append(self._queue.get_nowait())
        return batch

    def _write(self, queued: list[PendingWrite]) -> None:
        """Execute the writes of a batch that are not cancelled, and pass on the outcomes."""
        if batch := [pending for pending in queued if pending.completion.begin()]:
            outcomes = self._transactor.execute([pending.write for pending in batch])
            finish_from_thread([pending.completion for pending in batch], outcomes)
