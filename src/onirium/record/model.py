"""What a record is: the options and seats of a game, and everything that came, in order."""

from collections.abc import Sequence
from typing import Annotated, Any, Final

import msgspec

from onirium.core.game import Game, OptionError
from onirium.games.registry import load

FORMAT: Final = 1
"""The version of the format that is written; all versions up to it are read."""

MAX_ACTIONS: Final = 20_000
"""No record has more actions; no game comes near."""

MAX_NAME_LENGTH: Final = 100
"""No action, game or player has a longer name."""


class RecordError(ValueError):
    """A record that cannot be read or written: the text names the place and the reason."""


_Version = Annotated[int, msgspec.Meta(ge=1)]
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_NAME_LENGTH)]


class Record(msgspec.Struct):
    """A game as text: whoever replays it has the game, at any of its moments.

    Attributes:
        format: the version of this format.
        game: the name of the game.
        rules: the version of the rules it was played by.
        options: the options of the game.
        seats: who plays each seat, such as ``human`` or ``greedy``.
        actions: the notation of each decision and of each chance outcome, in order.
    """

    format: _Version
    game: _Name
    rules: _Version
    options: dict[_Name, Any]
    seats: list[_Name]
    actions: Annotated[list[_Name], msgspec.Meta(max_length=MAX_ACTIONS)]


def new_record(game: Game, seats: Sequence[str]) -> Record:
    """Return the record of a game in which nothing has come yet.

    >>> import onirium
    >>> new_record(onirium.load("onirim"), ["human"]).actions
    []
    """
    return Record(FORMAT, game.name, game.rules_version, dict(game.options), list(seats), [])


def load_game(record: Record) -> Game:
    """Return the game that a record is of, with its options settled.

    Raises:
        RecordError: if there is no such game, or it has no such options.
    """
    try:
        return load(record.game, **record.options)
    except OptionError as error:
        raise RecordError(f"game: {error}") from None
