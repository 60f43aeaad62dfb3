"""The server: one process, one address, until it is told to stop."""

import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import platformdirs
import uvicorn
from starlette.types import ASGIApp

from onirium.table.store import Store, StoreError
from onirium.web.app import create_app
from onirium.web.guard import Bounds
from onirium.web.lan import announcement, lan_address
from onirium.web.words import page_words
from onirium.words import Words

PORT: Final = 8765
"""Where the server is found if nothing else is said."""

LONGEST_MESSAGE: Final = 65_536
"""Longer messages close the socket; shorter ones are answered, though most are too long too."""

GRACE: Final = 5
"""So many seconds what is being done may take when the server is to stop."""


class CannotServe(ValueError):
    """The server cannot run here; the text says why."""


def serve(
    say: Callable[[str], None],
    *,
    port: int | None = None,
    lan: bool = False,
    data: Path | None = None,
    browser: bool = False,
    budget_ms: float | None = None,
    language: str = "en",
) -> None:
    """Serve both games until this program is interrupted.

    Args:
        say: shows where the server is, and how it is ended.
        port: where; 0 for any that is free. Otherwise the usual one, or if it is taken, any.
        lan: whether other computers of the local network may come too.
        data: the folder of the database; otherwise where this system keeps such things.
        browser: whether a browser is opened.
        budget_ms: for how many milliseconds ``strong`` thinks at most; otherwise as long as usual.
        language: of what is said.

    Raises:
        CannotServe: if the port is taken or the database cannot be used.
        NoNetwork: if there is no local network.
    """
    address = lan_address() if lan else ""
    words = page_words(language)
    folder = data or platformdirs.user_data_path("onirium")
    with closing(_listen("0.0.0.0" if lan else "127.0.0.1", port)) as listener:  # noqa: S104
        bounds = Bounds(listener.getsockname()[1], address)
        try:
            store = Store(folder / "onirium.db")
        except StoreError as error:
            raise CannotServe(str(error)) from None
        with closing(store):
            server = Server(create_app(store, bounds, budget_ms=budget_ms))
            server.greeting = lambda: _greet(bounds, words, say, browser=browser)
            server.run(sockets=[listener])


class Server(uvicorn.Server):
    """The server itself; a signal to stop ends it well.

    Attributes:
        greeting: what is done once it serves.
    """

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                interface="asgi3",
                loop="asyncio",
                http="h11",
                ws="websockets-sansio",
                ws_max_size=LONGEST_MESSAGE,
                ws_per_message_deflate=False,
                lifespan="on",
                access_log=False,
                log_level="warning",
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=GRACE,
            )
        )
        self.greeting: Callable[[], None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        if self.greeting is not None:
            self.greeting()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at a signal, without being killed by it afterwards."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        wanted = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in wanted}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _listen(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens where it was asked for."""
    wanted = [PORT, 0] if port is None else [port]
    for number in wanted:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            if sys.platform != "win32":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, number))
            listener.listen()
        except OSError as error:
            listener.close()
            reason = error.strerror
        else:
            return listener
    raise CannotServe(f"port {wanted[-1]} cannot be used: {reason}; --port 0 takes a free one")


def _greet(bounds: Bounds, words: Words, say: Callable[[str], None], *, browser: bool) -> None:
    say(words.text("page.serve.ready", link=bounds.home))
    if bounds.lan:
        say(announcement(bounds.outside, words))
    say(words.text("page.serve.stop"))
    if browser:
        threading.Thread(target=webbrowser.open, args=(bounds.home,), daemon=True).start()
