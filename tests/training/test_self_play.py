"""Games to learn from: what is believed of what came after a decision, counted by hand."""

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
"""Places: 0 and 1 are decisions, 2 is chance, 3 is won, 4 is lost."""

EXPECTED = {1: 0.25, 2: 0.375}


def episodes(
    game: TreeGame,
    td_lambda: float,
    epsilon: float = 0.0,
    estimates: dict[int, float] | None = None,
) -> SelfPlayRecorder:
    return SelfPlayRecorder(
        game, NodeEncoder(), FixedEvaluator(game, estimates), td_lambda, epsilon
    )


class Ahead(Bot):
    """Looks one action ahead."""

    def __init__(self, game: TreeGame, estimates: dict[int, float] | None = None) -> None:
        self._ahead = OnePly(game, FixedEvaluator(game, estimates))

    def choose(self, state: State, random: Random) -> i64:
        del random
        return self._ahead.best_action(state)


def seen(found: SelfPlayRecorder) -> list[int]:
    """Return the inputs that were on: here one after each decision."""
    assert list(found.row_ends) == list(range(1, len(found.feature_indices) + 1))
    return [int(number) for number in found.feature_indices]


def by_game(found: SelfPlayRecorder, decisions: int) -> list[Sequence[float]]:
    targets = list(found.targets)
    return [targets[begin : begin + decisions] for begin in range(0, len(targets), decisions)]


@pytest.mark.parametrize(
    ("td_lambda", "won", "lost"), [(0.0, 0.375, 0.375), (1.0, 1.0, 0.0), (0.5, 0.6875, 0.1875)]
)
def test_targets_mix_estimate_and_result_by_lambda(
    td_lambda: float, won: float, lost: float
) -> None:
    """After the second decision the result is 1 or 0, and 3/8 had been expected there."""
    game = tree_game(TWO_DECISIONS)
    found = episodes(game, td_lambda, estimates=EXPECTED)
    found.play(1, 0, 40, [Ahead(game)])
    assert seen(found) == [1, 2] * 40
    games = by_game(found, 2)
    assert {tuple(targets) for targets in games} == {(won, 1.0), (lost, 0.0)}
    assert found.games == 40
    assert found.wins == sum(targets[1] for targets in games)


def test_targets_are_cut_before_random_actions() -> None:
    """After the first decision counts what was expected; the second has the result."""
    game = tree_game(TWO_DECISIONS)
    found = episodes(game, 0.5, epsilon=1.0, estimates=EXPECTED)
    found.play(1, 0, 40, [Ahead(game)])
    assert {tuple(targets) for targets in by_game(found, 2)} == {(0.25, 1.0), (0.25, 0.0)}


def test_epsilon_is_the_rate_of_random_actions() -> None:
    """The player would always win; a random action loses half of the games."""
    game = tree_game(decision(WON, LOST))
    found = episodes(game, 0.5, epsilon=0.25)
    found.play(1, 0, 2000, [Ahead(game)])
    assert 2000 - found.wins == pytest.approx(250, abs=45)


class Noting(Bot):
    """Takes the last action, and notes in which seats it sat."""

    def __init__(self) -> None:
        self.seats: list[int] = []

    def choose(self, state: State, random: Random) -> i64:
        del random
        self.seats.append(state.current_player())
        return len(state.legal_actions()) - 1


def test_bot_chooses_the_actions() -> None:
    found = episodes(tree_game(decision(WON, LOST)), 1.0)
    player = Noting()
    found.play(1, 0, 10, [player])
    assert (found.wins, player.seats) == (0, [0] * 10)
    assert list(found.targets) == [0.0] * 10


def test_bots_rotate_after_each_game() -> None:
    """The second seat wins or loses; the first player sits there in every other game."""
    game = tree_game(decision(decision((0.0, 1.0), (1.0, 0.0), seat=1)), seats=2)
    found = episodes(game, 1.0)
    first, second = Noting(), Noting()
    found.play(1, 5, 5, [first, second])
    assert first.seats == [1, 0, 1, 0, 1]
    assert second.seats == [0, 1, 0, 1, 0]
    assert found.wins == 2


def test_every_seat_observes_with_its_own_targets() -> None:
    """The first seat expects 3/8 before the last card, the other 5/8; td_lambda is one half."""
    game = tree_game(decision(decision(chance((1, (1.0, 0.0)), (1, (0.0, 1.0))), seat=1)), seats=2)
    found = episodes(game, 0.5, estimates=EXPECTED)
    found.play(1, 0, 200, [Ahead(game), Ahead(game)])
    looked = {(number, target) for number, target in zip(seen(found), found.targets, strict=True)}
    assert looked == {
        *{(2, 0.6875), (2, 0.1875), (3, 0.3125), (3, 0.8125)},
        *{(4, 1.0), (4, 0.0), (5, 1.0), (5, 0.0)},
    }
    assert sum(number % 2 for number in seen(found)) == pytest.approx(200, abs=50)


def test_games_depend_on_key_and_index_only() -> None:
    game = tree_game(TWO_DECISIONS)
    players: list[Bot] = [Ahead(game)]
    at_once, in_parts = (episodes(game, 0.5, 0.25, EXPECTED) for _ in range(2))
    at_once.play(3, 0, 30, players)
    in_parts.play(3, 0, 11, players)
    in_parts.play(3, 11, 19, players)
    assert list(in_parts.targets) == list(at_once.targets)
    assert in_parts.games == at_once.games == 30
    other = episodes(game, 0.5, 0.25, EXPECTED)
    other.play(4, 0, 30, players)
    assert list(other.targets) != list(at_once.targets)
