"""Tables through their sockets: what happens is seen by all, what is wrong is answered."""

import json
import socket
import time
from collections.abc import Callable, Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from onirium.storage.store import StoreError
from onirium.web.middleware.rate_limit import RateLimits
from tests.support.live_server import PATIENCE, House, Window, serving

SPECTATOR = 7

PAIR = ("human", "human")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with serving(tmp_path_factory.mktemp("data")) as house:
        yield house


def check_refused(window: Window, code: str, do: str, **values: object) -> None:
    """Look whether something is refused with a reason and the full sight, and changes nothing."""
    before = {**window.last, "nonce": "", "frames": window.last["frames"][-1:]}
    answer = window.ask(do, **values)
    assert answer["type"] == "refusal"
    assert answer["code"] == code
    assert len(answer["reason"].split()) > 3
    frames = [{**answer["sight"]["frames"][0], "seat": -1, "story": []}]
    before["frames"] = [{**before["frames"][0], "seat": -1, "story": []}]
    assert {**answer["sight"], "frames": frames} == before


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
    house: House, game: str, seats: tuple[str, ...], options: dict[str, int]
) -> None:
    visitor = house.visitor()
    table = house.lay(game, seats, visitor, options=options)
    with visitor.sitting(table) as window:
        assert window.last["seed"] == ""
        while not window.last["over"]:
            version = window.last["version"]
            assert window.play_first()["type"] == "sight"
            assert window.last["version"] == version + 1
            assert window.last["frames"][0]["seat"] == window.last["seat"]
            assert all(not frame["view"]["legal_actions"] for frame in window.last["frames"])
        assert window.last["ending"]
        assert window.last["choices"] == []
        assert window.last["seed"] == "1"
        check_refused(window, "over", "act", version=window.last["version"], actions=[0])
    (summary,) = house.await_(house.store.tables_owned_by(visitor.holder))
    assert summary.result != ""


def test_each_sees_with_their_own_eyes_what_the_other_does(house: House) -> None:
    anna, boris = house.visitor(), house.visitor("ru")
    table = house.lay("nightmarium", PAIR, anna, boris)
    with anna.sitting(table) as hers, boris.sitting(table) as his:
        hers.read()
        assert (hers.last["seat"], his.last["seat"]) == (0, 1)
        assert [place["here"] for place in hers.last["seats"]] == [True, True]
        assert [place["mine"] for place in his.last["seats"]] == [False, True]
        mover, other = (hers, his) if hers.last["choices"] else (his, hers)
        assert other.last["choices"] == []
        mover.play_first()
        other.read()
        assert other.last["version"] == mover.last["version"]
        assert len(other.last["frames"]) == len(mover.last["frames"])
        assert hers.last["frames"][-1]["view"]["hand"] != his.last["frames"][-1]["view"]["hand"]
        assert hers.last["story"] != his.last["story"]
    with anna.sitting(table) as hers:
        assert [place["vacant"] for place in hers.last["seats"]] == [False, True]


def test_who_only_watches_sees_what_all_see_and_does_nothing(house: House) -> None:
    anna, stranger = house.visitor(), house.visitor()
    table = house.lay("nightmarium", ("human", "greedy"), anna)
    with stranger.sitting(table) as window:
        assert window.last["seat"] == SPECTATOR
        assert window.last["mine"] == []
        view = window.last["frames"][0]["view"]
        assert view["seat"] == SPECTATOR
        for wish, values in [
            ("act", {"version": window.last["version"], "actions": [0]}),
            ("undo", {}),
            ("answer", {"yes": True}),
            ("resign", {}),
            ("say", {"phrase": "hello"}),
            ("rematch", {}),
        ]:
            check_refused(window, "watching", wish, **values)
        check_refused(window, "host", "invite", seat=1)
        check_refused(window, "host", "seat", seat=1, who="random")
        check_refused(window, "foreign", "look", seat=0)


def test_a_message_that_comes_twice_has_one_effect(house: House) -> None:
    anna = house.visitor()
    table = house.lay("onirim", ("human",), anna)
    with anna.sitting(table) as window:
        action = window.last["choices"][0]["action"]
        version = window.last["version"]
        first = window.ask("act", version=version, actions=[action], nonce="once")
        again = window.ask("act", version=version, actions=[action], nonce="once")
        assert again["type"] == "sight"
        assert again["version"] == first["version"] == version + 1
        assert again["frames"][-1]["view"] == first["frames"][-1]["view"]
        check_refused(window, "old", "act", version=version, actions=[action], nonce="twice")
    with anna.sitting(table) as window:
        assert window.ask("act", version=0, actions=[action], nonce="once")["type"] == "sight"
        assert window.last["version"] == version + 1


