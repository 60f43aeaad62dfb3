"""What the server does for those whose line has broken: copies, late ones too, and what was cut."""

from collections.abc import Iterator

import pytest

from onirium.storage.store import StoreError
from onirium.tables.events import AnyTableEvent, RematchCreated
from onirium.web.live.protocol import Invitation
from onirium.web.live.reply_cache import LATEST, Answers
from tests.support.live_server import House, serving

PAIR = ("human", "human")
SPECTATOR = 7


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with serving(tmp_path_factory.mktemp("data")) as house:
        yield house


def test_whoever_asks_hears_that_the_line_holds(house: House) -> None:
    anna = house.visitor()
    with anna.sitting(house.lay("onirim", ("human",), anna)) as window:
        assert window.ask("ping", nonce="still?") == {"type": "pong", "nonce": "still?"}


def test_what_was_refused_is_not_done_when_a_copy_comes_late(house: House) -> None:
    anna = house.visitor()
    table = house.lay("onirim", ("human",), anna)
    with anna.sitting(table) as old, anna.sitting(table) as new:
        assert new.ask("undo", nonce="one")["code"] == "nothing"
        new.play_first()
        assert new.last["undo"]
        version = new.last["version"]
        assert old.ask("undo", nonce="one")["code"] == "nothing"
        assert old.last["version"] == version
        assert new.ask("undo", nonce="two")["version"] == version + 1


def test_answers_without_a_nonce_and_old_ones_are_forgotten() -> None:
    answers = Answers()
    made = Invitation(nonce="", seat=0, link="", qr=[])
    answers.keep("", made)
    assert answers.again("") is None
    for number in range(LATEST + 1):
        answers.keep(f"anna:{number}", made)
    assert answers.again("anna:0") is None
    assert answers.again("anna:1") == made


def test_a_rematch_that_was_cut_off_is_one_table_when_it_is_asked_for_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = house.visitor()
    append = house.store.append

    async def fail(id: str, number: int, entry: AnyTableEvent, nonce: str = "") -> None:  # noqa: A002
        if isinstance(entry, RematchCreated):
            raise StoreError("the disk is full")
        await append(id, number, entry, nonce)

    with anna.sitting(house.lay("onirim", ("human",), anna)) as window:
        window.ask("resign")
        with monkeypatch.context() as patch:
            patch.setattr(house.store, "append", fail)
            assert window.ask("rematch")["code"] == "store"
        following = window.ask("rematch")["next"]
    tables = house.await_(house.store.tables_owned_by(anna.holder))
    assert {table.table_id for table in tables} == {window.last["table"], following}


def test_a_line_that_comes_back_sees_with_the_same_eyes(house: House) -> None:
    anna = house.visitor()
    table = house.lay("nightmarium", PAIR, anna, anna)
    with anna.sitting(table) as window:
        turn = window.last["handover"]
    with anna.sitting(f"{table}?as={turn}") as window:
        assert (window.last["seat"], window.last["handover"]) == (turn, -1)
    for eyes in (1 - turn, 9, "x", ""):
        with anna.sitting(f"{table}?as={eyes}") as window:
            assert (window.last["seat"], window.last["handover"]) == (SPECTATOR, turn)
    with house.visitor().sitting(f"{table}?as={turn}") as window:
        assert window.last["seat"] == SPECTATOR
