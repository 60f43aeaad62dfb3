"""Workers: they do jobs, are kept for the next, and are replaced when something goes wrong."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

from onirium.web.workers.pool import Broken, Pool
from tests.support import worker_jobs
from tests.support.live_server import PATIENCE, until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows tells otherwise who is there")


def in_a_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    @wraps(test)
    def run(*arguments: Any, **named: Any) -> None:
        asyncio.run(test(*arguments, **named))  # type: ignore[arg-type]

    return run


@asynccontextmanager
async def pool_of(size: int) -> AsyncIterator[Pool]:
    pool = Pool(size, niceness=1)
    try:
        yield pool
    finally:
        await pool.close()


async def answers(
    pool: Pool, most: int, job: Callable[..., None], *arguments: object, patience: float = PATIENCE
) -> list[Any]:
    """Return the first answers of a job; no more are wanted then."""
    found = []
    async with aclosing(pool.do(job, *arguments, patience=patience)) as doing:
        async for answer in doing:
            found.append(answer)
            if len(found) == most:
                break
    return found


async def worker_of(pool: Pool) -> int:
    """Return which process does the next job."""
    (process,) = await answers(pool, 2, worker_jobs.name_yourself)
    assert isinstance(process, int)
    return process


def is_there(process: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(process, 0)
        return True
    return False


@in_a_loop
async def test_a_job_tells_as_long_as_somebody_wants_to_know() -> None:
    async with pool_of(1) as pool:
        worker = await worker_of(pool)
        assert worker != os.getpid()
        assert await answers(pool, 3, worker_jobs.count_on, 7) == [7, 8, 9]
        assert await answers(pool, 9, worker_jobs.chatter) == ["this is one"]
        assert await worker_of(pool) == worker, "it is kept"
    assert not is_there(worker)


@in_a_loop
async def test_who_does_not_wait_any_more_leaves_the_worker_to_others() -> None:
    async with pool_of(1) as pool:
        worker = await worker_of(pool)
        begun = asyncio.Event()

        async def wait() -> None:
            async with aclosing(pool.do(worker_jobs.dawdle, 0.2, patience=PATIENCE)) as doing:
                async for _ in doing:
                    begun.set()

        waiting = asyncio.create_task(wait())
        await begun.wait()
        waiting.cancel()
        assert await worker_of(pool) == worker
        assert waiting.cancelled()


@in_a_loop
async def test_who_takes_too_long_is_replaced() -> None:
    async with pool_of(1) as pool:
        worker = await worker_of(pool)
        with pytest.raises(Broken, match=r"took more than 0\.1 seconds"):
            await answers(pool, 2, worker_jobs.dawdle, 1000.0, patience=0.1)
        other = await worker_of(pool)
        assert other != worker
        until(lambda: not is_there(worker))


@in_a_loop
async def test_who_vanishes_is_replaced() -> None:
    async with pool_of(1) as pool:
        worker = await worker_of(pool)
        with pytest.raises(Broken, match="is gone"):
            await answers(pool, 1, worker_jobs.vanish)
        other = await worker_of(pool)
        os.kill(other, signal.SIGTERM)
        until(lambda: not is_there(other))
        await asyncio.sleep(0)
        with suppress(Broken):
            await worker_of(pool)
        assert len({worker, other, await worker_of(pool)}) == 3


@in_a_loop
async def test_a_job_that_fails_says_why_and_its_worker_goes_on() -> None:
    async with pool_of(1) as pool:
        worker = await worker_of(pool)
        with pytest.raises(Broken, match="ValueError: it cannot be done"):
            await answers(pool, 1, worker_jobs.fail)
        assert await worker_of(pool) == worker


@in_a_loop
async def test_as_many_work_as_there_may_be_and_the_others_wait_in_turn() -> None:
    async with pool_of(2) as pool:
        one, other = (pool.do(worker_jobs.count_on, 1, patience=PATIENCE) for _ in range(2))
        assert [await anext(one), await anext(other)] == [1, 1]
        came = []

        async def wait(name: str) -> None:
            came.append((name, await worker_of(pool)))

        waiting = [asyncio.create_task(wait(name)) for name in ("first", "second", "third")]
        await asyncio.sleep(0.1)
        assert came == []
        assert await anext(one) == 2
        await one.aclose()
        await asyncio.gather(*waiting)
        assert [name for name, _ in came] == ["first", "second", "third"]
        assert len({worker for _, worker in came}) == 1
        await other.aclose()


@in_a_loop
async def test_who_asks_again_and_again_gets_no_more_than_others() -> None:
    came = []
    async with pool_of(1) as pool:

        async def ask(table: str) -> None:
            for _ in range(4):
                await worker_of(pool)
                came.append(table)

        await asyncio.gather(*(ask(table) for table in ("first", "second", "third")))
    assert came == ["first", "second", "third"] * 4


@in_a_loop
async def test_where_no_process_can_begin_a_job_comes_to_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async with pool_of(1) as pool:
        monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
        for _ in range(2):
            with pytest.raises(Broken, match="no worker can begin"):
                await worker_of(pool)
        monkeypatch.undo()
        assert await worker_of(pool)


KILLED = """
import asyncio
from onirium.web.workers.pool import Pool
from tests.web import labour

async def main():
    async for answer in Pool(1, 1).do(labour.dawdle, 1000, patience=20):
        print(answer, flush=True)

asyncio.run(main())
"""


@pytest.mark.long
def test_workers_do_not_outlive_the_server_whatever_they_are_at() -> None:
    with subprocess.Popen([sys.executable, "-c", KILLED], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        assert is_there(worker)
        server.kill()
        until(lambda: not is_there(worker))
