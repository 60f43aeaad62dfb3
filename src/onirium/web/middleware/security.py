"""What comes in from where, and how much of it: checked before anything else sees it."""

from time import monotonic
from typing import Final

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from onirium.web.middleware.rate_limit import Crowd, Limits

LARGEST_BODY: Final = 2_100_000
"""No request has a longer body: the largest is a record with the form around it."""

LONGEST_ADDRESS: Final = 4_096
"""No request has a longer address, with what stands behind its question mark."""

LARGEST_HEAD: Final = 16_384
"""The headers of no request are longer together."""

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
"""What every answer tells the browser."""

ASSETS: Final = ("/static/", "/art/", "/words/", "/healthz")
"""Where addresses begin that are the same for every visitor."""

_READING: Final = ("GET", "HEAD")


class Bounds(msgspec.Struct, frozen=True):
    """Where the server can be reached.

    Attributes:
        port: its port.
        lan: its address in the local network, or empty: then this computer alone reaches it.
        public: the address that visitors know, if a reverse proxy stands before it, else empty.
    """

    port: int
    lan: str = ""
    public: str = ""

    @property
    def hosts(self) -> frozenset[str]:
        """Return what a request may call this server."""
        names = ["127.0.0.1", "localhost", "[::1]", *([self.lan] if self.lan else [])]
        with_port = {f"{name}:{self.port}" for name in names}
        outside = {self.public.partition("://")[2]} - {""}
        return frozenset({*with_port, *outside, *(names if self.port == _HTTP_PORT else ())})

    @property
    def home(self) -> str:
        """Return the address for this computer's own browser."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def outside(self) -> str:
        """Return the address for whoever is invited."""
        return self.public or (f"http://{self.lan}:{self.port}" if self.lan else self.home)

    def origin(self, host: str) -> str:
        """Return what browsers call the site of a page that they have got from one of the hosts."""
        return self.public if self.public.endswith(f"://{host}") else f"http://{host}"


_HTTP_PORT: Final = 80
"""The port that browsers leave away."""


class Guard:
    """Turns away what another site sends, what has the wrong host, and what is too much."""

    def __init__(self, app: ASGIApp, bounds: Bounds, limits: Limits) -> None:
        self._app = app
        self._bounds = bounds
        self._hosts = bounds.hosts
        self._crowd = Crowd(limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or a socket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refused = self._refusal(scope)
        if refused is not None:
            await refused(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await self._open(scope, receive, send)
        else:
            await self._app(scope, _up_to_a_limit(receive), _with_headers(send))

    async def _open(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._crowd.window(_address(scope)) as allowed:
            app = self._app if allowed else _TOO_MUCH
            await app(scope, receive, send if allowed else _with_headers(send))

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if host not in self._hosts or len(headers.getlist("host")) > 1:
            return PlainTextResponse("This server does not go by that name.", 421)
        reads = scope["type"] == "http" and scope["method"] in _READING
        if not reads and headers.getlist("origin") != [self._bounds.origin(host)]:
            return PlainTextResponse("This must come from a page of this server.", 403)
        if not headers.get("content-length", "0").isdecimal():
            return PlainTextResponse("Content-Length is no number.", 400)
        if int(headers.get("content-length", "0")) > LARGEST_BODY:
            return PlainTextResponse("This is too long.", 413)
        if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
            return PlainTextResponse("This address is too long.", 414)
        if sum(len(name) + len(value) for name, value in scope["headers"]) > LARGEST_HEAD:
            return PlainTextResponse("These headers are too long.", 431)
        free = is_asset(scope["path"]) or self._crowd.allows_request(_address(scope), monotonic())
        return None if free else _TOO_MUCH


def is_asset(path: str) -> bool:
    """Tell whether what lies at an address is the same for every visitor."""
    return path.startswith(ASSETS)


_TOO_MUCH: Final = PlainTextResponse("This is too much at once from one address.", 429)


def _address(scope: Scope) -> str:
    """Return where a request comes from, empty where that cannot be said."""
    return str((scope.get("client") or ("",))[0])


def _up_to_a_limit(receive: Receive) -> Receive:
    """Read a body whose length was not announced no further than the limit: there it breaks off."""
    length = 0

    async def received() -> Message:
        nonlocal length
        message = await receive()
        length += len(message.get("body", b""))
        if length > LARGEST_BODY:
            return {"type": "http.request", "body": b"", "more_body": False}
        return message

    return received


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] in {"http.response.start", "websocket.http.response.start"}:
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return sent
