"""The tables of a server: all are kept, and those where somebody is are also in memory."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from onirium.table.hosted import Hosted, Setup
from onirium.table.log import Moved
from onirium.table.store import Store
from onirium.web.guard import Bounds
from onirium.web.pace import Limits
from onirium.web.room import Home, Room
from onirium.web.thinking import Thinking


class Rooms:
    """The tables where somebody is, each loaded when it is needed and forgotten afterwards.

    Attributes:
        store: where all tables are kept.
    """

    def __init__(self, store: Store, bounds: Bounds, limits: Limits, thinking: Thinking) -> None:
        self.store = store
        self._home = Home(store, bounds, limits, thinking, self.open, self._let_think)
        self._rooms: dict[str, Room] = {}
        self._visits: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._loading = asyncio.Lock()

    async def open(self, setup: Setup) -> str:
        """Lay a new table and deal; return its id.

        Raises:
            OptionError, UnknownPlayer, ValueError, Refused: as ``Hosted`` does.
            StoreError: if it cannot be kept.
        """
        table = Hosted(secrets.token_urlsafe(9), setup)
        beginning = table.start()
        await self.store.create(table.id, setup)
        await self._begin(table, beginning)
        return table.id

    @asynccontextmanager
    async def room(self, id: str) -> AsyncIterator[Room | None]:  # noqa: A002, it is the id
        """Give the room of a table, as long as it is used; ``None`` if there is no such table."""
        self._come(id)
        try:
            async with self._loading:
                room = self._rooms.get(id) or await self._load(id)
            yield room
            if room is not None:
                await room.finish()
        finally:
            self._go(id)

    async def close(self) -> None:
        """Stop all thinking; it begins anew when the tables are opened again."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _let_think(self, room: Room) -> None:
        """Let the computer players of a room think: they are there like its guests."""
        self._come(room.table.id)
        task = asyncio.create_task(room.think())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: self._go(room.table.id))

    def _come(self, id: str) -> None:  # noqa: A002
        self._visits[id] = self._visits.get(id, 0) + 1

    def _go(self, id: str) -> None:  # noqa: A002
        """Forget a table when the last is going."""
        self._visits[id] -= 1
        if not self._visits[id]:
            del self._visits[id]
            self._rooms.pop(id, None)

    async def _load(self, id: str) -> Room | None:  # noqa: A002
        table = self.store.load(id)
        if table is None:
            return None
        if not table.version:
            await self._begin(table, table.start())
        self._rooms[id] = Room(table, self._home)
        self._rooms[id].wake()
        return self._rooms[id]

    async def _begin(self, table: Hosted, beginning: Moved) -> None:
        await self.store.append(table.id, 0, beginning)
        table.apply(beginning)
        await self.store.note(table)
