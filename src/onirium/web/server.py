"""The server: one process, one address, until it is told to stop."""

import gc
import logging
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import Final

import uvicorn
from prometheus_client import start_http_server
from starlette.types import ASGIApp

from onirium.i18n.catalog import Words
from onirium.storage.store import Store, StoreError
from onirium.web.app import RELEASE, create_app
from onirium.web.config.i18n import page_words
from onirium.web.config.lan import announcement, lan_address
from onirium.web.config.settings import Settings
from onirium.web.middleware.security import Bounds
from onirium.web.ops.access_log import log_in_json
from onirium.web.ops.metrics import Metrics
from onirium.web.ops.uvicorn_protocols import Requests, Socket

PORT: Final = 8765
"""Where the server is found if nothing else is said."""

LONGEST_MESSAGE: Final = 65_536
"""Longer messages close the socket; shorter ones are answered, though most are too long too."""

GRACE: Final = 5
"""So many seconds what is being done may take when the server is to stop."""

SWEEPS: Final = (2_000, 1_000, 10)
"""How much is new when garbage is looked for among what is new, and how often that is done until
it is looked for among what is older: what takes its time is to be rare."""

_LOG: Final = logging.getLogger(__name__)


class CannotServe(ValueError):
    """The server cannot run here; the text says why."""


def serve(say: Callable[[str], None], settings: Settings, language: str = "en") -> None:
    """Serve both games until this program is interrupted.

    Args:
        say: shows where the server is, and how it is ended, unless that is logged.
        settings: how it is run.
        language: of what is said.

    Raises:
        CannotServe: if a port is taken or the database cannot be used.
        NoNetwork: if there is no local network.
    """
    if settings.log_json:
        log_in_json()
    gc.set_threshold(*SWEEPS)
    metrics = Metrics()
    with ExitStack() as open_now:
        listener = open_now.enter_context(closing(_listen(settings)))
        lan = lan_address() if settings.lan else ""
        bounds = Bounds(listener.getsockname()[1], lan, settings.public)
        store = open_now.enter_context(closing(_store(settings)))
        if settings.metrics_port is not None:
            open_now.enter_context(_served(metrics, settings.metrics_listen, settings.metrics_port))
        app = create_app(store, bounds, settings=settings, metrics=metrics)
        server = Server(app, settings.proxies)
        server.greeting = lambda: _greet(bounds, page_words(language), say, settings)
        server.run(sockets=[listener])
    _LOG.info("stopped")


class Server(uvicorn.Server):
    """The server itself; a signal to stop ends it well.

    Args:
        app: what it serves.
        proxies: those that are believed when they say who visits.

    Attributes:
        greeting: what is done once it serves.
    """

    def __init__(self, app: ASGIApp, proxies: str = "") -> None:
        super().__init__(
            uvicorn.Config(
                app,
                interface="asgi3",
                loop="auto",
                http=Requests,
                ws=Socket,
                ws_max_size=LONGEST_MESSAGE,
                ws_per_message_deflate=False,
                lifespan="on",
                access_log=False,
                # What strangers can bring about at will, such as half a request, is but a warning.
                log_level="error",
                server_header=False,
                log_config=None,
                proxy_headers=bool(proxies),
                forwarded_allow_ips=proxies,
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


def _listen(settings: Settings) -> socket.socket:
    """Return a socket that listens where it was asked for."""
    host = settings.listen or ("0.0.0.0" if settings.lan else "127.0.0.1")  # noqa: S104
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    wanted = [PORT, 0] if settings.port is None else [settings.port]
    for number in wanted:
        listener = socket.socket(family, socket.SOCK_STREAM)
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
    place = f"port {wanted[-1]}" + (f" at {settings.listen}" if settings.listen else "")
    raise CannotServe(f"{place} cannot be used: {reason}; --port 0 takes a free one")


def _store(settings: Settings) -> Store:
    try:
        return Store(settings.database or settings.file)
    except StoreError as error:
        raise CannotServe(str(error)) from None


@contextmanager
def _served(metrics: Metrics, address: str, port: int) -> Iterator[None]:
    """Let the metrics be read, at an address of their own."""
    try:
        server, thread = start_http_server(port, address, metrics.registry)
    except OSError as error:
        raise CannotServe(f"metrics at {address}, port {port}: {error.strerror}") from None
    try:
        _LOG.info("metrics", extra={"address": f"{address}:{server.server_port}"})
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _greet(bounds: Bounds, words: Words, say: Callable[[str], None], settings: Settings) -> None:
    """Say that the server is ready: to whoever has started it, or to whoever reads the log."""
    if settings.log_json:
        _LOG.info("ready", extra={"address": bounds.home, "version": RELEASE})
        return
    say(words.text("page.serve.ready", link=bounds.home))
    if bounds.public:
        say(words.text("page.serve.public", link=bounds.public))
    elif bounds.lan:
        say(announcement(bounds.outside, words))
    say(words.text("page.serve.stop"))
    if settings.browser:
        threading.Thread(target=webbrowser.open, args=(bounds.home,), daemon=True).start()
