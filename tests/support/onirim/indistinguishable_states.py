"""Other worlds that a seat cannot tell from a game, made by hand: its unseen cards change places.

Only what a position says is used, so that this does not go wrong as ``determinize`` might.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random

from onirium import PositionError, State
from tests.games.onirim.reference.cards import is_labyrinth_card, is_room
from tests.support.card_lists import expand

LOOKING = ("looked", "arranged")
MOST_DEALS = 500


class Position:
    """A position of two players, with the places of the cards that a seat has not seen."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.fields = {name: expand(text) for name, text in state.to_fields().items()}
        self.mark = f" ({2 - seat})"
        mover = int(state.to_fields().get("mover", "1")) - 1
        self.theirs = "partner hand" if seat == mover else "hand"
        self.looks_on = seat != mover and self.cards("drawn") != ["happy dream"]

    def cards(self, name: str) -> list[str]:
        return self.fields.get(name, [])

    def seen_of_theirs(self) -> list[str]:
        """O12.3 Return the cards of the other's reserve that the seat has seen."""
        return self.cards(self.theirs.replace("hand", "shown"))

    def unseen(self) -> list[list[str]]:
        """Return the cards that the seat has not seen: held, looked at, at known places, others."""
        held = list((Counter(self.cards(self.theirs)) - Counter(self.seen_of_theirs())).elements())
        looked = [card for name in LOOKING for card in self.cards(name) if self.looks_on]
        places = [
            card.removesuffix(self.mark)
            for name in ("top", "bottom")
            for card in self.cards(name)
            if card.endswith(self.mark)
        ]
        return [held, looked, places, self.cards("unknown")]

    def world(self, rng: Random) -> State:
        """Return a world in which the cards that the seat has not seen lie otherwise."""
        held, looked, places, unknown = self.unseen()
        cards = [*held, *looked, *places, *unknown]
        while True:
            rng.shuffle(cards)
            dealt = [card for card in cards if is_labyrinth_card(card)][: len(held)]
            left = list((Counter(cards) - Counter(dealt)).elements())
            rng.shuffle(left)
            if self.cards("agenda")[:1] != ["keys"] or any(card.endswith(" key") for card in left):
                return self.with_(dealt, left)

    def betrayed(self) -> Iterator[tuple[str, State]]:
        """Yield worlds in which a card that the seat sees is another, and where it lies.

        The other one is an unknown card of the deck.
        """
        own = "hand" if self.theirs == "partner hand" else "partner hand"
        yield from self.exchanged("hand", [own, own.replace("hand", "shown")])
        yield from self.exchanged("shared", ["shared"])
        yield from self.exchanged("discard", ["discard"])
        yield from self.exchanged("shown", [self.theirs.replace("hand", "shown"), self.theirs])
        for end in ("top", "bottom"):
            yield from self.exchanged(end, [end])

    def exchanged(self, name: str, fields: list[str]) -> Iterator[tuple[str, State]]:
        """Exchange a card of the first field for an unknown one, in all of them."""
        cards = [card for card in self.cards(fields[0]) if not card.endswith(self.mark)]
        rooms = [card for card in cards if is_room(card.split(" (")[0])]
        here = {card.split(" (")[0] for card in rooms}
        others = [card for card in self.cards("unknown") if is_room(card) and card not in here]
        if rooms and others:
            card, other = rooms[0].split(" (")[0], others[0]
            changed = {field: replaced(self.cards(field), rooms[0], other) for field in fields}
            changed["unknown"] = replaced(self.cards("unknown"), other, card)
            texts = {field: ", ".join(pile) for field, pile in (self.fields | changed).items()}
            # A game does not ask where it comes to no choice.
            with suppress(PositionError):
                yield name, self.state.game.from_fields(texts)

    def with_(self, held: list[str], left: list[str]) -> State:
        """Lay out the position with other cards in the places that the seat has not seen."""
        fields = {**self.fields, self.theirs: [*self.seen_of_theirs(), *held]}
        if self.looks_on:
            for name in LOOKING:
                fields[name] = [left.pop() for _ in self.cards(name)]
        for name in ("top", "bottom"):
            fields[name] = [
                left.pop() + self.mark if card.endswith(self.mark) else card
                for card in self.cards(name)
            ]
        fields["unknown"] = left
        texts = {name: ", ".join(cards) for name, cards in fields.items() if cards}
        return self.state.game.from_fields(texts)


def replaced(cards: list[str], card: str, other: str) -> list[str]:
    """Put another card into the place of one; the mark of that place stays."""
    if card not in cards:
        return cards
    at = cards.index(card)
    return [*cards[:at], card.replace(card.split(" (", maxsplit=1)[0], other), *cards[at + 1 :]]


class Watched:
    """A position, with the places of the cards that those who watch have not seen.

    What one player has seen, and what two have, is as good as unseen: only what lies open, or has
    been revealed to everybody, is known to those who watch.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.fields = {name: expand(text) for name, text in state.to_fields().items()}
        options = state.game.options
        self.alone = state.game.seats == 1
        hands = ("hand",) if self.alone else ("hand", "partner hand")
        self.hands = () if options.get("table") == "open" else hands
        self.looking = () if self.fields.get("drawn") == ["happy dream"] else LOOKING

    def hidden(self) -> list[tuple[str, list[str]]]:
        """Return what is hidden, first the hands: of each field the cards that are."""
        names = (*self.hands, *self.looking, "top", "bottom", "unknown")
        return [
            (name, [entry for entry in self.fields.get(name, []) if self.is_hidden(name, entry)])
            for name in names
        ]

    def is_hidden(self, name: str, entry: str) -> bool:
        """O12.2 Tell whether a card is not known; one in the deck is if both know its place."""
        return self.alone or name not in {"top", "bottom"} or entry.endswith(")")

    def world(self, rng: Random) -> State:
        """Return a world in which all hidden cards lie otherwise."""
        for _ in range(MOST_DEALS):
            # Some steps are taken only with certain cards in hand, or left in the deck.
            with suppress(PositionError):
                return self.dealt(rng)
        raise AssertionError(self.fields)

    def dealt(self, rng: Random) -> State:
        hidden = self.hidden()
        cards = [card.split(" (")[0] for _, pile in hidden for card in pile]
        rng.shuffle(cards)
        cards.sort(key=is_labyrinth_card)
        fields = dict(self.fields)
        for name, pile in hidden:
            if name not in self.hands:
                rng.shuffle(cards)
            fields[name] = self.replaced(name, [cards.pop() for _ in pile])
        self.show(fields, rng)
        texts = {name: ", ".join(pile) for name, pile in fields.items() if pile}
        return self.state.game.from_fields(texts)

    def replaced(self, name: str, cards: list[str]) -> list[str]:
        """Put other cards into the hidden places of a field; marks of places in the deck stay."""
        others = iter(cards)
        return [
            " (".join([next(others), *entry.split(" (")[1:]])
            if self.is_hidden(name, entry)
            else entry
            for entry in self.fields.get(name, [])
        ]

    def show(self, fields: dict[str, list[str]], rng: Random) -> None:
        """Let each player have seen something else of the other's reserve: nothing, some, all."""
        for hand in () if self.alone else self.hands:
            held = fields.get(hand, [])
            fields[hand.replace("hand", "shown")] = rng.sample(held, rng.randint(0, len(held)))
