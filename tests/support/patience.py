"""Raises the time limits of a server, so that a busy machine does not exceed them."""

from collections.abc import Iterator
from typing import Final

import pytest

PATIENCE_S: Final = 120.0

TIME_LIMITS: Final = (
    "onirium.storage.database_client.WRITE_TIMEOUT_S",
    "onirium.storage.postgres.QUERY_TIMEOUT_S",
    "onirium.storage.sqlite.BUSY_TIMEOUT_S",
    "onirium.web.live.bot_lease.BOT_LEASE_S",
    "onirium.web.live.cluster.HEARTBEAT_TIMEOUT_S",
    "onirium.web.live.presence.REPORT_TIMEOUT_S",
    "onirium.web.ops.http_protocol.REQUEST_TIMEOUT_S",
    "onirium.web.ops.connections.WRITE_TIMEOUT_S",
    "onirium.web.routes.health.HEALTH_CHECK_TIMEOUT_S",
    "onirium.web.workers.analyses.RESULT_TIMEOUT_S",
    "onirium.web.workers.worker.START_TIMEOUT_S",
    "onirium.web.workers.worker.STOP_TIMEOUT_S",
    "onirium.web.workers.service.DECISION_TIMEOUT_S",
    "onirium.web.workers.service.RESULT_TIMEOUT_S",
)
"""Limits after which a server gives up what may only be slow: a worker, a database, a client."""


@pytest.fixture(autouse=True, scope="session")
def patient_server() -> Iterator[None]:
    """Raise the limits of the servers of this process; a test of a limit sets its own."""
    with pytest.MonkeyPatch.context() as patch:
        for limit in TIME_LIMITS:
            patch.setattr(limit, PATIENCE_S)
        yield
