"""The other servers of the same database: what they have done, and who is there."""

import asyncio
import time
from collections.abc import Coroutine, Mapping
from contextlib import aclosing
from typing import Any, Final

from onirium.storage.notifications import (
    AnyNotification,
    EventAppended,
    Heartbeat,
    OwnerErased,
    PresenceQuery,
    PresenceReport,
    ServerStopped,
)
from onirium.storage.store import Store
from onirium.web.live.table_session import Room

BEAT: Final = 5.0
"""So many seconds pass until a server says again that it is there."""

SILENCE: Final = 3 * BEAT
"""Who has said nothing for so many seconds is not there any more."""


class Neighbours:
    """Lets the rooms of this server know what happens at the others.

    Args:
        store: what they share.
        rooms: the rooms where somebody is, by table; it changes.
    """

    def __init__(self, store: Store, rooms: Mapping[str, Room]) -> None:
        self._store = store
        self._rooms = rooms
        self._heard: dict[str, float] = {}
        self._learning: set[asyncio.Task[None]] = set()

    async def attend(self) -> None:
        """Listen and be heard, until it is cancelled."""
        if self._store.is_shared:
            await asyncio.gather(self._listen(), self._beat())

    def close(self) -> None:
        """Take leave."""
        self._store.publish(ServerStopped(self._store.server_id))

    async def _listen(self) -> None:
        async with aclosing(self._store.subscribe()) as news:
            async for told in news:
                if told is None:
                    self._make_up_for()
                else:
                    self._heard[told.server_id] = time.monotonic()
                    self._hear(told)

    def _make_up_for(self) -> None:
        """Learn what was told while nobody listened."""
        for room in self._rooms.values():
            self._let(room.learn())
            room.presence.ask()
            room.presence.tell()

    def _hear(self, told: AnyNotification) -> None:
        match told:
            case ServerStopped(server):
                self._forget(server)
            case EventAppended(_, table, version) if room := self._rooms.get(table):
                self._let(room.learn(version))
            case PresenceReport(server, table, holders) if room := self._rooms.get(table):
                room.hear(server, holders)
            case OwnerErased(_, holder):
                for room in self._rooms.values():
                    if room.knows(holder):
                        self._let(room.renew())
            case PresenceQuery(_, table) if room := self._rooms.get(table):
                room.presence.tell()

    async def _beat(self) -> None:
        while True:
            self._store.publish(Heartbeat(self._store.server_id))
            await asyncio.sleep(BEAT)
            long_ago = time.monotonic() - SILENCE
            for server in [server for server, heard in self._heard.items() if heard < long_ago]:
                self._forget(server)

    def _forget(self, server: str) -> None:
        """Know that nobody is at another server any more."""
        self._heard.pop(server, None)
        for room in self._rooms.values():
            room.hear(server, ())

    def _let(self, learning: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(learning)
        self._learning.add(task)
        task.add_done_callback(self._learning.discard)
