"""Many games in lockstep on several processors.

Each process plays a part of the games. The calling process plays the first part itself, so that
each part keeps one processor busy. Observations, masks and results are in memory that all processes
share; a step is a short message to each worker, and a reply.
"""

import weakref
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from onirium.core.game import Game, IllegalAction
from onirium.envs.batch_part import BatchPart, Sample, Share, SharedMemory, create_memory
from onirium.envs.spinning_pipe import SpinningPipe
from onirium.studies.simulation.batch import GameHistory

CLOSE_TIMEOUT_S: Final = 5.0
"""Time for a worker to exit after its pipe is closed."""

WORKER_ENDED: Final = (
    "a worker of the batch has ended: is there enough memory, and does the script create the batch "
    'under if __name__ == "__main__"?'
)


class ParallelGames:
    """Games of one kind in lockstep, played by the calling process and its workers.

    It implements ``GameBatch``. The games are those of the same seeds in ``LocalGames``, but random
    actions have a stream for each process. Copies and pickles have workers of their own.
    """

    def __init__(self, game: Game, count: int, processes: int, max_decisions: int = 0) -> None:
        """Start the worker processes.

        Args:
            game: the game with its options.
            count: the number of games.
            processes: the number of processes, at most one for each game.
            max_decisions: the number of decisions after which a game is truncated, or 0.
        """
        self.game = game
        self.count = count
        self.max_decisions = max_decisions
        memory = create_memory(game, count, processes)
        workers: list[tuple[SpinningPipe, BaseProcess]] = []
        self._close = weakref.finalize(self, _close, workers, memory.path)
        arrays = memory.open_arrays()
        self.observations, self.legal_masks = arrays["observations"], arrays["legal_masks"]
        self.seats, self.terminated = arrays["seats"], arrays["terminated"]
        self.truncated, self.sampled_actions = arrays["truncated"], arrays["sampled_actions"]
        self.rewards, self.returns = arrays["rewards"], arrays["returns"]
        self._actions = arrays["actions"]
        self.terminated[:] = 1
        for name in arrays.keys() - {"actions", "sampled_actions"}:
            arrays[name].flags.writeable = False
        shares = _divide(game, count, memory, processes, max_decisions)
        self._firsts = [share.first for share in shares]
        workers.extend(_start_worker(share) for share in shares[1:])
        self._own_part = BatchPart(shares[0])
        self._pipes = [pipe for pipe, _ in workers]
        self._all_parts = range(processes)
        self._last_sample: Sample | None = None
        self._next_sample: Sample | None = None

    def seed(self, index: int, seed: int) -> None:
        """Set the seed of a game; its next deal is the first one of that seed."""
        part = self._part_of(index)
        self._call({part: ("seed", index - self._firsts[part], seed)})

    def reset(self, indices: Iterable[int]) -> None:
        """Start several games again with their next deals."""
        indices_by_part: dict[int, list[int]] = {}
        for index in indices:
            part = self._part_of(index)
            indices_by_part.setdefault(part, []).append(index - self._firsts[part])
        sample = self._last_sample
        self._call({part: ("reset", own, sample) for part, own in indices_by_part.items()})

    def illegal_actions(self, actions: NDArray[np.int64]) -> dict[int, IllegalAction]:
        """Return an error for each game whose action is illegal, by its index."""
        return self._decide(actions, "check")

    def step(self, actions: NDArray[np.int64]) -> dict[int, IllegalAction]:
        """Take an action in every game; a game that is over is reset instead.

        Returns:
            An error for each game whose action was illegal, by its index.
        """
        self._last_sample, self._next_sample = self._next_sample, None
        return self._decide(actions, "step", self._last_sample)

    def sample_actions(self, key: int, number: int) -> None:
        """Write a legal action for each game into ``sampled_actions``, sampled uniformly.

        A step that follows a sample also draws the next sample of the same stream.
        """
        sample = key, number
        if sample != self._last_sample:
            self._call_all("sample", sample)
            self._last_sample = sample
        self._next_sample = key, number + 1

    def histories(self) -> list[GameHistory]:
        """Return the history of each game."""
        return [history for own in self._call_all("histories") for history in own]

    def restore(self, histories: Sequence[GameHistory]) -> None:
        """Repeat the history of each game."""
        self._last_sample = None
        ends = [*self._firsts[1:], self.count]
        shares = [histories[first:end] for first, end in zip(self._firsts, ends, strict=True)]
        self._call({part: ("restore", own) for part, own in enumerate(shares)})

    def close(self) -> None:
        """End the workers and release the memory."""
        self._close()

    def _decide(
        self, actions: NDArray[np.int64], command: str, *arguments: object
    ) -> dict[int, IllegalAction]:
        self._actions[:] = actions
        errors: dict[int, IllegalAction] = {}
        for first, reply in zip(self._firsts, self._call_all(command, *arguments), strict=True):
            for index, error in reply.items():
                text = str(error).replace(f"game {index}:", f"game {first + index}:", 1)
                errors[first + index] = IllegalAction(text, error.action, error.legal)
        return errors

    def _call_all(self, *message: object) -> list[Any]:
        return self._call(dict.fromkeys(self._all_parts, message))

    def _call(self, messages: dict[int, tuple[Any, ...]]) -> list[Any]:
        """Send a message to each of some parts, and return the replies in the order of parts.

        Raises:
            RuntimeError: if the batch is closed, or a worker has ended.
        """
        if not self._close.alive:
            raise RuntimeError("the batch is closed; create a new one")
        try:
            return self._exchange(messages)
        except (EOFError, ConnectionError) as error:
            self.close()
            raise RuntimeError(WORKER_ENDED) from error
        except BaseException:
            self.close()  # unread replies would answer the next call
            raise

    def _exchange(self, messages: dict[int, tuple[Any, ...]]) -> list[Any]:
        for part, message in messages.items():
            if part > 0:
                self._pipes[part - 1].send(message)
        return [
            self._pipes[part - 1].receive() if part > 0 else self._own_part.execute(messages[part])
            for part in sorted(messages)
        ]

    def _part_of(self, index: int) -> int:
        return int(np.searchsorted(self._firsts, index, side="right")) - 1

    def __reduce__(self) -> tuple[object, ...]:
        arguments = (self.game, self.count, len(self._all_parts), self.max_decisions)
        return (_restore, (arguments, self.histories()))


