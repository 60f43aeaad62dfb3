"""An apprentice: what it does, and when it does as its teacher would."""

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
"""Places: 0 is the decision, and 1, 4, 6 and 8 are where its actions lead."""

TOLD = {1: 0.25, 4: 0.5, 6: 0.75, 8: 0.75}


class Teacher(Bot):
    """Always advises the same; remembers where it was asked."""

    def __init__(self, advice: int) -> None:
        self.asked: list[int] = []
        self._advice = advice

    def choose(self, state: State, random: Random) -> i64:
        del random
        game = state.game
        assert isinstance(game, TreeGame)
        self.asked.append(game.node_index(state))
        return self._advice


@pytest.mark.parametrize(
    ("advice", "caution", "decision"),
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
    advice: int, caution: float, decision: int
) -> None:
    """The third and the fourth action promise 3/4, the first 1/4, the second 1/2."""
    teacher = Teacher(advice)
    apprentice = GuidedBot(GAME, FixedEvaluator(GAME, TOLD), teacher, caution)
    assert apprentice.choose(GAME.new_state(), Random(1)) == decision
    assert teacher.asked == [0]


def test_without_an_expert_the_first_best_action_is_chosen() -> None:
    apprentice = GuidedBot(GAME, FixedEvaluator(GAME, TOLD), None, 0.5)
    assert apprentice.choose(GAME.new_state(), Random(1)) == 2


def test_state_is_not_modified() -> None:
    state = GAME.new_state()
    GuidedBot(GAME, FixedEvaluator(GAME, TOLD), Teacher(1), 0.1).choose(state, Random(1))
    assert GAME.node_index(state) == 0


OURS, THEIRS = (1.0, 0.0), (0.0, 1.0)

ONE = decision(OURS, THEIRS)
OTHER = decision(THEIRS, OURS)


def test_lookahead_uses_a_determinization() -> None:
    """Which action wins cannot be seen: over many dice both are taken, whichever is the truth."""
    game = tree_game(ONE, OTHER, seats=2)
    apprentice = GuidedBot(game, FixedEvaluator(game), None, 0.0)
    found = [
        [apprentice.choose(game.state_of(true), Random(dice)) for dice in range(40)]
        for true in (ONE, OTHER)
    ]
    assert found[0] == found[1]
    assert set(found[0]) == {0, 1}


def test_expert_receives_the_true_state() -> None:
    game = tree_game(ONE, OTHER, seats=2)
    teacher = Teacher(1)
    apprentice = GuidedBot(game, FixedEvaluator(game), teacher, 1.0)
    assert apprentice.choose(game.state_of(OTHER), Random(1)) == 1
    assert teacher.asked == [game.node_index(game.state_of(OTHER))]


class Impartial(Evaluator):
    """Expects the same everywhere."""

    def value(self, state: State, seat: int) -> float:
        del state, seat
        return 0.5


def test_equal_values_keep_the_action_of_the_expert() -> None:
    for advice in range(4):
        apprentice = GuidedBot(GAME, Impartial(), Teacher(advice), 0.0)
        assert apprentice.choose(GAME.new_state(), Random(1)) == advice
