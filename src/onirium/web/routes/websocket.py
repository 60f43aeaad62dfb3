"""The sockets through which browsers sit at a table."""

import asyncio
from contextlib import suppress
from typing import Final

import msgspec
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from onirium.storage.store import StoreError
from onirium.web.live.clients import Crowded, Guest
from onirium.web.live.protocol import Reply
from onirium.web.live.session_registry import Rooms
from onirium.web.live.table_session import Room
from onirium.web.middleware.sessions import current_user, requested_seat
from onirium.web.ops.metrics import get_metrics

OUTBOX: Final = 64
"""So many messages wait for a browser that is slow to read; then it has to come again."""

A_MOMENT: Final = 2.0
"""So many seconds a browser that does not read has to learn that it is shown out."""

GONE: Final = 0
EXCESS: Final = 1008
COME_AGAIN: Final = 1013
NO_TABLE: Final = 4404
CLOSED: Final = 4403


class Window:
    """A table in a window of a browser: nobody waits for it."""

    def __init__(self, socket: WebSocket, room: Room) -> None:
        self._socket = socket
        self._room = room
        self._guest = Guest(current_user(socket), self._deliver, requested_seat(socket))
        self._outbox: asyncio.Queue[str] = asyncio.Queue(OUTBOX)
        self._overfull = asyncio.Event()

    async def serve(self) -> int:
        """Serve the window until it is closed, here or there; return the code to close it with."""
        self._room.guests.enter(self._guest)
        tasks = [asyncio.create_task(part) for part in (self._read(), self._write(), self._burst())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._room.guests.leave(self._guest)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return next(task.result() for task in tasks if not task.cancelled())

    def _deliver(self, reply: Reply) -> None:
        # What waits is text: sights are so many objects that the collector of garbage would linger.
        try:
            self._outbox.put_nowait(msgspec.json.encode(reply).decode())
        except asyncio.QueueFull:
            self._overfull.set()

    async def _read(self) -> int:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return GONE
            text = message.get("text")
            wish = message.get("bytes", b"") if text is None else text
            # What has begun is finished, even if the window closes meanwhile.
            await asyncio.shield(asyncio.create_task(self._room.serve(self._guest, wish)))
            if self._room.is_flooded_by(self._guest):
                return EXCESS

    async def _write(self) -> int:
        with suppress(WebSocketDisconnect):
            while True:
                await self._socket.send_text(await self._outbox.get())
                if not self._room.table.can_view(self._guest.reader.holder):
                    return CLOSED
        return GONE

    async def _burst(self) -> int:
        await self._overfull.wait()
        get_metrics(self._socket).dropped_connections.inc()
        return COME_AGAIN


async def at_table(socket: WebSocket) -> None:
    """Let a browser sit at a table, or look on."""
    await socket.accept()
    rooms: Rooms = socket.app.state.rooms
    code = COME_AGAIN
    with get_metrics(socket).open_connections.track_inprogress(), suppress(StoreError):
        async with rooms.room(socket.path_params["table_id"]) as room:
            code = NO_TABLE
            if room is not None and not room.table.can_view(current_user(socket).user_id):
                code = CLOSED
            elif room is not None:
                try:
                    code = await Window(socket, room).serve()
                except Crowded:
                    code = EXCESS
    if code != GONE:
        with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
            await asyncio.wait_for(socket.close(code), A_MOMENT)


routes: Final = [WebSocketRoute("/ws/t/{table_id}", at_table)]
