"""Quotas against tables and users that somebody creates only to fill the server."""

import asyncio
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from onirium.storage.backend import Connection
from onirium.tables.daily import today
from onirium.web.config.settings import Settings
from onirium.web.live import quotas, session_registry
from onirium.web.live.session_registry import SessionRegistry
from onirium.web.middleware.rate_limit import RateLimits
from tests.support.live_server import HttpUser, LiveServer, run_server, wait_until
from tests.support.random_users import ANNA, make_setup

FORM = "application/x-www-form-urlencoded"
DEFAULT_LIMITS = RateLimits()
ADDRESS, OTHER_ADDRESS = "198.51.100.7", "198.51.100.8"


@contextmanager
def server_behind_proxy(
    folder: Path, limits: RateLimits = DEFAULT_LIMITS, **settings: Any
) -> Iterator[LiveServer]:
    """Run a server that trusts the addresses that a local proxy reports."""
    with run_server(
        folder, limits, settings=Settings(trusted_proxies="127.0.0.1/32", **settings)
    ) as server:
        yield server


def create(server: LiveServer, address: str = ADDRESS, user: HttpUser | None = None) -> int:
    """Create a table as a user or with a throwaway cookie; return the status."""
    user = user or server.new_user()
    headers = {"X-Forwarded-For": address, "Content-Type": FORM}
    return user.post("/tables", "game=onirim", **headers).status_code


def age_tables(server: LiveServer, age: timedelta) -> None:
    """Make all stored tables look as if nobody had done anything for a time."""
    updated_at = (datetime.now(UTC) - age).isoformat(timespec="milliseconds")

    def write(connection: Connection) -> None:
        for relation in ("table_summaries", "seat_owners"):
            connection.execute(f"UPDATE {relation} SET updated_at = ?", (updated_at,))  # noqa: S608

    server.run(server.store._write("", write))


def count_tables(server: LiveServer) -> int:
    return server.run(server.store.count_tables())


def count_rejections(server: LiveServer, code: str) -> float | None:
    """Return the value of the metric."""
    registry = server.sessions._context.metrics.registry
    return registry.get_sample_value("onirium_rejections_total", {"code": code})


def test_metric_counts_rejected_forms_and_joins(tmp_path: Path) -> None:
    with server_behind_proxy(tmp_path, max_tables=1) as server:
        anna, boris = server.new_user(), server.new_user()
        table = server.create_table("nightmarium", ("human", "greedy"), anna, options={"seats": 2})
        for _ in range(2):
            assert create(server) == 409
        assert boris.post(f"/api/t/{table}/join", '{"secret": "guessed"}').status_code == 409
        assert count_rejections(server, "server_full") == 2
        assert count_rejections(server, "invalid_invitation") == 1


def test_throwaway_cookies_share_the_budget_of_their_address(tmp_path: Path) -> None:
    with server_behind_proxy(tmp_path, RateLimits(new_tables_per_address=3)) as server:
        assert [create(server) for _ in range(5)] == [303, 303, 303, 409, 409]
        assert create(server, OTHER_ADDRESS) == 303
        assert count_tables(server) == 4


def test_users_without_cookie_cannot_fill_the_server_with_settings(tmp_path: Path) -> None:
    def store_language(address: str = ADDRESS, user: HttpUser | None = None) -> int:
        headers = {"X-Forwarded-For": address, "Content-Type": FORM}
        return (user or server.new_user()).post("/settings", "language=de", **headers).status_code

    with server_behind_proxy(tmp_path, RateLimits(new_users_per_address=2)) as server:
        anna = server.new_user()
        assert store_language(user=anna) == 303
        assert [store_language() for _ in range(3)] == [303, 409, 409]
        assert store_language(user=anna) == 303  # has settings already
        assert store_language(OTHER_ADDRESS) == 303
        users = server.run(server.store._fetch_all("SELECT count(*) FROM users"))
        assert users == [(3,)]


def test_invalid_settings_store_nothing(tmp_path: Path) -> None:
    with server_behind_proxy(tmp_path) as server:
        headers = {"X-Forwarded-For": ADDRESS, "Content-Type": FORM}
        assert server.new_user().post("/settings", "language=fr", **headers).status_code == 303
        assert server.run(server.store._fetch_all("SELECT count(*) FROM users")) == [(0,)]


@pytest.mark.parametrize("limit", ["max_tables_per_user", "max_tables"])
def test_simultaneous_requests_cannot_exceed_a_limit(tmp_path: Path, limit: str) -> None:
    async def create_all(sessions: SessionRegistry) -> list[str]:
        hosts = [ANNA if limit == "max_tables_per_user" else f"user {n}" for n in range(12)]
        setups = [make_setup(owner_ids=(host,), host_id=host) for host in hosts]
        tables = (sessions.create_table(setup, address=ADDRESS) for setup in setups)
        outcomes = await asyncio.gather(*tables, return_exceptions=True)
        return ["created" if isinstance(outcome, str) else str(outcome) for outcome in outcomes]

    code = "too_many_tables" if limit == "max_tables_per_user" else "server_full"
    settings: dict[str, Any] = {limit: 3}
    with server_behind_proxy(tmp_path, **settings) as server:
        outcomes = server.run(create_all(server.sessions))
        assert Counter(outcomes) == {"created": 3, code: 9}
        assert count_tables(server) == 3


