"""Disabled links: only seat owners can view the table, and invitations are rejected."""

import json
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.live_server import HttpUser, LiveServer, run_server

TWO_HUMANS = ("human", "human")
CLOSED = 4403


def set_links(host: HttpUser, table: str, *, enabled: bool) -> None:
    response = host.post(f"/api/t/{table}", json.dumps({"type": "set_links", "enabled": enabled}))
    assert response.json()["links_enabled"] is enabled, response.text


def close_code(user: HttpUser, table: str) -> int:
    with pytest.raises(ConnectionClosed) as closed, user.connect(table):
        pass
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def test_disabled_links_hide_the_table_from_spectators(server: LiveServer) -> None:
    anna, boris, spectator = (server.new_user() for _ in range(3))
    table = server.create_table("nightmarium", TWO_HUMANS, anna, boris)
    paths = [f"/t/{table}", f"/t/{table}/replay", f"/api/t/{table}", f"/api/t/{table}/steps"]
    assert {spectator.get(path).status_code for path in paths} == {200}
    set_links(anna, table, enabled=False)
    for path in [*paths, f"/t/{table}/record.json", f"/api/t/{table}/analysis"]:
        response = spectator.get(path)
        assert response.status_code == 403, path
        assert "switched off" in response.text
    assert close_code(spectator, table) == CLOSED
    response = spectator.post(f"/api/t/{table}", '{"type": "resync"}')
    assert (response.status_code, response.json()["code"]) == (409, "links_disabled")
    assert response.json()["table_view"] is None
    for player in (anna, boris):
        assert {player.get(path).status_code for path in paths} == {200}
        with player.connect(table) as client:
            assert client.view["own_seats"]
    set_links(anna, table, enabled=True)
    assert {spectator.get(path).status_code for path in paths} == {200}


def test_disabling_links_disconnects_spectators_with_a_reason(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    with server.new_user("de").connect(table) as spectator_client, anna.connect(table) as client:
        spectator_client.receive()
        client.send_command("set_links", enabled=False)
        rejection = spectator_client.receive()
        assert (rejection["code"], rejection["table_view"]) == ("links_disabled", None)
        assert "abgeschaltet" in rejection["reason"]
        with pytest.raises(ConnectionClosed) as closed:
            spectator_client.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == CLOSED
        assert client.take_first_action()["type"] == "table_view"


def test_disabling_links_invalidates_invitations(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", TWO_HUMANS, anna, anna)
    with anna.connect(table) as client:
        body = json.dumps(
            {"secret": client.send_command("create_invitation", seat=1)["link"].partition("#")[2]}
        )
        client.send_command("set_links", enabled=False)
        refused = boris.post(f"/api/t/{table}/join", body)
        assert (refused.status_code, refused.json()["code"]) == (409, "links_disabled")
        assert client.send_command("create_invitation", seat=1)["code"] == "links_disabled"
        client.send_command("set_links", enabled=True)
        assert boris.post(f"/api/t/{table}/join", body).json()["code"] == "invalid_invitation"
        body = json.dumps(
            {"secret": client.send_command("create_invitation", seat=1)["link"].partition("#")[2]}
        )
        assert boris.post(f"/api/t/{table}/join", body).json()["type"] == "joined"


def test_only_the_host_sets_links(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", TWO_HUMANS, anna, boris)
    command = json.dumps({"type": "set_links", "enabled": False})
    for other in (boris, server.new_user()):
        table_view = other.get(f"/api/t/{table}").json()
        assert (table_view["links_enabled"], table_view["is_host"]) == (True, False)
        assert other.post(f"/api/t/{table}", command).json()["code"] == "not_host"
    assert anna.get(f"/api/t/{table}").json()["is_host"]


def test_disabled_links_survive_a_restart(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        anna = server.new_user()
        table = server.create_table("onirim", ("human",), anna)
        set_links(anna, table, enabled=False)
    with run_server(tmp_path) as server:
        assert server.new_user().get(f"/api/t/{table}").status_code == 403
        assert not anna.at_server(server).get(f"/api/t/{table}").json()["links_enabled"]


def test_disabled_links_stay_disabled_at_a_rematch(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", TWO_HUMANS, anna, boris)
    set_links(anna, table, enabled=False)
    with boris.connect(table) as client:
        client.send_command("resign")
        rematch = client.send_command("rematch")["rematch_table_id"]
    assert server.new_user().get(f"/api/t/{rematch}").status_code == 403
    for player in (anna, boris):
        assert not player.get(f"/api/t/{rematch}").json()["links_enabled"]
