"""Assembles the ASGI application: routes, middleware, static assets, health check."""

import asyncio
import hashlib
import logging
import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Scope

from onirium.games.registry import names
from onirium.i18n.catalog import LANGUAGES
from onirium.storage.store import Store, StoreError
from onirium.web import card_art
from onirium.web.config.i18n import client_catalogue
from onirium.web.config.settings import Settings
from onirium.web.live.quotas import Quotas
from onirium.web.live.session_registry import SessionRegistry
from onirium.web.middleware.rate_limit import ConnectionLimiter, RateLimits
from onirium.web.middleware.security import SecurityMiddleware, ServerAddress
from onirium.web.middleware.sessions import SessionMiddleware
from onirium.web.ops.access_log import AccessLogMiddleware
from onirium.web.ops.metrics import Metrics
from onirium.web.routes import api, pages, websocket
from onirium.web.services import Services, services_of
from onirium.web.workers.service import BotService

_WEB_DIR: Final = Path(__file__).parent

RELEASE: Final = metadata.version("onirium")

IMMUTABLE_CACHE_CONTROL: Final = "public, max-age=31536000, immutable"

HEALTH_CHECK_TIMEOUT_S: Final = 3.0
"""Time in which the database must store and return a row, and time for a worker to start."""

GZIP_MIN_BYTES: Final = 500
"""Smaller responses are not compressed."""

_LOG: Final = logging.getLogger(__name__)

# The tables of the operating system may lack these types or map them to others.
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/css", ".css")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("font/woff2", ".woff2")


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
) -> Application:
    """Create the ASGI application of a server.

    Args:
        store: the store of all tables; the caller closes it.
        address: the addresses under which the server is reachable.
        limits: rate limits; by default those of the settings.
        settings: the settings of the server.
        metrics: receives counts and durations.
    """
    settings = settings or Settings()
    limits = limits or RateLimits(
        connections_per_address=settings.max_websockets_per_address,
        event_streams_per_address=settings.max_event_streams_per_address,
    )
    metrics = metrics or Metrics()
    bots = BotService(settings.budget_ms)
    sessions = SessionRegistry(store, address, limits, bots, metrics, Quotas(store, settings))

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        sessions.start()
        yield
        await sessions.close()
        await bots.close()

    app = Starlette(
        lifespan=lifespan,
        routes=[*_ASSETS, *api.routes, *websocket.routes, *pages.routes],
        middleware=[Middleware(GZipMiddleware, minimum_size=GZIP_MIN_BYTES)],
        exception_handlers=pages.handlers,
    )
    event_streams = ConnectionLimiter(limits.event_streams_per_address)
    services = Services(store, sessions, bots, settings, metrics, event_streams)
    app.state.services = services
    app.state.asset_version = asset_version()
    with_sessions = SessionMiddleware(app, store, address)
    secured = SecurityMiddleware(with_sessions, address, limits)
    asgi = AccessLogMiddleware(secured, metrics)
    return Application(asgi, services)


@cache
def asset_version() -> str:
    """Return a hash of all assets, part of their URLs, so that browsers may cache them forever."""
    digest = hashlib.sha256(RELEASE.encode())
    folders = [
        _WEB_DIR / "client",
        _WEB_DIR / "card_art",
        _WEB_DIR / "words",
        _WEB_DIR.parent / "i18n",
    ]
    games = [_WEB_DIR.parent / "games" / name / "words" for name in names()]
    for folder in [*folders, *games]:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


class _VersionedStaticFiles(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        return _set_cache_control(response, scope)


async def _serve_card_art(request: Request) -> Response:
    try:
        svg = _render_card(request.path_params["game"], request.path_params["name"])
    except KeyError:
        raise HTTPException(404) from None
    return _set_cache_control(Response(svg, media_type="image/svg+xml"), request.scope)


@cache
def _render_card(game: str, name: str) -> bytes:
    if game not in names():
        raise KeyError(game)
    return card_art.card_svg(game, name).encode()


async def _serve_catalogue(request: Request) -> Response:
    language, game = request.path_params["language"], request.path_params["game"]
    if language not in LANGUAGES or game not in names():
        raise HTTPException(404)
    content = msgspec.json.encode(client_catalogue(language, game))
    return _set_cache_control(Response(content, media_type="application/json"), request.scope)


async def _check_health(request: Request) -> Response:
    """Return 200 if the database stores and returns a row and workers start, otherwise 503."""
    services = services_of(request)
    states = {"database": "ok", "workers": "ok"}
    try:
        async with asyncio.timeout(HEALTH_CHECK_TIMEOUT_S):
            await services.store.check_health()
    except (StoreError, TimeoutError) as error:
        _LOG.warning("health check failed", extra={"reason": type(error).__name__})
        states["database"] = "unavailable"
    has_workers = False
    with suppress(TimeoutError):
        async with asyncio.timeout(HEALTH_CHECK_TIMEOUT_S):
            has_workers = await services.bots.check_workers()
    if not has_workers:
        _LOG.warning("health check failed", extra={"reason": "no worker can be started"})
        states["workers"] = "unavailable"
    return JSONResponse(
        {"version": RELEASE, **states}, 503 if "unavailable" in states.values() else 200
    )


def _set_cache_control(response: Response, scope: Scope) -> Response:
    """Allow permanent caching if the URL names the current version of the assets."""
    is_current = scope["path_params"]["version"] == asset_version()
    response.headers["cache-control"] = IMMUTABLE_CACHE_CONTROL if is_current else "no-cache"
    return response


_ASSETS: Final = [
    Route("/healthz", _check_health),
    Route("/art/{version}/{game}/{name}.svg", _serve_card_art),
    Route("/words/{version}/{language}/{game}.json", _serve_catalogue),
    Mount("/static/{version}", _VersionedStaticFiles(directory=_WEB_DIR / "client")),
]
