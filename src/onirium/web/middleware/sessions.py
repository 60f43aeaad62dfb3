"""Identifies users by a cookie that holds a random token; there are no accounts."""

from contextlib import suppress
from typing import Final, NamedTuple

import msgspec
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from onirium.i18n.catalog import LANGUAGES
from onirium.storage.store import Store, StoreError
from onirium.tables.errors import CommandRejected
from onirium.tables.table import Table
from onirium.tables.tokens import hash_token, new_token
from onirium.web.fair_queue import Requester
from onirium.web.middleware.cookies import (
    COOKIE_NAME,
    SECURE_COOKIE_NAME,
    TOKEN_LENGTH,
    find_cookie,
    format_cookie,
    sign_token,
    verified_token,
)
from onirium.web.middleware.rate_limit import address_key, client_address
from onirium.web.middleware.security import is_asset

SIGNING_KEY_NAME: Final = "cookies"
"""Name of the secret with which all servers of a database sign cookies."""

RENEWING_PATHS: Final = ("/",)
"""Pages that send the cookie again, so that it does not expire while it is used."""


class Identity(NamedTuple):
    """The token of a browser.

    Attributes:
        token: the token; empty for a WebSocket without a valid cookie.
        is_issued: whether the browser has the token in a cookie of the present form.
    """

    token: str
    is_issued: bool


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

    def __init__(self, app: ASGIApp, store: Store) -> None:
        self._app = app
        self._store = store
        self._signing_key = ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI connection."""
        if scope["type"] == "lifespan" or is_asset(scope["path"]):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        try:
            identity = await self._identify(connection)
        except StoreError:
            # A new identity would replace that of the browser, which cannot be verified now.
            await _UNAVAILABLE(scope, receive, send)
            return
        scope.setdefault("state", {})["user"] = await self._load_user(connection, identity.token)
        is_renewed = scope["path"] in RENEWING_PATHS
        if scope["type"] == "websocket" or (identity.is_issued and not is_renewed):
            await self._app(scope, receive, send)
            return
        cookie = self._format_cookie(identity.token, is_secure=is_secure(connection))

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("set-cookie", cookie)
            await send(message)

        await self._app(scope, receive, send_with_cookie)

    async def _identify(self, connection: HTTPConnection) -> Identity:
        """Return the token of a browser, or a new one.

        Raises:
            StoreError: if a cookie cannot be verified.
        """
        header = connection.headers.get("cookie", "")
        unsigned = find_cookie(header, COOKIE_NAME)
        if is_secure(connection):
            self._signing_key = self._signing_key or await self._store.secret(SIGNING_KEY_NAME)
            value = find_cookie(header, SECURE_COOKIE_NAME)
            if token := verified_token(value, self._signing_key):
                return Identity(token, is_issued=True)
            # An unsigned cookie from before cookies were signed still identifies its user.
            if await self._store.is_unsigned_user(hash_token(unsigned)):
                return Identity(unsigned, is_issued=False)
        elif len(unsigned) == TOKEN_LENGTH:
            return Identity(unsigned, is_issued=True)
        is_websocket = connection.scope["type"] == "websocket"
        return Identity("" if is_websocket else new_token(), is_issued=False)

    def _format_cookie(self, token: str, *, is_secure: bool) -> str:
        value = sign_token(token, self._signing_key) if is_secure else token
        return format_cookie(value, is_secure=is_secure)

    async def _load_user(self, connection: HTTPConnection, token: str) -> User:
        user_id = hash_token(token) if token else ""
        stored = None
        # A database failure is reported by the endpoint, if the endpoint needs the database at all.
        with suppress(StoreError):
            stored = await self._store.user_profile(user_id) if user_id else None
        accepted = negotiate_language(connection.headers.get("accept-language", ""))
        if stored is None:
            return User(user_id, "", accepted, "system")
        return User(user_id, stored.name, stored.language or accepted, stored.theme or "system")


def is_secure(connection: HTTPConnection) -> bool:
    """Return whether the browser uses HTTPS."""
    return connection.scope["scheme"] in {"https", "wss"}


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
        CommandRejected: as ``links_disabled``, if the table is not visible to the user.
    """
    if table is None:
        raise HTTPException(404)
    if not table.can_view(current_user(connection).user_id):
        raise CommandRejected("links_disabled")
    return table


def negotiate_language(accept_language: str) -> str:
    """Return the supported language with the highest weight in an Accept-Language header.

    >>> negotiate_language("fr, de-AT;q=0.8, en;q=0.5"), negotiate_language("fr")
    ('de', 'en')
    >>> negotiate_language("de;q=0, ru;q=0.1")
    'ru'
    """
    ranges = [part.partition(";q=") for part in accept_language.lower().replace(" ", "").split(",")]
    weighted = [(_parse_weight(weight), tag.partition("-")[0]) for tag, _, weight in ranges]
    supported = [pair for pair in weighted if pair[0] > 0 and pair[1] in LANGUAGES]
    return max(supported, key=lambda pair: pair[0], default=(0.0, LANGUAGES[0]))[1]


def _parse_weight(text: str) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 0.0


_UNAVAILABLE: Final = PlainTextResponse("The database is not available.", 503)
