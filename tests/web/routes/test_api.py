"""JSON API: commands as single requests, replays, and rejections."""

import json

import pytest

from onirium import SPECTATOR
from onirium.web.live import clients
from tests.support.live_server import HttpUser, LiveServer

TWO_HUMANS = ("human", "human")


def take_first_action(user: HttpUser, table: str, query: str = "") -> dict[str, object]:
    """Take the first legal action; return the table view of the reply."""
    table_view = user.get(f"/api/t/{table}{query}").json()
    command = {
        "type": "take_actions",
        "command_id": f"{table_view['version']}",
        "version": table_view["version"],
        "actions": [table_view["legal_actions"][0]["action"]],
    }
    response = user.post(f"/api/t/{table}{query}", json.dumps(command))
    assert response.status_code == 200, response.text
    reply: dict[str, object] = response.json()
    assert reply["version"] == table_view["version"] + 1
    return reply


def test_whole_game_by_requests_is_sent_to_spectators(server: LiveServer) -> None:
    anna, spectator = server.new_user(), server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    with spectator.connect(table) as client:
        while not (table_view := take_first_action(anna, table))["is_over"]:
            version = table_view["version"]
            client.receive_until(lambda view: view["version"] == version)  # noqa: B023
            assert len(client.view["frames"]) == len(table_view["frames"])  # type: ignore[arg-type]


def test_seat_owner_who_polls_is_present(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some networks block WebSockets."""
    monkeypatch.setattr(clients, "POLL_TIMEOUT_S", 0.1)
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", TWO_HUMANS, anna, boris)
    with anna.connect(table) as client:
        assert not client.view["seats"][1]["is_present"]
        server.new_user().get(f"/api/t/{table}")
        boris.get(f"/api/t/{table}")
        client.receive_until(lambda view: view["seats"][1]["is_present"])
        client.receive_until(lambda view: not view["seats"][1]["is_present"])


def test_rejections_have_status_409(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user("de")
    table = server.create_table("onirim", ("human",), anna)
    for user, body, code in [
        (anna, "", "malformed"),
        (anna, "[" * 5000, "malformed"),
        (anna, '{"type": "take_actions", "version": 0, "actions": [0]}', "outdated"),
        (anna, '{"type": "send_phrase", "phrase": "' + "x" * 9000 + '"}', "message_too_large"),
        (boris, '{"type": "take_back"}', "no_seat"),
    ]:
        response = user.post(f"/api/t/{table}", body)
        assert response.status_code == 409
        reply = response.json()
        assert (reply["type"], reply["code"]) == ("rejected", code)
        assert reply["table_view"]["version"] == 1
    assert reply["reason"] == "An diesem Tisch schaust du nur zu."
    for path in ("/api/t/nowhere", "/api/t/nowhere/steps"):
        assert anna.get(path).status_code == 404
    assert anna.post("/api/t/nowhere", "{}").status_code == 404
    assert anna.post("/api/t/nowhere/join", "{}").status_code == 404
    for invalid in ("{}", b'{"secret": "\xff"}'):
        assert anna.post(f"/api/t/{table}/join", invalid).json()["code"] == "malformed"
    assert (
        anna.post(f"/api/t/{table}/join", '{"secret": ""}').json()["code"] == "invalid_invitation"
    )


def test_players_sharing_a_device_request_their_view(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("nightmarium", TWO_HUMANS, anna, anna)
    for _ in range(8):
        hidden = anna.get(f"/api/t/{table}").json()
        assert hidden["viewed_seat"] == SPECTATOR
        reply = take_first_action(anna, table, f"?as={hidden['handover_seat']}")
        assert reply["handover_seat"] in (-1, 1 - hidden["handover_seat"])


def test_views_of_other_seats_are_forbidden(server: LiveServer) -> None:
    anna, boris, spectator = server.new_user(), server.new_user(), server.new_user()
    table = server.create_table("nightmarium", TWO_HUMANS, anna, boris)
    assert anna.get(f"/api/t/{table}?as=1").json()["viewed_seat"] == 0
    assert spectator.get(f"/api/t/{table}?as=0").json()["viewed_seat"] == SPECTATOR
    for user, seat in [(anna, "1"), (spectator, "0"), (anna, "open"), (anna, "²"), (anna, "99")]:
        assert user.get(f"/api/t/{table}/steps?as={seat}").status_code == 403
    assert spectator.get(f"/api/t/{table}/steps").json()["viewed_seat"] == SPECTATOR
    assert anna.get(f"/api/t/{table}/steps").json()["viewed_seat"] == 0


def test_replay_shows_the_views_of_the_game(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("nightmarium", ("human", "greedy"), anna)
    seen = [anna.get(f"/api/t/{table}").json()["frames"][-1]]
    with anna.connect(table) as client:
        while not client.view["is_over"]:
            client.take_first_action()
            seen += client.view["frames"]
    counts = [frame["action_count"] for frame in seen]
    replay = anna.get(f"/api/t/{table}/steps?as=0").json()
    seen_views = {frame["action_count"]: frame["view"] for frame in seen}
    assert all(
        frame["view"] == seen_views[frame["action_count"]]
        for frame in replay["frames"]
        if frame["action_count"] >= counts[0]
    )
    assert replay["is_over"]
    action_counts = [frame["action_count"] for frame in replay["frames"]]
    assert action_counts == sorted(action_counts)
    assert action_counts[-1] == client.view["frames"][-1]["action_count"]
    anna.headers["accept-encoding"] = "identity"
    plain = anna.get(f"/api/t/{table}/steps?as=0")
    assert "content-encoding" not in plain.headers
    assert plain.json() == replay
    revealed = server.new_user().get(f"/api/t/{table}/steps?as=open").json()
    assert [frame["views"][0] for frame in revealed["frames"]] == [
        frame["view"] for frame in replay["frames"]
    ]
    assert all("?" not in frame["views"][1]["hand"] for frame in revealed["frames"])
    assert len(revealed["frames"][-1]["views"]) == 2
