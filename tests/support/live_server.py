"""A real server in a thread, with a database of its own, and what visits it."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from onirium.storage.store import Store
from onirium.tables import HUMAN
from onirium.tables.table import Setup
from onirium.tables.tokens import hash_token, new_token
from onirium.web.app import create_app
from onirium.web.config.settings import Settings
from onirium.web.live.session_registry import Rooms
from onirium.web.middleware.rate_limit import RateLimits
from onirium.web.middleware.security import ServerAddress
from onirium.web.middleware.sessions import COOKIE_NAME
from onirium.web.server import Server
from onirium.web.workers.service import Thinking

T = TypeVar("T")

PATIENCE = 120.0
EASY = RateLimits(commands=100_000, phrases=100_000)
"""Tests click faster than people."""


class Stubborn(httpx.Cookies):
    """Keeps nothing: every visitor says who they are."""

    def extract_cookies(self, response: httpx.Response) -> None:
        """Leave them."""


class House:
    """A server that is running.

    Attributes:
        store: its database.
        rooms: its tables.
        thinking: what thinks for it.
        address: where it is.
    """

    def __init__(
        self,
        store: Store,
        bounds: ServerAddress,
        limits: RateLimits,
        settings: Settings | None = None,
    ) -> None:
        self.store = store
        self.address = bounds.local_url
        self.host = bounds.local_url.removeprefix("http://")
        app: Any = create_app(store, bounds, limits, settings)
        state = app._app._app._app.state
        self.rooms: Rooms = state.rooms
        self.thinking: Thinking = state.thinking
        self.server = Server(app)
        self._loop: Future[asyncio.AbstractEventLoop] = Future()
        self.server.on_startup = lambda: self._loop.set_result(asyncio.get_running_loop())

    def lay(
        self,
        game: str = "onirim",
        seats: tuple[str, ...] = (HUMAN,),
        *visitors: "Visitor",
        seed: int = 1,
        options: dict[str, Any] | None = None,
        **more: Any,
    ) -> str:
        """Lay a table; the visitors hold its people's seats in order, the first is the host."""
        people = iter(visitors)
        holders = [next(people).holder if who == HUMAN else "" for who in seats]
        setup = Setup(
            game=game,
            options=options or {},
            occupants=list(seats),
            owner_ids=holders,
            host_id=visitors[0].holder,
            seed=seed,
            **more,
        )
        return self.await_(self.rooms.open(setup))

    def await_(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Let the server do something."""
        loop = self._loop.result(PATIENCE)
        return asyncio.run_coroutine_threadsafe(coroutine, loop).result(PATIENCE)

    def visitor(self, language: str = "en") -> "Visitor":
        return Visitor(self, language)


class Visitor:
    """A browser with its cookie."""

    def __init__(self, house: House, language: str) -> None:
        self.house = house
        self.token = new_token()
        self.holder = hash_token(self.token)
        self.headers = {"Cookie": f"{COOKIE_NAME}={self.token}", "Accept-Language": language}

    def at(self, house: House) -> "Visitor":
        """Return the same visitor at another server."""
        other = house.visitor()
        other.token, other.holder, other.headers = self.token, self.holder, self.headers
        return other

    @contextmanager
    def sitting(self, table: str, **more: Any) -> Iterator["Window"]:
        """Open a table."""
        with connect(
            f"ws://{self.house.host}/ws/t/{table}",
            origin=Origin(self.house.address),
            additional_headers=self.headers,
            open_timeout=PATIENCE,
            compression=None,
            proxy=None,
            **more,
        ) as socket:
            yield Window(socket)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return _CLIENT.get(self.house.address + path, headers=self.headers, **more)

    def post(self, path: str, content: str | bytes, **headers: str) -> httpx.Response:
        origin = {"Origin": self.house.address}
        return _CLIENT.post(
            self.house.address + path,
            content=content,
            headers={**self.headers, **origin, **headers},
        )


_CLIENT = httpx.Client(
    timeout=PATIENCE,
    trust_env=False,
    limits=httpx.Limits(max_keepalive_connections=0),
    cookies=Stubborn(),
)


class Window:
    """A table open in a browser; the first message has been read.

    Attributes:
        last: the last sight.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.last: dict[str, Any] = {}
        self.received: list[str] = []
        self._number = 0
        self.read()

    def read(self) -> Any:
        """Return the next message."""
        self.received.append(str(self.socket.recv(PATIENCE)))
        message = json.loads(self.received[-1])
        if message["type"] == "sight":
            self.last = message
        elif message["type"] == "refusal":
            self.last = message["sight"]
        return message

    def read_until(self, holds: Any) -> Any:
        """Read until a message is as wanted; return it."""
        while not holds(message := self.read()):
            pass
        return message

    def ask(self, do: str, **values: Any) -> Any:
        """Say something; return the answer to it."""
        self._number += 1
        nonce = values.setdefault("nonce", f"n{self._number} {id(self)}")
        self.socket.send(json.dumps({"do": do, **values}))
        return self.read_until(lambda message: message["nonce"] == nonce)

    def act(self, *actions: int) -> Any:
        return self.ask("act", version=self.last["version"], actions=list(actions))

    def play_first(self) -> Any:
        return self.act(self.last["choices"][0]["action"])


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


@contextmanager
def serving(
    place: Path | str,
    limits: RateLimits = EASY,
    buffer: int = 0,
    settings: Settings | None = None,
) -> Iterator[House]:
    """Serve for a while; the system keeps so many bytes for a slow reader, if it is said."""
    with (
        closing(socket.create_server(("127.0.0.1", 0))) as listener,
        closing(Store(place if isinstance(place, str) else place / "onirium.db")) as store,
    ):
        if buffer:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
        house = House(store, ServerAddress(listener.getsockname()[1]), limits, settings)
        thread = threading.Thread(target=house.server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield house
        finally:
            house.server.should_exit = True
            thread.join()
