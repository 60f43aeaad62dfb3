"""Configures encoder, networks and search for Nightmarium."""

from typing import Final, cast

from onirium.bots.network.evaluator import Evaluator, FeatureEncoder
from onirium.bots.nightmarium.features.encoder import NightmariumEncoder
from onirium.bots.nightmarium.rollout_policy import RolloutPolicy
from onirium.bots.search.base import Searcher
from onirium.bots.search.determinized_rollouts import DeterminizedRollouts, PriorConfig
from onirium.bots.search.exact_solver import PositionKey
from onirium.bots.search.one_ply import OnePly
from onirium.core.game import Game, State
from onirium.games.nightmarium.state import Board
from onirium.games.nightmarium.steps import REVEAL

SIMULATIONS_PER_MS: Final = {2: 10, 3: 10, 4: 7, 5: 6}
"""The speed of the search, by the number of seats."""

PRIOR: Final = PriorConfig(determinizations=1, weight=30.0)
"""The network sees only its seat's information, which all determinizations share."""

ROLLOUT_TURNS: Final = {2: 3, 3: 2, 4: 2, 5: 2}
"""The number of the seat's next turn in which rollouts end, by the number of seats."""

UNTRAINED_STEPS: Final = (int(REVEAL),)
"""A Singer reveals two cards one by one: the networks have never seen only the first."""

TWO_SEATS: Final = 2


def network_name(game: Game) -> str:
    """Return the name of the network for a game and its options."""
    return "two" if game.seats == TWO_SEATS else "several"


def outcome_network_name(_game: Game) -> str | None:
    """Return None: no network values states after chance outcomes."""
    return None


def make_encoder() -> FeatureEncoder:
    """Create the feature encoder of the networks."""
    return NightmariumEncoder()


def simulations_per_ms(game: Game) -> int:
    """Return the number of simulations that take about a millisecond."""
    return SIMULATIONS_PER_MS[game.seats]


def make_rollout_policy(game: Game, evaluator: Evaluator) -> OnePly:
    """Create the policy of rollouts."""
    return RolloutPolicy(game, evaluator)


def make_searcher(game: Game, evaluator: Evaluator) -> Searcher:
    """Create the search: hands are hidden, so it compares actions over determinizations."""
    policy = make_rollout_policy(game, evaluator)
    return DeterminizedRollouts(game, policy, evaluator, PRIOR, ROLLOUT_TURNS[game.seats])


def calibration_name(game: Game) -> str:
    """Return the name of the calibration for a game and its options."""
    return f"seats-{game.seats}"


def progress(state: State) -> float:
    """Return the share of its creatures that the leading player has completed."""
    board = cast("Board", state)
    complete = max(int(board.complete_count(seat)) for seat in range(board.options.seats))
    return complete / board.options.goal


def make_position_key(_game: Game) -> PositionKey | None:
    """Return None: hands are hidden, so there are no exact values."""
    return None
