"""The networks in the package, by game, and the evaluators and search bots made from them."""

from collections.abc import Sequence
from functools import cache
from math import inf
from pathlib import Path
from typing import Final, Protocol

from onirium.bots.base import Bot
from onirium.bots.network.evaluator import Evaluator, FeatureEncoder
from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.network.quantized import NetworkEvaluator, QuantizedNetwork
from onirium.bots.network.weights import WeightsError, read_network
from onirium.bots.search.base import Searcher
from onirium.bots.search.exact_solver import ExactSolver, PositionKey
from onirium.bots.search.one_ply import OnePly
from onirium.bots.search_bot import SearchBot
from onirium.core.build import is_compiled
from onirium.core.extension_point import ExtensionPoint
from onirium.core.game import Game, State


class SearchConfig(Protocol):
    """The networks of a game and the search that uses them: its module ``search_config``."""

    @property
    def UNTRAINED_STEPS(self) -> Sequence[int]:  # noqa: N802 - a constant of the module
        """The steps whose chance nodes are valued by sampling, as the networks misjudge them."""

    def network_name(self, game: Game) -> str:
        """Return the name of the network for a game and its options."""

    def outcome_network_name(self, game: Game) -> str | None:
        """Return the name of the network that values states after chance outcomes, if any."""

    def make_encoder(self) -> FeatureEncoder:
        """Create the feature encoder of the networks."""

    def simulations_per_ms(self, game: Game) -> int:
        """Return the number of simulations that take about a millisecond."""

    def make_rollout_policy(self, game: Game, evaluator: Evaluator) -> OnePly:
        """Create the policy of rollouts."""

    def make_searcher(self, game: Game, evaluator: Evaluator) -> Searcher:
        """Create the search for a game and its options."""

    def calibration_name(self, game: Game) -> str:
        """Return the name of the calibration for a game and its options."""

    def progress(self, state: State) -> float:
        """Return the progress of a game, from 0 to 1, by information that every seat has."""

    def make_position_key(self, game: Game) -> PositionKey | None:
        """Create the keys for exact values; ``None`` if they cannot be computed."""


SEARCH_CONFIGS: Final = ExtensionPoint[SearchConfig]("onirium.bots.{game}.search_config")


@cache
def has_networks(game: str) -> bool:
    """Return whether there are networks for a game."""
    return SEARCH_CONFIGS.is_provided(game)


def search_config_for(game: str) -> SearchConfig:
    """Return the search configuration of a game."""
    return SEARCH_CONFIGS.load(game)


def load_evaluator(game: Game) -> NetworkEvaluator:
    """Return an evaluator with the network for a game and its options.

    Raises:
        WeightsError: if there is no network for the game, or its weights are missing, damaged or
            incompatible with this version.
    """
    if not has_networks(game.name):
        raise WeightsError(f"{game.name}: there is no network for this game")
    return _make_evaluator(game, search_config_for(game.name).network_name(game))


def load_outcome_evaluator(game: Game) -> NetworkEvaluator | None:
    """Return an evaluator of states after chance outcomes; ``None`` if there is none.

    Raises:
        WeightsError: if its weights are missing, damaged or incompatible with this version.
    """
    name = search_config_for(game.name).outcome_network_name(game)
    return None if name is None else _make_evaluator(game, name)


def make_search_bot(game: Game, simulations: int, time_limit_ms: float = inf) -> Bot:
    """Create a search bot with a number of simulations for one decision, and a time limit."""
    searcher = search_config_for(game.name).make_searcher(game, load_evaluator(game))
    # The clock does not stop the solver, which would take minutes with interpreted rules.
    may_solve = is_compiled() or time_limit_ms == inf
    solver = make_solver(game) if may_solve else None
    return SearchBot(searcher, simulations, time_limit_ms, solver)


def make_solver(game: Game) -> ExactSolver | None:
    """Create the solver of a game; ``None`` if there is none for its options."""
    position_key = search_config_for(game.name).make_position_key(game)
    return None if position_key is None else ExactSolver(game, position_key)


def simulations_in(game: Game, duration_ms: float) -> int:
    """Return the number of simulations that take about this time, at least 1."""
    return max(1, round(duration_ms * search_config_for(game.name).simulations_per_ms(game)))


def count_features(game: Game, encoder: FeatureEncoder) -> int:
    """Return the number of features that an encoder has for a game."""
    writer = FeatureWriter()
    encoder.encode(game.new_state(), 0, writer)
    return int(writer.offset)


def weights_path(game: str, network: str) -> Path:
    """Return the path of the weights file of a network."""
    return Path(__file__).parent / game / "weights" / f"{network}.weights"


def _make_evaluator(game: Game, network_name: str) -> NetworkEvaluator:
    encoder = search_config_for(game.name).make_encoder()
    network = _load_network(game.name, network_name, count_features(game, encoder))
    return NetworkEvaluator(encoder, network)


@cache
def _load_network(game: str, network: str, feature_count: int) -> QuantizedNetwork:
    return read_network(weights_path(game, network), feature_count)
