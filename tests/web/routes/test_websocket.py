"""WebSocket endpoint: events reach all clients, invalid commands are rejected."""

import asyncio
import json
import re
import socket
import threading
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Opcode

from onirium import SPECTATOR
from onirium.storage.completion import Completion, finish_from_thread
from onirium.storage.store import StoreError
from onirium.tables.commands import play
from onirium.web.config.settings import Settings
from onirium.web.fair_queue import Requester
from onirium.web.live import command_intake
from onirium.web.live.clients import Clients
from onirium.web.live.protocol.commands import MAX_ACTIONS
from onirium.web.middleware.rate_limit import RateLimits
from onirium.web.middleware.server_time import Reservation, ServerTime, TimeBudget
from tests.support.live_server import (
    TIMEOUT_S,
    LiveServer,
    TableSocket,
    run_server,
    wait_until,
)
from tests.support.raw_websocket import RawWebSocket, connect_raw, encode_frame
from tests.support.table_views import settle

TWO_HUMANS = ("human", "human")


@pytest.fixture(scope="module")
def server(each_server: LiveServer) -> LiveServer:
    return each_server


def check_rejected(client: TableSocket, code: str, command: str, **fields: object) -> None:
    """Check that a command is rejected with a reason and the unchanged table view."""
    before = settle(client.view)
    reply = client.send_command(command, **fields)
    assert reply["type"] == "rejected"
    assert reply["code"] == code
    assert len(reply["reason"].split()) > 3
    assert settle(reply["table_view"]) == before


def mover_first(*clients: TableSocket) -> list[TableSocket]:
    """Return the clients, the one whose seat decides first."""
    return sorted(clients, key=lambda client: not client.view["legal_actions"])


def answered_ids(client: RawWebSocket) -> Iterator[str]:
    """Yield the ids of the commands that the next messages answer."""
    while True:
        if command_id := json.loads(client.receive()[1])["command_id"]:
            yield command_id


def repeat_until_closed(operation: Callable[[], object]) -> int:
    """Repeat an operation until the server closes the connection; return the close code."""
    try:
        for _ in range(5000):
            operation()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0
    raise AssertionError("the socket stays open")


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("onirim", ("human",), {}),
        ("onirim", ("human", "greedy"), {"seats": 2}),
        ("nightmarium", ("greedy", "human", "random"), {"seats": 3}),
    ],
)
def test_whole_game_can_be_played(
    server: LiveServer, game: str, seats: tuple[str, ...], options: dict[str, int]
) -> None:
    user = server.new_user()
    table = server.create_table(game, seats, user, options=options)
    with user.connect(table) as client:
        assert client.view["seed"] == ""
        while not client.view["is_over"]:
            version = client.view["version"]
            assert client.take_first_action()["type"] == "table_view"
            assert client.view["version"] == version + 1
            assert client.view["frames"][0]["seat"] == client.view["viewed_seat"]
            assert all(not frame["view"]["legal_actions"] for frame in client.view["frames"])
        assert client.view["result_text"]
        assert client.view["legal_actions"] == []
        assert client.view["seed"] == "1"
        check_rejected(
            client, "game_over", "take_actions", version=client.view["version"], actions=[0]
        )
    (summary,) = server.run(server.store.tables_owned_by(user.user_id))
    assert summary.result != ""


