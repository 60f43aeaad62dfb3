"""The server behind a reverse proxy: trusted proxies, metrics, JSON log without secrets."""

import asyncio
import json
import logging
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import msgspec
import pytest
from starlette.types import Receive, Scope, Send
from websockets.exceptions import ConnectionClosed
from websockets.frames import Opcode

from onirium.match.match import HUMAN
from onirium.storage.store import Store
from onirium.tables.setup import Setup
from onirium.tables.tokens import hash_token, new_token
from onirium.web.config.i18n import client_catalogue
from onirium.web.config.settings import Settings
from onirium.web.middleware.server_time import ServerTime
from onirium.web.ops.access_log import JsonFormatter
from onirium.web.server import Server
from tests.support.live_server import TIMEOUT_S, wait_until
from tests.support.random_users import make_setup
from tests.support.raw_websocket import connect_raw, encode_frame
from tests.web.test_server_process import ONIRIUM, start_tutorial, user_at

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
PUBLIC = "https://games.example.org"
SETTINGS = f"""
public_url = "{PUBLIC}"
trusted_proxies = "127.0.0.1"
port = 1
log_json = true
"""


class LoggedServer:
    """A server process that logs its addresses.

    Attributes:
        process: the process.
        address: its local URL.
        host: host and port of the URL.
        metrics: URL of its metrics.
        log: the lines logged so far.
    """

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.log: list[str] = []
        metrics_address = self.read_until("metrics")["address"]
        self.metrics = f"http://{metrics_address}/metrics"
        self.address = str(self.read_until("ready")["address"])
        self.host = self.address.removeprefix("http://")

    def read_until(self, event: str) -> dict[str, Any]:
        """Read the log until an event; return its line."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if "plain Python" in line:
                continue
            self.log.append(line)
            fields: dict[str, Any] = json.loads(line)
            if fields["event"] == event:
                return fields
        raise AssertionError(self.log)

    def stop(self) -> None:
        """Shut the server down, and read the rest of its log."""
        self.process.send_signal(signal.SIGTERM)
        self.read_until("stopped")
        assert self.process.wait(TIMEOUT_S) == 0


@contextmanager
def run_logged_server(folder: Path) -> Iterator[LoggedServer]:
    (folder / "onirium.toml").write_text(SETTINGS)
    command = [*ONIRIUM, "serve", "--config", str(folder / "onirium.toml"), "--port", "0"]
    command += ["--data-dir", str(folder), "--metrics-port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield LoggedServer(process)
        finally:
            process.kill()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoggedServer]:
    with run_logged_server(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture
def stopping_server(tmp_path: Path) -> Iterator[LoggedServer]:
    """Run a server that the test stops."""
    with run_logged_server(tmp_path) as server:
        yield server


def request(server: LoggedServer, method: str, path: str, **headers: str) -> httpx.Response:
    return httpx.request(
        method, server.address + path, headers=headers, timeout=TIMEOUT_S, trust_env=False
    )


def read_metrics(server: LoggedServer) -> dict[str, float]:
    """Return the current values of the metrics."""
    text = httpx.get(server.metrics, timeout=TIMEOUT_S, trust_env=False).text
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def is_healthy(server: LoggedServer) -> bool:
    """Return whether the database and the workers of a server answer in time."""
    response = request(server, "GET", "/healthz")
    states = {"database": "ok", "workers": "ok"}
    return response.status_code == 200 and states.items() <= response.json().items()


def is_idle(metrics: dict[str, float]) -> bool:
    """Return whether a server has ended what earlier tests have left."""
    busy = ("open_connections", "open_tables", "bot_decisions_pending")
    return not any(metrics[f"onirium_{name}"] for name in busy)


def test_public_url_is_accepted_as_host_and_origin(server: LoggedServer) -> None:
    public_host = {"Host": "games.example.org"}
    cookie = request(server, "GET", "/", **public_host).headers["set-cookie"]
    assert cookie.endswith("; Secure")
    assert "Secure" not in request(server, "GET", "/").headers["set-cookie"]
    assert request(server, "GET", "/", Host="evil.example").status_code == 421
    for origin, status in (
        (PUBLIC, 303),
        ("http://games.example.org", 403),
        (server.address, 403),
        ("https://evil.example", 403),
    ):
        response = request(server, "POST", "/learn/onirim", **public_host, Origin=origin)
        assert response.status_code == status
    assert request(server, "POST", "/learn/onirim", Origin=server.address).status_code == 303
    assert request(server, "POST", "/learn/onirim", Origin=PUBLIC).status_code == 403


PUBLIC_HOST = {"Host": "games.example.org"}


def given_cookie(response: httpx.Response) -> str:
    """Return the cookie that a response sets, as browsers send it."""
    return response.headers["set-cookie"].partition(";")[0]


def is_kept(server: LoggedServer, cookie: str) -> bool:
    """Return whether a cookie is accepted over HTTPS, and not replaced."""
    response = request(server, "GET", "/privacy", Cookie=cookie, **PUBLIC_HOST)
    assert response.status_code == 200
    return "set-cookie" not in response.headers


def test_cookies_over_https_are_bound_to_the_host_and_signed(server: LoggedServer) -> None:
    header = request(server, "GET", "/privacy", **PUBLIC_HOST).headers["set-cookie"]
    assert re.fullmatch(r"__Host-onirium=[\w-]{22}\.[0-9a-f]{32}", header.partition("; ")[0])
    attributes = set(header.split("; ")[1:])
    assert {"Path=/", "Secure", "HttpOnly"} <= attributes
    assert not any(attribute.startswith("Domain") for attribute in attributes)


def test_only_cookies_of_the_server_are_accepted_over_https(server: LoggedServer) -> None:
    cookie = given_cookie(request(server, "GET", "/privacy", **PUBLIC_HOST))
    assert is_kept(server, cookie)
    name, _, value = cookie.partition("=")
    token, _, signature = value.partition(".")
    made_up = f"{new_token()}.{signature}"
    for other in (token, made_up, value[:-1], f"{value}0", f".{signature}", new_token(), "", "."):
        assert not is_kept(server, f"{name}={other}")
    for planted in (value, token, new_token()):
        assert not is_kept(server, f"onirium={planted}")


def test_old_cookies_keep_their_games_and_are_replaced(tmp_path: Path) -> None:
    token, later_token = new_token(), new_token()
    database = tmp_path / "onirium.db"
    with closing(Store(database)) as store:
        setup = make_setup(owner_ids=(hash_token(token),), host_id=hash_token(token))
        asyncio.run(store.create("old", setup))
    with closing(sqlite3.connect(database)) as connection:
        # As the release before signed cookies left it.
        connection.execute("DROP TABLE unsigned_users")
        connection.execute("DROP INDEX daily_attempts_by_deal")
        connection.execute(
            "CREATE INDEX latest_results ON results (owner_id, game, options, result_id)"
        )
        connection.execute("PRAGMA user_version = 6")
    cookie = f"onirium={token}"
    for _ in range(2):
        with run_logged_server(tmp_path) as server:
            lobby = request(server, "GET", "/", Cookie=cookie, **PUBLIC_HOST)
            assert 'href="/t/old"' in lobby.text
            cookie = given_cookie(lobby)
            assert cookie.startswith(f"__Host-onirium={token}.")
            response = request(server, "GET", "/", Cookie=f"onirium={later_token}", **PUBLIC_HOST)
            assert later_token not in response.headers["set-cookie"]
            server.stop()


def test_redirects_keep_the_scheme_of_the_public_url(server: LoggedServer) -> None:
    public = request(server, "GET", "/history/", Host="games.example.org")
    assert (public.status_code, public.headers["location"]) == (307, f"{PUBLIC}/history")
    local = request(server, "GET", "/history/")
    assert local.headers["location"] == f"{server.address}/history"


@pytest.mark.parametrize(
    ("host", "status"), [("", 200), ("localhost", 200), ("evil.example", 421), ("a.evil:1", 421)]
)
def test_metrics_are_served_only_under_local_hosts(
    server: LoggedServer, host: str, status: int
) -> None:
    headers = {"Host": host} if host else {}
    response = httpx.get(server.metrics, headers=headers, timeout=TIMEOUT_S, trust_env=False)
    assert response.status_code == status
    assert ("onirium_requests" in response.text) is (status == 200)


@pytest.mark.parametrize(
    ("proxies", "client"),
    [("127.0.0.1/32", "192.0.2.9"), ("10.0.0.0/8", "127.0.0.1"), ("", "127.0.0.1")],
)
def test_forwarded_header_is_used_only_from_trusted_proxies(proxies: str, client: str) -> None:
    seen = []

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        seen.append(scope["client"][0])

    config = Server(app, Settings(trusted_proxies=proxies), ServerTime(1.0)).config
    config.load()
    headers = [(b"x-forwarded-for", b"198.51.100.1, 192.0.2.9")]
    scope = {"type": "http", "client": ("127.0.0.1", 4), "scheme": "http", "headers": headers}
    asyncio.run(config.loaded_app(scope, None, None))
    assert seen == [client]


def test_invitation_links_use_the_public_url(server: LoggedServer) -> None:
    anna = user_at(server, new_token())  # type: ignore[arg-type]
    anna.headers["Host"] = "games.example.org"
    anna.headers["Cookie"] = given_cookie(request(server, "GET", "/", Host="games.example.org"))
    choice = {"game": "nightmarium", "seat.1": "me", "seat.2": "friend"}
    created = anna.post("/tables", urlencode(choice), **FORM, Origin=PUBLIC)
    table = created.headers["location"].removeprefix("/t/")
    command = '{"type": "create_invitation", "seat": 1, "command_id": "i"}'
    invited = anna.post(f"/api/t/{table}", command, Origin=PUBLIC).json()
    assert invited["link"].startswith(f"{PUBLIC}/join/{table}#")


def test_health_check_succeeds(server: LoggedServer) -> None:
    wait_until(lambda: is_healthy(server))


def test_metrics_are_served_on_their_own_port(server: LoggedServer) -> None:
    assert request(server, "GET", "/metrics").status_code == 404
    wait_until(lambda: is_idle(read_metrics(server)))
    before = read_metrics(server)
    anna = user_at(server, new_token())  # type: ignore[arg-type]
    with anna.connect(start_tutorial(anna)) as client:
        assert client.take_first_action()["type"] == "table_view"
        assert client.send_command("resign", seat=7)["code"] == "malformed"
        during = read_metrics(server)
    for name, added in (
        ("onirium_command_seconds_count", 2),
        ("onirium_commit_seconds_count", 1),
        ('onirium_rejections_total{code="malformed"}', 1),
        ("onirium_open_connections", 1),
        ("onirium_open_tables", 1),
        ("onirium_dropped_connections_total", 0),
        ("onirium_bot_decisions_pending", 0),
        ("onirium_bot_fallbacks_total", 0),
        ("onirium_worker_failures_total", 0),
        ('onirium_requests_total{status="303"}', 1),
    ):
        assert during[name] - before.get(name, 0) == added, name


def test_ping_flood_needs_no_memory(server: LoggedServer) -> None:
    anna = user_at(server, new_token())  # type: ignore[arg-type]
    table = start_tutorial(anna)
    ping = encode_frame(Opcode.PING, b"x" * 125)
    before = read_metrics(server)["process_resident_memory_bytes"]
    with connect_raw(server.host, f"/ws/t/{table}", anna.headers) as client:
        with suppress(ConnectionError):
            client.send_until_blocked(ping * 100, 2**26, timeout_s=2.0)
        after = read_metrics(server)["process_resident_memory_bytes"]
    assert after - before < 2**24


def kill_children(process: "subprocess.Popen[str]") -> set[int]:
    """Kill the worker processes of a server; return their ids."""
    killed = set()
    for thread in Path("/proc", str(process.pid), "task").iterdir():
        # A thread or a worker may end meanwhile.
        with suppress(FileNotFoundError, ProcessLookupError):
            for pid in map(int, (thread / "children").read_text().split()):
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)
    return killed


@pytest.mark.skipif(sys.platform != "linux", reason="finds the workers in /proc")
def test_killed_workers_are_replaced(server: LoggedServer) -> None:
    anna = user_at(server, new_token())  # type: ignore[arg-type]
    chosen = "game=nightmarium&option.seats=2&option.first=2&seat.1=me&seat.2=strong"
    created = anna.post("/tables", chosen, **FORM).headers["location"]
    before = read_metrics(server)["onirium_worker_failures_total"]
    killed: set[int] = set()
    with anna.connect(created.removeprefix("/t/")) as client:
        # On a busy machine a worker may start too late, so that a fast bot decides for it.
        while len(killed) < 2:
            while not client.view["legal_actions"]:
                client.receive()
            killed |= kill_children(server.process)
            while client.view["legal_actions"]:
                client.take_first_action()
        while not client.view["legal_actions"]:
            client.receive()
    failures = "onirium_worker_failures_total"
    wait_until(lambda: read_metrics(server)[failures] - before >= len(killed))
    wait_until(lambda: is_healthy(server))


def store_invalid_table(folder: Path) -> str:
    """Store a table with an illegal action; return its id."""
    setup = Setup(game="onirim", options={}, occupants=[HUMAN], owner_ids=[""], host_id="", seed=1)
    entry = b'{"type": "actions_taken", "seat": 0, "actions": ["play red sun", "play a joker"]}'
    with closing(sqlite3.connect(folder / "onirium.db")) as connection, connection:
        created = msgspec.json.encode(setup)
        connection.execute("INSERT INTO tables VALUES (?, ?)", ("broken", created))
        connection.execute("INSERT INTO events VALUES ('broken', 0, ?, NULL)", (entry,))
    return "broken"


def test_log_contains_no_secrets(stopping_server: LoggedServer, tmp_path: Path) -> None:
    server = stopping_server
    anna, boris = (user_at(server, new_token()) for _ in range(2))  # type: ignore[arg-type]
    anna.post("/settings", urlencode({"name": "Annabella"}), **FORM)
    tables = [
        anna.post("/tables", urlencode(choice), **FORM).headers["location"].removeprefix("/t/")
        for choice in (
            {"game": "onirim", "seat.1": "me"},
            {"game": "nightmarium", "seat.1": "me", "seat.2": "friend"},
        )
    ]
    with anna.connect(tables[1]) as client:
        secret = client.send_command("create_invitation", seat=1)["link"].partition("#")[2]
        boris.post(f"/api/t/{tables[1]}/join", json.dumps({"secret": secret}))
        client.send_command("send_phrase", phrase="hello")
    for table in tables:
        with anna.connect(table) as client, boris.connect(table) as other:
            for _ in range(3):
                if client.view["legal_actions"]:
                    client.take_first_action()
            other.send_command("take_actions", version=1, actions=[99])
            other.send_command("nonsense, red sun")
    with pytest.raises(ConnectionClosed), anna.connect("red-sun"):
        pass
    anna.post("/import", "red sun", **{"Content-Type": "multipart/form-data; boundary=x"})
    request(server, "GET", "/t/red-sun", **{"X-Forwarded-For": "192.0.2.9"})
    request(server, "RED-SUN", "/")
    assert anna.get(f"/t/{store_invalid_table(tmp_path)}").status_code == 503
    server.stop()

    lines = [json.loads(line) for line in server.log]
    assert {"ready", "request", "stopped", "database failure: %s"} <= {
        line["event"] for line in lines
    }
    assert all(line["time"] and line["level"] for line in lines)
    assert "OTHER" in {line.get("method") for line in lines}
    routes = {line.get("route") for line in lines}
    assert {"/t/{table_id}", "/api/t/{table_id}/join", "/ws/t/{table_id}", "/import"} <= routes
    assert 4404 in {line.get("code") for line in lines if line.get("route") == "/ws/t/{table_id}"}

    log = "".join(server.log).lower()
    secrets = [anna.token, boris.token, anna.user_id, boris.user_id, secret, *tables]
    secrets += ["Annabella", "192.0.2.9", "joker", "nonsense", "hello", "broken"]
    for game in ("onirim", "nightmarium"):
        for key, text in client_catalogue("en", game).items():
            if key.startswith("card."):
                secrets += [key.removeprefix("card."), str(text)]
    assert [text for text in secrets if text.lower() in log] == []


def test_log_omits_messages_of_exceptions() -> None:
    def fail_with(card: str) -> None:
        raise ValueError(card)

    try:
        fail_with("red sun")
    except ValueError:
        fields = {"name": "onirium.web", "msg": "it broke: %s", "args": ("red sun",)}
        record = logging.makeLogRecord({**fields, "exc_info": sys.exc_info(), "card": "red sun"})
    line = JsonFormatter().format(record)
    assert "red sun" not in line
    result = json.loads(line)
    assert (result["event"], result["error"]) == ("it broke: %s", "ValueError")
    assert result["traceback"][-1].startswith("test_production_server.py:")
    assert result["traceback"][-1].endswith(" fail_with")
    for name, text in (
        ("asyncio", "Exception in callback f('red sun')"),
        # So uvicorn logs a failed start.
        ("uvicorn.error", "Traceback (most recent call last):\n  ...\nValueError: red sun\n"),
    ):
        other = logging.makeLogRecord({"name": name, "msg": text})
        assert json.loads(JsonFormatter().format(other))["event"] == name


@pytest.mark.parametrize("flags", [["--metrics-port", "PORT"], ["--host", "192.0.2.1"]])
def test_unavailable_addresses_are_reported(tmp_path: Path, flags: list[str]) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        command = [*ONIRIUM, "serve", "--port", "0", "--data-dir", str(tmp_path)]
        result = subprocess.run(
            [*command, *(word.replace("PORT", port) for word in flags)],
            capture_output=True,
            text=True,
            check=False,
            timeout=TIMEOUT_S,
        )
    assert result.returncode == 2
    assert "Traceback" not in result.stderr
    assert result.stderr.splitlines()[-1].startswith("onirium: ")
