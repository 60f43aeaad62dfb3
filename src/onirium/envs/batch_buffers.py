"""The buffers of a batch of games as arrays, and the observations made from them."""

from onirium.envs.array_pool import ArrayPool
from onirium.envs.game_batch import GameBatch
from onirium.envs.one_hot import OneHotEncoder
from onirium.envs.spaces import MASK, Observation, observation_slices


class BatchBuffers:
    """Arrays with a row for each game, which share the memory of a batch.

    Attributes:
        masks, terminated, truncated, rewards, seats, returns: those of ``BatchedGames``.
    """

    def __init__(self, games: GameBatch, form: str, *, copy: bool) -> None:
        """Create the arrays.

        Args:
            games: the batch.
            form: one of ``OBSERVATION_FORMS``.
            copy: whether observations are copies.
        """
        self.masks = games.legal_masks
        self.terminated, self.truncated = games.terminated, games.truncated
        self.rewards, self.returns = games.rewards, games.returns
        self.seats = games.seats
        self._copy = copy
        self._flat = games.observations
        self._encoder = OneHotEncoder(games.game) if form == "one_hot" else None
        arrays = {"observation": self._flat}
        if self._encoder is not None:
            self._encoded = self._encoder.encode(self._flat)
            arrays["observation"] = self._encoded.view()
            arrays["observation"].flags.writeable = False
        if form == "named":
            slices = observation_slices(games.game)
            arrays = {name: self._flat[:, part] for name, part in slices.items()}
        self._arrays: Observation = {**arrays, MASK: self.masks}
        self._pools = {name: ArrayPool() for name in self._arrays}

    def observe(self) -> Observation:
        """Return the observations of all games."""
        if self._encoder is not None:
            self._encoder.encode_into(self._flat, self._encoded)
        if not self._copy:
            return dict(self._arrays)
        return {name: self._pools[name].copy(array) for name, array in self._arrays.items()}

    def observe_game(self, index: int) -> Observation:
        """Return a copy of the observation of one game."""
        observation = {name: array[index].copy() for name, array in self._arrays.items()}
        if self._encoder is not None:
            observation["observation"] = self._encoder.encode(self._flat[index])
        return observation
