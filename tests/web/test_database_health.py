"""The health check reports a database that cannot be written or read."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from onirium.storage import database_client, health
from onirium.storage.backend import Connection, StoreError
from onirium.storage.health import HealthCheck
from onirium.storage.sqlite import Sqlite
from onirium.storage.store import Store
from onirium.tables.events import PhraseSent
from tests.support.live_server import HttpUser, LiveServer, run_server, wait_until
from tests.support.postgres_server import PostgresServer, execute

CONNECT = Sqlite.connect


@pytest.fixture
def no_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PROBE_INTERVAL_S", 0.0)


def health_status(user: HttpUser) -> tuple[int, str]:
    response = user.get("/healthz")
    return response.status_code, response.json()["database"]


def fill_database(server: LiveServer, table_id: str) -> None:
    """Append events until the database has no space left."""
    size = 2_000
    while size:
        version = len(server.run(server.store.load_events(table_id, 0)))
        try:
            server.run(server.store.append(table_id, version, PhraseSent(0, "x" * size)))
        except StoreError:
            size //= 2


@pytest.mark.usefixtures("no_interval")
def test_full_database_is_unhealthy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def limited(database: Sqlite) -> sqlite3.Connection:
        connection = CONNECT(database)
        connection.execute("PRAGMA max_page_count = 90")
        return connection

    monkeypatch.setattr(Sqlite, "connect", limited)
    with run_server(tmp_path) as server:
        anna = server.new_user()
        table_id = server.create_table("onirim", ("human",), anna)
        assert health_status(anna) == (200, "ok")
        fill_database(server, table_id)
        assert health_status(anna) == (503, "unavailable")


@pytest.mark.usefixtures("no_interval")
def test_damaged_database_is_unhealthy(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        anna = server.new_user()
        for _ in range(3):
            server.create_table("onirim", ("human",), anna)
        assert health_status(anna) == (200, "ok")
        path = tmp_path / "onirium.db"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with path.open("r+b") as file:
            file.seek(4096)
            file.write(b"\xff" * (path.stat().st_size - 4096))
        assert health_status(anna) == (503, "unavailable")


@pytest.mark.parametrize("name", ["tables", "events", "table_summaries"])
@pytest.mark.usefixtures("no_interval")
def test_damaged_rows_are_unhealthy(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The sample begins at a random key.
    monkeypatch.setattr(database_client, "secrets", SimpleNamespace(token_urlsafe=lambda _: ""))
    path = tmp_path / "onirium.db"
    with run_server(tmp_path) as server:
        server.create_table("onirim", ("human",), server.new_user())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page_bytes,) = connection.execute("PRAGMA page_size").fetchone()
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = connection.execute(query, (name,)).fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * page_bytes)
        file.write(b"\xff" * page_bytes)
    with run_server(tmp_path) as server:
        assert health_status(server.new_user()) == (503, "unavailable")


@contextmanager
def read_only(server: PostgresServer) -> Iterator[None]:
    address = server.database()
    for_all = "ALTER SYSTEM SET default_transaction_read_only = on"
    try:
        execute(address, for_all)
        execute(address, "SELECT pg_reload_conf()")
        yield
    finally:
        execute(address, "ALTER SYSTEM RESET default_transaction_read_only")
        execute(address, "SELECT pg_reload_conf()")


@pytest.mark.usefixtures("no_interval")
def test_read_only_postgres_is_unhealthy_until_it_is_writable(
    postgres_server: PostgresServer,
) -> None:
    with run_server(postgres_server.database()) as server:
        anna = server.new_user()
        assert health_status(anna) == (200, "ok")
        with read_only(postgres_server):
            wait_until(lambda: health_status(anna) == (503, "unavailable"))
        wait_until(lambda: health_status(anna) == (200, "ok"))


def test_many_health_checks_share_a_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = []

    def write_probe(connection: Connection) -> None:
        written.append(time.monotonic())
        health.write_probe(connection)

    monkeypatch.setattr(database_client, "write_probe", write_probe)
    with run_server(tmp_path) as server, ThreadPoolExecutor(8) as pool:
        anna = server.new_user()
        start = time.monotonic()
        assert set(pool.map(lambda _: health_status(anna), range(60))) == {(200, "ok")}
        assert 1 <= len(written) <= 1 + (time.monotonic() - start) / health.PROBE_INTERVAL_S
        with closing(sqlite3.connect(tmp_path / "onirium.db")) as connection:
            assert connection.execute("SELECT count(*) FROM health_checks").fetchone() == (0,)


def test_failed_probe_does_not_fail_other_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(connection: Connection) -> None:
        del connection
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(database_client, "write_probe", fail)

    async def run(opened: Store) -> tuple[object, object]:
        writes = (opened.update_profile("anna", name="Anna"), opened.check_health())
        return await asyncio.gather(*writes, return_exceptions=True)

    with closing(Store(tmp_path / "onirium.db")) as opened:
        written, checked = asyncio.run(run(opened))
    assert written is None
    assert isinstance(checked, StoreError)


def test_health_check_that_hangs_is_not_repeated() -> None:
    probes = 0

    async def hang() -> None:
        nonlocal probes
        probes += 1
        await asyncio.sleep(60)

    async def run() -> None:
        check = HealthCheck(hang)
        for _ in range(3):
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.01):
                    await check.check()

    asyncio.run(run())
    assert probes == 1
