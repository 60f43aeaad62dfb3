"""Positions as single lines of text, for reports, tests and analysis."""

import json
from typing import Final

from onirium.core.game import Game, OptionError, PositionError, State
from onirium.games.registry import load

MAX_LINE_LENGTH: Final = 10_000
"""The length limit of a position; those of Nightmarium for five have up to 3,500 characters."""


def to_line(state: State) -> str:
    """Return a state as one line: the game, its options if any, and every field.

    >>> import onirium
    >>> to_line(onirium.load("onirim").new_state())[:52]
    'onirim; steps: deal, shuffle; unknown: 9 red sun, 4 '
    """
    game = state.game
    name = f"{game.name} {json.dumps(game.options)}" if game.options else game.name
    return "; ".join([name, *[f"{field}: {text}" for field, text in state.to_fields().items()]])


def from_line(text: str) -> State:
    """Parse a state from a line of text; line breaks and extra spaces are ignored.

    Raises:
        PositionError: if the text is invalid or the position unreachable, with the field and the
            reason.

    >>> state = from_line("onirim; steps: play; hand: 2 red sun, 3 blue moon; unknown: the rest")
    >>> [state.game.notation(action) for action in state.legal_actions()]
    ['play red sun', 'play blue moon', 'discard red sun', 'discard blue moon']
    """
    if len(text) > MAX_LINE_LENGTH:
        raise PositionError(f"longer than {MAX_LINE_LENGTH} characters, the limit of a position")
    name, *parts = " ".join(text.split()).split(";")
    fields: dict[str, str] = {}
    for part in parts:
        field, colon, content = (piece.strip() for piece in part.partition(":"))
        if not colon:
            raise PositionError(
                f"{part.strip()!r} is not a field: a field is a name, a colon and its content"
            )
        if field in fields:
            raise PositionError(f"{field}: occurs twice")
        fields[field] = content
    return _load_game(name).from_fields(fields)


def _load_game(text: str) -> Game:
    name, _, options = text.strip().partition(" ")
    try:
        return load(name, **_parse_options(options))
    except OptionError as error:
        raise PositionError(f"game: {error}") from None


def _parse_options(text: str) -> dict[str, object]:
    try:
        options = json.loads(text or "{}")
    except (RecursionError, ValueError) as error:
        raise PositionError(f"options: {text!r} is not JSON: {error}") from None
    if not isinstance(options, dict):
        raise PositionError(f"options: {text!r} is not a JSON object")
    return options
