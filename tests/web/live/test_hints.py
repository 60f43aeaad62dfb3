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
from onirium.web.live.hints import Estimates, Hints
from onirium.web.live.protocol import Chances
from onirium.web.workers.service import Thinking
from tests.support.live_server import House, serving
from tests.support.random_users import (
    ANNA,
    make_setup,
    started_table,
    take_actions,
    two_player_setup,
)
from tests.web.live.test_secrets_on_the_wire import worlds_alike


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with serving(tmp_path_factory.mktemp("data")) as house:
        yield house


@pytest.fixture
def _foretold(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first choice promises most: nothing at first, then a half, then a quarter."""

    async def advise(_: Thinking, state: State, seat: int, seed: int) -> Estimates:
        del seat, seed
        for chance in (0.0, 0.5, 0.25):
            yield [
                ActionValue(action, chance / place) for place, action in enumerate_from_one(state)
            ]

    monkeypatch.setattr(Thinking, "advise", advise)


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
def test_each_choice_is_told_its_chance_and_better_ones_follow(house: House) -> None:
    anna = house.visitor()
    table = house.lay("onirim", (HUMAN,), anna)
    with anna.sitting(table) as window:
        assert window.last["hint"] == "practice"
        assert not window.last["practice"]
        told = [window.ask("hint"), *(window.read() for _ in range(3))]
        assert window.last["practice"]
        assert window.last["hint"] == "free"
        choices = [choice["action"] for choice in window.last["choices"]]
        for message in told:
            assert message["type"] == "chances"
            assert message["version"] == window.last["version"]
            assert [promise["action"] for promise in message["chances"]] == choices
        assert [message["chances"][1]["chance"] for message in told] == [0, 0.25, 0.125, 0.125]
        assert [message["complete"] for message in told] == [False, False, False, True]
        assert window.ask("enough")["chances"] == []
        assert window.act(choices[0])["type"] == "sight"
    kept = house.await_(house.store.load(table))
    assert kept is not None
    assert kept.unranked


def test_without_what_was_learnt_there_are_no_hints(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(*_: object) -> None:
        raise WeightsError("they are damaged")

    monkeypatch.setattr("onirium.web.workers.service.Advisor", unreadable)
    anna = house.visitor()
    with anna.sitting(house.lay("onirim", (HUMAN,), anna)) as window:
        assert window.ask("hint")["code"] == "unlearnt"
        assert window.play_first()["type"] == "sight"


@pytest.mark.usefixtures("_foretold")
def test_a_hint_comes_by_a_request_as_well(house: House) -> None:
    anna = house.visitor()
    table = house.lay("onirim", (HUMAN,), anna)
    answer = anna.post(f"/api/t/{table}", json.dumps({"do": "hint", "nonce": "n"})).json()
    assert answer["type"] == "chances"
    assert answer["nonce"] == "n"
    assert answer["complete"]


@pytest.mark.usefixtures("_foretold")
def test_nobody_else_hears_of_it(house: House) -> None:
    anna, boris = house.visitor(), house.visitor()
    table = house.lay("nightmarium", (HUMAN, "greedy"), anna, options={"first": 1})
    with anna.sitting(table) as hers, boris.sitting(table) as his:
        assert his.last["hint"] == ""
        assert his.ask("hint")["code"] == "watching"
        assert hers.ask("hint")["type"] == "chances"
        told = his.read_until(lambda message: message["type"] == "sight")
        assert told["practice"]
        his.ask("sight")
        assert "chances" not in {json.loads(message)["type"] for message in his.received}


@pytest.mark.long
def test_a_hint_tells_no_worlds_apart(house: House) -> None:
    """What the seat cannot see may differ as it likes, and so may the seed: it is told the same."""
    game = load("nightmarium")
    worlds = next(
        (here, there)
        for here, there, _ in worlds_alike(game, 0, Dice(3))
        if decides(game.new_state(), here) and decides(game.new_state(), there)
    )
    anna = house.visitor()
    told = []
    for seed, world in enumerate(worlds):
        table = house.lay("nightmarium", (HUMAN, HUMAN), anna, anna, opening=world, seed=seed)
        with anna.sitting(table) as window:
            window.ask("look", seat=0)
            told.append(window.ask("hint", nonce="hint"))
    assert told[0] == told[1]
    assert len({promise["chance"] for promise in told[0]["chances"]}) > 1


def decides(state: State, notations: list[str]) -> bool:
    for notation in notations:
        state.apply(state.game.parse(notation))
    return state.current_player() == 0


class Patient:
    """Thinks as long as it is let; says what became of it."""

    def __init__(self) -> None:
        self.go_on = asyncio.Event()
        self.ended = asyncio.Event()

    async def advise(self, state: State, seat: int, seed: int) -> Estimates:
        del seat, seed
        try:
            for number in range(4):
                yield [ActionValue(action, number / 10) for action in state.legal_actions()]
                await self.go_on.wait()
        finally:
            self.ended.set()


async def asked(patient: Patient, table: Table) -> tuple[Hints, list[Chances]]:
    """Ask for a hint; return what comes later."""
    later: list[Chances] = []
    hints = Hints(patient)
    first = await hints.begin("guest", table, "n", later.append)
    assert {promise.chance for promise in first.chances} == {0.0}
    assert not first.complete
    return hints, later


def test_the_last_is_said_to_be_the_last() -> None:
    async def run() -> list[Chances]:
        patient = Patient()
        _, later = await asked(patient, started_table(make_setup()))
        patient.go_on.set()
        await patient.ended.wait()
        await asyncio.sleep(0)
        return later

    later = asyncio.run(run())
    assert [said.chances[0].chance for said in later] == [0.1, 0.2, 0.3, 0.3]
    assert [said.complete for said in later] == [False, False, False, True]


def test_nobody_thinks_on_when_the_decision_is_made() -> None:
    async def run() -> list[Chances]:
        patient, table = Patient(), started_table(make_setup())
        _, later = await asked(patient, table)
        take_actions(table)
        patient.go_on.set()
        await patient.ended.wait()
        return later

    assert asyncio.run(run()) == []


def test_nobody_thinks_on_when_it_is_enough() -> None:
    async def run() -> list[Chances]:
        patient = Patient()
        hints, later = await asked(patient, started_table(make_setup()))
        await asyncio.sleep(0)
        hints.stop("guest")
        await patient.ended.wait()
        return later

    assert asyncio.run(run()) == []
