"""The server as it is run for strangers: behind a proxy, watched, with a log that keeps secrets."""

import asyncio
import json
import logging
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import msgspec
import pytest
from starlette.types import Receive, Scope, Send
from websockets.exceptions import ConnectionClosed

from onirium.tables import HUMAN
from onirium.tables.table import Setup
from onirium.tables.tokens import new_token
from onirium.web.config.i18n import client_catalogue
from onirium.web.ops.access_log import JsonFormatter
from onirium.web.server import Server
from tests.support.live_server import TIMEOUT_S
from tests.web.test_server_process import ONIRIUM, lay, visiting

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
PUBLIC = "https://games.example.org"
SETTINGS = f"""
public_url = "{PUBLIC}"
trusted_proxies = "127.0.0.1"
port = 1
log_json = true
"""


class Hosted:
    """A server that tells in its log where it is.

    Attributes:
        process: the program.
        address: where it is.
        metrics: where its metrics are.
        log: what it has logged and was read.
    """

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.log: list[str] = []
        where = self.read_until("metrics")["address"]
        self.metrics = f"http://{where}/metrics"
        self.address = str(self.read_until("ready")["address"])
        self.host = self.address.removeprefix("http://")

    def read_until(self, event: str) -> dict[str, Any]:
        """Read the log up to an event; return that."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if "plain Python" in line:
                continue
            self.log.append(line)
            told: dict[str, Any] = json.loads(line)
            if told["event"] == event:
                return told
        raise AssertionError(self.log)

    def stop(self) -> None:
        """Stop it, and read the rest of its log."""
        self.process.send_signal(signal.SIGTERM)
        self.read_until("stopped")
        assert self.process.wait(TIMEOUT_S) == 0


@contextmanager
def hosted(folder: Path) -> Iterator[Hosted]:
    (folder / "onirium.toml").write_text(SETTINGS)
    command = [*ONIRIUM, "serve", "--config", str(folder / "onirium.toml"), "--port", "0"]
    command += ["--data-dir", str(folder), "--metrics-port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield Hosted(process)
        finally:
            process.kill()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Hosted]:
    with hosted(folder) as server:
        yield server


def asked(server: Hosted, method: str, path: str, **headers: str) -> httpx.Response:
    return httpx.request(
        method, server.address + path, headers=headers, timeout=TIMEOUT_S, trust_env=False
    )


def measured(server: Hosted) -> dict[str, float]:
    """Return what the metrics say."""
    text = httpx.get(server.metrics, timeout=TIMEOUT_S, trust_env=False).text
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def test_behind_a_proxy_it_goes_by_its_public_address(server: Hosted) -> None:
    there = {"Host": "games.example.org"}
    cookie = asked(server, "GET", "/", **there).headers["set-cookie"]
    assert cookie.endswith("; Secure")
    assert "Secure" not in asked(server, "GET", "/").headers["set-cookie"]
    assert asked(server, "GET", "/", Host="evil.example").status_code == 421
    for origin, status in (
        (PUBLIC, 303),
        ("http://games.example.org", 403),
        (server.address, 403),
        ("https://evil.example", 403),
    ):
        assert asked(server, "POST", "/learn/onirim", **there, Origin=origin).status_code == status
    assert asked(server, "POST", "/learn/onirim", Origin=server.address).status_code == 303
    assert asked(server, "POST", "/learn/onirim", Origin=PUBLIC).status_code == 403


@pytest.mark.parametrize(
    ("proxies", "visitor"),
    [("127.0.0.1/32", "192.0.2.9"), ("10.0.0.0/8", "127.0.0.1"), ("", "127.0.0.1")],
)
def test_who_visits_is_believed_of_the_proxies_alone(proxies: str, visitor: str) -> None:
    seen = []

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        seen.append(scope["client"][0])

    config = Server(app, proxies).config
    config.load()
    headers = [(b"x-forwarded-for", b"198.51.100.1, 192.0.2.9")]
    scope = {"type": "http", "client": ("127.0.0.1", 4), "scheme": "http", "headers": headers}
    asyncio.run(config.loaded_app(scope, None, None))
    assert seen == [visitor]


def test_invitations_lead_to_the_public_address(server: Hosted) -> None:
    anna = visiting(server, new_token())  # type: ignore[arg-type]
    anna.headers["Host"] = "games.example.org"
    choice = {"game": "nightmarium", "seat.1": "me", "seat.2": "friend"}
    laid = anna.post("/tables", urlencode(choice), **FORM, Origin=PUBLIC)
    table = laid.headers["location"].removeprefix("/t/")
    wish = '{"type": "create_invitation", "seat": 1, "command_id": "i"}'
    invited = anna.post(f"/api/t/{table}", wish, Origin=PUBLIC).json()
    assert invited["link"].startswith(f"{PUBLIC}/join/{table}#")


def test_whether_it_is_healthy_is_told(server: Hosted) -> None:
    answer = asked(server, "GET", "/healthz")
    assert (answer.status_code, answer.json()["store"]) == (200, "works")


def test_what_is_measured_can_be_read_elsewhere(server: Hosted) -> None:
    assert asked(server, "GET", "/metrics").status_code == 404
    before = measured(server)
    anna = visiting(server, new_token())  # type: ignore[arg-type]
    with anna.connect(lay(anna)) as window:
        assert window.take_first_action()["type"] == "table_view"
        assert window.send_command("resign", seat=7)["code"] == "malformed"
        during = measured(server)
    for name, added in (
        ("onirium_command_seconds_count", 2),
        ("onirium_commit_seconds_count", 1),
        ('onirium_rejections_total{code="malformed"}', 1),
        ("onirium_open_connections", 1),
        ("onirium_open_tables", 1),
        ("onirium_dropped_connections_total", 0),
        ("onirium_bot_decisions_pending", 0),
        ("onirium_bot_fallbacks_total", 0),
        ('onirium_requests_total{status="303"}', 1),
    ):
        assert during[name] - before.get(name, 0) == added, name


def break_a_table(folder: Path) -> str:
    """Keep a table where something has happened that cannot have happened."""
    setup = Setup(game="onirim", options={}, occupants=[HUMAN], owner_ids=[""], host_id="", seed=1)
    entry = b'{"type": "actions_taken", "seat": 0, "actions": ["play red sun", "play a joker"]}'
    with closing(sqlite3.connect(folder / "onirium.db")) as connection, connection:
        laid = msgspec.json.encode(setup)
        connection.execute("INSERT INTO tables VALUES (?, ?)", ("broken", laid))
        connection.execute("INSERT INTO events VALUES ('broken', 0, ?, NULL)", (entry,))
    return "broken"


def test_the_log_keeps_secrets_and_the_server_stops_well(server: Hosted, folder: Path) -> None:
    anna, boris = (visiting(server, new_token()) for _ in range(2))  # type: ignore[arg-type]
    anna.post("/settings", urlencode({"name": "Annabella"}), **FORM)
    tables = [
        anna.post("/tables", urlencode(choice), **FORM).headers["location"].removeprefix("/t/")
        for choice in (
            {"game": "onirim", "seat.1": "me"},
            {"game": "nightmarium", "seat.1": "me", "seat.2": "friend"},
        )
    ]
    with anna.connect(tables[1]) as window:
        secret = window.send_command("create_invitation", seat=1)["link"].partition("#")[2]
        boris.post(f"/api/t/{tables[1]}/join", json.dumps({"secret": secret}))
        window.send_command("send_phrase", phrase="hello")
    for table in tables:
        with anna.connect(table) as window, boris.connect(table) as other:
            for _ in range(3):
                if window.view["legal_actions"]:
                    window.take_first_action()
            other.send_command("take_actions", version=1, actions=[99])
            other.send_command("nonsense, red sun")
    with pytest.raises(ConnectionClosed), anna.connect("red-sun"):
        pass
    anna.post("/import", "red sun", **{"Content-Type": "multipart/form-data; boundary=x"})
    asked(server, "GET", "/t/red-sun", **{"X-Forwarded-For": "192.0.2.9"})
    assert anna.get(f"/t/{break_a_table(folder)}").status_code == 503
    server.stop()

    lines = [json.loads(line) for line in server.log]
    assert {"ready", "request", "stopped", "database failure: %s"} <= {
        line["event"] for line in lines
    }
    assert all(line["time"] and line["level"] for line in lines)
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
    assert [told for told in secrets if told.lower() in log] == []


def test_the_log_says_where_something_broke_but_not_on_what() -> None:
    def break_on(card: str) -> None:
        raise ValueError(card)

    try:
        break_on("red sun")
    except ValueError:
        said = {"name": "onirium.web", "msg": "it broke: %s", "args": ("red sun",)}
        record = logging.makeLogRecord({**said, "exc_info": sys.exc_info(), "card": "red sun"})
    line = JsonFormatter().format(record)
    assert "red sun" not in line
    told = json.loads(line)
    assert (told["event"], told["error"]) == ("it broke: %s", "ValueError")
    assert told["traceback"][-1].startswith("test_production_server.py:")
    assert told["traceback"][-1].endswith(" break_on")
    other = logging.makeLogRecord({"name": "asyncio", "msg": "Exception in callback f('red sun')"})
    assert json.loads(JsonFormatter().format(other))["event"] == "asyncio"


@pytest.mark.parametrize("words", [["--metrics-port", "PORT"], ["--host", "192.0.2.1"]])
def test_where_it_cannot_listen_is_told(tmp_path: Path, words: list[str]) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        command = [*ONIRIUM, "serve", "--port", "0", "--data-dir", str(tmp_path)]
        told = subprocess.run(
            [*command, *(word.replace("PORT", port) for word in words)],
            capture_output=True,
            text=True,
            check=False,
            timeout=TIMEOUT_S,
        )
    assert told.returncode == 2
    assert "Traceback" not in told.stderr
    assert told.stderr.splitlines()[-1].startswith("onirium: ")
