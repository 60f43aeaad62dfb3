"""Summaries of tables in progress: few are written, and the latest one always is."""

from collections import defaultdict
from contextlib import closing
from sqlite3 import connect

import pytest

from onirium.match.match import HUMAN
from onirium.storage.backend import Connection, StoreError
from onirium.storage.completion import Completion
from onirium.storage.store import Store
from onirium.storage.summaries import SummarySnapshot
from onirium.tables.table import Table
from onirium.web.live import durable_table
from tests.support.live_server import HttpUser, LiveServer, TableSocket, run_server, wait_until

MOVES = 6


@pytest.fixture
def summarized(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[int]]:
    """The versions of the queued summaries of each table."""
    versions: dict[str, list[int]] = defaultdict(list)
    schedule = Store.schedule_summary

    def record(store: Store, table: Table) -> Completion | None:
        versions[table.table_id].append(table.version)
        return schedule(store, table)

    monkeypatch.setattr(Store, "schedule_summary", record)
    return versions


def play(client: TableSocket) -> None:
    for _ in range(MOVES):
        client.take_first_action()


def stored_version(server: LiveServer, table_id: str) -> int:
    query = "SELECT version FROM table_summaries WHERE table_id = ?"
    [(version,)] = server.run(server.store._fetch_all(query, table_id))
    return int(version)


def new_table(server: LiveServer) -> tuple[HttpUser, str]:
    user = server.new_user()
    return user, server.create_table("onirim", (HUMAN,), user)


def test_one_summary_in_each_interval_and_the_latest_at_the_end(
    server: LiveServer, summarized: dict[str, list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(durable_table, "SUMMARY_INTERVAL_S", 1000.0)
    user, table = new_table(server)
    with user.connect(table) as client:
        play(client)
        assert summarized[table] == [2]
    wait_until(lambda: len(summarized[table]) == 2)
    assert summarized[table] == [2, 1 + MOVES]
    wait_until(lambda: stored_version(server, table) == 1 + MOVES)


def test_delayed_summary_is_written_while_the_table_is_open(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(durable_table, "SUMMARY_INTERVAL_S", 0.05)
    user, table = new_table(server)
    with user.connect(table) as client:
        play(client)
        wait_until(lambda: stored_version(server, table) == 1 + MOVES)


def lists_turn(user: HttpUser, page: str) -> bool:
    """Return whether a list shows that it is the user's turn."""
    return "Your turn" in user.get(page).text.replace("\xa0", " ")


@pytest.mark.parametrize("page", ["/", "/history"])
def test_a_list_agrees_with_the_table_that_was_left(
    server: LiveServer, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(durable_table, "SUMMARY_INTERVAL_S", 1000.0)
    user, other = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", (HUMAN, HUMAN), user, other, options={"first": 1})
    with user.connect(table) as client:
        client.take_first_action()
        assert lists_turn(user, page)
        while client.view["legal_actions"]:
            client.take_first_action()
        assert not lists_turn(user, page)
        assert lists_turn(other, page)


def test_delayed_summaries_are_written_when_the_server_stops(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(durable_table, "SUMMARY_INTERVAL_S", 1000.0)
    folder = tmp_path_factory.mktemp("stopped")
    with run_server(folder) as server:
        user, table = new_table(server)
        with user.connect(table) as client:
            play(client)
            server.uvicorn_server.should_exit = True
            wait_until(lambda: server.open_session(table) is None)
    with closing(connect(folder / "onirium.db")) as database:
        assert database.execute("SELECT version FROM table_summaries").fetchall() == [(1 + MOVES,)]


def test_result_is_counted_if_the_first_write_of_the_summary_fails(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise StoreError("not written")

    user, table = new_table(server)
    with user.connect(table) as client:
        monkeypatch.setattr(Store, "save_summary", fail)
        assert client.send_command("resign")["is_over"]
    query = "SELECT result FROM results WHERE table_id = ?"
    wait_until(lambda: server.run(server.store._fetch_all(query, table)) == [("lost",)])


def test_scheduled_summary_is_repeated_until_it_is_written(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, failures = SummarySnapshot.write, 3

    def fail_at_first(snapshot: SummarySnapshot, connection: Connection) -> None:
        nonlocal failures
        failures -= 1
        if failures >= 0:
            raise StoreError("not written")
        write(snapshot, connection)

    monkeypatch.setattr(durable_table, "SUMMARY_INTERVAL_S", 0.05)
    user, table = new_table(server)
    monkeypatch.setattr(SummarySnapshot, "write", fail_at_first)
    with user.connect(table) as client:
        client.take_first_action()
        wait_until(lambda: stored_version(server, table) == 2)
