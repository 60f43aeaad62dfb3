"""A position as one line, to be pasted into a report, a test or an analysis."""

import json
from typing import Any, Final

from onirium.core.game import Game, OptionError, PositionError, State
from onirium.games.registry import load

MAX_LINE_LENGTH: Final = 10_000
"""No position is longer; those of the longest games have some 2,000 characters."""


def to_line(state: State) -> str:
    """Return a state as one line: the game, its options if it has any, and every field.

    >>> import onirium
    >>> to_line(onirium.load("onirim").new_state())[:53]
    'onirim; agenda: deal, shuffle; unknown: 9 red sun, 4 '
    """
    game = state.game
    name = f"{game.name} {json.dumps(game.options)}" if game.options else game.name
    return "; ".join([name, *[f"{field}: {text}" for field, text in state.to_fields().items()]])


def from_line(text: str) -> State:
    """Return the state that a line describes, however it has been broken on its way.

    Raises:
        PositionError: if there can be no such position, naming the field and the reason.

    >>> state = from_line("onirim; agenda: play; hand: 2 red sun, 3 blue moon; unknown: the rest")
    >>> [state.game.notation(action) for action in state.legal_actions()]
    ['play red sun', 'play blue moon', 'discard red sun', 'discard blue moon']
    """
    if len(text) > MAX_LINE_LENGTH:
        raise PositionError(f"no position is longer than {MAX_LINE_LENGTH} characters")
    name, *parts = " ".join(text.split()).split(";")
    fields: dict[str, str] = {}
    for part in parts:
        field, colon, content = (word.strip() for word in part.partition(":"))
        if not colon:
            raise PositionError(f"{part.strip()!r} is no field, which has a colon after its name")
        if field in fields:
            raise PositionError(f"{field}: given twice")
        fields[field] = content
    return _game(name).from_fields(fields)


def _game(text: str) -> Game:
    name, _, options = text.strip().partition(" ")
    try:
        return load(name, **_options(options))
    except OptionError as error:
        raise PositionError(f"game: {error}") from None


def _options(text: str) -> dict[str, Any]:
    try:
        options = json.loads(text or "{}")
    except (RecursionError, ValueError) as error:
        raise PositionError(f"options: {text!r} is not JSON: {error}") from None
    if not isinstance(options, dict):
        raise PositionError(f"options: {text!r} is not a JSON object")
    return options
