"""The log: one JSON object a line, in which no card, token, name or address of a table can stand.

A line holds an event, which is a text of the program's own, and what is named in ``SAID``. Of all
else that may come along, such as the text of an exception, nothing is written.
"""

import hashlib
import logging
import time
from datetime import UTC, datetime
from pathlib import Path
from traceback import extract_tb
from typing import Final

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from onirium.web.ops.metrics import Metrics

SAID: Final = (
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
"""What a line says beside its event, where it is known."""

PLAIN: Final = ("onirium", "uvicorn")
"""Whose texts say what happens, with places for the rest; those of others are a mixture."""

NOWHERE: Final = "none"
"""Stands for the route of an address that leads nowhere: what was asked for is not told."""

DEPTH: Final = 6
"""So many calls at most are named of those that led to an error."""

_LOG: Final = logging.getLogger(__name__)


def log_in_json() -> None:
    """Write everything that is logged from now on as JSON lines, to the standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("onirium").setLevel(logging.INFO)
    logging.captureWarnings(capture=True)


class JsonLines(logging.Formatter):
    """Writes a line of the log.

    >>> said = {"name": "onirium", "levelname": "ERROR", "msg": "%s is lost", "args": ("red sun",)}
    >>> JsonLines().format(logging.makeLogRecord(said)).partition(",")[2]
    '"level":"error","event":"%s is lost"}'
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return a line: the event without what fills its places, and what may be said."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": str(record.msg).strip() if record.name.startswith(PLAIN) else record.name,
        }
        line |= {name: value for name in SAID if (value := getattr(record, name, None)) is not None}
        if record.exc_info and record.exc_info[0]:
            kind, _, trace = record.exc_info
            line["error"] = kind.__name__
            line["at"] = [
                f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
                for frame in extract_tb(trace)[-DEPTH:]
            ]
        return msgspec.json.encode(line).decode()


def disguised(table: str) -> str:
    """Return what a log calls a table: its lines belong together, but nobody finds it by that."""
    return hashlib.sha256(table.encode("utf-8", "surrogatepass")).hexdigest()[:12]


class Logged:
    """Counts and logs each request when it is answered, and each socket when it is closed."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or a socket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        began = time.monotonic()
        outcome: dict[str, object] = {}

        async def sent(message: Message) -> None:
            for name in ("status", "code"):
                if name in message:
                    outcome[name] = message[name]
            await send(message)

        try:
            await self._app(scope, receive, sent)
        finally:
            self._tell(scope, outcome, round((time.monotonic() - began) * 1000, 1))

    def _tell(self, scope: Scope, outcome: dict[str, object], milliseconds: float) -> None:
        if "status" in outcome:
            self._metrics.requests.labels(outcome["status"]).inc()
        said = {
            "method": scope.get("method", "SOCKET"),
            "route": getattr(scope.get("route"), "path", NOWHERE),
            "ms": milliseconds,
            **outcome,
        }
        parameters = scope.get("path_params", {})
        if table := parameters.get("id") or parameters.get("table"):
            said["table"] = disguised(table)
        _LOG.info("served", extra=said)
