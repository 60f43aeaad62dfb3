"""ASGI middleware that checks Host, Origin and size limits before any other code runs."""

import asyncio
from collections.abc import Iterable
from random import uniform
from time import monotonic
from typing import Final

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from onirium.web.middleware.rate_limit import (
    RATE_WINDOW_S,
    AddressLimiter,
    ConnectionLimiter,
    RateLimits,
    address_key,
    client_address,
)

MAX_BODY_BYTES: Final = 2_100_000
"""The largest legitimate body is a game record in a multipart form."""

MAX_URL_BYTES: Final = 4_096
"""Limit on path and query string together."""

MAX_HEADER_BYTES: Final = 16_384
"""Limit on all names and values of the headers together."""

PART_HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
}
"""Headers added to every HTTP response; the modules and styles of a table get no others."""

PART_SUFFIXES: Final = (".js", ".css", ".json", ".woff2")
"""File name suffixes of the assets that no browser shows as a page."""

PAGE_HEADERS: Final = {
    **PART_HEADERS,
    "content-security-policy": (
        "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
"""Headers added to everything that can be shown as a page, pictures included."""

ASSET_PREFIXES: Final = ("/static/", "/art/", "/words/", "/healthz", "/manifest.webmanifest")
"""Path prefixes whose responses do not depend on the user."""

REJECTION_DELAY_S: Final = 1.0
"""Mean delay of a 429 response.

The connections of an address are limited, and each waits for its answer: so an address that ignores
the answers costs little.
"""

_TOO_MANY_REQUESTS: Final = PlainTextResponse(
    "Too many requests from this address.", 429, {"retry-after": str(round(RATE_WINDOW_S))}
)

_LENGTH_REQUIRED: Final = PlainTextResponse(
    "Content-Length is required.", 411, {"connection": "close"}
)

_SAFE_METHODS: Final = ("GET", "HEAD")

_HTTP_PORT: Final = 80
"""Default port of HTTP, which browsers omit from Host and Origin."""


class ServerAddress(msgspec.Struct, frozen=True):
    """The addresses under which the server is reachable.

    Attributes:
        port: TCP port it listens on.
        lan_host: IP address in the local network; empty if only this machine can connect.
        public_url: origin at the reverse proxy, as in ``https://games.example.org``; may be empty.
    """

    port: int
    lan_host: str = ""
    public_url: str = ""

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """The accepted values of the Host header."""
        names = ["127.0.0.1", "localhost", "[::1]", *([self.lan_host] if self.lan_host else [])]
        with_port = {f"{name}:{self.port}" for name in names}
        public_host = {self.public_url.partition("://")[2]} - {""}
        return frozenset({*with_port, *public_host, *(names if self.port == _HTTP_PORT else ())})

    @property
    def local_url(self) -> str:
        """The URL for browsers on this machine."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def external_url(self) -> str:
        """The base URL of invitation links."""
        lan_url = f"http://{self.lan_host}:{self.port}" if self.lan_host else ""
        return self.public_url or lan_url or self.local_url

    def origin_for(self, host: str) -> str:
        """Return the Origin of pages served under one of the allowed hosts."""
        return self.public_url if self.public_url.endswith(f"://{host}") else f"http://{host}"


class SecurityMiddleware:
    """Rejects foreign hosts, cross-site writes, oversized requests and clients over their limit."""

    def __init__(self, app: ASGIApp, address: ServerAddress, limits: RateLimits) -> None:
        self._app = app
        self._address = address
        self._allowed_hosts = address.allowed_hosts
        self._requests = AddressLimiter(limits.requests_per_address)
        self._websockets = ConnectionLimiter(limits.connections_per_address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        error = self._check(scope)
        if error is not None:
            await error(scope, receive, _add_headers(scope, send))
            return
        scope["scheme"] = self._public_scheme(scope)
        if scope["type"] == "websocket":
            await self._handle_websocket(scope, receive, send)
        else:
            await self._app(scope, receive, _add_headers(scope, send))

    async def _handle_websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._websockets.connection(client_address(scope)) as allowed:
            if allowed:
                await self._app(scope, receive, send)
            else:
                await reject_excess(scope, receive, _add_headers(scope, send))

    def _public_scheme(self, scope: Scope) -> str:
        """Return the scheme that the browser used, also if a proxy terminates TLS."""
        host = Headers(scope=scope).get("host", "").lower()
        is_secure = self._address.origin_for(host).startswith("https:")
        plain, secure = ("http", "https") if scope["type"] == "http" else ("ws", "wss")
        return secure if is_secure else plain

    def _allows_request(self, scope: Scope) -> bool:
        key = address_key(client_address(scope))
        return is_asset(scope["path"]) or self._requests.allow(key, monotonic())

    def _check(self, scope: Scope) -> ASGIApp | None:
        """Return the error response for a request that must not reach the application."""
        if not self._allows_request(scope):
            return reject_excess
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if host not in self._allowed_hosts or len(headers.getlist("host")) > 1:
            return PlainTextResponse(
                "Unknown Host: this server is not reachable under that name.", 421
            )
        is_safe = scope["type"] == "http" and scope["method"] in _SAFE_METHODS
        if not is_safe and headers.getlist("origin") != [self._address.origin_for(host)]:
            return PlainTextResponse("Origin must be a page of this server.", 403)
        if has_chunks(scope["headers"]):
            return _LENGTH_REQUIRED
        if not headers.get("content-length", "0").isdecimal():
            return PlainTextResponse("Content-Length is not a number.", 400)
        if int(headers.get("content-length", "0")) > MAX_BODY_BYTES:
            return PlainTextResponse("The request body is too large.", 413)
        if len(scope["raw_path"]) + len(scope["query_string"]) > MAX_URL_BYTES:
            return PlainTextResponse("The URL is too long.", 414)
        if sum(len(name) + len(value) for name, value in scope["headers"]) > MAX_HEADER_BYTES:
            return PlainTextResponse("The request headers are too large.", 431)
        return None


async def reject_excess(scope: Scope, receive: Receive, send: Send) -> None:
    """Respond with status 429 after a delay."""
    # Requests that arrived together must not be repeated together.
    await asyncio.sleep(uniform(0.0, 2.0) * REJECTION_DELAY_S)  # noqa: S311
    await _TOO_MANY_REQUESTS(scope, receive, send)


def has_chunks(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Return whether a request has a body of unannounced length, which browsers do not send."""
    return any(name == b"transfer-encoding" for name, _ in headers)


def is_asset(path: str) -> bool:
    """Return whether the response for a path is the same for every user."""
    return path.startswith(ASSET_PREFIXES)


def _headers_for(path: str) -> dict[str, str]:
    is_part = is_asset(path) and path.endswith(PART_SUFFIXES)
    return PART_HEADERS if is_part else PAGE_HEADERS


def _add_headers(scope: Scope, send: Send) -> Send:
    added = _headers_for(scope["path"])

    async def send_with_headers(message: Message) -> None:
        if message["type"] in {"http.response.start", "websocket.http.response.start"}:
            headers = MutableHeaders(scope=message)
            for name, value in added.items():
                headers[name] = value
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return send_with_headers
