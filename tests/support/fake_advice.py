"""Hints without a search."""

from collections.abc import AsyncGenerator

from onirium.bots.advisor import ActionValue
from onirium.core.game import State
from onirium.web.fair_queue import Requester
from onirium.web.workers.service import BotService


async def fake_advice(
    _: BotService, state: State, seat: int, seed: int, requester: Requester
) -> AsyncGenerator[list[ActionValue], None]:
    """Emit two estimates, the second higher, with the first action as the best."""
    del seat, seed, requester
    for chance in (0.5, 0.75):
        ranked = enumerate(state.legal_actions(), start=1)
        yield [ActionValue(action, chance / rank, error=0.3) for rank, action in ranked]
