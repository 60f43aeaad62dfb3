"""Scripted first games: what they say while they are played."""

from functools import cache
from pathlib import Path

import msgspec

from onirium.i18n.catalog import Words
from onirium.web.live.protocol import Lesson

_FOLDER = Path(__file__).parents[1] / "tutorials"


class Script(msgspec.Struct, frozen=True):
    """A first game.

    Attributes:
        game: the name of the game.
        options: its options.
        seats: who sits where.
        script: the notation of everything that comes, in order.
        says: what is said from so many actions on, by the keys of words.
    """

    game: str
    options: dict[str, str | list[str]]
    seats: list[str]
    script: list[str]
    says: dict[int, str]


@cache
def script_of(game: str) -> Script:
    """Return the first game of a game."""
    return msgspec.json.decode((_FOLDER / f"{game}.json").read_bytes(), type=Script)


def said_in(game: str, number: int, words: Words) -> Lesson | None:
    """Return what is said after so many actions, until the script is at its end."""
    script = script_of(game)
    said = [key for start, key in script.says.items() if start <= number]
    if not said or number >= len(script.script):
        return None
    return Lesson(words.text(said[-1]), number, len(script.script))
