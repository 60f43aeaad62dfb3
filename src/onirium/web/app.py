"""The server's addresses, put together."""

import asyncio
import hashlib
import logging
import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, Final

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
from onirium.web.config.i18n import catalogue
from onirium.web.config.settings import Settings
from onirium.web.live.quotas import Quotas
from onirium.web.live.session_registry import Rooms
from onirium.web.middleware.rate_limit import Limits
from onirium.web.middleware.security import Bounds, Guard
from onirium.web.middleware.sessions import Visits
from onirium.web.ops.access_log import Logged
from onirium.web.ops.metrics import Metrics
from onirium.web.routes import api, pages, websocket
from onirium.web.workers.service import Thinking

HERE: Final = Path(__file__).parent

RELEASE: Final = metadata.version("onirium")

FOR_EVER: Final = "public, max-age=31536000, immutable"

A_HEALTHY_WHILE: Final = 3.0
"""So many seconds the database may take to write."""

SMALL: Final = 500
"""Answers of fewer bytes are not compressed."""

_LOG: Final = logging.getLogger(__name__)

# Whatever the system thinks of them: browsers believe the type they are told.
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/css", ".css")
mimetypes.add_type("image/svg+xml", ".svg")
mimetypes.add_type("font/woff2", ".woff2")


def create_app(
    store: Store,
    bounds: Bounds,
    limits: Limits | None = None,
    settings: Settings | None = None,
    metrics: Metrics | None = None,
) -> ASGIApp:
    """Return the server as an application.

    Args:
        store: where tables are kept; it stays open.
        bounds: where the server can be reached.
        limits: what a visitor may do in a while.
        settings: how the server is run.
        metrics: what counts and measures what happens.
    """
    limits = limits or Limits()
    settings = settings or Settings()
    metrics = metrics or Metrics()
    thinking = Thinking(settings.budget_ms)
    rooms = Rooms(store, bounds, limits, thinking, metrics, Quotas(store, settings))

    @asynccontextmanager
    async def life(_app: Starlette) -> AsyncIterator[None]:
        rooms.begin()
        yield
        await rooms.close()
        await thinking.close()

    app = Starlette(
        lifespan=life,
        routes=[*_ASSETS, *api.routes, *websocket.routes, *pages.routes],
        middleware=[Middleware(GZipMiddleware, minimum_size=SMALL)],
        exception_handlers=pages.handlers,
    )
    app.state.store = store
    app.state.rooms = rooms
    app.state.thinking = thinking
    app.state.settings = settings
    app.state.metrics = metrics
    app.state.version = version()
    return Logged(Guard(Visits(app, store, bounds), bounds, limits), metrics)


@cache
def version() -> str:
    """Return what names the assets as they are now: with each change they have other addresses."""
    digest = hashlib.sha256(RELEASE.encode())
    folders = [HERE / "client", HERE / "card_art", HERE / "words", HERE.parent / "i18n"]
    games = [HERE.parent / "games" / name / "words" for name in names()]
    for folder in [*folders, *games]:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


class _Static(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        _keep(response, scope)
        return response


async def _picture(request: Request) -> Response:
    try:
        drawn = _drawn(request.path_params["game"], request.path_params["name"])
    except KeyError:
        raise HTTPException(404) from None
    return _keep(Response(drawn, media_type="image/svg+xml"), request.scope)


@cache
def _drawn(game: str, name: str) -> bytes:
    if game not in names():
        raise KeyError(game)
    return card_art.card_svg(game, name).encode()


async def _words(request: Request) -> Response:
    language, game = request.path_params["language"], request.path_params["game"]
    if language not in LANGUAGES or game not in names():
        raise HTTPException(404)
    content = msgspec.json.encode(catalogue(language, game))
    return _keep(Response(content, media_type="application/json"), request.scope)


async def _health(request: Request) -> Response:
    """Tell whether the server can do what it is for: whatever is done at a table is written."""
    store: Store = request.app.state.store
    try:
        async with asyncio.timeout(A_HEALTHY_WHILE):
            await store.check_writable()
    except (StoreError, TimeoutError) as error:
        _LOG.warning("not healthy", extra={"reason": type(error).__name__})
        return JSONResponse({"onirium": RELEASE, "store": "fails"}, 503)
    return JSONResponse({"onirium": RELEASE, "store": "works"})


def _keep(response: Response, scope: Scope) -> Response:
    """Let browsers keep an asset for ever, if it was asked for as what it is now."""
    parameters: dict[str, Any] = scope["path_params"]
    current = parameters["version"] == version()
    response.headers["cache-control"] = FOR_EVER if current else "no-cache"
    return response


_ASSETS: Final = [
    Route("/healthz", _health),
    Route("/art/{version}/{game}/{name}.svg", _picture),
    Route("/words/{version}/{language}/{game}.json", _words),
    Mount("/static/{version}", _Static(directory=HERE / "client")),
]
