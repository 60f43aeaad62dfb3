"""Turns of a fair queue: by address, then by user."""

import asyncio

from onirium.web.fair_queue import FairQueue, Requester
from tests.support.event_loops import run_async
from tests.support.live_server import TIMEOUT_S


async def serve(queue: FairQueue, requesters: list[Requester]) -> list[Requester]:
    """Enqueue requesters in this order; return the order of their turns."""
    served = []

    async def take_turn(requester: Requester) -> None:
        async with queue.turn(requester):
            served.append(requester)

    async with queue.turn(Requester("", "")):
        tasks = [asyncio.create_task(take_turn(requester)) for requester in requesters]
        await asyncio.sleep(0)
        assert served == []
    await asyncio.gather(*tasks)
    return served


@run_async
async def test_addresses_take_turns_whatever_their_number_of_users() -> None:
    crowd = [Requester("192.0.2.1", f"user {number}") for number in range(5)]
    anna, boris = Requester("192.0.2.2", "anna"), Requester("192.0.2.2", "boris")
    served = await serve(FairQueue(1), [*crowd, anna, anna, boris])
    assert served == [crowd[0], anna, crowd[1], boris, crowd[2], anna, crowd[3], crowd[4]]


@run_async
async def test_cancelled_waiters_lose_no_turn() -> None:
    queue = FairQueue(1)
    anna, boris = Requester("192.0.2.1", "anna"), Requester("192.0.2.2", "boris")

    async def wait(requester: Requester) -> None:
        async with queue.turn(requester):
            pass

    async with queue.turn(anna):
        waiting = [asyncio.create_task(wait(requester)) for requester in (anna, boris, boris)]
        await asyncio.sleep(0)
        assert queue.count_waiting(anna) == (1, 1)
        assert queue.count_waiting(boris) == (2, 2)
        waiting[1].cancel()
        await asyncio.sleep(0)
        assert queue.count_waiting(boris) == (1, 1)
    # One has its turn already, but has not run yet.
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    await asyncio.wait_for(wait(anna), TIMEOUT_S)


@run_async
async def test_a_turn_that_ends_as_its_waiter_is_cancelled_goes_to_the_next() -> None:
    queue = FairQueue(1)
    anna, boris = Requester("192.0.2.1", "anna"), Requester("192.0.2.2", "boris")
    ends = asyncio.Event()

    async def hold() -> None:
        async with queue.turn(anna):
            await ends.wait()

    async def wait(requester: Requester) -> str:
        async with queue.turn(requester):
            return requester.user_id

    holder = asyncio.create_task(hold())
    await asyncio.sleep(0)
    cancelled, waiting = (asyncio.create_task(wait(requester)) for requester in (boris, anna))
    await asyncio.sleep(0)
    # The holder runs first, and would have given its turn to the other address.
    ends.set()
    cancelled.cancel()
    await holder
    assert await asyncio.wait_for(waiting, TIMEOUT_S) == "anna"
    assert await asyncio.wait_for(wait(boris), TIMEOUT_S) == "boris"
