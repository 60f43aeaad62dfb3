"""Hostile requests: each gets a response, none changes a table or logs a traceback."""

import asyncio
import json
import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import h11
import httpx
import pytest
from starlette.responses import PlainTextResponse
from websockets.frames import Opcode

from onirium.record import RecordError, loads
from onirium.record.codec import MAX_FILE_BYTES
from onirium.web.middleware import security
from onirium.web.middleware.rate_limit import RateLimits
from onirium.web.middleware.security import (
    MAX_HEADER_BYTES,
    MAX_URL_BYTES,
    SecurityMiddleware,
    ServerAddress,
)
from onirium.web.ops import connections as connections_module
from onirium.web.ops import http_protocol, websocket_protocol
from tests.support.hostile_load import (
    TABLE_FORMS,
    Target,
    prepare_target,
    read_tables,
    send_hostile_load,
)
from tests.support.live_server import TIMEOUT_S, LiveServer, run_server, wait_until
from tests.support.raw_websocket import BUFFER_BYTES, RawWebSocket, connect_raw, encode_frame

UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)


@pytest.fixture(autouse=True)
def _no_warnings(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Check that the server logs no warning."""
    yield
    assert not [record.getMessage() for record in caplog.records if record.levelno > logging.INFO]


def exchange(server: LiveServer, content: str | bytes) -> bytes:
    """Send bytes; return everything until the server closes the connection."""
    sent = content.encode("latin-1") if isinstance(content, str) else content
    with closing(open_socket(server)) as connection:
        connection.sendall(sent)
        return read_all(connection)


def open_socket(server: LiveServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", int(server.host.split(":")[1])), TIMEOUT_S)


def read_all(connection: socket.socket) -> bytes:
    received = b""
    # A server that closes before all has been sent resets the connection after its answer.
    with suppress(ConnectionResetError):
        while part := connection.recv(65_536):
            received += part
    return received


def request_head(server: LiveServer, line: str, *more: str) -> str:
    lines = [line, f"Host: {server.host}", f"Origin: {server.address}", "Connection: close", *more]
    return "".join(f"{line}\r\n" for line in lines)


def test_hostile_load_changes_nothing_and_gets_replies(server: LiveServer) -> None:
    async def prepare() -> list[Target]:
        return [await prepare_target(server.host, form) for form in TABLE_FORMS]

    targets = asyncio.run(prepare())
    before = read_tables(Path(server.store.location))
    reply_counts = asyncio.run(
        send_hostile_load(server.host, targets, messages=800, attackers=10, seed=1)
    )
    assert read_tables(Path(server.store.location)) == before
    assert reply_counts.total() == 800
    assert {"malformed", "message_too_large", "no_seat", "status 421", "status 403"} <= set(
        reply_counts
    )


def test_invalid_utf8_is_rejected_as_malformed(server: LiveServer) -> None:
    anna = server.new_user()
    with anna.connect(server.create_table("onirim", ("human",), anna)) as client:
        client.connection.send(b"\xff\xfe", text=True)
        assert client.receive()["code"] == "malformed"
        assert client.take_first_action()["type"] == "table_view"


@pytest.mark.parametrize(
    "begun",
    [
        "",
        "GET / HT",
        "GET / HTTP/1.1\r\nHost: ",
        "POST /settings HTTP/1.1\r\n{host}Content-Length: 9\r\n\r\nname",
    ],
)
def test_incomplete_requests_time_out(
    server: LiveServer, begun: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "REQUEST_TIMEOUT_S", 0.2)
    host = f"Host: {server.host}\r\nOrigin: {server.address}\r\n"
    assert b" 408 " in exchange(server, begun.replace("{host}", host))


def test_aborted_request_is_not_logged(server: LiveServer) -> None:
    with closing(open_socket(server)) as connection:
        connection.sendall(
            f"{request_head(server, 'POST /tables HTTP/1.1', 'Content-Length: 9')}\r\ng".encode()
        )
    assert server.new_user().get("/").status_code == 200


@contextmanager
def small_buffers(folder: Path) -> Iterator[tuple[LiveServer, socket.socket]]:
    """Start a server, and connect to it; the buffers of the connection hold a few kilobytes."""
    with (
        run_server(folder, send_buffer_bytes=4096) as server,
        closing(socket.socket()) as connection,
    ):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", int(server.host.split(":")[1])))
        yield server, connection


def test_client_that_reads_nothing_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections_module, "WRITE_TIMEOUT_S", 0.2)
    with small_buffers(tmp_path) as (server, connection):
        request = f"GET /words/x/en/onirim.json HTTP/1.1\r\nHost: {server.host}\r\n\r\n"
        connection.sendall(request.encode() * 20)
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            send_until_closed(connection)


def test_client_that_leaves_a_few_bytes_unread_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections_module, "WRITE_TIMEOUT_S", 0.2)
    with small_buffers(tmp_path) as (server, connection):
        request = f"GET /manifest.webmanifest HTTP/1.1\r\nHost: {server.host}\r\n\r\n"
        connection.sendall(request.encode() * 25)
        connection.settimeout(0.0)
        wait_until(lambda: is_closed(connection))


def is_closed(connection: socket.socket) -> bool:
    """Return whether a connection refuses the beginning of a request."""
    try:
        connection.send(b"G")
    except BlockingIOError:
        return False
    except OSError:
        return True
    return False


PING = encode_frame(Opcode.PING, b"x" * 125)


def buffered_bytes(connection: Any) -> int:
    """Return the number of bytes that a connection has not sent yet."""
    count: int = connection.transport.get_write_buffer_size()
    return count


def test_client_that_reads_no_pongs_is_not_read_either(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket_protocol, "MAX_CONTROL_FRAMES", 10**9)
    with run_server(tmp_path_factory.mktemp("data"), send_buffer_bytes=4096) as server:
        anna = server.new_user()
        table = server.create_table("onirim", ("human",), anna)
        with connect_raw(server.host, f"/ws/t/{table}", anna.headers) as client:
            sent = client.send_until_blocked(PING * 100, 2**26, timeout_s=1.0)
            assert sent < 2**25, "the server stops reading"
            connections = server.uvicorn_server.server_state.connections
            wait_until(lambda: any(map(buffered_bytes, connections)))
            assert sum(map(buffered_bytes, connections)) < 2**20
            # Complete the last frame, which the server answers as soon as the client reads.
            rest = PING[sent % len(PING) :] if sent % len(PING) else b""
            sender = threading.Thread(target=client.send, args=[rest])
            sender.start()
            pongs = 0
            while pongs < (sent + len(rest)) // len(PING):
                opcode, payload = client.receive()
                if opcode == Opcode.PONG:
                    assert payload == b"x" * 125
                    pongs += 1
            sender.join()
            client.send(encode_frame(Opcode.TEXT, b'{"type": "ping", "command_id": "last"}'))
            while b'"last"' not in client.receive()[1]:
                pass


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG])
def test_control_frames_are_limited(server: LiveServer, opcode: Opcode) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    with connect_raw(server.host, f"/ws/t/{table}", anna.headers) as client:
        client.send(encode_frame(opcode, b"x") * 100)
        client.send(encode_frame(Opcode.TEXT, b'{"type": "ping", "command_id": "last"}'))
        pongs = 0
        while b'"last"' not in (message := client.receive())[1]:
            pongs += message[0] == Opcode.PONG
        assert pongs == (100 if opcode == Opcode.PING else 0), "fewer are answered"
        client.send(encode_frame(opcode, b"x") * 1_000)
        assert client.receive_close_code() == 1008
        with pytest.raises((EOFError, ConnectionError)):
            client.receive()


def test_message_of_many_empty_frames_closes_the_connection(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    begin, continuation = b"\x01\x80\0\0\0\0", b"\x00\x80\0\0\0\0"
    with connect_raw(server.host, f"/ws/t/{table}", anna.headers) as client:
        client.send(begin + continuation * 99 + b"\x80\x82\0\0\0\0{}")
        while b"malformed" not in client.receive()[1]:
            pass
        client.send(begin + continuation * 1_000)
        assert client.receive_close_code() == 1008


def test_messages_that_wait_are_limited(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    with connect_raw(server.host, f"/ws/t/{table}", anna.headers) as client:
        client.receive()
        client.send(encode_frame(Opcode.TEXT, b"{}") * 2_000)
        assert client.receive_close_code() == 1008


def test_chunked_requests_are_refused_without_parsing_the_chunks(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[int] = []
    receive = h11.Connection.receive_data

    def count(connection: h11.Connection, data: bytes) -> None:
        parsed.append(len(data))
        receive(connection, data)

    monkeypatch.setattr(h11.Connection, "receive_data", count)
    head = request_head(server, "POST /import HTTP/1.1", "Transfer-Encoding: chunked")
    assert b" 411 " in exchange(server, f"{head}\r\n" + "1\r\nx\r\n" * 5_000)
    assert sum(parsed) <= 2 * connections_module.MAX_PARSED_BYTES


RESYNC = encode_frame(Opcode.TEXT, b'{"type": "resync", "command_id": ""}')


@contextmanager
def connected(
    folder: Path, commands: int, buffer_bytes: int = BUFFER_BYTES
) -> Iterator[tuple[LiveServer, RawWebSocket]]:
    """Connect to a server that admits a number of commands at once.

    Args:
        folder: the directory of its database.
        commands: the number of commands.
        buffer_bytes: requested size of the buffers of the sockets.
    """
    with run_server(
        folder, RateLimits(commands=commands), send_buffer_bytes=buffer_bytes
    ) as server:
        anna = server.new_user()
        table = server.create_table("onirim", ("human",), anna)
        path = f"/ws/t/{table}"
        with connect_raw(server.host, path, anna.headers, buffer_bytes=buffer_bytes) as client:
            yield server, client


@pytest.fixture
def _no_write_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent the write timeout from aborting a connection."""
    monkeypatch.setattr(connections_module, "WRITE_TIMEOUT_S", 3600.0)


@pytest.mark.usefixtures("_no_write_timeout")
def test_client_that_is_disconnected_for_flooding_is_not_read(tmp_path: Path) -> None:
    with connected(tmp_path, commands=1) as (_, client):
        client.send(RESYNC * 20)
        assert client.receive_close_code() == 1008
        # More bytes than the buffers of the sockets hold.
        with pytest.raises(ConnectionError):
            client.send_until_blocked(encode_frame(Opcode.TEXT, b"x" * 1000), 2**24, TIMEOUT_S)


@pytest.mark.usefixtures("_no_write_timeout")
def test_closed_connection_still_completes_the_closing_handshake(tmp_path: Path) -> None:
    with connected(tmp_path, commands=1) as (_, client):
        client.send(RESYNC * 100)
        assert client.receive_close_code() == 1008
        client.send(encode_frame(Opcode.CLOSE, b"\x03\xf0"))
        with pytest.raises(EOFError):
            client.receive()


def test_closed_connection_of_a_client_that_reads_nothing_is_aborted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections_module, "WRITE_TIMEOUT_S", 3.0)
    with connected(tmp_path, commands=2, buffer_bytes=4096) as (server, client):
        connections = server.uvicorn_server.server_state.connections
        assert connections
        client.send(RESYNC * 20)
        wait_until(lambda: not server.open_table_ids)
        wait_until(lambda: not connections)


