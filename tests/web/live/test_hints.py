"""Hints: who is told what the choices promise, when, and that nobody else is."""

import asyncio
import json
from collections.abc import Iterator
from random import Random as Dice

import pytest

from onirium.bots.advisor import ActionValue
from onirium.bots.network.weights import WeightsError
from onirium.core.game import State
from onirium.games.registry import load
from onirium.tables import HUMAN
from onirium.tables.errors import CommandRejected
from onirium.tables.table import Table
from onirium.web.live.hints import EstimateStream, Hints
from onirium.web.live.protocol import HintUpdate
from onirium.web.workers.service import BotService
from tests.support.live_server import LiveServer, run_server
from tests.support.random_users import (
    ANNA,
    make_setup,
    started_table,
    take_actions,
    two_player_setup,
)
from tests.web.live.test_secrets_on_the_wire import worlds_alike


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with run_server(tmp_path_factory.mktemp("data")) as server:
        yield server


@pytest.fixture
def _foretold(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first choice promises most: nothing at first, then a half, then a quarter."""

    async def advise(_: BotService, state: State, seat: int, seed: int) -> EstimateStream:
        del seat, seed
        for chance in (0.0, 0.5, 0.25):
            yield [
                ActionValue(action, chance / place) for place, action in enumerate_from_one(state)
            ]

    monkeypatch.setattr(BotService, "advise", advise)


def enumerate_from_one(state: State) -> Iterator[tuple[int, int]]:
    return enumerate(state.legal_actions(), start=1)


def code_of(table: Table, seat: int) -> str:
    with pytest.raises(CommandRejected) as refused:
        table.use_hint(seat)
    return refused.value.code


def test_a_hint_makes_the_game_practice_once() -> None:
    table = started_table(make_setup())
    entry = table.use_hint(0)
    assert entry is not None
    assert not table.unranked
    table.apply(entry)
    assert table.unranked
    assert table.use_hint(0) is None


def test_a_hint_leaves_what_was_seen_as_it_was() -> None:
    table = started_table(make_setup())
    seen = table.version
    entry = table.use_hint(0)
    assert entry is not None
    table.apply(entry)
    [action, *_] = table.match.state.legal_actions()
    table.apply(table.take_actions(0, [action], seen))
    assert table.match.last_decision_index(0) is not None


def test_hints_are_for_who_plays_alone_and_for_nothing() -> None:
    assert code_of(started_table(make_setup(kind="daily", date="2026-11-22")), 0) == "unaided"
    assert code_of(started_table(make_setup(kind="tutorial")), 0) == "unaided"
    assert (
        code_of(started_table(two_player_setup("onirim", options={"seats": 2, "first": 1})), 0)
        == "company"
    )
    assert started_table(
        make_setup("nightmarium", (HUMAN, "greedy"), options={"first": 1})
    ).use_hint(0)
    here = make_setup("nightmarium", (HUMAN, HUMAN), (ANNA, ANNA), options={"first": 1})
    assert started_table(here).use_hint(0)


def test_hints_are_for_who_decides_now() -> None:
    table = started_table(
        make_setup("nightmarium", (HUMAN, HUMAN), (ANNA, ANNA), options={"first": 1})
    )
    assert code_of(table, 1) == "turn"
    table.apply(table.resign(0))
    assert code_of(table, 0) == "over"


@pytest.mark.usefixtures("_foretold")
def test_each_choice_is_told_its_chance_and_better_ones_follow(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", (HUMAN,), anna)
    with anna.connect(table) as window:
        assert window.view["hint"] == "practice"
        assert not window.view["unranked"]
        told = [window.send_command("request_hint"), *(window.receive() for _ in range(3))]
        assert window.view["unranked"]
        assert window.view["hint"] == "free"
        choices = [choice["action"] for choice in window.view["legal_actions"]]
        for message in told:
            assert message["type"] == "hint_update"
            assert message["version"] == window.view["version"]
            assert [each["action"] for each in message["action_values"]] == choices
        assert [message["action_values"][1]["win_probability"] for message in told] == [
            0,
            0.25,
            0.125,
            0.125,
        ]
        assert [message["is_final"] for message in told] == [False, False, False, True]
        assert window.send_command("stop_hint")["action_values"] == []
        assert window.take_actions(choices[0])["type"] == "table_view"
    kept = server.run(server.store.load(table))
    assert kept is not None
    assert kept.unranked


def test_without_what_was_learnt_there_are_no_hints(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(*_: object) -> None:
        raise WeightsError("they are damaged")

    monkeypatch.setattr("onirium.web.workers.service.Advisor", unreadable)
    anna = server.new_user()
    with anna.connect(server.create_table("onirim", (HUMAN,), anna)) as window:
        assert window.send_command("request_hint")["code"] == "unlearnt"
        assert window.take_first_action()["type"] == "table_view"


@pytest.mark.usefixtures("_foretold")
def test_a_hint_comes_by_a_request_as_well(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", (HUMAN,), anna)
    answer = anna.post(
        f"/api/t/{table}", json.dumps({"type": "request_hint", "command_id": "n"})
    ).json()
    assert answer["type"] == "hint_update"
    assert answer["command_id"] == "n"
    assert answer["is_final"]


@pytest.mark.usefixtures("_foretold")
def test_nobody_else_hears_of_it(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", (HUMAN, "greedy"), anna, options={"first": 1})
    with anna.connect(table) as hers, boris.connect(table) as his:
        assert his.view["hint"] == ""
        assert his.send_command("request_hint")["code"] == "watching"
        assert hers.send_command("request_hint")["type"] == "hint_update"
        told = his.receive_until(lambda message: message["type"] == "table_view")
        assert told["unranked"]
        his.send_command("resync")
        assert "hint_update" not in {json.loads(message)["type"] for message in his.received}


@pytest.mark.long
def test_a_hint_tells_no_worlds_apart(server: LiveServer) -> None:
    """What the seat cannot see may differ as it likes, and so may the seed: it is told the same."""
    game = load("nightmarium")
    worlds = next(
        (here, there)
        for here, there, _ in worlds_alike(game, 0, Dice(3))
        if decides(game.new_state(), here) and decides(game.new_state(), there)
    )
    anna = server.new_user()
    told = []
    for seed, world in enumerate(worlds):
        table = server.create_table(
            "nightmarium", (HUMAN, HUMAN), anna, anna, opening=world, seed=seed
        )
        with anna.connect(table) as window:
            window.send_command("view_seat", seat=0)
            told.append(window.send_command("request_hint", command_id="hint"))
    assert told[0] == told[1]
    assert len({each["win_probability"] for each in told[0]["action_values"]}) > 1


def decides(state: State, notations: list[str]) -> bool:
    for notation in notations:
        state.apply(state.game.parse(notation))
    return state.current_player() == 0


class Patient:
    """Thinks as long as it is let; says what became of it."""

    def __init__(self) -> None:
        self.go_on = asyncio.Event()
        self.ended = asyncio.Event()

    async def advise(self, state: State, seat: int, seed: int) -> EstimateStream:
        del seat, seed
        try:
            for number in range(4):
                yield [ActionValue(action, number / 10) for action in state.legal_actions()]
                await self.go_on.wait()
        finally:
            self.ended.set()


async def asked(patient: Patient, table: Table) -> tuple[Hints, list[HintUpdate]]:
    """Ask for a hint; return what comes later."""
    later: list[HintUpdate] = []
    hints = Hints(patient)
    first = await hints.start("guest", table, "n", later.append)
    assert {each.win_probability for each in first.action_values} == {0.0}
    assert not first.is_final
    return hints, later


def test_the_last_is_said_to_be_the_last() -> None:
    async def run() -> list[HintUpdate]:
        patient = Patient()
        _, later = await asked(patient, started_table(make_setup()))
        patient.go_on.set()
        await patient.ended.wait()
        await asyncio.sleep(0)
        return later

    later = asyncio.run(run())
    assert [update.action_values[0].win_probability for update in later] == [0.1, 0.2, 0.3, 0.3]
    assert [update.is_final for update in later] == [False, False, False, True]


def test_nobody_thinks_on_when_the_decision_is_made() -> None:
    async def run() -> list[HintUpdate]:
        patient, table = Patient(), started_table(make_setup())
        _, later = await asked(patient, table)
        take_actions(table)
        patient.go_on.set()
        await patient.ended.wait()
        return later

    assert asyncio.run(run()) == []


def test_nobody_thinks_on_when_it_is_enough() -> None:
    async def run() -> list[HintUpdate]:
        patient = Patient()
        hints, later = await asked(patient, started_table(make_setup()))
        await asyncio.sleep(0)
        hints.stop("guest")
        await patient.ended.wait()
        return later

    assert asyncio.run(run()) == []
