"""The servers that most tests of the web server use, unless their module runs another one."""

from collections.abc import Iterator

import pytest

from tests.support import event_loops
from tests.support.live_server import LiveServer, run_inline_server, run_server
from tests.support.patience import patient_server

__all__ = ["patient_server"]


@pytest.fixture(autouse=True, scope="module")
def _register_hush() -> None:
    """Do not register the test game: it has neither texts nor card art."""


@pytest.fixture(params=event_loops.LOOP_FACTORIES)
def each_event_loop(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run asynchronous tests on each event loop."""
    factory = event_loops.LOOP_FACTORIES[request.param]
    monkeypatch.setattr(event_loops, "loop_factory", factory)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """Run a server with worker processes."""
    with run_server(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="module", params=["processes", "inline"])
def each_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LiveServer]:
    """Run a server with worker processes, and one that uses neither processes nor threads."""
    is_inline = request.param == "inline"
    folder = tmp_path_factory.mktemp("data")
    with run_inline_server() if is_inline else run_server(folder) as running:
        yield running
