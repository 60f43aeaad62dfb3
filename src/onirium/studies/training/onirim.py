"""Training curricula of Onirim: every set of expansions, with and without variants."""

from itertools import chain, combinations
from typing import Final

from onirium.games.onirim.options import EXPANSIONS
from onirium.studies.training.curriculum import EXPERT_ONLY, Curriculum, Phase, Scenario

VARIANTS: Final[dict[str, dict[str, object]]] = {
    "book": {"variants": ["lost-steps"]},
    "towers": {"variants": ["stone-upon-stone"]},
    "premonitions": {"premonitions": 6},
}
"""The options of the harder variant of each expansion."""

EXPANSION_SETS: Final = tuple(
    list(subset)
    for subset in chain.from_iterable(
        combinations(EXPANSIONS, size) for size in range(1, len(EXPANSIONS) + 1)
    )
)


def _expansion_scenarios(options: dict[str, object], games: int) -> tuple[Scenario, ...]:
    """Return a scenario for each set of expansions, and a smaller one for each variant."""
    scenarios = [Scenario({**options, "expansions": subset}, games) for subset in EXPANSION_SETS]
    variants = [
        Scenario({**options, "expansions": [expansion], **variant}, games // 3)
        for expansion, variant in VARIANTS.items()
    ]
    return (*scenarios, *variants)


def _phases(
    *, self_play_iterations: int, final_iterations: int, td_lambda: float
) -> tuple[Phase, ...]:
    """Return imitation, guided play, and self-play with a falling epsilon.

    Args:
        self_play_iterations: self-play iterations with epsilon 0.01.
        final_iterations: self-play iterations with epsilon 0.004.
        td_lambda: lambda of the TD(lambda) targets in all phases.
    """
    return (
        Phase(iterations=3, expert="greedy", advantage_margin=EXPERT_ONLY, td_lambda=td_lambda),
        Phase(iterations=17, expert="greedy", advantage_margin=0.1, td_lambda=td_lambda),
        Phase(iterations=self_play_iterations, epsilon=0.01, td_lambda=td_lambda),
        Phase(iterations=final_iterations, epsilon=0.004, td_lambda=td_lambda),
    )


TOGETHER: Final[dict[str, object]] = {"seats": 2, "mode": "together", "table": "open"}
RACE: Final[dict[str, object]] = {"seats": 2, "mode": "race", "table": "open"}
"""Two players train at an open table: the network evaluates determinizations, in which nothing is
hidden."""


CURRICULA: Final = (
    Curriculum(
        game="onirim",
        network="alone",
        scenarios=(Scenario({}, 8000),),
        hidden_units=72,
        ema_horizon=1000,
        phases=_phases(self_play_iterations=40, final_iterations=60, td_lambda=0.9),
    ),
    Curriculum(
        game="onirim",
        network="expanded",
        scenarios=_expansion_scenarios({}, 1000),
        hidden_units=72,
        ema_horizon=1000,
        phases=_phases(self_play_iterations=40, final_iterations=60, td_lambda=0.95),
    ),
    Curriculum(
        game="onirim",
        network="together",
        scenarios=(Scenario(TOGETHER, 8000),),
        hidden_units=72,
        ema_horizon=1000,
        phases=_phases(self_play_iterations=20, final_iterations=20, td_lambda=0.9),
    ),
    Curriculum(
        game="onirim",
        network="together-expanded",
        scenarios=_expansion_scenarios(TOGETHER, 900),
        hidden_units=72,
        ema_horizon=1000,
        phases=(
            Phase(iterations=3, expert="greedy", advantage_margin=EXPERT_ONLY, td_lambda=0.95),
            Phase(iterations=17, expert="greedy", advantage_margin=0.1, td_lambda=0.95),
            Phase(iterations=3, epsilon=0.01, td_lambda=0.95),
            Phase(
                iterations=77,
                simulations=20,
                game_fraction=0.2,
                epochs=4,
                epsilon=0.01,
                td_lambda=0.95,
                lr_scale=0.3,
            ),
        ),
    ),
    Curriculum(
        game="onirim",
        network="race",
        scenarios=(Scenario(RACE, 4000), *_expansion_scenarios(RACE, 450)),
        phases=(
            Phase(iterations=4, expert="greedy", advantage_margin=EXPERT_ONLY, td_lambda=0.95),
            Phase(iterations=26, expert="greedy", advantage_margin=0.1, td_lambda=0.95),
        ),
    ),
)
