"""Reconnection: duplicate and late commands, interrupted commands, and the viewed seat."""

from collections.abc import Iterator

import pytest

from onirium import SPECTATOR
from onirium.storage.store import StoreError
from onirium.tables.events import AnyTableEvent, RematchCreated
from onirium.web.live.protocol.messages import Invitation
from onirium.web.live.reply_cache import MAX_CACHED_REPLIES, ReplyCache
from tests.support.live_server import LiveServer, run_server, wait_until

PAIR = ("human", "human")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with run_server(tmp_path_factory.mktemp("data")) as server:
        yield server


def test_ping_is_answered(server: LiveServer) -> None:
    anna = server.new_user()
    with anna.connect(server.create_table("onirim", ("human",), anna)) as socket:
        assert socket.send_command("ping", command_id="still?") == {
            "type": "pong",
            "command_id": "still?",
        }


def test_late_copy_of_a_rejected_command_stays_rejected(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    with anna.connect(table) as old, anna.connect(table) as new:
        assert new.send_command("take_back", command_id="one")["code"] == "nothing_to_take_back"
        new.take_first_action()
        assert new.view["takeback"]
        version = new.view["version"]
        assert old.send_command("take_back", command_id="one")["code"] == "nothing_to_take_back"
        assert old.view["version"] == version
        assert new.send_command("take_back", command_id="two")["version"] == version + 1


def test_copy_of_a_rejected_command_stays_rejected_on_a_new_connection(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    with anna.connect(table) as socket:
        assert socket.send_command("take_back", command_id="one")["code"] == "nothing_to_take_back"
        socket.take_first_action()
        version = socket.view["version"]
    wait_until(lambda: server.open_session(table) is None)
    with anna.connect(table) as socket:
        assert socket.send_command("take_back", command_id="one")["code"] == "nothing_to_take_back"
        assert socket.view["version"] == version


def test_repeated_request_for_an_invitation_gets_the_same_link(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("nightmarium", PAIR, anna, anna)
    request = '{"type": "create_invitation", "seat": 1, "command_id": "one"}'
    first = anna.post(f"/api/t/{table}", request).json()
    assert first["type"] == "invitation"
    assert anna.post(f"/api/t/{table}", request).json() == first


def test_reply_cache_drops_old_replies_and_those_without_command_id() -> None:
    replies = ReplyCache()
    invitation = Invitation(command_id="", seat=0, link="", qr_rows=[])
    replies.put("", invitation)
    assert replies.get("") is None
    for number in range(MAX_CACHED_REPLIES + 1):
        replies.put(f"anna:{number}", invitation)
    assert replies.get("anna:0") is None
    assert replies.get("anna:1") == invitation


def test_interrupted_rematch_creates_one_table(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = server.new_user()
    append = server.store.append

    async def fail(
        table_id: str, event_index: int, event: AnyTableEvent, command_id: str = ""
    ) -> None:
        if isinstance(event, RematchCreated):
            raise StoreError("the disk is full")
        await append(table_id, event_index, event, command_id)

    with anna.connect(server.create_table("onirim", ("human",), anna)) as socket:
        socket.send_command("resign")
        with monkeypatch.context() as patch:
            patch.setattr(server.store, "append", fail)
            assert socket.send_command("rematch")["code"] == "storage_unavailable"
        rematch_table_id = socket.send_command("rematch")["rematch_table_id"]
    tables = server.run(server.store.tables_owned_by(anna.user_id))
    assert {table.table_id for table in tables} == {socket.view["table_id"], rematch_table_id}


def test_reconnected_client_views_the_same_seat(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("nightmarium", PAIR, anna, anna)
    with anna.connect(table) as socket:
        current_seat = socket.view["handover_seat"]
    with anna.connect(f"{table}?as={current_seat}") as socket:
        assert (socket.view["viewed_seat"], socket.view["handover_seat"]) == (current_seat, -1)
    for requested in (1 - current_seat, 9, "x", ""):
        with anna.connect(f"{table}?as={requested}") as socket:
            assert (socket.view["viewed_seat"], socket.view["handover_seat"]) == (
                SPECTATOR,
                current_seat,
            )
    with server.new_user().connect(f"{table}?as={current_seat}") as socket:
        assert socket.view["viewed_seat"] == SPECTATOR
