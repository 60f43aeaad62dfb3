"""How positions of Onirim are valued: which network knows a game, and how fast it is."""

from typing import Final

from onirium.bots.network.evaluator import Evaluator, Inputs
from onirium.bots.onirim.features.encoder import OnirimInputs
from onirium.bots.search.base import Thinker
from onirium.bots.search.determinized_rollouts import FirstSight, Worlds
from onirium.bots.search.determinized_trees import Partners
from onirium.bots.search.expectimax import Search
from onirium.bots.search.one_ply import OneStep
from onirium.core.game import Game

PACE: Final = {
    "alone": 100,
    "expanded": 50,
    "together": 75,
    "together-expanded": 33,
    "race": 25,
}
"""So many rounds of thought fit into a millisecond, by the network that is asked."""

PACE_OF_AN_EXPANDED_RACE: Final = 16
"""In a race with expansions they are fewer: there is more to choose from."""

NETWORKS: Final = tuple(PACE)

ROUNDS_A_WORLD: Final = 25
"""After so many rounds partners who hide their reserves look into another world."""

ROUNDS_AN_OPEN_WORLD: Final = 2500
"""The same where reserves lie open: only what the other has looked at is hidden then."""

FIRST_SIGHT: Final = FirstSight(worlds=16, weight=10.0)
"""In a race the network judges whole tables, hidden hands among them."""

TURNS: Final = 2
"""In a race playing on ends in the second of a seat's next turns."""


def network(game: Game) -> str:
    """Return the name of the network that knows a game."""
    expanded = bool(game.options.get("expansions"))
    if game.seats == 1:
        return "expanded" if expanded else "alone"
    if _is_race(game):
        return "race"
    return "together-expanded" if expanded else "together"


def inputs() -> Inputs:
    """Return what the networks see."""
    return OnirimInputs()


def pace(game: Game) -> int:
    """Return how many rounds of thought fit into a millisecond."""
    if _is_race(game) and game.options.get("expansions"):
        return PACE_OF_AN_EXPANDED_RACE
    return PACE[network(game)]


def thinker(game: Game, evaluator: Evaluator) -> Thinker:
    """Return what thinks about a decision."""
    if game.seats == 1:
        return Search(game, evaluator)
    if _is_race(game):
        return Worlds(game, OneStep(game, evaluator), evaluator, FIRST_SIGHT, TURNS)
    is_open = game.options.get("table") == "open"
    return Partners(game, evaluator, ROUNDS_AN_OPEN_WORLD if is_open else ROUNDS_A_WORLD)


def _is_race(game: Game) -> bool:
    return game.options.get("mode") == "race"
