"""A Postgres server that keeps its connections but answers nothing, or answers late."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest

from tests.support.live_server import HttpUser, LiveServer, TableSocket, run_server, wait_until
from tests.support.postgres_server import PostgresServer, execute, server_frozen

QUERY_TIMEOUT_S = 0.8
WRITE_TIMEOUT_S = 1.2
COMMIT_TIMEOUT_S = 3.0
"""Long enough for the statements before the COMMIT."""

COMMIT_LOCK_KEY = 1
"""The key of the advisory lock that commits wait for."""


@pytest.fixture(autouse=True)
def _short_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onirium.web.live.table_session.RETRY_DELAY_S", 0.05)


@contextmanager
def short_query_timeout(timeout_s: float = QUERY_TIMEOUT_S) -> Iterator[None]:
    """Wait briefly for the database, which answers nothing now; at other times it may be slow."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("onirium.storage.postgres.QUERY_TIMEOUT_S", timeout_s)
        yield


@pytest.fixture
def address(postgres_server: PostgresServer) -> str:
    return postgres_server.database()


@pytest.fixture
def server(address: str) -> Iterator[LiveServer]:
    with run_server(address) as server:
        yield server


@contextmanager
def table_locked(address: str) -> Iterator[None]:
    """Hold the events so that no other transaction can append one."""
    with psycopg.connect(address) as connection:
        connection.execute("LOCK TABLE events IN EXCLUSIVE MODE")
        yield


@contextmanager
def commits_held(address: str) -> Iterator[None]:
    """Block every transaction with a new event during its COMMIT."""
    execute(
        address,
        "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" PERFORM pg_advisory_xact_lock_shared({COMMIT_LOCK_KEY}); RETURN NULL; END $$",
    )
    execute(
        address,
        "CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED"
        " FOR EACH ROW EXECUTE FUNCTION wait()",
    )
    with psycopg.connect(address) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", [COMMIT_LOCK_KEY])
        yield


def new_table(server: LiveServer) -> tuple[HttpUser, str]:
    anna = server.new_user()
    return anna, server.create_table("onirim", ("human",), anna)


def act(client: TableSocket, command_id: str) -> dict[str, object]:
    """Take the first action that was legal at the beginning; return the reply."""
    reply: dict[str, object] = client.send_command(
        "take_actions",
        command_id=command_id,
        version=1,
        actions=[client.view["legal_actions"][0]["action"]],
    )
    return reply


def event_count(server: LiveServer, table_id: str) -> int:
    return len(server.run(server.store.load_events(table_id, 0)))


def test_pings_are_answered_while_a_command_waits_for_the_database(
    server: LiveServer, address: str
) -> None:
    anna, table = new_table(server)
    with anna.connect(table) as acting, anna.connect(table) as waiting:
        replies: list[dict[str, object]] = []
        thread = threading.Thread(target=lambda: replies.append(act(acting, "n")))
        with table_locked(address):
            thread.start()
            session = server.open_session(table)
            assert session is not None
            wait_until(session._lock.locked)
            assert waiting.send_command("ping")["type"] == "pong"
            assert session._lock.locked(), "the command is still waiting"
        thread.join()
        assert [reply["type"] for reply in replies] == ["table_view"]


def test_command_that_was_not_stored_is_executed_by_its_retry(
    server: LiveServer, address: str
) -> None:
    anna, table = new_table(server)
    with anna.connect(table) as client:
        with table_locked(address), short_query_timeout():
            for _ in range(2):
                assert act(client, "n")["code"] == "storage_unavailable"
        wait_until(lambda: act(client, "n")["type"] == "table_view")
        assert act(client, "n")["type"] == "table_view"
        assert client.view["version"] == event_count(server, table) == 2


def test_command_that_was_stored_late_reaches_all_clients_and_has_one_effect(
    server: LiveServer, address: str
) -> None:
    anna, table = new_table(server)
    with anna.connect(table) as client, anna.connect(table) as other:
        with commits_held(address), short_query_timeout(COMMIT_TIMEOUT_S):
            assert act(client, "n")["code"] == "unconfirmed"
        assert client.view["version"] == 1, "nothing is shown that is not known to be stored"
        for each in (client, other):
            each.receive_until(lambda message: message.get("version") == 2)
        assert act(client, "n")["type"] == "table_view", "the retry learns that it had its effect"
        assert client.view["version"] == event_count(server, table) == 2


def test_frozen_database_rejects_commands_until_it_answers(
    server: LiveServer, postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("onirium.storage.database_client.WRITE_TIMEOUT_S", WRITE_TIMEOUT_S)
    anna, table = new_table(server)
    with anna.connect(table) as client:
        with server_frozen(postgres_server), short_query_timeout():
            for _ in range(2):
                assert act(client, "n")["code"] in {"unconfirmed", "storage_unavailable"}
                assert client.send_command("ping")["type"] == "pong"
        wait_until(lambda: act(client, "n")["type"] == "table_view")
        assert client.view["version"] == event_count(server, table) == 2
