"""Jobs in a worker of the page: results, interleaving, failures of jobs and of the worker."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing

import pytest

from onirium.site.job_worker import JobChannel, JobRunner, PageExecutor
from onirium.web.workers.executor import JobFailed, WorkerFailed
from tests.support import worker_jobs
from tests.web.workers.test_service import collect


class FakeWorker:
    """Runs the worker's side in this process, a turn of the event loop later."""

    def __init__(self, receive: Callable[[int, bytes], None], *, is_stuck: bool) -> None:
        self.is_stuck = is_stuck
        self._runner = JobRunner(receive)
        self._loop = asyncio.get_running_loop()

    def send(self, job_id: int, request: bytes) -> None:
        self._loop.call_soon(self._run, job_id, request)

    def terminate(self) -> None:
        self.is_stuck = True

    def _run(self, job_id: int, request: bytes) -> None:
        if not self.is_stuck:
            self._runner.receive(job_id, request)


class FakePage:
    """Starts workers in this process; the first one may be stuck in a long computation."""

    def __init__(self, *, is_stuck: bool = False) -> None:
        self.is_stuck = is_stuck
        self.workers: list[FakeWorker] = []
        self.fail: Callable[[str], None] = lambda _: None

    def start_worker(
        self, receive: Callable[[int, bytes], None], fail: Callable[[str], None]
    ) -> FakeWorker:
        self.fail = fail
        worker = FakeWorker(receive, is_stuck=self.is_stuck and not self.workers)
        self.workers.append(worker)
        return worker


def test_results_arrive_in_order_and_one_worker_runs_all_jobs() -> None:
    async def run() -> None:
        page = FakePage()
        channel = JobChannel(page)
        first, second = PageExecutor(channel), PageExecutor(channel)
        assert not page.workers
        one = first.stream(worker_jobs.count_up, 1.0, 5)
        other = second.stream(worker_jobs.count_up, 1.0, 100)
        results = [await anext(one), await anext(other), await anext(one), await anext(other)]
        assert results == [5, 100, 6, 101]
        await one.aclose()
        await other.aclose()
        assert len(page.workers) == 1

    asyncio.run(run())


def test_job_ends_after_its_last_result() -> None:
    async def run() -> None:
        executor = PageExecutor(JobChannel(FakePage()))
        assert await collect(executor.stream(worker_jobs.extend_list, 1.0, [1])) == [[1, 2]]

    asyncio.run(run())


def test_jobs_of_one_executor_wait_for_each_other() -> None:
    async def run() -> None:
        executor = PageExecutor(JobChannel(FakePage()))
        running = executor.stream(worker_jobs.count_up, 1.0, 0)
        assert await anext(running) == 0
        waiting = asyncio.create_task(collect(executor.stream(worker_jobs.count_up, 1.0, 7), 2))
        await asyncio.sleep(0.01)
        assert not waiting.done()
        await running.aclose()
        assert await waiting == [7, 8]

    asyncio.run(run())


def test_failing_job_reports_its_traceback() -> None:
    async def run() -> None:
        executor = PageExecutor(JobChannel(FakePage()))
        with pytest.raises(JobFailed, match="deliberate failure"):
            await collect(executor.stream(worker_jobs.fail, 1.0))
        assert await collect(executor.stream(worker_jobs.count_up, 1.0, 3), 1) == [3]

    asyncio.run(run())


def test_ended_worker_fails_its_jobs_and_is_replaced() -> None:
    async def run() -> None:
        page = FakePage()
        executor = PageExecutor(JobChannel(page))
        async with aclosing(executor.stream(worker_jobs.count_up, 1.0, 0)) as running:
            assert await anext(running) == 0
            next_result = asyncio.ensure_future(anext(running))
            await asyncio.sleep(0)
            page.fail("out of memory")
            with pytest.raises(WorkerFailed, match="out of memory"):
                await next_result
        assert executor.failure_count == 1
        assert await collect(executor.stream(worker_jobs.count_up, 1.0, 3), 2) == [3, 4]
        assert len(page.workers) == 2

    asyncio.run(run())


def test_job_that_is_cancelled_while_it_computes_ends_the_worker() -> None:
    async def run() -> None:
        page = FakePage(is_stuck=True)
        executor = PageExecutor(JobChannel(page))
        waiting = asyncio.create_task(collect(executor.stream(worker_jobs.count_up, 1.0, 0), 1))
        await asyncio.sleep(0.01)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await collect(executor.stream(worker_jobs.count_up, 1.0, 7), 2) == [7, 8]
        assert len(page.workers) == 2

    asyncio.run(run())


def test_cancelled_job_does_not_end_the_worker_of_another() -> None:
    async def run() -> None:
        page = FakePage()
        channel = JobChannel(page)
        first, second = PageExecutor(channel), PageExecutor(channel)
        cancelled = asyncio.create_task(collect(first.stream(worker_jobs.count_up, 1.0, 0), 1))
        other = asyncio.create_task(collect(second.stream(worker_jobs.count_up, 1.0, 5), 2))
        await asyncio.sleep(0)
        cancelled.cancel()
        assert await other == [5, 6]
        assert len(page.workers) == 1

    asyncio.run(run())


def test_cancelled_job_does_not_end_a_job_between_two_results() -> None:
    async def run() -> None:
        page = FakePage()
        channel = JobChannel(page)
        first, second = PageExecutor(channel), PageExecutor(channel)
        async with aclosing(first.stream(worker_jobs.count_up, 1.0, 5)) as running:
            assert await anext(running) == 5
            [worker] = page.workers
            worker.is_stuck = True
            cancelled = asyncio.create_task(collect(second.stream(worker_jobs.count_up, 1.0, 0), 1))
            await asyncio.sleep(0.01)
            cancelled.cancel()
            with pytest.raises(asyncio.CancelledError):
                await cancelled
            worker.is_stuck = False
            assert await anext(running) == 6
        assert len(page.workers) == 1

    asyncio.run(run())


def test_job_between_two_results_fails_with_its_worker() -> None:
    async def run() -> None:
        page = FakePage()
        channel = JobChannel(page)
        first, second = PageExecutor(channel), PageExecutor(channel)
        async with aclosing(first.stream(worker_jobs.count_up, 1.0, 5)) as running:
            assert await anext(running) == 5
            page.fail("out of memory")
            assert await collect(second.stream(worker_jobs.count_up, 1.0, 3), 1) == [3]
            with pytest.raises(WorkerFailed):
                await anext(running)
        assert (first.failure_count, second.failure_count) == (1, 0)

    asyncio.run(run())
