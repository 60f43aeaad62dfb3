"""States that a seat cannot tell apart, built from positions by exchanging its unseen cards.

An independent counterpart of ``determinize``, which uses only the text of a position.
"""

from collections.abc import Mapping
from contextlib import suppress
from random import Random

from onirium import PositionError, State
from tests.games.nightmarium.reference.table import HEIGHTS
from tests.support.card_lists import expand
from tests.support.nightmarium.traces import NOT_CARDS

KNOWN = "(known)"
NO_SEAT = -1


class Position:
    """A position from the viewpoint of a seat.

    Attributes:
        piles: the cards of each pile; cards in hands have their marks.
    """

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.own = f"hand {seat + 1}"
        self.fields = state.to_fields()
        self.piles = {
            name: expand(text) for name, text in self.fields.items() if name not in NOT_CARDS
        }
        self.mover = int(self.fields.get("mover", "1"))
        readings = state.game.options.get("readings", ())
        self.lacks_legion = "lost" in self.fields and "terror-choice" not in readings
        self.mocking = self.fields.get("steps", "").startswith("mocker")

    def hands_of_others(self) -> list[str]:
        return [name for name in self.piles if name.startswith("hand ") and name != self.own]

    def unseen(self) -> dict[str, list[str]]:
        """N8.3 Return the cards unseen by the seat, by the mark of their deck."""
        decks: dict[str, list[str]] = {"": list(self.piles.get("unknown", []))}
        for name in self.hands_of_others():
            for entry in self.piles[name]:
                card, mark = card_and_mark(entry)
                if mark != KNOWN:
                    decks.setdefault(mark, []).append(card)
        return decks

    def resample(self, rng: Random) -> State:
        """Return the state with the cards unseen by the seat dealt at random."""
        while True:
            piles = self.deal_hidden(rng)
            if self.is_possible(piles):
                return self.with_piles(piles)

    def deal_hidden(self, rng: Random) -> dict[str, list[str]]:
        """Return the piles with the unseen cards of each deck shuffled."""
        decks = self.unseen()
        for cards in decks.values():
            rng.shuffle(cards)
        piles = dict(self.piles)
        for name in self.hands_of_others():
            marks = [card_and_mark(entry) for entry in self.piles[name]]
            piles[name] = [
                f"{card if mark == KNOWN else decks[mark].pop()} {mark}".strip()
                for card, mark in marks
            ]
        return piles | {"unknown": decks[""]}

    def is_possible(self, piles: Mapping[str, list[str]]) -> bool:
        """Return whether hands agree with a pending Mocker or terror."""
        if self.mocking:
            return self.can_place(piles)
        return not self.lacks_legion or not self.victim_holds_legion(piles)

    def victim_holds_legion(self, piles: Mapping[str, list[str]]) -> bool:
        """N5.2 Return whether the victim holds a card of the legion of terror."""
        creature = piles[f"creature {self.mover}.{self.fields['creature']}"]
        held = piles.get(f"hand {self.fields['victim']}", [])
        return any(card.split()[0] == creature[0].split()[0] for card in held)

    def can_place(self, piles: Mapping[str, list[str]]) -> bool:
        """N6.3 Return whether the mover holds a card that can be placed."""
        prefix = f"creature {self.mover}."
        creatures = [cards for name, cards in piles.items() if name.startswith(prefix)]
        wanted = {HEIGHTS[len(cards)] for cards in creatures if len(cards) < len(HEIGHTS)}
        goal = self.state.game.options.get("creatures", 5)
        wanted |= {"legs"} if len(creatures) < goal else set()
        held = piles.get(f"hand {self.mover}", [])
        return any(wanted & set(card.split()[1].split("/")) for card in held)

    def with_piles(self, piles: Mapping[str, list[str]]) -> State:
        texts = {name: ", ".join(cards) for name, cards in piles.items() if cards}
        numbers = {name: text for name, text in self.fields.items() if name in NOT_CARDS}
        return self.state.game.from_fields(numbers | texts)

    def visible_changes(self) -> dict[str, State]:
        """Return states with a change that the seat can see, by the kind of the change."""
        states: dict[str, State] = {}
        for name, pile in self.piles.items():
            for entry in pile:
                kind = self.kind(name, card_and_mark(entry)[1])
                if kind and kind not in states:
                    # With another card there may be no decision.
                    with suppress(PositionError, StopIteration):
                        states[kind] = self.with_exchanged_card(name, entry)
        return states

    def kind(self, name: str, mark: str) -> str:
        """Return the kind of a card that the seat sees, or an empty string for a hidden one."""
        if name in {self.own, "discard", "revealed"}:
            return "own hand" if name == self.own else name
        if name.startswith("creature"):
            return "creature"
        return {KNOWN: "known", "": ""}.get(mark, "former deck")

    def with_exchanged_card(self, name: str, entry: str) -> State:
        """Exchange a card for one of the deck with the same parts."""
        card, mark = card_and_mark(entry)
        unknown = self.piles.get("unknown", [])
        other = next(
            other for other in unknown if other != card and other.split()[1] == card.split()[1]
        )
        piles = {name: replace_card(self.piles[name], entry, f"{other} {mark}".strip())}
        return self.with_piles(self.piles | piles | {"unknown": replace_card(unknown, other, card)})


def card_and_mark(entry: str) -> tuple[str, str]:
    card, bracket, mark = entry.partition(" (")
    return card, f"({mark}" if bracket else ""


def replace_card(cards: list[str], card: str, other: str) -> list[str]:
    at = cards.index(card)
    return [*cards[:at], other, *cards[at + 1 :]]


class PublicPosition(Position):
    """A position from the viewpoint of a spectator, who sees no hand."""

    def __init__(self, state: State) -> None:
        super().__init__(state, NO_SEAT)
