"""The names of cards, and of several equal ones."""

from onirium.i18n.catalog import Words


def display_name(card: str, words: Words) -> str:
    """Return the name of a card."""
    return words.text(f"card.{card}")


def with_count(name: str, number: int) -> str:
    r"""Return a name, with its number if there is more than one; they stay on one line.

    >>> with_count("red sun", 2)
    '2\xa0×\xa0red sun'
    """
    return name if number == 1 else f"{number}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}{name}"
