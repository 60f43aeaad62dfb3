"""The server of a page, without a browser: requests, WebSockets, storage that refuses."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from starlette.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from onirium.site.asgi import Lifespan, RequestHandler, Socket, make_scope
from onirium.site.browser import BrowserServer, start
from onirium.site.packages import find_wheel
from onirium.storage.backend import StoreError
from onirium.storage.page_store import PAGE_BYTES
from tests.site.test_job_worker import FakePage
from tests.support.live_server import TIMEOUT_S

FORM = "application/x-www-form-urlencoded"


class FakeStorage:
    """The pages of a database, as the page of a site keeps them."""

    def __init__(self) -> None:
        self.pages: list[bytes] = []
        self.error = ""

    async def load(self) -> bytes:
        return b"".join(self.pages)

    async def save(self, indices: list[int], pages: bytes, page_count: int) -> str:
        if not self.error:
            self.pages = (self.pages + [b""] * page_count)[:page_count]
            for position, index in enumerate(indices):
                self.pages[index] = pages[position * PAGE_BYTES : (position + 1) * PAGE_BYTES]
        return self.error


class Response:
    """Collects a response."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""
        self.parts = 0
        self.ended = asyncio.Event()

    def start(self, status: int, headers: list[list[str]]) -> None:
        self.status = status
        self.headers = {name: value for name, value in headers}  # noqa: C416, lists of two

    def write(self, body: bytes) -> None:
        self.body += body
        self.parts += 1

    def end(self) -> None:
        self.ended.set()


