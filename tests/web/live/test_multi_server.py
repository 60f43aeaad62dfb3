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
from onirium.web.workers.service import Thinking
from tests.support.live_server import PATIENCE, House, Visitor, Window, serving, until
from tests.support.postgres_server import Cluster, away
from tests.web.test_server_process import ONIRIUM, present, running, visiting
from tests.web.test_server_process import lay as learn

SLOW = "greedy"
DUO = {"seats": 2, "first": 1}
NEIGHBOURS = "onirium.web.live.cluster"


@pytest.fixture(scope="module", autouse=True)
def _quick_to_notice() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(registry._MODULES, "hush", raising=False)
        patch.setattr("onirium.bots.registry._WORKER_BOTS", (SLOW, "quick", "strong"))
        patch.setattr("onirium.web.live.table_session.SPACING", 0.01)
        patch.setattr(f"{NEIGHBOURS}.BEAT", 0.1)
        patch.setattr(f"{NEIGHBOURS}.SILENCE", 2.0)
        yield


@pytest.fixture(scope="module")
def houses(cluster: Cluster) -> Iterator[tuple[House, House]]:
    address = cluster.database()
    with serving(address) as one, serving(address) as other:
        yield one, other


def lay(house: House, *visitors: Visitor) -> str:
    """Lay a table of Nightmarium for two people."""
    return house.lay("nightmarium", ("human", "human"), *visitors, options=DUO)


def decider(*windows: Window) -> Window:
    """Return the window of whoever is to decide."""
    return next(window for window in windows if window.last["choices"])


def standing(sight: dict[str, Any]) -> dict[str, Any]:
    """Return how things stand, without how that came and who asked."""
    return {**sight, "frames": sight["frames"][-1]["view"], "nonce": ""}


def is_at(version: int, sight: dict[str, Any]) -> bool:
    return bool(sight["version"] == version)


def may_decide(window: Window) -> bool:
    return bool(window.ask("sight")["choices"])


def send(window: Window, nonce: str, version: int, action: int) -> None:
    """Send a decision, and do not wait for the answer."""
    wish = {"do": "act", "nonce": nonce, "version": version, "actions": [action]}
    window.socket.send(json.dumps(wish))


def answer(window: Window, nonce: str) -> dict[str, Any]:
    """Return the answer to a message."""
    found: dict[str, Any] = window.read_until(lambda message: message["nonce"] == nonce)
    return found


def codes(answers: list[dict[str, Any]]) -> list[str]:
    """Return what came of some decisions, the refused ones last."""
    return sorted(answer.get("code", "done") for answer in answers)


def test_what_happens_at_one_server_is_seen_at_the_other(houses: tuple[House, House]) -> None:
    one, other = houses
    anna, boris, watcher = one.visitor(), one.visitor(), other.visitor()
    table = lay(one, anna, boris)
    with (
        anna.sitting(table) as hers,
        boris.at(other).sitting(table) as his,
        watcher.sitting(table) as looking_on,
    ):
        for _ in range(12):
            acting = decider(hers, his)
            waiting = his if acting is hers else hers
            sight = acting.play_first()
            for window in (waiting, looking_on):
                told = window.read_until(partial(is_at, sight["version"]))
                assert len(told["frames"]) == len(sight["frames"]), "it is told, not just shown"
        for window in (hers, his, looking_on):
            mine, fresh = window.last, window.ask("sight")
            assert standing(fresh) == standing(mine)


def test_of_two_who_act_at_once_one_succeeds(houses: tuple[House, House]) -> None:
    anna = houses[0].visitor()
    table = houses[0].lay("onirim", ("human",), anna)
    with anna.sitting(table) as here, anna.at(houses[1]).sitting(table) as there:
        for number in range(8):
            windows = (here, there) if number % 2 else (there, here)
            version = here.last["version"]
            action = here.last["choices"][0]["action"]
            for window in windows:
                send(window, f"n{number}", version, action)
            answers = [answer(window, f"n{number}") for window in windows]
            assert codes(answers) == ["done", "done"], "the same message has its effect once"
            for window in windows:
                window.ask("sight")
            assert standing(here.last) == standing(there.last)
            assert here.last["version"] == version + 1


def test_of_two_different_decisions_one_is_refused(houses: tuple[House, House]) -> None:
    anna = houses[0].visitor()
    table = houses[0].lay("onirim", ("human",), anna)
    with anna.sitting(table) as here, anna.at(houses[1]).sitting(table) as there:
        for number in range(8):
            windows = (here, there) if number % 2 else (there, here)
            version = here.last["version"]
            for place, window in enumerate(windows):
                action = window.last["choices"][-place]["action"]
                send(window, f"{number} {place}", version, action)
            answers = [answer(window, f"{number} {place}") for place, window in enumerate(windows)]
            assert codes(answers) == ["done", "old"]
            for window in windows:
                window.ask("sight")
            assert standing(here.last) == standing(there.last)
            assert here.last["version"] == version + 1


def test_who_is_at_another_server_is_there(houses: tuple[House, House]) -> None:
    one, other = houses
    anna, boris = one.visitor(), one.visitor()
    boris.post("/settings", "name=Boris", **{"Content-Type": "application/x-www-form-urlencoded"})
    table = lay(one, anna, boris)
    with anna.sitting(table) as hers:
        assert hers.last["seats"][1]["name"] == "Boris"
        with boris.at(other).sitting(table) as his:
            hers.read_until(lambda sight: sight["seats"][1]["here"])
            if not his.last["seats"][0]["here"]:
                his.read_until(lambda sight: sight["seats"][0]["here"])
            assert hers.ask("seat", seat=1, who="greedy")["code"] == "present"
        hers.read_until(lambda sight: not sight["seats"][1]["here"])
        assert hers.ask("seat", seat=1, who="greedy")["seats"][1]["who"] == "greedy"


