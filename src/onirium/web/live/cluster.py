"""Receives events and presence from the other servers that share this database."""

import asyncio
import math
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import aclosing, suppress
from typing import Final

from onirium.storage.notifications import (
    AnyNotification,
    EventAppended,
    Heartbeat,
    OwnerErased,
    PresenceQuery,
    PresenceReport,
    ServerStopped,
)
from onirium.storage.store import Store, StoreError
from onirium.web.live.table_cache import TableCache
from onirium.web.live.table_session import TableSession

HEARTBEAT_S: Final = 5.0
"""Interval between two heartbeats of a server."""

HEARTBEAT_TIMEOUT_S: Final = 3 * HEARTBEAT_S
"""A server that has sent nothing for this long counts as stopped."""


SYNC_RETRY_DELAY_S: Final = 1.0
"""Time between two attempts to read the events of another server."""

MAX_SYNC_ATTEMPTS: Final = 60
"""Attempts after which a session waits for the next notification."""

MAX_CONCURRENT_RELOADS: Final = 2
"""Tables that are reloaded at once; a lost connection concerns all open ones."""


class ClusterListener:
    """Passes the notifications of the other servers to the sessions of this one.

    Args:
        store: the shared store.
        sessions: the open sessions by table id; the mapping changes.
        closed: the cached tables without a session.
        run_in_background: runs a coroutine for a table, whose session stays open until it ends.
    """

    def __init__(
        self,
        store: Store,
        sessions: Mapping[str, TableSession],
        closed: TableCache,
        run_in_background: Callable[[str, Coroutine[object, object, None]], None],
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._closed = closed
        self._run_in_background = run_in_background
        self._reload_slots = asyncio.Semaphore(MAX_CONCURRENT_RELOADS)
        self._last_seen: dict[str, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Listen and send heartbeats until cancelled; return at once without other servers."""
        if self._store.is_shared:
            await asyncio.gather(self._listen(), self._send_heartbeats())

    def close(self) -> None:
        """Announce to the other servers that this one stops."""
        self._store.remove_server(self._store.server_id)

    async def _listen(self) -> None:
        async with aclosing(self._store.subscribe()) as notifications:
            async for notification in notifications:
                if notification is None:
                    self._resync()
                else:
                    if notification.server_id != self._store.server_id:
                        self._note_server(notification.server_id)
                    self._dispatch(notification)

    def _note_server(self, server_id: str) -> None:
        """Record that a server runs; request its presence if it is new or counted as stopped."""
        if server_id not in self._last_seen:
            for session in self._sessions.values():
                session.presence.query()
        self._last_seen[server_id] = time.monotonic()

    def _resync(self) -> None:
        """Recover notifications that were lost while the connection was interrupted."""
        self._closed.clear()
        self._spawn(self._find_servers())
        for session in self._sessions.values():
            self._schedule_sync(session)
            # An erasure modifies events and appends none.
            self._schedule_reload(session)
            session.presence.query()
            session.presence.publish()

    async def _find_servers(self) -> None:
        """Expect heartbeats from all servers with connected owners: some may have been killed."""
        with suppress(StoreError):
            for server_id in await self._store.connected_servers() - {self._store.server_id}:
                self._last_seen.setdefault(server_id, time.monotonic())

    def _schedule_sync(self, session: TableSession, version: float = math.inf) -> None:
        self._run_in_background(session.table.table_id, self._sync(session, version))

    async def _sync(self, session: TableSession, version: float) -> None:
        """Bring a session up to date; retry while the database cannot be read."""
        for _ in range(MAX_SYNC_ATTEMPTS):
            if await session.sync_to(version):
                return
            await asyncio.sleep(SYNC_RETRY_DELAY_S)

    def _schedule_reload(self, session: TableSession) -> None:
        # The session stays open: it must not leave its outdated table to the next one.
        self._run_in_background(session.table.table_id, self._reload(session))

    async def _reload(self, session: TableSession) -> None:
        """Reload the table of a session; retry while the database cannot be read."""
        for _ in range(MAX_SYNC_ATTEMPTS):
            async with self._reload_slots:
                if await session.reload():
                    return
            await asyncio.sleep(SYNC_RETRY_DELAY_S)

    def _dispatch(self, notification: AnyNotification) -> None:
        match notification:
            case ServerStopped(server_id):
                self._remove_server(server_id)
            case EventAppended(_, table_id, version) if session := self._sessions.get(table_id):
                if session.table.version < version:
                    self._schedule_sync(session, version)
            case PresenceReport(server_id, table_id, owner_ids) if session := self._sessions.get(
                table_id
            ):
                session.on_presence(server_id, owner_ids)
            case OwnerErased(_, table_id):
                self._closed.discard(table_id)
                if session := self._sessions.get(table_id):
                    self._schedule_reload(session)
            case PresenceQuery(_, table_id) if session := self._sessions.get(table_id):
                session.presence.publish()

    async def _send_heartbeats(self) -> None:
        while True:
            self._store.publish(Heartbeat(self._store.server_id))
            await asyncio.sleep(HEARTBEAT_S)
            oldest = time.monotonic() - HEARTBEAT_TIMEOUT_S
            expired = [server_id for server_id, seen in self._last_seen.items() if seen < oldest]
            for server_id in expired:
                self._remove_server(server_id)

    def _remove_server(self, server_id: str) -> None:
        """Remove the presence of a server that has stopped."""
        self._last_seen.pop(server_id, None)
        self._store.remove_server(server_id)
        for session in self._sessions.values():
            session.on_presence(server_id, ())

    def _spawn(self, coroutine: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