def test_rematches_count_towards_the_budget(tmp_path: Path) -> None:
    with server_behind_proxy(tmp_path, RateLimits(new_tables_per_address=1)) as server:
        anna = server.new_user()
        table = server.create_table("onirim", ("human",), anna)
        codes = []
        headers = {"X-Forwarded-For": ADDRESS}
        for _ in range(2):
            anna.post(f"/api/t/{table}", '{"type": "resign"}', **headers)
            reply = anna.post(f"/api/t/{table}", '{"type": "rematch"}', **headers).json()
            codes.append(reply.get("code", ""))
            table = reply.get("rematch_table_id", "")
        assert codes == ["", "too_many_new_tables"]


def test_full_server_makes_room_by_deleting_unused_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "MAKE_ROOM_INTERVAL_S", 0.0)
    with server_behind_proxy(tmp_path, max_tables=4) as server:
        anna = server.new_user()
        played = server.create_table("onirim", ("human",), anna)
        with anna.connect(played) as client:
            client.take_first_action()
        attempt = server.create_table(
            "onirim", ("human",), anna, kind="daily", date=today().isoformat()
        )
        assert [create(server) for _ in range(3)] == [303, 303, 409]
        age_tables(server, timedelta(minutes=50))
        assert create(server) == 409, "somebody may still be looking at the tables"
        age_tables(server, timedelta(minutes=70))
        assert create(server) == 303
        assert count_tables(server) == 3
        for table_id in (played, attempt):
            assert server.run(server.store.load(table_id)) is not None


def test_full_server_searches_for_unused_tables_once_in_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "MAKE_ROOM_INTERVAL_S", 1000.0)
    with server_behind_proxy(tmp_path, max_tables=1) as server:
        assert create(server) == 303
        age_tables(server, timedelta(minutes=70))
        assert create(server) == 303
        age_tables(server, timedelta(minutes=70))
        assert create(server) == 409


def test_clients_of_a_table_deleted_for_room_are_disconnected(tmp_path: Path) -> None:
    with server_behind_proxy(tmp_path, max_tables=2) as server:
        anna, boris = server.new_user(), server.new_user()
        played, unused = (server.create_table("onirim", ("human",), anna) for _ in range(2))
        with anna.connect(played) as player, boris.connect(unused) as spectator:
            player.take_first_action()
            player.send_command("resign")
            age_tables(server, timedelta(minutes=70))
            # The session that creates the table is itself locked meanwhile.
            assert player.send_command("rematch")["rematch_table_id"]
            rejection = spectator.receive_until(lambda message: message["type"] == "rejected")
            assert rejection["code"] == "no_such_table"


def test_unused_tables_expire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_registry, "FIRST_CLEANUP_DELAY_S", 0.0)
    with server_behind_proxy(tmp_path) as server:
        anna, boris = server.new_user(), server.new_user()
        invited = server.create_table("nightmarium", ("human", "greedy"), anna)
        with anna.connect(invited) as client:
            client.send_command("create_invitation", seat=1)
        assert create(server, user=boris) == 303
        age_tables(server, timedelta(days=8))
    with server_behind_proxy(tmp_path) as server:
        wait_until(lambda: count_tables(server) == 1)
        assert server.run(server.store.load(invited)) is not None


def test_abandoned_tables_expire_after_the_days_of_the_setting(tmp_path: Path) -> None:
    with server_behind_proxy(tmp_path) as server:
        server.create_table("onirim", ("human",), server.new_user())
        left = []
        for age_days, setting in ((1000, None), (20, 21), (22, 21)):
            age_tables(server, timedelta(days=age_days))
            settings = Settings(delete_abandoned_after_days=setting)
            limits = quotas.Quotas(server.store, settings, DEFAULT_LIMITS)
            server.run(limits.delete_abandoned())
            left.append(count_tables(server))
        assert left == [1, 1, 0]


def test_server_deletes_abandoned_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_registry, "FIRST_CLEANUP_DELAY_S", 0.0)
    with server_behind_proxy(tmp_path) as server:
        server.create_table("onirim", ("human",), server.new_user())
        age_tables(server, timedelta(days=6))
    with server_behind_proxy(tmp_path, delete_abandoned_after_days=5) as server:
        wait_until(lambda: count_tables(server) == 0)


def test_clients_of_a_table_that_expires_are_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_registry, "FIRST_CLEANUP_DELAY_S", 0.0)
    monkeypatch.setattr(session_registry, "CLEANUP_INTERVAL_S", 0.02)
    with server_behind_proxy(tmp_path) as server:
        anna, boris = server.new_user(), server.new_user()
        unused, played = (server.create_table("onirim", ("human",), anna) for _ in range(2))
        with anna.connect(played) as player, boris.connect(unused) as spectator:
            player.take_first_action()
            age_tables(server, timedelta(days=8))
            rejection = spectator.receive_until(lambda message: message["type"] == "rejected")
            assert rejection["code"] == "no_such_table"
            assert boris.get(f"/api/t/{unused}").status_code == 404
            assert player.take_first_action()["type"] == "table_view"


def test_new_tables_leave_space_to_games_in_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server_behind_proxy(tmp_path, min_free_disk_mb=500) as server:
        anna = server.new_user()
        table = server.create_table("onirim", ("human",), anna)
        usage = shutil.disk_usage(tmp_path)
        monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=499_000_000))
        assert create(server) == 409
        with anna.connect(table) as client:
            assert client.take_first_action()["type"] == "table_view"
