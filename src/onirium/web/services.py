"""The services of a server, as the endpoints use them."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from onirium.storage.store import Store
from onirium.web.config.local_site import LocalSite
from onirium.web.config.settings import Settings
from onirium.web.live.quotas import Quotas
from onirium.web.live.replays import Replays
from onirium.web.live.session_registry import SessionRegistry
from onirium.web.middleware.rate_limit import ConnectionLimiter
from onirium.web.middleware.server_time import ServerTime
from onirium.web.ops.metrics import Metrics
from onirium.web.slices import SliceScheduler
from onirium.web.workers.service import BotService


@dataclass(frozen=True)
class Services:
    """The services of a server.

    Attributes:
        store: the store of all tables.
        sessions: the open table sessions.
        quotas: limits the tables and users.
        bots: runs bots, hints and analyses.
        settings: the settings of the server.
        metrics: the metrics of the server.
        event_streams: limits the open event streams.
        server_time: limits the time of the event loop that each address uses.
        slices: runs long computations on the event loop, in slices.
        replays: builds replays.
        site: the site whose application this is, or None on a server.
    """

    store: Store
    sessions: SessionRegistry
    quotas: Quotas
    bots: BotService
    settings: Settings
    metrics: Metrics
    event_streams: ConnectionLimiter
    server_time: ServerTime
    slices: SliceScheduler
    replays: Replays
    site: LocalSite | None


def services_of(connection: HTTPConnection) -> Services:
    """Return the services of the server that handles a request or WebSocket."""
    services: Services = connection.app.state.services
    return services
