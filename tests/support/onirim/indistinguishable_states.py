"""States that a seat cannot distinguish from a given one, built by permuting its unseen cards.

Only the fields of the position are used, so that errors of ``determinize`` are not repeated.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random

from onirium import PositionError, State
from tests.games.onirim.reference.cards import is_labyrinth_card, is_room
from tests.support.card_lists import expand

PEEKED_FIELDS = ("peeked", "ordered")
MAX_ATTEMPTS = 500


class Position:
    """A position of two players, with the positions of the cards that a seat has not seen."""

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
        """O12.3 Return the cards of the other player's reserve that the seat has seen."""
        return self.cards(self.theirs.replace("hand", "shown"))

    def unseen(self) -> list[list[str]]:
        """Return the unseen cards: in hand, peeked, at known positions, others."""
        held = list((Counter(self.cards(self.theirs)) - Counter(self.seen_of_theirs())).elements())
        peeked = [card for name in PEEKED_FIELDS for card in self.cards(name) if self.looks_on]
        places = [
            card.removesuffix(self.mark)
            for name in ("top", "bottom")
            for card in self.cards(name)
            if card.endswith(self.mark)
        ]
        return [held, peeked, places, self.cards("unknown")]

    def resample(self, rng: Random) -> State:
        """Return a state with the unseen cards permuted."""
        held, peeked, places, unknown = self.unseen()
        cards = [*held, *peeked, *places, *unknown]
        while True:
            rng.shuffle(cards)
            dealt = [card for card in cards if is_labyrinth_card(card)][: len(held)]
            left = list((Counter(cards) - Counter(dealt)).elements())
            rng.shuffle(left)
            if self.cards("steps")[:1] != ["keys"] or any(card.endswith(" key") for card in left):
                return self.with_cards(dealt, left)

    def visible_changes(self) -> Iterator[tuple[str, State]]:
        """Yield states in which a visible card is replaced, with the field of the card.

        It is exchanged with an unknown card of the deck.
        """
        own = "hand" if self.theirs == "partner hand" else "partner hand"
        yield from self.with_exchanged_card("hand", [own, own.replace("hand", "shown")])
        yield from self.with_exchanged_card("shared", ["shared"])
        yield from self.with_exchanged_card("discard", ["discard"])
        yield from self.with_exchanged_card(
            "shown", [self.theirs.replace("hand", "shown"), self.theirs]
        )
        for end in ("top", "bottom"):
            yield from self.with_exchanged_card(end, [end])

    def with_exchanged_card(self, name: str, fields: list[str]) -> Iterator[tuple[str, State]]:
        """Exchange a card of the first field with an unknown one, in all given fields."""
        cards = [card for card in self.cards(fields[0]) if not card.endswith(self.mark)]
        rooms = [card for card in cards if is_room(card.split(" (")[0])]
        here = {card.split(" (")[0] for card in rooms}
        others = [card for card in self.cards("unknown") if is_room(card) and card not in here]
        if rooms and others:
            card, other = rooms[0].split(" (")[0], others[0]
            changed = {field: replace_card(self.cards(field), rooms[0], other) for field in fields}
            changed["unknown"] = replace_card(self.cards("unknown"), other, card)
            texts = {field: ", ".join(pile) for field, pile in (self.fields | changed).items()}
            # Forced decisions do not occur as states.
            with suppress(PositionError):
                yield name, self.state.game.from_fields(texts)

    def with_cards(self, held: list[str], left: list[str]) -> State:
        """Return the state with other cards in the unseen positions."""
        fields = {**self.fields, self.theirs: [*self.seen_of_theirs(), *held]}
        if self.looks_on:
            for name in PEEKED_FIELDS:
                fields[name] = [left.pop() for _ in self.cards(name)]
        for name in ("top", "bottom"):
            fields[name] = [
                left.pop() + self.mark if card.endswith(self.mark) else card
                for card in self.cards(name)
            ]
        fields["unknown"] = left
        texts = {name: ", ".join(cards) for name, cards in fields.items() if cards}
        return self.state.game.from_fields(texts)


def replace_card(cards: list[str], card: str, other: str) -> list[str]:
    """Replace a card, keeping the mark of its position."""
    if card not in cards:
        return cards
    at = cards.index(card)
    return [*cards[:at], card.replace(card.split(" (", maxsplit=1)[0], other), *cards[at + 1 :]]


class PublicPosition:
    """A position, with the positions of the cards that spectators have not seen.

    Cards seen by one or both players count as unseen: spectators know only public cards and cards
    that were revealed to everyone.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.fields = {name: expand(text) for name, text in state.to_fields().items()}
        options = state.game.options
        self.alone = state.game.seats == 1
        hands = ("hand",) if self.alone else ("hand", "partner hand")
        self.hands = () if options.get("table") == "open" else hands
        self.looking = () if self.fields.get("drawn") == ["happy dream"] else PEEKED_FIELDS

    def hidden(self) -> list[tuple[str, list[str]]]:
        """Return the hidden cards of each field, hands first."""
        names = (*self.hands, *self.looking, "top", "bottom", "unknown")
        return [
            (name, [entry for entry in self.fields.get(name, []) if self.is_hidden(name, entry)])
            for name in names
        ]

    def is_hidden(self, name: str, entry: str) -> bool:
        """O12.2 Return whether a card is hidden; in the deck it is public if both know it."""
        return self.alone or name not in {"top", "bottom"} or entry.endswith(")")

    def resample(self, rng: Random) -> State:
        """Return a state with all hidden cards permuted."""
        for _ in range(MAX_ATTEMPTS):
            # Some steps require certain cards in hand or in the deck.
            with suppress(PositionError):
                return self.deal_hidden(rng)
        raise AssertionError(self.fields)

    def deal_hidden(self, rng: Random) -> State:
        hidden = self.hidden()
        cards = [card.split(" (")[0] for _, pile in hidden for card in pile]
        rng.shuffle(cards)
        cards.sort(key=is_labyrinth_card)
        fields = dict(self.fields)
        for name, pile in hidden:
            if name not in self.hands:
                rng.shuffle(cards)
            fields[name] = self.with_hidden_cards(name, [cards.pop() for _ in pile])
        self.show(fields, rng)
        texts = {name: ", ".join(pile) for name, pile in fields.items() if pile}
        return self.state.game.from_fields(texts)

    def with_hidden_cards(self, name: str, cards: list[str]) -> list[str]:
        """Return a field with other hidden cards, keeping the marks of positions in the deck."""
        others = iter(cards)
        return [
            " (".join([next(others), *entry.split(" (")[1:]])
            if self.is_hidden(name, entry)
            else entry
            for entry in self.fields.get(name, [])
        ]

    def show(self, fields: dict[str, list[str]], rng: Random) -> None:
        """Vary the cards that each player has seen of the other's reserve: none, some, all."""
        for hand in () if self.alone else self.hands:
            held = fields.get(hand, [])
            fields[hand.replace("hand", "shown")] = rng.sample(held, rng.randint(0, len(held)))
