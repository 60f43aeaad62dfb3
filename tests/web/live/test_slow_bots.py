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
from onirium.web.workers.service import BotService
from tests.support.live_server import (
    TIMEOUT_S,
    HttpUser,
    LiveServer,
    TableSocket,
    run_server,
    wait_until,
)
from tests.web.test_server_process import started, visiting

SLOW = "greedy"


@pytest.fixture(scope="module", autouse=True)
def _greedy_takes_its_time() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("onirium.bots.registry._WORKER_BOTS", (SLOW, "quick", "strong"))
        patch.setattr("onirium.web.live.bot_driver.MIN_BOT_DELAY_S", 0.0)
        patch.setattr("onirium.web.workers.service.DECISION_TIMEOUT_S", TIMEOUT_S)
        yield


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with run_server(tmp_path_factory.mktemp("data")) as server:
        yield server


class Held:
    """Computer players who have thought but do not say it before they are asked to.

    Attributes:
        begun: how often they have begun to think.
    """

    def __init__(self, server: LiveServer) -> None:
        self.begun = 0
        self._house = server
        self._asked = asyncio.Event()

    async def decide(self, thinking: BotService, name: str, state: State, dice: int) -> int:
        action = await DECIDE(thinking, name, state, dice)
        self.begun += 1
        await self._asked.wait()
        return action

    def wait(self, number: int = 1) -> None:
        """Wait until they have thought so often."""
        wait_until(lambda: self.begun >= number)

    def release(self) -> None:
        """Let them say it, from now on at once."""
        self._house.run(self._set())

    async def _set(self) -> None:
        self._asked.set()


DECIDE = BotService.decide


