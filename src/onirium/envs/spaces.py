"""Action and observation spaces of Gymnasium, and observations as numpy arrays."""

from typing import Any, Final, TypeVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete, Space
from librt.vecs import vec
from mypy_extensions import i16
from numpy.typing import NDArray

from onirium.core.buffers import action_buffer
from onirium.core.game import Game, State
from onirium.envs.arguments import OBSERVATION_FORMS, validate_choice
from onirium.envs.one_hot import OneHotEncoder

MASK: Final = "action_mask"
"""The key of the legal action mask in observations and infos."""

Observation = dict[str, Any]
"""Named numpy arrays, in the type of Gymnasium's ``Dict`` space."""

Info = dict[str, Any]
"""The info dictionary of Gymnasium and PettingZoo."""

ScalarT = TypeVar("ScalarT", bound=np.generic)


def shared_array(buffer: object, dtype: type[ScalarT]) -> NDArray[ScalarT]:
    """Return a read-only array that shares the memory of a ``vec``."""
    array: NDArray[ScalarT] = np.frombuffer(buffer, dtype)  # type: ignore[call-overload]
    return array


def action_space(game: Game, extra_actions: int = 0) -> Discrete:
    """Return the space of a game's actions and some extra ones after them."""
    return Discrete(game.action_count + extra_actions)


def observation_space(game: Game, form: str, extra_actions: int = 0) -> Dict:
    """Return the space of a game's observations.

    Args:
        game: the game, with its options.
        form: one of ``OBSERVATION_FORMS``.
        extra_actions: the number of actions beyond those of the game.

    Raises:
        ValueError: if the form is invalid.
    """
    validate_choice(OBSERVATION_FORMS, "observation", form)
    mask = Box(0, 1, (game.action_count + extra_actions,), np.int8)
    if form == "named":
        return Dict({**_named_spaces(game), MASK: mask})
    if form == "one_hot":
        high = OneHotEncoder(game).high
    else:
        high = np.concatenate(
            [np.full(length, high, np.int16) for length, high in game.observation_spec().values()]
        )
    return Dict({"observation": Box(np.zeros_like(high), high, dtype=np.int16), MASK: mask})


def _named_spaces(game: Game) -> dict[str, Space[NDArray[np.int16]]]:
    categorical = game.categorical_arrays()
    return {
        name: MultiDiscrete(np.full(length, high + 1), dtype=np.int16)
        if name in categorical
        else Box(0, high, (length,), np.int16)
        for name, (length, high) in game.observation_spec().items()
    }


def observation_slices(game: Game) -> dict[str, slice]:
    """Return the slice of each named array in a flat observation."""
    slices: dict[str, slice] = {}
    start = 0
    for name, (length, _) in game.observation_spec().items():
        slices[name] = slice(start, start + length)
        start += length
    return slices


class ObservationWriter:
    """Writes the observations of seats and their legal action masks as numpy arrays.

    Attributes:
        slices: the slice of each named array in an observation of one array.
        numbers: the numbers of the latest observation, as of ``State.observe_into``.
    """

    def __init__(self, game: Game, form: str, extra_actions: int = 0) -> None:
        """Allocate the buffers; the arguments are those of ``observation_space``."""
        validate_choice(OBSERVATION_FORMS, "observation", form)
        self._arguments = (game, form, extra_actions)
        parts = observation_slices(game)
        self._encoder = OneHotEncoder(game) if form == "one_hot" else None
        self.slices = self._encoder.slices if self._encoder else parts
        self._action_count = game.action_count + extra_actions
        self._named = form == "named"
        self.numbers = vec[i16]([0] * sum(part.stop - part.start for part in parts.values()))
        self._flat = shared_array(self.numbers, np.int16)
        self._legal = action_buffer()
        self._legal_array = shared_array(self._legal, np.int64)

    def action_mask(self, state: State, seat: int) -> NDArray[np.int8]:
        """Return 1 for each action that the seat may take now, otherwise 0."""
        mask = np.zeros(self._action_count, np.int8)
        if state.current_player() == seat:
            mask[self._legal_array[: state.legal_actions_into(self._legal)]] = 1
        return mask

    def observation(self, state: State, seat: int, mask: NDArray[np.int8]) -> Observation:
        """Return the observation of a seat, including the action mask."""
        state.observe_into(seat, self.numbers, 0)
        return self.arrays(mask)

    def arrays(self, mask: NDArray[np.int8]) -> Observation:
        """Return the latest observation, including an action mask."""
        flat = self._encoder.encode(self._flat) if self._encoder else self._flat.copy()
        if not self._named:
            return {"observation": flat, MASK: mask}
        return {**{name: flat[part] for name, part in self.slices.items()}, MASK: mask}

    def __reduce__(self) -> tuple[object, ...]:
        return (ObservationWriter, self._arguments)
