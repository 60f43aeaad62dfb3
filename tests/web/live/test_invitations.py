"""Links switched off: only those who have a seat see the table, and nobody comes in by a link."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from onirium.games import registry
from tests.support.live_server import House, Visitor, serving

PAIR = ("human", "human")
CLOSED = 4403


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with pytest.MonkeyPatch.context() as patch, serving(tmp_path_factory.mktemp("data")) as house:
        # The game of the tests has no words for pages.
        patch.delitem(registry._MODULES, "hush", raising=False)
        yield house


def switch(host: Visitor, table: str, *, on: bool) -> None:
    answer = host.post(f"/api/t/{table}", json.dumps({"do": "links", "on": on}))
    assert answer.json()["links"] is on, answer.text


def code_at_the_door(visitor: Visitor, table: str) -> int:
    with pytest.raises(ConnectionClosed) as closed, visitor.sitting(table):
        pass
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def test_who_has_no_seat_sees_nothing(house: House) -> None:
    anna, boris, stranger = (house.visitor() for _ in range(3))
    table = house.lay("nightmarium", PAIR, anna, boris)
    paths = [f"/t/{table}", f"/t/{table}/replay", f"/api/t/{table}", f"/api/t/{table}/steps"]
    assert {stranger.get(path).status_code for path in paths} == {200}
    switch(anna, table, on=False)
    for path in [*paths, f"/t/{table}/record.json", f"/api/t/{table}/analysis"]:
        answer = stranger.get(path)
        assert answer.status_code == 403, path
        assert "switched off" in answer.text
    assert code_at_the_door(stranger, table) == CLOSED
    answer = stranger.post(f"/api/t/{table}", '{"do": "sight"}')
    assert (answer.status_code, answer.json()["code"]) == (409, "closed")
    assert answer.json()["sight"] is None
    for player in (anna, boris):
        assert {player.get(path).status_code for path in paths} == {200}
        with player.sitting(table) as window:
            assert window.last["mine"]
    switch(anna, table, on=True)
    assert {stranger.get(path).status_code for path in paths} == {200}


def test_who_looks_on_is_shown_out_and_told_why(house: House) -> None:
    anna = house.visitor()
    table = house.lay("onirim", ("human",), anna)
    with house.visitor("de").sitting(table) as watching, anna.sitting(table) as window:
        watching.read()
        window.ask("links", on=False)
        told = watching.read()
        assert (told["code"], told["sight"]) == ("closed", None)
        assert "abgeschaltet" in told["reason"]
        with pytest.raises(ConnectionClosed) as closed:
            watching.read()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == CLOSED
        assert window.play_first()["type"] == "sight"


def test_invitations_are_void_from_then_on(house: House) -> None:
    anna, boris = house.visitor(), house.visitor()
    table = house.lay("nightmarium", PAIR, anna, anna)
    with anna.sitting(table) as window:
        body = json.dumps({"secret": window.ask("invite", seat=1)["link"].partition("#")[2]})
        window.ask("links", on=False)
        refused = boris.post(f"/api/t/{table}/join", body)
        assert (refused.status_code, refused.json()["code"]) == (409, "closed")
        assert window.ask("invite", seat=1)["code"] == "closed"
        window.ask("links", on=True)
        assert boris.post(f"/api/t/{table}/join", body).json()["code"] == "invitation"
        body = json.dumps({"secret": window.ask("invite", seat=1)["link"].partition("#")[2]})
        assert boris.post(f"/api/t/{table}/join", body).json()["type"] == "joined"


def test_only_the_host_switches(house: House) -> None:
    anna, boris = house.visitor(), house.visitor()
    table = house.lay("nightmarium", PAIR, anna, boris)
    wish = json.dumps({"do": "links", "on": False})
    for other in (boris, house.visitor()):
        sight = other.get(f"/api/t/{table}").json()
        assert (sight["links"], sight["hosting"]) == (True, False)
        assert other.post(f"/api/t/{table}", wish).json()["code"] == "host"
    assert anna.get(f"/api/t/{table}").json()["hosting"]


def test_it_stays_so(tmp_path: Path) -> None:
    with serving(tmp_path) as house:
        anna = house.visitor()
        table = house.lay("onirim", ("human",), anna)
        switch(anna, table, on=False)
    with serving(tmp_path) as house:
        assert house.visitor().get(f"/api/t/{table}").status_code == 403
        assert not anna.at(house).get(f"/api/t/{table}").json()["links"]