@pytest.fixture
def held(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    held = Held(server)

    async def decide(thinking: BotService, name: str, state: State, dice: int) -> int:
        return await held.decide(thinking, name, state, dice)

    monkeypatch.setattr(BotService, "decide", decide)
    yield held
    held.release()


def lay(server: LiveServer, *seats: str, visitors: tuple[HttpUser, ...], seed: int = 1) -> str:
    """Lay a table of Nightmarium at which the first seat begins."""
    options = {"seats": len(seats), "first": 1}
    return server.create_table("nightmarium", seats, *visitors, options=options, seed=seed)


def is_mine(sight: dict[str, Any]) -> bool:
    return bool(sight["legal_actions"]) or bool(sight["is_over"])


def wait_for_turn(window: TableSocket) -> None:
    """Read until whoever sits at the window is to decide, or the game is over."""
    while not is_mine(window.view):
        window.receive()


def play(window: TableSocket) -> None:
    """Play the first thing that is possible to the end."""
    wait_for_turn(window)
    while not window.view["is_over"]:
        assert window.take_first_action()["type"] == "table_view"
        wait_for_turn(window)


def play_until_somebody_thinks(window: TableSocket) -> None:
    while window.view["legal_actions"]:
        window.take_first_action()


def kept(server: LiveServer, table: str) -> Table:
    found = server.run(server.store.load(table))
    assert found is not None
    return found


def is_running(server: LiveServer, table: str) -> bool:
    """Return whether the bots of a table are running."""
    session = server.sessions.get_open(table)
    return session is not None and session.bots.is_running


def deciders(table: Table) -> list[int]:
    """Return whose decisions were kept, each as an entry."""
    return [entry.seat for entry in table.events if isinstance(entry, ActionsTaken)]


@pytest.mark.long
def test_a_whole_game_is_the_same_as_if_they_thought_here(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = server.new_user()
    seats = (SLOW, "human", "random", SLOW)
    elsewhere = lay(server, *seats, visitors=(anna,))
    with anna.connect(elsewhere) as window:
        play(window)
    (summary,) = server.run(server.store.tables_owned_by(anna.user_id))
    assert summary.result != ""
    assert set(deciders(kept(server, elsewhere))) == {-1, 0, 1, 3}, "their decisions are entries"
    monkeypatch.setattr("onirium.bots.registry._WORKER_BOTS", ())
    here = lay(server, *seats, visitors=(anna,))
    with anna.connect(here) as window:
        play(window)
    assert kept(server, here).match.record == kept(server, elsewhere).match.record


def test_while_one_thinks_everybody_is_served(server: LiveServer, held: Held) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = lay(server, "human", SLOW, "human", visitors=(anna, boris))
    with anna.connect(table) as hers, boris.connect(table) as his:
        play_until_somebody_thinks(hers)
        held.wait()
        version = hers.view["version"]
        assert his.send_command("send_phrase", phrase="take your time")["chat"][-1]["seat"] == 2
        assert his.send_command("take_actions", version=version, actions=[0])["code"] == "turn"
        other = server.create_table("onirim", ("human",), anna)
        with anna.connect(other) as elsewhere:
            assert elsewhere.take_first_action()["type"] == "table_view"
        held.release()
        wait_for_turn(his)
    assert 1 in deciders(kept(server, table))


def test_a_decision_taken_back_meanwhile_is_not_answered(server: LiveServer, held: Held) -> None:
    anna = server.new_user()
    table = lay(server, "human", SLOW, visitors=(anna,))
    with anna.connect(table) as window:
        play_until_somebody_thinks(window)
        held.wait()
        version = window.send_command("take_back")["version"]
        assert window.view["legal_actions"]
        held.release()
        wait_until(lambda: not is_running(server, table))
        assert window.send_command("resync")["version"] == version
        play_until_somebody_thinks(window)
        wait_for_turn(window)
    assert deciders(kept(server, table))[-1] == 1


def test_nobody_decides_after_somebody_has_resigned(server: LiveServer, held: Held) -> None:
    anna = server.new_user()
    table = lay(server, SLOW, "human", visitors=(anna,))
    with anna.connect(table) as window:
        held.wait()
        assert window.send_command("resign")["is_over"]
        held.release()
    assert isinstance(kept(server, table).events[-1], Resigned)


def test_a_person_who_comes_back_decides_alone(server: LiveServer, held: Held) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = lay(server, "human", "human", visitors=(anna, boris))
    with anna.connect(table) as hers:
        play_until_somebody_thinks(hers)
        assert (
            hers.send_command("assign_seat", seat=1, occupant=SLOW)["seats"][1]["occupant"] == SLOW
        )
        held.wait()
        with boris.connect(table) as his:
            version = his.send_command("assign_seat", seat=1, occupant="human")["version"]
            assert his.view["legal_actions"]
            held.release()
            wait_until(lambda: not is_running(server, table))
            assert his.send_command("resync")["version"] == version


def test_they_go_on_when_everybody_has_left(server: LiveServer) -> None:
    anna = server.new_user()
    table = lay(server, SLOW, "human", SLOW, visitors=(anna,))
    address = f"/api/t/{table}"
    for _ in range(3):
        wait_until(lambda: is_mine(anna.get(address).json()))
        sight = anna.get(address).json()
        before = kept(server, table).version
        action = sight["legal_actions"][0]["action"]
        wish = f'{{"type": "take_actions", "version": {sight["version"]}, "actions": [{action}]}}'
        assert anna.post(address, wish).status_code == 200
        wait_until(lambda seen=before: kept(server, table).version > seen)  # type: ignore[misc]
    wait_until(lambda: kept(server, table).match.state.current_player() == 1)
    wait_until(lambda: table not in server.sessions.open_table_ids)


def test_a_table_at_which_only_they_have_decided_is_not_laid_again(server: LiveServer) -> None:
    anna = server.new_user()
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    chosen = f"game=nightmarium&option.seats=2&option.first=2&seat.1=me&seat.2={SLOW}"
    laid = anna.post("/tables", chosen, **form).headers["location"]
    with anna.connect(laid.removeprefix("/t/")) as window:
        wait_for_turn(window)
    again = anna.post("/tables", "game=nightmarium&as=last", **form)
    assert again.headers["location"] == laid


@pytest.mark.long
def test_without_workers_quick_players_decide(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with run_server(tmp_path) as other:
        monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
        anna = server.new_user().at_server(other)
        with anna.connect(lay(other, SLOW, "human", SLOW, visitors=(anna,))) as window:
            play(window)
            assert window.view["result_text"]


def test_what_could_not_be_kept_has_not_happened_and_is_thought_again(
    server: LiveServer, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = server.new_user()
    table = lay(server, SLOW, "human", visitors=(anna,))
    with anna.connect(table) as window:
        held.wait()
        failed = threading.Event()

        async def fail(*_: object) -> None:
            failed.set()
            raise StoreError("the disk is full")

        monkeypatch.setattr(server.store, "append", fail)
        held.release()
        assert failed.wait(TIMEOUT_S)
        monkeypatch.delattr(server.store, "append")
        assert kept(server, table).version == 1
        window.send_command("resync")
        wait_for_turn(window)
        assert kept(server, table).match.last_decision_index(0) is not None


@pytest.mark.long
def test_no_process_begins_before_there_is_something_to_think_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = []

    async def begin(*arguments: object, **_: object) -> None:
        begun.append(arguments)
        raise OSError

    monkeypatch.setattr(asyncio, "create_subprocess_exec", begin)
    with run_server(tmp_path) as server:
        anna = server.new_user()
        with anna.connect(lay(server, "human", "random", visitors=(anna,))) as window:
            play(window)
        assert begun == []
        with anna.connect(lay(server, SLOW, "human", visitors=(anna,))) as window:
            wait_for_turn(window)
        assert begun


SLOW_PROGRAM = f"""
from onirium.bots import registry
from onirium.web import room
registry._WORKER_BOTS = ("{SLOW}", "quick", "strong")
bot_driver.MIN_BOT_DELAY_S = {{spacing}}
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
        with anna.connect(table) as window:
            assert window.view["legal_actions"] == []
            assert window.send_command("send_phrase", phrase="take your time")["chat"]
            version = window.view["version"]
            program.process.kill()
    command[2] = SLOW_PROGRAM.format(spacing=0)
    with started(command, {}) as program, visiting(program, token).connect(table) as window:
        assert window.view["version"] >= version
        wait_for_turn(window)
        assert window.view["version"] > version
