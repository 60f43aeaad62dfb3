"""The jobs that run in worker processes: bot decisions, hints and analyses."""

from typing import Final

from onirium.bots.advisor import ActionValue, Advisor
from onirium.bots.registry import make_timed_bot
from onirium.bots.search_registry import search_config_for
from onirium.core.chance import Random
from onirium.core.game import State
from onirium.record import Record
from onirium.studies.analysis.game_analysis import Analysis
from onirium.studies.analysis.game_analysis import analyse as analyse_record
from onirium.web.workers.process import Emit

HINT_BUDGETS_MS: Final = (5, 15, 50, 150, 500)
"""Search budgets of the successive updates of a hint, converted into simulations.

A deadline by the clock would make the result depend on the load of the computer, and thereby on
more than the seat knows.
"""


def decide(emit: Emit[int], name: str, state: State, rng_key: int, budget_ms: float | None) -> None:
    """Emit the decision of a bot.

    Args:
        emit: receives the action.
        name: name of the bot.
        state: the state in which it decides.
        rng_key: key of its random generator.
        budget_ms: time limit in milliseconds for a bot that searches; ``None`` for its default.
    """
    emit(int(make_timed_bot(name, state.game, budget_ms).choose(state, Random(rng_key))))


def advise(emit: Emit[list[ActionValue]], state: State, seat: int, seed: int) -> None:
    """Emit the win probabilities of a seat's legal actions, repeatedly, as they improve."""
    advisor = Advisor(state, seat, seed)
    simulations_per_ms = search_config_for(state.game.name).simulations_per_ms(state.game)
    for budget_ms in HINT_BUDGETS_MS:
        if advisor.complete:
            break
        advisor.run(budget_ms * simulations_per_ms)
        emit(advisor.action_values())


def analyse(
    emit: Emit[tuple[int, int] | Analysis], record: Record, simulations: int | None
) -> None:
    """Emit pairs of analysed decisions and all decisions, then the analysis."""
    emit(analyse_record(record, simulations, lambda done, total: emit((done, total))))
