"""Runs the bots of a table that decide in worker processes."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Final

from onirium.tables.errors import CommandRejected
from onirium.tables.table import NO_SEAT
from onirium.web.live.bot_lease import BotLease
from onirium.web.live.durable_table import DurableTable
from onirium.web.live.table_sync import STORAGE_FAILURES, ConcurrentUpdate, TableSync
from onirium.web.workers.service import BotService

RETRY_DELAY_S: Final = 5.0
"""Time until slow bots decide again after a decision could not be persisted."""

MIN_BOT_DELAY_S: Final = 0.25
"""Shortest time between two decisions of slow bots, so that people can follow the game."""


class BotDriver:
    """Lets slow bots decide until a human has to decide or the game is over.

    While a bot computes, the lock is free and the table accepts commands; a decision for an
    outdated version is discarded.

    Args:
        durable: the table.
        sync: commits the decisions.
        lock: lock of the session.
        lease: whether another server runs the bots.
        bots: computes the decisions.
        spawn: runs a coroutine in the background, while the session stays open.

    Attributes:
        is_running: whether ``run`` is scheduled or running.
    """

    def __init__(
        self,
        durable: DurableTable,
        sync: TableSync,
        lock: asyncio.Lock,
        lease: BotLease,
        bots: BotService,
        spawn: Callable[[Coroutine[object, object, None]], None],
    ) -> None:
        self.is_running = False
        self._is_retry_scheduled = False
        self._durable = durable
        self._sync = sync
        self._lock = lock
        self._lease = lease
        self._bots = bots
        self._spawn = spawn

    def schedule(self) -> None:
        """Start ``run`` in the background, if a slow bot has to decide."""
        if not self.is_running and self._durable.table.pending_bot() != NO_SEAT:
            self.is_running = True
            self._spawn(self.run())

    async def run(self) -> None:
        """Let slow bots decide until none has to; retry later if the store fails."""
        try:
            while await self._decide_once():
                self._durable.schedule_summary()
        finally:
            self.is_running = False

    async def _retry_later(self) -> None:
        # Unlike a delay in ``run``, this one does not postpone the bots if a command is executed.
        await asyncio.sleep(RETRY_DELAY_S)
        self._is_retry_scheduled = False
        self.schedule()

    async def _decide_once(self) -> bool:
        """Compute and commit one decision; return whether another may follow."""
        table = self._durable.table
        seat, version = table.pending_bot(), table.version
        if seat == NO_SEAT:
            return False
        if self._lease.is_held_elsewhere():
            await asyncio.sleep(MIN_BOT_DELAY_S)
            return True
        match = table.match
        action, _ = await asyncio.gather(
            self._bots.decide(
                match.record.seats[seat], match.state.clone(), match.bot_rng_key(seat)
            ),
            asyncio.sleep(MIN_BOT_DELAY_S),
        )
        async with self._lock:
            table = self._durable.table
            try:
                await self._sync.commit(table.take_actions(seat, [action], version))
            except ConcurrentUpdate:
                return True
            except CommandRejected as rejected:
                if rejected.code in STORAGE_FAILURES and not self._is_retry_scheduled:
                    self._is_retry_scheduled = True
                    self._spawn(self._retry_later())
                # Retry at once only for a changed table: otherwise this loop would never end.
                return self._durable.table.version != version
        return True
