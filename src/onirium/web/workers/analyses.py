"""Analyses finished games by an executor, in fair shares, and caches the results."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from hashlib import sha256
from typing import Final, TypeAlias

import msgspec

from onirium.bots.registry import default_simulations
from onirium.bots.search_registry import simulations_in
from onirium.core.build import is_compiled
from onirium.record import Record, load_game
from onirium.studies.analysis.game_analysis import Analysis, analyse_stepwise
from onirium.web.byte_cache import ByteCache
from onirium.web.fair_queue import FairQueue, Requester
from onirium.web.workers.executor import JobExecutor, WorkerFailed

INTERPRETED_BUDGET_MS: Final = 2.0
"""Search budget for each decision by interpreted rules, converted into simulations.

With the budget of ``strong``, they take 20 s for a decision on a busy machine.
"""

MAX_FULL_ACTIONS: Final = 1000
"""Length of the longest game whose decisions get all simulations; imports can be longer.

The decisions of a longer game share as many in total, which bounds the time of a turn.
"""

RESULT_TIMEOUT_S: Final = 60.0
"""Time limit of each result of an analysis."""

MAX_ATTEMPTS: Final = 3
"""Attempts at an analysis whose workers exit."""

MAX_CACHE_BYTES: Final = 20_000_000
"""Size of all cached analyses; one of a long game takes about ten kilobytes."""

MAX_WAITING_PER_USER: Final = 3
MAX_WAITING_PER_ADDRESS: Final = 12
"""Analyses that wait for their turn."""

Update: TypeAlias = tuple[int, int] | Analysis
"""Numbers of analysed and of all decisions, or the result."""


class TooManyAnalyses(Exception):
    """Too many analyses of the user or the address are waiting."""


class Analyses:
    """Runs one analysis at a time; the waiting ones take turns by address and user.

    Args:
        executor: runs the jobs.
    """

    def __init__(self, executor: JobExecutor) -> None:
        self._executor = executor
        self._queue = FairQueue(1)
        self._finished = ByteCache[Analysis](MAX_CACHE_BYTES)

    async def analyse(
        self, record: Record, requester: Requester, simulations: int | None = None
    ) -> AsyncGenerator[Update, None]:
        """Yield pairs of analysed decisions and all decisions, then the analysis.

        Closing the generator cancels the computation. If its worker exits, the analysis starts
        again.

        Args:
            record: the game; it must not change meanwhile.
            requester: the origin of the request.
            simulations: simulations for each decision; ``None`` for the number of ``strong``, or
                fewer if the rules are interpreted or the game is very long.

        Raises:
            TooManyAnalyses: if too many analyses of the requester are waiting.
            JobFailed: if the analysis fails.
        """
        if simulations is None:
            simulations = _affordable_simulations(record)
        key = sha256(msgspec.json.encode((record, simulations))).digest()
        if finished := self._finished.get(key):
            yield finished
            return
        of_address, of_user = self._queue.count_waiting(requester)
        if of_address >= MAX_WAITING_PER_ADDRESS or of_user >= MAX_WAITING_PER_USER:
            raise TooManyAnalyses
        async with self._queue.turn(requester):
            # The game may have been analysed meanwhile.
            if finished := self._finished.get(key):
                yield finished
                return
            async with aclosing(self._run(record, simulations)) as updates:
                async for update in updates:
                    if isinstance(update, Analysis):
                        self._finished.put(key, update, len(msgspec.json.encode(update)))
                    yield update

    async def _run(self, record: Record, simulations: int) -> AsyncGenerator[Update, None]:
        for attempt in range(1, MAX_ATTEMPTS + 1):
            stream = self._executor.stream(analyse_stepwise, RESULT_TIMEOUT_S, record, simulations)
            try:
                async with aclosing(stream) as updates:
                    async for update in updates:
                        yield update
            except WorkerFailed:
                if attempt == MAX_ATTEMPTS:
                    raise
            else:
                return


def _affordable_simulations(record: Record) -> int:
    """Return the number of simulations for each decision of a game."""
    game = load_game(record)
    full = (
        default_simulations("strong", game)
        if is_compiled()
        else simulations_in(game, INTERPRETED_BUDGET_MS)
    )
    return max(1, full * MAX_FULL_ACTIONS // max(MAX_FULL_ACTIONS, len(record.actions)))
