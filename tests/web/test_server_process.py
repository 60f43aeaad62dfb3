"""The server process: start, shutdown, durability after SIGKILL, local network."""

import os
import re
import signal
import stat
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
from onirium.storage.backup import back_up
from onirium.tables.tokens import hash_token, new_token
from onirium.web.config.i18n import page_words
from onirium.web.config.lan import NoNetwork, lan_address, lan_invitation
from onirium.web.middleware.cookies import COOKIE_NAME
from tests.support.live_server import TIMEOUT_S, HttpUser, wait_until
from tests.support.table_views import settle

ONIRIUM = [sys.executable, "-m", "onirium"]


class ServerProcess:
    """A running server process.

    Attributes:
        process: the process.
        address: the URL that it printed.
        host: host and port of the URL.
    """

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        assert process.stdout is not None
        match = re.search(r"http://\S+", process.stdout.readline())
        assert match is not None
        self.address = match[0]
        self.host = self.address.removeprefix("http://")


@contextmanager
def run_server_process(data: Path, *flags: str) -> Iterator[ServerProcess]:
    command = [
        *ONIRIUM,
        "serve",
        "--port",
        "0",
        "--data-dir",
        str(data),
        "--language",
        "en",
        *flags,
    ]
    with start_process(command, {}) as server:
        yield server


@contextmanager
def start_process(command: list[str], environment: dict[str, str]) -> Iterator[ServerProcess]:
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment}
    ) as process:
        try:
            yield ServerProcess(process)
        finally:
            process.kill()


def user_at(server: ServerProcess, token: str) -> HttpUser:
    """Return the user with a token at a server process."""
    user = HttpUser(server, "en")  # type: ignore[arg-type]
    user.token, user.user_id = token, hash_token(token)
    user.headers["Cookie"] = f"{COOKIE_NAME}={token}"
    return user


def status(address: str) -> int:
    """Return the status of the lobby at an address."""
    return httpx.get(address, timeout=TIMEOUT_S, trust_env=False).status_code


def start_tutorial(user: HttpUser) -> str:
    """Create the table of a tutorial; return its id."""
    response = user.post(
        "/learn/onirim", "", **{"Content-Type": "application/x-www-form-urlencoded"}
    )
    assert response.status_code == 303, response.text
    return response.headers["location"].removeprefix("/t/")


def test_acknowledged_events_survive_sigkill(tmp_path: Path) -> None:
    token = new_token()
    table = ""
    last: dict[str, Any] = {}
    for _ in range(3):
        with run_server_process(tmp_path) as server:
            user = user_at(server, token)
            table = table or start_tutorial(user)
            with user.connect(table) as client:
                if last:
                    assert settle(client.view) == settle(last)
                for _ in range(4):
                    assert client.take_first_action()["type"] == "table_view"
                last = client.view
                server.process.kill()
                with pytest.raises(ConnectionClosed):
                    client.receive()
    assert last["version"] == 13


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_server_whose_address_cannot_be_printed_ends_with_one_line(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [*ONIRIUM, "--quiet", "serve", "--port", "0", "--data-dir", str(tmp_path)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert result.returncode == 1
    assert result.stderr == "onirium: No space left on device\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signals_shut_down_gracefully(tmp_path: Path, number: signal.Signals) -> None:
    with run_server_process(tmp_path) as server:
        user = user_at(server, new_token())
        with user.connect(start_tutorial(user)) as client:
            server.process.send_signal(number)
            with pytest.raises(ConnectionClosed) as closed:
                client.receive()
        assert server.process.wait(TIMEOUT_S) == 0
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012


def test_port_in_use_is_reported(tmp_path: Path) -> None:
    with run_server_process(tmp_path) as server:
        port = server.host.split(":")[1]
        second = subprocess.run(
            [*ONIRIUM, "serve", "--port", port, "--data-dir", str(tmp_path)],
            capture_output=True,
            text=True,
            check=False,
            timeout=TIMEOUT_S,
        )
    assert second.returncode == 2
    assert re.search(
        rf"^onirium: cannot listen on port {port}: .*--port 0", second.stderr, re.MULTILINE
    )
    assert "Traceback" not in second.stderr


def test_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    command = [*ONIRIUM, "serve", "--port", "0", "--data-dir", str(tmp_path)]
    with run_server_process(tmp_path) as server:
        second = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=TIMEOUT_S
        )
        assert status(server.address) == 200
        server.process.kill()
        server.process.wait(TIMEOUT_S)
    assert second.returncode == 2
    assert second.stderr.splitlines()[-1] == (
        f"onirium: {tmp_path / 'onirium.db'}: a server is using this database:"
        " stop it, or set another `data_dir`"
    )
    with run_server_process(tmp_path) as server:
        assert status(server.address) == 200


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_only_the_account_of_the_server_can_read_its_files(tmp_path: Path) -> None:
    database = tmp_path / "onirium.db"
    with run_server_process(tmp_path) as server:
        start_tutorial(user_at(server, new_token()))
        back_up(database, tmp_path / "copy.db")
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
        names = {f"onirium.db{suffix}" for suffix in ("", "-wal", "-shm", ".lock")}
        assert modes == dict.fromkeys({*names, "copy.db"}, 0o600)
        server.process.kill()
        server.process.wait(TIMEOUT_S)
    database.chmod(0o644)
    with run_server_process(tmp_path):
        assert stat.S_IMODE(database.stat().st_mode) == 0o600, "an old database is closed, too"


def test_foreign_database_file_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "onirium.db").write_text("a shopping list")
    result = subprocess.run(
        [*ONIRIUM, "serve", "--port", "0", "--data-dir", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT_S,
    )
    assert result.returncode == 2
    assert "Traceback" not in result.stderr
    assert (tmp_path / "onirium.db").read_text() == "a shopping list"


def test_no_command_opens_the_browser(tmp_path: Path) -> None:
    script = tmp_path / "browser.py"
    opened = tmp_path / "opened"
    script.write_text(f"import sys, pathlib; pathlib.Path({str(opened)!r}).write_text(sys.argv[1])")
    environment = {
        "BROWSER": f"{sys.executable} {script} %s",
        "XDG_DATA_HOME": str(tmp_path),
        "LANGUAGE": "de",
    }
    with start_process(ONIRIUM, environment) as server:
        wait_until(lambda: opened.exists() and opened.read_text() == server.address)
        assert status(server.address) == 200
    assert (tmp_path / "onirium" / "onirium.db").exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_lan_invitation_has_link_qr_code_and_warning(language: str) -> None:
    words = page_words(language)
    result = lan_invitation("http://192.0.2.7:8000", words)
    assert "http://192.0.2.7:8000" in result
    assert words.text("page.lan.warning") in result
    assert max(map(len, result.splitlines())) > 30


def test_lan_accepts_clients_of_the_local_network(tmp_path: Path) -> None:
    try:
        lan = lan_address()
    except NoNetwork:
        pytest.skip("this computer is not connected to a network")
    with run_server_process(tmp_path, "--lan") as server:
        lan_url = server.address.replace("127.0.0.1", lan)
        for address in (server.address, lan_url):
            assert status(address) == 200
        user = user_at(server, new_token())
        table = start_tutorial(user)
        with user.connect(table) as client:
            assert client.send_command("create_invitation", seat=0)["code"] == "seats_fixed"
    with run_server_process(tmp_path) as server:
        lan_url = server.address.replace("127.0.0.1", lan)
        with pytest.raises(httpx.ConnectError):
            status(lan_url)
