"""O7 to O11, O14 The options: players, expansions, variants and readings of the rules."""

from collections.abc import Collection, Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.core.options import Option, Requirement
from onirium.games.onirim.components import (
    FIRST_DOOR,
    FIRST_TOWER,
    KIND_COUNT,
    NIGHTMARE,
    REDUCED_BOXES,
    ROOM_KIND_COUNT,
    deck_composition,
    reduced_composition,
)

EXPANSIONS: Final = ("book", "towers", "premonitions")

_TWO_PLAYERS: Final = (2,)
_BOXES: Final = tuple(range(1, len(REDUCED_BOXES) + 1))
_BOOK_READINGS: Final = ("planning", "set-fetch", "reopened-goal", "prophecy-below")

OPTIONS: Final = (
    Option("seats", (1, 2), 1),
    Option(
        "expansions",
        EXPANSIONS,
        (),
        multiple=True,
        requires=(Requirement(EXPANSIONS, "box", ("full",)),),
    ),
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
    Option(
        "readings",
        (
            *("search", "fourth-room", "second-door", "race-deck-out", *_BOOK_READINGS),
            *("tower-ends", "revealed-premonitions", "struck-premonition"),
        ),
        (),
        multiple=True,
        requires=(
            Requirement(("second-door", "race-deck-out"), "seats", _TWO_PLAYERS),
            Requirement(("race-deck-out",), "mode", ("race",)),
            Requirement((*_BOOK_READINGS, "struck-premonition"), "expansions", ("book",)),
            Requirement(("tower-ends",), "expansions", ("towers",)),
            Requirement(
                ("revealed-premonitions", "struck-premonition"), "expansions", ("premonitions",)
            ),
        ),
    ),
    Option(
        "box",
        ("full", *_BOXES),
        "full",
        requires=(Requirement(_BOXES, "seats", (1,)),),
        for_study=True,
    ),
)
"""The options of Onirim; their requirements are O7, O8.1, O9.8, O10.1 and O14."""

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
        has_expansions: whether any expansion is in play.
        has_extra_actions: whether an expansion or a second player adds actions to the base game.
        race: whether two players race; otherwise they cooperate.
        open: whether the personal reserves of two players are open.
        first: the seat that begins, or ``BY_CHANCE``.
        hand_kind_count: a hand can contain only kinds below this number.
        deck_kind_count: the deck can contain only kinds below this number.
        must_search: O3.3 whether a search cannot be declined.
        sets_overlap: O3.4 whether any three rooms in a row are a set, also the last of four.
        one_door_each: O7.7 whether a player takes only one door of a colour.
        drawer_loses: O7.6 whether only the player who must draw loses a race.
        fetches_match: O8.2 whether a set fetches only a door that matches the next goal.
        reopened_first: O8.3 whether the goal reopened last is the next one.
        plans_face_up: O8.5 whether Parallel Planning swaps face-up goals only.
        keeps_order_below: O8.5 whether Paradoxical Prophecy keeps the order of the other cards.
        right_end_only: O9.3 whether towers are played at the right end only.
        revealed_first: O10.2 whether revealed Premonitions strike before others that wait.
        discards_struck: O10.2 whether a Premonition that has struck is discarded.
        deck: the number of cards of each kind in the deck.
        doors_to_win: the number of doors that a solo player must find: all in the deck.
    """

    def __init__(self, resolved: Mapping[str, Any]) -> None:
        """Derive the options from the values of ``core.options.resolve``."""
        expansions, variants = resolved["expansions"], resolved["variants"]
        self.seats: i64 = resolved["seats"]
        self.all_seats: i64 = (1 << self.seats) - 1
        self.book: bool = "book" in expansions
        self.lost_steps: bool = "lost-steps" in variants
        self.towers: bool = "towers" in expansions
        self.stone_upon_stone: bool = "stone-upon-stone" in variants
        self.premonitions: bool = "premonitions" in expansions
        self.face_up: i64 = resolved["premonitions"]
        self.has_expansions: bool = self.book or self.towers or self.premonitions
        self.has_extra_actions: bool = self.has_expansions or self.seats > 1
        self.race: bool = resolved["mode"] == "race"
        self.open: bool = resolved["table"] == "open"
        self.first: i64 = BY_CHANCE if resolved["first"] == "chance" else resolved["first"] - 1
        self.hand_kind_count: i64 = KIND_COUNT if self.towers else ROOM_KIND_COUNT
        self.deck_kind_count: i64 = KIND_COUNT if self.towers else FIRST_TOWER
        self._set_readings(resolved["readings"])
        box = resolved["box"]
        composition = (
            deck_composition(towers=self.towers, happy_dreams=self.premonitions)
            if box == "full"
            else reduced_composition(REDUCED_BOXES[box - 1])
        )
        self.deck = vec[u8](bytes(composition))
        self.doors_to_win: i64 = sum(composition[int(FIRST_DOOR) : int(NIGHTMARE)])

    def _set_readings(self, readings: Collection[str]) -> None:
        """O14 Set an attribute for each reading, so that the rules need no look-ups."""
        self.must_search: bool = "search" in readings
        self.sets_overlap: bool = "fourth-room" in readings
        self.one_door_each: bool = self.seats > 1 and "second-door" not in readings
        self.drawer_loses: bool = "race-deck-out" in readings
        self.fetches_match: bool = "set-fetch" in readings
        self.reopened_first: bool = "reopened-goal" in readings
        self.plans_face_up: bool = "planning" in readings
        self.keeps_order_below: bool = "prophecy-below" in readings
        self.right_end_only: bool = "tower-ends" in readings
        self.revealed_first: bool = "revealed-premonitions" in readings
        self.discards_struck: bool = "struck-premonition" in readings
