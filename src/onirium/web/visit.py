"""Who visits: known by a cookie, by nothing else."""

from typing import Final

import msgspec
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from onirium.table.store import Store
from onirium.table.tokens import hashed, new_token
from onirium.web.guard import is_asset
from onirium.words import LANGUAGES

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

    def __init__(self, app: ASGIApp, store: Store) -> None:
        self._app = app
        self._store = store

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or a socket."""
        if scope["type"] == "lifespan" or is_asset(scope["path"]):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        token = connection.cookies.get(COOKIE, "")
        if len(token) == LENGTH or scope["type"] == "websocket":
            scope.setdefault("state", {})["visitor"] = self._visitor(connection, token)
            await self._app(scope, receive, send)
            return
        token = new_token()
        scope.setdefault("state", {})["visitor"] = self._visitor(connection, token)

        async def greet(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("set-cookie", _cookie(token))
            await send(message)

        await self._app(scope, receive, greet)

    def _visitor(self, connection: HTTPConnection, token: str) -> Visitor:
        holder = hashed(token) if len(token) == LENGTH else ""
        known = self._store.visitor(holder) if holder else None
        accepted = language_of(connection.headers.get("accept-language", ""))
        if known is None:
            return Visitor(holder, "", accepted, "system")
        return Visitor(holder, known.name, known.language or accepted, known.theme or "system")


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Return who is there."""
    visitor: Visitor = connection.state.visitor
    return visitor


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


def _cookie(token: str) -> str:
    return f"{COOKIE}={token}; Path=/; Max-Age={A_YEAR}; HttpOnly; SameSite=Lax"
