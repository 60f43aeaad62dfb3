"""Under network faults nothing is lost or done twice, and all clients agree with the server."""

import asyncio
from pathlib import Path
from random import Random

from tests.support.flaky_network import play_through_faults
from tests.support.live_server import run_server
from tests.support.tcp_proxy import SOCKET_FAULTS

FAULTS = 40


def test_all_clients_reach_the_state_of_the_server(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        report = asyncio.run(
            play_through_faults(server, tmp_path / "onirium.db", FAULTS, tables=2, rng=Random(1))
        )
    assert {*report.faults} == {*SOCKET_FAULTS}
    assert report.stored > report.resent > 0
