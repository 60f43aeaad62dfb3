"""Checks every decision of players from outside the package before it is applied."""

import os
import traceback
from operator import index
from typing import Any, Final, final

from librt.random import Random
from mypy_extensions import i64

from onirium.bots.base import Bot
from onirium.bots.player import Player, PlayerBot, PlayerError
from onirium.core.game import Game, IllegalAction, State, action_buffer

CHECK_VARIABLE: Final = "ONIRIUM_CHECK_BOTS"
"""The environment variable that makes the bots of the package checked too; the tests set it."""

_PACKAGE: Final = __name__.partition(".")[0]


def prepare_player(player: Bot | Player, game: Game) -> Bot:
    """Return a bot for a player: itself if it belongs to the package, otherwise a checked one."""
    bot = PlayerBot(player) if isinstance(player, Player) else player
    if type(player).__module__.partition(".")[0] == _PACKAGE and bot is player:
        return CheckedBot(bot, player, game) if CHECK_VARIABLE in os.environ else bot
    return CheckedBot(bot, player, game)


def player_name(player: Bot | Player) -> str:
    """Return the name of a player in messages: its own, or else its class as ``module:Class``."""
    name = getattr(player, "name", "")
    return str(name) or f"{type(player).__module__}:{type(player).__qualname__}"


@final
class CheckedBot(Bot):
    """Validates the decisions of a bot, which decides on a copy of the state.

    Args:
        bot: the bot.
        player: the player behind it, which messages name.
        game: the game.
    """

    def __init__(self, bot: Bot, player: Bot | Player, game: Game) -> None:
        # Without its type: compiled code would reject other integers before they are checked.
        self._bot: Any = bot
        self._player = player
        self._copy = game.new_state()
        self._legal = action_buffer()

    def choose(self, state: State, rng: Random) -> i64:
        """Return the action of the bot.

        Raises:
            PlayerError: if it fails, or if the action is illegal.
        """
        self._copy.copy_from(state)
        try:
            action = index(self._bot.choose(self._copy, rng))
        except PlayerError as error:
            raise PlayerError(f"{player_name(self._player)}: {error}") from error
        except Exception as error:
            raise PlayerError(f"{player_name(self._player)} {_describe_failure(error)}") from error
        number: i64
        for number in range(state.legal_actions_into(self._legal)):
            if self._legal[number] == action:
                return self._legal[number]
        raise PlayerError(f"{player_name(self._player)}: {_illegal_action(state, action)}")


def _illegal_action(state: State, action: int) -> IllegalAction:
    """Return the error that the rules raise for an illegal action."""
    try:
        state.clone().apply(action)
    except IllegalAction as error:
        return error
    raise AssertionError("the rules allow an action that is not among the legal actions")


def _describe_failure(error: Exception) -> str:
    """Return an error and its place in the code of the player."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"failed with {text} ({place.filename}, line {place.lineno})"
