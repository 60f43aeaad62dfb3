"""The tables of actions in the reference have the integers and notations of the games."""

import re
from pathlib import Path

import pytest

import onirium

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "games_and_states.md"
ROW = re.compile(r"^\| (\d+)(?:(?:–|, )(\d+))? \| ([^|]+) \|", re.MULTILINE)


@pytest.mark.parametrize("name", onirium.names())
def test_rows_have_the_integers_of_their_notations(name: str) -> None:
    game = onirium.load(name)
    _, _, section = PAGE.read_text("utf-8").partition(f"### The actions of {name.capitalize()}\n")
    described: list[int] = []
    for first, last, notations in ROW.findall(section.partition("\n#")[0]):
        for integer, notation in enumerate(re.findall(r"`([^`]+)`", notations), start=int(first)):
            assert game.notation(integer) == notation
        described += range(int(first), int(last or first) + 1)
    assert described == list(range(game.action_count + game.outcome_count))
