"""The jobs of an executor: bot decisions and hints."""

from collections.abc import Generator
from typing import Final

from onirium.bots.advisor import ActionValue, Advisor
from onirium.bots.registry import make_timed_bot
from onirium.bots.search_registry import search_config_for
from onirium.core.build import is_compiled
from onirium.core.chance import Random
from onirium.core.game import State

HINT_BUDGETS_MS: Final = (5, 15, 50, 150, 500)
"""Search budgets of the successive updates of a hint, converted into simulations.

A deadline by the clock would make the result depend on the load of the computer, and thereby on
more than the information of the seat.
"""

MAX_INTERPRETED_UPDATES: Final = 3
"""Updates of a hint by interpreted rules: the others would take minutes."""


def decide(
    name: str, state: State, rng_key: int, budget_ms: float | None
) -> Generator[int, None, None]:
    """Yield the decision of a bot.

    Args:
        name: name of the bot.
        state: the state in which it decides.
        rng_key: key of its random number generator.
        budget_ms: time limit of the bot ``strong``, in milliseconds; ``None`` for its default.
    """
    yield int(make_timed_bot(name, state.game, budget_ms).choose(state, Random(rng_key)))


def advise(state: State, seat: int, seed: int) -> Generator[list[ActionValue], None, None]:
    """Yield the win probabilities of a seat's legal actions, repeatedly, as they improve."""
    advisor = Advisor(state, seat, seed)
    simulations_per_ms = search_config_for(state.game.name).simulations_per_ms(state.game)
    for budget_ms in HINT_BUDGETS_MS[: None if is_compiled() else MAX_INTERPRETED_UPDATES]:
        if advisor.complete:
            break
        advisor.run(budget_ms * simulations_per_ms)
        yield advisor.action_values()
