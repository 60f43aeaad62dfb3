"""What a learner can do and is shown, as spaces of Gymnasium and arrays of numpy."""

from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from librt.vecs import vec
from mypy_extensions import i16
from numpy.typing import NDArray

from onirium.core.game import Game, State, action_buffer
from onirium.envs.arguments import OBSERVATIONS, validate_choice

MASK: Final = "action_mask"
"""Where an observation holds which actions are legal."""

Observation = dict[str, Any]
"""Arrays of numpy by their names."""


def action_space(game: Game, more: int = 0) -> Discrete:
    """Return the space of a game's actions, and of some more behind them."""
    return Discrete(game.action_count + more)


def observation_space(game: Game, form: str, more: int = 0) -> Dict:
    """Return the space of what is seen of a game.

    Args:
        game: the game, with its options.
        form: one of ``OBSERVATIONS``.
        more: how many actions there are beside those of the game.

    Raises:
        ValueError: if there is no such form.
    """
    validate_choice(OBSERVATIONS, "observation", form)
    parts = game.observation_spec()
    mask = Box(0, 1, (game.action_count + more,), np.int8)
    if form == "named":
        boxes = {name: Box(0, most, (length,), np.int16) for name, (length, most) in parts.items()}
        return Dict({**boxes, MASK: mask})
    most = np.concatenate([np.full(length, most, np.int16) for length, most in parts.values()])
    return Dict({"observation": Box(np.zeros_like(most), most, dtype=np.int16), MASK: mask})


class ObservationWriter:
    """What seats see of the states of a game, as arrays of numpy.

    Attributes:
        parts: where in one flat array each part of an observation lies.
    """

    def __init__(self, game: Game, form: str, more: int = 0) -> None:
        """Prepare to look; the arguments are those of ``observation_space``."""
        validate_choice(OBSERVATIONS, "observation", form)
        self._made_of = (game, form, more)
        self.parts: dict[str, slice] = {}
        length = 0
        for name, (size, _) in game.observation_spec().items():
            self.parts[name] = slice(length, length + size)
            length += size
        self._actions = game.action_count + more
        self._named = form == "named"
        self._numbers = vec[i16]([0] * length)
        self._flat = np.frombuffer(self._numbers, np.int16)  # type: ignore[call-overload]
        self._legal = action_buffer()
        self._choices = np.frombuffer(self._legal, np.int64)  # type: ignore[call-overload]

    def mask(self, state: State, seat: int) -> NDArray[np.int8]:
        """Return for every action 1 if the seat may take it now, otherwise 0."""
        mask = np.zeros(self._actions, np.int8)
        if state.current_player() == seat:
            mask[self._choices[: state.legal_actions_into(self._legal)]] = 1
        return mask

    def seen(self, state: State, seat: int, mask: NDArray[np.int8]) -> Observation:
        """Return what a seat sees, with a mask beside it."""
        state.observe_into(seat, self._numbers, 0)
        flat = self._flat.copy()
        if not self._named:
            return {"observation": flat, MASK: mask}
        return {**{name: flat[place] for name, place in self.parts.items()}, MASK: mask}

    def __reduce__(self) -> tuple[Any, ...]:
        return (ObservationWriter, self._made_of)
