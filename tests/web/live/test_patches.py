"""Patches: every client that applies them has the view that it would get if it asked for it."""

import json
from contextlib import ExitStack
from random import Random
from typing import Any

import msgspec
import pytest

from onirium.match.match import HUMAN
from onirium.tables.commands import play, takebacks
from onirium.tables.setup import Setup
from onirium.tables.table import Table
from onirium.web.live.client_view import PresenceSnapshot
from onirium.web.live.projection import Projection
from onirium.web.live.viewer import Viewer
from tests.support.live_server import HttpUser, LiveServer, TableSocket, wait_until
from tests.support.raw_websocket import connect_raw
from tests.support.table_views import apply_table_patch, settle

EVERYTHING = {
    "expansions": ["book", "towers", "premonitions"],
    "variants": ["lost-steps", "stone-upon-stone"],
}

GAMES: list[tuple[str, dict[str, Any], list[str]]] = [
    ("onirim", {}, [HUMAN]),
    ("onirim", {"seats": 2, **EVERYTHING}, [HUMAN, HUMAN]),
    ("onirim", {"seats": 2, "mode": "race"}, [HUMAN, "random"]),
    ("nightmarium", {"seats": 2}, [HUMAN, HUMAN]),
    ("nightmarium", {"seats": 4}, [HUMAN, "random", "greedy", HUMAN]),
]

MAX_MOVES = 60
TAKEBACK_PROBABILITY = 0.15


