"""Checks of Host, Origin and sizes; security headers, cookies, cache control."""

import re
import socket
import zlib

import httpx
import pytest
from websockets import Origin
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from onirium.web.middleware.security import ServerAddress
from tests.support.live_server import TIMEOUT_S, LiveServer


def server_port(server: LiveServer) -> str:
    return server.host.split(":")[1]


def http_status(server: LiveServer, method: str, path: str, **headers: str) -> int:
    response = httpx.request(
        method, server.address + path, headers=headers, timeout=TIMEOUT_S, trust_env=False
    )
    return response.status_code


def websocket_status(server: LiveServer, table: str, origin: str | None, host: str = "") -> int:
    port = int(server.host.split(":")[1])
    try:
        with connect(
            f"ws://{host or server.host}/ws/t/{table}",
            sock=socket.create_connection(("127.0.0.1", port)),
            open_timeout=TIMEOUT_S,
            origin=Origin(origin) if origin is not None else None,
        ):
            return 101
    except InvalidStatus as error:
        return error.response.status_code


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"])
def test_own_hosts_are_accepted(server: LiveServer, name: str) -> None:
    assert http_status(server, "GET", "/healthz", Host=f"{name}:{server_port(server)}") == 200


@pytest.mark.parametrize(
    "name", ["evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", ""]
)
def test_foreign_hosts_are_rejected(server: LiveServer, name: str) -> None:
    host = name.format(port=server_port(server))
    assert http_status(server, "GET", "/", Host=host) in (400, 421)
    table = server.create_table("onirim", ("human",), server.new_user())
    assert websocket_status(server, table, server.address, host or "x") == 421


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", "https://{host}", "{host}"]
)
def test_changes_require_own_origin(server: LiveServer, origin: str | None) -> None:
    table = server.create_table("onirim", ("human",), server.new_user())
    headers = {} if origin is None else {"Origin": origin.format(host=server.host)}
    for path in (f"/api/t/{table}", f"/api/t/{table}/join", "/tables", "/settings"):
        assert http_status(server, "POST", path, **headers) == 403
    assert websocket_status(server, table, headers.get("Origin")) == 403
    assert websocket_status(server, table, server.address) == 101


def test_refused_handshakes_log_nothing(
    server: LiveServer, caplog: pytest.LogCaptureFixture
) -> None:
    """Otherwise anybody could fill the log."""
    table = server.create_table("onirim", ("human",), server.new_user())
    for _ in range(3):
        assert websocket_status(server, table, "http://evil.example") == 403
        assert websocket_status(server, table, server.address, "evil.example") == 421
    assert websocket_status(server, table, server.address) == 101
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def test_origin_must_match_the_host_of_the_request(server: LiveServer) -> None:
    """Browsers treat localhost and 127.0.0.1 as different origins."""
    other_origin = f"http://localhost:{server_port(server)}"
    assert http_status(server, "POST", "/settings", Origin=other_origin) == 403


def test_lan_host_is_allowed_if_configured() -> None:
    assert "192.0.2.7:80" not in ServerAddress(80).allowed_hosts
    assert {"192.0.2.7:80", "192.0.2.7", "127.0.0.1"} <= ServerAddress(
        80, "192.0.2.7"
    ).allowed_hosts
    assert "192.0.2.7" not in ServerAddress(8000, "192.0.2.7").allowed_hosts
    assert ServerAddress(8000, "192.0.2.7").external_url == "http://192.0.2.7:8000"
    assert ServerAddress(8000).external_url == "http://127.0.0.1:8000"


@pytest.mark.parametrize("path", ["/", "/nowhere", "/healthz", "/api/t/nowhere"])
def test_responses_have_security_headers(server: LiveServer, path: str) -> None:
    headers = server.new_user().get(path).headers
    assert headers["content-security-policy"] == (
        "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    )
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "no-" in headers["cache-control"]


def test_parts_of_pages_have_the_headers_that_concern_them(server: LiveServer) -> None:
    user = server.new_user()
    page = user.get("/").text
    module = re.search(r'"(/static/[^"]+\.js)"', page)
    picture = re.search(r'"(/(?:static|art)/[^"]+\.svg)"', page)
    assert module is not None
    assert picture is not None
    for path, shows_as_page in ((module[1], False), (picture[1], True)):
        headers = user.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert ("content-security-policy" in headers) is shows_as_page


def test_large_bodies_are_rejected(server: LiveServer) -> None:
    """The documented limit is 2.1 MB; that of forms is lower."""
    user = server.new_user()
    assert user.post("/settings", b"x" * 2_100_000).status_code == 400
    assert user.post("/settings", b"x" * 2_100_001).status_code == 413


def test_first_response_sets_http_only_cookie(server: LiveServer) -> None:
    with httpx.Client(base_url=server.address, timeout=TIMEOUT_S, trust_env=False) as browser:
        first = browser.get("/nowhere").headers["set-cookie"]
        assert first.startswith("onirium=")
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= {*first.split("; ")}
        assert len(browser.cookies["onirium"]) == 22
        assert "set-cookie" not in browser.get("/nowhere").headers
        assert browser.get("/").headers["set-cookie"] == first, "the lobby renews the cookie"
    for path in ("/healthz", "/static/x/main.js", "/words/x/en/onirim.json"):
        response = httpx.get(server.address + path, timeout=TIMEOUT_S, trust_env=False)
        assert "set-cookie" not in response.headers


def test_invalid_cookie_is_replaced(server: LiveServer) -> None:
    for cookie in ("onirium=", "onirium=short", f"onirium={'x' * 23}"):
        response = httpx.get(
            server.address + "/nowhere",
            headers={"Cookie": cookie},
            timeout=TIMEOUT_S,
            trust_env=False,
        )
        assert "set-cookie" in response.headers


def test_current_assets_are_immutable_and_compressed(server: LiveServer) -> None:
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
    ("path", "media_type"),
    [
        ("/static/x/main.js", "text/javascript; charset=utf-8"),
        ("/art/x/onirim/red-sun.0.svg", "image/svg+xml"),
        ("/words/x/ru/onirim.json", "application/json"),
    ],
)
def test_assets_are_compressed_once(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch, path: str, media_type: str
) -> None:
    user = server.new_user()
    first = user.get(path)
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["content-type"] == media_type
    with monkeypatch.context() as patch:
        patch.setattr(zlib, "compressobj", None)
        patch.setattr(zlib, "compress", None)
        again = user.get(path)
        assert (again.headers["content-encoding"], again.content) == ("gzip", first.content)

    def get_plain(**headers: str) -> httpx.Response:
        return httpx.get(
            server.address + path,
            headers={"Accept-Encoding": "identity", **headers},
            timeout=TIMEOUT_S,
            trust_env=False,
        )

    plain = get_plain()
    assert (plain.content, plain.headers["etag"]) == (first.content, first.headers["etag"])
    unchanged = get_plain(**{"If-None-Match": first.headers["etag"]})
    assert (unchanged.status_code, unchanged.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/art/x/onirim/nothing.svg",
        "/art/x/poker/ace.svg",
        "/words/x/fr/onirim.json",
        "/words/x/en/poker.json",
        "/static/x/nothing.js",
        "/static/x/style/table/_cards.css",
        "/static/x/%2e%2e/app.py",
    ],
)
def test_missing_assets_return_404(server: LiveServer, path: str) -> None:
    assert http_status(server, "GET", path) == 404
