"""Tutorials: games with predetermined actions and explanatory texts."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from onirium.i18n.catalog import Words
from onirium.web.live.protocol.messages import TutorialStep

BASICS: Final = "basics"
"""The tutorial that every game has, on the game without expansions."""

_DIRECTORY = Path(__file__).parents[1] / "tutorials"


class Tutorial(msgspec.Struct, frozen=True):
    """A tutorial, as its JSON file contains it.

    Attributes:
        game: name of the game.
        options: options of the game.
        occupants: the occupants.
        actions: notation of all actions and chance outcomes after the opening, in order.
        texts: keys of texts, by the number of these actions from which each is shown.
        opening: notation of the actions and chance outcomes before the tutorial begins.
    """

    game: str
    options: dict[str, str | list[str]]
    occupants: list[str]
    actions: list[str]
    texts: dict[int, str]
    opening: list[str] = []

    @property
    def script(self) -> list[str]:
        """All actions and chance outcomes from the deal to the end of the tutorial."""
        return self.opening + self.actions

    def step(self, action_count: int, words: Words) -> TutorialStep | None:
        """Return the step that is shown after a number of actions; ``None`` outside it."""
        index = action_count - len(self.opening)
        keys = [key for start, key in self.texts.items() if start <= index]
        if not keys or index >= len(self.actions):
            return None
        return TutorialStep(words.text(keys[-1]), index, len(self.actions))


@cache
def tutorial_names(game: str) -> tuple[str, ...]:
    """Return the names of a game's tutorials, the basics first.

    >>> tutorial_names("onirim")
    ('basics', 'book', 'premonitions', 'towers', 'two-players')
    """
    names = [path.stem for path in (_DIRECTORY / game).glob("*.json")]
    return tuple(sorted(names, key=lambda name: (name != BASICS, name)))


@cache
def load_tutorial(game: str, name: str = BASICS) -> Tutorial:
    """Load a tutorial of a game.

    Raises:
        KeyError: if the game has no such tutorial.
    """
    if name not in tutorial_names(game):
        raise KeyError(name)
    return msgspec.json.decode((_DIRECTORY / game / f"{name}.json").read_bytes(), type=Tutorial)


def find_tutorial(game: str, script: Sequence[str]) -> Tutorial | None:
    """Return the tutorial with a script; ``None`` if this release has none."""
    tutorials = (load_tutorial(game, name) for name in tutorial_names(game))
    return next((tutorial for tutorial in tutorials if tutorial.script == script), None)
