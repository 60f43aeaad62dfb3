"""Assembles the ASGI application from its routes, middleware and services."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

from onirium.storage.store import Store
from onirium.web.config.local_site import LocalSite
from onirium.web.config.settings import Settings
from onirium.web.live.quotas import Quotas
from onirium.web.live.replays import Replays
from onirium.web.live.session_registry import SessionRegistry
from onirium.web.middleware.rate_limit import ConnectionLimiter, RateLimits
from onirium.web.middleware.security import SecurityMiddleware, ServerAddress
from onirium.web.middleware.server_time import ServerTime, ServerTimeMiddleware
from onirium.web.middleware.sessions import SessionMiddleware
from onirium.web.ops.access_log import AccessLogMiddleware
from onirium.web.ops.metrics import Metrics
from onirium.web.routes import api, assets, health, pages, websocket
from onirium.web.services import Services
from onirium.web.slices import SliceScheduler
from onirium.web.warm_up import warm_up
from onirium.web.workers.executor import ExecutorFactory
from onirium.web.workers.pool import WorkerPool
from onirium.web.workers.service import BotService

GZIP_MIN_BYTES: Final = 500
"""Smaller responses are not compressed."""


@dataclass(frozen=True)
class Application:
    """The ASGI application of a server, with the services behind it.

    Attributes:
        asgi: the application, including all middleware.
        services: the services of its endpoints.
    """

    asgi: ASGIApp
    services: Services


def create_app(
    store: Store,
    address: ServerAddress,
    limits: RateLimits | None = None,
    settings: Settings | None = None,
    metrics: Metrics | None = None,
    *,
    make_executor: ExecutorFactory = WorkerPool,
    asset_version: str = "",
    site: LocalSite | None = None,
) -> Application:
    """Create the ASGI application of a server.

    Args:
        store: the store of all tables; the caller closes it.
        address: the addresses under which the server is reachable.
        limits: rate limits; by default those of the settings.
        settings: the settings of the server.
        metrics: receives counts and durations.
        make_executor: makes the executors of slow computations, by default worker processes.
        asset_version: the version in the URLs of the assets; by default a hash of their files.
        site: the site that runs the application in a browser, or None on a server.
    """
    settings = settings or Settings()
    limits = limits or _rate_limits(settings)
    metrics = metrics or Metrics()
    bots = BotService(settings.budget_ms, make_executor)
    slices = SliceScheduler()
    quotas = Quotas(store, settings, limits)
    sessions = SessionRegistry(store, address, limits, bots, slices, metrics, quotas)
    services = Services(
        store=store,
        sessions=sessions,
        quotas=quotas,
        bots=bots,
        settings=settings,
        metrics=metrics,
        event_streams=ConnectionLimiter(limits.event_streams_per_address),
        server_time=ServerTime(limits.server_time_share),
        slices=slices,
        replays=Replays(slices),
        site=site,
    )
    app = _create_starlette(sessions, bots)
    app.state.services = services
    app.state.asset_version = asset_version or assets.asset_version()
    with_sessions = SessionMiddleware(app, store)
    timed = ServerTimeMiddleware(with_sessions, services.server_time)
    secured = SecurityMiddleware(timed, address, limits)
    return Application(AccessLogMiddleware(secured, metrics), services)


def _create_starlette(sessions: SessionRegistry, bots: BotService) -> Starlette:
    """Return the routes, with the start and the end of the services."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        sessions.start()
        warming_up = asyncio.create_task(warm_up())
        yield
        warming_up.cancel()
        await sessions.close()
        await bots.close()

    return Starlette(
        lifespan=lifespan,
        routes=[
            *health.routes,
            *assets.routes,
            *api.routes,
            *websocket.routes,
            *pages.routes,
        ],
        middleware=[Middleware(GZipMiddleware, minimum_size=GZIP_MIN_BYTES)],
        exception_handlers=pages.handlers,
    )


def _rate_limits(settings: Settings) -> RateLimits:
    return RateLimits(
        connections_per_address=settings.max_websockets_per_address,
        event_streams_per_address=settings.max_event_streams_per_address,
        server_time_share=settings.max_server_time_percent / 100,
    )
