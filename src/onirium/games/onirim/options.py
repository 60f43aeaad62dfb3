"""O7 to O11 The options: which expansions and variants are in play, and how many players."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.core.game import OptionError
from onirium.core.options import Option
from onirium.games.onirim.components import deck_composition

OPTIONS: Final = (
    Option("seats", (1, 2), 1),
    Option("expansions", ("book", "towers", "premonitions"), (), multiple=True),
    Option("variants", ("lost-steps", "stone-upon-stone"), (), multiple=True),
    Option("premonitions", (4, 5, 6), 4),
    Option("mode", ("together", "race"), "together"),
    Option("table", ("silent", "hidden", "open"), "hidden"),
    Option("first", ("chance", 1, 2), "chance"),
)

BY_CHANCE: Final[i64] = -1


class Options:
    """The options of a game as the rules ask for them.

    Attributes:
        seats: how many players there are.
        everyone: all of them, as a set of seats.
        book: whether The Book of Steps is in play.
        lost_steps: whether its spell card lies with the hard side up.
        towers: whether The Towers are in play.
        stone_upon_stone: whether Nightmares go on touching a complete row.
        premonitions: whether Dark Premonitions and Happy Dreams are in play.
        face_up: how many Premonitions lie face up at first.
        expanded: whether any expansion is in play.
        race: whether two players race; otherwise they play together.
        open: whether their personal reserves lie open.
        first: the seat that begins, or ``BY_CHANCE``.
        deck: how many cards of each kind the deck is made of.
    """

    def __init__(self, settled: Mapping[str, Any]) -> None:
        """Take over options that fit together.

        Raises:
            OptionError: if they do not.
        """
        for fits, reason in _laws(settled):
            if not fits:
                raise OptionError(reason)
        self.seats: i64 = settled["seats"]
        self.all_seats: i64 = (1 << self.seats) - 1
        self.book: bool = "book" in settled["expansions"]
        self.lost_steps: bool = "lost-steps" in settled["variants"]
        self.towers: bool = "towers" in settled["expansions"]
        self.stone_upon_stone: bool = "stone-upon-stone" in settled["variants"]
        self.premonitions: bool = "premonitions" in settled["expansions"]
        self.face_up: i64 = settled["premonitions"]
        self.expanded: bool = self.book or self.towers or self.premonitions
        self.race: bool = settled["mode"] == "race"
        self.open: bool = settled["table"] == "open"
        self.first: i64 = BY_CHANCE if settled["first"] == "chance" else settled["first"] - 1
        self.deck = vec[u8](
            bytes(deck_composition(towers=self.towers, happy_dreams=self.premonitions))
        )


def _laws(settled: Mapping[str, Any]) -> Iterator[tuple[bool, str]]:
    """O8.1, O9.8, O10.1, O7 Yield what must fit together, and what to say where it does not."""
    variants, expansions = settled["variants"], settled["expansions"]
    for variant, expansion in (("lost-steps", "book"), ("stone-upon-stone", "towers")):
        yield (
            variant not in variants or expansion in expansions,
            f"variants: {variant} needs the expansion {expansion}",
        )
    yield (
        settled["premonitions"] == _default("premonitions") or "premonitions" in expansions,
        f"premonitions: {settled['premonitions']} face up need the expansion premonitions",
    )
    for name in ("mode", "table", "first"):
        yield (
            settled[name] == _default(name) or settled["seats"] > 1,
            f"{name}: {settled[name]} is for two players, with seats=2",
        )


def _default(name: str) -> object:
    [default] = [option.default for option in OPTIONS if option.name == name]
    return default
