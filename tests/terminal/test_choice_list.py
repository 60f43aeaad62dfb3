"""Lists of choices on narrow screens."""

import pytest

from onirium.terminal.choice_list import format_choices

CHOICES = [("Homunkulus-Rumpf", ""), ("warten", "sofort"), ("ziehen", ""), ("tauschen", "")]


@pytest.mark.parametrize(("width", "columns"), [(44, 2), (43, 1)])
def test_columns_hold_their_longest_word(width: int, columns: int) -> None:
    """By hand: a number takes 5, the longest word 16; two such columns and a gap of 2 take 44."""
    lines = format_choices(CHOICES, width, height=1).splitlines()
    assert lines[0].split()[:2] == ["1", "Homunkulus-Rumpf"]
    assert ("3  ziehen" in lines[0]) == (columns == 2)
    assert all(len(line) <= width for line in lines)


def test_lines_break_between_words_only() -> None:
    words = format_choices([("Homunkulus-Rumpf tauschen", "")], 12).split()
    assert words == ["1", "Homunkulus-Rumpf", "tauschen"]
