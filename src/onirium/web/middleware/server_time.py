"""Limits the time of the event loop that the requests of one address take.

A limit on their number would be too coarse: a page takes a millisecond, the replay of a long game
hundreds. So the processor time itself is limited. An address that has used up its allowance waits
until it has some again; the requests of the others run meanwhile.
"""

import asyncio
from collections.abc import Coroutine, Generator
from time import monotonic
from typing import Any, Final, Generic, TypeVar

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from onirium.tables.tokens import hash_token
from onirium.web.fair_queue import FairQueue, Requester
from onirium.web.middleware.rate_limit import (
    LOOPBACK,
    address_key,
    client_address,
    find_or_add,
)
from onirium.web.middleware.security import reject_excess
from onirium.web.threads import thread_time

T = TypeVar("T")

BURST_S: Final = 0.1
"""Time of the event loop that an address may use at once."""

MIN_RESERVATION_S: Final = 0.002
"""Minimum time that is reserved for a request until its real time is known."""

MAX_WAITING_REQUESTS: Final = 50
"""Requests of one address that may wait for its allowance; more are answered 429."""


class TimeBudget:
    """The allowance of one address: a token bucket of seconds of the event loop.

    Args:
        share: seconds per second that the address may use in the long run.
    """

    def __init__(self, share: float) -> None:
        self._share = share
        self._allowance_s = BURST_S
        self._updated_at = monotonic()
        self._expected_s = MIN_RESERVATION_S
        self._queue = FairQueue(1)

    def has_too_many_waiting(self, requester: Requester) -> bool:
        """Return whether too many requests are waiting."""
        return self._queue.count_waiting(requester)[0] >= MAX_WAITING_REQUESTS

    async def reserve(self, requester: Requester) -> "Reservation":
        """Wait for the allowance, in turn with the other users of the address, and take from it."""
        async with self._queue.turn(requester):
            # The time of the refill is known, unless running requests use more meanwhile.
            while (allowance_s := self._refill()) <= 0:  # noqa: ASYNC110
                await asyncio.sleep(-allowance_s / self._share + MIN_RESERVATION_S)
            # Requests that arrive together would otherwise all find the same allowance.
            self._allowance_s -= self._expected_s
            reservation = Reservation(self, self._expected_s)
            # One request of the address starts in each cycle of the event loop.
            await asyncio.sleep(0)
            return reservation

    def charge(self, seconds: float) -> None:
        """Reduce the allowance, possibly below zero."""
        self._allowance_s -= seconds

    def settle(self, reserved_s: float, used_s: float) -> None:
        """Release a reservation; expect that the next requests are as costly as this one."""
        self._allowance_s += reserved_s
        expected_s = max(used_s, self._expected_s / 2, MIN_RESERVATION_S)
        self._expected_s = min(expected_s, BURST_S)

    def _refill(self) -> float:
        now = monotonic()
        refill_s = (now - self._updated_at) * self._share
        self._allowance_s = min(self._allowance_s + refill_s, BURST_S)
        self._updated_at = now
        return self._allowance_s


class Reservation:
    """Time that is reserved for one request."""

    def __init__(self, budget: TimeBudget | None, reserved_s: float) -> None:
        self._budget = budget
        self._reserved_s = reserved_s

    async def measure(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine and charge the time for which it occupies the event loop."""
        if self._budget is None:
            return await coroutine
        measured = _Measured(coroutine, self._budget)
        try:
            return await measured
        finally:
            self._budget.settle(self._reserved_s, measured.used_s)


class ServerTime:
    """The budgets of all addresses; loopback addresses are exempt, as from the other limits.

    Args:
        share: share of the time of the event loop that one address may use in the long run.
    """

    def __init__(self, share: float) -> None:
        self._share = share
        self._budgets: dict[str, TimeBudget] = {}

    def has_too_many_waiting(self, requester: Requester) -> bool:
        """Return whether too many requests of the address are waiting for its allowance."""
        budget = self._budgets.get(requester.address)
        return budget is not None and budget.has_too_many_waiting(requester)

    async def reserve(self, requester: Requester) -> Reservation:
        """Wait until the address of a request has an allowance."""
        if requester.address == LOOPBACK:
            return Reservation(None, 0.0)
        return await self._budget(requester.address).reserve(requester)

    def charge(self, address: str, seconds: float) -> None:
        """Reduce the allowance of an address by time that was used without a reservation."""
        if address != LOOPBACK:
            self._budget(address).charge(seconds)

    def _budget(self, address: str) -> TimeBudget:
        return find_or_add(self._budgets, address, lambda: TimeBudget(self._share))


class ServerTimeMiddleware:
    """Delays the requests of addresses without allowance, and rejects them if too many wait."""

    def __init__(self, app: ASGIApp, server_time: ServerTime) -> None:
        self._app = app
        self._server_time = server_time

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        # Cookies distinguish the users of an address; here they need not be valid. The queue
        # stores its requesters: their hashes are short.
        user_id = hash_token(Headers(scope=scope).get("cookie", ""))
        requester = Requester(address_key(client_address(scope)), user_id)
        if self._server_time.has_too_many_waiting(requester):
            await reject_excess(scope, receive, send)
            return
        reservation = await self._server_time.reserve(requester)
        await reservation.measure(_call(self._app, scope, receive, send))


async def _call(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    await app(scope, receive, send)


class _Measured(Generic[T]):
    """Awaits a coroutine and charges the time between its suspensions."""

    def __init__(self, coroutine: Coroutine[Any, Any, T], budget: TimeBudget) -> None:
        self.used_s = 0.0
        self._coroutine = coroutine
        self._budget = budget

    def __await__(self) -> Generator[Any, Any, T]:
        error: BaseException | None = None
        while True:
            started_at = thread_time()
            try:
                awaited = (
                    self._coroutine.send(None) if error is None else self._coroutine.throw(error)
                )
            except StopIteration as stop:
                result: T = stop.value
                return result
            finally:
                elapsed_s = thread_time() - started_at
                self.used_s += elapsed_s
                self._budget.charge(elapsed_s)
            error = None
            try:
                yield awaited
            # Cancellation and all other exceptions are the coroutine's to handle.
            except BaseException as raised:  # noqa: BLE001
                error = raised
