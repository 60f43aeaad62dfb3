"""Long computations pause for each other and for short tasks."""

import asyncio
from collections.abc import Iterator

import pytest

from onirium.web import slices as slices_module
from onirium.web.fair_queue import Requester
from onirium.web.slices import SliceScheduler
from tests.support.event_loops import run_async

pytestmark = pytest.mark.usefixtures("each_event_loop")


def count(name: str, count: int, log: list[str]) -> Iterator[int]:
    for number in range(count):
        log.append(name)
        yield number


@run_async
async def test_computations_take_turns_by_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices_module, "SLICE_S", 0.0)
    slices = SliceScheduler()
    log: list[str] = []

    async def run(name: str, address: str) -> None:
        items = await slices.run(count(name, 3, log), Requester(address, name))
        assert items == [0, 1, 2]

    crowd = [run(name, "192.0.2.1") for name in ("a", "b", "c")]
    await asyncio.gather(*crowd, run("anna", "192.0.2.2"))
    assert [index for index, name in enumerate(log) if name == "anna"] == [1, 3, 5]


@run_async
async def test_short_tasks_run_between_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices_module, "SLICE_S", 0.0)
    slices = SliceScheduler()
    log: list[str] = []
    pending = [
        asyncio.create_task(slices.run(count("long", 10, log), Requester("", str(number))))
        for number in range(5)
    ]
    while not all(task.done() for task in pending):
        log.append("short")
        await asyncio.sleep(0)
    longest = max(len(part) for part in "".join(name[0] for name in log).split("s"))
    assert longest == 1, "one slice at a time"