def send_until_closed(connection: socket.socket) -> None:
    """Send requests without reading until the server closes the connection."""
    connection.settimeout(TIMEOUT_S)
    while True:
        connection.sendall(b"GET / HTTP/1.1\r\n" * 100)


def test_headers_and_urls_have_limits(server: LiveServer) -> None:
    def status(path: str, **headers: str) -> int:
        response = httpx.get(
            server.address + path, headers=headers, timeout=TIMEOUT_S, trust_env=False
        )
        return response.status_code

    assert status("/?" + "x" * (MAX_URL_BYTES - 1)) == 200
    assert status("/?" + "x" * MAX_URL_BYTES) == 414
    assert status("/", X="x" * (MAX_HEADER_BYTES - 1_000)) == 200
    assert status("/", X="x" * MAX_HEADER_BYTES) == 431
    path = "GET /ws/t/nowhere HTTP/1.1"
    handshake = f"{path}\r\nHost: {server.host}\r\nOrigin: {server.address}\r\n{UPGRADE}"
    assert b" 431 " in exchange(server, f"{handshake}X: {'x' * 10_000}\r\n\r\n")
    assert b" 431 " in exchange(server, handshake + "X: y\r\n" * 200 + "\r\n")


@pytest.mark.parametrize("upgrade", [UPGRADE, "Upgrade: h2c\r\nConnection: Upgrade\r\n"])
def test_invalid_handshake_is_handled_as_a_request(server: LiveServer, upgrade: str) -> None:
    with closing(open_socket(server)) as connection:
        connection.sendall(f"POST / HTTP/1.1\r\nHost: {server.host}\r\n{upgrade}\r\n".encode())
        assert b" 403 " in connection.recv(100)


