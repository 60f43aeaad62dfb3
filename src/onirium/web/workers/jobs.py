"""What is done in workers: decisions, advice and analyses."""

from typing import Final

from onirium.bots.advisor import Advisor
from onirium.bots.registry import make_bot
from onirium.bots.search_registry import search_module
from onirium.core.chance import Random
from onirium.core.game import State
from onirium.record import Record
from onirium.studies.analysis.game_analysis import analyse as analysed
from onirium.web.workers.process import Tell

THOUGHTS_MS: Final = (5, 15, 50, 150, 500)
"""How long is thought from each answer of a hint to the next, in milliseconds' worth of rounds: by
the clock, what a seat learns would depend on more than what it may know."""


def decide(tell: Tell, name: str, state: State, dice: int, budget_ms: float | None) -> None:
    """Tell what a computer player decides.

    Args:
        tell: takes the action.
        name: of the player.
        state: where it is to decide.
        dice: the key of its dice.
        budget_ms: for how many milliseconds it thinks at most, if it is one that thinks for long.
    """
    tell(int(make_bot(name, state.game, budget_ms).choose(state, Random(dice))))


def advise(tell: Tell, state: State, seat: int, seed: int) -> None:
    """Tell again and again what each choice of a seat promises, better each time."""
    advice = Advisor(state, seat, seed)
    pace = search_module(state.game.name).simulations_per_ms(state.game)
    for milliseconds in THOUGHTS_MS:
        if advice.complete:
            break
        advice.run(milliseconds * pace)
        tell(advice.action_values())


def analyse(tell: Tell, record: Record, simulations: int | None) -> None:
    """Tell how many decisions of a record are judged and how many there are, then the analysis."""
    tell(analysed(record, simulations, lambda judged, there_are: tell((judged, there_are))))
