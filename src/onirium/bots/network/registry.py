"""The networks that come with the program, by game."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, Protocol

from onirium.bots.base import Player
from onirium.bots.network.evaluator import Evaluator, Inputs
from onirium.bots.network.feature_writer import Pen
from onirium.bots.network.quantized import Net, Valuation
from onirium.bots.network.weights import WeightsError, read
from onirium.bots.search.base import Thinker
from onirium.bots.search_bot import Searching
from onirium.core.extension_point import ExtensionPoint
from onirium.core.game import Game


class SearchConfig(Protocol):
    """The networks of a game, and the search that uses them."""

    @property
    def NETWORKS(self) -> Sequence[str]:  # noqa: N802 - a constant of the module
        """The names of all networks of the game."""

    def network(self, game: Game) -> str:
        """Return the name of the network for the options of a game."""

    def inputs(self) -> Inputs:
        """Return the feature encoder of the networks."""

    def pace(self, game: Game) -> int:
        """Return the number of simulations per millisecond."""

    def thinker(self, game: Game, evaluator: Evaluator) -> Thinker:
        """Return the search algorithm for the options of a game."""


SEARCH_CONFIGS: Final = ExtensionPoint[SearchConfig]("onirium.bots.{game}.search_config")


@cache
def has_networks(game: str) -> bool:
    """Tell whether there are networks for a game."""
    return SEARCH_CONFIGS.is_provided(game)


def knowledge(game: str) -> SearchConfig:
    """Return the module that says how positions of a game are valued."""
    return SEARCH_CONFIGS.load(game)


def valuation_of(game: Game) -> Valuation:
    """Return who values the positions of a game.

    Raises:
        WeightsError: if no network knows the game, or the weights are missing, damaged or made for
            another program.
    """
    if not has_networks(game.name):
        raise WeightsError(f"{game.name}: no network has learned to play it")
    known = knowledge(game.name)
    inputs = known.inputs()
    return Valuation(inputs, _network(game.name, known.network(game), input_count(game, inputs)))


def searching(game: Game, budget_ms: float) -> Player:
    """Return a player that thinks about each decision for so many milliseconds at most."""
    known = knowledge(game.name)
    rounds = max(1, round(budget_ms * known.pace(game)))
    return Searching(known.thinker(game, valuation_of(game)), rounds, budget_ms)


def input_count(game: Game, inputs: Inputs) -> int:
    """Return how many inputs a game has."""
    pen = Pen()
    inputs.write(game.new_state(), 0, pen)
    return int(pen.first)


def weights_path(game: str, network: str) -> Path:
    """Return where the weights of a network lie."""
    return Path(__file__).parents[1] / game / "weights" / f"{network}.weights"


@cache
def _network(game: str, network: str, inputs: int) -> Net:
    return read(weights_path(game, network), inputs)
