"""Checks every decision of external players before it is applied."""

import os
import sys
import traceback
from contextlib import suppress
from operator import index
from pathlib import Path
from typing import Any, Final, final

from librt.random import Random
from mypy_extensions import i64

from onirium.bots.base import Bot
from onirium.bots.player import InformationSet, Player, PlayerError
from onirium.core.buffers import action_buffer
from onirium.core.formatting import format_game
from onirium.core.game import Game, IllegalAction, State
from onirium.studies.termination import Terminated

CHECK_VARIABLE: Final = "ONIRIUM_CHECK_BOTS"
"""If this environment variable is set, bots of the package are checked, too; tests set it."""

_PACKAGE: Final = __name__.partition(".")[0]

SEED_LIMIT: Final[i64] = 1 << 62
"""The exclusive upper bound of the seeds of hidden cards."""


def prepare_player(player: Bot | Player, game: Game) -> Bot:
    """Return a bot for a player: itself if it belongs to the package, otherwise a checked one."""
    if isinstance(player, Player):
        return CheckedBot(player, game)
    is_trusted = _is_in_package(type(player)) and CHECK_VARIABLE not in os.environ
    return player if is_trusted else CheckedBot(player, game)


def _is_in_package(cls: type) -> bool:
    """Return whether a class is defined in the package: anyone can set its ``__module__``."""
    module = cls.__module__
    if module.partition(".")[0] != _PACKAGE:
        return False
    return getattr(sys.modules.get(module), cls.__name__, None) is cls


@final
class CheckedBot(Bot):
    """Gives a player its information, a bot a copy of the state, and validates the decision.

    Args:
        player: the player or bot.
        game: the game.
    """

    def __init__(self, player: Bot | Player, game: Game) -> None:
        # Without its type: compiled code would reject other integers before they are checked.
        self._player: Any = player
        self._sees_state = isinstance(player, Bot)
        self._game = game
        self._copy = game.new_state()
        self._hidden = Random(0)
        self._legal = action_buffer()

    def choose(self, state: State, rng: Random) -> i64:
        """Return the action of the player.

        Raises:
            PlayerError: if it fails, or if the action is illegal.
        """
        action = self._to_integer(self._decide(state, rng))
        if self._game.is_action(action):
            number: i64
            for number in range(state.legal_actions_into(self._legal)):
                if self._legal[number] == action:
                    return self._legal[number]
        raise PlayerError(f"{player_name(self._player)}: {_illegal_action(state, action)}")

    def _decide(self, state: State, rng: Random) -> object:
        """Return the decision of the player without checking it."""
        try:
            if self._sees_state:
                self._copy.copy_from(state)
                return self._player.choose(self._copy, rng)
            self._hidden.seed(rng.randrange(SEED_LIMIT))
            information = InformationSet(state, state.current_player(), self._hidden)
            return self._player.choose(information, rng)
        except PlayerError as error:
            text = _message(error) or type(error).__name__
            raise PlayerError(f"{player_name(self._player)}: {text}") from error
        except Terminated:
            raise
        except (Exception, SystemExit) as failure:
            text = _describe_failure(failure)
            raise PlayerError(f"{player_name(self._player)} {text}") from failure

    def _to_integer(self, action: Any) -> int:
        """Return a decision as an integer of any size, also from one of another library."""
        try:
            return index(action)
        except Exception as failure:  # a TypeError, or any of the code of the player
            text = f"{player_name(self._player)} chose {_describe_decision(action)}"
            raise PlayerError(f"{text}, not an action: an integer") from failure


def locate_error(
    error: PlayerError, game: Game, deal: int, seat: int, decision: int
) -> PlayerError:
    """Return the error of a player with its location: game, deal, seat and decision."""
    name = format_game(game.name, game.options)
    return PlayerError(f"{name}, deal {deal}, seat {seat}, decision {decision}: {error}")


def player_name(player: object) -> str:
    """Return the name of a player in messages: its own, or else that of its class in commands.

    The latter also replaces a name whose computation in the code of the player raises an exception.
    """
    name = ""
    with suppress(Exception):
        name = str(getattr(player, "name", ""))
    scheme = "state:" if isinstance(player, Bot) else ""
    return name or f"{scheme}{type(player).__module__}:{type(player).__qualname__}"


def _illegal_action(state: State, action: int) -> IllegalAction:
    """Return the error that the rules raise for an illegal action."""
    try:
        state.clone().apply(action)
    except IllegalAction as error:
        return error
    raise AssertionError("the rules allow an action that is not among the legal actions")


def _describe_decision(decision: object) -> str:
    """Return the ``repr`` of a decision, or its type if ``repr`` raises an exception."""
    text = f"an object of type {type(decision).__qualname__}"
    with suppress(Exception):
        text = repr(decision)
    return text


def _describe_failure(error: BaseException) -> str:
    """Return an error and its location, if it is in the code of the player."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    name, message = type(error).__name__, _message(error)
    text = f"failed with {name}: {message}" if message else f"failed with {name}"
    if Path(frame.filename).stem == __name__.rpartition(".")[2]:
        return text  # The call itself has failed, for example for its arguments.
    return f"{text} ({frame.filename}, line {frame.lineno})"


def _message(error: BaseException) -> str:
    """Return the message of an error, or an empty one if ``str`` raises an exception."""
    message = ""
    with suppress(Exception):
        message = str(error)
    return message
