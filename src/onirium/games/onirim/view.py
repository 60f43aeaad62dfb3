"""O12 What a seat may see of a table of Onirim, as typed structures."""

from collections.abc import Iterable

import msgspec

from onirium.games.onirim.actions import FORETELL_CARD, NEXT_CARD, card_of, decision_kind
from onirium.games.onirim.box import COLOURS, FIRST_DOOR, NIGHTMARE, card_name
from onirium.games.onirim.state import NONE, STEPS, Table
from onirium.kernel.view import Choice, View

ZONES = {
    "play": "hand",
    "discard": "hand",
    "pay": "hand",
    "prophecy discard": "looked",
    "next": "looked",
    "give": "doors",
}
"""Where the card of each kind of decision lies."""


class DeckView(msgspec.Struct, frozen=True):
    """The deck: what is still in it, and what is known of its order.

    Attributes:
        size: the number of cards.
        cards: how many there are of each kind, wherever in the deck.
        top: the known cards on top, the next to come first.
        bottom: the known cards at the bottom, the lowest last.
    """

    size: int
    cards: dict[str, int]
    top: list[str]
    bottom: list[str]


class OnirimView(View, frozen=True, kw_only=True):
    """Everything a player of Onirim sees.

    Attributes:
        hand: the cards in hand.
        row: the rooms played, in order.
        doors: how many doors of each colour are found.
        limbo: the cards in limbo, by kind.
        discard: the discard pile, by kind.
        looked: the cards being looked at that have no place on the deck yet.
        arranged: those that have one, the first to come first.
        drawn: the door or dream card drawn and not settled, or empty.
        deck: the deck.
    """

    hand: list[str]
    row: list[str]
    doors: dict[str, int]
    limbo: dict[str, int]
    discard: dict[str, int]
    looked: list[str]
    arranged: list[str]
    drawn: str
    deck: DeckView


def view_of(table: Table, seat: int) -> OnirimView:
    """O12.1 Return the view of a seat: to one player everything is public but the deck's order."""
    player = table.current_player()
    return OnirimView(
        game=table.game.name,
        seat=seat,
        player=player,
        step=STEPS[table.step()],
        choices=[choice_of(action) for action in table.legal_actions()] if player == seat else [],
        returns=table.returns(),
        hand=[card_name(kind) for kind, count in enumerate(table.hand) for _ in range(count)],
        row=_names(table.row),
        doors={colour: table.doors[place] for place, colour in enumerate(COLOURS)},
        limbo=_counts(table.limbo),
        discard=_counts(table.discard),
        looked=_names(table.looked),
        arranged=_names(table.arranged),
        drawn="" if table.drawn == NONE else card_name(table.drawn),
        deck=_deck_view(table),
    )


def choice_of(action: int) -> Choice:
    """Return a legal action as an interface offers it."""
    card = card_of(action)
    kind = decision_kind(action)
    name = "" if card is None else card_name(card)
    return Choice(
        action=action,
        notation=f"{kind} {name}".strip(),
        kind=kind,
        card=name,
        zone=ZONES.get(kind, ""),
        warning=_warning(action),
    )


def _warning(action: int) -> str:
    """O3.6 A door that a prophecy discards makes victory impossible."""
    card = action - FORETELL_CARD
    if FORETELL_CARD <= action < NEXT_CARD and FIRST_DOOR <= card < NIGHTMARE:
        return "door lost for good"
    return ""


def _deck_view(table: Table) -> DeckView:
    deck = table.deck
    return DeckView(
        size=deck.size(),
        cards=_counts([deck.count(kind) for kind in range(len(deck.unknown))]),
        top=_names(reversed(list(deck.top))),
        bottom=_names(deck.bottom),
    )


def _names(cards: Iterable[int]) -> list[str]:
    return [card_name(card) for card in cards]


def _counts(counts: Iterable[int]) -> dict[str, int]:
    return {card_name(kind): count for kind, count in enumerate(counts) if count}
