"""A table and what is kept of it: all that happens there is kept first, here or elsewhere."""

from collections.abc import AsyncIterator
from contextlib import suppress

from onirium.record.replay import ReplayStep
from onirium.storage.store import Store, StoreError
from onirium.tables.events import AnyTableEvent
from onirium.tables.table import Table
from onirium.web.ops.metrics import Metrics


class Keeping:
    """Lets happen at a table what is kept of it.

    Attributes:
        table: the table; another object when it was read anew.
    """

    def __init__(self, table: Table, store: Store, metrics: Metrics) -> None:
        self.table = table
        self._store = store
        self._metrics = metrics
        self._noted = table.version

    async def append(self, entry: AnyTableEvent, key: str) -> list[ReplayStep]:
        """Keep an entry, then let it happen; return its steps.

        Raises:
            Conflict: if another server has kept something else, or the message of this key has had
                its effect.
            StoreError: if it cannot be kept.
        """
        with self._metrics.commit_duration.time():
            await self._store.append(self.table.table_id, self.table.version, entry, key)
        return await self._happen(entry)

    async def missing(self) -> AsyncIterator[tuple[AnyTableEvent, list[ReplayStep]]]:
        """Let happen, one after the other, what other servers have kept; yield it with its steps.

        Raises:
            StoreError: if it cannot be read.
        """
        entries = await self._store.load_events(self.table.table_id, self.table.version)
        for entry in entries:
            yield entry, await self._happen(entry)
        if entries:
            # The server that has kept it notes it.
            self._noted = self.table.version

    async def has_answered(self, key: str) -> bool:
        """Tell whether the message of a key has had its effect, as far as that can be known."""
        try:
            return await self._store.is_processed(self.table.table_id, key)
        except StoreError:
            return False

    async def read_anew(self) -> None:
        """Take the table as it is kept; as it stands here, if it is kept no more.

        Raises:
            StoreError: if it cannot.
        """
        self.table = await self._store.load(self.table.table_id) or self.table
        self._noted = self.table.version

    def note(self) -> None:
        """Let it be noted how the table stands, for the history."""
        if self.table.version != self._noted:
            self._noted = self.table.version
            self._store.schedule_summary(self.table)

    async def note_now(self) -> None:
        """Note how the table stands, and wait until that is done.

        Raises:
            StoreError: if it cannot be noted.
        """
        self._noted = self.table.version
        await self._store.save_summary(self.table)

    async def _happen(self, entry: AnyTableEvent) -> list[ReplayStep]:
        steps = self.table.apply(entry)
        if self.table.is_over:
            # Who reads of the end may look it up in the history at once.
            with suppress(StoreError):
                await self.note_now()
        return steps
