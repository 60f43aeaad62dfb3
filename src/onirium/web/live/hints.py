"""Hints at a table: what each choice promises, thought on for as long as somebody waits for it."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Hashable, Sequence
from contextlib import aclosing
from typing import Final, Protocol

from onirium.bots.advisor import ActionValue
from onirium.bots.network.weights import WeightsError
from onirium.core.game import State
from onirium.tables.errors import CommandRejected
from onirium.tables.table import Table
from onirium.web.live.protocol import Chances, Promise

DIGITS: Final = 3
"""Chances are told in thousandths."""

Estimates = AsyncGenerator[list[ActionValue], None]


class Adviser(Protocol):
    """What estimates chances."""

    def advise(self, state: State, seat: int, seed: int) -> Estimates:
        """Yield the chances behind the legal actions of a seat, at once and then better ones."""


class Hints:
    """The hints that are being thought about at a table, one for each guest."""

    def __init__(self, adviser: Adviser) -> None:
        self._adviser = adviser
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}

    async def begin(
        self,
        guest: Hashable,
        table: Table,
        nonce: str,
        deliver: Callable[[Chances], None] | None,
    ) -> Chances:
        """Return what the choices of the seat that decides promise, at a glance.

        Args:
            guest: who wants to know it and may.
            table: the table.
            nonce: of the message that asks.
            deliver: takes what is found later, as long as the table stays as it is; ``None`` where
                nobody waits for it.

        Raises:
            Refused: as ``unlearnt``, if what the computer players have learnt cannot be read.
        """
        self.stop(guest)
        state = table.match.state.clone()
        # The number of actions is nothing that a seat does not know, unlike the table's seed.
        place = len(table.match.record.actions)
        estimates = self._adviser.advise(state, int(state.current_player()), place)
        try:
            first = await anext(estimates)
        except WeightsError:
            raise CommandRejected("unlearnt") from None
        if deliver is None:
            await estimates.aclose()
        else:
            thinking = _think_on(table, table.version, estimates, first, deliver)
            self._tasks[guest] = asyncio.create_task(thinking)
        return told(table.version, first, nonce, complete=deliver is None)

    def stop(self, guest: Hashable) -> None:
        """Think no more for a guest."""
        if task := self._tasks.pop(guest, None):
            task.cancel()


def told(
    version: int, found: Sequence[ActionValue], nonce: str = "", *, complete: bool = False
) -> Chances:
    """Return the chances at a version of a table as a message."""
    promises = [Promise(action, round(chance, DIGITS)) for action, chance in found]
    return Chances(nonce=nonce, version=version, chances=promises, complete=complete)


async def _think_on(
    table: Table,
    version: int,
    estimates: Estimates,
    first: list[ActionValue],
    deliver: Callable[[Chances], None],
) -> None:
    latest = first
    async with aclosing(estimates):
        async for latest in estimates:
            if table.version != version:
                return
            deliver(told(version, latest))
    deliver(told(version, latest, complete=True))