def test_what_is_wrong_is_answered(house: House) -> None:
    anna, boris = house.visitor(), house.visitor()
    table = house.lay("nightmarium", PAIR, anna, boris)
    with anna.sitting(table) as hers, boris.sitting(table) as his:
        hers.read()
        mover, other = (hers, his) if hers.last["choices"] else (his, hers)
        version = mover.last["version"]
        check_refused(other, "turn", "act", version=version, actions=[0])
        check_refused(mover, "illegal", "act", version=version, actions=[2**30])
        check_refused(mover, "old", "act", version=version + 1, actions=[0])
        check_refused(mover, "malformed", "act", version=-1, actions=[0])
        check_refused(mover, "malformed", "dance")
        check_refused(mover, "malformed", "undo", seat=1)
        check_refused(mover, "large", "say", phrase="x" * 9000)
        check_refused(mover, "phrase", "say", phrase="rude")
        check_refused(mover, "seat", "invite", seat=2)
        check_refused(mover, "unasked", "answer", yes=True)
        check_refused(mover, "unfinished", "rematch")
        mover.socket.send(b"\xff\x00")
        assert mover.read()["code"] == "malformed"


def test_there_is_no_such_table(house: House) -> None:
    with pytest.raises(ConnectionClosed) as closed, house.visitor().sitting("nowhere"):
        pass
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


def test_people_at_one_device_must_look_first(house: House) -> None:
    anna = house.visitor()
    table = house.lay("nightmarium", PAIR, anna, anna)
    with anna.sitting(table) as window:
        for _ in range(12):
            turn = window.last["handover"]
            assert turn in (0, 1)
            assert window.last["seat"] == SPECTATOR
            assert window.last["choices"] == []
            check_refused(window, "hidden", "act", version=window.last["version"], actions=[0])
            window.ask("look", seat=turn)
            assert window.last["seat"] == turn
            assert window.last["handover"] == -1
            while window.last["handover"] == -1:
                window.play_first()
        window.ask("look", seat=window.last["handover"])
        window.ask("hide")
        assert window.last["seat"] == SPECTATOR
        assert window.last["handover"] != -1


def test_a_table_where_nobody_is_takes_no_memory(tmp_path_factory: pytest.TempPathFactory) -> None:
    with serving(tmp_path_factory.mktemp("data")) as house:
        anna, stranger = house.visitor(), house.visitor()
        table = house.lay("onirim", ("human",), anna)
        with stranger.sitting(table):
            with anna.sitting(table) as window:
                window.play_first()
            assert list(house.rooms._rooms) == [table]
        end = time.monotonic() + PATIENCE
        while house.rooms._rooms and time.monotonic() < end:
            time.sleep(0.01)
        assert not house.rooms._rooms
        assert not house.rooms._visits
        with anna.sitting(table) as again:
            assert again.last["version"] == window.last["version"]


def test_an_open_table_needs_no_looking(house: House) -> None:
    anna = house.visitor()
    table = house.lay("onirim", PAIR, anna, anna, options={"seats": 2, "table": "open"})
    with anna.sitting(table) as window:
        seen = set()
        for _ in range(30):
            assert window.last["handover"] == -1
            seen.add(window.last["seat"])
            window.play_first()
        assert seen == {0, 1}


def test_an_invited_friend_takes_the_seat(house: House) -> None:
    anna, boris = house.visitor(), house.visitor()
    table = house.lay("nightmarium", PAIR, anna, anna)
    with anna.sitting(table) as window:
        invitation = window.ask("invite", seat=1, nonce="please")
        assert invitation["type"] == "invitation"
        assert window.ask("invite", seat=1, nonce="please") == invitation
        assert {len(row) for row in invitation["qr"]} == {len(invitation["qr"])}
        address, _, secret = invitation["link"].partition("#")
        assert address == f"{house.address}/join/{table}"
        body = json.dumps({"secret": secret})
        for _ in range(2):
            joined = boris.post(f"/api/t/{table}/join", body).json()
            assert joined == {"type": "joined", "seat": 1, "address": f"/t/{table}"}
        window.read_until(lambda sight: sight["mine"] == [0])
        with boris.sitting(table) as his:
            assert his.last["mine"] == [1]
        refused = house.visitor().post(f"/api/t/{table}/join", body)
        assert (refused.status_code, refused.json()["code"]) == (409, "invitation")


