"""The server that most tests of the web server use, unless their module runs another one."""

from collections.abc import Iterator

import pytest

from tests.support.live_server import LiveServer, run_inline_server, run_server


@pytest.fixture(scope="module", params=["processes", "inline"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LiveServer]:
    """Run a server with worker processes, and one that uses neither processes nor threads."""
    is_inline = request.param == "inline"
    folder = tmp_path_factory.mktemp("data")
    with run_inline_server() if is_inline else run_server(folder) as running:
        yield running
