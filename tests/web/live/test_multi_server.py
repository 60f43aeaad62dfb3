"""Several servers with one Postgres database: every server can serve every table."""

import asyncio
import json
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from onirium.core.game import State
from onirium.storage.notifications import AnyNotification, OwnerErased
from onirium.tables.events import ActionsTaken
from onirium.tables.tokens import new_token
from onirium.web.fair_queue import Requester
from onirium.web.live.cluster import ClusterListener
from onirium.web.workers.service import BotService
from tests.support.live_server import (
    TIMEOUT_S,
    HttpUser,
    LiveServer,
    TableSocket,
    run_server,
    wait_until,
)
from tests.support.postgres_server import PostgresServer, execute, server_stopped
from tests.support.table_views import settle
from tests.web.test_server_process import (
    ONIRIUM,
    run_server_process,
    start_tutorial,
    user_at,
)

SLOW = "greedy"
DUO = {"seats": 2, "first": 1}
CLUSTER_MODULE = "onirium.web.live.cluster"


@pytest.fixture(scope="module", autouse=True)
def _short_intervals() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("onirium.bots.registry._WORKER_BOTS", (SLOW, "quick", "strong"))
        patch.setattr("onirium.web.live.bot_driver.MIN_BOT_DELAY_S", 0.01)
        patch.setattr(f"{CLUSTER_MODULE}.HEARTBEAT_S", 0.1)
        yield


