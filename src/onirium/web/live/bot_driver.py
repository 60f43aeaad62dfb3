"""Runs the bots of a table after a command: slow ones in workers, quick ones in slices."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Final

from onirium.bots.registry import runs_in_worker
from onirium.tables.commands import play
from onirium.tables.errors import CommandRejected
from onirium.tables.setup import NO_SEAT
from onirium.tables.table import Table
from onirium.web.fair_queue import Requester
from onirium.web.live.bot_lease import BotLease
from onirium.web.live.durable_table import DurableTable
from onirium.web.live.table_sync import STORAGE_FAILURES, ConcurrentUpdate, TableSync
from onirium.web.slices import SliceScheduler
from onirium.web.workers.service import BotService

RETRY_DELAY_S: Final = 5.0
"""Time until slow bots decide again after a decision could not be persisted."""

MIN_BOT_DELAY_S: Final = 0.25
"""Shortest time between two decisions of slow bots, so that people can follow the game."""


class BotDriver:
    """Runs the bots of a table until a human has to decide or the game is over.

    While a bot computes, the lock is free and the table accepts commands; a decision for an
    outdated version is discarded.

    Args:
        durable: the table.
        sync: commits the decisions.
        lock: lock of the session.
        lease: whether another server runs the bots.
        bots: computes the decisions of bots in workers.
        slices: runs the other bots.
        spawn: runs a coroutine in the background, while the session stays open.

    Attributes:
        requester: the seat owner with the latest command; bots decide in its turns of the fair
            queues.
        is_running: whether ``run`` is scheduled or running.
    """

    def __init__(
        self,
        durable: DurableTable,
        sync: TableSync,
        lock: asyncio.Lock,
        lease: BotLease,
        bots: BotService,
        slices: SliceScheduler,
        spawn: Callable[[Coroutine[object, object, None]], None],
    ) -> None:
        self.requester = Requester("", durable.table.setup.host_id)
        self.is_running = False
        self._is_retry_scheduled = False
        self._durable = durable
        self._sync = sync
        self._lock = lock
        self._lease = lease
        self._bots = bots
        self._slices = slices
        self._spawn = spawn

    def schedule(self) -> None:
        """Start ``run`` in the background, if a bot has to decide."""
        if not self.is_running and self._durable.table.pending_bot() != NO_SEAT:
            self.is_running = True
            self._spawn(self.run())

    async def run(self) -> None:
        """Request decisions from bots until a human must decide; retry later if the store fails."""
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
        """Compute and commit one event; return whether another may follow."""
        table = self._durable.table
        seat, version = table.pending_bot(), table.version
        if seat == NO_SEAT:
            return False
        if self._lease.is_held_elsewhere():
            await asyncio.sleep(MIN_BOT_DELAY_S)
            return True
        try:
            if runs_in_worker(table.seats[seat].occupant):
                await self._run_slow_bot(table, seat)
            else:
                await self._run_fast_bots()
        except ConcurrentUpdate:
            return True
        except CommandRejected as rejected:
            if rejected.code in STORAGE_FAILURES and not self._is_retry_scheduled:
                self._is_retry_scheduled = True
                self._spawn(self._retry_later())
            # Retry at once only for a changed table: otherwise this loop would never end.
            return self._durable.table.version != version
        return True

    async def _run_slow_bot(self, table: Table, seat: int) -> None:
        """Compute one decision in a worker and commit it.

        Raises:
            CommandRejected: if it is outdated or cannot be committed.
            ConcurrentUpdate: if another server was faster.
        """
        match, version = table.match, table.version
        action, _ = await asyncio.gather(
            self._bots.decide(
                match.record.seats[seat],
                match.state.clone(),
                match.bot_rng_key(seat),
                self.requester,
            ),
            asyncio.sleep(MIN_BOT_DELAY_S),
        )
        async with self._lock:
            await self._sync.commit(play.take_actions(self._durable.table, seat, [action], version))

    async def _run_fast_bots(self) -> None:
        """Compute the next decisions in a slice and commit them.

        Raises:
            CommandRejected: if no bot has to decide, or it is not available.
            ConcurrentUpdate: if another server was faster.
        """
        async with self._slices.slice(self.requester):
            table = self._durable.table
            version, event = table.version, play.continue_bots(table)
        async with self._lock:
            if self._durable.table.version == version:
                await self._sync.commit(event)
