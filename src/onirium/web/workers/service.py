"""Runs slow computations (strong bots, hints, analyses) by executors."""

import asyncio
import logging
import os
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Final

from onirium.bots.advisor import ActionValue, Advisor
from onirium.bots.network.weights import WeightsError
from onirium.bots.registry import Bot, RandomBot, bot_names, make_timed_bot, runs_in_worker
from onirium.core.chance import Random
from onirium.core.game import Game, State
from onirium.record import Record
from onirium.web.fair_queue import FairQueue, Requester
from onirium.web.workers import jobs
from onirium.web.workers.analyses import Analyses, TooManyAnalyses, Update
from onirium.web.workers.executor import ExecutorFactory, JobFailed

__all__ = ["BotService", "JobFailed", "TooManyAnalyses", "Update"]

DECISION_TIMEOUT_S: Final = 3.0
"""Time limit of a bot decision, beyond the budget of the bot."""

RESULT_TIMEOUT_S: Final = 60.0
"""Time limit of each result of a hint."""

BOT_NICENESS: Final = 1
HINT_NICENESS: Final = 5
ANALYSIS_NICENESS: Final = 10
"""The server has priority over bots, bots over hints, hints over analyses."""

_LOG: Final = logging.getLogger(__name__)


class BotService:
    """Runs bots, hints and analyses.

    Jobs of a kind take turns by address and user, and a table waits for one decision at a time, so
    no user can delay the others for long.

    Args:
        budget_ms: time limit of the bot ``strong``, in milliseconds; ``None`` for its default.
        make_executor: makes the executors of the jobs.

    Attributes:
        waiting_count: number of bot decisions that are being awaited.
        fallback_count: number of decisions that a fast bot made because the bot failed.
    """

    def __init__(self, budget_ms: float | None, make_executor: ExecutorFactory) -> None:
        self.waiting_count = 0
        self.fallback_count = 0
        self._budget_ms = budget_ms
        cpu_count = os.cpu_count() or 1
        self._bots = make_executor(cpu_count, BOT_NICENESS)
        self._bot_queue = FairQueue(cpu_count)
        self._hints = make_executor(cpu_count, HINT_NICENESS)
        self._hint_queue = FairQueue(cpu_count)
        analyses = make_executor(1, ANALYSIS_NICENESS)
        self._analyses = Analyses(analyses)
        self._executors = (self._bots, self._hints, analyses)

    @property
    def worker_failure_count(self) -> int:
        """Number of workers that exited, did not respond or could not be started."""
        return sum(executor.failure_count for executor in self._executors)

    async def decide(self, name: str, state: State, rng_key: int, requester: Requester) -> int:
        """Return the decision of a bot, or of a fast bot if it fails.

        Args:
            name: name of the bot.
            state: the state in which it decides; it must not change meanwhile.
            rng_key: key of its random number generator.
            requester: the origin of the request, which decides on the turns.
        """
        timeout_s = DECISION_TIMEOUT_S + (self._budget_ms or 0) / 1000
        stream = self._bots.stream(jobs.decide, timeout_s, name, state, rng_key, self._budget_ms)
        self.waiting_count += 1
        try:
            async with self._bot_queue.turn(requester), aclosing(stream) as decisions:
                return await anext(decisions)
        except JobFailed as error:
            self.fallback_count += 1
            _LOG.warning("bot %s failed, a fast bot decides instead: %s", name, error)
            return _fallback_bot(state.game).choose(state, Random(rng_key))
        finally:
            self.waiting_count -= 1

    async def advise(
        self, state: State, seat: int, seed: int, requester: Requester
    ) -> AsyncGenerator[list[ActionValue], None]:
        """Yield the win probabilities of a seat's legal actions: at once, then refined.

        Closing the generator cancels the computation.

        Args:
            state: the state in which the seat decides; it must not change meanwhile.
            seat: the seat; the result depends only on its view.
            seed: seed of the search, which makes the result reproducible.
            requester: the origin of the request, which decides on the turns.

        Raises:
            ValueError: if the seat does not decide.
        """
        yield Advisor(state, seat, seed).action_values()
        stream = self._hints.stream(jobs.advise, RESULT_TIMEOUT_S, state, seat, seed)
        with suppress(JobFailed):
            async with self._hint_queue.turn(requester), aclosing(stream) as estimates:
                async for estimate in estimates:
                    yield estimate

    def analyse(
        self, record: Record, requester: Requester, simulations: int | None = None
    ) -> AsyncGenerator[Update, None]:
        """Analyse a finished game, see ``Analyses.analyse``."""
        return self._analyses.analyse(record, requester, simulations)

    async def check_workers(self) -> bool:
        """Return whether workers can be started; true before the first job."""
        return all(await asyncio.gather(*(executor.check() for executor in self._executors)))

    async def close(self) -> None:
        """Stop all executors."""
        await asyncio.gather(*(executor.close() for executor in self._executors))


def _fallback_bot(game: Game) -> Bot:
    """Return the strongest bot that decides at once and whose weights can be read."""
    for name in reversed(bot_names(game)):
        if not runs_in_worker(name):
            with suppress(WeightsError):
                return make_timed_bot(name, game)
    return RandomBot()
