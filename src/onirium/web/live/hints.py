"""Hints: win probabilities of the legal actions, refined while a client waits for them."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Hashable, Sequence
from contextlib import aclosing
from typing import Final, Protocol

from onirium.bots.advisor import ActionValue
from onirium.bots.network.weights import WeightsError
from onirium.core.game import State
from onirium.tables.errors import CommandRejected
from onirium.tables.table import Table
from onirium.web.fair_queue import Requester
from onirium.web.live.protocol.messages import ActionHint, HintUpdate

PROBABILITY_DIGITS: Final = 3
"""Decimal digits of the win probabilities that are sent."""

EstimateStream = AsyncGenerator[list[ActionValue], None]


class HintSource(Protocol):
    """Source of win probability estimates."""

    def advise(self, state: State, seat: int, seed: int, requester: Requester) -> EstimateStream:
        """Yield estimates for the legal actions of a seat: at once, then refined."""


class Hints:
    """The running hints of a table, at most one for each client."""

    def __init__(self, source: HintSource) -> None:
        self._source = source
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}

    async def start(
        self,
        client: Hashable,
        requester: Requester,
        table: Table,
        command_id: str,
        deliver: Callable[[HintUpdate], None] | None,
    ) -> HintUpdate:
        """Start a hint for the seat that decides; return the first estimate.

        Args:
            client: the client that requested it and may see it.
            requester: the origin of the request, which decides on the turns.
            table: the table.
            command_id: id of the request.
            deliver: receives the updates until the table changes; ``None`` if the client cannot
                receive any.

        Raises:
            CommandRejected: as ``bot_unavailable``, if the network weights cannot be read.
        """
        self.stop(client)
        state = table.match.state.clone()
        # Unlike the table's seed, the number of actions is known to every seat.
        seed = len(table.match.record.actions)
        estimates = self._source.advise(state, int(state.current_player()), seed, requester)
        try:
            first = await anext(estimates)
        except WeightsError:
            raise CommandRejected("bot_unavailable") from None
        if deliver is None:
            await estimates.aclose()
        else:
            updates = _deliver_updates(table, table.version, estimates, first, deliver)
            self._tasks[client] = asyncio.create_task(updates)
        return build_update(table.version, first, command_id, is_final=deliver is None)

    def stop(self, client: Hashable) -> None:
        """Stop the hint of a client, if one is running."""
        if task := self._tasks.pop(client, None):
            task.cancel()


def build_update(
    version: int, estimates: Sequence[ActionValue], command_id: str = "", *, is_final: bool = False
) -> HintUpdate:
    """Return estimates as a message."""
    action_values = [
        ActionHint(estimate.action, round_probability(estimate.win_probability))
        for estimate in estimates
    ]
    return HintUpdate(
        command_id=command_id,
        version=version,
        action_values=action_values,
        is_final=is_final,
        is_exact=any(estimate.is_exact for estimate in estimates),
        interval=_find_interval(estimates),
    )


def round_probability(probability: float) -> float:
    """Return a rounded probability; it is 0 or 1 only if the result is certain.

    >>> [round_probability(each) for each in (1.0, 0.9999, 0.12345, 0.0001, 0.0)]
    [1.0, 0.999, 0.123, 0.001, 0.0]
    """
    if probability in {0.0, 1.0}:
        return probability
    smallest = 10**-PROBABILITY_DIGITS
    return min(max(round(probability, PROBABILITY_DIGITS), smallest), 1.0 - smallest)


def _find_interval(estimates: Sequence[ActionValue]) -> tuple[float, float] | None:
    """Return the rounded interval of the best action; ``None`` if it is unknown."""
    best = max(estimates, key=lambda estimate: estimate.win_probability, default=None)
    interval = best.interval if best else None
    if interval is None:
        return None
    low, high = interval
    return round_probability(low), round_probability(high)


async def _deliver_updates(
    table: Table,
    version: int,
    estimates: EstimateStream,
    first: list[ActionValue],
    deliver: Callable[[HintUpdate], None],
) -> None:
    latest = first
    async with aclosing(estimates):
        async for latest in estimates:
            if table.version != version:
                return
            deliver(build_update(version, latest))
    if table.version == version:
        deliver(build_update(version, latest, is_final=True))
