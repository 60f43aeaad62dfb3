"""Calls an ASGI application without a server: requests, WebSockets and its lifespan."""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from typing import Final, Protocol
from urllib.parse import unquote

from starlette.types import ASGIApp, Message, Scope

from onirium.web.ops.asgi_extensions import IMMEDIATE_WRITE

HOST: Final = "127.0.0.1"
"""The host of all requests."""

_CLIENT: Final = (HOST, 1)

_INTERNAL_ERROR: Final = 1011
"""The code with which a server closes a WebSocket after an error of its own."""

_LOG: Final = logging.getLogger(__name__)

Headers = Sequence[tuple[str, str]]


class Responder(Protocol):
    """Receives a response; an object of the page."""

    def start(self, status: int, headers: list[list[str]], /) -> None:
        """Receive the status and the headers."""

    def write(self, body: bytes, /) -> None:
        """Receive a part of the body."""

    def end(self) -> None:
        """Receive the end of the response."""


class Peer(Protocol):
    """The other end of a WebSocket; an object of the page."""

    def receive(self, text: str, /) -> None:
        """Receive a message."""

    def close(self, code: int, /) -> None:
        """Receive the end of the connection."""


class RequestHandler:
    """One request; ``disconnect`` ends a response that has no end of its own."""

    def __init__(self, app: ASGIApp, scope: Scope, body: bytes, responder: Responder) -> None:
        self._app = app
        self._scope = scope
        self._body: bytes | None = body
        self._responder = responder
        self._disconnected = asyncio.Event()
        self._has_started = False

    async def run(self) -> None:
        """Pass the request to the application, and its response to the responder."""
        try:
            await self._app(self._scope, self._receive, self._send)
        except Exception:  # noqa: BLE001, the page gets an answer to every request
            _LOG.exception("request failed")
            if not self._has_started:
                self._responder.start(500, [["content-type", "text/plain"]])
        finally:
            self._responder.end()

    def disconnect(self) -> None:
        """Inform the application that nobody reads the response."""
        self._disconnected.set()

    async def _receive(self) -> Message:
        if self._body is None:
            await self._disconnected.wait()
            return {"type": "http.disconnect"}
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [
                [name.decode(), value.decode("latin-1")] for name, value in message["headers"]
            ]
            self._responder.start(message["status"], headers)
            self._has_started = True
        elif body := message.get("body", b""):
            self._responder.write(bytes(body))
        # A stream must not starve the other tasks.
        await asyncio.sleep(0)


class Socket:
    """One WebSocket, connected to a peer."""

    def __init__(self, app: ASGIApp, scope: Scope, peer: Peer) -> None:
        self._app = app
        self._scope = {**scope, "extensions": {IMMEDIATE_WRITE: {"write": self._write}}}
        self._peer = peer
        self._received: asyncio.Queue[Message] = asyncio.Queue()
        self._received.put_nowait({"type": "websocket.connect"})

    async def run(self) -> None:
        """Pass messages in both directions until the application closes the connection."""
        try:
            await self._app(self._scope, self._received.get, self._send)
        except Exception:  # noqa: BLE001, the client connects again
            _LOG.exception("connection failed")
            self._peer.close(_INTERNAL_ERROR)

    def receive(self, text: str) -> None:
        """Receive a message of the peer."""
        self._received.put_nowait({"type": "websocket.receive", "text": text})

    def disconnect(self) -> None:
        """Inform the application that the peer has closed the connection."""
        self._received.put_nowait({"type": "websocket.disconnect", "code": 1001})

    def _write(self, message: bytes) -> bool:
        self._peer.receive(message.decode())
        return True

    async def _send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self._peer.receive(message["text"])
        elif message["type"] == "websocket.close":
            self._peer.close(message.get("code", 1000))


def make_scope(
    kind: str, target: str, headers: Iterable[tuple[str, str]], method: str = "GET"
) -> Scope:
    """Return the scope of a connection.

    Args:
        kind: ``http`` or ``websocket``.
        target: path and query string.
        headers: its headers, in addition to Host and Origin.
        method: the method of a request.
    """
    path, _, query = target.partition("?")
    own_headers = [("host", HOST), ("origin", f"http://{HOST}")]
    return {
        "type": kind,
        # From version 2.4 on, Starlette does not listen for the end of a connection.
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http" if kind == "http" else "ws",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [
            (name.lower().encode(), value.encode("latin-1"))
            for name, value in [*headers, *own_headers]
        ],
        "client": _CLIENT,
        "server": (HOST, 80),
        "subprotocols": [],
        "state": {},
    }


class Lifespan:
    """The lifespan of an application, whose task runs until its end.

    Args:
        app: the application.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._received: asyncio.Queue[Message] = asyncio.Queue()
        self._received.put_nowait({"type": "lifespan.startup"})
        self._started: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        scope = {"type": "lifespan", "state": {}}
        self._task = asyncio.ensure_future(app(scope, self._received.get, self._send))

    async def start(self) -> None:
        """Wait until the application has started; raise the exception if its startup fails.

        Raises:
            RuntimeError: if it ended without an exception.
        """
        await asyncio.wait([self._started, self._task], return_when=asyncio.FIRST_COMPLETED)
        if not self._started.done():
            await self._task
            raise RuntimeError("the application ended before it had started")

    async def end(self) -> None:
        """Ask the application to end, and wait for it."""
        self._received.put_nowait({"type": "lifespan.shutdown"})
        await self._task

    async def _send(self, message: Message) -> None:
        if message["type"] == "lifespan.startup.complete":
            self._started.set_result(None)
