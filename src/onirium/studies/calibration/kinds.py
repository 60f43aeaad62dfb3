"""The kinds of game that are calibrated, each with a calibration of its own."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final

from onirium.bots.search_registry import search_config_for
from onirium.core.game import Game

EXPANSIONS: Final = ("book", "towers", "premonitions")
NIGHTMARIUM_SEATS: Final = range(2, 6)


def list_kinds() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name and the options of every kind."""
    for size in range(len(EXPANSIONS) + 1):
        for chosen in combinations(EXPANSIONS, size):
            yield "onirim", {"expansions": list(chosen)}
    yield "onirim", {"seats": 2}
    yield "onirim", {"seats": 2, "expansions": list(EXPANSIONS)}
    yield "onirim", {"seats": 2, "mode": "race"}
    for seats in NIGHTMARIUM_SEATS:
        yield "nightmarium", {"seats": seats}


def kind_name(game: Game) -> str:
    """Return the name of the kind of a game, also that of its file of samples.

    >>> import onirium
    >>> kind_name(onirium.load("onirim", expansions="towers"))
    'onirim-alone-towers'
    """
    return f"{game.name}-{search_config_for(game.name).calibration_name(game)}"
