"""Log lines of failures of the database."""

import logging
from typing import Final

from onirium.storage.backend import StoreError

_LOG: Final = logging.getLogger(__name__)


def log_failure(error: StoreError) -> None:
    """Log a failure of the database with the driver's code, which contains no data."""
    _LOG.warning("database failure: %s", error, extra={"reason": error.code})
