"""SelfPlayRecorder: features and TD(lambda) targets of small games, computed by hand."""

from collections.abc import Sequence

import pytest
from librt.random import Random
from mypy_extensions import i64

from onirium import State
from onirium.bots.registry import Bot
from onirium.bots.search.one_ply import OnePly
from onirium.studies.training.self_play import SelfPlayRecorder
from tests.support.tree_game import (
    LOST,
    WON,
    FixedEvaluator,
    NodeEncoder,
    TreeGame,
    chance,
    decision,
    tree_game,
)

TWO_DECISIONS = decision(decision(chance((1, WON), (1, LOST))))
"""Nodes 0 and 1 are decisions, 2 is a chance node, 3 is won, 4 is lost."""

ESTIMATES = {1: 0.25, 2: 0.375}


def make_recorder(
    game: TreeGame,
    td_lambda: float,
    epsilon: float = 0.0,
    estimates: dict[int, float] | None = None,
) -> SelfPlayRecorder:
    return SelfPlayRecorder(
        game, NodeEncoder(), FixedEvaluator(game, estimates), td_lambda, epsilon
    )


class LookaheadBot(Bot):
    """Plays the best action by one-ply lookahead."""

    def __init__(self, game: TreeGame, estimates: dict[int, float] | None = None) -> None:
        self._lookahead = OnePly(game, FixedEvaluator(game, estimates))

    def choose(self, state: State, random: Random) -> i64:
        del random
        return self._lookahead.best_action(state)


def recorded_nodes(recorder: SelfPlayRecorder) -> list[int]:
    """Return the active feature of each example: the index of the node."""
    assert list(recorder.row_ends) == list(range(1, len(recorder.feature_indices) + 1))
    return [int(number) for number in recorder.feature_indices]


def targets_by_game(recorder: SelfPlayRecorder, decisions: int) -> list[Sequence[float]]:
    targets = list(recorder.targets)
    return [targets[begin : begin + decisions] for begin in range(0, len(targets), decisions)]


@pytest.mark.parametrize(
    ("td_lambda", "won", "lost"), [(0.0, 0.375, 0.375), (1.0, 1.0, 0.0), (0.5, 0.6875, 0.1875)]
)
def test_targets_mix_estimate_and_result_by_lambda(
    td_lambda: float, won: float, lost: float
) -> None:
    """The result is 1 or 0; the estimate after the second decision is 3/8."""
    game = tree_game(TWO_DECISIONS)
    recorder = make_recorder(game, td_lambda, estimates=ESTIMATES)
    recorder.play(1, 0, 40, [LookaheadBot(game)])
    assert recorded_nodes(recorder) == [1, 2] * 40
    games = targets_by_game(recorder, 2)
    assert {tuple(targets) for targets in games} == {(won, 1.0), (lost, 0.0)}
    assert recorder.wins == sum(targets[1] for targets in games)


def test_targets_are_cut_before_random_actions() -> None:
    """The first target is the estimate alone, the second the result."""
    game = tree_game(TWO_DECISIONS)
    recorder = make_recorder(game, 0.5, epsilon=1.0, estimates=ESTIMATES)
    recorder.play(1, 0, 40, [LookaheadBot(game)])
    assert {tuple(targets) for targets in targets_by_game(recorder, 2)} == {
        (0.25, 1.0),
        (0.25, 0.0),
    }


def test_epsilon_is_the_rate_of_random_actions() -> None:
    """The bot would always win; a random action loses half of the games."""
    game = tree_game(decision(WON, LOST))
    recorder = make_recorder(game, 0.5, epsilon=0.25)
    recorder.play(1, 0, 2000, [LookaheadBot(game)])
    assert 2000 - recorder.wins == pytest.approx(250, abs=45)


class LastActionBot(Bot):
    """Plays the last action, and records the seats that it plays."""

    def __init__(self) -> None:
        self.seats: list[int] = []

    def choose(self, state: State, random: Random) -> i64:
        del random
        self.seats.append(state.current_player())
        return len(state.legal_actions()) - 1


def test_bot_chooses_the_actions() -> None:
    recorder = make_recorder(tree_game(decision(WON, LOST)), 1.0)
    bot = LastActionBot()
    recorder.play(1, 0, 10, [bot])
    assert (recorder.wins, bot.seats) == (0, [0] * 10)
    assert list(recorder.targets) == [0.0] * 10


def test_bots_rotate_after_each_game() -> None:
    """The second seat wins or loses; the first bot has it in every other game."""
    game = tree_game(decision(decision((0.0, 1.0), (1.0, 0.0), seat=1)), seats=2)
    recorder = make_recorder(game, 1.0)
    first, second = LastActionBot(), LastActionBot()
    recorder.play(1, 5, 5, [first, second])
    assert first.seats == [1, 0, 1, 0, 1]
    assert second.seats == [0, 1, 0, 1, 0]
    assert recorder.wins == 2


def test_every_seat_observes_with_its_own_targets() -> None:
    """The estimates before the last card are 3/8 and 5/8; lambda is 1/2."""
    game = tree_game(decision(decision(chance((1, (1.0, 0.0)), (1, (0.0, 1.0))), seat=1)), seats=2)
    recorder = make_recorder(game, 0.5, estimates=ESTIMATES)
    recorder.play(1, 0, 200, [LookaheadBot(game), LookaheadBot(game)])
    examples = {
        (number, target)
        for number, target in zip(recorded_nodes(recorder), recorder.targets, strict=True)
    }
    assert examples == {
        *{(2, 0.6875), (2, 0.1875), (3, 0.3125), (3, 0.8125)},
        *{(4, 1.0), (4, 0.0), (5, 1.0), (5, 0.0)},
    }
    assert sum(number % 2 for number in recorded_nodes(recorder)) == pytest.approx(200, abs=50)


def test_games_depend_on_key_and_index_only() -> None:
    game = tree_game(TWO_DECISIONS)
    players: list[Bot] = [LookaheadBot(game)]
    at_once, in_parts = (make_recorder(game, 0.5, 0.25, ESTIMATES) for _ in range(2))
    at_once.play(3, 0, 30, players)
    in_parts.play(3, 0, 11, players)
    in_parts.play(3, 11, 19, players)
    assert list(in_parts.targets) == list(at_once.targets)
    other = make_recorder(game, 0.5, 0.25, ESTIMATES)
    other.play(4, 0, 30, players)
    assert list(other.targets) != list(at_once.targets)
