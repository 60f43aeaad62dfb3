"""Answers the requests of a first visit once, so that a saved memory contains all they load."""

import asyncio
import gc
from collections.abc import Callable, Sequence
from typing import Final, NoReturn

from onirium.games import registry
from onirium.i18n.catalog import LANGUAGES
from onirium.site.browser import BrowserServer, Visit, open_server
from onirium.storage.page_store import MemoryPageStore
from onirium.web.config.i18n import drop_parsed_files

FORM: Final = "application/x-www-form-urlencoded"


class _PreparedResponse:
    """Receives a response."""

    def __init__(self) -> None:
        self.location = ""
        self.ended = asyncio.Event()

    def start(self, _status: int, headers: Sequence[Sequence[str]]) -> None:
        """Receive the status and the headers."""
        for name, value in headers:
            if name == "location":
                self.location = value

    def write(self, body: bytes) -> None:
        """Receive a part of the body."""

    def end(self) -> None:
        """Receive the end of the response."""
        self.ended.set()


class _FirstMessage:
    """Receives the messages of a table."""

    def __init__(self) -> None:
        self.received: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def receive(self, _text: str) -> None:
        """Receive a message."""
        if not self.received.done():
            self.received.set_result(None)

    def close(self, code: int) -> None:
        """Receive the end of the connection."""
        if not self.received.done():
            self.received.set_exception(RuntimeError(f"the connection was closed: {code}"))


class _PreparingPage:
    """Starts no workers: no request of a first visit needs one."""

    def start_worker(
        self, receive: Callable[[int, bytes], None], fail: Callable[[str], None], /
    ) -> NoReturn:
        """Refuse to start a worker.

        Raises:
            RuntimeError: always.
        """
        del receive, fail
        raise RuntimeError("no worker while the memory is prepared")


def prepared_games() -> list[str]:
    """Return the games for one player: others load the networks of bots, which take more space."""
    return [name for name in registry.names() if registry.load(name).seats == 1]


async def warm_up() -> None:
    """Open the lobby and tables of these games in each language, on databases that are dropped.

    The lobby follows again, as a returning user sees it: with tables.
    """
    for language in LANGUAGES:
        server = await open_server(MemoryPageStore(), _PreparingPage(), Visit("", language))
        await _request(server, "GET", "/")
        for game in prepared_games():
            location = await _request(server, "POST", "/tables", f"game={game}&as=last".encode())
            await _request(server, "GET", location)
            await _connect(server, location)
        await _request(server, "GET", "/")
        await server.close()
    drop_parsed_files()
    # The servers refer to themselves, and the memory of a browser's Python never shrinks.
    gc.collect()


async def _request(server: BrowserServer, method: str, target: str, body: bytes = b"") -> str:
    """Make a request; return the location to which it redirects."""
    response = _PreparedResponse()
    server.request(method, target, FORM, body, response)
    await response.ended.wait()
    return response.location


async def _connect(server: BrowserServer, location: str) -> None:
    """Receive the first message of a table."""
    peer = _FirstMessage()
    socket = server.connect(f"/ws{location.partition('?')[0]}", peer)
    await peer.received
    socket.disconnect()
