"""What the environments have in common: actions in words, games one after the other, a table."""

from operator import index
from typing import Any

from gymnasium.error import ResetNeeded

from onirium.core.game import Game
from onirium.envs.arguments import ILLEGAL, RENDER_MODES, validate_choice
from onirium.envs.episode import Episodes
from onirium.envs.render import as_text, show
from onirium.envs.spaces import ObservationWriter


class ActionNames:
    """An environment whose actions can be read and written."""

    _game: Game

    def notation(self, action: Any) -> str:
        """Return an action in words."""
        return self._game.notation(index(action))

    def parse(self, notation: str) -> int:
        """Return the action that a notation means.

        Raises:
            ValueError: if the game has no such action.
        """
        return self._game.parse(notation)


class BaseEnv(ActionNames):
    """An environment in which one game is played after the other.

    Args:
        game: the game with its options.
        observation: as the environments have it.
        illegal: the same.
        render_mode: the same.
        more: how many actions there are beside those of the game.

    Raises:
        ValueError: if there is no such kind of observation, of answer or of rendering.
    """

    def __init__(
        self, game: Game, observation: str, illegal: str, render_mode: str | None, more: int = 0
    ) -> None:
        self._game = game
        self._strict = validate_choice(ILLEGAL, "illegal", illegal) == "raise"
        self.render_mode = render_mode and validate_choice(RENDER_MODES, "render_mode", render_mode)
        self._writer = ObservationWriter(game, observation, more)
        self.parts = self._writer.parts
        self._episodes: Episodes | None = None

    def render(self) -> str | None:
        """Print the table as who is to act sees it, or return it as text; without a mode neither.

        Raises:
            ResetNeeded: if no episode has begun.
        """
        if self.render_mode == "ansi":
            return as_text(self._begun(), self._seat())
        if self.render_mode == "human":
            show(self._begun(), self._seat())
        return None

    def _begun(self) -> Episodes:
        if self._episodes is None:
            raise ResetNeeded("no episode has begun; reset() begins one")
        return self._episodes

    def _seat(self) -> int:
        """Return which seat is to act, or at the end any of them."""
        return max(int(self._begun().state.current_player()), 0)
