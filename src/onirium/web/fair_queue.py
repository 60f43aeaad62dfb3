"""A semaphore that serves its waiters in turn: address by address, and there user by user."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

MAX_REMEMBERED: Final = 10_000
"""Addresses and users whose latest turn is remembered; beyond this number all are forgotten."""


class Requester(NamedTuple):
    """The origin of a request.

    Attributes:
        address: key of the client's address, see ``address_key``.
        user_id: the user; empty for a user without a cookie.
    """

    address: str
    user_id: str


class FairQueue:
    """A semaphore with round robin scheduling over addresses and users.

    A new user costs an attacker nothing, so addresses have precedence: an address has the same
    share with one user and with a thousand.

    Args:
        size: number of turns that can be held at a time.
    """

    def __init__(self, size: int) -> None:
        self._free_count = size
        self._waiting: list[tuple[Requester, asyncio.Future[None]]] = []
        self._turn_count = 0
        self._latest_turns: dict[str | Requester, int] = {}

    def count_waiting(self, requester: Requester) -> tuple[int, int]:
        """Return the number of waiters with the same address, and of those with the same user."""
        waiters = [waiter for waiter, _ in self._waiting if waiter.address == requester.address]
        return len(waiters), waiters.count(requester)

    @asynccontextmanager
    async def turn(self, requester: Requester) -> AsyncIterator[None]:
        """Wait for a turn, and hold it."""
        if self._free_count:
            self._free_count -= 1
            self._remember(requester)
        else:
            await self._wait(requester)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, requester: Requester) -> None:
        waiter = requester, asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        try:
            await waiter[1]
        except asyncio.CancelledError:
            if waiter in self._waiting:
                self._waiting.remove(waiter)
            elif not waiter[1].cancelled():
                # The turn has been given to it already.
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Give the turn to the waiter whose address, and then whose user, had the oldest turn."""
        # The task of a cancelled waiter may not have run since.
        self._waiting = [waiter for waiter in self._waiting if not waiter[1].done()]
        if not self._waiting:
            self._free_count += 1
            return
        waiter = min(self._waiting, key=lambda waiter: self._age(waiter[0]))
        self._waiting.remove(waiter)
        self._remember(waiter[0])
        waiter[1].set_result(None)

    def _age(self, requester: Requester) -> tuple[int, int]:
        latest = self._latest_turns
        return latest.get(requester.address, 0), latest.get(requester, 0)

    def _remember(self, requester: Requester) -> None:
        if len(self._latest_turns) >= MAX_REMEMBERED:
            self._latest_turns.clear()
        self._turn_count += 1
        self._latest_turns[requester.address] = self._latest_turns[requester] = self._turn_count
