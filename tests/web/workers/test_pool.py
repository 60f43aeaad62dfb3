"""Worker pool: streaming, reuse, cancellation, and replacement of failed workers."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Final, NoReturn, ParamSpec, TypeVar

import pytest

from onirium.web.workers import worker as worker_module
from onirium.web.workers.executor import Job, JobFailed, WorkerFailed
from onirium.web.workers.pool import MAX_START_FAILURES, WorkerPool
from tests.support import event_loops, worker_jobs
from tests.support.event_loops import run_async
from tests.support.live_server import TIMEOUT_S, wait_until

P = ParamSpec("P")
T = TypeVar("T")

START_DESCRIPTORS: Final = 4 if sys.version_info >= (3, 13) else 6
"""The descriptors that the start of a process takes: two pipes, and a third one before 3.13."""

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="os.kill does not probe on Windows"),
    pytest.mark.parametrize("loop_name", event_loops.LOOP_FACTORIES, indirect=True),
]


@asynccontextmanager
async def make_pool(size: int) -> AsyncIterator[WorkerPool]:
    pool = WorkerPool(size, niceness=1)
    try:
        yield pool
    finally:
        await pool.close()


async def first_results(
    pool: WorkerPool,
    count: int,
    job: Job[P, T],
    *arguments: P.args,
    **keywords: P.kwargs,
) -> list[T]:
    """Return the first results of a job, then cancel it."""
    results = []
    async with aclosing(pool.stream(job, TIMEOUT_S, *arguments, **keywords)) as stream:
        async for result in stream:
            results.append(result)
            if len(results) == count:
                break
    return results


async def next_worker(pool: WorkerPool) -> int:
    """Return the id of the process that runs the next job."""
    (pid,) = await first_results(pool, 2, worker_jobs.yield_pid)
    return pid


def is_running(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


def kill(pid: int) -> None:
    """Kill a process and wait until it has exited."""
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not is_running(pid))


def count_descriptors() -> int:
    return len(list(Path("/dev/fd").iterdir()))


@contextmanager
def descriptor_shortage(spare: int) -> Iterator[None]:
    """Leave a number of file descriptors; the event loop must not need any others."""
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, limits[1]))
    opened: list[int] = []
    try:
        with suppress(OSError):
            while True:
                opened.append(os.open(os.devnull, os.O_RDONLY))
        for _ in range(spare):
            os.close(opened.pop())
        yield
    finally:
        for descriptor in opened:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


@run_async
async def test_job_yields_results_while_they_are_requested() -> None:
    async with make_pool(1) as pool:
        worker = await next_worker(pool)
        assert worker != os.getpid()
        assert await first_results(pool, 3, worker_jobs.count_up, 7) == [7, 8, 9]
        assert await first_results(pool, 9, worker_jobs.print_and_yield) == ["yielded"]
        assert await next_worker(pool) == worker, "the worker is reused"
    assert not is_running(worker)


@run_async
async def test_cancelled_job_releases_its_worker() -> None:
    async with make_pool(1) as pool:
        worker = await next_worker(pool)
        started = asyncio.Event()

        async def consume() -> None:
            stream = pool.stream(worker_jobs.yield_slowly, TIMEOUT_S, 0.2)
            async with aclosing(stream) as results:
                async for _ in results:
                    started.set()

        consumer = asyncio.create_task(consume())
        await started.wait()
        consumer.cancel()
        assert await next_worker(pool) == worker
        assert consumer.cancelled()


@run_async
async def test_result_of_a_cancelled_job_is_not_that_of_the_next_one() -> None:
    async with make_pool(1) as pool:
        worker = await next_worker(pool)
        cancelled = asyncio.create_task(first_results(pool, 1, worker_jobs.yield_late, 0.3))
        await asyncio.sleep(0.1)
        cancelled.cancel()
        assert await first_results(pool, 2, worker_jobs.count_up, 7) == [7, 8]
        assert await next_worker(pool) == worker


@run_async
async def test_worker_that_times_out_is_replaced() -> None:
    async with make_pool(1) as pool:
        worker = await next_worker(pool)
        with pytest.raises(JobFailed, match=r"took more than 0\.1 seconds"):
            async for _ in pool.stream(worker_jobs.yield_slowly, 0.1, 1000.0):
                pass
        other = await next_worker(pool)
        assert other != worker
        wait_until(lambda: not is_running(worker))


@run_async
async def test_worker_that_exits_is_replaced() -> None:
    async with make_pool(1) as pool:
        worker = await next_worker(pool)
        with pytest.raises(JobFailed, match="has exited"):
            await first_results(pool, 1, worker_jobs.crash)
        other = await next_worker(pool)
        os.kill(other, signal.SIGTERM)
        wait_until(lambda: not is_running(other))
        await asyncio.sleep(0)
        with suppress(JobFailed):
            await next_worker(pool)
        assert len({worker, other, await next_worker(pool)}) == 3


@pytest.mark.parametrize("delay_s", [0.0, 0.1])
@run_async
async def test_workers_that_exit_while_idle_are_replaced(delay_s: float) -> None:
    async with make_pool(2) as pool:
        for _ in range(3):
            streams = [pool.stream(worker_jobs.yield_pid, TIMEOUT_S) for _ in range(2)]
            workers = [await anext(stream) for stream in streams]
            for stream in streams:
                await stream.aclose()
            before = pool.failure_count
            for worker in workers:
                kill(worker)
            await asyncio.sleep(delay_s)
            assert await next_worker(pool) not in workers
            assert await next_worker(pool) not in workers
            assert 1 <= pool.failure_count - before <= 2
            assert await pool.check()


@run_async
async def test_worker_that_exits_between_results_fails_its_job() -> None:
    async with make_pool(1) as pool:
        stream = pool.stream(worker_jobs.yield_pid, TIMEOUT_S)
        worker = await anext(stream)
        kill(worker)
        # The event loop closes the pipe, into which the request for the next result is written.
        await asyncio.sleep(0.1)
        with pytest.raises(WorkerFailed):
            await anext(stream)
        assert pool.failure_count == 1
        assert await next_worker(pool) != worker


@run_async
async def test_job_is_retried_once_if_its_worker_exits(tmp_path: Path) -> None:
    async with make_pool(1) as pool:
        for crashes in range(3):
            folder = tmp_path / str(crashes)
            folder.mkdir()
            job = first_results(pool, 1, worker_jobs.crash_at_first, str(folder), crashes)
            if crashes < 2:
                assert await job == [crashes]
            else:
                with pytest.raises(WorkerFailed):
                    await job
            assert len(list(folder.iterdir())) == min(crashes + 1, 2)
        assert pool.failure_count == 0 + 1 + 2
        assert await next_worker(pool)


@run_async
async def test_job_with_results_is_not_retried() -> None:
    async with make_pool(1) as pool:
        with pytest.raises(WorkerFailed):
            await first_results(pool, 9, worker_jobs.yield_and_crash)
        assert pool.failure_count == 1
        assert await next_worker(pool)


@run_async
async def test_worker_that_sends_an_invalid_message_is_replaced() -> None:
    async with make_pool(1) as pool:
        with pytest.raises(WorkerFailed, match="invalid message"):
            await first_results(pool, 1, worker_jobs.write_invalid_message)
        assert await next_worker(pool)


@run_async
async def test_worker_of_a_job_that_is_cancelled_twice_is_replaced() -> None:
    async with make_pool(1) as pool:
        worker = await next_worker(pool)
        started = asyncio.Event()

        async def consume() -> None:
            stream = pool.stream(worker_jobs.yield_slowly, TIMEOUT_S, 1000.0)
            async with aclosing(stream) as results:
                async for _ in results:
                    started.set()

        consumer = asyncio.create_task(consume())
        await started.wait()
        for _ in range(2):
            consumer.cancel()
            await asyncio.sleep(0.1)
        assert await first_results(pool, 3, worker_jobs.count_up, 7) == [7, 8, 9]
        assert await next_worker(pool) != worker


@run_async
async def test_shortage_of_file_descriptors_is_temporary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onirium.web.workers.pool.MAX_START_FAILURES", 1000)
    async with make_pool(1) as pool:
        await asyncio.sleep(0)
        before = count_descriptors()
        for spare in range(START_DESCRIPTORS):
            with descriptor_shortage(spare):
                for _ in range(3):
                    with pytest.raises(JobFailed, match="cannot start a worker"):
                        await next_worker(pool)
            assert count_descriptors() == before
        assert await next_worker(pool)


@run_async
async def test_failed_job_reports_its_exception_and_keeps_its_worker() -> None:
    async with make_pool(1) as pool:
        worker = await next_worker(pool)
        with pytest.raises(JobFailed, match="ValueError: deliberate failure"):
            await first_results(pool, 1, worker_jobs.fail)
        assert await next_worker(pool) == worker


@run_async
async def test_pool_limits_concurrency_and_serves_jobs_in_order() -> None:
    async with make_pool(2) as pool:
        one, other = (pool.stream(worker_jobs.count_up, TIMEOUT_S, 1) for _ in range(2))
        assert [await anext(one), await anext(other)] == [1, 1]
        served = []

        async def wait(name: str) -> None:
            served.append((name, await next_worker(pool)))

        waiting = [asyncio.create_task(wait(name)) for name in ("first", "second", "third")]
        await asyncio.sleep(0.1)
        assert served == []
        assert await anext(one) == 2
        await one.aclose()
        await asyncio.gather(*waiting)
        assert [name for name, _ in served] == ["first", "second", "third"]
        assert len({worker for _, worker in served}) == 1
        await other.aclose()


@run_async
async def test_pool_serves_repeated_jobs_of_several_tables_in_turn() -> None:
    served = []
    async with make_pool(1) as pool:

        async def run_jobs(table: str) -> None:
            for _ in range(4):
                await next_worker(pool)
                served.append(table)

        await asyncio.gather(*(run_jobs(table) for table in ("first", "second", "third")))
    assert served == ["first", "second", "third"] * 4


@run_async
async def test_job_fails_if_no_process_can_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("onirium.web.workers.pool.MAX_START_FAILURES", 5)
    async with make_pool(1) as pool:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "executable", str(tmp_path / "python"))
            for _ in range(2):
                with pytest.raises(JobFailed, match="cannot start a worker"):
                    await next_worker(pool)
        assert pool.failure_count == 4, "each job tries twice"
        assert await next_worker(pool)


@run_async
async def test_starts_pause_after_several_failures(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("onirium.web.workers.pool.START_PAUSE_S", 3600.0)
    async with make_pool(1) as pool:
        with monkeypatch.context() as patch:
            patch.setattr(sys, "executable", str(tmp_path / "python"))
            for _ in range(20):
                with pytest.raises(JobFailed, match="cannot start a worker"):
                    await next_worker(pool)
        assert pool.failure_count == MAX_START_FAILURES, "the other jobs fail at once"
        pool._start_breaker._paused_until = 0.0
        assert await next_worker(pool), "after the pause, a worker starts"


@run_async
async def test_failed_starts_leak_no_file_descriptors(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async with make_pool(1) as pool:
        before = count_descriptors()
        monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
        for _ in range(5):
            with pytest.raises(JobFailed):
                await next_worker(pool)
        assert count_descriptors() == before


@run_async
async def test_process_of_a_failed_start_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    processes: list[subprocess.Popen[bytes]] = []

    def start_process(niceness: int) -> "subprocess.Popen[bytes]":
        processes.append(start(niceness))
        return processes[-1]

    def fail(*_: object) -> NoReturn:
        raise OSError("there is no pipe")

    start = worker_module._start_process
    async with make_pool(1) as pool:
        with monkeypatch.context() as patch:
            patch.setattr(worker_module, "_start_process", start_process)
            patch.setattr(worker_module, "StreamReaderProtocol", fail)
            with pytest.raises(JobFailed, match="there is no pipe"):
                await next_worker(pool)
        assert [process.returncode for process in processes] == [-signal.SIGKILL] * 2
        assert await next_worker(pool)


@run_async
async def test_cancelled_starts_leak_no_file_descriptors() -> None:
    """The number of cycles of the event loop decides which step of the start is cancelled."""
    async with make_pool(1) as pool:
        # The first pipe of an event loop of uvloop opens a descriptor that serves the loop.
        counts = [await count_after_cancelled_start(pool, cycles) for cycles in (12, *range(12))]
        assert set(counts) == {counts[0]}
        assert await next_worker(pool)


async def count_after_cancelled_start(pool: WorkerPool, cycles: int) -> int:
    """Cancel the start of a worker after some cycles; return the number of descriptors."""
    consumer = asyncio.create_task(next_worker(pool))
    for _ in range(cycles):
        await asyncio.sleep(0)
    consumer.cancel()
    with pytest.raises(asyncio.CancelledError):
        await consumer
    # Closed transports close their pipes in the next cycle of the event loop.
    await asyncio.sleep(0)
    return count_descriptors()


@run_async
async def test_check_fails_until_a_worker_can_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("onirium.web.workers.pool.MIN_CHECK_INTERVAL_S", 3600.0)
    async with make_pool(1) as pool:
        assert await pool.check(), "nothing has failed yet"
        with monkeypatch.context() as patch:
            patch.setattr(sys, "executable", str(tmp_path / "python"))
            with pytest.raises(JobFailed):
                await next_worker(pool)
            assert pool.failure_count == 2
            assert [await pool.check() for _ in range(5)] == [False] * 5
            assert pool.failure_count == 3, "checks do not start one process after the other"
        monkeypatch.setattr("onirium.web.workers.pool.MIN_CHECK_INTERVAL_S", 0.0)
        assert await asyncio.gather(*(pool.check() for _ in range(5))) == [True] * 5
        assert await next_worker(pool)
        assert pool.failure_count == 3


SERVER_PROGRAM = """
import asyncio
from onirium.web.workers.pool import WorkerPool
from tests.support import worker_jobs
from tests.support.event_loops import LOOP_FACTORIES

async def main():
    async for result in WorkerPool(1, 1).stream(worker_jobs.yield_slowly, {timeout_s}, 1000):
        print(result, flush=True)

asyncio.Runner(loop_factory=LOOP_FACTORIES["{loop_name}"]).run(main())
"""


@pytest.mark.long
def test_workers_exit_with_the_server_during_a_job(loop_name: str) -> None:
    program = SERVER_PROGRAM.format(loop_name=loop_name, timeout_s=TIMEOUT_S)
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        assert is_running(worker)
        server.kill()
        wait_until(lambda: not is_running(worker))
