"""Parsing of card lists of positions."""

from functools import lru_cache


def expand(text: str) -> list[str]:
    """Return the single cards of a list with counts.

    >>> expand("2 red sun, blue key")
    ['red sun', 'red sun', 'blue key']
    """
    return list(_expand(text))


@lru_cache(maxsize=100_000)
def _expand(text: str) -> tuple[str, ...]:
    cards: list[str] = []
    for part in text.split(",") if text.strip() else []:
        number, _, name = part.strip().partition(" ")
        cards += [name] * int(number) if name and number.isdecimal() else [part.strip()]
    return tuple(cards)
