"""Tables at which computer players take their time: they think elsewhere, and nobody waits."""

import asyncio
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from onirium.core.game import State
from onirium.storage.store import StoreError
from onirium.tables.events import ActionsTaken, Resigned
from onirium.tables.table import Table
from onirium.tables.tokens import new_token
from onirium.web.workers.service import Thinking
from tests.support.live_server import PATIENCE, House, Visitor, Window, serving, until
from tests.web.test_server_process import started, visiting

SLOW = "greedy"


@pytest.fixture(scope="module", autouse=True)
def _greedy_takes_its_time() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("onirium.bots.registry._WORKER_BOTS", (SLOW, "quick", "strong"))
        patch.setattr("onirium.web.live.table_session.SPACING", 0.0)
        patch.setattr("onirium.web.workers.service.A_DECISION", PATIENCE)
        yield


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with serving(tmp_path_factory.mktemp("data")) as house:
        yield house


class Held:
    """Computer players who have thought but do not say it before they are asked to.

    Attributes:
        begun: how often they have begun to think.
    """

    def __init__(self, house: House) -> None:
        self.begun = 0
        self._house = house
        self._asked = asyncio.Event()

    async def decide(self, thinking: Thinking, name: str, state: State, dice: int) -> int:
        action = await DECIDE(thinking, name, state, dice)
        self.begun += 1
        await self._asked.wait()
        return action

    def wait(self, number: int = 1) -> None:
        """Wait until they have thought so often."""
        until(lambda: self.begun >= number)

    def ask(self) -> None:
        """Let them say it, from now on at once."""
        self._house.await_(self._set())

    async def _set(self) -> None:
        self._asked.set()


DECIDE = Thinking.decide


