"""Environments start no games of the seeds that are held out for evaluations."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from onirium.envs.gymnasium import SoloEnv
from onirium.envs.pettingzoo import AgentCycleEnv, ParallelAgentsEnv
from onirium.envs.vector import BatchEnv
from onirium.studies.evaluation.tasks import FIRST_HELD_OUT_SEED


@pytest.mark.parametrize("make", [SoloEnv, AgentCycleEnv, ParallelAgentsEnv])
def test_an_environment_rejects_held_out_seeds(make: Callable[..., Any]) -> None:
    env = make("onirim")
    env.reset(seed=FIRST_HELD_OUT_SEED - 1)
    before = env.record()
    for seed in (FIRST_HELD_OUT_SEED, -1):
        with pytest.raises(ValueError, match=f"seed {seed} is .*: train with 0 to 4294967295"):
            env.reset(seed=seed)
    assert env.record() == before


def test_a_batch_rejects_held_out_seeds() -> None:
    batch = BatchEnv("onirim", 2)
    seen, _ = batch.reset(seed=FIRST_HELD_OUT_SEED - 2)
    kept = seen["observation"].copy()
    for seed in (FIRST_HELD_OUT_SEED - 1, [3, FIRST_HELD_OUT_SEED], [3, -1]):
        with pytest.raises(ValueError, match=r"seed (4294967296|-1) is .*: train with 0 to"):
            batch.reset(seed=seed)
    assert np.array_equal(batch.games.observations, kept)
