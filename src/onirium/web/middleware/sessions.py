"""Who visits: known by a cookie, by nothing else."""

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
from onirium.web.middleware.security import Bounds, is_asset

COOKIE: Final = "onirium"

A_YEAR: Final = 365 * 24 * 60 * 60

LENGTH: Final = len(new_token())
"""No token is shorter or longer."""


class Visitor(msgspec.Struct, frozen=True):
    """A browser that comes back.

    Attributes:
        holder: what its seats belong to, the hash of its token; empty for one without a cookie.
        name: what it is called, or empty.
        language: one of ``LANGUAGES``.
        theme: ``light``, ``dark`` or ``system``.
    """

    holder: str
    name: str
    language: str
    theme: str


class Visits:
    """Tells every request and socket who its visitor is: ``connection.state.visitor``.

    Who comes to a page without a token gets one.
    """

    def __init__(self, app: ASGIApp, store: Store, bounds: Bounds) -> None:
        self._app = app
        self._store = store
        self._bounds = bounds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or a socket."""
        if scope["type"] == "lifespan" or is_asset(scope["path"]):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        token = token_in(connection.headers.get("cookie", ""))
        if len(token) == LENGTH or scope["type"] == "websocket":
            scope.setdefault("state", {})["visitor"] = await self._visitor(connection, token)
            await self._app(scope, receive, send)
            return
        token = new_token()
        scope.setdefault("state", {})["visitor"] = await self._visitor(connection, token)
        origin = self._bounds.origin(connection.headers.get("host", "").lower())

        async def greet(message: Message) -> None:
            if message["type"] == "http.response.start":
                cookie = _cookie(token, A_YEAR, origin)
                MutableHeaders(scope=message).append("set-cookie", cookie)
            await send(message)

        await self._app(scope, receive, greet)

    async def _visitor(self, connection: HTTPConnection, token: str) -> Visitor:
        holder = hash_token(token) if len(token) == LENGTH else ""
        known = None
        # Where the database cannot be reached, whoever serves the visitor says so.
        with suppress(StoreError):
            known = await self._store.user_profile(holder) if holder else None
        accepted = language_of(connection.headers.get("accept-language", ""))
        if known is None:
            return Visitor(holder, "", accepted, "system")
        return Visitor(holder, known.name, known.language or accepted, known.theme or "system")


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Return who is there."""
    visitor: Visitor = connection.state.visitor
    return visitor


def eyes_asked_for(connection: HTTPConnection) -> int:
    """Return the seat with whose eyes somebody goes on looking who was cut off, or -1."""
    wanted = connection.query_params.get("as", "")
    return int(wanted) if wanted.isdecimal() and len(wanted) == 1 else -1


def admitted(connection: HTTPConnection, table: Table | None) -> Table:
    """Return a table, if there is one and its visitor may see it.

    Raises:
        HTTPException: if there is none.
        Refused: as ``closed``, if the visitor may not.
    """
    if table is None:
        raise HTTPException(404)
    if not table.can_view(visitor_of(connection).holder):
        raise CommandRejected("closed")
    return table


def token_in(cookies: str) -> str:
    """Return our token among the cookies of a browser; empty if there is none.

    It is read by hand: what reads all that cookies may be takes minutes for some of them.

    >>> token_in("theme=dark; onirium=secret"), token_in("onirium")
    ('secret', '')
    """
    named = (cookie.strip().partition("=") for cookie in cookies.split(";"))
    return next((value for name, _, value in named if name == COOKIE), "")


def language_of(accepted: str) -> str:
    """Return the language that a browser likes best of ours; English if it is none.

    >>> language_of("fr, de-AT;q=0.8, en;q=0.5"), language_of("fr"), language_of("")
    ('de', 'en', 'en')
    """
    wishes = [part.partition(";q=") for part in accepted.lower().replace(" ", "").split(",")]
    liked = [(_weight(weight), name[:2]) for name, _, weight in wishes if name[:2] in LANGUAGES]
    return max(liked, key=lambda wish: wish[0], default=(0.0, LANGUAGES[0]))[1]


def _weight(text: str) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 0.0


def _cookie(token: str, seconds: int, origin: str) -> str:
    secure = "; Secure" if origin.startswith("https:") else ""
    return f"{COOKIE}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"