def as_json(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize(("game", "options", "occupants"), GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_patched_view_equals_view(
    game: str, options: dict[str, Any], occupants: list[str], seed: int
) -> None:
    owner_ids = [
        f"owner {seat}" if occupant == HUMAN else "" for seat, occupant in enumerate(occupants)
    ]
    setup = Setup(
        game=game,
        options=options,
        occupants=occupants,
        owner_ids=owner_ids,
        host_id=owner_ids[0],
        seed=seed,
    )
    table, rng = Table("table", setup), Random(seed)
    table.apply(play.start(table))
    viewers = [Viewer(user_id, "en") for user_id in [*filter(None, owner_ids), "spectator"]]
    shown = {id(viewer): Projection(table, PresenceSnapshot()).view(viewer) for viewer in viewers}
    for _ in range(MAX_MOVES):
        if table.is_over:
            break
        decider = int(table.match.state.current_player())
        if (
            rng.random() < TAKEBACK_PROBABILITY
            and takebacks.takeback_mode(table, decider) == "free"
        ):
            event: Any = takebacks.take_back(table, decider)
        else:
            action = rng.choice(table.match.state.legal_actions())
            event = play.take_actions(table, decider, [action], table.version)
        presence = PresenceSnapshot(frozenset(rng.choices(owner_ids)), {owner_ids[0]: "A~/b"})
        projection = Projection(table, presence, table.apply(event))
        for viewer in viewers:
            base, view = shown[id(viewer)], projection.view(viewer)
            patch = {
                "sequence": 1,
                "command_id": "",
                "changes": as_json(projection.patch(base, view)),
            }
            patched = apply_table_patch(as_json(base), patch)
            assert json.dumps({**patched, "sequence": 0}) == json.dumps(as_json(view))
            shown[id(viewer)] = view


@pytest.mark.long
@pytest.mark.parametrize(("game", "options", "occupants"), GAMES)
def test_patched_views_of_sockets_equal_requested_views(
    server: LiveServer, game: str, options: dict[str, Any], occupants: list[str]
) -> None:
    rng = Random(7)
    users = [server.new_user(language) for language in ("en", "de", "en")]
    anna, boris, spectator = users
    table = server.create_table(game, tuple(occupants), anna, boris, options=options)
    with ExitStack() as stack:
        clients = [(user, stack.enter_context(user.connect(table))) for user in users]
        for _ in range(MAX_MOVES):
            deciding = [each for _, each in clients if each.view["legal_actions"]]
            if not deciding:
                break
            acting = rng.choice(deciding)
            act_at_random(acting, rng)
            with spectator.connect(table) as spectator_client:
                assert spectator_client.view["version"] == acting.view["version"]
            for user, each in clients:
                check_view(user, each, table)


def act_at_random(client: TableSocket, rng: Random) -> None:
    """Send a random command that changes the view."""
    draw = rng.random()
    if draw < 0.1 and client.view["phrases"]:
        client.send_command("send_phrase", phrase=rng.choice(client.view["phrases"]))
    elif draw < 0.2 and client.view["takeback"] == "free":
        client.send_command("take_back")
    else:
        client.take_actions(rng.choice(client.view["legal_actions"])["action"])


def check_view(user: HttpUser, client: TableSocket, table: str) -> None:
    """Check that the patched view of a socket is the present one."""
    client.send_command("ping")
    assert json.dumps(settle(client.view)) == json.dumps(settle(user.get(f"/api/t/{table}").json()))


def test_patch_is_smaller_than_view(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", (HUMAN, HUMAN), anna, boris)
    with anna.connect(table) as client, boris.connect(table) as other:
        client.take_first_action() if client.view["legal_actions"] else other.take_first_action()
        other.send_command("ping")
        full, patch = other.received[0], other.received[1]
    assert json.loads(patch)["type"] == "table_patch"
    assert len(patch) < len(full) / 2


def test_patch_has_the_new_sentences_only(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", (HUMAN,), anna)
    with anna.connect(table) as client:
        before = client.view["narration"]
        client.take_first_action()
        after = client.view["narration"]
        changes = json.loads(client.received[-1])["changes"]
    assert before
    assert after[: len(before)] == before
    added = {f"/narration/{index}": after[index] for index in range(len(before), len(after))}
    assert added
    assert {path: changes[path] for path in changes if "narration" in path.split("/")[1]} == added


def test_spectators_who_come_and_go_send_nobody_anything(server: LiveServer) -> None:
    anna, spectator = server.new_user(), server.new_user()
    table = server.create_table("onirim", (HUMAN,), anna)
    with anna.connect(table) as client, spectator.connect(table) as watching:
        for _ in range(3):
            with server.new_user().connect(table):
                pass
        for each in (client, watching):
            each.send_command("ping")
        assert [len(each.received) for each in (client, watching)] == [2, 2]


def test_owner_who_comes_and_goes_is_shown_to_the_others(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", (HUMAN, HUMAN), anna, boris)
    with anna.connect(table) as client:
        with boris.connect(table):
            assert client.receive()["seats"][1]["is_present"]
        assert client.receive()["seats"][1]["is_vacant"]
        [arrival, _] = [json.loads(text)["changes"] for text in client.received[1:]]
    assert arrival == {"/seats/1/is_present": True, "/seats/1/is_vacant": False}


def test_second_connection_of_an_owner_sends_the_others_nothing(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", (HUMAN, HUMAN), anna, boris)
    with boris.connect(table), anna.connect(table) as client:
        for _ in range(3):
            with boris.connect(table):
                pass
        client.send_command("ping")
        assert [json.loads(text)["type"] for text in client.received] == ["table_view", "pong"]


def test_table_survives_clients_that_break_off_at_once(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", (HUMAN, HUMAN), anna, boris)
    with anna.connect(table) as client, ExitStack() as stack:
        users = [boris, *(server.new_user() for _ in range(20))]
        path = f"/ws/t/{table}"
        leaving = [
            stack.enter_context(connect_raw(server.host, path, user.headers)) for user in users
        ]
        assert client.receive()["seats"][1]["is_present"]

        async def break_off() -> None:
            # In the event loop of the server, which then finds all of them at the same time.
            for each in leaving:
                each.reset()

        server.run(break_off())
        assert client.receive()["seats"][1]["is_vacant"]
        assert client.send_command("resync")["type"] == "table_view"
    wait_until(lambda: server.open_session(table) is None)


def test_resync_and_rejection_contain_the_complete_view(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", (HUMAN,), anna)
    with anna.connect(table) as client:
        client.take_first_action()
        client.send_command("resync")
        client.send_command("send_phrase", phrase="hello")
        client.take_first_action()
        types = [json.loads(text)["type"] for text in client.received]
        assert types == ["table_view", "table_patch", "table_view", "rejected", "table_patch"]
        assert client.view["sequence"] == len(types)
        check_view(anna, client, table)


def test_device_of_several_players_gets_patches_of_each_seat(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("nightmarium", (HUMAN, HUMAN), anna, anna)
    with anna.connect(table) as client:
        for _ in range(8):
            seat = client.view["handover_seat"]
            if seat >= 0:
                client.send_command("view_seat", seat=seat)
                full = anna.get(f"/api/t/{table}?as={seat}").json()
                assert settle(client.view) == settle(full)
            client.take_first_action()
