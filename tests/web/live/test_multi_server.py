"""Several servers, one Postgres: any of them serves any table, and guests see no difference."""

import asyncio
import json
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from onirium.core.game import State
from onirium.games import registry
from onirium.tables.events import ActionsTaken
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
from tests.support.postgres_server import PostgresServer, stopped
from tests.web.test_server_process import ONIRIUM, present, running, visiting
from tests.web.test_server_process import lay as learn

SLOW = "greedy"
DUO = {"seats": 2, "first": 1}
CLUSTER_MODULE = "onirium.web.live.cluster"


@pytest.fixture(scope="module", autouse=True)
def _quick_to_notice() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(registry._MODULES, "hush", raising=False)
        patch.setattr("onirium.bots.registry._WORKER_BOTS", (SLOW, "quick", "strong"))
        patch.setattr("onirium.web.live.bot_driver.MIN_BOT_DELAY_S", 0.01)
        patch.setattr(f"{CLUSTER_MODULE}.HEARTBEAT_S", 0.1)
        patch.setattr(f"{CLUSTER_MODULE}.HEARTBEAT_TIMEOUT_S", 2.0)
        yield


@pytest.fixture(scope="module")
def servers(postgres_server: PostgresServer) -> Iterator[tuple[LiveServer, LiveServer]]:
    address = postgres_server.database()
    with run_server(address) as one, run_server(address) as other:
        yield one, other


def lay(server: LiveServer, *visitors: HttpUser) -> str:
    """Lay a table of Nightmarium for two people."""
    return server.create_table("nightmarium", ("human", "human"), *visitors, options=DUO)


def decider(*windows: TableSocket) -> TableSocket:
    """Return the window of whoever is to decide."""
    return next(window for window in windows if window.view["legal_actions"])


def standing(sight: dict[str, Any]) -> dict[str, Any]:
    """Return how things stand, without how that came and who asked."""
    return {**sight, "frames": sight["frames"][-1]["view"], "command_id": ""}


def is_at(version: int, sight: dict[str, Any]) -> bool:
    return bool(sight["version"] == version)


def may_decide(window: TableSocket) -> bool:
    return bool(window.send_command("resync")["legal_actions"])


def send(window: TableSocket, nonce: str, version: int, action: int) -> None:
    """Send a decision, and do not wait for the answer."""
    wish = {"type": "take_actions", "command_id": nonce, "version": version, "actions": [action]}
    window.connection.send(json.dumps(wish))


def answer(window: TableSocket, nonce: str) -> dict[str, Any]:
    """Return the answer to a message."""
    found: dict[str, Any] = window.receive_until(lambda message: message["command_id"] == nonce)
    return found


def codes(answers: list[dict[str, Any]]) -> list[str]:
    """Return what came of some decisions, the refused ones last."""
    return sorted(answer.get("code", "done") for answer in answers)


def test_what_happens_at_one_server_is_seen_at_the_other(
    servers: tuple[LiveServer, LiveServer],
) -> None:
    one, other = servers
    anna, boris, watcher = one.new_user(), one.new_user(), other.new_user()
    table = lay(one, anna, boris)
    with (
        anna.connect(table) as hers,
        boris.at_server(other).connect(table) as his,
        watcher.connect(table) as looking_on,
    ):
        for _ in range(12):
            acting = decider(hers, his)
            waiting = his if acting is hers else hers
            sight = acting.take_first_action()
            for window in (waiting, looking_on):
                told = window.receive_until(partial(is_at, sight["version"]))
                assert len(told["frames"]) == len(sight["frames"]), "it is told, not just shown"
        for window in (hers, his, looking_on):
            mine, fresh = window.view, window.send_command("resync")
            assert standing(fresh) == standing(mine)