def _restore(
    arguments: tuple[Game, int, int, int], histories: Sequence[GameHistory]
) -> ParallelGames:
    games = ParallelGames(*arguments)
    games.restore(histories)
    return games


def _divide(
    game: Game, count: int, memory: SharedMemory, processes: int, max_decisions: int
) -> list[Share]:
    """Return the share of each process: consecutive games, equally many but for one."""
    ends = [count * number // processes for number in range(processes + 1)]
    return [
        Share(
            game=game.name,
            options=game.options,
            memory=memory,
            process=process,
            first=first,
            size=end - first,
            max_decisions=max_decisions,
        )
        for process, (first, end) in enumerate(pairwise(ends))
    ]


def _start_worker(share: Share) -> tuple[SpinningPipe, BaseProcess]:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=run_worker, args=(theirs, share), daemon=True)
    process.start()
    theirs.close()
    commands, replies = share.memory.open_counters(share.process)
    return SpinningPipe(ours, commands, replies), process


def _close(workers: Sequence[tuple[SpinningPipe, BaseProcess]], path: Path) -> None:
    """End the workers, which exit when their pipe is closed, and remove the file."""
    for pipe, _ in workers:
        pipe.close()
    for _, process in workers:
        process.join(CLOSE_TIMEOUT_S)
        process.terminate()  # one that is still starting does not read its pipe
        process.join()
    with suppress(OSError):  # Windows keeps a file that is still mapped
        path.unlink()


def run_worker(pipe: Connection, share: Share) -> None:
    """Play the games of a worker until the pipe is closed."""
    try:
        part = BatchPart(share)
        commands, replies = share.memory.open_counters(share.process)
    except FileNotFoundError:  # the batch was closed before this process had started
        return
    leader = SpinningPipe(pipe, replies, commands)
    while True:
        try:
            leader.send(part.execute(leader.receive()))
        except (EOFError, ConnectionError, KeyboardInterrupt):
            return
