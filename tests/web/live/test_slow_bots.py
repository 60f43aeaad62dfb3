"""Tables with slow bots, which decide in worker processes while the table accepts commands."""

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
from onirium.web.fair_queue import Requester
from onirium.web.workers.service import BotService
from tests.support.live_server import (
    TIMEOUT_S,
    HttpUser,
    LiveServer,
    TableSocket,
    run_server,
    wait_until,
)
from tests.web.test_server_process import start_process, user_at

SLOW = "greedy"


@pytest.fixture(scope="module", autouse=True)
def _greedy_runs_in_workers() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("onirium.bots.registry._WORKER_BOTS", (SLOW, "quick", "strong"))
        patch.setattr("onirium.web.live.bot_driver.MIN_BOT_DELAY_S", 0.0)
        patch.setattr("onirium.web.workers.service.DECISION_TIMEOUT_S", TIMEOUT_S)
        yield


class PausedBots:
    """Bots whose computed decisions are withheld until released.

    Attributes:
        decision_count: number of computed decisions.
    """

    def __init__(self, server: LiveServer) -> None:
        self.decision_count = 0
        self._server = server
        self._released = asyncio.Event()

    async def decide(
        self, service: BotService, name: str, state: State, rng_key: int, requester: Requester
    ) -> int:
        action = await DECIDE(service, name, state, rng_key, requester)
        self.decision_count += 1
        await self._released.wait()
        return action

    def wait(self) -> None:
        """Wait until a decision has been computed."""
        wait_until(lambda: self.decision_count >= 1)

    def release(self) -> None:
        """Release this and all further decisions."""
        self._server.run(self._set())

    async def _set(self) -> None:
        self._released.set()


DECIDE = BotService.decide