def test_a_vacant_seat_goes_to_a_computer_player_and_back(house: House) -> None:
    anna, boris = house.visitor(), house.visitor()
    table = house.lay("nightmarium", PAIR, anna, boris)
    with anna.sitting(table) as hers:
        with boris.sitting(table):
            hers.read()
            check_refused(hers, "present", "seat", seat=1, who="greedy")
        hers.read()
        assert hers.last["seats"][1]["vacant"]
        hers.ask("seat", seat=1, who="greedy")
        assert hers.last["seats"][1] == {
            "who": "greedy",
            "name": "",
            "here": False,
            "mine": False,
            "vacant": False,
        }
        assert hers.last["choices"]
        with boris.sitting(table) as his:
            assert his.last["mine"] == []
            assert his.last["seat"] == SPECTATOR
            assert his.last["seats"][1]["mine"]
            his.ask("seat", seat=1, who="human")
            assert his.last["mine"] == [1]
            assert his.last["seat"] == 1


def test_takebacks(house: House) -> None:
    anna = house.visitor()
    table = house.lay("onirim", ("human",), anna)
    with anna.sitting(table) as window:
        assert window.last["undo"] == ""
        check_refused(window, "nothing", "undo")
        before = window.last["frames"][-1]["view"]
        window.act(next(c["action"] for c in window.last["choices"] if c["target"] == "row"))
        assert window.last["undo"] == "practice"
        window.ask("undo")
        assert window.last["practice"]
        assert window.last["frames"][-1]["view"] == before


def test_takebacks_of_several_are_asked_for(house: House) -> None:
    anna, boris = house.visitor(), house.visitor()
    table = house.lay("nightmarium", PAIR, anna, boris)
    with anna.sitting(table) as hers, boris.sitting(table) as his:
        hers.read()
        mover, other = (hers, his) if hers.last["choices"] else (his, hers)
        before = mover.last["frames"][-1]["view"]
        mover.play_first()
        other.read()
        assert mover.last["undo"] == "ask"
        mover.ask("undo")
        assert mover.last["asked"] == {"seat": mover.last["seat"], "mine": False}
        other.read()
        assert other.last["asked"] == {"seat": mover.last["seat"], "mine": True}
        other.ask("answer", yes=True)
        mover.read()
        assert mover.last["frames"][-1]["view"] == before


def test_resigning_and_playing_again(house: House) -> None:
    anna, boris = house.visitor(), house.visitor("de")
    table = house.lay("nightmarium", PAIR, anna, boris)
    with anna.sitting(table) as hers, boris.sitting(table) as his:
        hers.ask("resign")
        his.read()
        assert (his.last["over"], his.last["resigned"], his.last["choices"]) == (True, 0, [])
        assert his.last["ending"] == "Spieler 1 hat aufgegeben."
        his.ask("rematch")
        hers.read()
        assert hers.last["next"] == his.last["next"] != ""
        check_refused(hers, "followed", "rematch")
    with anna.sitting(hers.last["next"]) as hers:
        assert hers.last["mine"] == [0]


def test_talk(house: House) -> None:
    anna, boris = house.visitor(), house.visitor("de")
    table = house.lay("nightmarium", PAIR, anna, boris)
    with anna.sitting(table) as hers, boris.sitting(table) as his:
        assert "well done" in hers.last["phrases"]
        hers.ask("say", phrase="well done")
        his.read()
        assert his.last["talk"] == [{"seat": 0, "phrase": "well done"}]
        hers.read_until(lambda _: True) if not hers.last["talk"] else None
    silent = house.lay("onirim", PAIR, anna, boris, options={"seats": 2, "table": "silent"})
    with anna.sitting(silent) as hers:
        assert hers.last["phrases"] == []
        check_refused(hers, "silent", "say", phrase="well done")


def test_too_much_at_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    with serving(tmp_path_factory.mktemp("data"), RateLimits()) as house:
        anna = house.visitor()
        table = house.lay("onirim", ("human",), anna)
        with anna.sitting(table) as window:
            codes = [window.ask("sight").get("code", "") for _ in range(25)]
            assert codes[:20] == [""] * 20
            assert "fast" in codes[20:]
            assert code_of_closing(lambda: window.ask("sight")) == 1008


