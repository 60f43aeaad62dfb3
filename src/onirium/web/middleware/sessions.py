"""Identifies users by a cookie that holds a random token; there are no accounts."""

from contextlib import suppress
from typing import Final

import msgspec
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from onirium.i18n.catalog import LANGUAGES
from onirium.storage.store import Store, StoreError
from onirium.tables.errors import CommandRejected
from onirium.tables.table import Table
from onirium.tables.tokens import hash_token, new_token
from onirium.web.fair_queue import Requester
from onirium.web.middleware.rate_limit import address_key, client_address
from onirium.web.middleware.security import ServerAddress, is_asset

COOKIE_NAME: Final = "onirium"

COOKIE_MAX_AGE_S: Final = 365 * 24 * 60 * 60

TOKEN_LENGTH: Final = len(new_token())
"""Every token has this many characters."""


class User(msgspec.Struct, frozen=True):
    """The user of a browser, with the preferences stored for them.

    Attributes:
        user_id: hash of the token, which identifies the owner of a seat; empty without a cookie.
        name: display name, or empty.
        language: one of ``LANGUAGES``.
        theme: ``light``, ``dark`` or ``system``.
    """

    user_id: str
    name: str
    language: str
    theme: str


class SessionMiddleware:
    """Sets ``connection.state.user`` for every request and WebSocket.

    A request without a valid cookie creates a new user; a WebSocket without one has an empty id.
    """

    def __init__(self, app: ASGIApp, store: Store, address: ServerAddress) -> None:
        self._app = app
        self._store = store
        self._address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI connection."""
        if scope["type"] == "lifespan" or is_asset(scope["path"]):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        token = parse_token(connection.headers.get("cookie", ""))
        if len(token) == TOKEN_LENGTH or scope["type"] == "websocket":
            scope.setdefault("state", {})["user"] = await self._load_user(connection, token)
            await self._app(scope, receive, send)
            return
        token = new_token()
        scope.setdefault("state", {})["user"] = await self._load_user(connection, token)
        origin = self._address.origin_for(connection.headers.get("host", "").lower())

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("set-cookie", _set_cookie(token, origin))
            await send(message)

        await self._app(scope, receive, send_with_cookie)

    async def _load_user(self, connection: HTTPConnection, token: str) -> User:
        user_id = hash_token(token) if len(token) == TOKEN_LENGTH else ""
        stored = None
        # A database failure is reported by the endpoint, if the endpoint needs the database at all.
        with suppress(StoreError):
            stored = await self._store.user_profile(user_id) if user_id else None
        accepted = negotiate_language(connection.headers.get("accept-language", ""))
        if stored is None:
            return User(user_id, "", accepted, "system")
        return User(user_id, stored.name, stored.language or accepted, stored.theme or "system")


def current_user(connection: HTTPConnection) -> User:
    """Return the user of a request or WebSocket."""
    user: User = connection.state.user
    return user


def requester_of(connection: HTTPConnection) -> Requester:
    """Return the address and the user of a request or WebSocket."""
    address = address_key(client_address(connection.scope))
    return Requester(address, current_user(connection).user_id)


def requested_seat(connection: HTTPConnection) -> int:
    """Return the seat whose view the query parameter ``as`` requests, or -1."""
    value = connection.query_params.get("as", "")
    return int(value) if value.isdecimal() and len(value) == 1 else -1


def require_access(connection: HTTPConnection, table: Table | None) -> Table:
    """Return ``table`` if it exists and the user may see it.

    Raises:
        HTTPException: with status 404, if ``table`` is None.
        CommandRejected: with code ``closed``, if the table is not visible to the user.
    """
    if table is None:
        raise HTTPException(404)
    if not table.can_view(current_user(connection).user_id):
        raise CommandRejected("links_disabled")
    return table


def parse_token(cookie_header: str) -> str:
    """Return the value of our cookie; empty if it is missing.

    Parsed by hand because ``http.cookies`` takes minutes for some crafted headers.

    >>> parse_token("theme=dark; onirium=secret"), parse_token("onirium")
    ('secret', '')
    """
    cookies = (cookie.strip().partition("=") for cookie in cookie_header.split(";"))
    return next((value for name, _, value in cookies if name == COOKIE_NAME), "")


def negotiate_language(accept_language: str) -> str:
    """Return the supported language with the highest weight in an Accept-Language header.

    >>> negotiate_language("fr, de-AT;q=0.8, en;q=0.5"), negotiate_language("fr")
    ('de', 'en')
    """
    ranges = [part.partition(";q=") for part in accept_language.lower().replace(" ", "").split(",")]
    supported = [
        (_parse_weight(weight), tag[:2]) for tag, _, weight in ranges if tag[:2] in LANGUAGES
    ]
    return max(supported, key=lambda pair: pair[0], default=(0.0, LANGUAGES[0]))[1]


def _parse_weight(text: str) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 0.0


def _set_cookie(token: str, origin: str) -> str:
    secure = "; Secure" if origin.startswith("https:") else ""
    attributes = f"Path=/; Max-Age={COOKIE_MAX_AGE_S}; HttpOnly; SameSite=Lax{secure}"
    return f"{COOKIE_NAME}={token}; {attributes}"
