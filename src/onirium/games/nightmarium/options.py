"""N2 The options: how many players, how many creatures win, and who begins."""

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.core.game import OptionError
from onirium.core.options import Option
from onirium.games.nightmarium.components import deck_composition

OPTIONS: Final = (
    Option("seats", (2, 3, 4, 5), 2),
    Option("creatures", (5, 6, 7), 5),
    Option("first", ("chance", 1, 2, 3, 4, 5), "chance"),
)

BY_CHANCE: Final[i64] = -1


class Options:
    """The options of a game as the rules ask for them.

    Attributes:
        seats: how many players there are.
        goal: how many complete creatures win, and how many a player may have.
        first: the seat that begins, or ``BY_CHANCE``.
        deck: how many cards of each kind the deck is made of.
    """

    def __init__(self, settled: Mapping[str, Any]) -> None:
        """Take over options that fit together.

        Raises:
            OptionError: if they do not.
        """
        first = settled["first"]
        if first != "chance" and first > settled["seats"]:
            raise OptionError(f"first: player {first} cannot begin with seats={settled['seats']}")
        self.seats: i64 = settled["seats"]
        self.goal: i64 = settled["creatures"]
        self.first: i64 = BY_CHANCE if first == "chance" else first - 1
        self.deck = vec[u8](bytes(deck_composition()))
