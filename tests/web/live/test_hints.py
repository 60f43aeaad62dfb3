"""Hints: cost, permission, updates, cancellation, and that no other client receives them."""

import asyncio
import json
from collections.abc import Iterator
from random import Random

import pytest

from onirium.bots.advisor import ActionValue
from onirium.bots.network.weights import WeightsError
from onirium.core.game import State
from onirium.games.registry import load
from onirium.match.match import HUMAN
from onirium.tables.commands import play
from onirium.tables.commands.hints import use_hint
from onirium.tables.errors import CommandRejected
from onirium.tables.table import Table
from onirium.web.fair_queue import Requester
from onirium.web.live.hints import EstimateStream, Hints, build_update
from onirium.web.live.protocol.messages import HintUpdate
from onirium.web.workers.service import BotService
from tests.support.live_server import LiveServer, wait_until
from tests.support.random_users import (
    ANNA,
    make_setup,
    started_table,
    take_actions,
    two_player_setup,
)
from tests.web.live.test_secrets_on_the_wire import indistinguishable_games


@pytest.fixture(scope="module")
def server(each_server: LiveServer) -> LiveServer:
    return each_server


@pytest.fixture
def _scripted_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Estimate the best win probability as 0, then 1/2, then 1/4."""

    async def advise(
        _: BotService, state: State, seat: int, seed: int, requester: Requester
    ) -> EstimateStream:
        del seat, seed, requester
        for best in (0.0, 0.5, 0.25):
            yield [ActionValue(action, best / rank) for rank, action in enumerate_from_one(state)]

    monkeypatch.setattr(BotService, "advise", advise)


def enumerate_from_one(state: State) -> Iterator[tuple[int, int]]:
    return enumerate(state.legal_actions(), start=1)


def code_of(table: Table, seat: int) -> str:
    with pytest.raises(CommandRejected) as refused:
        use_hint(table, seat)
    return refused.value.code


def test_first_hint_makes_the_game_unranked() -> None:
    table = started_table(make_setup())
    event = use_hint(table, 0)
    assert event is not None
    assert not table.unranked
    table.apply(event)
    assert table.unranked
    assert use_hint(table, 0) is None


def test_hint_does_not_invalidate_the_seen_version() -> None:
    table = started_table(make_setup())
    seen = table.version
    event = use_hint(table, 0)
    assert event is not None
    table.apply(event)
    [action, *_] = table.match.state.legal_actions()
    table.apply(play.take_actions(table, 0, [action], seen))
    assert table.match.last_decision_index(0) is not None


def test_hints_require_a_single_human_and_an_ordinary_game() -> None:
    daily = make_setup(kind="daily", date="2026-11-22")
    assert code_of(started_table(daily), 0) == "hints_disabled"
    assert code_of(started_table(make_setup(kind="tutorial")), 0) == "hints_disabled"
    assert (
        code_of(started_table(two_player_setup("onirim", options={"seats": 2, "first": 1})), 0)
        == "other_players"
    )
    bot_opponent = make_setup("nightmarium", (HUMAN, "greedy"), options={"first": 1})
    assert use_hint(started_table(bot_opponent), 0)
    here = make_setup("nightmarium", (HUMAN, HUMAN), (ANNA, ANNA), options={"first": 1})
    assert use_hint(started_table(here), 0)


def test_hints_require_the_seat_that_decides() -> None:
    table = started_table(
        make_setup("nightmarium", (HUMAN, HUMAN), (ANNA, ANNA), options={"first": 1})
    )
    assert code_of(table, 1) == "not_your_turn"
    table.apply(play.resign(table, 0))
    assert code_of(table, 0) == "game_over"


@pytest.mark.usefixtures("_scripted_estimates")
def test_hint_sends_an_estimate_for_each_action_then_updates(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", (HUMAN,), anna)
    with anna.connect(table) as client:
        assert client.view["hint"] == "unranked"
        assert not client.view["unranked"]
        messages = [client.send_command("request_hint"), *(client.receive() for _ in range(3))]
        assert client.view["unranked"]
        assert client.view["hint"] == "free"
        choices = [choice["action"] for choice in client.view["legal_actions"]]
        for message in messages:
            assert message["type"] == "hint_update"
            assert message["version"] == client.view["version"]
            assert [each["action"] for each in message["action_values"]] == choices
        assert [message["action_values"][1]["win_probability"] for message in messages] == [
            0,
            0.25,
            0.125,
            0.125,
        ]
        assert [message["is_final"] for message in messages] == [False, False, False, True]
        assert client.send_command("stop_hint")["action_values"] == []
        assert client.take_actions(choices[0])["type"] == "table_view"
    stored = server.run(server.store.load(table))
    assert stored is not None
    assert stored.unranked


def test_hint_is_rejected_if_the_weights_cannot_be_read(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(*_: object) -> None:
        raise WeightsError("they are damaged")

    monkeypatch.setattr("onirium.web.workers.service.Advisor", unreadable)
    anna = server.new_user()
    with anna.connect(server.create_table("onirim", (HUMAN,), anna)) as client:
        assert client.send_command("request_hint")["code"] == "bot_unavailable"
        assert client.take_first_action()["type"] == "table_view"


@pytest.mark.usefixtures("_scripted_estimates")
def test_hint_by_request_is_a_single_final_estimate(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("onirim", (HUMAN,), anna)
    reply = anna.post(
        f"/api/t/{table}", json.dumps({"type": "request_hint", "command_id": "n"})
    ).json()
    assert reply["type"] == "hint_update"
    assert reply["command_id"] == "n"
    assert reply["is_final"]


@pytest.mark.usefixtures("_scripted_estimates")
def test_hint_is_sent_only_to_the_client_that_requested_it(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", (HUMAN, "greedy"), anna, options={"first": 1})
    with anna.connect(table) as anna_client, boris.connect(table) as boris_client:
        assert boris_client.view["hint"] == ""
        assert boris_client.send_command("request_hint")["code"] == "no_seat"
        assert anna_client.send_command("request_hint")["type"] == "hint_update"
        messages = boris_client.receive_until(lambda message: message["type"] == "table_view")
        assert messages["unranked"]
        boris_client.send_command("resync")
        assert "hint_update" not in {
            json.loads(message)["type"] for message in boris_client.received
        }


@pytest.mark.long
def test_hint_depends_only_on_the_view_of_the_seat(server: LiveServer) -> None:
    """States that the seat cannot distinguish, with different seeds, give the same hint."""
    game = load("nightmarium")
    states = next(
        (here, there)
        for here, there, _ in indistinguishable_games(game, 0, Random(3))
        if first_seat_decides(game.new_state(), here)
        and first_seat_decides(game.new_state(), there)
    )
    anna = server.new_user()
    messages = []
    for seed, opening in enumerate(states):
        table = server.create_table(
            "nightmarium", (HUMAN, HUMAN), anna, anna, opening=opening, seed=seed
        )
        with anna.connect(table) as client:
            client.send_command("view_seat", seat=0)
            messages.append(client.send_command("request_hint", command_id="hint"))
    assert messages[0] == messages[1]
    assert len({each["win_probability"] for each in messages[0]["action_values"]}) > 1


def first_seat_decides(state: State, notations: list[str]) -> bool:
    for notation in notations:
        state.apply(state.game.parse(notation))
    return state.current_player() == 0


class PausedHintSource:
    """Yields one estimate, then waits; records when it is closed."""

    def __init__(self, count: int = 4) -> None:
        self.count = count
        self.proceed = asyncio.Event()
        self.closed = asyncio.Event()

    async def advise(
        self, state: State, seat: int, seed: int, requester: Requester
    ) -> EstimateStream:
        del seat, seed, requester
        try:
            for number in range(self.count):
                yield [ActionValue(action, number / 10) for action in state.legal_actions()]
                await self.proceed.wait()
        finally:
            self.closed.set()


def test_hint_stops_when_the_cards_are_hidden(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = PausedHintSource()
    monkeypatch.setattr(BotService, "advise", source.advise)
    anna = server.new_user()
    table = server.create_table("nightmarium", (HUMAN, HUMAN), anna, anna, options={"first": 1})
    with anna.connect(table) as client:
        client.send_command("view_seat", seat=0)
        assert client.send_command("request_hint")["type"] == "hint_update"
        client.send_command("hide_hands")
        wait_until(source.closed.is_set)


async def start_hint(source: PausedHintSource, table: Table) -> tuple[Hints, list[HintUpdate]]:
    """Start a hint; return the list to which its updates are appended."""
    updates: list[HintUpdate] = []
    hints = Hints(source)
    first = await hints.start("guest", Requester("", ""), table, "n", updates.append)
    assert {each.win_probability for each in first.action_values} == {0.0}
    assert not first.is_final
    return hints, updates


def test_last_update_is_marked_final() -> None:
    async def run() -> list[HintUpdate]:
        source = PausedHintSource()
        _, updates = await start_hint(source, started_table(make_setup()))
        source.proceed.set()
        await source.closed.wait()
        await asyncio.sleep(0)
        return updates

    updates = asyncio.run(run())
    assert [update.action_values[0].win_probability for update in updates] == [0.1, 0.2, 0.3, 0.3]
    assert [update.is_final for update in updates] == [False, False, False, True]


def test_update_has_the_interval_of_the_best_action() -> None:
    best = ActionValue(4, 0.5, error=0.5)
    update = build_update(1, [ActionValue(3, 0.25, error=0.5), best])
    assert update.interval == pytest.approx(best.interval, abs=5e-4)
    assert build_update(1, [ActionValue(3, 0.25)]).interval is None
    assert build_update(1, []).interval is None


def test_only_a_certain_result_is_sent_as_0_or_1() -> None:
    values = (0.0, 0.0001, 0.5, 0.9999, 1.0)
    update = build_update(1, [ActionValue(3, value, error=0.1) for value in values])
    sent = [value.win_probability for value in update.action_values]
    assert sent == [0.0, 0.001, 0.5, 0.999, 1.0]


def test_hint_states_whether_its_values_are_exact() -> None:
    assert build_update(1, [ActionValue(3, 0.25, is_exact=True, error=0.0)]).is_exact
    assert not build_update(1, [ActionValue(3, 0.25)]).is_exact


@pytest.mark.parametrize("count", [4, 1])
def test_hint_stops_when_the_table_changes(count: int) -> None:
    """With one estimate, the table changes before the final update."""

    async def run() -> list[HintUpdate]:
        source, table = PausedHintSource(count), started_table(make_setup())
        _, updates = await start_hint(source, table)
        take_actions(table)
        source.proceed.set()
        await source.closed.wait()
        await asyncio.sleep(0)
        return updates

    assert asyncio.run(run()) == []


def test_hint_stops_on_request() -> None:
    async def run() -> list[HintUpdate]:
        source = PausedHintSource()
        hints, updates = await start_hint(source, started_table(make_setup()))
        await asyncio.sleep(0)
        hints.stop("guest")
        source.proceed.set()
        await source.closed.wait()
        return updates

    assert asyncio.run(run()) == []
