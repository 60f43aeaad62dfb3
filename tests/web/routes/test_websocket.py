"""Tables through their sockets: what happens is seen by all, what is wrong is answered."""

import json
import socket
import time
from collections.abc import Callable, Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from onirium.storage.store import StoreError
from onirium.web.middleware.rate_limit import RateLimits
from tests.support.live_server import TIMEOUT_S, LiveServer, TableSocket, run_server

SPECTATOR = 7

PAIR = ("human", "human")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with run_server(tmp_path_factory.mktemp("data")) as server:
        yield server


def check_refused(window: TableSocket, code: str, do: str, **values: object) -> None:
    """Look whether something is refused with a reason and the full sight, and changes nothing."""
    before = {**window.view, "command_id": "", "frames": window.view["frames"][-1:]}
    answer = window.send_command(do, **values)
    assert answer["type"] == "rejected"
    assert answer["code"] == code
    assert len(answer["reason"].split()) > 3
    frames = [{**answer["table_view"]["frames"][0], "seat": -1, "narration": []}]
    before["frames"] = [{**before["frames"][0], "seat": -1, "narration": []}]
    assert {**answer["table_view"], "frames": frames} == before


def code_of_closing(go_on: Callable[[], object]) -> int:
    """Do something again and again until the server closes the socket; return the code."""
    try:
        for _ in range(500):
            go_on()
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
def test_a_whole_game(
    server: LiveServer, game: str, seats: tuple[str, ...], options: dict[str, int]
) -> None:
    visitor = server.new_user()
    table = server.create_table(game, seats, visitor, options=options)
    with visitor.connect(table) as window:
        assert window.view["seed"] == ""
        while not window.view["is_over"]:
            version = window.view["version"]
            assert window.take_first_action()["type"] == "table_view"
            assert window.view["version"] == version + 1
            assert window.view["frames"][0]["seat"] == window.view["viewed_seat"]
            assert all(not frame["view"]["legal_actions"] for frame in window.view["frames"])
        assert window.view["result_text"]
        assert window.view["legal_actions"] == []
        assert window.view["seed"] == "1"
        check_refused(window, "over", "take_actions", version=window.view["version"], actions=[0])
    (summary,) = server.run(server.store.tables_owned_by(visitor.user_id))
    assert summary.result != ""


