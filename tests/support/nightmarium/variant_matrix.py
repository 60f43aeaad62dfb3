"""N2 Tables of every number of players, with every goal."""

from functools import cache
from itertools import product

import pytest

import onirium
from onirium import Game
from tests.games.nightmarium.reference import Options

SEATS = (2, 3, 4, 5)
GOALS = (5, 6, 7)

TABLES = [
    Options(seats, creatures, first=1 + number % seats if number % 2 else "chance")
    for number, (seats, creatures) in enumerate(product(SEATS, GOALS))
]
"""At every other table it is said who begins."""


def told(options: Options) -> str:
    return "-".join(map(str, options))


@cache
def game_of(options: Options) -> Game:
    return onirium.load("nightmarium", **options._asdict())


each_table = pytest.mark.parametrize("options", TABLES, ids=told)

SAMPLE = [Options(3, 6, first=2), Options(5, 7)]
"""Tables of more than two players, with more than five creatures."""

WITHOUT_DELAY = {0, 3}
"""A table of two players and one of three."""

MOST_WHEN_COMPILED = [
    pytest.param(
        options, id=told(options), marks=[] if number in WITHOUT_DELAY else [pytest.mark.long]
    )
    for number, options in enumerate(TABLES)
]
"""All tables, of which few are looked at where the rules are not compiled."""

most_when_compiled = pytest.mark.parametrize("options", MOST_WHEN_COMPILED)