def test_number_of_connections_is_limited(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "MAX_CONNECTIONS", 0)
    assert b" 503 " in exchange(server, "")
    connections = server.uvicorn_server.server_state.connections
    wait_until(lambda: not connections)
    monkeypatch.setattr(http_protocol, "MAX_CONNECTIONS", 1)
    with closing(open_socket(server)) as first:
        first.sendall(f"GET /healthz HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
        assert b" 200 " in first.recv(100)
        assert b" 503 " in exchange(server, "")


def test_cookies_are_parsed_quickly(server: LiveServer) -> None:
    """The parser of the standard library takes minutes for these."""
    for cookies in ['a="' + '\\"' * 8_000 + '"', ";" * 16_000, "=" * 16_000, "onirium=;" * 1_000]:
        headers = {"Cookie": cookies}
        response = httpx.get(server.address, headers=headers, timeout=TIMEOUT_S, trust_env=False)
        assert "set-cookie" in response.headers


@pytest.mark.parametrize(
    "unit",
    [
        b"\n",
        b"--e\r\n\r\n",
        b"\r\n--e\r\n\r\n",
        b";a=b",
        b"\r\n--e\r\nContent-Disposition: form-data; name",
        b'\r\n--e\r\nContent-Type: multipart/mixed; boundary="e"\r\n\r\n',
        b'\r\n--e\r\nContent-Disposition: form-data; name="record"\r\n\r\n{"game":',
    ],
)
def test_worst_case_forms_are_parsed_quickly(server: LiveServer, unit: bytes) -> None:
    """The email parser of the standard library takes minutes for some of these."""
    start = b'--e\r\nContent-Disposition: form-data; x="'
    content = (start + unit * (MAX_FILE_BYTES // len(unit)))[:MAX_FILE_BYTES]
    kind = {"Content-Type": "multipart/form-data; boundary=e"}
    assert server.new_user().post("/import", content, **kind).status_code == 422


def record(**more: object) -> str:
    whole = {"format": 1, "game": "onirim", "rules": 1, "seats": ["human"]}
    return json.dumps({**whole, "options": {}, "actions": [], **more})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[" * MAX_FILE_BYTES, "nested too deeply"),
        ('{"a":' * (MAX_FILE_BYTES // 5), "nested too deeply"),
        ("9" * MAX_FILE_BYTES, "too many digits"),
        ('"' + "\\ud800" * (MAX_FILE_BYTES // 6) + '"', "a JSON object"),
        ("{" + '"game": 1, ' * 150_000 + '"game": 1}', "game: Expected str"),
        (record(actions=["draw"] * 200_000), "actions: Expected array"),
        (record(actions=["x" * 100] * 18_000), "action 1: "),
        (record(seats=["human"] * 180_000), "seats: "),
        (record(options={"expansions": ["book"] * 180_000}), "too many"),
        (record(options={"seats": [[[[]]]]}), "seats: "),
    ],
)
def test_worst_case_records_are_rejected_quickly(text: str, reason: str) -> None:
    assert len(text) <= MAX_FILE_BYTES
    with pytest.raises(RecordError, match=reason):
        loads(text)


def test_requests_are_limited_per_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "REJECTION_DELAY_S", 0.0)
    monkeypatch.setattr(security, "monotonic", lambda: 0.0)

    async def app(*received: Any) -> None:
        await PlainTextResponse("here")(*received)

    def statuses(address: str, path: str = "/", method: str = "GET") -> list[int]:
        async def ask() -> list[int]:
            way = httpx.ASGITransport(guard, client=(address, 1))
            async with httpx.AsyncClient(transport=way, base_url="http://127.0.0.1:80") as client:
                return [(await client.request(method, path)).status_code for _ in range(4)]

        return asyncio.run(ask())

    guard = SecurityMiddleware(app, ServerAddress(80), RateLimits(requests_per_address=3))
    assert statuses("192.0.2.1") == [200, 200, 200, 429]
    assert statuses("192.0.2.3", method="POST") == [403, 403, 403, 429], "without an Origin"
    assert statuses("192.0.2.1", "/static/x/main.js") == [200] * 4
    assert statuses("192.0.2.2") == [200, 200, 200, 429]
    assert statuses("2001:db8::1") == [200, 200, 200, 429]
    assert statuses("2001:db8::2") == [429] * 4
    assert statuses("127.0.0.1") == statuses("::1") == [200] * 4
