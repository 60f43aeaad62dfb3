"""O7 to O11 The options: expansions, variants and the number of players."""

from collections.abc import Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.core.options import Option, Requirement
from onirium.games.onirim.components import deck_composition

_TWO_PLAYERS: Final = (2,)

OPTIONS: Final = (
    Option("seats", (1, 2), 1),
    Option("expansions", ("book", "towers", "premonitions"), (), multiple=True),
    Option(
        "variants",
        ("lost-steps", "stone-upon-stone"),
        (),
        multiple=True,
        requires=(
            Requirement(("lost-steps",), "expansions", ("book",)),
            Requirement(("stone-upon-stone",), "expansions", ("towers",)),
        ),
    ),
    Option(
        "premonitions",
        (4, 5, 6),
        4,
        requires=(Requirement((5, 6), "expansions", ("premonitions",)),),
    ),
    Option(
        "mode",
        ("together", "race"),
        "together",
        requires=(Requirement(("race",), "seats", _TWO_PLAYERS),),
    ),
    Option(
        "table",
        ("silent", "hidden", "open"),
        "hidden",
        requires=(Requirement(("silent", "open"), "seats", _TWO_PLAYERS),),
    ),
    Option(
        "first",
        ("chance", 1, 2),
        "chance",
        requires=(Requirement((1, 2), "seats", _TWO_PLAYERS),),
    ),
)
"""The options of Onirim; their requirements are O7, O8.1, O9.8 and O10.1."""

BY_CHANCE: Final[i64] = -1


class Options:
    """The resolved options in the form in which the rules use them.

    Attributes:
        seats: the number of players.
        all_seats: the bit mask of all seats.
        book: whether The Book of Steps is in play.
        lost_steps: whether the hard side of the spell card is up.
        towers: whether The Towers are in play.
        stone_upon_stone: whether Nightmares attack a complete tower row too.
        premonitions: whether Dark Premonitions and Happy Dreams are in play.
        face_up: the number of Premonitions that are face up at the start.
        expanded: whether any expansion is in play.
        extended: whether an expansion or a second player adds to the base game.
        race: whether two players race; otherwise they cooperate.
        open: whether the personal reserves of two players are open.
        first: the seat that begins, or ``BY_CHANCE``.
        deck: the number of cards of each kind in the deck.
    """

    def __init__(self, resolved: Mapping[str, Any]) -> None:
        """Derive the rules' options from the values of ``core.options.resolve``."""
        expansions, variants = resolved["expansions"], resolved["variants"]
        self.seats: i64 = resolved["seats"]
        self.all_seats: i64 = (1 << self.seats) - 1
        self.book: bool = "book" in expansions
        self.lost_steps: bool = "lost-steps" in variants
        self.towers: bool = "towers" in expansions
        self.stone_upon_stone: bool = "stone-upon-stone" in variants
        self.premonitions: bool = "premonitions" in expansions
        self.face_up: i64 = resolved["premonitions"]
        self.expanded: bool = self.book or self.towers or self.premonitions
        self.extended: bool = self.expanded or self.seats > 1
        self.race: bool = resolved["mode"] == "race"
        self.open: bool = resolved["table"] == "open"
        self.first: i64 = BY_CHANCE if resolved["first"] == "chance" else resolved["first"] - 1
        self.deck = vec[u8](
            bytes(deck_composition(towers=self.towers, happy_dreams=self.premonitions))
        )
