"""The record of a game: its options, its seats, and all actions and chance outcomes in order."""

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec

from onirium.core.game import Game, OptionError
from onirium.games.registry import load

FORMAT_VERSION: Final = 1
"""The format version of new records. This and all earlier versions can be read."""

MAX_RECORD_ACTIONS: Final = 20_000
"""The limit of actions in a record, far above the length of any game."""

MAX_NAME_LENGTH: Final = 100
"""The length limit of the names of actions, games, options and players."""


class RecordError(ValueError):
    """A record that cannot be read or written. The message has the location and the reason."""


_Version = Annotated[int, msgspec.Meta(ge=1)]
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_NAME_LENGTH)]


class Record(msgspec.Struct):
    """The record of a game. Replaying it yields every state of the game.

    Attributes:
        format: the version of the record format.
        game: the name of the game.
        rules: the version of the rules.
        options: the options of the game.
        seats: the occupant of each seat, such as ``human`` or ``greedy``.
        actions: the notation of each action and chance outcome, in order.
    """

    format: _Version
    game: _Name
    rules: _Version
    options: dict[_Name, object]
    seats: list[_Name]
    actions: Annotated[list[_Name], msgspec.Meta(max_length=MAX_RECORD_ACTIONS)]


def new_record(game: Game, seats: Sequence[str]) -> Record:
    """Return the record of a game before its first action.

    >>> import onirium
    >>> new_record(onirium.load("onirim"), ["human"]).actions
    []
    """
    return Record(
        FORMAT_VERSION, game.name, game.rules_version, dict(game.options), list(seats), []
    )


def load_game(record: Record) -> Game:
    """Load the game of a record, under its version of the rules.

    Raises:
        RecordError: if the game or one of its options does not exist.
    """
    try:
        return load(record.game, **record.options).under_rules(record.rules)
    except OptionError as error:
        raise RecordError(f"game: {error}") from None
