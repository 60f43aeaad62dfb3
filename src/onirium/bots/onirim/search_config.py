"""Configures encoder, networks and search for Onirim."""

from typing import Final, cast

from onirium.bots.network.evaluator import Evaluator, FeatureEncoder
from onirium.bots.onirim.features.encoder import OnirimEncoder
from onirium.bots.onirim.position_key import OnirimPositionKey
from onirium.bots.search.base import Searcher
from onirium.bots.search.determinized_rollouts import DeterminizedRollouts, PriorConfig
from onirium.bots.search.determinized_trees import DeterminizedTrees
from onirium.bots.search.exact_solver import PositionKey
from onirium.bots.search.expectimax import ExpectimaxTree
from onirium.bots.search.one_ply import OnePly
from onirium.core.game import Game, State
from onirium.games.onirim.state import Board
from onirium.games.onirim.steps import DEAL, LOOK, REVEAL

SIMULATIONS_PER_MS: Final = {
    "alone": 100,
    "expanded": 50,
    "together": 75,
    "together-expanded": 33,
    "race": 25,
}
"""The speed of the search, by the name of the network."""

EXPANDED_RACE_SIMULATIONS_PER_MS: Final = 16
"""The speed in a race with expansions, where there are more legal actions."""

UNTRAINED_STEPS: Final = (int(DEAL), int(LOOK), int(REVEAL))
"""The steps that draw several cards one by one: the networks have seen only their beginning."""

SIMULATIONS_PER_TREE: Final = 25
"""The number of simulations in each determinization if the partners hide their reserves."""

OPEN_TABLE_SIMULATIONS_PER_TREE: Final = 2500
"""The same if reserves are open, so that only cards looked at by the partner are hidden."""

PRIOR: Final = PriorConfig(determinizations=16, weight=10.0)
"""In a race the network sees the rival's hidden hand, so the prior needs many determinizations."""

ROLLOUT_TURNS: Final = 2
"""The number of the seat's next turn in which rollouts of a race end."""


def network_name(game: Game) -> str:
    """Return the name of the network for a game and its options."""
    expanded = bool(game.options.get("expansions"))
    if game.seats == 1:
        return "expanded" if expanded else "alone"
    if _is_race(game):
        return "race"
    return "together-expanded" if expanded else "together"


def outcome_network_name(game: Game) -> str | None:
    """Return the name of the network that values states after chance outcomes, if there is one."""
    name = network_name(game)
    return f"{name}-outcomes" if name == "alone" else None


def make_encoder() -> FeatureEncoder:
    """Create the feature encoder of the networks."""
    return OnirimEncoder()


def simulations_per_ms(game: Game) -> int:
    """Return the number of simulations that take about a millisecond."""
    if _is_race(game) and game.options.get("expansions"):
        return EXPANDED_RACE_SIMULATIONS_PER_MS
    return SIMULATIONS_PER_MS[network_name(game)]


def make_rollout_policy(game: Game, evaluator: Evaluator) -> OnePly:
    """Create the policy of rollouts."""
    return OnePly(game, evaluator)


def make_searcher(game: Game, evaluator: Evaluator) -> Searcher:
    """Create the search for a game and its options."""
    if game.seats == 1:
        return ExpectimaxTree(game, evaluator)
    if _is_race(game):
        policy = make_rollout_policy(game, evaluator)
        return DeterminizedRollouts(game, policy, evaluator, PRIOR, ROLLOUT_TURNS)
    is_open = game.options.get("table") == "open"
    simulations = OPEN_TABLE_SIMULATIONS_PER_TREE if is_open else SIMULATIONS_PER_TREE
    return DeterminizedTrees(game, evaluator, simulations)


def calibration_name(game: Game) -> str:
    """Return the name of the calibration for a game and its options.

    No calibration has the name of a reduced box: no curve fits the errors at its few positions.
    """
    if game.seats > 1:
        return network_name(game)
    expansions = cast("list[str]", game.options.get("expansions") or [])
    box = game.options.get("box", "full")
    return "-".join(["alone", *expansions] if box == "full" else ["box", str(box)])


def progress(state: State) -> float:
    """Return the share of the cards that have left the deck."""
    board = cast("Board", state)
    return 1.0 - int(board.deck.size()) / sum(int(count) for count in board.options.deck)


def make_position_key(game: Game) -> PositionKey | None:
    """Create the keys for exact values, of games without a second player."""
    return OnirimPositionKey() if game.seats == 1 else None


def _is_race(game: Game) -> bool:
    return game.options.get("mode") == "race"
