"""Copies in memory that is used again."""

import numpy as np
import pytest

from onirium.envs.array_pool import MAX_ARRAYS, ArrayPool
from onirium.envs.vector import BatchEnv


def address(array: object) -> int:
    assert isinstance(array, np.ndarray)
    return int(array.__array_interface__["data"][0])


def test_memory_is_used_again_once_nobody_refers_to_it() -> None:
    pool, source = ArrayPool(), np.arange(5)
    first = pool.copy(source)
    expected = address(first)
    del first
    again = pool.copy(source)
    assert address(again) == expected
    assert np.array_equal(again, source)


def test_a_copy_in_use_never_changes() -> None:
    pool, source = ArrayPool(), np.zeros(4)
    kept = []
    for number in range(2 * MAX_ARRAYS):
        source[:] = number
        kept.append(pool.copy(source))
    assert [array[0] for array in kept] == [*range(2 * MAX_ARRAYS)]


def test_views_and_tensors_keep_a_copy() -> None:
    pool, source = ArrayPool(), np.zeros(4)
    view = pool.copy(source)[1:]
    memory = pool.copy(source).data
    source[:] = 1
    for _ in range(3 * MAX_ARRAYS):
        pool.copy(source)
    assert not view.any()
    assert not any(memory)
    torch = pytest.importorskip("torch")
    source[:] = 0
    tensor = torch.from_numpy(pool.copy(source))
    source[:] = 1
    for _ in range(3 * MAX_ARRAYS):
        pool.copy(source)
    assert not tensor.any()


def test_a_batch_uses_its_memory_again() -> None:
    batch = BatchEnv("onirim", 8)
    observation, _ = batch.reset(seed=1)
    before = observation["observation"].copy()
    addresses = set()
    for _ in range(20):
        step = batch.step(batch.random_actions())
        addresses.add(address(step[0]["observation"]))
    # The first observation is still held, and so unchanged.
    assert np.array_equal(observation["observation"], before)
    assert len(addresses) <= 3