@pytest.fixture
def paused_bots(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[PausedBots]:
    # Their decisions at tables of earlier tests would count.
    wait_until(lambda: not server.open_table_ids)
    paused_bots = PausedBots(server)

    async def decide(
        service: BotService, name: str, state: State, rng_key: int, requester: Requester
    ) -> int:
        return await paused_bots.decide(service, name, state, rng_key, requester)

    monkeypatch.setattr(BotService, "decide", decide)
    yield paused_bots
    paused_bots.release()


def create_table(
    server: LiveServer, *seats: str, users: tuple[HttpUser, ...], seed: int = 1
) -> str:
    """Create a table of Nightmarium at which the first seat begins."""
    options = {"seats": len(seats), "first": 1}
    return server.create_table("nightmarium", seats, *users, options=options, seed=seed)


def can_act_or_is_over(table_view: dict[str, Any]) -> bool:
    return bool(table_view["legal_actions"]) or bool(table_view["is_over"])


def wait_for_turn(client: TableSocket) -> None:
    """Receive messages until the client's seat has to decide, or the game is over."""
    while not can_act_or_is_over(client.view):
        client.receive()


def play(client: TableSocket) -> None:
    """Take the first legal action until the game is over."""
    wait_for_turn(client)
    while not client.view["is_over"]:
        assert client.take_first_action()["type"] == "table_view"
        wait_for_turn(client)


def play_until_bot_decides(client: TableSocket) -> None:
    while client.view["legal_actions"]:
        client.take_first_action()


def load_table(server: LiveServer, table: str) -> Table:
    stored = server.run(server.store.load(table))
    assert stored is not None
    return stored


def is_running(server: LiveServer, table: str) -> bool:
    """Return whether the bots of a table are running."""
    session = server.open_session(table)
    return session is not None and session.bots.is_running


def deciders(table: Table) -> list[int]:
    """Return the seats of all decisions, in the order of their events."""
    return [event.seat for event in table.events if isinstance(event, ActionsTaken)]


@pytest.mark.long
def test_whole_game_is_the_same_with_and_without_workers(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = server.new_user()
    seats = (SLOW, "human", "random", SLOW)
    elsewhere = create_table(server, *seats, users=(anna,))
    with anna.connect(elsewhere) as client:
        play(client)
    (summary,) = server.run(server.store.tables_owned_by(anna.user_id))
    assert summary.result != ""
    assert set(deciders(load_table(server, elsewhere))) == {-1, 0, 1, 3}, (
        "each bot decision is an event"
    )
    monkeypatch.setattr("onirium.bots.registry._WORKER_BOTS", ())
    here = create_table(server, *seats, users=(anna,))
    with anna.connect(here) as client:
        play(client)
    assert load_table(server, here).match.record == load_table(server, elsewhere).match.record


def test_server_handles_commands_while_a_bot_computes(
    server: LiveServer, paused_bots: PausedBots
) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = create_table(server, "human", SLOW, "human", users=(anna, boris))
    with anna.connect(table) as anna_client, boris.connect(table) as boris_client:
        play_until_bot_decides(anna_client)
        paused_bots.wait()
        version = anna_client.view["version"]
        assert (
            boris_client.send_command("send_phrase", phrase="take your time")["chat"][-1]["seat"]
            == 2
        )
        assert (
            boris_client.send_command("take_actions", version=version, actions=[0])["code"]
            == "not_your_turn"
        )
        other = server.create_table("onirim", ("human",), anna)
        with anna.connect(other) as elsewhere:
            assert elsewhere.take_first_action()["type"] == "table_view"
        paused_bots.release()
        wait_for_turn(boris_client)
    assert 1 in deciders(load_table(server, table))


def test_bot_decision_is_discarded_after_a_takeback(
    server: LiveServer, paused_bots: PausedBots
) -> None:
    anna = server.new_user()
    table = create_table(server, "human", SLOW, users=(anna,))
    with anna.connect(table) as client:
        play_until_bot_decides(client)
        paused_bots.wait()
        version = client.send_command("take_back")["version"]
        assert client.view["legal_actions"]
        paused_bots.release()
        wait_until(lambda: not is_running(server, table))
        assert client.send_command("resync")["version"] == version
        play_until_bot_decides(client)
        wait_for_turn(client)
    assert deciders(load_table(server, table))[-1] == 1


def test_bot_decision_is_discarded_after_resignation(
    server: LiveServer, paused_bots: PausedBots
) -> None:
    anna = server.new_user()
    table = create_table(server, SLOW, "human", users=(anna,))
    with anna.connect(table) as client:
        paused_bots.wait()
        assert client.send_command("resign")["is_over"]
        paused_bots.release()
    assert isinstance(load_table(server, table).events[-1], Resigned)


def test_bot_decision_is_discarded_when_a_human_returns(
    server: LiveServer, paused_bots: PausedBots
) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = create_table(server, "human", "human", users=(anna, boris))
    with anna.connect(table) as anna_client:
        play_until_bot_decides(anna_client)
        assert (
            anna_client.send_command("assign_seat", seat=1, occupant=SLOW)["seats"][1]["occupant"]
            == SLOW
        )
        paused_bots.wait()
        with boris.connect(table) as boris_client:
            version = boris_client.send_command("assign_seat", seat=1, occupant="human")["version"]
            assert boris_client.view["legal_actions"]
            paused_bots.release()
            wait_until(lambda: not is_running(server, table))
            assert boris_client.send_command("resync")["version"] == version


def test_bots_continue_without_clients(server: LiveServer) -> None:
    anna = server.new_user()
    table = create_table(server, SLOW, "human", SLOW, users=(anna,))
    address = f"/api/t/{table}"
    for _ in range(3):
        wait_until(lambda: can_act_or_is_over(anna.get(address).json()))
        table_view = anna.get(address).json()
        before = load_table(server, table).version
        action = table_view["legal_actions"][0]["action"]
        command = (
            f'{{"type": "take_actions", "version": {table_view["version"]}, "actions": [{action}]}}'
        )
        assert anna.post(address, command).status_code == 200
        wait_until(lambda seen=before: load_table(server, table).version > seen)  # type: ignore[misc]
    wait_until(lambda: load_table(server, table).match.state.current_player() == 1)
    wait_until(lambda: table not in server.open_table_ids)


def test_new_game_reuses_a_table_where_only_bots_have_decided(server: LiveServer) -> None:
    anna = server.new_user()
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    chosen = f"game=nightmarium&option.seats=2&option.first=2&seat.1=me&seat.2={SLOW}"
    location = anna.post("/tables", chosen, **form).headers["location"]
    with anna.connect(location.removeprefix("/t/")) as client:
        wait_for_turn(client)
    again = anna.post("/tables", "game=nightmarium&as=last", **form)
    assert again.headers["location"] == location


@pytest.mark.long
def test_quick_bots_decide_if_workers_cannot_start(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with run_server(tmp_path) as other:
        monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
        anna = server.new_user().at_server(other)
        with anna.connect(create_table(other, SLOW, "human", SLOW, users=(anna,))) as client:
            play(client)
            assert client.view["result_text"]


def test_server_is_unhealthy_while_no_worker_can_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with run_server(tmp_path) as server:
        anna = server.new_user()
        assert anna.get("/healthz").json()["workers"] == "ok"
        with monkeypatch.context() as patch:
            patch.setattr(sys, "executable", str(tmp_path / "python"))
            with anna.connect(create_table(server, SLOW, "human", users=(anna,))) as client:
                wait_for_turn(client)
            assert server.bots.fallback_count >= 1
            health = anna.get("/healthz")
            assert (health.status_code, health.json()["workers"]) == (503, "unavailable")
            assert health.json()["database"] == "ok"
        wait_until(lambda: anna.get("/healthz").status_code == 200)


def test_server_runs_on_the_event_loop_of_production(server: LiveServer) -> None:
    async def loop_module() -> str:
        return type(asyncio.get_running_loop()).__module__

    assert server.run(loop_module()) == "uvloop" or sys.platform == "win32"


def test_bot_decides_again_without_a_command_after_the_store_failed(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("onirium.web.live.bot_driver.RETRY_DELAY_S", 0.1)
    anna = server.new_user()
    table = create_table(server, SLOW, "human", users=(anna,))
    failure_count = 0
    append = server.store.append

    async def fail(table_id: str, *arguments: Any) -> None:
        nonlocal failure_count
        if table_id == table and failure_count < 3:
            failure_count += 1
            raise StoreError("too many open files")
        await append(table_id, *arguments)

    monkeypatch.setattr(server.store, "append", fail)
    with anna.connect(table) as client:
        wait_for_turn(client)
    assert failure_count == 3


def test_bot_decides_again_after_the_store_failed(
    server: LiveServer, paused_bots: PausedBots, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = server.new_user()
    table = create_table(server, SLOW, "human", users=(anna,))
    with anna.connect(table) as client:
        paused_bots.wait()
        failed = threading.Event()

        async def fail(*_: object) -> None:
            failed.set()
            raise StoreError("the disk is full")

        monkeypatch.setattr(server.store, "append", fail)
        paused_bots.release()
        assert failed.wait(TIMEOUT_S)
        assert load_table(server, table).version == 1
        monkeypatch.delattr(server.store, "append")
        client.send_command("resync")
        wait_for_turn(client)
        assert load_table(server, table).match.last_decision_index(0) is not None


@pytest.mark.long
def test_no_worker_starts_before_the_first_job(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = []

    def begin(*arguments: object) -> None:
        begun.append(arguments)
        raise OSError

    monkeypatch.setattr("onirium.web.workers.worker._start_process", begin)
    with run_server(tmp_path) as server:
        anna = server.new_user()
        with anna.connect(create_table(server, "human", "random", users=(anna,))) as client:
            play(client)
        assert begun == []
        with anna.connect(create_table(server, SLOW, "human", users=(anna,))) as client:
            wait_for_turn(client)
        assert begun


SLOW_PROGRAM = f"""
from onirium.bots import registry
from onirium.web.live import bot_driver
registry._WORKER_BOTS = ("{SLOW}", "quick", "strong")
bot_driver.MIN_BOT_DELAY_S = {{delay_s}}
from onirium.cli.main import main
main()
"""


@pytest.mark.long
def test_bots_resume_after_the_server_was_killed(tmp_path: Path) -> None:
    token = new_token()
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    command = [sys.executable, "-c", "", "serve", "--port", "0", "--data-dir", str(tmp_path)]
    command[2] = SLOW_PROGRAM.format(delay_s=1000)
    with start_process(command, {}) as program:
        anna = user_at(program, token)
        body = f"game=nightmarium&option.seats=2&option.first=2&seat.1=me&seat.2={SLOW}"
        table = anna.post("/tables", body, **form).headers["location"].removeprefix("/t/")
        with anna.connect(table) as client:
            assert client.view["legal_actions"] == []
            assert client.send_command("send_phrase", phrase="take your time")["chat"]
            version = client.view["version"]
            program.process.kill()
    command[2] = SLOW_PROGRAM.format(delay_s=0)
    with start_process(command, {}) as program, user_at(program, token).connect(table) as client:
        assert client.view["version"] >= version
        wait_for_turn(client)
        assert client.view["version"] > version