class Peer:
    """The page's end of a WebSocket."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[Any] = asyncio.Queue()
        self.code = 0

    def receive(self, text: str) -> None:
        self.messages.put_nowait(json.loads(text))

    def close(self, code: int) -> None:
        self.code = code
        self.messages.put_nowait(None)


def run(
    use: Callable[[BrowserServer], Any], storage: FakeStorage | None = None, languages: str = "en"
) -> Any:
    """Start a server on a storage, use it, and return the result of the coroutine."""

    async def run_server() -> Any:
        storage_of_page = storage or FakeStorage()
        visit = ("/games/app", languages, "version", "https://play.example.org")
        server = await start(storage_of_page, FakePage(), *visit)
        return await use(server)

    return asyncio.run(run_server())


async def request(
    server: BrowserServer, method: str, target: str, body: str = "", content_type: str = ""
) -> Response:
    response = Response()
    server.request(method, target, content_type, body.encode(), response)
    await response.ended.wait()
    return response


async def create_table(server: BrowserServer, game: str = "onirim") -> str:
    """Create a table as the button of the lobby does; return its path."""
    response = await request(server, "POST", "/tables", f"game={game}&as=last", FORM)
    assert response.status == 303
    return response.headers["location"].removeprefix("/games/app")


def test_pages_link_below_the_base_path() -> None:
    page = run(lambda server: request(server, "GET", "/"), languages="de")
    text = page.body.decode()
    assert page.status == 200
    assert '<html data-base="/games/app" lang="de"' in text
    assert 'data-server="https://play.example.org"' in text
    assert 'action="/games/app/tables"' in text
    assert 'src="/games/app/static/version/' in text
    assert ' href="/"' not in text
    assert "frame-ancestors 'self'" in page.headers["content-security-policy"]
    assert int(page.headers["content-length"]) == len(page.body)


def test_pages_speak_of_no_server() -> None:
    async def visit(server: BrowserServer) -> list[str]:
        paths = ("/privacy", "/new/nightmarium", "/daily/onirim")
        return [(await request(server, "GET", path)).body.decode() for path in paths]

    privacy, form, daily = run(visit)
    assert "this browser deals" in daily
    assert "stored in this browser" in privacy
    assert "cookie" not in privacy
    assert "invitation link" not in form
    assert ">Me<" in form


def test_unfinished_game_with_hidden_hands_has_an_open_record() -> None:
    async def export(server: BrowserServer) -> Response:
        path = await create_table(server, "nightmarium")
        return await request(server, "GET", f"{path}/record.json")

    exported = run(export)
    assert exported.status == 200
    assert json.loads(exported.body)["game"] == "nightmarium"


def test_commands_of_a_table_are_answered() -> None:
    async def play(server: BrowserServer) -> tuple[Any, Any]:
        path = await create_table(server)
        peer = Peer()
        socket = server.connect(f"/ws{path}", peer)
        view = await peer.messages.get()
        action = view["legal_actions"][0]["action"]
        command = {"type": "take_actions", "version": view["version"], "actions": [action]}
        socket.receive(json.dumps({**command, "command_id": "one"}))
        reply = await peer.messages.get()
        socket.disconnect()
        return view, reply

    view, reply = run(play)
    assert view["type"] == "table_view"
    assert reply["command_id"] == "one"
    assert reply["type"] == "table_patch"


def test_unknown_table_closes_the_socket() -> None:
    async def connect(server: BrowserServer) -> int:
        peer = Peer()
        server.connect("/ws/t/unknown", peer)
        assert await peer.messages.get() is None
        return peer.code

    assert run(connect) == 4404


def test_failed_connection_is_closed_as_an_internal_error() -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("not served")

    peer = Peer()
    asyncio.run(Socket(fail, make_scope("websocket", "/", []), peer).run())
    assert peer.code == 1011


def test_an_endless_response_ends_when_its_reader_has_left() -> None:
    async def read_some() -> Response:
        sent, ended = asyncio.Event(), asyncio.Event()

        async def emit() -> AsyncIterator[bytes]:
            try:
                yield b"first"
                sent.set()
                await asyncio.Event().wait()
            finally:
                ended.set()

        response = Response()
        app = StreamingResponse(emit())
        handler = RequestHandler(app, make_scope("http", "/", []), b"", response)
        running = asyncio.create_task(handler.run())
        await sent.wait()
        handler.disconnect()
        await asyncio.wait_for(running, TIMEOUT_S)
        assert ended.is_set()
        assert response.ended.is_set()
        return response

    assert asyncio.run(read_some()).body == b"first"


async def start_lifespan(reply: str, error: Exception | None = None) -> Lifespan:
    """Start an application that sends a reply to the start and ends."""

    async def app(_scope: Scope, receive: Receive, send: Send) -> None:
        assert (await receive())["type"] == "lifespan.startup"
        if reply:
            message: Message = {"type": reply}
            await send(message)
        if error:
            raise error

    lifespan = Lifespan(app)
    await lifespan.start()
    return lifespan


def test_application_starts() -> None:
    asyncio.run(start_lifespan("lifespan.startup.complete"))


@pytest.mark.parametrize("reply", ["", "lifespan.startup.failed"])
def test_application_that_does_not_start_is_an_error(reply: str) -> None:
    with pytest.raises(OSError, match="no port"):
        asyncio.run(start_lifespan(reply, OSError("no port")))
    with pytest.raises(RuntimeError, match="ended before it had started"):
        asyncio.run(start_lifespan(reply))


def test_start_seeds_the_random_generator_that_a_saved_memory_contains() -> None:
    async def draw(_server: BrowserServer) -> float:
        return random.random()

    draws = []
    for _ in range(2):
        random.seed(1)
        draws.append(run(draw))
    assert draws[0] != draws[1]


def test_user_and_games_stay_after_a_restart() -> None:
    storage = FakeStorage()
    path = run(create_table, storage)
    lobby = run(lambda server: request(server, "GET", "/"), storage)
    assert f'href="/games/app{path}"' in lobby.body.decode()


def test_refused_save_rejects_the_command_and_leaves_the_table() -> None:
    storage = FakeStorage()

    async def play(server: BrowserServer) -> Any:
        path = await create_table(server)
        peer = Peer()
        socket = server.connect(f"/ws{path}", peer)
        view = await peer.messages.get()
        action = view["legal_actions"][0]["action"]
        command = {"type": "take_actions", "version": view["version"], "actions": [action]}
        storage.error = "QuotaExceededError"
        socket.receive(json.dumps({**command, "command_id": "one"}))
        rejection = await peer.messages.get()
        storage.error = ""
        socket.receive(json.dumps({**command, "command_id": "two"}))
        return view["version"], rejection, await peer.messages.get()

    version, rejection, reply = run(play, storage)
    assert (rejection["type"], rejection["code"]) == ("rejected", "storage_full")
    assert rejection["table_view"]["version"] == version
    assert reply["command_id"] == "two"
    assert reply["type"] != "rejected"


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        ("QuotaExceededError: no space left", "The storage of this browser is full"),
        ("InvalidStateError: the connection is closing", "Your games cannot be reached"),
    ],
)
def test_new_game_that_cannot_be_saved_names_the_reason(error: str, reason: str) -> None:
    storage = FakeStorage()

    async def create(server: BrowserServer) -> Response:
        storage.error = error
        return await request(server, "POST", "/tables", "game=onirim&as=last", FORM)

    page = run(create, storage)
    assert page.status >= 500
    assert reason in page.body.decode()


def test_server_does_not_start_on_a_storage_that_refuses() -> None:
    storage = FakeStorage()
    storage.error = "QuotaExceededError"
    with pytest.raises(StoreError, match="QuotaExceededError"):
        run(create_table, storage)


def test_missing_wheel_is_named(tmp_path: Any) -> None:
    with pytest.raises(FileNotFoundError, match="msgspec-"):
        find_wheel(tmp_path, "msgspec")