def test_of_two_who_act_at_once_one_succeeds(servers: tuple[LiveServer, LiveServer]) -> None:
    anna = servers[0].new_user()
    table = servers[0].create_table("onirim", ("human",), anna)
    with anna.connect(table) as here, anna.at_server(servers[1]).connect(table) as there:
        for number in range(8):
            windows = (here, there) if number % 2 else (there, here)
            version = here.view["version"]
            action = here.view["legal_actions"][0]["action"]
            for window in windows:
                send(window, f"n{number}", version, action)
            answers = [answer(window, f"n{number}") for window in windows]
            assert codes(answers) == ["done", "done"], "the same message has its effect once"
            for window in windows:
                window.send_command("resync")
            assert standing(here.view) == standing(there.view)
            assert here.view["version"] == version + 1


def test_of_two_different_decisions_one_is_refused(servers: tuple[LiveServer, LiveServer]) -> None:
    anna = servers[0].new_user()
    table = servers[0].create_table("onirim", ("human",), anna)
    with anna.connect(table) as here, anna.at_server(servers[1]).connect(table) as there:
        for number in range(8):
            windows = (here, there) if number % 2 else (there, here)
            version = here.view["version"]
            for place, window in enumerate(windows):
                action = window.view["legal_actions"][-place]["action"]
                send(window, f"{number} {place}", version, action)
            answers = [answer(window, f"{number} {place}") for place, window in enumerate(windows)]
            assert codes(answers) == ["done", "old"]
            for window in windows:
                window.send_command("resync")
            assert standing(here.view) == standing(there.view)
            assert here.view["version"] == version + 1


def test_who_is_at_another_server_is_there(servers: tuple[LiveServer, LiveServer]) -> None:
    one, other = servers
    anna, boris = one.new_user(), one.new_user()
    boris.post("/settings", "name=Boris", **{"Content-Type": "application/x-www-form-urlencoded"})
    table = lay(one, anna, boris)
    with anna.connect(table) as hers:
        assert hers.view["seats"][1]["name"] == "Boris"
        with boris.at_server(other).connect(table) as his:
            hers.receive_until(lambda sight: sight["seats"][1]["is_present"])
            if not his.view["seats"][0]["is_present"]:
                his.receive_until(lambda sight: sight["seats"][0]["is_present"])
            assert hers.send_command("assign_seat", seat=1, occupant="greedy")["code"] == "present"
        hers.receive_until(lambda sight: not sight["seats"][1]["is_present"])
        assert (
            hers.send_command("assign_seat", seat=1, occupant="greedy")["seats"][1]["occupant"]
            == "greedy"
        )


@pytest.mark.parametrize("orderly", [True, False])
def test_nobody_is_at_a_server_that_is_gone(
    postgres_server: PostgresServer,
    monkeypatch: pytest.MonkeyPatch,
    orderly: bool,  # noqa: FBT001, it is what is tested
) -> None:
    address = postgres_server.database()
    with run_server(address) as one, ExitStack() as open_for_a_while:
        other = open_for_a_while.enter_context(run_server(address))
        anna, boris = one.new_user(), one.new_user()
        table = lay(one, anna, boris)
        with anna.connect(table) as hers:
            open_for_a_while.enter_context(boris.at_server(other).connect(table))
            hers.receive_until(lambda sight: sight["seats"][1]["is_present"])
            if orderly:
                open_for_a_while.close()
            else:
                monkeypatch.setattr(other.store, "publish", lambda _: None)
            hers.receive_until(lambda sight: not sight["seats"][1]["is_present"])


def test_a_seat_is_taken_at_another_server(servers: tuple[LiveServer, LiveServer]) -> None:
    one, other = servers
    anna, boris = one.new_user(), other.new_user()
    table = one.create_table("nightmarium", ("human", "greedy"), anna, options=DUO)
    with anna.connect(table) as hers:
        link = hers.send_command("create_invitation", seat=1)["link"]
        secret = link.partition("#")[2]
        joined = boris.post(f"/api/t/{table}/join", json.dumps({"secret": secret}))
        assert joined.json()["type"] == "joined"
        with boris.connect(table) as his:
            hers.receive_until(lambda sight: sight["seats"][1]["is_present"])
            assert his.view["own_seats"] == [1]
            decider(hers, his)


