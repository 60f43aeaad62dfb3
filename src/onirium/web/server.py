"""Runs the production server: one process that listens on one socket until it is signalled."""

import errno
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
from prometheus_client import make_wsgi_app, start_http_server
from starlette.types import ASGIApp

from onirium.i18n.catalog import Words
from onirium.storage.store import Store, StoreError
from onirium.web.app import create_app
from onirium.web.config.i18n import page_words
from onirium.web.config.lan import lan_address, lan_invitation
from onirium.web.config.settings import Settings
from onirium.web.middleware.rate_limit import ConnectionLimiter
from onirium.web.middleware.security import ServerAddress
from onirium.web.middleware.server_time import ServerTime
from onirium.web.ops.access_log import configure_json_logging
from onirium.web.ops.connections import ServerConfig
from onirium.web.ops.http_protocol import HttpProtocol
from onirium.web.ops.metrics import Metrics, reject_foreign_hosts
from onirium.web.ops.websocket_protocol import WebSocketProtocol
from onirium.web.routes.assets import RELEASE
from onirium.web.threads import start_daemon

DEFAULT_PORT: Final = 8765

MAX_FRAME_BYTES: Final = 65_536
"""Larger WebSocket messages close the connection.

The application itself rejects those above ``MAX_MESSAGE_BYTES``.
"""

SHUTDOWN_TIMEOUT_S: Final = 5
"""Time in which pending requests may finish after a signal to stop."""

CLIENT_KEEP_ALIVE_S: Final = 5
"""Time for which the server keeps the idle connections of clients."""

PROXY_KEEP_ALIVE_S: Final = 150
"""Time for which the server keeps those of a trusted proxy.

A proxy keeps them shorter (Caddy two minutes): it never sends a request into one that is closing.
"""

GC_THRESHOLDS: Final = (2_000, 1_000, 10)
"""Thresholds of the garbage collector: full collections, which pause the server, become rare.

A higher threshold of young objects takes less time in all, but with many tables a single collection
then pauses the server for 77 ms instead of 2.
"""

_LOG: Final = logging.getLogger(__name__)


class ServerStartError(ValueError):
    """The server cannot start; the message gives the reason."""


def serve(echo: Callable[[str], None], settings: Settings, language: str = "en") -> None:
    """Serve both games until the process is interrupted.

    Args:
        echo: prints the address of the server, unless events are logged.
        settings: the settings of the server.
        language: the language of the printed messages.

    Raises:
        ValueError: if the language is not available.
        ServerStartError: if a port or the database is not available.
        OSError: if the address cannot be printed.
        NoNetwork: if ``lan`` is set, but there is no local network.
    """
    words = page_words(language)
    if settings.log_json:
        configure_json_logging()
    gc.set_threshold(*GC_THRESHOLDS)
    metrics = Metrics()
    with ExitStack() as stack:
        listener = stack.enter_context(closing(_bind(settings)))
        lan_host = lan_address() if settings.lan else ""
        address = ServerAddress(listener.getsockname()[1], lan_host, settings.public_url)
        store = stack.enter_context(closing(_open_store(settings)))
        if settings.metrics_port is not None:
            stack.enter_context(
                _serve_metrics(metrics, settings.metrics_host, settings.metrics_port)
            )
        app = create_app(store, address, settings=settings, metrics=metrics)
        server = Server(app.asgi, settings, app.services.server_time)
        server.on_startup = lambda: _announce(address, words, echo, settings)
        server.run(sockets=[listener])
        if server.startup_error is not None:
            raise server.startup_error
    _LOG.info("stopped")


class Server(uvicorn.Server):
    """A uvicorn server that shuts down gracefully on SIGINT and SIGTERM.

    Args:
        app: the ASGI application.
        settings: the settings of the server.
        server_time: receives the time of parsing that each address causes.

    Attributes:
        on_startup: called once the server accepts connections.
        startup_error: the error with which it failed, if so; the server then shuts down.
    """

    def __init__(self, app: ASGIApp, settings: Settings, server_time: ServerTime) -> None:
        proxies = settings.trusted_proxies
        super().__init__(
            ServerConfig(
                ConnectionLimiter(settings.max_connections_per_address, proxies),
                server_time,
                app,
                interface="asgi3",
                loop="auto",
                http=HttpProtocol,
                ws=WebSocketProtocol,
                ws_max_size=MAX_FRAME_BYTES,
                ws_per_message_deflate=False,
                lifespan="on",
                access_log=False,
                # Clients can cause warnings at will, for example by an incomplete request.
                log_level="error",
                server_header=False,
                log_config=None,
                proxy_headers=bool(proxies),
                forwarded_allow_ips=proxies,
                timeout_keep_alive=PROXY_KEEP_ALIVE_S if proxies else CLIENT_KEEP_ALIVE_S,
                timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
            )
        )
        self.on_startup: Callable[[], None] | None = None
        self.startup_error: OSError | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to accept connections."""
        await super().startup(sockets)
        try:
            if self.on_startup is not None:
                self.on_startup()
        except OSError as error:
            self.startup_error = error
            self.should_exit = True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Shut down on a signal, without re-raising it afterwards as uvicorn does."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        signals = (signal.SIGINT, signal.SIGTERM)
        previous = {number: signal.signal(number, self.handle_exit) for number in signals}
        try:
            yield
        finally:
            for number, handler in previous.items():
                signal.signal(number, handler)


def _bind(settings: Settings) -> socket.socket:
    """Return a listening socket."""
    host = settings.host or ("0.0.0.0" if settings.lan else "127.0.0.1")  # noqa: S104, on request
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    ports = [DEFAULT_PORT if settings.port is None else settings.port]
    if settings.port is None and not settings.public_url:
        ports.append(0)  # Without a proxy, which passes requests to one port, any port will do.
    for port in ports:
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            if sys.platform != "win32":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, port))
            listener.listen()
        except OSError as error:
            listener.close()
            reason = str(error.strerror)
            if error.errno in {errno.EADDRINUSE, errno.EACCES}:
                reason += "; --port 0 selects a free port"
        else:
            return listener
    endpoint = f"port {ports[0]}" + (f" of {settings.host}" if settings.host else "")
    raise ServerStartError(f"cannot listen on {endpoint}: {reason}")


def _open_store(settings: Settings) -> Store:
    try:
        return Store(settings.database_url or settings.database_path)
    except StoreError as error:
        raise ServerStartError(str(error)) from None


@contextmanager
def _serve_metrics(metrics: Metrics, host: str, port: int) -> Iterator[None]:
    """Serve the metrics over HTTP on a port of their own."""
    try:
        server, thread = start_http_server(port, host, metrics.registry)
    except OSError as error:
        raise ServerStartError(
            f"cannot serve metrics on port {port} of {host}: {error.strerror}"
        ) from None
    server.set_app(reject_foreign_hosts(make_wsgi_app(metrics.registry)))
    try:
        _LOG.info("metrics", extra={"address": f"{host}:{server.server_port}"})
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _announce(
    address: ServerAddress, words: Words, echo: Callable[[str], None], settings: Settings
) -> None:
    """Print or log that the server accepts connections, and open the browser if requested."""
    if settings.log_json:
        _LOG.info("ready", extra={"address": address.local_url, "version": RELEASE})
        return
    echo(words.text("page.serve.ready", link=address.local_url))
    if address.public_url:
        echo(words.text("page.serve.public", link=address.public_url))
    elif address.lan_host:
        echo(lan_invitation(address.external_url, words))
    echo(words.text("page.serve.stop"))
    if settings.browser:
        start_daemon(webbrowser.open, address.local_url)
