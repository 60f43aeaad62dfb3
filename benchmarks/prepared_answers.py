"""Prepared answers instead of rules: the cost of the loop of OpenSpiel by itself.

The answers are those of random games played before. Built-in iterators return them, which takes
less time than any method of Python, so a loop with prepared answers bounds the rate of all rules.
"""

import itertools
import random
from typing import Any, NamedTuple

import pyspiel

import onirium

GAMES = 100


class PreparedAnswers(NamedTuple):
    """The answers of the states of a game, in the order in which the loop asks for them."""

    is_terminal: list[bool]
    is_chance_node: list[bool]
    chance_outcomes: list[list[tuple[int, int]]]
    legal_actions: list[list[int]]


def record_games(name: str) -> list[PreparedAnswers]:
    """Return the answers of some random games."""
    rng = onirium.Random(1)
    return [_record_game(name, rng) for _ in range(GAMES)]


def _record_game(name: str, rng: onirium.Random) -> PreparedAnswers:
    state = onirium.load(name).new_state()
    answers = PreparedAnswers([], [], [], [])
    while not state.is_terminal():
        answers.is_terminal.append(False)
        answers.is_chance_node.append(state.is_chance_node())
        if state.is_chance_node():
            answers.chance_outcomes.append(state.chance_outcomes())
            state.apply(state.sample(rng))
        else:
            answers.legal_actions.append(state.legal_actions())
            state.apply(random.choice(state.legal_actions()))
    answers.is_terminal.append(True)
    return answers


def _set_answers(state: Any, answers: PreparedAnswers) -> None:
    for name, values in answers._asdict().items():
        setattr(state, name, iter(values).__next__)


class PreparedState:
    """A state with prepared answers, and the methods of ``onirium.State`` that the loop calls."""

    def __init__(self, answers: PreparedAnswers) -> None:
        _set_answers(self, answers)
        self.apply = abs  # ignores the action

    is_terminal: Any
    is_chance_node: Any
    chance_outcomes: Any
    legal_actions: Any


class PreparedSpielState(pyspiel.State):
    """A state of OpenSpiel with prepared answers; tensor and mask are copied lists of zeros."""

    def __init__(self, game: "PreparedSpielGame") -> None:
        super().__init__(game)
        _set_answers(self, next(game.answers))
        self.observation_tensor = game.tensor.copy
        self.legal_actions_mask = game.mask.copy

    def current_player(self) -> int:
        """Return any player: OpenSpiel asks before each action, for its history."""
        return 0

    def _apply_action(self, action: int) -> None:
        pass


class PreparedSpielGame(pyspiel.Game):
    """A game of OpenSpiel with prepared answers."""

    def __init__(self, name: str) -> None:
        own = pyspiel.load_game(f"python_{name}")
        super().__init__(own.get_type(), _describe(own), {})
        self.answers = itertools.cycle(record_games(name))
        self.tensor = [0.0] * own.observation_tensor_size()
        self.mask = [0] * own.num_distinct_actions()

    def new_initial_state(self) -> PreparedSpielState:
        """Return the next game."""
        return PreparedSpielState(self)


def _describe(game: Any) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_distinct_actions(),
        max_chance_outcomes=game.max_chance_outcomes(),
        num_players=game.num_players(),
        min_utility=0.0,
        max_utility=1.0,
        max_game_length=game.max_game_length(),
    )
