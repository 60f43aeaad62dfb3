"""Log lines of failures of the database."""

import logging
from typing import Final

from onirium.storage.backend import StoreError

_LOG: Final = logging.getLogger(__name__)


def failure_reason(error: StoreError | TimeoutError) -> str:
    """Return the driver's code of a failure, or else its class; neither contains data.

    >>> failure_reason(StoreError("onirium.db: disk is full", "SQLITE_FULL"))
    'SQLITE_FULL'
    >>> failure_reason(TimeoutError())
    'TimeoutError'
    """
    return getattr(error, "code", "") or type(error).__name__


def log_failure(error: StoreError) -> None:
    """Log a failure of the database with its reason."""
    _LOG.warning("database failure: %s", error, extra={"reason": failure_reason(error)})
