"""A numbered list of choices, in columns where it would fill most of a small screen."""

import textwrap
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

ListItem = tuple[str, str]
"""The label of a choice and a note, which may be empty."""

MAX_COLUMNS: Final = 3
GAP_WIDTH: Final = 2
"""Spaces between two columns."""

NUMBER_WIDTH: Final = 5
NOTE_INDENT: Final = 7


def format_choices(choices: Sequence[ListItem], width: int, height: int | None = None) -> str:
    """Return numbered choices, each with its note beside it, or below it if the line is too long.

    Args:
        choices: the choices.
        width: width of the screen.
        height: the number of lines above which columns are used, if they shorten the list and are
            wider than every word.

    >>> print(format_choices([("Wait", ""), ("Leave", "for good")], 20))
      1  Wait
      2  Leave  for good
    >>> print(format_choices([("Wait", ""), ("Leave", ""), ("Sleep", "")], 24, height=2))
      1  Wait       3  Sleep
      2  Leave
    """
    in_one = _format_column(choices, 1, width)
    if height is None or len(in_one) <= height:
        return "\n".join(in_one)
    min_width = max(map(_min_width, choices), default=0)
    in_several = [
        _format_columns(choices, count, width)
        for count in range(2, MAX_COLUMNS + 1)
        if _column_width(count, width) >= min_width
    ]
    shortest: list[str] = min([in_one, *in_several], key=len)
    return "\n".join(shortest)


def _format_columns(choices: Sequence[ListItem], count: int, width: int) -> list[str]:
    """Return the lines of a list that reads down its columns, all equally wide."""
    column_width = _column_width(count, width)
    length = -(-len(choices) // count)
    columns = [
        _format_column(choices[start : start + length], start + 1, column_width)
        for start in range(0, len(choices), length)
    ]
    return [
        (" " * GAP_WIDTH).join(f"{part:<{column_width}}" for part in parts).rstrip()
        for parts in zip_longest(*columns, fillvalue="")
    ]


def _min_width(item: ListItem) -> int:
    """Return the width below which a word of an item would not fit."""
    label, note = item
    words = [(NUMBER_WIDTH, word) for word in label.split()]
    words += [(NOTE_INDENT, word) for word in note.split()]
    return max((indent + len(word) for indent, word in words), default=0)


def _column_width(count: int, width: int) -> int:
    return (width - GAP_WIDTH * (count - 1)) // count


def _format_column(choices: Sequence[ListItem], first: int, width: int) -> list[str]:
    label_width = max(len(label) for label, _ in choices)
    return [
        line
        for number, (label, note) in enumerate(choices, start=first)
        for line in _format_choice(number, label, note, label_width, width)
    ]


def _format_choice(number: int, label: str, note: str, label_width: int, width: int) -> list[str]:
    start = f"{number:>3}  "
    line = f"{start}{label:<{label_width}}  {note}".rstrip()
    if not note or len(line) <= width:
        return _wrap(line, NUMBER_WIDTH, width)
    below = _wrap(f"{'':{NOTE_INDENT}}{note}", NOTE_INDENT, width)
    return [*_wrap(f"{start}{label}", NUMBER_WIDTH, width), *below]


def _wrap(line: str, indent: int, width: int) -> list[str]:
    """Return a line wrapped between words, its continuation indented."""
    return textwrap.wrap(
        line,
        width,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