@pytest.mark.parametrize("orderly", [True, False])
def test_nobody_is_at_a_server_that_is_gone(
    cluster: Cluster,
    monkeypatch: pytest.MonkeyPatch,
    orderly: bool,  # noqa: FBT001, it is what is tested
) -> None:
    address = cluster.database()
    with serving(address) as one, ExitStack() as open_for_a_while:
        other = open_for_a_while.enter_context(serving(address))
        anna, boris = one.visitor(), one.visitor()
        table = lay(one, anna, boris)
        with anna.sitting(table) as hers:
            open_for_a_while.enter_context(boris.at(other).sitting(table))
            hers.read_until(lambda sight: sight["seats"][1]["here"])
            if orderly:
                open_for_a_while.close()
            else:
                monkeypatch.setattr(other.store, "publish", lambda _: None)
            hers.read_until(lambda sight: not sight["seats"][1]["here"])


def test_a_seat_is_taken_at_another_server(houses: tuple[House, House]) -> None:
    one, other = houses
    anna, boris = one.visitor(), other.visitor()
    table = one.lay("nightmarium", ("human", "greedy"), anna, options=DUO)
    with anna.sitting(table) as hers:
        link = hers.ask("invite", seat=1)["link"]
        secret = link.partition("#")[2]
        joined = boris.post(f"/api/t/{table}/join", json.dumps({"secret": secret}))
        assert joined.json()["type"] == "joined"
        with boris.sitting(table) as his:
            hers.read_until(lambda sight: sight["seats"][1]["here"])
            assert his.last["mine"] == [1]
            decider(hers, his)


# Computer players that take their time.


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """Return the positions in which one of them has thought, at whichever server."""
    seen = []

    async def decide(_: Thinking, __: str, state: State, ___: int) -> int:
        seen.append(state)
        await asyncio.sleep(0.05)
        return int(state.legal_actions()[0])

    monkeypatch.setattr(Thinking, "decide", decide)
    return seen


def test_one_server_thinks(houses: tuple[House, House], decided: list[State]) -> None:
    one, other = houses
    anna = one.visitor()
    table = one.lay("nightmarium", ("human", SLOW), anna, options=DUO)
    with anna.sitting(table) as here, anna.at(other).sitting(table) as there:
        for number in range(6):
            window = there if number % 2 else here
            until(partial(may_decide, window))
            window.play_first()
        # The other server has heard of this last decision at once; news of it takes a while.
        until(partial(may_decide, there))
    found = one.await_(one.store.load(table))
    assert found is not None
    kept = [entry for entry in found.events if isinstance(entry, ActionsTaken) and entry.seat == 1]
    assert len(decided) == len(kept) >= 4


def test_who_thinks_no_more_is_replaced(
    houses: tuple[House, House], decided: list[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("onirium.web.live.table_session.FOR_OTHERS", 0.3)
    one, other = houses
    anna = one.visitor()
    table = one.lay("nightmarium", ("human", SLOW), anna, options=DUO)

    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    with anna.sitting(table) as here, anna.at(other).sitting(table) as there:
        with monkeypatch.context() as patch:
            patch.setattr(one.thinking, "decide", never)
            while here.last["choices"]:
                here.play_first()
            # Until the other server has heard of it, its guest seems to be the one to decide.
            until(lambda: bool(decided))
            until(partial(may_decide, there))
        until(lambda: here.ask("sight")["version"] == there.last["version"])


# The database is not always there.


def test_while_the_database_is_away_it_is_refused_and_nothing_is_lost(cluster: Cluster) -> None:
    address = cluster.database()
    with serving(address) as one, serving(address) as other:
        anna, boris = one.visitor(), one.visitor()
        table = lay(one, anna, boris)
        with anna.sitting(table) as hers, boris.at(other).sitting(table) as his:
            acting = decider(hers, his)
            acting.play_first()
            kept = acting.last["version"]
            with away(cluster):
                assert acting.play_first()["code"] == "store"
                assert anna.get("/history").status_code == 503
                assert anna.get("/healthz").status_code == 503
            until(lambda: acting.play_first()["type"] == "sight")
            until(lambda: hers.ask("sight")["version"] == kept + 1)
            until(lambda: his.ask("sight")["version"] == kept + 1)
            assert anna.get("/history").status_code == 200


# As programs.


@pytest.mark.long
def test_when_one_server_is_killed_the_other_goes_on(cluster: Cluster, tmp_path: Path) -> None:
    place, token = cluster.database(), new_token()
    with (
        running(tmp_path, "--database-url", place) as one,
        running(tmp_path, "--database-url", place) as other,
    ):
        visitor = visiting(one, token)
        table = learn(visitor)
        with visitor.sitting(table) as window:
            for _ in range(3):
                assert window.play_first()["type"] == "sight"
            one.process.kill()
        with visiting(other, token).sitting(table) as again:
            assert present(again.last) == present(window.last)
            assert again.play_first()["type"] == "sight"


def test_a_database_that_cannot_be_reached_is_told_in_one_line() -> None:
    told = subprocess.run(
        [*ONIRIUM, "serve", "--port", "0", "--database-url", "postgresql://127.0.0.1:1/onirium"],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert told.returncode == 2
    (line,) = [line for line in told.stderr.splitlines() if "plain Python" not in line]
    assert "this Postgres cannot be used as a database" in line
