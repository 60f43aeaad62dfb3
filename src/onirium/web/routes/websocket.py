"""WebSocket endpoint of the tables."""

import asyncio
from contextlib import suppress
from typing import Final

import msgspec
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from onirium.storage.store import StoreError
from onirium.web.live.clients import Client, TooManyConnections
from onirium.web.live.protocol.messages import Reply, TablePatch
from onirium.web.live.table_session import TableSession
from onirium.web.middleware.sessions import current_user, requested_seat, requester_of
from onirium.web.ops.asgi_extensions import IMMEDIATE_READ, IMMEDIATE_WRITE
from onirium.web.services import services_of

SEND_QUEUE_SIZE: Final = 64
"""Messages that wait for a slow client; when the queue is full, the client has to reconnect."""

CLOSE_TIMEOUT_S: Final = 2.0
"""Time for a client that reads slowly to receive the close frame."""

NO_CLOSE_CODE: Final = 0
"""The client has closed the connection; no close frame is needed."""

POLICY_VIOLATION: Final = 1008
TRY_AGAIN_LATER: Final = 1013
TABLE_CLOSED: Final = 4403
TABLE_NOT_FOUND: Final = 4404
CLIENT_OUTDATED: Final = 4426
"""The page has other files of the client or texts in another language, and has to load again."""

CLOSE_CODES: Final = {"links_disabled": TABLE_CLOSED, "no_such_table": TABLE_NOT_FOUND}
"""The close code by the code of the rejection."""


class TableConnection:
    """A WebSocket that is connected to a table; a slow reader does not block the session."""

    def __init__(self, socket: WebSocket, session: TableSession) -> None:
        self._socket = socket
        self._session = session
        self._server_time = services_of(socket).server_time
        self._requester = requester_of(socket)
        self._client = Client(
            current_user(socket), self._deliver, requested_seat(socket), self._requester.address
        )
        self._send_queue: asyncio.Queue[bytes] = asyncio.Queue(SEND_QUEUE_SIZE)
        # Without the extensions, every message passes through the queues.
        extensions = socket.scope["extensions"]
        self._write = extensions.get(IMMEDIATE_WRITE, {}).get("write")
        self._handle_messages = extensions.get(IMMEDIATE_READ, {}).get("handle_messages")
        self._executions: set[asyncio.Task[None]] = set()
        self._close_code: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._is_queue_idle = False

    async def serve(self) -> int:
        """Serve the connection until either side closes it; return the close code.

        Raises:
            TooManyConnections: if the user has too many connections to the table.
        """
        self._session.clients.connect(self._client)
        if self._handle_messages:
            self._handle_messages(self._start_execution)
        loops = (self._receive_commands(), self._send_messages())
        ends = [*map(asyncio.create_task, loops), self._close_code]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self._handle_messages:
                self._handle_messages(None)
            self._session.clients.disconnect(self._client)
            for end in ends:
                end.cancel()
            await asyncio.gather(*ends, return_exceptions=True)
            if self._executions:
                # Until it gets its server time, a command does not keep the session open.
                await asyncio.wait(self._executions)
        return next(end.result() for end in ends if not end.cancelled())

    def _deliver(self, reply: Reply) -> None:
        # Queue text, not structs: a table view has so many objects that waiting ones would slow
        # down the garbage collector.
        message = msgspec.json.encode(reply)
        if isinstance(reply, TablePatch) and self._write_at_once(message):
            return
        try:
            self._send_queue.put_nowait(message)
        except asyncio.QueueFull:
            if not self._close_code.done():
                services_of(self._socket).metrics.dropped_connections.inc()
                self._close_code.set_result(TRY_AGAIN_LATER)

    def _write_at_once(self, message: bytes) -> bool:
        """Write a message past the queue; return False if it has to wait for others."""
        is_next = self._is_queue_idle and self._send_queue.empty()
        return bool(is_next and self._write and self._write(message))

    async def _receive_commands(self) -> int:
        while True:
            frame = await self._socket.receive()
            if frame["type"] == "websocket.disconnect":
                return NO_CLOSE_CODE
            text = frame.get("text")
            message = frame.get("bytes", b"") if text is None else text
            await asyncio.shield(self._start_execution(message))

    def _start_execution(self, message: str | bytes) -> asyncio.Task[None]:
        """Start a command; it is completed, even if the client disconnects meanwhile."""
        execution = asyncio.create_task(self._execute(message))
        self._executions.add(execution)
        execution.add_done_callback(self._executions.discard)
        return execution

    async def _execute(self, message: str | bytes) -> None:
        """Execute a command; close the connection if the client sends too many, or on an error."""
        try:
            reservation = await self._server_time.reserve(self._requester)
            await reservation.measure(self._session.handle_message(self._client, message))
        except Exception as error:  # noqa: BLE001, it ends the connection
            if not self._close_code.done():
                self._close_code.set_exception(error)
        else:
            if self._session.is_flooded_by(self._client) and not self._close_code.done():
                self._close_code.set_result(POLICY_VIOLATION)

    async def _send_messages(self) -> int:
        # The host may give away the seat of an absent owner. So a client gets the table only once
        # the other servers can see its presence.
        await self._session.presence.wait_reported()
        with suppress(WebSocketDisconnect):
            while True:
                self._is_queue_idle = True
                message = await self._send_queue.get()
                self._is_queue_idle = False
                await self._socket.send_text(message.decode())
                if access_rejection := self._session.access_rejection(self._client.viewer.user_id):
                    return CLOSE_CODES[access_rejection.code]
        return NO_CLOSE_CODE


async def connect_to_table(socket: WebSocket) -> None:
    """Connect a browser to a table, as a player or a spectator."""
    await socket.accept()
    code = CLIENT_OUTDATED if _is_outdated(socket) else await _serve_table(socket)
    if code != NO_CLOSE_CODE:
        with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
            await asyncio.wait_for(socket.close(code), CLOSE_TIMEOUT_S)


def _is_outdated(socket: WebSocket) -> bool:
    """Return whether the client states that it has other files or another language than now."""
    version, language = (socket.query_params.get(name, "") for name in ("version", "language"))
    is_current_version = version in {"", socket.app.state.asset_version}
    return not (is_current_version and language in {"", current_user(socket).language})


async def _serve_table(socket: WebSocket) -> int:
    """Serve a connection that has been accepted; return the close code."""
    sessions = services_of(socket).sessions
    code = TRY_AGAIN_LATER
    with services_of(socket).metrics.open_connections.track_inprogress(), suppress(StoreError):
        async with sessions.session(socket.path_params["table_id"]) as session:
            if session is None:
                code = TABLE_NOT_FOUND
            elif access_rejection := session.access_rejection(current_user(socket).user_id):
                code = CLOSE_CODES[access_rejection.code]
            else:
                try:
                    code = await TableConnection(socket, session).serve()
                except TooManyConnections:
                    code = POLICY_VIOLATION
    return code


routes: Final = [WebSocketRoute("/ws/t/{table_id}", connect_to_table)]
