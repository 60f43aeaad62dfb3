"""N2 The options: number of players, creatures to win, and first player."""

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.core.options import Option, Requirement
from onirium.games.nightmarium.components import deck_composition

OPTIONS: Final = (
    Option("seats", (2, 3, 4, 5), 2),
    Option("creatures", (5, 6, 7), 5),
    Option(
        "first",
        ("chance", 1, 2, 3, 4, 5),
        "chance",
        requires=(
            Requirement((3,), "seats", (3, 4, 5)),
            Requirement((4,), "seats", (4, 5)),
            Requirement((5,), "seats", (5,)),
        ),
    ),
)

BY_CHANCE: Final[i64] = -1


class Options:
    """The options of a game in the form the rules use.

    Attributes:
        seats: the number of players.
        goal: the number of complete creatures that wins; also the number of slots of a player.
        first: the seat of the first player, or ``BY_CHANCE``.
        deck: the number of cards of each kind in the deck.
    """

    def __init__(self, resolved: Mapping[str, Any]) -> None:
        """Convert resolved options.

        Args:
            resolved: the value of every option.
        """
        first = resolved["first"]
        self.seats: i64 = resolved["seats"]
        self.goal: i64 = resolved["creatures"]
        self.first: i64 = BY_CHANCE if first == "chance" else first - 1
        self.deck = vec[u8](bytes(deck_composition()))
