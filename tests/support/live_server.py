"""A real server in a thread, with its own database, and the HTTP users that talk to it."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import httpx
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from onirium.games.registry import load
from onirium.match.match import HUMAN
from onirium.record import Record
from onirium.storage.page_store import MemoryPageStore
from onirium.storage.paged_sqlite import PagedSqlite
from onirium.storage.store import Store
from onirium.tables.setup import Setup
from onirium.tables.tokens import hash_token, new_token
from onirium.web.app import create_app
from onirium.web.config.settings import Settings
from onirium.web.live.table_session import TableSession
from onirium.web.middleware.cookies import COOKIE_NAME
from onirium.web.middleware.rate_limit import RateLimits
from onirium.web.middleware.security import ServerAddress
from onirium.web.server import Server
from onirium.web.workers.executor import ExecutorFactory
from onirium.web.workers.pool import WorkerPool
from tests.support.inline_executor import InlineExecutor
from tests.support.table_views import apply_table_patch

T = TypeVar("T")

TIMEOUT_S = 120.0
POLL_INTERVAL_S = 0.02
UNLIMITED = RateLimits(commands=100_000, phrases=100_000)
"""Rate limits for tests, which send commands faster than people."""


class NoCookies(httpx.Cookies):
    """A cookie jar that stays empty: every user sends its own cookie header."""

    def extract_cookies(self, response: httpx.Response) -> None:
        """Ignore the cookies of a response."""


class LiveServer:
    """A running server.

    Attributes:
        store: its database.
        sessions: its table sessions.
        bots: its bot service.
        address: its origin, such as ``http://127.0.0.1:8765``.
        host: host and port.
        uvicorn_server: the server itself.
    """

    def __init__(
        self,
        store: Store,
        server_address: ServerAddress,
        limits: RateLimits,
        settings: Settings | None = None,
        make_executor: ExecutorFactory = WorkerPool,
    ) -> None:
        self.store = store
        self.address = server_address.local_url
        self.host = server_address.local_url.removeprefix("http://")
        settings = settings or Settings()
        application = create_app(
            store, server_address, limits, settings, make_executor=make_executor
        )
        self.sessions = application.services.sessions
        self.bots = application.services.bots
        self.uvicorn_server = Server(application.asgi, settings, application.services.server_time)
        # On a busy machine a ping may stay unanswered for long.
        self.uvicorn_server.config.ws_ping_interval = None
        self._loop: Future[asyncio.AbstractEventLoop] = Future()
        self.uvicorn_server.on_startup = lambda: self._loop.set_result(asyncio.get_running_loop())

    def create_table(
        self,
        game: str = "onirim",
        seats: tuple[str, ...] = (HUMAN,),
        *users: "HttpUser",
        seed: int = 1,
        options: dict[str, Any] | None = None,
        **more: Any,
    ) -> str:
        """Create a table; the users own its human seats in order, the first is the host."""
        owners = iter(users)
        owner_ids = [next(owners).user_id if occupant == HUMAN else "" for occupant in seats]
        setup = Setup(
            game=game,
            options=options or {},
            rules=load(game).rules_version,
            occupants=list(seats),
            owner_ids=owner_ids,
            host_id=users[0].user_id,
            seed=seed,
            **more,
        )
        return self.run(self.sessions.create_table(setup))

    def create_table_from_record(self, played: Record, user: "HttpUser", missing: int = 0) -> str:
        """Create an unranked table with the actions of a record except the last ``missing`` ones.

        The user owns the first seat, random bots play the others.
        """
        return self.create_table(
            played.game,
            (HUMAN, *["random"] * (len(played.seats) - 1)),
            user,
            options=played.options,
            opening=played.actions[: len(played.actions) - missing],
            unranked=True,
        )

    @property
    def open_table_ids(self) -> set[str]:
        """The tables whose session is open or being loaded."""
        return set(self.sessions._use_counts)

    def open_session(self, table_id: str) -> TableSession | None:
        """Return the session of a table if it is open."""
        return self.sessions._sessions.get(table_id)

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the event loop of the server; return its result."""
        loop = self._loop.result(TIMEOUT_S)
        return asyncio.run_coroutine_threadsafe(coroutine, loop).result(TIMEOUT_S)

    def new_user(self, language: str = "en") -> "HttpUser":
        return HttpUser(self, language)


