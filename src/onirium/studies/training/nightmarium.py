"""Training curricula of Nightmarium: every number of players, with every goal."""

from typing import Final

from onirium.studies.training.curriculum import EXPERT_ONLY, Curriculum, Phase, Scenario


def _scenarios(seats: int, standard_games: int, variant_games: int) -> tuple[Scenario, ...]:
    """Return a scenario for each goal, the standard goal also against ``greedy``."""
    return (
        Scenario({"seats": seats}, standard_games),
        Scenario({"seats": seats}, standard_games // 3, opponents="greedy"),
        Scenario({"seats": seats, "creatures": 6}, variant_games),
        Scenario({"seats": seats, "creatures": 7}, variant_games),
    )


def _phases(self_play_iterations: int) -> tuple[Phase, ...]:
    """Return imitation, guided play, self-play.

    Results have a high variance, so lambda is 0.75 where the network's own estimates are usable.
    In the first phase they are not, hence lambda 1. Epsilon is high there, because the expert alone
    never shows the consequences of bad actions.
    """
    return (
        Phase(
            iterations=3, expert="greedy", advantage_margin=EXPERT_ONLY, epsilon=0.12, td_lambda=1.0
        ),
        Phase(iterations=8, expert="greedy", advantage_margin=0.05, epsilon=0.01, td_lambda=0.75),
        Phase(iterations=self_play_iterations, epsilon=0.01, td_lambda=0.75),
    )


CURRICULA: Final = (
    Curriculum(
        game="nightmarium",
        network="two",
        hidden_units=72,
        scenarios=_scenarios(2, 3600, 600),
        phases=_phases(129),
    ),
    Curriculum(
        game="nightmarium",
        network="several",
        scenarios=(*_scenarios(3, 300, 60), *_scenarios(4, 480, 30), *_scenarios(5, 180, 15)),
        phases=_phases(59),
    ),
)
