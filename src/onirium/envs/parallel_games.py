"""Many games in lockstep on several processors, with the interface of ``BatchedGames``.

Each worker process has a part of the games. Observations, masks and results are in a file that all
processes map into their memory; a step sends one short message to each worker and waits for their
replies.
"""

import os
import pickle
import tempfile
import weakref
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import NDArray

from onirium.core.chance import derive_key
from onirium.core.game import Game, IllegalAction
from onirium.envs.spaces import shared_array
from onirium.games.registry import load
from onirium.studies.simulation.batch import BatchedGames, GameHistory

MEMORY_FOLDER: Final = Path("/dev/shm")  # noqa: S108 - names in it are drawn
"""The folder of files that are never written to a disk, where the system has one."""

CLOSE_TIMEOUT_S: Final = 5.0

ALIGNMENT_BYTES: Final = 64
"""Arrays start at multiples of a cache line, so that workers never write to the same one."""


class ArrayLayout(NamedTuple):
    """The place of an array in the shared memory; its first dimension is the game."""

    dtype: str
    shape: tuple[int, ...]
    start: int


class WorkerGames(NamedTuple):
    """The games of one worker, and everything that it needs to start."""

    game: str
    options: dict[str, object]
    path: Path
    layout: dict[str, ArrayLayout]
    first: int
    size: int
    max_decisions: int


