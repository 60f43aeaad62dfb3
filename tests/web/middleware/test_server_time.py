"""The time of the event loop that one address may use: waiting, fairness, rejections."""

import asyncio

import pytest
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from onirium.web.config.settings import Settings
from onirium.web.fair_queue import Requester
from onirium.web.middleware import security
from onirium.web.middleware import server_time as server_time_module
from onirium.web.middleware.server_time import (
    BURST_S,
    MAX_WAITING_REQUESTS,
    MIN_RESERVATION_S,
    Reservation,
    ServerTime,
    ServerTimeMiddleware,
    TimeBudget,
)
from onirium.web.ops import connections
from onirium.web.ops.http_protocol import HttpProtocol
from onirium.web.ops.websocket_protocol import WebSocketProtocol
from onirium.web.server import Server
from tests.support.event_loops import run_async

pytestmark = pytest.mark.usefixtures("each_event_loop")

ATTACKER = Requester("192.0.2.1", "attacker")
NEIGHBOUR = Requester("192.0.2.1", "neighbour")
ANNA = Requester("192.0.2.2", "anna")


class ProcessorTime:
    """The processor time of a thread.

    Attributes:
        now_s: the time.
        parsing_s: the time that passes between two readings.
    """

    def __init__(self) -> None:
        self.now_s = 0.0
        self.parsing_s = 0.0

    def __call__(self) -> float:
        self.now_s += self.parsing_s
        return self.now_s

    async def occupy(self, seconds: float) -> str:
        """Occupy the event loop, with a suspension in between."""
        self.now_s += seconds / 2
        await asyncio.sleep(0)
        self.now_s += seconds / 2
        return "done"


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Stop the clock of the budgets, which refills them; return its time."""
    now = [0.0]
    monkeypatch.setattr(server_time_module, "monotonic", lambda: now[0])
    return now


@pytest.fixture(autouse=True)
def processor_time(monkeypatch: pytest.MonkeyPatch) -> ProcessorTime:
    """Replace the processor time of the event loop."""
    time = ProcessorTime()
    monkeypatch.setattr(server_time_module, "thread_time", time)
    monkeypatch.setattr(connections, "thread_time", time)
    return time


async def is_admitted(server_time: ServerTime, requester: Requester) -> bool:
    """Return whether a request starts at once."""
    waiting = asyncio.create_task(server_time.reserve(requester))
    for _ in range(5):
        await asyncio.sleep(0)
    is_done = waiting.done()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    return is_done


@run_async
async def test_costly_request_delays_only_the_next_ones_of_its_address(
    clock: list[float], processor_time: ProcessorTime
) -> None:
    server_time = ServerTime(0.25)
    reservation = await server_time.reserve(ATTACKER)
    assert await reservation.measure(processor_time.occupy(BURST_S + 0.05)) == "done"
    assert not await is_admitted(server_time, ATTACKER)
    assert not await is_admitted(server_time, NEIGHBOUR)
    assert await is_admitted(server_time, ANNA)
    clock[0] += 10
    assert await is_admitted(server_time, NEIGHBOUR)


@run_async
async def test_requests_that_arrive_together_reserve_their_time(
    clock: list[float], processor_time: ProcessorTime
) -> None:
    server_time = ServerTime(0.25)
    # The time that these requests reserve without using it is released.
    for _ in range(round(BURST_S / MIN_RESERVATION_S) // 2):
        await (await server_time.reserve(ATTACKER)).measure(processor_time.occupy(0.0))
    count = 0
    while await is_admitted(server_time, ATTACKER):
        count += 1
    assert count == pytest.approx(BURST_S / MIN_RESERVATION_S, abs=1)
    assert await is_admitted(server_time, ANNA)
    # Once requests have proved to be costly, fewer of them start together.
    clock[0] += 10
    await (await server_time.reserve(ATTACKER)).measure(processor_time.occupy(BURST_S))
    clock[0] += 10
    assert await is_admitted(server_time, ATTACKER)
    assert not await is_admitted(server_time, ATTACKER)


@run_async
async def test_other_tasks_run_between_the_starts_of_requests() -> None:
    server_time = ServerTime(0.25)
    log: list[str] = []

    async def request() -> None:
        await server_time.reserve(ATTACKER)
        log.append("request")

    tasks = [asyncio.create_task(request()) for _ in range(5)]
    while not all(task.done() for task in tasks):
        await asyncio.sleep(0)
        log.append("other")
    assert log.count("request") == 5
    assert "request request" not in " ".join(log)


@run_async
async def test_loopback_is_exempt(processor_time: ProcessorTime) -> None:
    server_time = ServerTime(0.25)
    local = Requester("loopback", "")
    for _ in range(3):
        await (await server_time.reserve(local)).measure(processor_time.occupy(BURST_S))
    assert await is_admitted(server_time, local)


@run_async
async def test_errors_and_cancellation_pass_through() -> None:
    server_time = ServerTime(0.25)

    async def fail() -> None:
        await asyncio.sleep(0)
        raise ValueError("deliberate failure")

    with pytest.raises(ValueError, match="deliberate failure"):
        await (await server_time.reserve(ANNA)).measure(fail())
    sleeping = asyncio.create_task((await server_time.reserve(ANNA)).measure(asyncio.sleep(100)))
    await asyncio.sleep(0)
    sleeping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sleeping
    assert await is_admitted(server_time, ANNA)


@run_async
async def test_requests_beyond_the_queue_are_rejected_after_a_delay(
    monkeypatch: pytest.MonkeyPatch, processor_time: ProcessorTime
) -> None:
    statuses: list[int] = []

    async def app(_scope: Scope, _receive: Receive, _send: Send) -> None:
        await processor_time.occupy(2 * BURST_S)

    async def send(message: object) -> None:
        if isinstance(message, dict) and "status" in message:
            statuses.append(message["status"])

    async def receive() -> dict[str, object]:
        return {"type": "http.disconnect"}

    middleware = ServerTimeMiddleware(app, ServerTime(0.25))
    scope = {"type": "http", "client": ("192.0.2.1", 1), "headers": []}

    def request() -> asyncio.Task[None]:
        return asyncio.create_task(middleware(scope, receive, send))

    await request()
    waiting = [request() for _ in range(MAX_WAITING_REQUESTS + 1)]
    await asyncio.sleep(0)
    assert statuses == []
    monkeypatch.setattr(security, "REJECTION_DELAY_S", 0.0)
    await request()
    assert statuses == [429]
    monkeypatch.setattr(security, "REJECTION_DELAY_S", 1000.0)
    waiting.append(request())
    await asyncio.sleep(0.05)
    assert statuses == [429], "a client that ignores rejections gets few of them"
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


@run_async
async def test_long_cookies_are_not_remembered() -> None:
    """They distinguish thousands of requesters: as a whole, they would fill the memory."""
    requesters: list[Requester] = []

    class Recorder(ServerTime):
        async def reserve(self, requester: Requester) -> Reservation:
            requesters.append(requester)
            return await super().reserve(requester)

    async def app(_scope: Scope, _receive: Receive, _send: Send) -> None:
        pass

    async def receive() -> dict[str, object]:
        return {}

    async def send(_message: object) -> None:
        pass

    middleware = ServerTimeMiddleware(app, Recorder(0.25))
    for cookie in (b"x" * 16_000, b"y" * 16_000):
        scope = {"type": "http", "client": ("192.0.2.1", 1), "headers": [(b"cookie", cookie)]}
        await middleware(scope, receive, send)
    first, second = (requester.user_id for requester in requesters)
    assert first != second
    assert len(first) < 100


@run_async
async def test_allowance_refills_at_the_share_of_the_address(clock: list[float]) -> None:
    budget = TimeBudget(0.25)
    budget.charge(BURST_S + 0.5)
    reserve = asyncio.create_task(budget.reserve(ANNA))
    clock[0] = 1.9
    await asyncio.sleep(0)
    assert not reserve.done()
    reserve.cancel()
    clock[0] = 2.1
    await budget.reserve(ANNA)


class FakeTransport(asyncio.Transport):
    """A connection from an address: its output is lost, and input arrives until the test ends."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 1)})

    def write(self, data: object) -> None:
        """Ignore the data."""

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Accept limits; nothing is buffered."""

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        """Do nothing."""

    pause_reading = resume_reading = abort = close


HANDSHAKE = (
    "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
UPLOAD = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n"


@pytest.mark.parametrize(
    ("protocol_type", "head", "data"),
    [
        (HttpProtocol, UPLOAD, b"a" * 2**16),
        (WebSocketProtocol, HANDSHAKE, b"\x81\x81\0\0\0\0a" * 500),
    ],
)
@pytest.mark.parametrize(
    ("peer", "header"),
    [
        ("192.0.2.1", ""),
        ("10.0.0.1", "x-forwarded-for: 192.0.2.1\r\n"),
        ("::ffff:10.0.0.1", "x-forwarded-for: 192.0.2.1\r\n"),
    ],
)
@run_async
async def test_parsing_is_charged_to_the_sender(
    protocol_type: type[HttpProtocol] | type[WebSocketProtocol],
    head: str,
    data: bytes,
    peer: str,
    header: str,
    processor_time: ProcessorTime,
) -> None:
    async def app(_scope: Scope, _receive: Receive, _send: Send) -> None:
        await asyncio.Event().wait()

    server_time = ServerTime(0.25)
    settings = Settings(trusted_proxies="10.0.0.1/32")
    config = Server(app, settings, server_time).config
    protocol = protocol_type(config, ServerState(), {}, asyncio.get_running_loop())
    protocol.connection_made(FakeTransport(peer))
    protocol.data_received(f"{head}{header}\r\n".encode())
    await asyncio.sleep(0)
    processor_time.parsing_s = BURST_S + 0.05
    protocol.data_received(data)
    await asyncio.sleep(0)
    assert not await is_admitted(server_time, ATTACKER)
    assert await is_admitted(server_time, ANNA)
    for task in protocol.tasks:
        task.cancel()