def test_each_client_gets_the_view_of_its_own_seat(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user("ru")
    table = server.create_table("nightmarium", TWO_HUMANS, anna, boris)
    with anna.connect(table) as anna_client, boris.connect(table) as boris_client:
        anna_client.receive()
        assert (anna_client.view["viewed_seat"], boris_client.view["viewed_seat"]) == (0, 1)
        assert [seat["is_present"] for seat in anna_client.view["seats"]] == [True, True]
        assert [seat["is_own"] for seat in boris_client.view["seats"]] == [False, True]
        mover, other = mover_first(anna_client, boris_client)
        assert other.view["legal_actions"] == []
        mover.take_first_action()
        other.receive()
        assert other.view["version"] == mover.view["version"]
        assert len(other.view["frames"]) == len(mover.view["frames"])
        assert (
            anna_client.view["frames"][-1]["view"]["hand"]
            != boris_client.view["frames"][-1]["view"]["hand"]
        )
        assert anna_client.view["narration"] != boris_client.view["narration"]
    with anna.connect(table) as anna_client:
        assert [seat["is_vacant"] for seat in anna_client.view["seats"]] == [False, True]


def test_spectator_gets_the_public_view_and_cannot_act(server: LiveServer) -> None:
    anna, spectator = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", ("human", "greedy"), anna)
    with spectator.connect(table) as client:
        assert client.view["viewed_seat"] == SPECTATOR
        assert client.view["own_seats"] == []
        view = client.view["frames"][0]["view"]
        assert view["seat"] == SPECTATOR
        for command, fields in [
            ("take_actions", {"version": client.view["version"], "actions": [0]}),
            ("take_back", {}),
            ("answer_takeback", {"accept": True}),
            ("resign", {}),
            ("send_phrase", {"phrase": "hello"}),
            ("rematch", {}),
        ]:
            check_rejected(client, "no_seat", command, **fields)
        check_rejected(client, "not_host", "create_invitation", seat=1)
        check_rejected(client, "not_host", "assign_seat", seat=1, occupant="random")
        check_rejected(client, "not_own_seat", "view_seat", seat=0)


def test_repeated_command_has_one_effect(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    with anna.connect(table) as client:
        action = client.view["legal_actions"][0]["action"]
        version = client.view["version"]
        first = client.send_command(
            "take_actions", version=version, actions=[action], command_id="once"
        )
        again = client.send_command(
            "take_actions", version=version, actions=[action], command_id="once"
        )
        assert again["type"] == "table_view"
        assert again["version"] == first["version"] == version + 1
        assert again["frames"][-1]["view"] == first["frames"][-1]["view"]
        check_rejected(
            client,
            "outdated",
            "take_actions",
            version=version,
            actions=[action],
            command_id="twice",
        )
    with anna.connect(table) as client:
        assert (
            client.send_command("take_actions", version=0, actions=[action], command_id="once")[
                "type"
            ]
            == "table_view"
        )
        assert client.view["version"] == version + 1


def test_rejected_command_does_not_succeed_later(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    with anna.connect(table) as client:
        refused = client.send_command("take_back", command_id="late")
        assert refused["code"] == "nothing_to_take_back"
        client.take_first_action()
        version = client.view["version"]
        assert client.send_command("take_back", command_id="late")["code"] == refused["code"]
        assert client.view["version"] == version
        assert client.send_command("take_back", command_id="new")["type"] == "table_view"


def test_invalid_commands_are_rejected(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", TWO_HUMANS, anna, boris)
    with anna.connect(table) as anna_client, boris.connect(table) as boris_client:
        anna_client.receive()
        mover, other = mover_first(anna_client, boris_client)
        version = mover.view["version"]
        check_rejected(other, "not_your_turn", "take_actions", version=version, actions=[0])
        check_rejected(mover, "illegal_action", "take_actions", version=version, actions=[2**30])
        check_rejected(mover, "outdated", "take_actions", version=version + 1, actions=[0])
        check_rejected(mover, "malformed", "take_actions", version=-1, actions=[0])
        check_rejected(mover, "malformed", "dance")
        check_rejected(mover, "malformed", "take_back", seat=1)
        check_rejected(mover, "message_too_large", "send_phrase", phrase="x" * 9000)
        check_rejected(mover, "unknown_phrase", "send_phrase", phrase="rude")
        check_rejected(mover, "no_such_seat", "create_invitation", seat=2)
        check_rejected(mover, "no_takeback_request", "answer_takeback", accept=True)
        check_rejected(mover, "game_in_progress", "rematch")
        mover.connection.send(b"\xff\x00")
        assert mover.receive()["code"] == "malformed"


@pytest.mark.parametrize(("size", "code"), [(8_192, ""), (8_193, "message_too_large")])
def test_size_of_a_message_is_limited(server: LiveServer, size: int, code: str) -> None:
    """The documented limit is 8,192 bytes."""
    anna = server.new_user()
    with anna.connect(server.create_table("onirim", ("human",), anna)) as client:
        client.connection.send('{"type": "resync"}'.ljust(size))
        assert client.receive().get("code", "") == code


@pytest.mark.parametrize(("more", "code"), [(0, "illegal_action"), (1, "malformed")])
def test_number_of_actions_is_limited(server: LiveServer, more: int, code: str) -> None:
    anna = server.new_user()
    with anna.connect(server.create_table("onirim", ("human",), anna)) as client:
        assert client.take_actions(*[0] * (MAX_ACTIONS + more))["code"] == code


def test_longest_command_id_is_accepted(server: LiveServer) -> None:
    anna = server.new_user()
    with anna.connect(server.create_table("onirim", ("human",), anna)) as client:
        assert client.send_command("ping", command_id="a" * 40)["type"] == "pong"


def test_messages_that_arrive_together_are_answered_in_order(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    names = [f"{number:03}" for number in range(100)]
    commands = [json.dumps({"type": "stop_hint", "command_id": name}).encode() for name in names]
    with connect_raw(server.host, f"/ws/t/{table}", anna.headers) as client:
        for _ in range(2):
            client.send(b"".join(encode_frame(Opcode.TEXT, command) for command in commands))
            assert list(islice(answered_ids(client), len(names))) == names


def test_error_in_a_command_closes_its_connection_only(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    with anna.connect(table) as other:
        with anna.connect(table) as client, monkeypatch.context() as patch:
            patch.setattr(Clients, "full_view", None)
            client.connection.send('{"type": "resync"}')
            with pytest.raises(ConnectionClosed):
                client.receive()
        assert other.send_command("resync")["type"] == "table_view"
    assert "TypeError" in caplog.text


def test_command_id_does_not_repeat_the_reply_to_another_command(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("nightmarium", TWO_HUMANS, anna, anna)
    with anna.connect(table) as client:
        for command, fields, reply in (
            ("create_invitation", {"seat": 1}, "invitation"),
            ("send_phrase", {"phrase": "rude"}, "rejected"),
        ):
            assert client.send_command(command, **fields, command_id=command)["type"] == reply
            assert client.send_command("resync", command_id=command)["type"] == "table_view"
            assert client.send_command(command, **fields, command_id=command)["type"] == reply


def test_unknown_table_closes_the_connection(server: LiveServer) -> None:
    with pytest.raises(ConnectionClosed) as closed, server.new_user().connect("nowhere"):
        pass
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


def test_outdated_client_has_to_load_its_page_again(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    page = anna.get(f"/t/{table}").text
    (version,) = re.findall(r'data-version="(\w+)"', page)
    with anna.connect(f"{table}?version={version}&language=en") as client:
        assert client.view["type"] == "table_view"
    for query in ("version=older&language=en", f"version={version}&language=de"):
        with pytest.raises(ConnectionClosed) as closed, anna.connect(f"{table}?{query}"):
            pass
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4426


def test_players_sharing_a_device_must_open_their_view(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("nightmarium", TWO_HUMANS, anna, anna)
    with anna.connect(table) as client:
        for _ in range(12):
            turn = client.view["handover_seat"]
            assert turn in (0, 1)
            assert client.view["viewed_seat"] == SPECTATOR
            assert client.view["legal_actions"] == []
            check_rejected(
                client,
                "seat_not_viewed",
                "take_actions",
                version=client.view["version"],
                actions=[0],
            )
            client.send_command("view_seat", seat=turn)
            assert client.view["viewed_seat"] == turn
            assert client.view["handover_seat"] == -1
            while client.view["handover_seat"] == -1:
                client.take_first_action()
        client.send_command("view_seat", seat=client.view["handover_seat"])
        client.send_command("hide_hands")
        assert client.view["viewed_seat"] == SPECTATOR
        assert client.view["handover_seat"] != -1


def test_opened_view_closes_when_another_device_ends_the_turn(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("nightmarium", TWO_HUMANS, anna, anna)
    with anna.connect(table) as client, anna.connect(table) as other:
        turn = client.view["handover_seat"]
        for each in (client, other):
            each.send_command("view_seat", seat=turn)
        while client.view["handover_seat"] == -1:
            client.take_first_action()
        other.receive_until(lambda message: message["version"] == client.view["version"])
        assert other.view["viewed_seat"] == SPECTATOR
        assert other.view["handover_seat"] == 1 - turn


def test_end_of_the_game_opens_the_view_of_every_device(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("nightmarium", TWO_HUMANS, anna, anna)
    with anna.connect(table) as client, anna.connect(table) as other:
        client.send_command("view_seat", seat=client.view["handover_seat"])
        client.send_command("resign")
        other.receive_until(lambda message: message["is_over"])
        assert other.view["viewed_seat"] in (0, 1)
        assert other.view["handover_seat"] == -1


def test_session_is_dropped_after_its_last_client(tmp_path_factory: pytest.TempPathFactory) -> None:
    with run_server(tmp_path_factory.mktemp("data")) as server:
        anna, spectator = server.new_user(), server.new_user()
        table = server.create_table("onirim", ("human",), anna)
        with spectator.connect(table):
            with anna.connect(table) as client:
                client.take_first_action()
            assert server.open_table_ids == {table}
        wait_until(lambda: not server.open_table_ids)
        with anna.connect(table) as again:
            assert again.view["version"] == client.view["version"]


def test_names_of_spectators_are_forgotten(server: LiveServer) -> None:
    """Otherwise throwaway cookies would fill the memory of an open table."""
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    with anna.connect(table):
        for _ in range(3):
            spectator = server.new_user()
            with spectator.connect(table):
                spectator.post(f"/api/t/{table}/join", '{"secret": "wrong"}')
        session = server.open_session(table)
        assert session is not None
        wait_until(lambda: {*session.clients._names} == {anna.user_id})


def test_open_hands_need_no_handover(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table(
        "onirim", TWO_HUMANS, anna, anna, options={"seats": 2, "table": "open"}
    )
    with anna.connect(table) as client:
        seen = set()
        for _ in range(30):
            assert client.view["handover_seat"] == -1
            seen.add(client.view["viewed_seat"])
            client.take_first_action()
        assert seen == {0, 1}


def test_invitation_assigns_the_seat(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", TWO_HUMANS, anna, anna)
    with anna.connect(table) as client:
        invitation = client.send_command("create_invitation", seat=1, command_id="please")
        assert invitation["type"] == "invitation"
        assert client.send_command("create_invitation", seat=1, command_id="please") == invitation
        assert {len(row) for row in invitation["qr_rows"]} == {len(invitation["qr_rows"])}
        address, _, secret = invitation["link"].partition("#")
        assert address == f"{server.address}/join/{table}"
        body = json.dumps({"secret": secret})
        for _ in range(2):
            joined = boris.post(f"/api/t/{table}/join", body).json()
            assert joined == {"type": "joined", "seat": 1, "path": f"/t/{table}"}
        client.receive_until(lambda table_view: table_view["own_seats"] == [0])
        with boris.connect(table) as boris_client:
            assert boris_client.view["own_seats"] == [1]
        refused = server.new_user().post(f"/api/t/{table}/join", body)
        assert (refused.status_code, refused.json()["code"]) == (409, "invalid_invitation")


def test_new_name_appears_while_another_page_is_open(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", TWO_HUMANS, anna, boris)
    with anna.connect(table) as anna_client, boris.connect(table) as boris_client:
        anna_client.receive()
        server.run(server.store.update_profile(boris.user_id, name="Boris"))
        with boris.connect(table):
            for client in (anna_client, boris_client):
                client.receive()
                assert client.view["seats"][1]["name"] == "Boris"


def test_player_replaces_a_host_who_is_away(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", TWO_HUMANS, anna, boris)
    with boris.connect(table) as boris_client:
        with anna.connect(table):
            boris_client.receive()
            assert not boris_client.view["may_replace"]
            check_rejected(
                boris_client, "occupant_present", "assign_seat", seat=0, occupant="greedy"
            )
        boris_client.receive()
        assert boris_client.view["may_replace"]
        boris_client.send_command("assign_seat", seat=0, occupant="greedy")
        assert boris_client.view["seats"][0]["occupant"] == "greedy"
        check_rejected(boris_client, "not_host", "assign_seat", seat=0, occupant="human")
        with anna.connect(table) as anna_client:
            anna_client.send_command("assign_seat", seat=0, occupant="human")
            assert anna_client.view["own_seats"] == [0]


def test_vacant_seat_is_assigned_to_a_bot_and_back(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", TWO_HUMANS, anna, boris)
    with anna.connect(table) as anna_client:
        with boris.connect(table):
            anna_client.receive()
            check_rejected(
                anna_client, "occupant_present", "assign_seat", seat=1, occupant="greedy"
            )
        anna_client.receive()
        assert anna_client.view["seats"][1]["is_vacant"]
        anna_client.send_command("assign_seat", seat=1, occupant="greedy")
        assert anna_client.view["seats"][1] == {
            "occupant": "greedy",
            "name": "",
            "is_present": False,
            "is_own": False,
            "is_vacant": False,
            "is_open": False,
            "is_invited": False,
            "is_kept": True,
        }
        assert anna_client.view["legal_actions"]
        with boris.connect(table) as boris_client:
            assert boris_client.view["own_seats"] == []
            assert boris_client.view["viewed_seat"] == SPECTATOR
            assert boris_client.view["seats"][1]["is_own"]
            boris_client.send_command("assign_seat", seat=1, occupant="human")
            assert boris_client.view["own_seats"] == [1]
            assert boris_client.view["viewed_seat"] == 1


def test_takeback_alone_makes_the_game_unranked(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    with anna.connect(table) as client:
        assert client.view["takeback"] == ""
        check_rejected(client, "nothing_to_take_back", "take_back")
        before = client.view["frames"][-1]["view"]
        client.take_actions(
            next(c["action"] for c in client.view["legal_actions"] if c["target"] == "row")
        )
        assert client.view["takeback"] == "unranked"
        client.send_command("take_back")
        assert client.view["unranked"]
        assert client.view["frames"][-1]["view"] == before


def test_takeback_against_others_requires_consent(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", TWO_HUMANS, anna, boris)
    with anna.connect(table) as anna_client, boris.connect(table) as boris_client:
        anna_client.receive()
        mover, other = mover_first(anna_client, boris_client)
        before = mover.view["frames"][-1]["view"]
        mover.take_first_action()
        other.receive()
        assert mover.view["takeback"] == "ask"
        mover.send_command("take_back")
        assert mover.view["takeback_request"] == {
            "seat": mover.view["viewed_seat"],
            "awaits_viewer": False,
        }
        other.receive()
        assert other.view["takeback_request"] == {
            "seat": mover.view["viewed_seat"],
            "awaits_viewer": True,
        }
        other.send_command("answer_takeback", accept=True)
        mover.receive()
        assert mover.view["frames"][-1]["view"] == before


def test_resignation_ends_the_game_for_a_rematch(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user("de")
    table = server.create_table("nightmarium", TWO_HUMANS, anna, boris)
    with anna.connect(table) as anna_client, boris.connect(table) as boris_client:
        anna_client.send_command("resign")
        boris_client.receive()
        assert (
            boris_client.view["is_over"],
            boris_client.view["resigned_seat"],
            boris_client.view["legal_actions"],
        ) == (
            True,
            0,
            [],
        )
        assert boris_client.view["result_text"] == "Spieler\xa01 hat aufgegeben."
        assert boris_client.view["results"] == ["lost", "won"]
        boris_client.send_command("rematch")
        anna_client.receive()
        assert anna_client.view["rematch_table_id"] == boris_client.view["rematch_table_id"] != ""
        check_rejected(anna_client, "rematch_exists", "rematch")
    with anna.connect(anna_client.view["rematch_table_id"]) as anna_client:
        assert anna_client.view["own_seats"] == [0]


def test_phrases_reach_the_others_unless_the_table_is_silent(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user("de")
    table = server.create_table("nightmarium", TWO_HUMANS, anna, boris)
    with anna.connect(table) as anna_client, boris.connect(table) as boris_client:
        assert "well done" in anna_client.view["phrases"]
        anna_client.send_command("send_phrase", phrase="well done")
        boris_client.receive()
        assert boris_client.view["chat"] == [{"number": 0, "seat": 0, "phrase": "well done"}]
    silent = server.create_table(
        "onirim", TWO_HUMANS, anna, boris, options={"seats": 2, "table": "silent"}
    )
    with anna.connect(silent) as anna_client:
        assert anna_client.view["phrases"] == []
        check_rejected(anna_client, "chat_disabled", "send_phrase", phrase="well done")


def test_commands_are_rate_limited(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A busy server would refill the bucket between two commands.
    monkeypatch.setattr(command_intake, "time", SimpleNamespace(monotonic=lambda: 0.0))
    with run_server(tmp_path_factory.mktemp("data"), RateLimits()) as server:
        anna = server.new_user()
        table = server.create_table("onirim", ("human",), anna)
        with anna.connect(table) as client:
            codes = [client.send_command("resync").get("code", "") for _ in range(25)]
            assert codes[:20] == [""] * 20
            assert codes[20:] == ["rate_limited"] * 5
            assert repeat_until_closed(lambda: client.send_command("resync")) == 1008


def test_rate_limit_of_commands_outlives_the_connection(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_intake, "time", SimpleNamespace(monotonic=lambda: 0.0))
    with run_server(tmp_path_factory.mktemp("data"), RateLimits(commands=4)) as server:
        anna = server.new_user()
        table = server.create_table("onirim", ("human",), anna)
        codes = [
            anna.post(f"/api/t/{table}", '{"type": "resync"}').json().get("code", "")
            for _ in range(3)
        ]
        for _ in range(2):
            wait_until(lambda: server.open_session(table) is None)
            with anna.connect(table) as client:
                codes.append(client.send_command("resync").get("code", ""))
        assert codes == [""] * 4 + ["rate_limited"]


def test_connections_per_table_are_limited(tmp_path_factory: pytest.TempPathFactory) -> None:
    with run_server(tmp_path_factory.mktemp("data"), RateLimits(connections_per_table=1)) as server:
        anna = server.new_user()
        table = server.create_table("onirim", ("human",), anna)
        with anna.connect(table):
            with pytest.raises(ConnectionClosed) as closed, anna.connect(table):
                pass
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008


def test_slow_reader_is_disconnected_and_can_reconnect(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with run_server(tmp_path_factory.mktemp("data"), send_buffer_bytes=4096) as server:
        anna, boris = server.new_user(), server.new_user()
        table = server.create_table("onirim", TWO_HUMANS, anna, boris, options={"seats": 2})
        slow = socket.socket()
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", int(server.host.split(":")[1])))
        options = {"sock": slow, "max_queue": 1, "close_timeout": 0.1}
        with (
            anna.connect(table) as anna_client,
            boris.connect(table, **options) as boris_client,
        ):
            anna_client.receive()
            # Fewer replies than the queue holds, but more bytes than the buffers.
            for _ in range(40):
                boris_client.connection.send('{"type": "resync", "command_id": ""}')
            for _ in range(5000):
                if not anna_client.view["seats"][1]["is_present"]:
                    break
                anna_client.send_command("send_phrase", phrase="hello")
            assert not anna_client.view["seats"][1]["is_present"]
            assert repeat_until_closed(lambda: boris_client.connection.recv(TIMEOUT_S)) == 1013
        with boris.connect(table) as boris_client:
            assert boris_client.view["version"] == anna_client.view["version"]


def test_events_of_another_server_are_applied_before_a_command(server: LiveServer) -> None:
    anna = server.new_user()
    table_id = server.create_table("onirim", ("human",), anna)
    with anna.connect(table_id) as client:
        table = server.run(server.store.load(table_id))
        assert table is not None
        event = play.take_actions(table, 0, table.match.state.legal_actions()[:1], table.version)
        server.run(server.store.append(table_id, table.version, event))
        reply = client.take_first_action()
        assert (reply["type"], reply["code"]) == ("rejected", "outdated")
        assert reply["table_view"]["version"] == table.version + 1
        assert client.take_first_action()["type"] == "table_view"


@pytest.mark.parametrize("command_id", ["\0", "a\0b", "a" * 41])
def test_invalid_command_ids_are_malformed(server: LiveServer, command_id: str) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    with anna.connect(table) as client:
        action = client.view["legal_actions"][0]["action"]
        fields = {"version": client.view["version"], "actions": [action]}
        client.connection.send(
            json.dumps({"type": "take_actions", "command_id": command_id, **fields})
        )
        assert client.receive()["code"] == "malformed"
        assert client.take_first_action()["type"] == "table_view"


def test_action_is_rejected_if_the_store_fails(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)

    async def fail(*_: object) -> None:
        raise StoreError("the disk is full")

    with anna.connect(table) as client, monkeypatch.context() as patch:
        patch.setattr(server.store, "append", fail)
        before = client.view["frames"][-1]["view"]
        action = client.view["legal_actions"][0]["action"]
        reply = client.send_command(
            "take_actions", version=client.view["version"], actions=[action]
        )
        assert (reply["type"], reply["code"]) == ("rejected", "storage_unavailable")
        assert reply["table_view"]["frames"][-1]["view"] == before
        patch.undo()
        assert client.take_first_action()["type"] == "table_view"


def test_tutorial_shows_texts_and_only_the_scripted_action(server: LiveServer) -> None:
    anna = server.new_user("de")
    reply = anna.post("/learn/onirim", "", **{"Content-Type": "application/x-www-form-urlencoded"})
    table = reply.headers["location"].removeprefix("/t/")
    with anna.connect(table) as client:
        steps = client.view["tutorial"]["count"]
        texts = []
        while client.view["tutorial"]:
            texts.append(client.view["tutorial"]["text"])
            assert client.view["tutorial"]["index"] < steps
            assert len(client.view["legal_actions"]) == 1
            client.take_first_action()
        assert len({*texts}) > 5
        assert len(client.view["legal_actions"]) > 1
        client.send_command("resign")
        client.send_command("rematch")
        assert client.view["rematch_table_id"]
    with anna.connect(client.view["rematch_table_id"]) as client:
        assert client.view["tutorial"]["text"] == texts[0]


def test_texts_are_in_the_language_of_the_viewer(server: LiveServer) -> None:
    labels = {}
    for language in ("en", "ru", "de"):
        user = server.new_user(language)
        with user.connect(server.create_table("onirim", ("human",), user)) as client:
            labels[language] = [choice["label"] for choice in client.view["legal_actions"]]
            labels[language] += [
                client.view["prompt"],
                *client.view["help"],
                *(sentence["text"] for sentence in client.view["narration"]),
            ]
    assert not {*labels["en"]} & {*labels["ru"]}
    assert not {*labels["en"]} & {*labels["de"]}


def test_commands_are_charged_to_their_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    charges: list[float] = []
    charge = TimeBudget.charge

    def note_charge(self: TimeBudget, seconds: float) -> None:
        charges.append(seconds)
        charge(self, seconds)

    monkeypatch.setattr(TimeBudget, "charge", note_charge)
    settings = Settings(trusted_proxies="127.0.0.1/32")
    with run_server(tmp_path, settings=settings) as server:
        anna = server.new_user()
        anna.headers["X-Forwarded-For"] = "198.51.100.7"
        with anna.connect(server.create_table("onirim", ("human",), anna)) as client:
            charges.clear()
            for _ in range(20):
                client.send_command("resync")
    assert len(charges) >= 2 * 20, "each is parsed and executed"


def test_session_stays_open_for_a_command_that_waits_for_its_time(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    is_waiting, is_due = threading.Event(), asyncio.Event()
    reserve = ServerTime.reserve

    async def wait_and_reserve(self: ServerTime, requester: Requester) -> Reservation:
        is_waiting.set()
        await is_due.wait()
        return await reserve(self, requester)

    async def is_open_after_disconnecting() -> bool:
        for _ in range(100):
            await asyncio.sleep(0)
        is_due.set()
        return server.open_session(table) is session

    with anna.connect(table) as client:
        session = server.open_session(table)
        monkeypatch.setattr(ServerTime, "reserve", wait_and_reserve)
        action = client.view["legal_actions"][0]["action"]
        command = {"type": "take_actions", "command_id": "n", "version": 1, "actions": [action]}
        client.connection.send(json.dumps(command))
        assert is_waiting.wait(TIMEOUT_S)
    assert session is not None
    wait_until(lambda: not session.presence.all_present())
    assert server.run(is_open_after_disconnecting())
    wait_until(lambda: table not in server.open_table_ids)
    assert server.run(server.store.version(table)) == 2


def test_table_is_sent_once_other_servers_can_read_the_presence(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise the host could give the seat away at another server while its owner plays."""
    reports: dict[str, Completion] = {}

    def report(table_id: str, _: object) -> Completion:
        reports[table_id] = Completion()
        threading.Timer(0.3, finish_from_thread, [[reports[table_id]], [None]]).start()
        return reports[table_id]

    monkeypatch.setattr(server.store, "report_presence", report)
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    with anna.connect(table):
        assert reports[table].is_finished
