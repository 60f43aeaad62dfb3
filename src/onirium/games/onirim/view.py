"""O12 What a seat may see of a table of Onirim, as typed structures."""

from typing import Final

import msgspec

from onirium.core.view import View
from onirium.games.onirim.expansions.book.view import BookView
from onirium.games.onirim.expansions.premonitions.view import PremonitionsView
from onirium.games.onirim.expansions.towers.view import TowersView

HIDDEN: Final = "?"
"""Stands for a card that the seat has not seen."""


class DeckView(msgspec.Struct, frozen=True):
    """The deck: what may still be in it, and what is known of its order.

    Attributes:
        size: the number of cards.
        cards: how many there may be of each kind, wherever in the deck: those that the seat has not
            seen elsewhere. With two players some of them are in the partner's hidden reserve.
        top: the known cards on top, the next to come first; ``?`` for what others know.
        bottom: the known cards at the bottom, the lowest last.
    """

    size: int
    cards: dict[str, int]
    top: list[str]
    bottom: list[str]


class PartnerView(msgspec.Struct, frozen=True):
    """O7 What a player sees of the other one.

    Attributes:
        hand: the other's personal reserve; ``?`` for what was never seen.
        row: the other's row.
        doors: how many doors of each colour the other has found.
        shown: the cards of one's own reserve that the other has seen.
    """

    hand: list[str]
    row: list[str]
    doors: dict[str, int]
    shown: list[str]


class OnirimView(View, frozen=True, kw_only=True):
    """Everything a player of Onirim sees; what is not in play is ``None``.

    Attributes:
        mover: whose turn it is.
        hand: the cards in hand; with two players one's personal reserve.
        shared: the shared reserve of two players.
        row: the rooms played, in order.
        set_length: how many rooms of the current set lie at its end.
        doors: how many doors of each colour are found.
        partner: the other player.
        limbo: the cards in limbo, by kind.
        discard: the discard pile, by kind.
        looked: the cards being looked at that have no place in the deck yet.
        arranged: those that have one, the first to come first.
        drawn: the card that lies on the table, not settled, or empty.
        deck: the deck.
        book: The Book of Steps.
        towers: The Towers.
        premonitions: Dark Premonitions and Happy Dreams.
    """

    mover: int
    hand: list[str]
    shared: list[str]
    row: list[str]
    set_length: int
    doors: dict[str, int]
    partner: PartnerView | None
    limbo: dict[str, int]
    discard: dict[str, int]
    looked: list[str]
    arranged: list[str]
    drawn: str
    deck: DeckView
    book: BookView | None
    towers: TowersView | None
    premonitions: PremonitionsView | None
