"""What takes its time is thought in other processes: strong players, hints, analyses."""

import asyncio
import logging
import os
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Final

from onirium.bots.advisor import ActionValue, Advisor
from onirium.bots.network.weights import WeightsError
from onirium.bots.registry import Bot, RandomBot, bot_names, make_bot, runs_in_worker
from onirium.core.chance import Random
from onirium.core.game import Game, State
from onirium.record import Record
from onirium.studies.analysis.game_analysis import Analysis
from onirium.web.workers import jobs
from onirium.web.workers.pool import Broken, Pool

__all__ = ["Broken", "Thinking"]

A_DECISION: Final = 3.0
"""So many seconds a player has beyond its budget, which is a tenth of one if nothing is said."""

A_THOUGHT: Final = 60.0
"""So many seconds may pass between two answers of a hint or an analysis."""

PLAYERS: Final = 1
HINTS: Final = 5
ANALYSES: Final = 10
"""The server has precedence of players, they have of hints, and these of analyses."""

_LOG: Final = logging.getLogger(__name__)


class Thinking:
    """Thinks for the server, which goes on serving meanwhile.

    No process begins before there is something to think about. Each table waits for one decision
    at a time and those who wait are served in turn, so no table keeps others waiting.

    Attributes:
        waiting: how many decisions of computer players are awaited now.
        failures: how many such decisions a quick player had to make instead.
    """

    def __init__(self, budget_ms: float | None = None) -> None:
        """Begin no process yet.

        Args:
            budget_ms: for how many milliseconds ``strong`` thinks at most; otherwise as long as
                usual.
        """
        self.waiting = 0
        self.failures = 0
        self._budget_ms = budget_ms
        processors = os.cpu_count() or 1
        self._players = Pool(processors, PLAYERS)
        self._hints = Pool(processors, HINTS)
        self._analyses = Pool(1, ANALYSES)

    async def decide(self, name: str, state: State, dice: int) -> int:
        """Return what a computer player decides; if it does not, what a quick one does.

        Args:
            name: the player.
            state: where it is to decide; it must not change meanwhile.
            dice: the key of its dice.
        """
        patience = A_DECISION + (self._budget_ms or 0) / 1000
        deciding = self._players.do(
            jobs.decide, name, state, dice, self._budget_ms, patience=patience
        )
        self.waiting += 1
        try:
            async with aclosing(deciding) as decisions:
                action: int = await anext(decisions)
        except Broken as broken:
            self.failures += 1
            _LOG.warning("%s decides nothing, and a quick player instead: %s", name, broken)
            return _quick_player(state.game).choose(state, Random(dice))
        finally:
            self.waiting -= 1
        return action

    async def advise(
        self, state: State, seat: int, seed: int
    ) -> AsyncGenerator[list[ActionValue], None]:
        """Yield what each choice of a seat promises: at once, then better and better.

        Close the generator when that is enough.

        Args:
            state: where the seat is to decide; it must not change meanwhile.
            seat: the seat, from whose view alone it follows.
            seed: what makes it repeatable.

        Raises:
            ValueError: if the seat does not decide now.
        """
        yield Advisor(state, seat, seed).action_values()
        thoughts = self._hints.do(jobs.advise, state, seat, seed, patience=A_THOUGHT)
        with suppress(Broken):
            async with aclosing(thoughts):
                async for chances in thoughts:
                    yield chances

    async def analyse(
        self, record: Record, simulations: int | None = None
    ) -> AsyncGenerator[tuple[int, int] | Analysis, None]:
        """Yield how many decisions are judged and how many there are, and the analysis at last.

        Close the generator when nobody waits for it any more.

        Args:
            record: the game; it must not change meanwhile.
            simulations: for each decision; otherwise as many as the strong player's.

        Raises:
            Broken: if it comes to nothing.
        """
        analysing = self._analyses.do(jobs.analyse, record, simulations, patience=A_THOUGHT)
        async with aclosing(analysing) as answers:
            async for answer in answers:
                yield answer

    async def close(self) -> None:
        """End all processes."""
        pools = (self._players, self._hints, self._analyses)
        await asyncio.gather(*(pool.close() for pool in pools))


def _quick_player(game: Game) -> Bot:
    """Return the strongest player that decides at once, of those that have all they need."""
    for name in reversed(bot_names(game)):
        if not runs_in_worker(name):
            with suppress(WeightsError):
                return make_bot(name, game)
    return RandomBot()