class ParallelGames:
    """Games of one kind in lockstep, played by several processes.

    The attributes are arrays with a row for each game; their meaning is that of ``BatchedGames``.
    The games are those of the same seeds there. Random actions have a stream for each worker.
    Copies and pickles have workers of their own.
    """

    def __init__(self, game: Game, count: int, workers: int, max_decisions: int = 0) -> None:
        """Start the workers.

        Args:
            game: the game with its options.
            count: the number of games.
            workers: the number of processes, at most one for each game.
            max_decisions: the number of decisions after which a game is truncated, or 0.
        """
        self.game = game
        self.count = count
        self.max_decisions = max_decisions
        layout, size = _plan(game, count)
        path = _create_file(size)
        arrays = _open_arrays(path, layout)
        self.observations, self.legal_masks = arrays["observations"], arrays["legal_masks"]
        self.seats, self.terminated = arrays["seats"], arrays["terminated"]
        self.truncated, self.sampled_actions = arrays["truncated"], arrays["sampled_actions"]
        self.rewards, self.returns = arrays["rewards"], arrays["returns"]
        self._actions = arrays["actions"]
        self.terminated[:] = 1
        for name in arrays.keys() - {"actions", "sampled_actions"}:
            arrays[name].flags.writeable = False
        ends = [count * number // workers for number in range(workers + 1)]
        self._firsts = ends[:-1]
        shares = [
            WorkerGames(game.name, game.options, path, layout, first, end - first, max_decisions)
            for first, end in pairwise(ends)
        ]
        started = [_start_worker(share) for share in shares]
        self._pipes = [pipe for pipe, _ in started]
        self._close = weakref.finalize(self, _close, started, path)

    def seed(self, index: int, seed: int) -> None:
        """Set the seed of a game; its next deal is the first one of that seed."""
        worker = self._worker_of(index)
        self._call([(worker, ("seed", index - self._firsts[worker], seed))])

    def reset(self, index: int) -> None:
        """Start a game again with its next deal."""
        self.reset_all([index])

    def reset_all(self, indices: Iterable[int]) -> None:
        """Start several games again with their next deals."""
        parts: dict[int, list[int]] = {}
        for index in indices:
            worker = self._worker_of(index)
            parts.setdefault(worker, []).append(index - self._firsts[worker])
        self._call([(worker, ("reset", part)) for worker, part in parts.items()])

    def illegal_actions(self, actions: NDArray[np.int64]) -> dict[int, IllegalAction]:
        """Return an error for each game whose action is illegal, by its index."""
        return self._decide("check", actions)

    def step(self, actions: NDArray[np.int64]) -> dict[int, IllegalAction]:
        """Take an action in every game; a game that is over is reset instead.

        Returns:
            An error for each game whose action was illegal, by its index.
        """
        return self._decide("step", actions)

    def sample_actions(self, key: int, number: int) -> None:
        """Write a legal action for each game into ``sampled_actions``, as ``BatchedGames`` does."""
        keys = [derive_key(key, f"worker {worker}") for worker in range(len(self._pipes))]
        self._call([(worker, ("sample", key, number)) for worker, key in enumerate(keys)])

    def histories(self) -> list[GameHistory]:
        """Return the history of each game."""
        parts = self._call([(worker, ("histories",)) for worker in range(len(self._pipes))])
        return [history for part in parts for history in part]

    def restore(self, histories: Sequence[GameHistory]) -> None:
        """Repeat the history of each game."""
        ends = [*self._firsts[1:], self.count]
        parts = [histories[first:end] for first, end in zip(self._firsts, ends, strict=True)]
        self._call([(worker, ("restore", part)) for worker, part in enumerate(parts)])

    def close(self) -> None:
        """End the workers and release the memory."""
        self._close()

    def _decide(self, command: str, actions: NDArray[np.int64]) -> dict[int, IllegalAction]:
        self._actions[:] = actions
        replies = self._call([(worker, (command,)) for worker in range(len(self._pipes))])
        errors: dict[int, IllegalAction] = {}
        for first, reply in zip(self._firsts, replies, strict=True):
            for index, (message, action, legal) in reply.items():
                text = message.replace(f"game {index}:", f"game {first + index}:", 1)
                errors[first + index] = IllegalAction(text, action, legal)
        return errors

    def _call(self, messages: Sequence[tuple[int, tuple[Any, ...]]]) -> list[Any]:
        """Send messages to workers, and return their replies."""
        for worker, message in messages:
            _send(self._pipes[worker], message)
        return [self._pipes[worker].recv() for worker, _ in messages]

    def _worker_of(self, index: int) -> int:
        return int(np.searchsorted(self._firsts, index, side="right")) - 1

    def __reduce__(self) -> tuple[object, ...]:
        arguments = (self.game, self.count, len(self._pipes), self.max_decisions)
        return (_restore, (arguments, self.histories()))


def _restore(
    arguments: tuple[Game, int, int, int], histories: Sequence[GameHistory]
) -> ParallelGames:
    games = ParallelGames(*arguments)
    games.restore(histories)
    return games


def _plan(game: Game, count: int) -> tuple[dict[str, ArrayLayout], int]:
    """Return the places of all arrays, and the size of the memory."""
    size = sum(length for length, _ in game.observation_spec().values())
    shapes = {
        "observations": ("int16", (count, size)),
        "legal_masks": ("int8", (count, game.action_count)),
        "seats": ("int64", (count,)),
        "terminated": ("bool", (count,)),
        "truncated": ("bool", (count,)),
        "rewards": ("float64", (count,)),
        "returns": ("float64", (count, game.seats)),
        "actions": ("int64", (count,)),
        "sampled_actions": ("int64", (count,)),
    }
    layout: dict[str, ArrayLayout] = {}
    start = 0
    for name, (dtype, shape) in shapes.items():
        layout[name] = ArrayLayout(dtype, shape, start)
        length = int(np.prod(shape)) * np.dtype(dtype).itemsize
        start += -(-length // ALIGNMENT_BYTES) * ALIGNMENT_BYTES
    return layout, start


def _create_file(size: int) -> Path:
    folder = MEMORY_FOLDER if MEMORY_FOLDER.is_dir() else None
    descriptor, name = tempfile.mkstemp(prefix="onirium-", dir=folder)
    os.truncate(descriptor, size)
    os.close(descriptor)
    return Path(name)


def _open_arrays(path: Path, layout: dict[str, ArrayLayout]) -> dict[str, NDArray[Any]]:
    """Return the arrays in a file, which stays mapped as long as one of them is referred to."""
    return {
        name: np.asarray(np.memmap(path, place.dtype, "r+", place.start, place.shape))
        for name, place in layout.items()
    }


def _start_worker(share: WorkerGames) -> tuple[Connection, BaseProcess]:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=run_worker, args=(theirs, share), daemon=True)
    process.start()
    theirs.close()
    return ours, process


def _close(started: Sequence[tuple[Connection, BaseProcess]], path: Path) -> None:
    """End the workers, which exit when their pipe is closed, and remove the file."""
    for pipe, _ in started:
        pipe.close()
    for _, process in started:
        process.join(CLOSE_TIMEOUT_S)
    with suppress(OSError):  # Windows keeps a file that is still mapped
        path.unlink()


def _send(pipe: Connection, message: object) -> None:
    """Send a message; ``Connection.send`` creates a pickler of its own for each, which is slow."""
    pipe.send_bytes(pickle.dumps(message))


def run_worker(pipe: Connection, share: WorkerGames) -> None:
    """Play the games of a worker until the pipe is closed."""
    worker = _PartOfBatch(share)
    while True:
        try:
            command, *arguments = pipe.recv()
            _send(pipe, getattr(worker, command)(*arguments))
        except (EOFError, BrokenPipeError, KeyboardInterrupt):
            return


class _PartOfBatch:
    """The games of one worker; the methods are its commands."""

    def __init__(self, share: WorkerGames) -> None:
        games = BatchedGames(load(share.game, **share.options), share.size, share.max_decisions)
        self._games = games
        rows = slice(share.first, share.first + share.size)
        shared = {name: a[rows] for name, a in _open_arrays(share.path, share.layout).items()}
        self._shared_actions = shared["actions"]
        self._copies = [
            (shared[name], shared_array(buffer, dtype).reshape(shared[name].shape))
            for name, buffer, dtype in (
                ("observations", games.observations, np.int16),
                ("legal_masks", games.legal_masks, np.int8),
                ("seats", games.seats, np.int64),
                ("terminated", games.terminated, np.bool_),
                ("truncated", games.truncated, np.bool_),
                ("rewards", games.rewards, np.float64),
                ("returns", games.returns, np.float64),
            )
        ]
        self._sampled = shared["sampled_actions"]

    def seed(self, index: int, seed: int) -> None:
        self._games.seed(index, seed)

    def reset(self, indices: list[int]) -> None:
        for index in indices:
            self._games.reset(index)
        self._publish()

    def check(self) -> dict[int, tuple[str, int, list[int]]]:
        return _to_tuples(self._games.illegal_actions(self._read_actions()))

    def step(self) -> dict[int, tuple[str, int, list[int]]]:
        errors = self._games.step(self._read_actions())
        self._publish()
        return _to_tuples(errors)

    def sample(self, key: int, number: int) -> None:
        self._games.sample_actions(key, number)
        self._sampled[:] = shared_array(self._games.sampled_actions, np.int64)

    def histories(self) -> list[GameHistory]:
        return [self._games.history(index) for index in range(self._games.count)]

    def restore(self, histories: list[GameHistory]) -> None:
        for index, history in enumerate(histories):
            self._games.restore(index, history)
        self._publish()

    def _read_actions(self) -> vec[i64]:
        return vec[i64](self._shared_actions)

    def _publish(self) -> None:
        for shared, own in self._copies:
            np.copyto(shared, own)


def _to_tuples(errors: dict[int, IllegalAction]) -> dict[int, tuple[str, int, list[int]]]:
    # An error with arguments of its own cannot be pickled.
    return {index: (str(error), error.action, error.legal) for index, error in errors.items()}
