"""What the server does for those whose line has broken: copies, late ones too, and what was cut."""

from collections.abc import Iterator

import pytest

from onirium.storage.store import StoreError
from onirium.tables.events import AnyTableEvent, RematchCreated
from onirium.web.live.protocol import Invitation
from onirium.web.live.reply_cache import MAX_CACHED_REPLIES, ReplyCache
from tests.support.live_server import LiveServer, run_server

PAIR = ("human", "human")
SPECTATOR = 7


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with run_server(tmp_path_factory.mktemp("data")) as server:
        yield server


def test_whoever_asks_hears_that_the_line_holds(server: LiveServer) -> None:
    anna = server.new_user()
    with anna.connect(server.create_table("onirim", ("human",), anna)) as window:
        assert window.send_command("ping", command_id="still?") == {
            "type": "pong",
            "command_id": "still?",
        }


def test_what_was_refused_is_not_done_when_a_copy_comes_late(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    with anna.connect(table) as old, anna.connect(table) as new:
        assert new.send_command("take_back", command_id="one")["code"] == "nothing"
        new.take_first_action()
        assert new.view["takeback"]
        version = new.view["version"]
        assert old.send_command("take_back", command_id="one")["code"] == "nothing"
        assert old.view["version"] == version
        assert new.send_command("take_back", command_id="two")["version"] == version + 1


def test_answers_without_a_nonce_and_old_ones_are_forgotten() -> None:
    replies = ReplyCache()
    invitation = Invitation(command_id="", seat=0, link="", qr_rows=[])
    replies.put("", invitation)
    assert replies.get("") is None
    for number in range(MAX_CACHED_REPLIES + 1):
        replies.put(f"anna:{number}", invitation)
    assert replies.get("anna:0") is None
    assert replies.get("anna:1") == invitation


def test_a_rematch_that_was_cut_off_is_one_table_when_it_is_asked_for_again(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = server.new_user()
    append = server.store.append

    async def fail(id: str, number: int, entry: AnyTableEvent, nonce: str = "") -> None:  # noqa: A002
        if isinstance(entry, RematchCreated):
            raise StoreError("the disk is full")
        await append(id, number, entry, nonce)

    with anna.connect(server.create_table("onirim", ("human",), anna)) as window:
        window.send_command("resign")
        with monkeypatch.context() as patch:
            patch.setattr(server.store, "append", fail)
            assert window.send_command("rematch")["code"] == "store"
        following = window.send_command("rematch")["rematch_table_id"]
    tables = server.run(server.store.tables_owned_by(anna.user_id))
    assert {table.table_id for table in tables} == {window.view["table_id"], following}


def test_a_line_that_comes_back_sees_with_the_same_eyes(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("nightmarium", PAIR, anna, anna)
    with anna.connect(table) as window:
        turn = window.view["handover_seat"]
    with anna.connect(f"{table}?as={turn}") as window:
        assert (window.view["viewed_seat"], window.view["handover_seat"]) == (turn, -1)
    for eyes in (1 - turn, 9, "x", ""):
        with anna.connect(f"{table}?as={eyes}") as window:
            assert (window.view["viewed_seat"], window.view["handover_seat"]) == (SPECTATOR, turn)
    with server.new_user().connect(f"{table}?as={turn}") as window:
        assert window.view["viewed_seat"] == SPECTATOR
