"""People play through a network that breaks; in the end each sees what the server says."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import msgspec

from tests.support.consistency_checks import check_entries, check_sights, lay, settle
from tests.support.scripted_clients import Seat, until
from tests.support.tcp_proxy import Wires

HASTE = 0.02


class Report(msgspec.Struct):
    """What came of it.

    Attributes:
        cuts: how often what was broken off.
        kept: how many orders were acknowledged, and are kept.
        again: how many of them were sent more than once.
        refused: why others were refused, and how many.
        lines: how many lines were begun.
    """

    cuts: Counter[str]
    kept: int
    again: int
    refused: Counter[str]
    lines: int


async def play(
    database: Path,
    server: int,
    cuts: int,
    tables: int,
    dice: Random,
    somebody: Callable[[int, Random], Seat] | None = None,
) -> Report:
    """Let people play through a network until so much was broken off; check what is left.

    Args:
        database: of the server.
        server: its port.
        cuts: how much is to be broken off.
        tables: how many there are.
        dice: choose what happens.
        somebody: makes a seat that uses a port and dice of its own.
    """
    somebody = somebody or (lambda port, own: Seat(port, own, HASTE))
    async with Wires(server, dice).up() as wires, asyncio.TaskGroup() as group:
        seats = await lay(database, tables, lambda: somebody(wires.port, Random(dice.random())))
        playing = [group.create_task(seat.play()) for seat in seats]
        await until(lambda: wires.cuts.total() >= cuts)
        wires.calm = True
        await settle(seats)
        await check_sights(seats, f"http://127.0.0.1:{server}")
        for one in playing:
            one.cancel()
    return report(wires.cuts, seats, check_entries(database, seats))


def report(cuts: Counter[str], seats: Sequence[Seat], kept: int) -> Report:
    """Say what came of it."""
    orders = [order for seat in seats for order in seat.answered.values()]
    return Report(
        cuts,
        kept,
        sum(order.times > 1 for order in orders),
        Counter(order.code for order in orders if order.code),
        sum(seat.lines for seat in seats),
    )
