"""The services of a server that its table sessions share."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Protocol

from onirium.storage.store import Store
from onirium.tables.setup import Setup
from onirium.web.middleware.rate_limit import RateLimits
from onirium.web.middleware.security import ServerAddress
from onirium.web.ops.metrics import Metrics
from onirium.web.slices import SliceScheduler
from onirium.web.workers.service import BotService


class TableCreator(Protocol):
    """Creates a table."""

    async def __call__(self, setup: Setup, table_id: str, *, address: str) -> str:
        """Create a table unless it exists; return its id."""


@dataclass(frozen=True)
class SessionContext:
    """The services of a server that its table sessions share.

    Attributes:
        store: the store of all tables.
        address: the addresses of the server.
        limits: the rate limits of a user.
        bots: runs bots and hints in worker processes.
        slices: runs long computations on the event loop, in slices.
        create_table: creates a table with a given id unless it exists, for a client at an address;
            returns the id.
        run_in_background: runs a coroutine for a table, whose session stays open until it ends.
        metrics: the metrics of the server.
    """

    store: Store
    address: ServerAddress
    limits: RateLimits
    bots: BotService
    slices: SliceScheduler
    create_table: TableCreator
    run_in_background: Callable[[str, Coroutine[object, object, None]], None]
    metrics: Metrics
