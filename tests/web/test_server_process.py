"""The server as a program: it comes up, goes down well, and loses nothing when it is killed."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from onirium.i18n.catalog import LANGUAGES
from onirium.tables.tokens import hash_token, new_token
from onirium.web.config.i18n import page_words
from onirium.web.config.lan import NoNetwork, lan_address, lan_invitation
from onirium.web.middleware.sessions import COOKIE_NAME
from tests.support.live_server import TIMEOUT_S, HttpUser, wait_until

ONIRIUM = [sys.executable, "-c", "from onirium.cli.main import main; main()"]


class Program:
    """The server, running as a program.

    Attributes:
        process: the program.
        address: what it has said of where it is.
    """

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        self.address = found[0]
        self.host = self.address.removeprefix("http://")


@contextmanager
def running(data: Path, *words: str) -> Iterator[Program]:
    command = [
        *ONIRIUM,
        "serve",
        "--port",
        "0",
        "--data-dir",
        str(data),
        "--language",
        "en",
        *words,
    ]
    with started(command, {}) as program:
        yield program


@contextmanager
def started(command: list[str], surroundings: dict[str, str]) -> Iterator[Program]:
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, **surroundings}
    ) as process:
        try:
            yield Program(process)
        finally:
            process.kill()


def visiting(program: Program, token: str) -> HttpUser:
    """Return the same visitor at another run of the server."""
    visitor = HttpUser(program, "en")  # type: ignore[arg-type]
    visitor.token, visitor.user_id = token, hash_token(token)
    visitor.headers["Cookie"] = f"{COOKIE_NAME}={token}"
    return visitor


def lay(visitor: HttpUser) -> str:
    """Begin a first game on the page."""
    answer = visitor.post(
        "/learn/onirim", "", **{"Content-Type": "application/x-www-form-urlencoded"}
    )
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/t/")


def present(sight: dict[str, Any]) -> dict[str, Any]:
    """Return how things stand, without how they came about."""
    frame = {**sight["frames"][-1], "seat": -1, "narration": []}
    return {**sight, "frames": [frame], "command_id": ""}


def test_nothing_acknowledged_is_lost_when_it_is_killed(tmp_path: Path) -> None:
    token = new_token()
    table = ""
    last: dict[str, Any] = {}
    for _ in range(3):
        with running(tmp_path) as program:
            visitor = visiting(program, token)
            table = table or lay(visitor)
            with visitor.connect(table) as window:
                if last:
                    assert present(window.view) == present(last)
                for _ in range(4):
                    assert window.take_first_action()["type"] == "table_view"
                last = window.view
                program.process.kill()
                with pytest.raises(ConnectionClosed):
                    window.receive()
    assert last["version"] == 13


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_well(tmp_path: Path, number: signal.Signals) -> None:
    with running(tmp_path) as program:
        visitor = visiting(program, new_token())
        with visitor.connect(lay(visitor)) as window:
            program.process.send_signal(number)
            with pytest.raises(ConnectionClosed) as closed:
                window.receive()
        assert program.process.wait(TIMEOUT_S) == 0
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012


def test_a_taken_port_is_told(tmp_path: Path) -> None:
    with running(tmp_path) as program:
        port = program.host.split(":")[1]
        again = subprocess.run(
            [*ONIRIUM, "serve", "--port", port, "--data-dir", str(tmp_path)],
            capture_output=True,
            text=True,
            check=False,
            timeout=TIMEOUT_S,
        )
    assert again.returncode == 2
    assert re.search(
        rf"^onirium: cannot listen on port {port}: .*--port 0", again.stderr, re.MULTILINE
    )
    assert "Traceback" not in again.stderr


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "onirium.db").write_text("a shopping list")
    told = subprocess.run(
        [*ONIRIUM, "serve", "--port", "0", "--data-dir", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT_S,
    )
    assert told.returncode == 2
    assert "Traceback" not in told.stderr
    assert (tmp_path / "onirium.db").read_text() == "a shopping list"


def test_without_a_command_the_browser_is_opened(tmp_path: Path) -> None:
    script = tmp_path / "browser.py"
    opened = tmp_path / "opened"
    script.write_text(f"import sys, pathlib; pathlib.Path({str(opened)!r}).write_text(sys.argv[1])")
    surroundings = {
        "BROWSER": f"{sys.executable} {script} %s",
        "XDG_DATA_HOME": str(tmp_path),
        "LANGUAGE": "de",
    }
    with started(ONIRIUM, surroundings) as program:
        wait_until(lambda: opened.exists() and opened.read_text() == program.address)
        assert httpx.get(program.address, trust_env=False).status_code == 200
    assert (tmp_path / "onirium" / "onirium.db").exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_friends_are_told_where_it_is_and_the_host_is_warned(language: str) -> None:
    words = page_words(language)
    told = lan_invitation("http://192.0.2.7:8000", words)
    assert "http://192.0.2.7:8000" in told
    assert words.text("page.lan.warning") in told
    assert max(map(len, told.splitlines())) > 30


def test_in_the_local_network_it_goes_by_its_address(tmp_path: Path) -> None:
    try:
        lan = lan_address()
    except NoNetwork:
        pytest.skip("this computer is in no network")
    with running(tmp_path, "--lan") as program:
        outside = program.address.replace("127.0.0.1", lan)
        for address in (program.address, outside):
            assert httpx.get(f"{address}/healthz", trust_env=False).status_code == 200
        visitor = visiting(program, new_token())
        table = lay(visitor)
        with visitor.connect(table) as window:
            assert window.send_command("create_invitation", seat=0)["code"] == "fixed"
    with running(tmp_path) as program:
        outside = program.address.replace("127.0.0.1", lan)
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{outside}/healthz", trust_env=False)
