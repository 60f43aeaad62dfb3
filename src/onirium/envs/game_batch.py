"""Many games in lockstep, with arrays of numpy: the interface, and its simple implementation."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import NDArray

from onirium.core.game import Game, IllegalAction
from onirium.envs.spaces import shared_array
from onirium.studies.simulation.batch import BatchedGames, GameHistory


class GameBatch(Protocol):
    """Games of one kind in lockstep.

    The arrays have a row for each game, and are never replaced; their meaning is that of
    ``BatchedGames``. Copies and pickles continue exactly like the original.
    """

    game: Game
    count: int
    observations: NDArray[Any]
    legal_masks: NDArray[Any]
    seats: NDArray[Any]
    terminated: NDArray[Any]
    truncated: NDArray[Any]
    rewards: NDArray[Any]
    returns: NDArray[Any]
    sampled_actions: NDArray[Any]

    def seed(self, index: int, seed: int) -> None:
        """Set the seed of a game; its next deal is the first one of that seed."""

    def reset(self, indices: Iterable[int]) -> None:
        """Start several games again with their next deals."""

    def illegal_actions(self, actions: NDArray[np.int64]) -> dict[int, IllegalAction]:
        """Return an error for each game whose action is illegal, by its index."""

    def step(self, actions: NDArray[np.int64]) -> dict[int, IllegalAction]:
        """Take an action in every game; a game that is over is reset instead.

        Returns:
            An error for each game whose action was illegal, by its index.
        """

    def sample_actions(self, key: int, number: int) -> None:
        """Write a legal action for each game into ``sampled_actions``, sampled uniformly."""

    def histories(self) -> list[GameHistory]:
        """Return the history of each game."""

    def restore(self, histories: Sequence[GameHistory]) -> None:
        """Repeat the history of each game."""

    def close(self) -> None:
        """Release the processes and the memory."""


class LocalGames:
    """A batch of games that this process plays; see ``GameBatch``.

    The arrays are read-only and share the memory of the games.
    """

    def __init__(self, games: BatchedGames) -> None:
        self._games = games
        self.game = games.game
        self.count = int(games.count)
        rows = games.count, -1
        self.observations = shared_array(games.observations, np.int16).reshape(rows)
        self.legal_masks = shared_array(games.legal_masks, np.int8).reshape(rows)
        self.seats = shared_array(games.seats, np.int64)
        self.terminated = shared_array(games.terminated, np.bool_)
        self.truncated = shared_array(games.truncated, np.bool_)
        self.rewards = shared_array(games.rewards, np.float64)
        self.returns = shared_array(games.returns, np.float64).reshape(rows)
        self.sampled_actions = shared_array(games.sampled_actions, np.int64)

    def seed(self, index: int, seed: int) -> None:
        """Set the seed of a game; its next deal is the first one of that seed."""
        self._games.seed(index, seed)

    def reset(self, indices: Iterable[int]) -> None:
        """Start several games again with their next deals."""
        for index in indices:
            self._games.reset(index)

    def illegal_actions(self, actions: NDArray[np.int64]) -> dict[int, IllegalAction]:
        """Return an error for each game whose action is illegal, by its index."""
        return self._games.illegal_actions(vec[i64](actions))

    def step(self, actions: NDArray[np.int64]) -> dict[int, IllegalAction]:
        """Take an action in every game; a game that is over is reset instead.

        Returns:
            An error for each game whose action was illegal, by its index.
        """
        return self._games.step(vec[i64](actions))

    def sample_actions(self, key: int, number: int) -> None:
        """Write a legal action for each game into ``sampled_actions``, sampled uniformly."""
        self._games.sample_actions(key, number)

    def histories(self) -> list[GameHistory]:
        """Return the history of each game."""
        return [self._games.history(index) for index in range(self.count)]

    def restore(self, histories: Sequence[GameHistory]) -> None:
        """Repeat the history of each game."""
        for index, history in enumerate(histories):
            self._games.restore(index, history)

    def close(self) -> None:
        """Do nothing: there are no other processes."""

    def __reduce__(self) -> tuple[object, ...]:
        return (LocalGames, (self._games,))
