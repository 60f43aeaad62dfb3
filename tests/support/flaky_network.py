"""Runs clients through a faulty network and checks the stored events and their last views."""

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec

from tests.support.consistency_checks import check_events, check_views, create_tables, drain
from tests.support.live_server import LiveServer
from tests.support.scripted_clients import ScriptedClient, wait_until
from tests.support.tcp_proxy import SOCKET_FAULTS, FaultyProxy

MEAN_DELAY_S = 0.02
"""Mean time between two commands of a client."""


class FaultReport(msgspec.Struct):
    """The result of a run.

    Attributes:
        faults: the number of injected faults of each kind.
        stored: the number of acknowledged commands, all of which are stored.
        resent: the number of commands that were sent more than once.
        rejected: the number of rejected commands, by code.
        connections: the number of connections.
    """

    faults: Counter[str]
    stored: int
    resent: int
    rejected: Counter[str]
    connections: int


async def play_through_faults(
    server: LiveServer,
    database: Path,
    faults: int,
    tables: int,
    rng: Random,
    make_client: Callable[[int, Random], ScriptedClient] | None = None,
) -> FaultReport:
    """Run clients until a number of faults was injected, of every kind; check the result.

    Args:
        server: the server.
        database: its database.
        faults: the number of faults.
        tables: the number of tables.
        rng: draws the faults.
        make_client: creates a client for a port, with a generator of its own.
    """
    make_client = make_client or (lambda port, own: ScriptedClient(port, own, MEAN_DELAY_S))
    port = int(server.host.split(":")[1])
    async with FaultyProxy(port, rng).run() as proxy, asyncio.TaskGroup() as group:
        clients = await create_tables(
            server.store, tables, lambda: make_client(proxy.port, Random(rng.random()))
        )
        tasks = [group.create_task(client.play()) for client in clients]
        # Which faults come first, and which commands they hit, depends on the load of the machine.
        await wait_until(
            lambda: (
                proxy.faults.total() >= faults
                and {*proxy.faults} >= {*SOCKET_FAULTS}
                and any(was_resent(client) for client in clients)
            )
        )
        proxy.calm = True
        await drain(clients)
        await check_views(clients, server.address)
        for task in tasks:
            task.cancel()
    commands = [command for client in clients for command in client.answered.values()]
    return FaultReport(
        faults=proxy.faults,
        stored=check_events(database, clients),
        resent=sum(command.times > 1 for command in commands),
        rejected=Counter(command.code for command in commands if command.code),
        connections=sum(client.connection_count for client in clients),
    )


def was_resent(client: ScriptedClient) -> bool:
    """Return whether a client has sent an answered command more than once."""
    return any(command.times > 1 for command in client.answered.values())
