"""Who may speak to the server, from where, and what it tells browsers."""

import socket
from collections.abc import Iterator

import httpx
import pytest
from websockets import Origin
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from onirium.web.middleware.security import MAX_BODY_BYTES, ServerAddress
from tests.support.live_server import TIMEOUT_S, LiveServer, run_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with run_server(tmp_path_factory.mktemp("data")) as server:
        yield server


def port_of(server: LiveServer) -> str:
    return server.host.split(":")[1]


def status_of(server: LiveServer, method: str, path: str, **headers: str) -> int:
    answer = httpx.request(
        method, server.address + path, headers=headers, timeout=TIMEOUT_S, trust_env=False
    )
    return answer.status_code


def status_of_socket(server: LiveServer, table: str, origin: str | None, host: str = "") -> int:
    port = int(server.host.split(":")[1])
    try:
        with connect(
            f"ws://{host or server.host}/ws/t/{table}",
            sock=socket.create_connection(("127.0.0.1", port)),
            origin=Origin(origin) if origin is not None else None,
        ):
            return 101
    except InvalidStatus as error:
        return error.response.status_code


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"])
def test_its_own_names_are_good(server: LiveServer, name: str) -> None:
    assert status_of(server, "GET", "/healthz", Host=f"{name}:{port_of(server)}") == 200


@pytest.mark.parametrize(
    "name", ["evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", ""]
)
def test_other_names_are_not(server: LiveServer, name: str) -> None:
    host = name.format(port=port_of(server))
    assert status_of(server, "GET", "/", Host=host) in (400, 421)
    table = server.create_table("onirim", ("human",), server.new_user())
    assert status_of_socket(server, table, server.address, host or "x") == 421


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "https://{host}", "{host}"]
)
def test_only_its_own_pages_change_anything(server: LiveServer, origin: str | None) -> None:
    table = server.create_table("onirim", ("human",), server.new_user())
    headers = {} if origin is None else {"Origin": origin.format(host=server.host)}
    for path in (f"/api/t/{table}", f"/api/t/{table}/join", "/tables", "/settings"):
        assert status_of(server, "POST", path, **headers) == 403
    assert status_of_socket(server, table, headers.get("Origin")) == 403
    assert status_of_socket(server, table, server.address) == 101


def test_one_name_does_not_speak_for_another(server: LiveServer) -> None:
    """localhost and 127.0.0.1 are different sites to a browser."""
    elsewhere = f"http://localhost:{port_of(server)}"
    assert status_of(server, "POST", "/settings", Origin=elsewhere) == 403


def test_the_address_in_the_local_network_is_good_if_it_was_asked_for() -> None:
    assert "192.0.2.7:80" not in ServerAddress(80).allowed_hosts
    assert {"192.0.2.7:80", "192.0.2.7", "127.0.0.1"} <= ServerAddress(
        80, "192.0.2.7"
    ).allowed_hosts
    assert "192.0.2.7" not in ServerAddress(8000, "192.0.2.7").allowed_hosts
    assert ServerAddress(8000, "192.0.2.7").external_url == "http://192.0.2.7:8000"
    assert ServerAddress(8000).external_url == "http://127.0.0.1:8000"


@pytest.mark.parametrize("path", ["/", "/nowhere", "/healthz", "/api/t/nowhere"])
def test_browsers_are_told_to_be_careful(server: LiveServer, path: str) -> None:
    headers = server.new_user().get(path).headers
    assert headers["content-security-policy"] == (
        "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    )
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "no-" in headers["cache-control"]


def test_long_bodies_are_not_read(server: LiveServer) -> None:
    visitor = server.new_user()
    assert visitor.post("/settings", b"x" * (MAX_BODY_BYTES + 1)).status_code == 413

    def without_length() -> Iterator[bytes]:
        for _ in range(MAX_BODY_BYTES // 10_000 + 1):
            yield b"x" * 10_000

    answer = httpx.post(
        server.address + "/settings",
        content=without_length(),
        headers={**visitor.headers, "Origin": server.address},
        timeout=TIMEOUT_S,
        trust_env=False,
    )
    assert answer.status_code == 400


def test_who_comes_first_gets_a_cookie_that_scripts_cannot_read(server: LiveServer) -> None:
    with httpx.Client(base_url=server.address, trust_env=False) as browser:
        first = browser.get("/nowhere").headers["set-cookie"]
        assert first.startswith("onirium=")
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= {*first.split("; ")}
        assert len(browser.cookies["onirium"]) == 22
        assert "set-cookie" not in browser.get("/nowhere").headers
    for path in ("/healthz", "/static/x/main.js", "/words/x/en/onirim.json"):
        answer = httpx.get(server.address + path, trust_env=False)
        assert "set-cookie" not in answer.headers


def test_a_made_up_cookie_is_replaced(server: LiveServer) -> None:
    for cookie in ("onirium=", "onirium=short", f"onirium={'x' * 23}"):
        answer = httpx.get(server.address + "/nowhere", headers={"Cookie": cookie}, trust_env=False)
        assert "set-cookie" in answer.headers


def test_assets_are_kept_while_they_stay_the_same(server: LiveServer) -> None:
    page = server.new_user().get("/nowhere").text
    version = page.split("/static/")[1].split("/")[0]
    for path in (f"/art/{version}/onirim/red-sun.0.svg", f"/words/{version}/de/nightmarium.json"):
        current = server.new_user().get(path)
        assert current.status_code == 200
        assert "immutable" in current.headers["cache-control"]
        assert current.headers["content-encoding"] == "gzip"
        old = server.new_user().get(path.replace(version, "old"))
        assert old.content == current.content
        assert old.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        "/art/x/onirim/nothing.svg",
        "/art/x/poker/ace.svg",
        "/words/x/fr/onirim.json",
        "/words/x/en/poker.json",
        "/static/x/nothing.js",
        "/static/x/%2e%2e/app.py",
    ],
)
def test_what_there_is_not(server: LiveServer, path: str) -> None:
    assert status_of(server, "GET", path) == 404