@pytest.fixture
def _short_heartbeat_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Detect a missing server soon; a slow one on a busy machine counts as missing, too."""
    monkeypatch.setattr(f"{CLUSTER_MODULE}.HEARTBEAT_TIMEOUT_S", 2.0)


@pytest.fixture(scope="module")
def servers(postgres_server: PostgresServer) -> Iterator[tuple[LiveServer, LiveServer]]:
    address = postgres_server.database()
    with run_server(address) as one, run_server(address) as other:
        yield one, other


def create_table(server: LiveServer, *users: HttpUser) -> str:
    """Create a table of Nightmarium for two humans."""
    return server.create_table("nightmarium", ("human", "human"), *users, options=DUO)


def decider(*clients: TableSocket) -> TableSocket:
    """Return the client whose seat decides."""
    return next(client for client in clients if client.view["legal_actions"])


def present_state(table_view: dict[str, Any]) -> dict[str, Any]:
    """Return a table view without its history and command id."""
    return {
        **table_view,
        "frames": table_view["frames"][-1]["view"],
        "command_id": "",
        "sequence": 0,
    }


def has_version(version: int, table_view: dict[str, Any]) -> bool:
    return bool(table_view["version"] == version)


def can_decide(client: TableSocket) -> bool:
    return bool(client.send_command("resync")["legal_actions"])


def act_when_possible(client: TableSocket) -> None:
    """Take the first legal action as soon as the seat has to decide."""
    wait_until(lambda: can_decide(client) and client.take_first_action()["type"] == "table_view")


def send(client: TableSocket, command_id: str, version: int, action: int) -> None:
    """Send a decision without waiting for the reply."""
    command = {
        "type": "take_actions",
        "command_id": command_id,
        "version": version,
        "actions": [action],
    }
    client.connection.send(json.dumps(command))


def receive_reply(client: TableSocket, command_id: str) -> dict[str, Any]:
    """Return the reply to a command."""
    reply: dict[str, Any] = client.receive_until(
        lambda message: message["command_id"] == command_id
    )
    return reply


def sorted_codes(replies: list[dict[str, Any]]) -> list[str]:
    """Return the rejection codes of some replies, or ``done``, sorted."""
    return sorted(reply.get("code", "done") for reply in replies)


def test_events_are_sent_to_clients_at_other_servers(
    servers: tuple[LiveServer, LiveServer],
) -> None:
    one, other = servers
    anna, boris, spectator = one.new_user(), one.new_user(), other.new_user()
    table = create_table(one, anna, boris)
    with (
        anna.connect(table) as anna_client,
        boris.at_server(other).connect(table) as boris_client,
        spectator.connect(table) as spectator_client,
    ):
        for _ in range(12):
            acting = decider(anna_client, boris_client)
            waiting = boris_client if acting is anna_client else anna_client
            table_view = acting.take_first_action()
            for client in (waiting, spectator_client):
                update = client.receive_until(partial(has_version, table_view["version"]))
                assert len(update["frames"]) == len(table_view["frames"]), (
                    "the update contains all frames"
                )
        for client in (anna_client, boris_client, spectator_client):
            mine, fresh = client.view, client.send_command("resync")
            assert present_state(fresh) == present_state(mine)


def test_same_command_at_two_servers_has_one_effect(servers: tuple[LiveServer, LiveServer]) -> None:
    anna = servers[0].new_user()
    table = servers[0].create_table("onirim", ("human",), anna)
    with anna.connect(table) as here, anna.at_server(servers[1]).connect(table) as there:
        for number in range(8):
            clients = (here, there) if number % 2 else (there, here)
            version = here.view["version"]
            action = here.view["legal_actions"][0]["action"]
            for client in clients:
                send(client, f"n{number}", version, action)
            replies = [receive_reply(client, f"n{number}") for client in clients]
            assert sorted_codes(replies) == ["done", "done"], "the same message has its effect once"
            for client in clients:
                client.send_command("resync")
            assert present_state(here.view) == present_state(there.view)
            assert here.view["version"] == version + 1


def test_conflicting_decisions_at_two_servers_reject_one(
    servers: tuple[LiveServer, LiveServer],
) -> None:
    anna = servers[0].new_user()
    table = servers[0].create_table("onirim", ("human",), anna)
    with anna.connect(table) as here, anna.at_server(servers[1]).connect(table) as there:
        for number in range(8):
            clients = (here, there) if number % 2 else (there, here)
            version = here.view["version"]
            for index, client in enumerate(clients):
                action = client.view["legal_actions"][-index]["action"]
                send(client, f"{number} {index}", version, action)
            replies = [
                receive_reply(client, f"{number} {index}") for index, client in enumerate(clients)
            ]
            assert sorted_codes(replies) == ["done", "outdated"]
            for client in clients:
                client.send_command("resync")
            assert present_state(here.view) == present_state(there.view)
            assert here.view["version"] == version + 1


def test_presence_includes_other_servers(servers: tuple[LiveServer, LiveServer]) -> None:
    one, other = servers
    anna, boris = one.new_user(), one.new_user()
    boris.post("/settings", "name=Boris", **{"Content-Type": "application/x-www-form-urlencoded"})
    table = create_table(one, anna, boris)
    with anna.connect(table) as anna_client:
        assert anna_client.view["seats"][1]["name"] == "Boris"
        with boris.at_server(other).connect(table) as boris_client:
            anna_client.receive_until(lambda table_view: table_view["seats"][1]["is_present"])
            if not boris_client.view["seats"][0]["is_present"]:
                boris_client.receive_until(lambda table_view: table_view["seats"][0]["is_present"])
            assert (
                anna_client.send_command("assign_seat", seat=1, occupant="greedy")["code"]
                == "occupant_present"
            )
        anna_client.receive_until(lambda table_view: not table_view["seats"][1]["is_present"])
        assert (
            anna_client.send_command("assign_seat", seat=1, occupant="greedy")["seats"][1][
                "occupant"
            ]
            == "greedy"
        )


def assign_seat(user: HttpUser, table: str, occupant: str) -> Any:
    """Give seat 1 to an occupant by a single request; return the reply."""
    command = {"type": "assign_seat", "seat": 1, "occupant": occupant}
    return user.post(f"/api/t/{table}", json.dumps(command)).json()


def test_present_friend_keeps_the_seat_whatever_server_the_host_uses(
    servers: tuple[LiveServer, LiveServer],
) -> None:
    one, other = servers
    for _ in range(10):
        anna, boris = one.new_user(), other.new_user()
        table = create_table(one, anna, boris)
        with boris.connect(table):
            assert assign_seat(anna, table, "greedy")["code"] == "occupant_present"
        wait_until(lambda: assign_seat(anna, table, "greedy")["type"] == "table_view")  # noqa: B023


def test_seat_of_a_killed_server_becomes_free(
    postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres_server.database()
    insert = "INSERT INTO connected_owners VALUES ('{}', '{}', 'killed')"
    with run_server(address) as server:
        anna, boris = server.new_user(), server.new_user()
        table = create_table(server, anna, boris)
        execute(address, insert.format(table, boris.user_id))
    with run_server(address) as server:
        anna = anna.at_server(server)
        assert assign_seat(anna, table, "greedy")["code"] == "occupant_present"
        monkeypatch.setattr(f"{CLUSTER_MODULE}.HEARTBEAT_TIMEOUT_S", 0.2)
        wait_until(lambda: assign_seat(anna, table, "greedy")["type"] == "table_view")


@pytest.mark.usefixtures("_short_heartbeat_timeout")
@pytest.mark.parametrize("orderly", [True, False])
def test_presence_excludes_a_stopped_server(
    postgres_server: PostgresServer,
    monkeypatch: pytest.MonkeyPatch,
    orderly: bool,  # noqa: FBT001, a test parameter
) -> None:
    address = postgres_server.database()
    with run_server(address) as one, ExitStack() as open_for_a_while:
        other = open_for_a_while.enter_context(run_server(address))
        anna, boris = one.new_user(), one.new_user()
        table = create_table(one, anna, boris)
        with anna.connect(table) as anna_client:
            open_for_a_while.enter_context(boris.at_server(other).connect(table))
            anna_client.receive_until(lambda table_view: table_view["seats"][1]["is_present"])
            if orderly:
                open_for_a_while.close()
            else:
                monkeypatch.setattr(other.store, "publish", lambda _: None)
            anna_client.receive_until(lambda table_view: not table_view["seats"][1]["is_present"])


@pytest.mark.usefixtures("_short_heartbeat_timeout")
def test_presence_includes_a_server_that_counted_as_stopped(
    postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres_server.database()
    with run_server(address) as one, run_server(address) as other:
        anna, boris = one.new_user(), one.new_user()
        table = create_table(one, anna, boris)
        with anna.connect(table) as anna_client, boris.at_server(other).connect(table):
            anna_client.receive_until(lambda table_view: table_view["seats"][1]["is_present"])
            with monkeypatch.context() as patch:
                patch.setattr(other.store, "publish", lambda _: None)
                anna_client.receive_until(
                    lambda table_view: not table_view["seats"][1]["is_present"]
                )
            anna_client.receive_until(lambda table_view: table_view["seats"][1]["is_present"])
            assert assign_seat(anna, table, "greedy")["code"] == "occupant_present"


def test_erasure_changes_the_tables_of_other_servers(
    servers: tuple[LiveServer, LiveServer],
) -> None:
    one, other = servers
    anna, boris = one.new_user(), other.new_user()
    opened = create_table(one, anna, boris)
    left = one.create_table("nightmarium", ("human", "greedy"), anna, options=DUO)
    with anna.connect(left) as client:
        link = client.send_command("create_invitation", seat=0)["link"]
    secret = link.partition("#")[2]
    boris.post(f"/api/t/{left}/join", json.dumps({"secret": secret}))
    # The seat has another owner already, so that the erasure appends no event.
    former = other.run(other.sessions.load_table(left))
    assert former is not None
    with boris.connect(opened) as client:
        one.run(one.sessions.erase_owner(anna.user_id))
        client.receive_until(lambda table_view: table_view["seats"][0]["is_open"])

    def host_id() -> str:
        table = other.run(other.sessions.load_table(left))
        assert table is not None
        assert table.version == former.version
        return table.setup.host_id

    wait_until(lambda: host_id() == boris.user_id)


def test_erasure_is_recovered_after_its_notification_was_lost(
    postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres_server.database()
    dispatch = ClusterListener._dispatch

    def lose_erasures(listener: ClusterListener, notification: AnyNotification) -> None:
        if not isinstance(notification, OwnerErased):
            dispatch(listener, notification)

    monkeypatch.setattr(ClusterListener, "_dispatch", lose_erasures)
    with run_server(address) as one, run_server(address) as other:
        anna, boris = one.new_user(), other.new_user()
        table = create_table(one, anna, boris)
        with boris.connect(table):
            session = other.open_session(table)
            assert session is not None
            one.run(one.sessions.erase_owner(anna.user_id))
            assert session.involves(anna.user_id)
            execute(
                address,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE query LIKE 'LISTEN%' AND datname = current_database()",
            )
            wait_until(lambda: not session.involves(anna.user_id))


def test_invitation_is_accepted_at_another_server(servers: tuple[LiveServer, LiveServer]) -> None:
    one, other = servers
    anna, boris = one.new_user(), other.new_user()
    table = one.create_table("nightmarium", ("human", "greedy"), anna, options=DUO)
    with anna.connect(table) as anna_client:
        link = anna_client.send_command("create_invitation", seat=1)["link"]
        secret = link.partition("#")[2]
        joined = boris.post(f"/api/t/{table}/join", json.dumps({"secret": secret}))
        assert joined.json()["type"] == "joined"
        with boris.connect(table) as boris_client:
            anna_client.receive_until(lambda table_view: table_view["seats"][1]["is_present"])
            assert boris_client.view["own_seats"] == [1]
            decider(anna_client, boris_client)


def test_name_of_a_player_who_joins_at_another_server_is_shown(
    servers: tuple[LiveServer, LiveServer],
) -> None:
    one, other = servers
    anna, boris = one.new_user(), other.new_user()
    boris.post("/settings", "name=Boris", **{"Content-Type": "application/x-www-form-urlencoded"})
    table = one.create_table("nightmarium", ("human", "greedy"), anna, options=DUO)
    with anna.connect(table) as anna_client:
        link = anna_client.send_command("create_invitation", seat=1)["link"]
        boris.post(f"/api/t/{table}/join", json.dumps({"secret": link.partition("#")[2]}))
        anna_client.receive_until(lambda table_view: table_view["seats"][1]["name"] == "Boris")


# Slow bots.


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """Record the states in which a bot decides, at any server."""
    seen = []

    async def decide(_: BotService, __: str, state: State, ___: int, ____: Requester) -> int:
        seen.append(state)
        await asyncio.sleep(0.05)
        return int(state.legal_actions()[0])

    monkeypatch.setattr(BotService, "decide", decide)
    return seen


def test_one_server_runs_the_bots(
    servers: tuple[LiveServer, LiveServer], decided: list[State]
) -> None:
    one, other = servers
    anna = one.new_user()
    table = one.create_table("nightmarium", ("human", SLOW), anna, options=DUO)
    with anna.connect(table) as here, anna.at_server(other).connect(table) as there:
        for number in range(6):
            client = there if number % 2 else here
            act_when_possible(client)
        # The notification of the last decision may still be on its way to the other server.
        wait_until(partial(can_decide, there))
    stored = one.run(one.store.load(table))
    assert stored is not None
    events = [event for event in stored.events if isinstance(event, ActionsTaken)]
    bot_decisions = [event for event in events if event.seat == 1]
    assert len(decided) == len(bot_decisions) >= 4


def test_another_server_takes_over_the_bots(
    servers: tuple[LiveServer, LiveServer], decided: list[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("onirium.web.live.bot_lease.BOT_LEASE_S", 0.3)
    one, other = servers
    anna = one.new_user()
    table = one.create_table("nightmarium", ("human", SLOW), anna, options=DUO)

    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    with anna.connect(table) as here, anna.at_server(other).connect(table) as there:
        with monkeypatch.context() as patch:
            patch.setattr(one.bots, "decide", never)
            while here.view["legal_actions"]:
                here.take_first_action()
            # Until the other server is notified, its client seems to be the one to decide.
            wait_until(lambda: bool(decided))
            wait_until(partial(can_decide, there))
        wait_until(lambda: here.send_command("resync")["version"] == there.view["version"])


# Unavailable database.


def test_unavailable_database_rejects_commands_without_loss(
    postgres_server: PostgresServer,
) -> None:
    address = postgres_server.database()
    with run_server(address) as one, run_server(address) as other:
        anna, boris = one.new_user(), one.new_user()
        table = create_table(one, anna, boris)
        with (
            anna.connect(table) as anna_client,
            boris.at_server(other).connect(table) as boris_client,
        ):
            acting = decider(anna_client, boris_client)
            acting.take_first_action()
            version = acting.view["version"]
            with server_stopped(postgres_server):
                assert acting.take_first_action()["code"] == "storage_unavailable"
                assert anna.get("/history").status_code == 503
                assert anna.get("/healthz").status_code == 503
            wait_until(lambda: acting.take_first_action()["type"] == "table_view")
            wait_until(lambda: anna_client.send_command("resync")["version"] == version + 1)
            wait_until(lambda: boris_client.send_command("resync")["version"] == version + 1)
            assert anna.get("/history").status_code == 200


# Server processes.


@pytest.mark.long
def test_other_server_continues_after_one_is_killed(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    database_url, token = postgres_server.database(), new_token()
    with (
        run_server_process(tmp_path, "--database-url", database_url) as one,
        run_server_process(tmp_path, "--database-url", database_url) as other,
    ):
        user = user_at(one, token)
        table = start_tutorial(user)
        with user.connect(table) as client:
            for _ in range(3):
                assert client.take_first_action()["type"] == "table_view"
            one.process.kill()
        with user_at(other, token).connect(table) as again:
            assert settle(again.view) == settle(client.view)
            assert again.take_first_action()["type"] == "table_view"


def test_unreachable_database_is_reported_in_one_line() -> None:
    process = subprocess.run(
        [*ONIRIUM, "serve", "--port", "0", "--database-url", "postgresql://127.0.0.1:1/onirium"],
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT_S,
    )
    assert process.returncode == 2
    (line,) = [line for line in process.stderr.splitlines() if "plain Python" not in line]
    assert "this Postgres cannot be used as a database" in line
