"""O12 The view of Onirim, as typed structures."""

from typing import Final

import msgspec

from onirium.core.view import View
from onirium.games.onirim.expansions.book.view import BookView
from onirium.games.onirim.expansions.premonitions.view import PremonitionsView
from onirium.games.onirim.expansions.towers.view import TowersView

HIDDEN: Final = "?"
"""Placeholder for a card that the seat has not seen."""


class DeckView(msgspec.Struct, frozen=True, gc=False):
    """The deck.

    Attributes:
        size: the number of cards.
        cards: the number of cards of each kind that can be in the deck: those not seen elsewhere.
            With two players some of them may be in the partner's hidden reserve.
        top: the known cards on top, the next one first; ``?`` for a card known to the partner only.
        bottom: the known cards at the bottom, the lowest last.
    """

    size: int
    cards: dict[str, int]
    top: list[str]
    bottom: list[str]


class PartnerView(msgspec.Struct, frozen=True):
    """O7 The other player, as one player sees them.

    Attributes:
        hand: the partner's personal reserve; ``?`` for an unseen card.
        row: the partner's row.
        doors: the number of doors found by the partner, by colour.
        shown: the cards of the viewer's own reserve that the partner has seen.
    """

    hand: list[str]
    row: list[str]
    doors: dict[str, int]
    shown: list[str]


class OnirimView(View, frozen=True, kw_only=True):
    """The view of Onirim. Fields of components that are not in play are ``None``.

    Attributes:
        readings: the readings of the rules in force (O14).
        mover: the seat whose turn it is.
        hand: the viewer's hand; with two players the personal reserve.
        shared: the shared reserve of two players.
        row: the viewer's row, in order.
        set_length: the number of rooms in the set begun at the end of the row, at most two.
        doors: the number of doors found, by colour.
        doors_to_find: the number of doors in a reduced box, by colour.
        partner: the other player.
        limbo: the cards in limbo, by kind.
        discard: the discard pile, by kind.
        peeked: the peeked cards that have not been returned.
        ordered: the peeked cards that have been returned, in the order of drawing.
        drawn: the drawn card that is not yet resolved, or empty.
        next_step: the step after a payment or an exchange, a code of the game, otherwise empty; no
            other field shows it.
        deck: the deck.
        book: The Book of Steps.
        towers: The Towers.
        premonitions: Dark Premonitions and Happy Dreams.
    """

    readings: list[str]
    mover: int
    hand: list[str]
    shared: list[str]
    row: list[str]
    set_length: int
    doors: dict[str, int]
    doors_to_find: dict[str, int] | None
    partner: PartnerView | None
    limbo: dict[str, int]
    discard: dict[str, int]
    peeked: list[str]
    ordered: list[str]
    drawn: str
    next_step: str
    deck: DeckView
    book: BookView | None
    towers: TowersView | None
    premonitions: PremonitionsView | None
