"""How positions of Nightmarium are valued: which network knows a game, and how fast it is."""

from typing import Final

from onirium.bots.network.evaluator import Evaluator, Inputs
from onirium.bots.nightmarium.features.encoder import NightmariumInputs
from onirium.bots.nightmarium.rollout_policy import Brisk
from onirium.bots.search.base import Thinker
from onirium.bots.search.determinized_rollouts import FirstSight, Worlds
from onirium.core.game import Game

NETWORKS: Final = ("two", "several")

PACE: Final = {2: 10, 3: 10, 4: 7, 5: 6}
"""So many rounds of thought fit into a millisecond, by the number of players."""

FIRST_SIGHT: Final = FirstSight(worlds=1, weight=30.0)
"""The network goes by what a seat sees, which is the same in all its worlds."""

TURNS: Final = {2: 3, 3: 2, 4: 2, 5: 2}
"""In which of a seat's next turns playing on ends, by the number of players."""

TWO: Final = 2


def network(game: Game) -> str:
    """Return the name of the network that knows a game."""
    return "two" if game.seats == TWO else "several"


def inputs() -> Inputs:
    """Return what the networks see."""
    return NightmariumInputs()


def pace(game: Game) -> int:
    """Return how many rounds of thought fit into a millisecond."""
    return PACE[game.seats]


def thinker(game: Game, evaluator: Evaluator) -> Thinker:
    """Return who thinks about decisions: hands are hidden, so worlds are compared."""
    return Worlds(game, Brisk(game, evaluator), evaluator, FIRST_SIGHT, TURNS[game.seats])
