"""Parsing of card lists of positions."""


def expand(text: str) -> list[str]:
    """Return the single cards of a list with counts.

    >>> expand("2 red sun, blue key")
    ['red sun', 'red sun', 'blue key']
    """
    cards = []
    for part in text.split(",") if text.strip() else []:
        number, _, name = part.strip().partition(" ")
        cards += [name] * int(number) if name and number.isdecimal() else [part.strip()]
    return cards
