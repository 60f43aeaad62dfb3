"""Bot service: decisions, hints and analyses in worker processes."""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any

import pytest

import onirium
from onirium.bots.advisor import Advisor
from onirium.bots.network.weights import WeightsError
from onirium.bots.registry import Bot, make_bot
from onirium.core.chance import Random
from onirium.core.game import Game, State
from onirium.match.match import HUMAN, Match
from onirium.record import Record
from onirium.studies.analysis.game_analysis import analyse
from onirium.web.fair_queue import Requester
from onirium.web.workers.pool import WorkerPool
from onirium.web.workers.service import BotService, JobFailed
from tests.support.event_loops import run_async
from tests.support.inline_executor import InlineExecutor
from tests.support.live_server import TIMEOUT_S

ANNA = Requester("192.0.2.1", "anna")
BORIS = Requester("192.0.2.2", "boris")


@asynccontextmanager
async def make_service() -> AsyncIterator[BotService]:
    service = BotService(None, WorkerPool)
    try:
        yield service
    finally:
        await service.close()


async def collect(stream: AsyncGenerator[Any, None], limit: int = 1000) -> list[Any]:
    """Return the first results of a stream, then close it."""
    results: list[Any] = []
    async with aclosing(stream):
        async for result in stream:
            results.append(result)
            if len(results) == limit:
                break
    return results


def first_decision(game: str = "onirim") -> State:
    loaded = onirium.load(game)
    match = Match(loaded, [HUMAN] * loaded.seats, seed=1)
    match.advance()
    return match.state


def short_record() -> Record:
    """Return the record of a game after three decisions."""
    match = Match(onirium.load("onirim"), [HUMAN], seed=1)
    for _ in range(3):
        match.advance()
        match.apply(match.state.legal_actions()[0])
    return match.record


@run_async
async def test_bot_decides_as_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onirium.web.workers.service.DECISION_TIMEOUT_S", TIMEOUT_S)
    async with make_service() as service:
        for game in ("onirim", "nightmarium"):
            state = first_decision(game)
            for key in range(5):
                expected = make_bot("random", state.game).choose(state, Random(key))
                assert await service.decide("random", state, key, ANNA) == expected


@run_async
async def test_bot_that_times_out_is_replaced_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("onirium.web.workers.service.DECISION_TIMEOUT_S", 0.0)
    state = first_decision()
    async with make_service() as service:
        with caplog.at_level(logging.WARNING):
            assert await service.decide("greedy", state, 1, ANNA) in state.legal_actions()
        assert (service.fallback_count, service.waiting_count) == (1, 0)
    assert "bot greedy failed, a fast bot decides instead" in caplog.text
    assert "took more than 0.0 seconds" in caplog.text


@run_async
async def test_fallback_is_the_strongest_quick_bot_with_readable_weights(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    attempted = []

    def make(name: str, game: Game) -> Bot:
        attempted.append(name)
        if name != "random":
            raise WeightsError("the weights are missing")
        return make_bot(name, game)

    monkeypatch.setattr("onirium.web.workers.service.DECISION_TIMEOUT_S", 0.0)
    monkeypatch.setattr("onirium.web.workers.service.make_timed_bot", make)
    state = first_decision()
    async with make_service() as service:
        assert await service.decide("strong", state, 1, ANNA) in state.legal_actions()
    assert attempted == ["quick", "greedy", "random"], "the strongest first"


@pytest.mark.long
@run_async
async def test_advice_starts_at_once_and_improves() -> None:
    state = first_decision()
    async with make_service() as service:
        first, second = await collect(service.advise(state, 0, 5, ANNA), 2)
        assert first == Advisor(state, 0, 5).action_values() != second
        assert [action for action, *_ in second] == state.legal_actions()
        again = await collect(service.advise(state, 0, 5, ANNA), 2)
        assert again == [first, second], "it is reproducible"


@run_async
async def test_advice_requires_the_seat_that_decides() -> None:
    async with make_service() as service:
        with pytest.raises(ValueError, match="not that seat"):
            await collect(service.advise(first_decision(), 1, 5, ANNA))


@run_async
async def test_advice_without_workers_is_the_first_estimate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("onirium.web.workers.service.RESULT_TIMEOUT_S", 0.0)
    state = first_decision()
    async with make_service() as service:
        assert await collect(service.advise(state, 0, 5, ANNA)) == [
            Advisor(state, 0, 5).action_values()
        ]


@run_async
async def test_analysis_reports_its_progress() -> None:
    record = short_record()
    async with make_service() as service:
        *progress, analysis = await collect(service.analyse(record, ANNA, simulations=10))
    assert progress == [(1, 3), (2, 3), (3, 3)]
    assert analysis == analyse(record, simulations=10)


@run_async
async def test_analysis_raises_if_its_job_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("onirium.web.workers.analyses.RESULT_TIMEOUT_S", 0.0)
    async with make_service() as service:
        with pytest.raises(JobFailed):
            await collect(service.analyse(short_record(), ANNA, simulations=10))


@pytest.mark.long
@run_async
async def test_hints_do_not_wait_for_analyses_nor_bots_for_hints() -> None:
    state = first_decision()
    async with make_service() as service:
        running = service.analyse(short_record(), ANNA, simulations=10)
        assert await anext(running) == (1, 3)
        analyses = [
            # A finished analysis would be repeated from the cache.
            collect(service.analyse(short_record(), ANNA, simulations=simulations))
            for simulations in (11, 12)
        ]
        waiting = [asyncio.ensure_future(analysis) for analysis in analyses]
        hint = service.advise(state, 0, 5, ANNA)
        assert await anext(hint)
        assert await anext(hint)
        assert await service.decide("random", state, 1, ANNA) in state.legal_actions()
        assert not any(task.done() for task in waiting), "analyses share one worker"
        await hint.aclose()
        await running.aclose()
        assert [len(results) for results in await asyncio.gather(*waiting)] == [4, 4]


@pytest.mark.parametrize("kind", ["decision", "hint"])
@run_async
async def test_requests_take_turns_by_address(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setattr("onirium.web.workers.service.os.cpu_count", lambda: 1)
    service = BotService(None, InlineExecutor)
    state = first_decision()
    served = []

    async def take_turn(requester: Requester) -> None:
        if kind == "decision":
            await service.decide("random", state, 1, requester)
        else:
            await collect(service.advise(state, 0, 5, requester), 2)
        served.append(requester)

    await asyncio.gather(*map(take_turn, (ANNA, ANNA, ANNA, BORIS)))
    assert served == [ANNA, BORIS, ANNA, ANNA]
