"""Prometheus metrics: aggregate numbers only, nothing about users, tables or cards."""

from collections.abc import Iterable, Iterator, Sized
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from onirium.web.workers.service import BotService

DURATION_BUCKETS_S: Final = (
    *(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1),
    *(0.2, 0.5, 1.0, 2.0, 5.0, 10.0),
)
"""Upper bounds of the histogram buckets."""


def reject_foreign_hosts(app: WSGIApplication) -> WSGIApplication:
    """Return an application that is served only under addresses and names without a dot.

    A web page can make a browser request its own host name from this address (DNS rebinding), but
    neither an address nor a name of the local network.
    """

    def respond(environment: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if is_local_host(environment.get("HTTP_HOST", "")):
            return app(environment, start_response)
        start_response("421 Misdirected Request", [("Content-Type", "text/plain")])
        return [b"Unknown Host: use an IP address."]

    return respond


def is_local_host(host: str) -> bool:
    """Return whether the value of a Host header is an IP address or a name without a dot.

    >>> [is_local_host(host) for host in ("127.0.0.1:9109", "[::1]", "onirium:9109")]
    [True, True, True]
    >>> [is_local_host(host) for host in ("evil.example:9109", "", "[")]
    [False, False, False]
    """
    try:
        name = urlsplit(f"//{host}").hostname or "."
    except ValueError:
        return False
    try:
        ip_address(name)
    except ValueError:
        return "." not in name
    return True


class Metrics:
    """The metrics of one server process.

    Attributes:
        registry: the Prometheus registry that exports them.
        command_duration: from the receipt of a command until its reply is queued.
        commit_duration: from an event until it is durable.
        rejections: rejected commands, forms and requests, by rejection code.
        dropped_connections: connections closed because the client read too slowly.
        open_connections: open WebSocket connections.
        open_tables: tables with an open session.
        requests: HTTP responses, by status code.
    """

    def __init__(self) -> None:
        registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.registry = registry
        self.command_duration = Histogram(
            "onirium_command_seconds",
            "Time from the receipt of a command until its reply is queued.",
            buckets=DURATION_BUCKETS_S,
            registry=registry,
        )
        self.commit_duration = Histogram(
            "onirium_commit_seconds",
            "Time until an event is durable.",
            buckets=DURATION_BUCKETS_S,
            registry=registry,
        )
        self.rejections = Counter(
            "onirium_rejections",
            "Rejected commands, forms and requests.",
            ["code"],
            registry=registry,
        )
        self.dropped_connections = Counter(
            "onirium_dropped_connections",
            "WebSocket connections closed because the client read too slowly.",
            registry=registry,
        )
        self.requests = Counter(
            "onirium_requests", "HTTP responses.", ["status"], registry=registry
        )
        self.open_connections = Gauge(
            "onirium_open_connections", "Open WebSocket connections.", registry=registry
        )
        self.open_tables = Gauge(
            "onirium_open_tables", "Tables with an open session.", registry=registry
        )

    def register_sources(self, tables: Sized, service: BotService) -> None:
        """Export the number of open tables and the state of the bot service."""
        self.open_tables.set_function(lambda: len(tables))
        self.registry.register(_BotCollector(service))


class _BotCollector(Collector):
    """Exports the state of the bot service."""

    def __init__(self, service: BotService) -> None:
        self._service = service

    def collect(self) -> Iterator[Metric]:
        """Yield the current values."""
        yield GaugeMetricFamily(
            "onirium_bot_decisions_pending",
            "Bot decisions that are queued or being computed in worker processes.",
            self._service.waiting_count,
        )
        yield CounterMetricFamily(
            "onirium_bot_fallbacks",
            "Bot decisions made by a fast bot because the slow one failed or timed out.",
            self._service.fallback_count,
        )
        yield CounterMetricFamily(
            "onirium_worker_failures",
            "Worker processes that exited, did not respond or could not be started.",
            self._service.worker_failure_count,
        )
