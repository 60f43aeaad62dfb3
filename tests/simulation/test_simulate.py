"""Simulations: the same games for any number of workers, and honest intervals."""

import json
import math
from collections import Counter
from statistics import NormalDist

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import onirium
from onirium.bots.registry import RandomBot, UnknownBot
from onirium.core.chance import Random, derive_key
from onirium.studies.simulation.simulate import GAMES_PER_JOB, simulate, wilson_interval

GAME = onirium.load("onirim")
REPEATABLE = ("games", "decisions", "wins", "returns", "lengths", "decisions_per_game", "win_rate")


@pytest.mark.long
def test_the_result_is_the_same_for_any_number_of_workers() -> None:
    games = GAMES_PER_JOB + 7
    alone = simulate(GAME, ["random"], games, seed=5, workers=1)
    shared = simulate(GAME, ["random"], games, seed=5, workers=2)
    assert (alone.workers, shared.workers) == (1, 2)
    for name in REPEATABLE:
        assert getattr(alone, name) == getattr(shared, name), name


def test_games_can_be_played_again_one_by_one() -> None:
    """A slow loop over the contract, with the documented streams, plays the same games."""
    games = 30
    result = simulate(GAME, ["random"], games, seed=11, workers=1)
    player = RandomBot()
    lengths, kinds = [], Counter[str]()
    for number in range(games):
        deck = Random(derive_key(11, "deck") + number)
        dice = Random(derive_key(11, "seat 0") + number)
        state = GAME.new_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply(state.sample(deck))
            else:
                action = player.choose(state, dice)
                kinds[GAME.decision_kind(action)] += 1
                decisions += 1
                state.apply(action)
        lengths.append(decisions)
    assert math.isclose(result.decisions_per_game, sum(lengths) / games)
    assert result.lengths == [min(lengths), sorted(lengths)[games // 2 - 1], max(lengths)]
    assert {kind: count for kind, count in result.decisions.items() if count} == kinds


def test_another_seed_plays_other_games() -> None:
    results = [simulate(GAME, ["random"], 50, seed=seed, workers=1) for seed in (1, 2)]
    assert results[0].decisions != results[1].decisions


def test_progress_counts_up_to_the_end() -> None:
    told: list[int] = []
    simulate(GAME, ["random"], GAMES_PER_JOB + 1, seed=1, workers=1, on_progress=told.append)
    assert told == [GAMES_PER_JOB, GAMES_PER_JOB + 1]


def test_an_interrupt_keeps_what_is_finished() -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    result = simulate(GAME, ["random"], 3 * GAMES_PER_JOB, seed=1, workers=1, on_progress=interrupt)
    assert result.games == GAMES_PER_JOB


@pytest.mark.parametrize(
    ("seats", "games", "workers", "reason"),
    [
        (["random", "random"], 10, 1, "1 seat"),
        ([], 10, 1, "1 seat"),
        (["random"], 0, 1, "at least 1"),
        (["random"], 10, 0, "at least 1"),
    ],
)
def test_what_cannot_be_is_refused(seats: list[str], games: int, workers: int, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        simulate(GAME, seats, games, seed=1, workers=workers)


def test_an_unknown_player_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownBot, match="'clever'; available: random, greedy"):
        simulate(GAME, ["clever"], 10, seed=1)


@given(games=st.integers(1, 10_000), share=st.floats(0, 1))
def test_the_ends_of_the_interval_are_where_the_score_test_just_holds(
    games: int, share: float
) -> None:
    """Wilson's interval inverts the score test: |p - p0| = z sqrt(p0 (1 - p0) / n) at its ends."""
    wins = round(share * games)
    score = NormalDist().inv_cdf(0.975)
    for end in wilson_interval(wins, games):
        assert 0 <= end <= 1
        distance = (wins / games - end) ** 2
        variance = end * (1 - end) / games
        assert math.isclose(distance, score * score * variance, rel_tol=1e-6, abs_tol=1e-12)


def test_an_interval_begins_or_ends_exactly_where_no_share_can_be() -> None:
    assert {wilson_interval(0, games)[0] for games in range(1, 300)} == {0.0}
    assert {wilson_interval(games, games)[1] for games in range(1, 300)} == {1.0}
    assert wilson_interval(1, 300)[0] > 0


def test_the_interval_of_a_known_example() -> None:
    """15 of 148: 6.2 to 16.1 %, the worked example of Newcombe's paper of 1998 (method 3)."""
    low, high = wilson_interval(15, 148)
    assert (round(low, 4), round(high, 4)) == (0.0624, 0.1605)


def test_the_result_is_one_json_object() -> None:
    result = simulate(GAME, ["random"], 10, seed=1, workers=1)
    value = json.loads(msgspec.json.encode(result))
    assert value["game"] == "onirim"
    assert value["seats"] == ["random"]
    assert len(value["wins"]) == len(value["ms_per_decision"]) == 1