class HttpUser:
    """A browser identity: a cookie and a language."""

    def __init__(self, server: LiveServer, language: str) -> None:
        self.server = server
        self.token = new_token()
        self.user_id = hash_token(self.token)
        self.headers = {"Cookie": f"{COOKIE_NAME}={self.token}", "Accept-Language": language}

    def at_server(self, server: LiveServer) -> "HttpUser":
        """Return the same user at another server."""
        other = server.new_user()
        other.token, other.user_id, other.headers = self.token, self.user_id, self.headers
        return other

    @contextmanager
    def connect(self, table_id: str, **more: Any) -> Iterator["TableSocket"]:
        """Connect to a table."""
        with connect(
            f"ws://{self.server.host}/ws/t/{table_id}",
            origin=Origin(self.server.address),
            additional_headers=self.headers,
            open_timeout=TIMEOUT_S,
            compression=None,
            ping_interval=None,
            proxy=None,
            **more,
        ) as connection:
            yield TableSocket(connection)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return _CLIENT.get(self.server.address + path, headers=self.headers, **more)

    def post(self, path: str, content: str | bytes, **headers: str) -> httpx.Response:
        origin = {"Origin": self.server.address}
        return _CLIENT.post(
            self.server.address + path,
            content=content,
            headers={**self.headers, **origin, **headers},
        )


_CLIENT = httpx.Client(
    timeout=TIMEOUT_S,
    trust_env=False,
    limits=httpx.Limits(max_keepalive_connections=0),
    cookies=NoCookies(),
)


_COMMAND_NUMBERS = count()


class TableSocket:
    """A WebSocket that is connected to a table; the first message has been received.

    Attributes:
        connection: the WebSocket.
        view: the latest table view.
        received: all messages, as text.
    """

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.view: dict[str, Any] = {}
        self.received: list[str] = []
        self.receive()

    def receive(self) -> Any:
        """Return the next message; the patched view instead of a patch."""
        self.received.append(str(self.connection.recv(TIMEOUT_S)))
        message = json.loads(self.received[-1])
        if message["type"] == "table_patch":
            message = apply_table_patch(self.view, message)
        if message["type"] == "table_view":
            self.view = message
        elif message["type"] == "rejected":
            self.view = message["table_view"]
        return message

    def receive_until(self, condition: Callable[[Any], object]) -> Any:
        """Receive messages until one fulfils a condition; return it."""
        while not condition(message := self.receive()):
            pass
        return message

    def send_command(self, command: str, **fields: Any) -> Any:
        """Send a command; return the reply to it."""
        command_id = fields.setdefault("command_id", f"n{next(_COMMAND_NUMBERS)}")
        self.connection.send(json.dumps({"type": command, **fields}))
        return self.receive_until(lambda message: message["command_id"] == command_id)

    def take_actions(self, *actions: int) -> Any:
        return self.send_command(
            "take_actions", version=self.view["version"], actions=list(actions)
        )

    def take_first_action(self) -> Any:
        return self.take_actions(self.view["legal_actions"][0]["action"])


def wait_until(condition: Callable[[], bool]) -> None:
    """Poll until a condition holds."""
    deadline = time.monotonic() + TIMEOUT_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(POLL_INTERVAL_S)


@contextmanager
def run_server(
    location: Path | str,
    limits: RateLimits = UNLIMITED,
    send_buffer_bytes: int = 0,
    settings: Settings | None = None,
) -> Iterator[LiveServer]:
    """Run a server in a thread.

    Args:
        location: the directory of its database, or the address of a Postgres database.
        limits: its rate limits.
        send_buffer_bytes: send buffer of its sockets; 0 for the default of the system.
        settings: its settings.
    """
    database = location if isinstance(location, str) else location / "onirium.db"
    with (
        closing(socket.create_server(("127.0.0.1", 0))) as listener,
        closing(Store(database)) as store,
    ):
        if send_buffer_bytes:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer_bytes)
        server = LiveServer(store, ServerAddress(listener.getsockname()[1]), limits, settings)
        with _running(server, listener):
            yield server


@contextmanager
def run_inline_server() -> Iterator[LiveServer]:
    """Run a server in a thread that uses neither other threads nor processes, as in a browser."""
    database = PagedSqlite(MemoryPageStore(), b"")
    with (
        closing(socket.create_server(("127.0.0.1", 0))) as listener,
        closing(Store(database)) as store,
    ):
        address = ServerAddress(listener.getsockname()[1])
        server = LiveServer(store, address, UNLIMITED, make_executor=InlineExecutor)
        with _running(server, listener):
            yield server


@contextmanager
def _running(server: LiveServer, listener: socket.socket) -> Iterator[None]:
    thread = threading.Thread(target=server.uvicorn_server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield
    finally:
        server.uvicorn_server.should_exit = True
        thread.join()