def test_each_sees_with_their_own_eyes_what_the_other_does(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user("ru")
    table = server.create_table("nightmarium", PAIR, anna, boris)
    with anna.connect(table) as hers, boris.connect(table) as his:
        hers.receive()
        assert (hers.view["viewed_seat"], his.view["viewed_seat"]) == (0, 1)
        assert [place["is_present"] for place in hers.view["seats"]] == [True, True]
        assert [place["is_own"] for place in his.view["seats"]] == [False, True]
        mover, other = (hers, his) if hers.view["legal_actions"] else (his, hers)
        assert other.view["legal_actions"] == []
        mover.take_first_action()
        other.receive()
        assert other.view["version"] == mover.view["version"]
        assert len(other.view["frames"]) == len(mover.view["frames"])
        assert hers.view["frames"][-1]["view"]["hand"] != his.view["frames"][-1]["view"]["hand"]
        assert hers.view["narration"] != his.view["narration"]
    with anna.connect(table) as hers:
        assert [place["is_vacant"] for place in hers.view["seats"]] == [False, True]


def test_who_only_watches_sees_what_all_see_and_does_nothing(server: LiveServer) -> None:
    anna, stranger = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", ("human", "greedy"), anna)
    with stranger.connect(table) as window:
        assert window.view["viewed_seat"] == SPECTATOR
        assert window.view["own_seats"] == []
        view = window.view["frames"][0]["view"]
        assert view["seat"] == SPECTATOR
        for wish, values in [
            ("take_actions", {"version": window.view["version"], "actions": [0]}),
            ("take_back", {}),
            ("answer_takeback", {"accept": True}),
            ("resign", {}),
            ("send_phrase", {"phrase": "hello"}),
            ("rematch", {}),
        ]:
            check_refused(window, "watching", wish, **values)
        check_refused(window, "host", "create_invitation", seat=1)
        check_refused(window, "host", "assign_seat", seat=1, occupant="random")
        check_refused(window, "foreign", "view_seat", seat=0)


def test_a_message_that_comes_twice_has_one_effect(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    with anna.connect(table) as window:
        action = window.view["legal_actions"][0]["action"]
        version = window.view["version"]
        first = window.send_command(
            "take_actions", version=version, actions=[action], command_id="once"
        )
        again = window.send_command(
            "take_actions", version=version, actions=[action], command_id="once"
        )
        assert again["type"] == "table_view"
        assert again["version"] == first["version"] == version + 1
        assert again["frames"][-1]["view"] == first["frames"][-1]["view"]
        check_refused(
            window, "old", "take_actions", version=version, actions=[action], command_id="twice"
        )
    with anna.connect(table) as window:
        assert (
            window.send_command("take_actions", version=0, actions=[action], command_id="once")[
                "type"
            ]
            == "table_view"
        )
        assert window.view["version"] == version + 1


def test_what_is_wrong_is_answered(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", PAIR, anna, boris)
    with anna.connect(table) as hers, boris.connect(table) as his:
        hers.receive()
        mover, other = (hers, his) if hers.view["legal_actions"] else (his, hers)
        version = mover.view["version"]
        check_refused(other, "turn", "take_actions", version=version, actions=[0])
        check_refused(mover, "illegal", "take_actions", version=version, actions=[2**30])
        check_refused(mover, "old", "take_actions", version=version + 1, actions=[0])
        check_refused(mover, "malformed", "take_actions", version=-1, actions=[0])
        check_refused(mover, "malformed", "dance")
        check_refused(mover, "malformed", "take_back", seat=1)
        check_refused(mover, "large", "send_phrase", phrase="x" * 9000)
        check_refused(mover, "phrase", "send_phrase", phrase="rude")
        check_refused(mover, "seat", "create_invitation", seat=2)
        check_refused(mover, "unasked", "answer_takeback", accept=True)
        check_refused(mover, "unfinished", "rematch")
        mover.connection.send(b"\xff\x00")
        assert mover.receive()["code"] == "malformed"


def test_there_is_no_such_table(server: LiveServer) -> None:
    with pytest.raises(ConnectionClosed) as closed, server.new_user().connect("nowhere"):
        pass
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


def test_people_at_one_device_must_look_first(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("nightmarium", PAIR, anna, anna)
    with anna.connect(table) as window:
        for _ in range(12):
            turn = window.view["handover_seat"]
            assert turn in (0, 1)
            assert window.view["viewed_seat"] == SPECTATOR
            assert window.view["legal_actions"] == []
            check_refused(
                window, "hidden", "take_actions", version=window.view["version"], actions=[0]
            )
            window.send_command("view_seat", seat=turn)
            assert window.view["viewed_seat"] == turn
            assert window.view["handover_seat"] == -1
            while window.view["handover_seat"] == -1:
                window.take_first_action()
        window.send_command("view_seat", seat=window.view["handover_seat"])
        window.send_command("hide_hands")
        assert window.view["viewed_seat"] == SPECTATOR
        assert window.view["handover_seat"] != -1


def test_a_table_where_nobody_is_takes_no_memory(tmp_path_factory: pytest.TempPathFactory) -> None:
    with run_server(tmp_path_factory.mktemp("data")) as server:
        anna, stranger = server.new_user(), server.new_user()
        table = server.create_table("onirim", ("human",), anna)
        with stranger.connect(table):
            with anna.connect(table) as window:
                window.take_first_action()
            assert server.sessions.open_table_ids == {table}
        end = time.monotonic() + TIMEOUT_S
        while server.sessions.open_table_ids and time.monotonic() < end:
            time.sleep(0.01)
        assert not server.sessions.open_table_ids
        with anna.connect(table) as again:
            assert again.view["version"] == window.view["version"]


def test_an_open_table_needs_no_looking(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", PAIR, anna, anna, options={"seats": 2, "table": "open"})
    with anna.connect(table) as window:
        seen = set()
        for _ in range(30):
            assert window.view["handover_seat"] == -1
            seen.add(window.view["viewed_seat"])
            window.take_first_action()
        assert seen == {0, 1}


def test_an_invited_friend_takes_the_seat(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", PAIR, anna, anna)
    with anna.connect(table) as window:
        invitation = window.send_command("create_invitation", seat=1, command_id="please")
        assert invitation["type"] == "invitation"
        assert window.send_command("create_invitation", seat=1, command_id="please") == invitation
        assert {len(row) for row in invitation["qr_rows"]} == {len(invitation["qr_rows"])}
        address, _, secret = invitation["link"].partition("#")
        assert address == f"{server.address}/join/{table}"
        body = json.dumps({"secret": secret})
        for _ in range(2):
            joined = boris.post(f"/api/t/{table}/join", body).json()
            assert joined == {"type": "joined", "seat": 1, "path": f"/t/{table}"}
        window.receive_until(lambda sight: sight["own_seats"] == [0])
        with boris.connect(table) as his:
            assert his.view["own_seats"] == [1]
        refused = server.new_user().post(f"/api/t/{table}/join", body)
        assert (refused.status_code, refused.json()["code"]) == (409, "invitation")


def test_a_vacant_seat_goes_to_a_computer_player_and_back(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", PAIR, anna, boris)
    with anna.connect(table) as hers:
        with boris.connect(table):
            hers.receive()
            check_refused(hers, "present", "assign_seat", seat=1, occupant="greedy")
        hers.receive()
        assert hers.view["seats"][1]["is_vacant"]
        hers.send_command("assign_seat", seat=1, occupant="greedy")
        assert hers.view["seats"][1] == {
            "occupant": "greedy",
            "name": "",
            "is_present": False,
            "is_own": False,
            "is_vacant": False,
        }
        assert hers.view["legal_actions"]
        with boris.connect(table) as his:
            assert his.view["own_seats"] == []
            assert his.view["viewed_seat"] == SPECTATOR
            assert his.view["seats"][1]["is_own"]
            his.send_command("assign_seat", seat=1, occupant="human")
            assert his.view["own_seats"] == [1]
            assert his.view["viewed_seat"] == 1


def test_takebacks(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    with anna.connect(table) as window:
        assert window.view["takeback"] == ""
        check_refused(window, "nothing", "take_back")
        before = window.view["frames"][-1]["view"]
        window.take_actions(
            next(c["action"] for c in window.view["legal_actions"] if c["target"] == "row")
        )
        assert window.view["takeback"] == "practice"
        window.send_command("take_back")
        assert window.view["unranked"]
        assert window.view["frames"][-1]["view"] == before


def test_takebacks_of_several_are_asked_for(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", PAIR, anna, boris)
    with anna.connect(table) as hers, boris.connect(table) as his:
        hers.receive()
        mover, other = (hers, his) if hers.view["legal_actions"] else (his, hers)
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


def test_resigning_and_playing_again(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user("de")
    table = server.create_table("nightmarium", PAIR, anna, boris)
    with anna.connect(table) as hers, boris.connect(table) as his:
        hers.send_command("resign")
        his.receive()
        assert (his.view["is_over"], his.view["resigned_seat"], his.view["legal_actions"]) == (
            True,
            0,
            [],
        )
        assert his.view["result_text"] == "Spieler 1 hat aufgegeben."
        his.send_command("rematch")
        hers.receive()
        assert hers.view["rematch_table_id"] == his.view["rematch_table_id"] != ""
        check_refused(hers, "followed", "rematch")
    with anna.connect(hers.view["rematch_table_id"]) as hers:
        assert hers.view["own_seats"] == [0]


def test_talk(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user("de")
    table = server.create_table("nightmarium", PAIR, anna, boris)
    with anna.connect(table) as hers, boris.connect(table) as his:
        assert "well done" in hers.view["phrases"]
        hers.send_command("send_phrase", phrase="well done")
        his.receive()
        assert his.view["chat"] == [{"seat": 0, "phrase": "well done"}]
        hers.receive_until(lambda _: True) if not hers.view["chat"] else None
    silent = server.create_table(
        "onirim", PAIR, anna, boris, options={"seats": 2, "table": "silent"}
    )
    with anna.connect(silent) as hers:
        assert hers.view["phrases"] == []
        check_refused(hers, "silent", "send_phrase", phrase="well done")


def test_too_much_at_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    with run_server(tmp_path_factory.mktemp("data"), RateLimits()) as server:
        anna = server.new_user()
        table = server.create_table("onirim", ("human",), anna)
        with anna.connect(table) as window:
            codes = [window.send_command("resync").get("code", "") for _ in range(25)]
            assert codes[:20] == [""] * 20
            assert "fast" in codes[20:]
            assert code_of_closing(lambda: window.send_command("resync")) == 1008


def test_not_too_many_windows(tmp_path_factory: pytest.TempPathFactory) -> None:
    with run_server(tmp_path_factory.mktemp("data"), RateLimits(connections_per_table=1)) as server:
        anna = server.new_user()
        table = server.create_table("onirim", ("human",), anna)
        with anna.connect(table):
            with pytest.raises(ConnectionClosed) as closed, anna.connect(table):
                pass
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008


def test_who_does_not_read_is_left_behind_and_comes_again(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with run_server(tmp_path_factory.mktemp("data"), send_buffer_bytes=4096) as server:
        anna, boris = server.new_user(), server.new_user()
        table = server.create_table("onirim", PAIR, anna, boris, options={"seats": 2})
        slow = socket.socket()
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", int(server.host.split(":")[1])))
        with (
            anna.connect(table) as hers,
            boris.connect(table, sock=slow, max_queue=1, close_timeout=0.1) as his,
        ):
            hers.receive()
            for _ in range(200):
                if not hers.view["seats"][1]["is_present"]:
                    break
                hers.send_command("send_phrase", phrase="hello")
            assert not hers.view["seats"][1]["is_present"]
            assert code_of_closing(lambda: his.connection.recv(TIMEOUT_S)) == 1013
        with boris.connect(table) as his:
            assert his.view["version"] == hers.view["version"]


def test_what_another_server_has_done_meanwhile_is_not_lost(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("data")
    with run_server(folder) as here, run_server(folder) as there:
        anna = here.new_user()
        table = here.create_table("onirim", ("human",), anna)
        with anna.connect(table) as window:
            moved = anna.at_server(there)
            with moved.connect(table) as other:
                other.take_first_action()
            check_not_done(window, other.view["frames"][-1]["view"], "old")


def check_not_done(window: TableSocket, view: dict[str, object], code: str) -> None:
    """Look whether an action that cannot be kept is not done, and what is kept is seen."""
    action = window.view["legal_actions"][0]["action"]
    answer = window.send_command("take_actions", version=window.view["version"], actions=[action])
    assert (answer["type"], answer["code"]) == ("rejected", code)
    assert answer["table_view"]["frames"][-1]["view"] == view
    assert window.take_first_action()["type"] == "table_view"


def test_what_cannot_be_kept_is_not_done(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", ("human",), anna)

    async def fail(*_: object) -> None:
        raise StoreError("the disk is full")

    with anna.connect(table) as window, monkeypatch.context() as patch:
        patch.setattr(server.store, "append", fail)
        before = window.view["frames"][-1]["view"]
        action = window.view["legal_actions"][0]["action"]
        answer = window.send_command(
            "take_actions", version=window.view["version"], actions=[action]
        )
        assert (answer["type"], answer["code"]) == ("rejected", "store")
        assert answer["table_view"]["frames"][-1]["view"] == before
        patch.undo()
        assert window.take_first_action()["type"] == "table_view"


def test_a_first_game_is_told_and_offers_only_what_it_asks_for(server: LiveServer) -> None:
    anna = server.new_user("de")
    answer = anna.post("/learn/onirim", "", **{"Content-Type": "application/x-www-form-urlencoded"})
    table = answer.headers["location"].removeprefix("/t/")
    with anna.connect(table) as window:
        steps = window.view["tutorial"]["count"]
        told = []
        while window.view["tutorial"]:
            told.append(window.view["tutorial"]["text"])
            assert window.view["tutorial"]["index"] < steps
            assert len(window.view["legal_actions"]) == 1
            window.take_first_action()
        assert len({*told}) > 5
        assert len(window.view["legal_actions"]) > 1
        window.send_command("resign")
        window.send_command("rematch")
        assert window.view["rematch_table_id"]
    with anna.connect(window.view["rematch_table_id"]) as window:
        assert window.view["tutorial"]["text"] == told[0]


def test_choices_and_events_are_told_in_the_reader_s_language(server: LiveServer) -> None:
    labels = {}
    for language in ("en", "ru", "de"):
        visitor = server.new_user(language)
        with visitor.connect(server.create_table("onirim", ("human",), visitor)) as window:
            labels[language] = [choice["label"] for choice in window.view["legal_actions"]]
            labels[language] += [
                window.view["prompt"],
                *window.view["help"],
                *window.view["narration"],
            ]
    assert not {*labels["en"]} & {*labels["ru"]}
    assert not {*labels["en"]} & {*labels["de"]}
