"""The health check, for process supervisors and load balancers."""

import asyncio
import logging
from contextlib import suppress
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from onirium.storage.store import StoreError
from onirium.web.ops.failures import failure_reason
from onirium.web.routes.assets import RELEASE
from onirium.web.services import services_of

HEALTH_CHECK_TIMEOUT_S: Final = 3.0
"""Time in which the database must store and return a row, and time for a worker to start."""

_LOG: Final = logging.getLogger(__name__)


async def check_health(request: Request) -> Response:
    """Return 200 if the database stores and returns a row and workers start, otherwise 503."""
    services = services_of(request)
    states = {"database": "ok", "workers": "ok"}
    try:
        async with asyncio.timeout(HEALTH_CHECK_TIMEOUT_S):
            await services.store.check_health()
    except (StoreError, TimeoutError) as error:
        reason = failure_reason(error)
        _LOG.warning("health check failed: %s", str(error) or reason, extra={"reason": reason})
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


routes: Final = [Route("/healthz", check_health)]
