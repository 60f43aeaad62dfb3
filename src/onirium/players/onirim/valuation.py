"""How positions of Onirim are valued: which network knows a game, and how fast it is."""

from typing import Final

from onirium.kernel.game import Game
from onirium.players.evaluator import Evaluator, Inputs
from onirium.players.onirim.inputs.table import OnirimInputs
from onirium.players.search import Search
from onirium.players.thinker import Thinker

NETWORKS: Final = ("alone", "expanded")

PACE: Final = 100
"""So many rounds of search fit into a millisecond."""


def network(game: Game) -> str:
    """Return the name of the network that knows a game; none knows games of two players."""
    if game.seats > 1:
        return ""
    return "expanded" if game.options.get("expansions") else "alone"


def inputs() -> Inputs:
    """Return what the networks see."""
    return OnirimInputs()


def pace(game: Game) -> int:  # noqa: ARG001 - it is the same for all
    """Return how many rounds of search fit into a millisecond."""
    return PACE


def thinker(game: Game, evaluator: Evaluator) -> Thinker:
    """Return what thinks about a decision."""
    return Search(game, evaluator)
