"""Other worlds that a seat cannot tell from a game, made by hand: its unseen cards change places.

Only what a position says is used, so that this does not go wrong as ``determinize`` might.
"""

from collections.abc import Mapping
from contextlib import suppress
from random import Random

from onirium import PositionError, State
from tests.support.card_lists import expand
from tests.support.nightmarium.traces import NOT_CARDS

KNOWN = "(known)"
HEIGHTS = ("legs", "torso", "head")
NOBODY = -1


class Position:
    """A position, with the places of the cards that a seat has not seen.

    Attributes:
        piles: the cards of each pile, those in hands with their marks.
    """

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.own = f"hand {seat + 1}"
        self.fields = state.to_fields()
        self.piles = {
            name: expand(text) for name, text in self.fields.items() if name not in NOT_CARDS
        }
        self.mover = int(self.fields.get("mover", "1"))
        self.mocking = self.fields.get("agenda", "").startswith("mocker")

    def hands_of_others(self) -> list[str]:
        return [name for name in self.piles if name.startswith("hand ") and name != self.own]

    def unseen(self) -> dict[str, list[str]]:
        """N8.3 Return the cards that the seat has not seen by deck, each deck by its mark."""
        decks: dict[str, list[str]] = {"": list(self.piles.get("unknown", []))}
        for name in self.hands_of_others():
            for entry in self.piles[name]:
                card, mark = card_and_mark(entry)
                if mark != KNOWN:
                    decks.setdefault(mark, []).append(card)
        return decks

    def world(self, dice: Random) -> State:
        """Return a world in which the cards that the seat has not seen lie otherwise."""
        while True:
            piles = self.dealt(dice)
            if not self.mocking or self.can_place(piles):
                return self.with_(piles)

    def dealt(self, dice: Random) -> dict[str, list[str]]:
        """Deal the cards of each deck anew to where cards of that deck are."""
        decks = self.unseen()
        for cards in decks.values():
            dice.shuffle(cards)
        piles = dict(self.piles)
        for name in self.hands_of_others():
            marks = [card_and_mark(entry) for entry in self.piles[name]]
            piles[name] = [
                f"{card if mark == KNOWN else decks[mark].pop()} {mark}".strip()
                for card, mark in marks
            ]
        return piles | {"unknown": decks[""]}

    def can_place(self, piles: Mapping[str, list[str]]) -> bool:
        """N6.3 Tell whether who moves holds a card that can be placed."""
        before = f"creature {self.mover}."
        creatures = [cards for name, cards in piles.items() if name.startswith(before)]
        wanted = {HEIGHTS[len(cards)] for cards in creatures if len(cards) < len(HEIGHTS)}
        goal = self.state.game.options.get("creatures", 5)
        wanted |= {"legs"} if len(creatures) < goal else set()
        held = piles.get(f"hand {self.mover}", [])
        return any(wanted & set(card.split()[1].split("/")) for card in held)

    def with_(self, piles: Mapping[str, list[str]]) -> State:
        texts = {name: ", ".join(cards) for name, cards in piles.items() if cards}
        numbers = {name: text for name, text in self.fields.items() if name in NOT_CARDS}
        return self.state.game.from_fields(numbers | texts)

    def betrayed(self) -> dict[str, State]:
        """Return worlds in which something that the seat sees is otherwise, and what it is."""
        worlds: dict[str, State] = {}
        for name, pile in self.piles.items():
            for entry in pile:
                kind = self.kind(name, card_and_mark(entry)[1])
                if kind and kind not in worlds:
                    # With another card there may be nothing to choose.
                    with suppress(PositionError, StopIteration):
                        worlds[kind] = self.exchanged(name, entry)
        return worlds

    def kind(self, name: str, mark: str) -> str:
        """Return what a seat sees of a card in a pile, if it does."""
        if name in {self.own, "discard", "revealed"}:
            return "own hand" if name == self.own else name
        if name.startswith("creature"):
            return "creature"
        return {KNOWN: "known", "": ""}.get(mark, "former deck")

    def exchanged(self, name: str, entry: str) -> State:
        """Exchange a card for another one of the deck that can be the same parts."""
        card, mark = card_and_mark(entry)
        unknown = self.piles.get("unknown", [])
        other = next(
            other for other in unknown if other != card and other.split()[1] == card.split()[1]
        )
        piles = {name: replaced(self.piles[name], entry, f"{other} {mark}".strip())}
        return self.with_(self.piles | piles | {"unknown": replaced(unknown, other, card)})


def card_and_mark(entry: str) -> tuple[str, str]:
    card, bracket, mark = entry.partition(" (")
    return card, f"({mark}" if bracket else ""


def replaced(cards: list[str], card: str, other: str) -> list[str]:
    at = cards.index(card)
    return [*cards[:at], other, *cards[at + 1 :]]


class Watched(Position):
    """A position, with the places of the cards that those who watch have not seen: all hands."""

    def __init__(self, state: State) -> None:
        super().__init__(state, NOBODY)
