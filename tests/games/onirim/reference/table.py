"""The table: all piles, and the seats that know their cards (O12).

Piles are lists. A face-up card is a name; a card in hand, or at a known position in the deck, is a
``Hidden`` card with the seats that have seen it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from tests.games.onirim.reference.cards import GOALS, PREMONITIONS, colour_of, the_box

PERSONAL = {1: 5, 2: 3}
SHARED = {1: 0, 2: 2}
PERSONAL_MARK = "personal "
"""Precedes a card of the personal reserve that the shared one has too."""


class Options(NamedTuple):
    """The options of a game, as ``onirium.load`` takes them."""

    seats: int = 1
    expansions: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    premonitions: int = 4
    mode: str = "together"
    table: str = "hidden"
    first: str | int = "chance"
    readings: tuple[str, ...] = ()


BASE = Options()


@dataclass
class Hidden:
    """A card in hand or at a known position in the deck, with the seats that saw it (O12.2)."""

    name: str
    seen: set[int]


class Table:
    """All piles and counters.

    Piles of players are lists by seat. In the deck, ``top`` and ``bottom`` are the cards whose
    position a seat knows, the next one first; ``others`` are the remaining cards.
    """

    def __init__(self, options: Options = BASE) -> None:
        self.options = options
        self.seats = range(options.seats)
        self.mover = 0
        self.reserves: list[list[Hidden]] = [[] for _ in self.seats]
        self.rows: list[list[str]] = [[] for _ in self.seats]
        self.doors: list[list[str]] = [[] for _ in self.seats]
        self.rooms_of_the_set = [0 for _ in self.seats]
        self.shared: list[str] = []
        self.limbo: list[str] = []
        self.discard: list[str] = []
        self.removed: list[str] = []
        self.top: list[Hidden] = []
        self.others = the_box(options.expansions)
        self.bottom: list[Hidden] = []
        self.peeked: list[str] = []
        self.ordered: list[str] = []
        self.drawn: list[str] = []
        self.goals: list[str] = []
        self.goals_to_lay = list(GOALS) if self.with_("book") else []
        self.turned_down: set[int] = set()
        self.reopened: list[int] = []
        self.towers: list[str] = []
        self.premonitions: list[str] = []
        self.pile = list(PREMONITIONS) if self.with_("premonitions") else []
        self.striking: list[str] = []
        self.revealed: list[list[str]] = []

    def with_(self, name: str) -> bool:
        """O11.1 Return whether an expansion or variant is in play."""
        return name in self.options.expansions + self.options.variants

    def reads(self, name: str) -> bool:
        """O14 Return whether a reading other than the default is in force."""
        return name in self.options.readings

    def everyone(self) -> set[int]:
        return set(self.seats)

    def hand(self) -> list[str]:
        """O7.2."""
        return [held.name for held in self.reserves[self.mover]] + self.shared

    def deck(self) -> list[str]:
        return [*names(self.top), *self.others, *names(self.bottom)]

    def piles(self) -> dict[str, list[str]]:
        """Return all cards by the field of a position that contains them."""
        piles = {
            "drawn": self.drawn,
            "shared": sorted(self.shared),
            "limbo": sorted(self.limbo),
            "discard": sorted(card for card in self.discard if card not in PREMONITIONS),
            "struck": sorted(card for card in self.discard if card in PREMONITIONS),
            "removed": sorted(card for card in self.removed if card not in PREMONITIONS),
            "peeked": sorted(self.peeked),
            "ordered": self.ordered,
            "top": [self._marked(card) for card in self.top],
            "unknown": sorted(self.others),
            "bottom": [self._marked(card) for card in self.bottom],
            "goals": self._goals(),
            "towers": self.towers,
            "premonitions": sorted(self.premonitions),
            "pile": sorted(self.pile),
            "striking": self.striking,
            "revealed": sorted(self.revealed[0]) if self.revealed else [],
            "revealed before": sorted(self.revealed[1]) if len(self.revealed) > 1 else [],
        }
        for seat in self.seats:
            whose = "" if seat == self.mover else "partner "
            reserve = self.reserves[seat]
            piles[f"{whose}row"] = self.rows[seat]
            piles[f"{whose}doors"] = sorted(self.doors[seat])
            piles[f"{whose}hand"] = sorted(names(reserve))
            if len(self.seats) > 1:
                shown = [card for card in reserve if card.seen == self.everyone()]
                piles[f"{whose}shown"] = sorted(names(shown))
        return piles

    def _marked(self, card: Hidden) -> str:
        if card.seen == self.everyone():
            return card.name
        return f"{card.name} ({min(card.seen) + 1})"

    def _goals(self) -> list[str]:
        marks = dict.fromkeys(self.turned_down, " (found)")
        marks |= {at: f" (reopened {rank})" for rank, at in enumerate(self.reopened, 1)}
        return [f"{goal}{marks.get(at, '')}" for at, goal in enumerate(self.goals)]

    def hand_is_full(self) -> bool:
        """O3.7, O7.2."""
        seats = len(self.seats)
        personal = self.reserves[self.mover]
        return len(personal) == PERSONAL[seats] and len(self.shared) == SHARED[seats]

    def take_in_hand(self, card: Hidden) -> None:
        """O7.2, O7.8, O12.2 The personal reserve is filled first; its owner sees the card."""
        personal = self.reserves[self.mover]
        if len(personal) == PERSONAL[len(self.seats)]:
            self.shared.append(card.name)
        else:
            face_up = self.options.table == "open"
            personal.append(card)
            card.seen |= self.everyone() if face_up else {self.mover}

    def by_reserve(self, verb: str, cards: Iterable[str]) -> list[str]:
        """O7.2, O12.2 Return the ways to use cards of the hand.

        Where both reserves have a card the player names the reserve, unless the deck is empty, so
        that the game ends.
        """
        ways = []
        for card in cards:
            ways.append(f"{verb} {card}")
            if self.deck() and card in self.shared and card in names(self.reserves[self.mover]):
                ways.append(f"{verb} {PERSONAL_MARK}{card}")
        return ways

    def leave_hand(self, card: str) -> str:
        """O12.2 Take a card of the shared or, if marked, the personal reserve; return its name."""
        name = card.removeprefix(PERSONAL_MARK)
        if card in self.shared:
            self.shared.remove(card)
        else:
            self.leave_reserve(name)
        return name

    def leave_reserve(self, card: str) -> None:
        """O12.2 Of equal cards the one seen by more players leaves first."""
        personal = self.reserves[self.mover]
        equal = [held for held in personal if held.name == card]
        personal.remove(max(equal, key=lambda held: len(held.seen)))

    def discard_from_hand(self, card: str) -> str:
        name = self.leave_hand(card)
        self.discard.append(name)
        return name

    def discard_hand(self) -> None:
        """O5.1d, O7.2."""
        self.discard += self.hand()
        self.reserves[self.mover] = []
        self.shared = []

    def show_reserves(self, which: Callable[[str], bool]) -> None:
        """O12.2 Show cards that must be in the reserves because they are nowhere else."""
        for reserve in self.reserves:
            for held in reserve:
                if which(held.name):
                    held.seen |= self.everyone()

    def see_the_deck(self) -> None:
        """O12.2 A player who sees the deck can infer the partner's cards."""
        for reserve in self.reserves:
            for held in reserve:
                held.seen.add(self.mover)

    def shuffle(self) -> None:
        """O12.2 All positions become unknown."""
        self.others += names(self.top) + names(self.bottom)
        self.top = []
        self.bottom = []

    def shuffle_limbo(self) -> None:
        """O2.2, O3.8."""
        if self.limbo:
            self.others += self.limbo
            self.limbo = []
            self.shuffle()

    def lose_door(self, seat: int, door: str) -> None:
        """O5.1b, O8.3 The rightmost face-down goal of the colour is turned up.

        O14 In one reading, it is now the first to find.
        """
        self.doors[seat].remove(door)
        self.limbo.append(door)
        if self.with_("book"):
            down = [at for at in self.turned_down if colour_of(self.goals[at]) == colour_of(door)]
            self.turned_down.remove(max(down))
            if self.reads("reopened-goal"):
                self.reopened.insert(0, max(down))


def names(cards: Iterable[Hidden]) -> list[str]:
    return [card.name for card in cards]
