"""Tutorials: scripted first games with explanatory texts."""

from functools import cache
from pathlib import Path

import msgspec

from onirium.i18n.catalog import Words
from onirium.web.live.protocol import TutorialStep

_DIRECTORY = Path(__file__).parents[1] / "tutorials"


class TutorialScript(msgspec.Struct, frozen=True):
    """The script of a tutorial, as its JSON file contains it.

    Attributes:
        game: name of the game.
        options: options of the game.
        occupants: the occupants.
        actions: notation of all actions and chance outcomes, in order.
        texts: keys of texts, by the number of actions from which each is shown.
    """

    game: str
    options: dict[str, str | list[str]]
    occupants: list[str]
    actions: list[str]
    texts: dict[int, str]


@cache
def load_script(game: str) -> TutorialScript:
    """Load the tutorial of a game."""
    return msgspec.json.decode((_DIRECTORY / f"{game}.json").read_bytes(), type=TutorialScript)


def tutorial_step(game: str, action_count: int, words: Words) -> TutorialStep | None:
    """Return the step that is shown after a number of actions; ``None`` outside the script."""
    script = load_script(game)
    keys = [key for start, key in script.texts.items() if start <= action_count]
    if not keys or action_count >= len(script.actions):
        return None
    return TutorialStep(words.text(keys[-1]), action_count, len(script.actions))
