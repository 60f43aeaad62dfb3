"""Runs the server in a browser: starts it on the storage of a page, and answers its messages."""

import asyncio
import errno
import random
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, Protocol

from onirium.site.asgi import (
    Lifespan,
    Peer,
    RequestHandler,
    Responder,
    Socket,
    make_scope,
)
from onirium.site.base_path import BasePathMiddleware
from onirium.site.job_worker import JobChannel, PageExecutor, WorkerPage
from onirium.storage.page_store import PageStore
from onirium.storage.paged_sqlite import PagedSqlite
from onirium.storage.store import Store
from onirium.web.app import create_app
from onirium.web.config.local_site import LocalSite
from onirium.web.config.settings import Settings
from onirium.web.middleware.cookies import COOKIE_NAME
from onirium.web.middleware.rate_limit import RateLimits
from onirium.web.middleware.security import ServerAddress

USER: Final = "browser user"
"""Name of the secret from which the token of the only user is derived."""

UNLIMITED: Final = RateLimits(
    commands=1_000,
    requests_per_address=100_000,
    new_tables_per_address=100_000,
    server_time_share=1.0,
)
"""In effect no limits: they protect a server from its clients; here the only one is its owner."""

_QUOTA_EXCEEDED: Final = "QuotaExceededError"
"""The name of the error with which browsers refuse to save when their storage is full."""


class Visit(NamedTuple):
    """A visit to a page.

    Attributes:
        base_path: the path of the host under which the pages of the server appear.
        accept_language: the languages of the browser, as the header of that name lists them.
        asset_version: the version in the URLs of the assets.
        server_url: a server to which games can move; empty if none is known.
    """

    base_path: str
    accept_language: str
    asset_version: str = ""
    server_url: str = ""


class BrowserStorage(Protocol):
    """The pages of the database in the browser; an object of the page."""

    async def load(self) -> bytes:
        """Return all pages; nothing if there are none."""

    async def save(self, indices: list[int], pages: bytes, page_count: int, /) -> str:
        """Replace pages; return the reason if that was refused, else an empty string."""


class BrowserPageStore:
    """A ``PageStore`` in a browser."""

    def __init__(self, storage: BrowserStorage) -> None:
        self._storage = storage

    async def load(self) -> bytes:
        """Return all pages."""
        return bytes(await self._storage.load())

    async def save(self, pages: Mapping[int, bytes], page_count: int) -> None:
        """Replace pages.

        Raises:
            OSError: if the browser refuses, with ``ENOSPC`` if its storage is full.
        """
        error = await self._storage.save(list(pages), b"".join(pages.values()), page_count)
        if error.startswith(_QUOTA_EXCEEDED):
            raise OSError(errno.ENOSPC, error)
        if error:
            raise OSError(error)


class BrowserServer:
    """The server of a page.

    Args:
        app: the application.
        lifespan: its lifespan, which has started.
        token: the token of its user.
        accept_language: the languages of the browser.
    """

    def __init__(
        self, app: BasePathMiddleware, lifespan: Lifespan, token: str, accept_language: str
    ) -> None:
        self._app = app
        self._lifespan = lifespan
        self._headers = [("cookie", f"{COOKIE_NAME}={token}"), ("accept-language", accept_language)]
        self._tasks: set[asyncio.Future[None]] = set()

    def request(
        self, method: str, target: str, content_type: str, body: bytes, responder: Responder
    ) -> Callable[[], None]:
        """Answer a request; return a function that ends an endless response."""
        headers = [*self._headers, ("content-type", content_type)]
        scope = make_scope("http", target, headers, method)
        handler = RequestHandler(self._app, scope, bytes(body), responder)
        self._keep(asyncio.ensure_future(handler.run()))
        return handler.disconnect

    def connect(self, target: str, peer: Peer) -> Socket:
        """Connect a WebSocket; return the server's side of it."""
        socket = Socket(self._app, make_scope("websocket", target, self._headers), peer)
        self._keep(asyncio.ensure_future(socket.run()))
        return socket

    async def close(self) -> None:
        """Wait until all connections have ended, and end the lifespan of the application."""
        await asyncio.gather(*self._tasks)
        await self._lifespan.end()

    def _keep(self, task: "asyncio.Future[None]") -> None:
        """Keep a reference to a task until it is done: the event loop keeps only a weak one."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def start(storage: BrowserStorage, page: WorkerPage, *visit: str) -> BrowserServer:
    """Start the server of a page.

    Args:
        storage: keeps its database.
        page: starts the worker for slow computations.
        visit: the fields of a ``Visit``.

    Raises:
        StoreError: if the database cannot be opened or saved.
    """
    # All users start from the same saved memory.
    random.seed()
    pages = BrowserPageStore(storage)
    return await open_server(pages, page, Visit(*visit))


async def open_server(pages: PageStore, page: WorkerPage, visit: Visit) -> BrowserServer:
    """Start a server on the pages of a database; ``page`` is that of ``start``."""
    store = Store(await PagedSqlite.open(pages))
    channel = JobChannel(page)
    application = create_app(
        store,
        ServerAddress(port=80),
        UNLIMITED,
        Settings(),
        make_executor=lambda _size, _niceness: PageExecutor(channel),
        asset_version=visit.asset_version,
        site=LocalSite(visit.server_url),
    )
    app = BasePathMiddleware(application.asgi, visit.base_path)
    lifespan = Lifespan(app)
    await lifespan.start()
    return BrowserServer(app, lifespan, await _user_token(store), visit.accept_language)


async def _user_token(store: Store) -> str:
    """Return the token of the user of a database, in the form of ``new_token``."""
    secret = bytes.fromhex(await store.secret(USER))
    return urlsafe_b64encode(secret).decode().rstrip("=")
