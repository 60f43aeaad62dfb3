"""The open table sessions of a server, each loaded on first use and dropped after its last use."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Final

from onirium.storage.store import Conflict, Store, StoreError
from onirium.tables.commands import play
from onirium.tables.events import ActionsTaken
from onirium.tables.setup import Setup
from onirium.tables.table import Table
from onirium.web.byte_cache import ByteCache
from onirium.web.live.cluster import ClusterListener
from onirium.web.live.command_intake import CommandIntake
from onirium.web.live.quotas import Quotas
from onirium.web.live.session_context import SessionContext
from onirium.web.live.table_cache import TableCache
from onirium.web.live.table_session import TableSession
from onirium.web.middleware.rate_limit import LOOPBACK, RateLimits
from onirium.web.middleware.security import ServerAddress
from onirium.web.ops.metrics import Metrics
from onirium.web.slices import SliceScheduler
from onirium.web.workers.service import BotService

TABLE_ID_BYTES: Final = 9
"""Length of a random table id: 72 bits, so that the address of a table cannot be guessed."""

CLEANUP_INTERVAL_S: Final = 24 * 60 * 60
FIRST_CLEANUP_DELAY_S: Final = 60 * 60
"""The clock of a machine that has just started may be wrong, and tables would count as old."""

MAX_INTAKE_CACHE_BYTES: Final = 32_000_000
"""Estimated size of all intakes of tables without a session."""


class SessionRegistry:
    """Creates tables, and opens and closes their sessions.

    Attributes:
        store: the store of all tables.
    """

    def __init__(
        self,
        store: Store,
        address: ServerAddress,
        limits: RateLimits,
        bots: BotService,
        slices: SliceScheduler,
        metrics: Metrics,
        quotas: Quotas,
    ) -> None:
        self.store = store
        self._context = SessionContext(
            store=store,
            address=address,
            limits=limits,
            bots=bots,
            slices=slices,
            create_table=self.create_table,
            run_in_background=self._run_in_background,
            metrics=metrics,
        )
        self._quotas = quotas
        quotas.on_deleted = lambda: self._spawn(self._close_deleted())
        self._sessions: dict[str, TableSession] = {}
        metrics.register_sources(self._sessions, bots)
        self._closed = TableCache(store)
        self._intakes = ByteCache[CommandIntake](MAX_INTAKE_CACHE_BYTES)
        self._cluster = ClusterListener(
            store, self._sessions, self._closed, self._run_in_background
        )
        self._use_counts: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._load_locks: dict[str, asyncio.Lock] = {}

    async def create_table(
        self, setup: Setup, table_id: str = "", *, address: str = LOOPBACK
    ) -> str:
        """Create a table and deal; return its id.

        Args:
            setup: the setup.
            table_id: its id, or empty for a random one; if the table exists, it is not changed.
            address: the key of the address from which it is created.

        Raises:
            OptionError, UnknownBot, ValueError: as ``Table`` does.
            CommandRejected: as ``too_many_tables``, ``server_full`` or ``too_many_new_tables``,
                if there are too many tables; as ``already_attempted`` or ``bot_unavailable``.
            StoreError: if it cannot be persisted.
        """
        table = Table(table_id or secrets.token_urlsafe(TABLE_ID_BYTES), setup)
        first_event = play.start(table)
        with suppress(Conflict):
            async with self._quotas.reserve(setup.host_id, address):
                await self.store.create(table.table_id, setup)
            await self._start(table, first_event)
        return table.table_id

    @asynccontextmanager
    async def session(self, table_id: str) -> AsyncIterator[TableSession | None]:
        """Open the session of a table while it is used; ``None`` if there is no such table.

        Raises:
            StoreError: if the table cannot be loaded.
        """
        self._acquire(table_id)
        try:
            async with self._load_lock(table_id):
                session = self._open_session(table_id) or await self._load(table_id)
            yield session
            if session is not None:
                await session.wait_idle()
        finally:
            self._release(table_id)

    async def load_table(self, table_id: str) -> Table | None:
        """Return a table to read from: that of its session, if it is open, else a loaded copy.

        Raises:
            StoreError: if it cannot be loaded.
        """
        async with self._load_lock(table_id):
            if session := self._open_session(table_id):
                return session.table
            table = await self._read(table_id)
            if table is not None:
                self._closed.put(table)
            return table

    def start(self) -> None:
        """Start the background tasks."""
        self._spawn(self.store.repair_summaries())
        self._spawn(self._clean_up())
        self._spawn(self._cluster.run())

    async def erase_owner(self, owner_id: str) -> None:
        """Erase the data of a user; other players of an open table see the seat without owner.

        Each table is a write of its own, so that others do not wait for all of them. An erasure
        that was interrupted can be repeated: the user stays known until all tables are erased.

        Raises:
            StoreError: if some of it cannot be erased.
        """
        sessions = self._sessions.items()
        # The stored list may lack a seat that was taken a moment ago.
        opened = {table_id for table_id, session in sessions if session.involves(owner_id)}
        for table_id in sorted(opened.union(await self.store.table_ids_of(owner_id))):
            async with self._paused(table_id):
                await self.store.erase_at_table(table_id, owner_id)
        await self.store.erase_user(owner_id)

    async def save_delayed_summaries(self, table_ids: Iterable[str]) -> bool:
        """Save the delayed summaries of tables, so that a list shows what their players have seen.

        Returns:
            Whether there were any.
        """
        sessions = [session for one in table_ids if (session := self._open_session(one))]
        were_delayed = False
        for session in sessions:
            with suppress(StoreError):
                were_delayed |= await session.save_delayed_summary()
        return were_delayed

    async def close(self) -> None:
        """Cancel all background tasks; bots resume when their tables are opened again."""
        self._cluster.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for session in self._sessions.values():
            session.close()

    async def _clean_up(self) -> None:
        """Delete unused and abandoned tables once a day until cancelled; disconnect clients."""
        await asyncio.sleep(FIRST_CLEANUP_DELAY_S)
        while True:
            with suppress(StoreError):
                await self._quotas.delete_unused()
                await self._quotas.delete_abandoned()
            await self._close_deleted()
            await asyncio.sleep(CLEANUP_INTERVAL_S)

    async def _close_deleted(self) -> None:
        """Disconnect the clients of tables that this server or another one has deleted."""
        with suppress(StoreError):
            for table_id in list(self._sessions):
                if not await self.store.version(table_id):
                    async with self.session(table_id) as session:
                        if session is not None:
                            await session.reload()

    def _run_in_background(self, table_id: str, coroutine: Coroutine[object, object, None]) -> None:
        """Run a coroutine for a table; its session stays open until it ends."""
        self._acquire(table_id)
        self._spawn(coroutine).add_done_callback(lambda _: self._release(table_id))

    def _spawn(self, coroutine: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    @asynccontextmanager
    async def _load_lock(self, table_id: str) -> AsyncIterator[None]:
        """Wait until nobody loads a table or modifies its stored data; prevent both meanwhile."""
        self._acquire(table_id)
        try:
            async with self._load_locks.setdefault(table_id, asyncio.Lock()):
                yield
        finally:
            self._release(table_id)

    @asynccontextmanager
    async def _paused(self, table_id: str) -> AsyncIterator[None]:
        """Keep a table from being loaded and changed while its stored data is modified."""
        async with self._load_lock(table_id), AsyncExitStack() as paused_session:
            if session := self._open_session(table_id):
                await paused_session.enter_async_context(session.paused())
            try:
                yield
            finally:
                self._closed.discard(table_id)

    def _acquire(self, table_id: str) -> None:
        self._use_counts[table_id] = self._use_counts.get(table_id, 0) + 1

    def _release(self, table_id: str) -> None:
        """Drop the session of a table after its last use."""
        self._use_counts[table_id] -= 1
        if not self._use_counts[table_id]:
            del self._use_counts[table_id]
            self._load_locks.pop(table_id, None)
            if session := self._sessions.pop(table_id, None):
                session.close()
                if not session.is_deleted:
                    self._closed.put(session.table)
                self._intakes.put(table_id, session.intake, session.intake.estimate_size_bytes())

    def _open_session(self, table_id: str) -> TableSession | None:
        """Return the session of a table, if it is open and the table is not deleted."""
        session = self._sessions.get(table_id)
        return None if session is None or session.is_deleted else session

    async def _load(self, table_id: str) -> TableSession | None:
        table = await self._read(table_id)
        if table is None:
            return None
        if not table.version:
            try:
                await self._start(table, play.start(table))
            except Conflict:
                # Another server has started the table meanwhile.
                table = await self.store.load(table_id) or table
        intake = self._intakes.get(table_id) or CommandIntake(self._context.limits)
        session = self._sessions[table_id] = TableSession(table, self._context, intake)
        try:
            await session.open()
        except BaseException:
            del self._sessions[table_id]
            raise
        return session

    async def _read(self, table_id: str) -> Table | None:
        """Return a closed table, cached or loaded; the caller holds its load lock."""
        return await self._closed.get(table_id) or await self.store.load(table_id)

    async def _start(self, table: Table, first_event: ActionsTaken) -> None:
        await self.store.append(table.table_id, 0, first_event)
        table.apply(first_event)
        await self.store.save_summary(table)
