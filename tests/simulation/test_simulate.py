"""Simulations: the same games for any number of workers, and correct intervals."""

import json
import math
import signal
from collections import Counter
from collections.abc import Callable
from statistics import NormalDist
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import onirium
from onirium.bots.registry import RandomBot, UnknownBot
from onirium.core.chance import Random, derive_key
from onirium.studies.simulation.counts import GameResult, Tally
from onirium.studies.simulation.result import SimulationResult
from onirium.studies.simulation.simulate import GAMES_PER_JOB, SimulationConfig, simulate
from onirium.studies.statistics import wilson_interval

GAME = onirium.load("onirim")
REPEATABLE = ("games", "decisions", "wins", "returns", "lengths", "decisions_per_game", "win_rate")


def simulate_random(
    games: int, seed: int, workers: int = 1, on_progress: Callable[[int], None] | None = None
) -> SimulationResult:
    config = SimulationConfig(GAME, ("random",), games, seed, workers=workers)
    return simulate(config, on_progress)


@pytest.mark.long
def test_result_is_the_same_for_any_number_of_workers() -> None:
    games = GAMES_PER_JOB + 7
    one = simulate_random(games, seed=5, workers=1)
    two = simulate_random(games, seed=5, workers=2)
    assert (one.workers, two.workers) == (1, 2)
    for name in REPEATABLE:
        assert getattr(one, name) == getattr(two, name), name


def test_games_match_a_loop_over_the_contract() -> None:
    """A slow loop with the documented random streams plays the same games."""
    games = 30
    result = simulate_random(games, seed=11)
    bot = RandomBot()
    lengths, kinds = [], Counter[str]()
    for number in range(games):
        deck = Random(derive_key(11, "deck") + number)
        rng = Random(derive_key(11, "seat 0") + number)
        state = GAME.new_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply(state.sample(deck))
            else:
                action = bot.choose(state, rng)
                kinds[GAME.decision_kind(action)] += 1
                decisions += 1
                state.apply(action)
        lengths.append(decisions)
    assert math.isclose(result.decisions_per_game, sum(lengths) / games)
    assert result.lengths == [min(lengths), sorted(lengths)[games // 2 - 1], max(lengths)]
    assert {kind: count for kind, count in result.decisions.items() if count} == kinds


def test_another_seed_plays_other_games() -> None:
    results = [simulate_random(50, seed=seed) for seed in (1, 2)]
    assert results[0].decisions != results[1].decisions


def test_progress_reaches_the_number_of_games() -> None:
    reported: list[int] = []
    simulate_random(GAMES_PER_JOB + 1, seed=1, on_progress=reported.append)
    assert reported == [GAMES_PER_JOB, GAMES_PER_JOB + 1]


def test_interrupt_returns_the_finished_games() -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    result = simulate_random(3 * GAMES_PER_JOB, seed=1, on_progress=interrupt)
    assert result.games == GAMES_PER_JOB


def test_interrupt_while_games_are_counted_leaves_whole_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def add_interrupted(total: Tally, tally: Tally) -> None:
        signal.raise_signal(signal.SIGINT)
        add(total, tally)

    add = Tally.add
    monkeypatch.setattr(Tally, "add", add_interrupted)
    games: list[GameResult] = []
    config = SimulationConfig(GAME, ("random",), 3 * GAMES_PER_JOB, seed=1, workers=1)
    result = simulate(config, results=games)
    assert result.games == len(games) == GAMES_PER_JOB


@pytest.mark.parametrize(
    ("bots", "games", "workers", "reason"),
    [
        (("random", "random"), 10, 1, "each seat of onirim: 1, not 2"),
        ((), 10, 1, "each seat of onirim: 1, not 0"),
        (("random",), 0, 1, "games: 0 is not between 1 and 1000000000"),
        (("random",), 10**13, 1, "games: 10000000000000 is not between 1 and"),
        (("random",), 10, 0, "workers must be at least 1, not 0"),
    ],
)
def test_invalid_config_is_rejected(
    bots: tuple[str, ...], games: int, workers: int, reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        simulate(SimulationConfig(GAME, bots, games, seed=1, workers=workers))


def test_rollouts_of_luck_that_is_not_measured_are_rejected() -> None:
    with pytest.raises(ValueError, match="add --adjust-luck"):
        SimulationConfig(GAME, ("random",), 10, seed=1, luck_rollouts=8)


def test_a_text_instead_of_names_is_rejected() -> None:
    with pytest.raises(TypeError, match=r"'random' is a string; write \('random',\)"):
        SimulationConfig(GAME, "random", 10, seed=1)  # type: ignore[arg-type]


def test_numbers_of_numpy_give_the_same_result() -> None:
    numbers: Any = np.array([3, 1])
    config = SimulationConfig(GAME, ("greedy",), numbers[0], numbers[1], workers=1)
    assert config == SimulationConfig(GAME, ("greedy",), 3, 1, workers=1)
    assert {type(config.games), type(config.seed)} == {int}


def test_unknown_bot_is_rejected_with_the_available_ones() -> None:
    with pytest.raises(UnknownBot, match="'clever'; available: random, greedy"):
        SimulationConfig(GAME, ("clever",), 10, seed=1)


@given(games=st.integers(1, 10_000), share=st.floats(0, 1))
def test_wilson_interval_inverts_the_score_test(games: int, share: float) -> None:
    """At the ends p0 of the interval |p - p0| = z sqrt(p0 (1 - p0) / n)."""
    wins = round(share * games)
    score = NormalDist().inv_cdf(0.975)
    for end in wilson_interval(wins, games):
        assert 0 <= end <= 1
        distance = (wins / games - end) ** 2
        variance = end * (1 - end) / games
        assert math.isclose(distance, score * score * variance, rel_tol=1e-6, abs_tol=1e-12)


def test_wilson_interval_includes_0_and_1_exactly() -> None:
    assert {wilson_interval(0, games)[0] for games in range(1, 300)} == {0.0}
    assert {wilson_interval(games, games)[1] for games in range(1, 300)} == {1.0}
    assert wilson_interval(1, 300)[0] > 0


def test_wilson_interval_of_a_published_example() -> None:
    """15 of 148: 6.2 to 16.1 %, the worked example of Newcombe (1998), method 3."""
    low, high = wilson_interval(15, 148)
    assert (round(low, 4), round(high, 4)) == (0.0624, 0.1605)


def test_result_is_one_json_object() -> None:
    value = json.loads(msgspec.json.encode(simulate_random(10, seed=1)))
    assert value["game"] == "onirim"
    assert value["seats"] == ["random"]
    assert len(value["wins"]) == len(value["ms_per_decision"]) == 1
