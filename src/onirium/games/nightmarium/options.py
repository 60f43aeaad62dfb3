"""N2, N10 The options: players, creatures to win, first player and readings of the rules."""

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.core.options import Option, Requirement
from onirium.games.nightmarium.components import deck_composition

SEATS: Final = (2, 3, 4, 5)

OPTIONS: Final = (
    Option("seats", SEATS, 2),
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
    Option(
        "readings",
        ("first", "reshuffle", "terror-choice", "chain-end"),
        (),
        multiple=True,
        requires=(Requirement(("first",), "first", (1, 2, 3, 4, 5)),),
    ),
)
"""The options of Nightmarium; their requirements are N2 and N10.

With the reading ``first``, the first player is an option that must be set; chance never draws it.
"""

BY_CHANCE: Final[i64] = -1


class Options:
    """The resolved options in the form in which the rules use them.

    Attributes:
        seats: the number of players.
        goal: the number of complete creatures that wins; also the number of slots of a player.
        first: the seat of the first player, or ``BY_CHANCE``.
        reshuffles_at_once: N3.6 whether the discard pile becomes the deck as soon as the deck runs
            out.
        terror_is_free: N5.2 whether a victim of terror chooses between one card of the legion and
            any two cards.
        chain_ends_turn: N5.6 whether an ability without a target ends the turn.
        deck: the number of cards of each kind in the deck.
    """

    def __init__(self, resolved: Mapping[str, Any]) -> None:
        """Derive the options from the values of ``core.options.resolve``."""
        first = resolved["first"]
        self.seats: i64 = resolved["seats"]
        self.goal: i64 = resolved["creatures"]
        self.first: i64 = BY_CHANCE if first == "chance" else first - 1
        readings = resolved["readings"]
        self.reshuffles_at_once: bool = "reshuffle" in readings
        self.terror_is_free: bool = "terror-choice" in readings
        self.chain_ends_turn: bool = "chain-end" in readings
        self.deck = vec[u8](bytes(deck_composition()))