# Computer players that take their time.


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """Return the positions in which one of them has thought, at whichever server."""
    seen = []

    async def decide(_: BotService, __: str, state: State, ___: int) -> int:
        seen.append(state)
        await asyncio.sleep(0.05)
        return int(state.legal_actions()[0])

    monkeypatch.setattr(BotService, "decide", decide)
    return seen


def test_one_server_thinks(servers: tuple[LiveServer, LiveServer], decided: list[State]) -> None:
    one, other = servers
    anna = one.new_user()
    table = one.create_table("nightmarium", ("human", SLOW), anna, options=DUO)
    with anna.connect(table) as here, anna.at_server(other).connect(table) as there:
        for number in range(6):
            window = there if number % 2 else here
            wait_until(partial(may_decide, window))
            window.take_first_action()
        # The other server has heard of this last decision at once; news of it takes a while.
        wait_until(partial(may_decide, there))
    found = one.run(one.store.load(table))
    assert found is not None
    kept = [entry for entry in found.events if isinstance(entry, ActionsTaken) and entry.seat == 1]
    assert len(decided) == len(kept) >= 4


def test_who_thinks_no_more_is_replaced(
    servers: tuple[LiveServer, LiveServer], decided: list[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("onirium.web.live.bot_lease.BOT_LEASE_S", 0.3)
    one, other = servers
    anna = one.new_user()
    table = one.create_table("nightmarium", ("human", SLOW), anna, options=DUO)

    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    with anna.connect(table) as here, anna.at_server(other).connect(table) as there:
        with monkeypatch.context() as patch:
            patch.setattr(one.bots, "decide", never)
            while here.view["legal_actions"]:
                here.take_first_action()
            # Until the other server has heard of it, its guest seems to be the one to decide.
            wait_until(lambda: bool(decided))
            wait_until(partial(may_decide, there))
        wait_until(lambda: here.send_command("resync")["version"] == there.view["version"])


# The database is not always there.


def test_while_the_database_is_away_it_is_refused_and_nothing_is_lost(
    postgres_server: PostgresServer,
) -> None:
    address = postgres_server.database()
    with run_server(address) as one, run_server(address) as other:
        anna, boris = one.new_user(), one.new_user()
        table = lay(one, anna, boris)
        with anna.connect(table) as hers, boris.at_server(other).connect(table) as his:
            acting = decider(hers, his)
            acting.take_first_action()
            kept = acting.view["version"]
            with stopped(postgres_server):
                assert acting.take_first_action()["code"] == "store"
                assert anna.get("/history").status_code == 503
                assert anna.get("/healthz").status_code == 503
            wait_until(lambda: acting.take_first_action()["type"] == "table_view")
            wait_until(lambda: hers.send_command("resync")["version"] == kept + 1)
            wait_until(lambda: his.send_command("resync")["version"] == kept + 1)
            assert anna.get("/history").status_code == 200


# As programs.


@pytest.mark.long
def test_when_one_server_is_killed_the_other_goes_on(
    postgres_server: PostgresServer, tmp_path: Path
) -> None:
    place, token = postgres_server.database(), new_token()
    with (
        running(tmp_path, "--database-url", place) as one,
        running(tmp_path, "--database-url", place) as other,
    ):
        visitor = visiting(one, token)
        table = learn(visitor)
        with visitor.connect(table) as window:
            for _ in range(3):
                assert window.take_first_action()["type"] == "table_view"
            one.process.kill()
        with visiting(other, token).connect(table) as again:
            assert present(again.view) == present(window.view)
            assert again.take_first_action()["type"] == "table_view"


def test_a_database_that_cannot_be_reached_is_told_in_one_line() -> None:
    told = subprocess.run(
        [*ONIRIUM, "serve", "--port", "0", "--database-url", "postgresql://127.0.0.1:1/onirium"],
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT_S,
    )
    assert told.returncode == 2
    (line,) = [line for line in told.stderr.splitlines() if "plain Python" not in line]
    assert "this Postgres cannot be used as a database" in line
