"""Readings of the rules as text, the same for every game that has some."""

from collections.abc import Sequence

from onirium.i18n.catalog import Words


def describe_reading(reading: str, words: Words) -> str:
    """Return the short name of a reading.

    >>> describe_reading("tower-ends", Words("en", "onirim"))
    'Towers to the right only'
    """
    return words.text(f"option.readings.{reading}").partition(": ")[0]


def explain_readings(readings: Sequence[str], words: Words) -> list[str]:
    """Return a line of help for the readings in force, or none."""
    if not readings:
        return []
    names = "; ".join(describe_reading(reading, words) for reading in readings)
    return [words.text("help.readings", readings=names)]