@pytest.fixture
def held(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    held = Held(house)

    async def decide(thinking: Thinking, name: str, state: State, dice: int) -> int:
        return await held.decide(thinking, name, state, dice)

    monkeypatch.setattr(Thinking, "decide", decide)
    yield held
    held.ask()


def lay(house: House, *seats: str, visitors: tuple[Visitor, ...], seed: int = 1) -> str:
    """Lay a table of Nightmarium at which the first seat begins."""
    options = {"seats": len(seats), "first": 1}
    return house.lay("nightmarium", seats, *visitors, options=options, seed=seed)


def is_mine(sight: dict[str, Any]) -> bool:
    return bool(sight["choices"]) or bool(sight["over"])


def wait_for_turn(window: Window) -> None:
    """Read until whoever sits at the window is to decide, or the game is over."""
    while not is_mine(window.last):
        window.read()


def play(window: Window) -> None:
    """Play the first thing that is possible to the end."""
    wait_for_turn(window)
    while not window.last["over"]:
        assert window.play_first()["type"] == "sight"
        wait_for_turn(window)


def play_until_somebody_thinks(window: Window) -> None:
    while window.last["choices"]:
        window.play_first()


def kept(house: House, table: str) -> Table:
    found = house.await_(house.store.load(table))
    assert found is not None
    return found


def deciders(table: Table) -> list[int]:
    """Return whose decisions were kept, each as an entry."""
    return [entry.seat for entry in table.events if isinstance(entry, ActionsTaken)]


@pytest.mark.long
def test_a_whole_game_is_the_same_as_if_they_thought_here(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = house.visitor()
    seats = (SLOW, "human", "random", SLOW)
    elsewhere = lay(house, *seats, visitors=(anna,))
    with anna.sitting(elsewhere) as window:
        play(window)
    (summary,) = house.await_(house.store.tables_owned_by(anna.holder))
    assert summary.result != ""
    assert set(deciders(kept(house, elsewhere))) == {-1, 0, 1, 3}, "their decisions are entries"
    monkeypatch.setattr("onirium.bots.registry._WORKER_BOTS", ())
    here = lay(house, *seats, visitors=(anna,))
    with anna.sitting(here) as window:
        play(window)
    assert kept(house, here).match.record == kept(house, elsewhere).match.record


def test_while_one_thinks_everybody_is_served(house: House, held: Held) -> None:
    anna, boris = house.visitor(), house.visitor()
    table = lay(house, "human", SLOW, "human", visitors=(anna, boris))
    with anna.sitting(table) as hers, boris.sitting(table) as his:
        play_until_somebody_thinks(hers)
        held.wait()
        version = hers.last["version"]
        assert his.ask("say", phrase="take your time")["talk"][-1]["seat"] == 2
        assert his.ask("act", version=version, actions=[0])["code"] == "turn"
        other = house.lay("onirim", ("human",), anna)
        with anna.sitting(other) as elsewhere:
            assert elsewhere.play_first()["type"] == "sight"
        held.ask()
        wait_for_turn(his)
    assert 1 in deciders(kept(house, table))


def test_a_decision_taken_back_meanwhile_is_not_answered(house: House, held: Held) -> None:
    anna = house.visitor()
    table = lay(house, "human", SLOW, visitors=(anna,))
    with anna.sitting(table) as window:
        play_until_somebody_thinks(window)
        held.wait()
        version = window.ask("undo")["version"]
        assert window.last["choices"]
        held.ask()
        until(lambda: not house.rooms._rooms[table]._thinks)
        assert window.ask("sight")["version"] == version
        play_until_somebody_thinks(window)
        wait_for_turn(window)
    assert deciders(kept(house, table))[-1] == 1


def test_nobody_decides_after_somebody_has_resigned(house: House, held: Held) -> None:
    anna = house.visitor()
    table = lay(house, SLOW, "human", visitors=(anna,))
    with anna.sitting(table) as window:
        held.wait()
        assert window.ask("resign")["over"]
        held.ask()
    assert isinstance(kept(house, table).events[-1], Resigned)


def test_a_person_who_comes_back_decides_alone(house: House, held: Held) -> None:
    anna, boris = house.visitor(), house.visitor()
    table = lay(house, "human", "human", visitors=(anna, boris))
    with anna.sitting(table) as hers:
        play_until_somebody_thinks(hers)
        assert hers.ask("seat", seat=1, who=SLOW)["seats"][1]["who"] == SLOW
        held.wait()
        with boris.sitting(table) as his:
            version = his.ask("seat", seat=1, who="human")["version"]
            assert his.last["choices"]
            held.ask()
            until(lambda: not house.rooms._rooms[table]._thinks)
            assert his.ask("sight")["version"] == version


def test_they_go_on_when_everybody_has_left(house: House) -> None:
    anna = house.visitor()
    table = lay(house, SLOW, "human", SLOW, visitors=(anna,))
    address = f"/api/t/{table}"
    for _ in range(3):
        until(lambda: is_mine(anna.get(address).json()))
        sight = anna.get(address).json()
        before = kept(house, table).version
        action = sight["choices"][0]["action"]
        wish = f'{{"do": "act", "version": {sight["version"]}, "actions": [{action}]}}'
        assert anna.post(address, wish).status_code == 200
        until(lambda seen=before: kept(house, table).version > seen)  # type: ignore[misc]
    until(lambda: kept(house, table).match.state.current_player() == 1)
    until(lambda: table not in house.rooms._rooms)


def test_a_table_at_which_only_they_have_decided_is_not_laid_again(house: House) -> None:
    anna = house.visitor()
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    chosen = f"game=nightmarium&option.seats=2&option.first=2&seat.1=me&seat.2={SLOW}"
    laid = anna.post("/tables", chosen, **form).headers["location"]
    with anna.sitting(laid.removeprefix("/t/")) as window:
        wait_for_turn(window)
    again = anna.post("/tables", "game=nightmarium&as=last", **form)
    assert again.headers["location"] == laid


@pytest.mark.long
def test_without_workers_quick_players_decide(
    house: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with serving(tmp_path) as other:
        monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
        anna = house.visitor().at(other)
        with anna.sitting(lay(other, SLOW, "human", SLOW, visitors=(anna,))) as window:
            play(window)
            assert window.last["ending"]


def test_what_could_not_be_kept_has_not_happened_and_is_thought_again(
    house: House, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = house.visitor()
    table = lay(house, SLOW, "human", visitors=(anna,))
    with anna.sitting(table) as window:
        held.wait()
        failed = threading.Event()

        async def fail(*_: object) -> None:
            failed.set()
            raise StoreError("the disk is full")

        monkeypatch.setattr(house.store, "append", fail)
        held.ask()
        assert failed.wait(PATIENCE)
        monkeypatch.delattr(house.store, "append")
        assert kept(house, table).version == 1
        window.ask("sight")
        wait_for_turn(window)
        assert kept(house, table).match.last_decision_index(0) is not None


@pytest.mark.long
def test_no_process_begins_before_there_is_something_to_think_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = []

    async def begin(*arguments: object, **_: object) -> None:
        begun.append(arguments)
        raise OSError

    monkeypatch.setattr(asyncio, "create_subprocess_exec", begin)
    with serving(tmp_path) as house:
        anna = house.visitor()
        with anna.sitting(lay(house, "human", "random", visitors=(anna,))) as window:
            play(window)
        assert begun == []
        with anna.sitting(lay(house, SLOW, "human", visitors=(anna,))) as window:
            wait_for_turn(window)
        assert begun


SLOW_PROGRAM = f"""
from onirium.bots import registry
from onirium.web import room
registry._WORKER_BOTS = ("{SLOW}", "quick", "strong")
room.SPACING = {{spacing}}
from onirium.cli.main import main
main()
"""


@pytest.mark.long
def test_one_that_was_killed_while_it_thought_goes_on(tmp_path: Path) -> None:
    token = new_token()
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    command = [sys.executable, "-c", "", "serve", "--port", "0", "--data-dir", str(tmp_path)]
    command[2] = SLOW_PROGRAM.format(spacing=1000)
    with started(command, {}) as program:
        anna = visiting(program, token)
        wish = f"game=nightmarium&option.seats=2&option.first=2&seat.1=me&seat.2={SLOW}"
        table = anna.post("/tables", wish, **form).headers["location"].removeprefix("/t/")
        with anna.sitting(table) as window:
            assert window.last["choices"] == []
            assert window.ask("say", phrase="take your time")["talk"]
            version = window.last["version"]
            program.process.kill()
    command[2] = SLOW_PROGRAM.format(spacing=0)
    with started(command, {}) as program, visiting(program, token).sitting(table) as window:
        assert window.last["version"] >= version
        wait_for_turn(window)
        assert window.last["version"] > version
