"""A batch on several processes plays the games of a batch on one."""

import gc
from copy import deepcopy
from multiprocessing import active_children
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from onirium import IllegalAction
from onirium.envs import batch_part, parallel_games
from onirium.envs.spinning_pipe import SpinningPipe
from onirium.envs.vector import BatchEnv
from tests.envs.test_vector import choose_randomly, is_same

GAMES = 5


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_parallel_batches_play_the_same_games(mode: AutoresetMode) -> None:
    arguments: dict[str, Any] = {"autoreset_mode": mode, "seats": 3}
    one = BatchEnv("nightmarium", GAMES, **arguments)
    two = BatchEnv("nightmarium", GAMES, workers=2, **arguments)
    mine: tuple[Any, ...] = two.reset(seed=5)
    theirs: tuple[Any, ...] = one.reset(seed=5)
    assert all(is_same(a, b) for a, b in zip(mine, theirs, strict=True))
    rng = np.random.default_rng(1)
    over = np.zeros(GAMES, np.bool_)
    ended = 0
    while ended < 2:
        infos = theirs[-1]
        if mode == AutoresetMode.DISABLED and over.any():
            infos = one.reset(options={"reset_mask": over})[1]
            two.reset(options={"reset_mask": over})
        actions = choose_randomly(infos, rng)
        mine, theirs = two.step(actions), one.step(actions)
        assert all(is_same(a, b) for a, b in zip(mine, theirs, strict=True))
        over = theirs[2]
        ended += int(over.sum())
    two.close()


def test_illegal_actions_name_their_game() -> None:
    one, two = (BatchEnv("onirim", 4, workers=workers, illegal="raise") for workers in (1, 2))
    actions = np.full(4, -1)
    for batch in (one, two):
        batch.reset(seed=1)
        actions[:3] = batch.random_actions()[:3]
        with pytest.raises(IllegalAction, match=r"^game 3: ") as error:
            batch.step(actions)
        assert error.value.action == -1
        assert error.value.legal
    two.close()


def test_views_outlive_their_batch() -> None:
    batch = BatchEnv("onirim", 2, workers=2, copy=False)
    observation, _ = batch.reset(seed=1)
    assert not observation["observation"].flags.writeable
    before = observation["observation"].copy()
    batch.close()
    del batch
    gc.collect()
    assert np.array_equal(observation["observation"], before)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_random_actions_are_legal(mode: AutoresetMode) -> None:
    batch = BatchEnv("onirim", 4, workers=2, illegal="raise", autoreset_mode=mode)
    batch.reset(seed=1)
    ended = 0
    while ended < 4:
        _, _, terminations, _, _ = batch.step(batch.random_actions())
        ended += int(terminations.sum())
    batch.close()


def test_actions_sampled_with_a_step_are_those_sampled_after_it() -> None:
    batch = BatchEnv("onirim", 4, workers=2)
    batch.reset(seed=1)
    first = batch.random_actions()
    copy = deepcopy(batch)  # has no sample at hand
    for either in (batch, copy):
        either.step(first)
    assert np.array_equal(batch.random_actions(), copy.random_actions())
    for either in (batch, copy):
        either.close()


def test_workers_end_with_the_batch() -> None:
    before = set(active_children())
    batch = BatchEnv("onirim", 2, workers=2)
    assert len(set(active_children()) - before) == 1  # beside this process
    batch.close()
    assert not set(active_children()) - before
    lost = BatchEnv("onirim", 2, workers=2)
    del lost
    gc.collect()
    assert not set(active_children()) - before


def test_a_batch_that_cannot_start_ends_its_workers_and_removes_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = set(active_children())
    start_worker = parallel_games._start_worker

    def start_first(share: batch_part.Share) -> tuple[SpinningPipe, Any]:
        if share.process > 1:
            raise OSError("too many processes")
        return start_worker(share)

    monkeypatch.setattr(batch_part, "MEMORY_FOLDER", tmp_path)
    monkeypatch.setattr(parallel_games, "_start_worker", start_first)
    with pytest.raises(OSError, match="too many"):
        BatchEnv("onirim", 3, workers=3)
    gc.collect()
    assert not set(active_children()) - before
    assert not list(tmp_path.iterdir())


def test_an_interrupted_call_closes_the_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    before = set(active_children())
    batch = BatchEnv("onirim", 2, workers=2)
    batch.reset(seed=1)
    [worker] = set(active_children()) - before
    actions = batch.random_actions()

    def interrupt(pipe: SpinningPipe) -> None:
        wait([pipe._pipe])  # the reply is there, and stays unread
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(SpinningPipe, "receive", interrupt)
        with pytest.raises(KeyboardInterrupt):
            batch.step(actions)
    assert worker.exitcode != 1  # that of an exception
    with pytest.raises(RuntimeError, match="closed"):
        batch.step(actions)


def test_a_batch_whose_worker_has_ended_names_the_reason() -> None:
    before = set(active_children())
    batch = BatchEnv("onirim", 2, workers=2)
    batch.reset(seed=1)
    [worker] = set(active_children()) - before
    worker.kill()
    worker.join()
    with pytest.raises(RuntimeError, match="a worker of the batch has ended"):
        batch.step(batch.random_actions())


@pytest.mark.parametrize("workers", [0, 3])
def test_impossible_numbers_of_workers_are_rejected(workers: int) -> None:
    with pytest.raises(ValueError, match="workers"):
        BatchEnv("onirim", 2, workers=workers)
