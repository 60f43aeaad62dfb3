"""The tables of a server: all are kept, and those where somebody is are also in memory."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

from onirium.storage.store import Conflict, Store
from onirium.tables.events import ActionsTaken
from onirium.tables.table import Setup, Table
from onirium.web.live.cluster import Neighbours
from onirium.web.live.quotas import Quotas
from onirium.web.live.table_session import Home, Room
from onirium.web.middleware.rate_limit import RateLimits
from onirium.web.middleware.security import ServerAddress
from onirium.web.ops.metrics import Metrics
from onirium.web.workers.service import Thinking


class Rooms:
    """The tables where somebody is, each loaded when it is needed and forgotten afterwards.

    Attributes:
        store: where all tables are kept.
    """

    def __init__(
        self,
        store: Store,
        bounds: ServerAddress,
        limits: RateLimits,
        thinking: Thinking,
        metrics: Metrics,
        quotas: Quotas,
    ) -> None:
        self.store = store
        self._home = Home(store, bounds, limits, thinking, self.open, self._let_think, metrics)
        self._quotas = quotas
        self._rooms: dict[str, Room] = {}
        metrics.register_sources(self._rooms, thinking)
        self._neighbours = Neighbours(store, self._rooms)
        self._visits: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._loading: dict[str, asyncio.Lock] = {}
        self._forgetting = asyncio.Lock()

    async def open(self, setup: Setup, id: str = "") -> str:  # noqa: A002, it is the id
        """Lay a new table and deal; return its id.

        Args:
            setup: how it is laid.
            id: by which it is to be found; nothing is done if there is such a table.

        Raises:
            OptionError, UnknownBot, ValueError, Refused: as ``Hosted`` does.
            Refused: as ``many``, ``full``, if there are too many tables.
            StoreError: if it cannot be kept.
        """
        await self._quotas.check(setup.host_id)
        table = Table(id or secrets.token_urlsafe(9), setup)
        beginning = table.start()
        with suppress(Conflict):
            await self.store.create(table.table_id, setup)
            await self._begin(table, beginning)
        return table.table_id

    @asynccontextmanager
    async def room(self, id: str) -> AsyncIterator[Room | None]:  # noqa: A002, it is the id
        """Give the room of a table, as long as it is used; ``None`` if there is no such table."""
        self._come(id)
        try:
            async with self._loading.setdefault(id, asyncio.Lock()):
                room = self._rooms.get(id) or await self._load(id)
            yield room
            if room is not None:
                await room.finish()
        finally:
            self._go(id)

    def begin(self) -> None:
        """Begin with what is to be done besides serving guests."""
        self._let(self.store.repair_summaries())
        self._let(self._quotas.forget_abandoned())
        self._let(self._neighbours.attend())

    async def forget(self, holder: str) -> None:
        """Delete all that is kept of somebody; who is at a table with them sees nobody there.

        Raises:
            StoreError: if it cannot be deleted.
        """
        async with self._forgetting, AsyncExitStack() as meanwhile:
            for room in list(self._rooms.values()):
                if room.knows(holder):
                    await meanwhile.enter_async_context(room.standing_still())
            await self.store.erase_owner(holder)

    async def close(self) -> None:
        """Stop all thinking; it begins anew when the tables are opened again."""
        self._neighbours.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _let_think(self, room: Room) -> None:
        """Let the computer players of a room think: they are there like its guests."""
        self._come(room.table.table_id)
        self._let(room.think()).add_done_callback(lambda _: self._go(room.table.table_id))

    def _let(self, going_on: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(going_on)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _come(self, id: str) -> None:  # noqa: A002
        self._visits[id] = self._visits.get(id, 0) + 1

    def _go(self, id: str) -> None:  # noqa: A002
        """Forget a table when the last is going."""
        self._visits[id] -= 1
        if not self._visits[id]:
            del self._visits[id]
            self._loading.pop(id, None)
            self._rooms.pop(id, None)

    async def _load(self, id: str) -> Room | None:  # noqa: A002
        table = await self.store.load(id)
        if table is None:
            return None
        if not table.version:
            try:
                await self._begin(table, table.start())
            except Conflict:
                # Another server was about to do it.
                table = await self.store.load(id) or table
        room = self._rooms[id] = Room(table, self._home)
        try:
            await room.open()
        except BaseException:
            del self._rooms[id]
            raise
        return room

    async def _begin(self, table: Table, beginning: ActionsTaken) -> None:
        await self.store.append(table.table_id, 0, beginning)
        table.apply(beginning)
        await self.store.save_summary(table)
