"""Links switched off: only those who have a seat see the table, and nobody comes in by a link."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from onirium.games import registry
from tests.support.live_server import HttpUser, LiveServer, run_server

PAIR = ("human", "human")
CLOSED = 4403


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with (
        pytest.MonkeyPatch.context() as patch,
        run_server(tmp_path_factory.mktemp("data")) as server,
    ):
        # The game of the tests has no words for pages.
        patch.delitem(registry._MODULES, "hush", raising=False)
        yield server


def switch(host: HttpUser, table: str, *, on: bool) -> None:
    answer = host.post(f"/api/t/{table}", json.dumps({"type": "set_links", "enabled": on}))
    assert answer.json()["links_enabled"] is on, answer.text


def code_at_the_door(visitor: HttpUser, table: str) -> int:
    with pytest.raises(ConnectionClosed) as closed, visitor.connect(table):
        pass
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def test_who_has_no_seat_sees_nothing(server: LiveServer) -> None:
    anna, boris, stranger = (server.new_user() for _ in range(3))
    table = server.create_table("nightmarium", PAIR, anna, boris)
    paths = [f"/t/{table}", f"/t/{table}/replay", f"/api/t/{table}", f"/api/t/{table}/steps"]
    assert {stranger.get(path).status_code for path in paths} == {200}
    switch(anna, table, on=False)
    for path in [*paths, f"/t/{table}/record.json", f"/api/t/{table}/analysis"]:
        answer = stranger.get(path)
        assert answer.status_code == 403, path
        assert "switched off" in answer.text
    assert code_at_the_door(stranger, table) == CLOSED
    answer = stranger.post(f"/api/t/{table}", '{"type": "resync"}')
    assert (answer.status_code, answer.json()["code"]) == (409, "closed")
    assert answer.json()["table_view"] is None
    for player in (anna, boris):
        assert {player.get(path).status_code for path in paths} == {200}
        with player.connect(table) as window:
            assert window.view["own_seats"]
    switch(anna, table, on=True)
    assert {stranger.get(path).status_code for path in paths} == {200}


def test_who_looks_on_is_shown_out_and_told_why(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    with server.new_user("de").connect(table) as watching, anna.connect(table) as window:
        watching.receive()
        window.send_command("set_links", enabled=False)
        told = watching.receive()
        assert (told["code"], told["table_view"]) == ("closed", None)
        assert "abgeschaltet" in told["reason"]
        with pytest.raises(ConnectionClosed) as closed:
            watching.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == CLOSED
        assert window.take_first_action()["type"] == "table_view"


def test_invitations_are_void_from_then_on(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", PAIR, anna, anna)
    with anna.connect(table) as window:
        body = json.dumps(
            {"secret": window.send_command("create_invitation", seat=1)["link"].partition("#")[2]}
        )
        window.send_command("set_links", enabled=False)
        refused = boris.post(f"/api/t/{table}/join", body)
        assert (refused.status_code, refused.json()["code"]) == (409, "closed")
        assert window.send_command("create_invitation", seat=1)["code"] == "closed"
        window.send_command("set_links", enabled=True)
        assert boris.post(f"/api/t/{table}/join", body).json()["code"] == "invitation"
        body = json.dumps(
            {"secret": window.send_command("create_invitation", seat=1)["link"].partition("#")[2]}
        )
        assert boris.post(f"/api/t/{table}/join", body).json()["type"] == "joined"


def test_only_the_host_switches(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", PAIR, anna, boris)
    wish = json.dumps({"type": "set_links", "enabled": False})
    for other in (boris, server.new_user()):
        sight = other.get(f"/api/t/{table}").json()
        assert (sight["links_enabled"], sight["is_host"]) == (True, False)
        assert other.post(f"/api/t/{table}", wish).json()["code"] == "host"
    assert anna.get(f"/api/t/{table}").json()["is_host"]


def test_it_stays_so(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        anna = server.new_user()
        table = server.create_table("onirim", ("human",), anna)
        switch(anna, table, on=False)
    with run_server(tmp_path) as server:
        assert server.new_user().get(f"/api/t/{table}").status_code == 403
        assert not anna.at_server(server).get(f"/api/t/{table}").json()["links_enabled"]
