"""The games of one process in a batch that several processes play, and the memory they share."""

import os
import tempfile
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from onirium.core.chance import derive_key
from onirium.core.game import Game, IllegalAction
from onirium.envs.game_batch import LocalGames
from onirium.games.registry import load
from onirium.studies.simulation.batch import BatchedGames, GameHistory

MEMORY_FOLDER: Final = Path("/dev/shm")  # noqa: S108 - mkstemp draws the names
"""The folder of files that are never written to a disk, where the system has one."""

ALIGNMENT_BYTES: Final = 64
"""Arrays start at multiples of a cache line."""

PUBLISHED_ARRAYS: Final = (
    *("observations", "legal_masks", "seats", "terminated", "truncated"),
    *("rewards", "returns"),
)
"""The arrays that are copied to the shared memory after each change."""

Sample = tuple[int, int]
"""The key of a stream of random actions, and the index of a sample in it."""


class ArrayLayout(NamedTuple):
    """The type and shape of an array, and its offset in the shared memory in bytes."""

    dtype: str
    shape: tuple[int, ...]
    start: int


class SharedMemory(NamedTuple):
    """A file that several processes map into their memory, and the arrays in it."""

    path: Path
    layout: dict[str, ArrayLayout]

    def open_arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays; the file stays mapped as long as one of them is referred to."""
        return {
            name: np.asarray(np.memmap(self.path, array.dtype, "r+", array.start, array.shape))
            for name, array in self.layout.items()
        }

    def open_counters(self, process: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the counters of the messages to and from a process, each in its own cache line."""
        counters = self.open_arrays()["messages"][process]
        return counters[0], counters[1]


class Share(NamedTuple):
    """The games of one process, and everything that it needs to play them.

    Attributes:
        game: the name of the game.
        options: its options.
        memory: the memory that all processes share.
        process: the index of the process.
        first: the index of its first game in the batch.
        size: the number of its games.
        max_decisions: the number of decisions after which a game is truncated, or 0 for no limit.
    """

    game: str
    options: dict[str, object]
    memory: SharedMemory
    process: int
    first: int
    size: int
    max_decisions: int


class BatchPart:
    """The games of one process; the methods are the commands that it receives.

    A command that changes the legal actions also samples random actions if it gets a ``Sample``, so
    that a batch that plays them needs one round of messages per step.
    """

    def __init__(self, share: Share) -> None:
        game = load(share.game, **share.options)
        self._games = LocalGames(BatchedGames(game, share.size, share.max_decisions))
        self._stream = f"worker {share.process}"
        rows = slice(share.first, share.first + share.size)
        shared = {name: array[rows] for name, array in share.memory.open_arrays().items()}
        self._shared_actions, self._sampled = shared["actions"], shared["sampled_actions"]
        self._copies = [(shared[name], getattr(self._games, name)) for name in PUBLISHED_ARRAYS]

    def execute(self, message: tuple[Any, ...]) -> Any:
        """Call the method of a message, a name with arguments."""
        command, *arguments = message
        return getattr(self, command)(*arguments)

    def seed(self, index: int, seed: int) -> None:
        """Set the seed of a game."""
        self._games.seed(index, seed)

    def reset(self, indices: list[int], sample: Sample | None) -> None:
        """Start games again with their next deals."""
        self._games.reset(indices)
        self._publish(sample)

    def check(self) -> dict[int, IllegalAction]:
        """Return an error for each game whose action is illegal."""
        return self._games.illegal_actions(self._shared_actions)

    def step(self, sample: Sample | None) -> dict[int, IllegalAction]:
        """Take an action in every game, and return an error for each that is illegal."""
        errors = self._games.step(self._shared_actions)
        self._publish(sample)
        return errors

    def sample(self, sample: Sample) -> None:
        """Sample a legal action for each game."""
        key, number = sample
        self._games.sample_actions(derive_key(key, self._stream), number)
        self._sampled[:] = self._games.sampled_actions

    def histories(self) -> list[GameHistory]:
        """Return the history of each game."""
        return self._games.histories()

    def restore(self, histories: list[GameHistory]) -> None:
        """Repeat the history of each game."""
        self._games.restore(histories)
        self._publish(None)

    def _publish(self, sample: Sample | None) -> None:
        for shared, own in self._copies:
            np.copyto(shared, own)
        if sample is not None:
            self.sample(sample)


def create_memory(game: Game, count: int, processes: int) -> SharedMemory:
    """Create the memory that the processes of a batch share."""
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
        "messages": ("int64", (processes, 2, ALIGNMENT_BYTES // 8)),
    }
    layout: dict[str, ArrayLayout] = {}
    start = 0
    for name, (dtype, shape) in shapes.items():
        layout[name] = ArrayLayout(dtype, shape, start)
        length = int(np.prod(shape)) * np.dtype(dtype).itemsize
        start += -(-length // ALIGNMENT_BYTES) * ALIGNMENT_BYTES
    return SharedMemory(_create_file(start), layout)


def _create_file(size: int) -> Path:
    folder = MEMORY_FOLDER if MEMORY_FOLDER.is_dir() else None
    descriptor, name = tempfile.mkstemp(prefix="onirium-", dir=folder)
    os.truncate(descriptor, size)
    os.close(descriptor)
    return Path(name)
