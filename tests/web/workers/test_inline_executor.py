"""Jobs in the event loop: the same results as in worker processes, one job at a time."""

import asyncio
from contextlib import aclosing
from itertools import pairwise

import pytest

from onirium.web.workers.executor import JobFailed
from onirium.web.workers.service import BotService
from tests.support import worker_jobs
from tests.support.event_loops import run_async
from tests.support.inline_executor import InlineExecutor
from tests.support.live_server import TIMEOUT_S
from tests.web.workers.test_service import ANNA, collect, first_decision, make_service, short_record


@run_async
async def test_results_are_those_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onirium.web.workers.service.DECISION_TIMEOUT_S", TIMEOUT_S)
    state, record = first_decision(), short_record()
    inline = BotService(None, InlineExecutor)
    async with make_service() as processes:
        for service in (inline, processes):
            assert await service.check_workers()
        # Bots that search would stop by the clock.
        for name in ("random", "greedy"):
            assert await inline.decide(name, state, 3, ANNA) == await processes.decide(
                name, state, 3, ANNA
            )
        assert await collect(inline.advise(state, 0, 5, ANNA), 2) == await collect(
            processes.advise(state, 0, 5, ANNA), 2
        )
        inline_analysis = await collect(inline.analyse(record, ANNA, simulations=10))
        assert inline_analysis == await collect(processes.analyse(record, ANNA, simulations=10))
    await inline.close()
    assert inline.worker_failure_count == inline.fallback_count == 0


@run_async
async def test_other_tasks_run_between_two_results() -> None:
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0)

    ticking = asyncio.create_task(tick())
    seen = []
    async with aclosing(InlineExecutor().stream(worker_jobs.count_up, 1.0, 0)) as numbers:
        async for number in numbers:
            seen.append(ticks)
            if number == 5:
                break
    ticking.cancel()
    assert all(earlier < later for earlier, later in pairwise(seen))


@run_async
async def test_next_job_starts_when_the_first_is_cancelled() -> None:
    executor = InlineExecutor()
    running = executor.stream(worker_jobs.count_up, 1.0, 0)
    assert await anext(running) == 0
    waiting = asyncio.create_task(collect(executor.stream(worker_jobs.count_up, 1.0, 7), 2))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not waiting.done()
    await running.aclose()
    assert await waiting == [7, 8]


@run_async
async def test_failing_job_reports_its_traceback_and_frees_the_executor() -> None:
    executor = InlineExecutor()
    with pytest.raises(JobFailed, match="deliberate failure"):
        await collect(executor.stream(worker_jobs.fail, 1.0))
    assert await collect(executor.stream(worker_jobs.count_up, 1.0, 1), 1) == [1]


@run_async
async def test_job_gets_copies_of_its_arguments() -> None:
    numbers = [1]
    stream = InlineExecutor().stream(worker_jobs.extend_list, 1.0, numbers)
    assert await collect(stream) == [[1, 2]]
    assert numbers == [1]
