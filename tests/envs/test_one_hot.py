"""Observations whose card identities are one-hot vectors, compared with the numbers."""

from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import MultiDiscrete

import onirium
from onirium.core.chance import Random
from onirium.core.game import Game
from onirium.envs.gymnasium import SoloEnv
from onirium.envs.one_hot import OneHotEncoder
from onirium.envs.pettingzoo import AgentCycleEnv

GAMES = [
    ("onirim", {}),
    ("onirim", {"expansions": "book,towers,premonitions", "seats": 2}),
    ("nightmarium", {"seats": 3}),
]


def expand(game: Game, observation: dict[str, list[int]]) -> list[int]:
    """Return an observation of one array, written number by number."""
    expanded: list[int] = []
    for name, numbers in observation.items():
        largest = game.observation_spec()[name][1]
        for number in numbers:
            if name in game.categorical_arrays():
                expanded += [int(number == kind) for kind in range(1, largest + 1)]
            else:
                expanded.append(number)
    return expanded


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_identities_become_one_hot_vectors(name: str, options: dict[str, Any]) -> None:
    game = onirium.load(name, **options)
    encoder = OneHotEncoder(game)
    state, rng = game.new_state(), Random(1)
    hot = 0
    for _ in range(60):
        state.resolve_chance(rng)
        if state.is_terminal():
            break
        observation = state.observation(int(state.current_player()))
        flat = np.array([number for array in observation.values() for number in array], np.int16)
        encoded = encoder.encode(flat)
        assert encoded.tolist() == expand(game, observation)
        assert (encoded <= encoder.high).all()
        assert encoder.encode(np.stack([flat, flat]))[1].tolist() == encoded.tolist()
        for array in game.categorical_arrays() & observation.keys():
            hot += int(encoded[encoder.slices[array]].sum())
        legal = state.legal_actions()
        state.apply(legal[rng.randrange(len(legal))])
    assert hot > 0


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_categorical_arrays_are_arrays_of_the_observation(
    name: str, options: dict[str, Any]
) -> None:
    every = {**options, "expansions": "book,towers,premonitions"} if name == "onirim" else options
    game = onirium.load(name, **every)
    assert game.categorical_arrays() <= game.observation_spec().keys()


def test_environments_use_one_hot_vectors() -> None:
    env = SoloEnv("onirim", observation="one_hot")
    observation, _ = env.reset(seed=1)
    assert observation in env.observation_space
    spec = onirium.load("onirim").observation_spec()
    assert (
        env.observation_slices["hand"].stop - env.observation_slices["hand"].start
        == (spec["hand"][0])
    )
    cycle: Any = AgentCycleEnv("nightmarium", observation="one_hot")
    cycle.reset(seed=1)
    assert cycle.observe("player_1") in cycle.observation_space("player_1")


def test_named_identities_have_a_categorical_space() -> None:
    env: Any = SoloEnv("onirim", observation="named")
    space = env.observation_space["next_cards"]
    assert isinstance(space, MultiDiscrete)
    assert space.nvec.tolist() == [32] * 7
    observation, _ = env.reset(seed=1)
    assert observation in env.observation_space
