"""GuidedBot: when it follows the expert and when it deviates."""

import pytest
from librt.random import Random
from mypy_extensions import i64

from onirium import State
from onirium.bots.network.evaluator import Evaluator
from onirium.bots.registry import Bot
from onirium.studies.training.guided_bot import GuidedBot
from tests.support.tree_game import LOST, WON, FixedEvaluator, TreeGame, chance, decision, tree_game

EVEN = chance((1, WON), (1, LOST))

GAME = tree_game(decision(EVEN, chance((1, WON)), chance((1, LOST)), chance((1, WON))))
"""Node 0 is the decision; its actions lead to the nodes 1, 4, 6 and 8."""

VALUES = {1: 0.25, 4: 0.5, 6: 0.75, 8: 0.75}


class FixedExpert(Bot):
    """Always chooses the same action; records the nodes at which it was asked."""

    def __init__(self, advised: int) -> None:
        self.asked_at: list[int] = []
        self._advice = advised

    def choose(self, state: State, random: Random) -> i64:
        del random
        game = state.game
        assert isinstance(game, TreeGame)
        self.asked_at.append(game.node_index(state))
        return self._advice


@pytest.mark.parametrize(
    ("advised", "margin", "decision"),
    [
        (0, 0.49, 2),
        (0, 0.5, 0),
        (0, 0.51, 0),
        (1, 0.125, 2),
        (1, 0.25, 1),
        (1, 0.0, 2),
        (2, 0.0, 2),
        (3, 0.0, 3),
    ],
)
def test_bot_deviates_from_the_expert_beyond_the_margin(
    advised: int, margin: float, decision: int
) -> None:
    """The values of the actions are 1/4, 1/2, 3/4 and 3/4."""
    expert = FixedExpert(advised)
    bot = GuidedBot(GAME, FixedEvaluator(GAME, VALUES), expert, margin)
    assert bot.choose(GAME.new_state(), Random(1)) == decision
    assert expert.asked_at == [0]


def test_without_an_expert_the_first_best_action_is_chosen() -> None:
    bot = GuidedBot(GAME, FixedEvaluator(GAME, VALUES), None, 0.5)
    assert bot.choose(GAME.new_state(), Random(1)) == 2


def test_state_is_not_modified() -> None:
    state = GAME.new_state()
    GuidedBot(GAME, FixedEvaluator(GAME, VALUES), FixedExpert(1), 0.1).choose(state, Random(1))
    assert GAME.node_index(state) == 0


OURS, THEIRS = (1.0, 0.0), (0.0, 1.0)

ONE = decision(OURS, THEIRS)
OTHER = decision(THEIRS, OURS)


def test_lookahead_uses_a_determinization() -> None:
    """The winning action is hidden: over many seeds both are chosen, whichever state is true."""
    game = tree_game(ONE, OTHER, seats=2)
    bot = GuidedBot(game, FixedEvaluator(game), None, 0.0)
    choices = [
        [bot.choose(game.state_of(true), Random(seed)) for seed in range(40)]
        for true in (ONE, OTHER)
    ]
    assert choices[0] == choices[1]
    assert set(choices[0]) == {0, 1}


def test_expert_receives_the_true_state() -> None:
    game = tree_game(ONE, OTHER, seats=2)
    expert = FixedExpert(1)
    bot = GuidedBot(game, FixedEvaluator(game), expert, 1.0)
    assert bot.choose(game.state_of(OTHER), Random(1)) == 1
    assert expert.asked_at == [game.node_index(game.state_of(OTHER))]


class Impartial(Evaluator):
    """Gives every state the same value."""

    def value(self, state: State, seat: int) -> float:
        del state, seat
        return 0.5


def test_equal_values_keep_the_action_of_the_expert() -> None:
    for advised in range(4):
        bot = GuidedBot(GAME, Impartial(), FixedExpert(advised), 0.0)
        assert bot.choose(GAME.new_state(), Random(1)) == advised
