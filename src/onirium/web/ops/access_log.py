"""Structured logging with an allow-list: one JSON object per line, free of personal data.

A line contains the event (a constant text of the program) and the fields in ``ALLOWED_FIELDS``.
Everything else is dropped, including the texts of exceptions, so that no card, token, user name or
table id can reach the log.
"""

import hashlib
import logging
import time
from datetime import UTC, datetime
from http import HTTPMethod
from pathlib import Path
from traceback import extract_tb
from typing import Final

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from onirium.web.ops.metrics import Metrics

ALLOWED_FIELDS: Final = (
    "address",
    "version",
    "method",
    "route",
    "status",
    "code",
    "table",
    "tables",
    "ms",
    "reason",
)
"""Fields of a log record that are written in addition to its event."""

CONSTANT_MESSAGE_LOGGERS: Final = ("onirium", "uvicorn")
"""Loggers whose messages of one line are constant format strings; others may interpolate data."""

UNMATCHED_ROUTE: Final = "none"
"""Logged in place of the path if no route matches: the path may contain anything."""

MAX_TRACEBACK_FRAMES: Final = 6
"""Innermost frames logged for an exception."""

_LOG: Final = logging.getLogger(__name__)


def configure_json_logging() -> None:
    """Write all log records to standard error as JSON lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("onirium").setLevel(logging.INFO)
    logging.captureWarnings(capture=True)


class JsonFormatter(logging.Formatter):
    """Formats a log record as a JSON object.

    >>> fields = {"name": "onirium", "levelname": "ERROR", "msg": "lost %s", "args": ("red sun",)}
    >>> JsonFormatter().format(logging.makeLogRecord(fields)).partition(",")[2]
    '"level":"error","event":"lost %s"}'
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the JSON line, with the format string uninterpolated."""
        message = str(record.msg).strip()
        # uvicorn logs the traceback of a failed start as a message.
        is_constant = record.name.startswith(CONSTANT_MESSAGE_LOGGERS) and "\n" not in message
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": message if is_constant else record.name,
        }
        for name in ALLOWED_FIELDS:
            if (value := getattr(record, name, None)) is not None:
                line[name] = value
        if record.exc_info and record.exc_info[0]:
            error_type, _, traceback = record.exc_info
            line["error"] = error_type.__name__
            line["traceback"] = [
                f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
                for frame in extract_tb(traceback)[-MAX_TRACEBACK_FRAMES:]
            ]
        return msgspec.json.encode(line).decode()


def pseudonymize(table_id: str) -> str:
    """Return a hash of a table id, which links log lines but does not give access to the table."""
    return hashlib.sha256(table_id.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _method(scope: Scope) -> str:
    """Return the method of a request; a client may send any text in its place."""
    if scope["type"] == "websocket":
        return "WEBSOCKET"
    method: str = scope["method"]
    return method if method in {*HTTPMethod} else "OTHER"


class AccessLogMiddleware:
    """Logs and counts each request when it ends, and each WebSocket when it closes."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        start = time.monotonic()
        outcome: dict[str, object] = {}

        async def send_and_record(message: Message) -> None:
            for name in ("status", "code"):
                if name in message:
                    outcome[name] = message[name]
            await send(message)

        try:
            await self._app(scope, receive, send_and_record)
        finally:
            self._log(scope, outcome, round((time.monotonic() - start) * 1000, 1))

    def _log(self, scope: Scope, outcome: dict[str, object], duration_ms: float) -> None:
        if "status" in outcome:
            self._metrics.requests.labels(outcome["status"]).inc()
        fields = {
            "method": _method(scope),
            "route": getattr(scope.get("route"), "path", UNMATCHED_ROUTE),
            "ms": duration_ms,
            **outcome,
        }
        if table_id := scope.get("path_params", {}).get("table_id"):
            fields["table"] = pseudonymize(table_id)
        _LOG.info("request", extra=fields)
