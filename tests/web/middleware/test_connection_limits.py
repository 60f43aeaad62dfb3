"""Limits on the open connections of one address: TCP, WebSockets, event streams."""

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from onirium.match.match import HUMAN
from onirium.record import Record
from onirium.web.app import _rate_limits
from onirium.web.config.settings import Settings
from onirium.web.fair_queue import Requester
from onirium.web.middleware import rate_limit
from onirium.web.workers.service import BotService, Update
from tests.support.live_server import TIMEOUT_S, run_server, wait_until


def test_connections_are_limited_per_address() -> None:
    crowd = rate_limit.ConnectionLimiter(1, "10.0.0.0/8,192.0.2.9/32")
    with crowd.connection("192.0.2.1") as first, crowd.connection("192.0.2.1") as second:
        assert (first, second) == (True, False)
        with crowd.connection("192.0.2.2") as elsewhere:
            assert elsewhere
    with crowd.connection("192.0.2.1") as again:
        assert again
    for exempt in ("127.0.0.1", "10.1.2.3", "192.0.2.9"):
        with crowd.connection(exempt), crowd.connection(exempt) as here:
            assert here


def test_an_ipv6_network_may_open_as_many_connections_as_16_addresses() -> None:
    limiter = rate_limit.ConnectionLimiter(2)
    opened = [f"2001:db8:1:{number}::7" for number in range(16) for _ in range(2)]
    assert all(limiter.open(address) for address in opened)
    assert not limiter.open("2001:db8:1:ffff::7")
    assert limiter.open("2001:db8:2::7")
    limiter.close("2001:db8:1:ffff::7")
    limiter.close(opened[0])
    assert limiter.open("2001:db8:1:ffff::7")


def test_settings_limit_the_connections_and_the_server_time() -> None:
    settings = Settings(
        max_websockets_per_address=1, max_event_streams_per_address=2, max_server_time_percent=30
    )
    limits = _rate_limits(settings)
    assert limits.connections_per_address == 1
    assert limits.event_streams_per_address == 2
    assert limits.server_time_share == 0.3


@pytest.fixture
def limited_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the addresses of this machine, too."""
    monkeypatch.setattr(rate_limit, "address_key", str)


@pytest.mark.usefixtures("limited_loopback")
def test_idle_connections_are_limited_per_address(tmp_path: Path) -> None:
    settings = Settings(max_connections_per_address=3)
    with run_server(tmp_path, settings=settings) as server, ExitStack() as stack:
        user = server.new_user()
        table = server.create_table("onirim", (HUMAN,), user)
        host, _, port = server.host.partition(":")

        def connect() -> socket.socket:
            connection = socket.create_connection((host, int(port)), TIMEOUT_S)
            return stack.enter_context(closing(connection))

        with user.connect(table):
            idle = [connect() for _ in range(2)]
            wait_until(lambda: len(server.uvicorn_server.server_state.connections) == 3)
            refused = connect()
            assert refused.recv(12) == b"HTTP/1.1 429"
        # The closed WebSocket is counted once, although it began as a request.
        idle[0].close()
        wait_until(lambda: len(server.uvicorn_server.server_state.connections) == 1)
        assert user.get("/statistics").status_code == 200


@pytest.mark.usefixtures("limited_loopback")
def test_websockets_are_limited_per_address(tmp_path: Path) -> None:
    limits = rate_limit.RateLimits(connections_per_address=1)
    with run_server(tmp_path, limits) as server:
        user = server.new_user()
        table = server.create_table("onirim", (HUMAN,), user)
        with user.connect(table):
            with pytest.raises(InvalidStatus) as raised, user.connect(table):
                pass
            assert raised.value.response.status_code == 429


@pytest.mark.usefixtures("limited_loopback")
def test_event_streams_are_limited_per_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def analyse(_: BotService, __: Record, ___: Requester) -> AsyncGenerator[Update, None]:
        yield 1, 2
        await asyncio.sleep(TIMEOUT_S)

    monkeypatch.setattr(BotService, "analyse", analyse)
    limits = rate_limit.RateLimits(event_streams_per_address=2)
    with run_server(tmp_path, limits) as server, ExitStack() as stack:
        user = server.new_user()
        table = server.create_table("onirim", (HUMAN,), user)
        with user.connect(table) as client:
            client.send_command("resign")
        path = f"{server.address}/api/t/{table}/analysis"

        def open_stream() -> httpx.Response:
            return stack.enter_context(
                httpx.stream("GET", path, headers=user.headers, timeout=TIMEOUT_S, trust_env=False)
            )

        streams = [open_stream() for _ in range(2)]
        assert [stream.status_code for stream in streams] == [200, 200]
        assert open_stream().status_code == 429
        streams[0].close()
        wait_until(lambda: open_stream().status_code == 200)
