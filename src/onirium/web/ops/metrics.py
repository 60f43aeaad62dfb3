"""What a server tells of itself to Prometheus: numbers, never who plays or what."""

from collections.abc import Iterator, Sized
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.requests import HTTPConnection

from onirium.web.workers.service import Thinking

SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Up to so many seconds durations are counted together."""


class Metrics:
    """The meters of one server.

    Attributes:
        registry: where they are read.
        actions: how long it takes from a message until its answer is handed over.
        commits: how long it takes until what happened is durable.
        refusals: how many messages were refused, by the code of the reason.
        drops: how many windows were shown out because they did not read.
        sockets: how many windows are open.
        tables: how many tables somebody is at.
        requests: how many requests were answered, by status.
    """

    def __init__(self) -> None:
        registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.registry = registry
        self.actions = Histogram(
            "onirium_action_seconds",
            "From a message until its answer is handed over.",
            buckets=SECONDS,
            registry=registry,
        )
        self.commits = Histogram(
            "onirium_commit_seconds",
            "Until what happened at a table is durable.",
            buckets=SECONDS,
            registry=registry,
        )
        self.refusals = Counter(
            "onirium_refusals", "Messages that were refused.", ["code"], registry=registry
        )
        self.drops = Counter(
            "onirium_outbox_drops", "Windows shown out as they did not read.", registry=registry
        )
        self.requests = Counter(
            "onirium_requests", "Requests that were answered.", ["status"], registry=registry
        )
        self.sockets = Gauge("onirium_sockets_open", "Windows that are open.", registry=registry)
        self.tables = Gauge("onirium_tables_open", "Tables somebody is at.", registry=registry)

    def watch(self, tables: Sized, thinking: Thinking) -> None:
        """Tell from now on how many tables somebody is at, and how the computer players keep up."""
        self.tables.set_function(lambda: len(tables))
        self.registry.register(_Bots(thinking))


def metrics_of(connection: HTTPConnection) -> Metrics:
    """Return the meters of the server that somebody is connected to."""
    metrics: Metrics = connection.app.state.metrics
    return metrics


class _Bots(Collector):
    """Tells how slow computer players keep up."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking

    def collect(self) -> Iterator[Metric]:
        """Yield the meters as they stand."""
        yield GaugeMetricFamily(
            "onirium_bots_waiting",
            "Decisions of slow computer players that are waited for.",
            self._thinking.waiting,
        )
        yield CounterMetricFamily(
            "onirium_bot_fallbacks",
            "Decisions that a quick player took instead of a slow one.",
            self._thinking.failures,
        )
