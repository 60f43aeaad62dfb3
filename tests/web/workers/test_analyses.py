"""Analyses: fair shares, limits, the cache, and workers that exit."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from onirium.studies.analysis.game_analysis import Analysis, analyse
from onirium.web.fair_queue import Requester
from onirium.web.workers import analyses as analyses_module
from onirium.web.workers.analyses import (
    MAX_WAITING_PER_ADDRESS,
    MAX_WAITING_PER_USER,
    Analyses,
    TooManyAnalyses,
    Update,
)
from onirium.web.workers.pool import WorkerPool
from tests.support.event_loops import run_async
from tests.web.workers.test_service import collect, short_record

ANNA = Requester("192.0.2.1", "anna")
BORIS = Requester("192.0.2.2", "boris")


@asynccontextmanager
async def make_analyses() -> AsyncIterator[tuple[Analyses, WorkerPool]]:
    pool = WorkerPool(1, niceness=1)
    try:
        yield Analyses(pool), pool
    finally:
        await pool.close()


@run_async
async def test_finished_analysis_is_remembered() -> None:
    async with make_analyses() as (analyses, pool):
        *_, first = await collect(analyses.analyse(short_record(), ANNA, simulations=10))
        await pool.close()
        assert await collect(analyses.analyse(short_record(), BORIS, simulations=10)) == [first]


@run_async
async def test_analysis_starts_again_if_its_worker_is_killed() -> None:
    async with make_analyses() as (analyses, pool):
        updates: list[Update] = []
        async for update in analyses.analyse(short_record(), ANNA, simulations=10):
            updates.append(update)
            if updates == [(1, 3)]:
                (worker,) = pool._workers
                os.kill(worker._process.pid, signal.SIGKILL)
        assert updates == [(1, 3), (1, 3), (2, 3), (3, 3), analyse(short_record(), simulations=10)]


@run_async
async def test_user_with_many_analyses_does_not_delay_others() -> None:
    async with make_analyses() as (analyses, _):
        finished: list[str] = []

        async def run(requester: Requester, simulations: int) -> None:
            await collect(analyses.analyse(short_record(), requester, simulations))
            finished.append(requester.user_id)

        running = analyses.analyse(short_record(), ANNA, simulations=1)
        assert await anext(running) == (1, 3)
        tasks = [asyncio.create_task(run(ANNA, 2 + number)) for number in range(3)]
        await asyncio.sleep(0)
        tasks.append(asyncio.create_task(run(BORIS, 9)))
        await asyncio.sleep(0)
        await running.aclose()
        await asyncio.gather(*tasks)
        assert finished == ["boris", "anna", "anna", "anna"]


@run_async
async def test_waiting_analyses_are_limited_by_user_and_address() -> None:
    async with make_analyses() as (analyses, _):
        running = analyses.analyse(short_record(), ANNA, simulations=1)
        assert await anext(running) == (1, 3)
        waiting = []
        for number in range(MAX_WAITING_PER_ADDRESS):
            user = Requester("192.0.2.1", f"user {number // MAX_WAITING_PER_USER}")
            updates = analyses.analyse(short_record(), user, simulations=2 + number)
            waiting.append(asyncio.ensure_future(collect(updates)))
            await asyncio.sleep(0)
            if (number + 1) % MAX_WAITING_PER_USER == 0:
                with pytest.raises(TooManyAnalyses):
                    await anext(analyses.analyse(short_record(), user, simulations=100))
        with pytest.raises(TooManyAnalyses):
            await anext(analyses.analyse(short_record(), ANNA, simulations=100))
        waiting.append(
            asyncio.ensure_future(collect(analyses.analyse(short_record(), BORIS, simulations=100)))
        )
        await asyncio.sleep(0)
        await running.aclose()
        results = await asyncio.gather(*waiting)
        assert all(isinstance(updates[-1], Analysis) for updates in results)


@run_async
async def test_decisions_of_a_very_long_game_share_the_simulations(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with make_analyses() as (analyses, _):
        record, simulations = short_record(), []
        for length in (len(record.actions), len(record.actions) // 2):
            monkeypatch.setattr(analyses_module, "MAX_FULL_ACTIONS", length)
            *_, analysis = await collect(analyses.analyse(record, ANNA))
            assert isinstance(analysis, Analysis)
            simulations.append(analysis.simulations)
        assert simulations[1] == simulations[0] * (len(record.actions) // 2) // len(record.actions)