def test_not_too_many_windows(tmp_path_factory: pytest.TempPathFactory) -> None:
    with serving(tmp_path_factory.mktemp("data"), RateLimits(connections_per_table=1)) as house:
        anna = house.visitor()
        table = house.lay("onirim", ("human",), anna)
        with anna.sitting(table):
            with pytest.raises(ConnectionClosed) as closed, anna.sitting(table):
                pass
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008


def test_who_does_not_read_is_left_behind_and_comes_again(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with serving(tmp_path_factory.mktemp("data"), buffer=4096) as house:
        anna, boris = house.visitor(), house.visitor()
        table = house.lay("onirim", PAIR, anna, boris, options={"seats": 2})
        slow = socket.socket()
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", int(house.host.split(":")[1])))
        with (
            anna.sitting(table) as hers,
            boris.sitting(table, sock=slow, max_queue=1, close_timeout=0.1) as his,
        ):
            hers.read()
            for _ in range(200):
                if not hers.last["seats"][1]["here"]:
                    break
                hers.ask("say", phrase="hello")
            assert not hers.last["seats"][1]["here"]
            assert code_of_closing(lambda: his.socket.recv(PATIENCE)) == 1013
        with boris.sitting(table) as his:
            assert his.last["version"] == hers.last["version"]


def test_what_another_server_has_done_meanwhile_is_not_lost(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("data")
    with serving(folder) as here, serving(folder) as there:
        anna = here.visitor()
        table = here.lay("onirim", ("human",), anna)
        with anna.sitting(table) as window:
            moved = anna.at(there)
            with moved.sitting(table) as other:
                other.play_first()
            check_not_done(window, other.last["frames"][-1]["view"], "old")


def check_not_done(window: Window, view: dict[str, object], code: str) -> None:
    """Look whether an action that cannot be kept is not done, and what is kept is seen."""
    action = window.last["choices"][0]["action"]
    answer = window.ask("act", version=window.last["version"], actions=[action])
    assert (answer["type"], answer["code"]) == ("refusal", code)
    assert answer["sight"]["frames"][-1]["view"] == view
    assert window.play_first()["type"] == "sight"


def test_what_cannot_be_kept_is_not_done(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = house.visitor()
    table = house.lay("onirim", ("human",), anna)

    async def fail(*_: object) -> None:
        raise StoreError("the disk is full")

    with anna.sitting(table) as window, monkeypatch.context() as patch:
        patch.setattr(house.store, "append", fail)
        before = window.last["frames"][-1]["view"]
        action = window.last["choices"][0]["action"]
        answer = window.ask("act", version=window.last["version"], actions=[action])
        assert (answer["type"], answer["code"]) == ("refusal", "store")
        assert answer["sight"]["frames"][-1]["view"] == before
        patch.undo()
        assert window.play_first()["type"] == "sight"


def test_a_first_game_is_told_and_offers_only_what_it_asks_for(house: House) -> None:
    anna = house.visitor("de")
    answer = anna.post("/learn/onirim", "", **{"Content-Type": "application/x-www-form-urlencoded"})
    table = answer.headers["location"].removeprefix("/t/")
    with anna.sitting(table) as window:
        steps = window.last["lesson"]["steps"]
        told = []
        while window.last["lesson"]:
            told.append(window.last["lesson"]["text"])
            assert window.last["lesson"]["step"] < steps
            assert len(window.last["choices"]) == 1
            window.play_first()
        assert len({*told}) > 5
        assert len(window.last["choices"]) > 1
        window.ask("resign")
        window.ask("rematch")
        assert window.last["next"]
    with anna.sitting(window.last["next"]) as window:
        assert window.last["lesson"]["text"] == told[0]


def test_choices_and_events_are_told_in_the_reader_s_language(house: House) -> None:
    labels = {}
    for language in ("en", "ru", "de"):
        visitor = house.visitor(language)
        with visitor.sitting(house.lay("onirim", ("human",), visitor)) as window:
            labels[language] = [choice["label"] for choice in window.last["choices"]]
            labels[language] += [window.last["prompt"], *window.last["help"], *window.last["story"]]
    assert not {*labels["en"]} & {*labels["ru"]}
    assert not {*labels["en"]} & {*labels["de"]}
