"""Games as text."""

from collections.abc import Mapping


def format_game(game: str, options: Mapping[str, object]) -> str:
    """Return the name of a game and its options in the syntax of the command line.

    >>> format_game("onirim", {"expansions": ["book", "towers"], "seats": 2})
    'onirim expansions=book,towers seats=2'
    """
    return " ".join([game, *[f"{name}={_format_value(value)}" for name, value in options.items()]])


def _format_value(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
