"""O12 What a seat may see of a table of Onirim, as typed structures."""

from collections.abc import Iterable
from typing import Final

import msgspec

from onirium.games.onirim.actions import (
    FORETELL_CARD,
    KEEP_REST,
    NEXT_CARD,
    SORT_OUT,
    card_of,
    decision_kind,
    notation,
)
from onirium.games.onirim.box import COLOURS, FIRST_DOOR, KINDS, NIGHTMARE, card_name
from onirium.games.onirim.doors import set_length
from onirium.games.onirim.expansions.book.view import BookView
from onirium.games.onirim.expansions.book.view import view_of as book_view
from onirium.games.onirim.expansions.premonitions.view import PremonitionsView
from onirium.games.onirim.expansions.premonitions.view import view_of as premonitions_view
from onirium.games.onirim.expansions.towers.view import TowersView
from onirium.games.onirim.expansions.towers.view import view_of as towers_view
from onirium.games.onirim.secrets import hidden_reserve, personal, sees_looked
from onirium.games.onirim.state import NONE, STEPS, Table
from onirium.kernel.view import Choice, View

HIDDEN: Final = "?"
"""Stands for a card that the seat has not seen."""

ZONES: Final = {
    "play": "hand",
    "play left": "hand",
    "play right": "hand",
    "discard": "hand",
    "pay": "hand",
    "offer": "hand",
    "take": "shared",
    "prophecy discard": "looked",
    "next": "looked",
    "lift": "looked",
    "dream discard": "looked",
    "give": "doors",
    "give partner": "partner doors",
    "topple": "towers",
    "remove": "discard",
    "strike": "premonitions",
    "dismiss": "premonitions",
    "lose": "deck",
    "fetch": "deck",
}
"""Where the card of each kind of decision lies."""

USUAL: Final = ("draw", "remove rest")
"""O8.4, O8.6 To draw without casting a spell, and to pay with what cannot matter."""


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


def view_of(table: Table, seat: int) -> OnirimView:
    """O12 Return the view of a seat, by adding what it may see."""
    player = table.current_player()
    moves = seat == table.mover
    row = table.row if moves else table.partner_row
    seen = sees_looked(table, seat)
    return OnirimView(
        game=table.game.name,
        seat=seat,
        player=player,
        step=STEPS[table.step()],
        choices=_choices(table) if player == seat else [],
        returns=table.returns(),
        mover=table.mover,
        hand=_listed(_reserve(table, moves=moves)),
        shared=_listed(table.shared),
        row=_names(row),
        set_length=set_length(row),
        doors=_doors(table.doors if moves else table.partner_doors),
        partner=_partner(table, seat) if table.options.seats > 1 else None,
        limbo=_counts(table.limbo),
        discard=_counts(table.discard),
        looked=_names(table.looked) if seen else [HIDDEN] * len(table.looked),
        arranged=_names(table.arranged) if seen else [HIDDEN] * len(table.arranged),
        drawn="" if table.drawn == NONE else card_name(table.drawn),
        deck=_deck_view(table, seat),
        book=book_view(table),
        towers=towers_view(table),
        premonitions=premonitions_view(table),
    )


def _choices(table: Table) -> list[Choice]:
    return [choice_of(action, race=table.options.race) for action in table.legal_actions()]


def choice_of(action: int, *, race: bool) -> Choice:
    """Return a legal action as an interface offers it."""
    card = card_of(action)
    kind = decision_kind(action)
    return Choice(
        action=action,
        notation=notation(action),
        kind=kind,
        card="" if card is None else card_name(card),
        zone=ZONES.get(kind, ""),
        warning="door lost for good" if _loses_door(action, card) and not race else "",
        usual=kind in USUAL,
    )


def _loses_door(action: int, card: int | None) -> bool:
    """O3.6, O10.3b Tell whether a door is discarded, which all players together need."""
    discards = FORETELL_CARD <= action < NEXT_CARD or SORT_OUT <= action < KEEP_REST
    return discards and card is not None and FIRST_DOOR <= card < NIGHTMARE


def _reserve(table: Table, *, moves: bool) -> list[int]:
    """Return what a player holds without the shared reserve, by kind."""
    return personal(table) if moves else list(table.partner_hand)


def _partner(table: Table, seat: int) -> PartnerView:
    moves = seat == table.mover
    reserve = _reserve(table, moves=not moves)
    hidden = hidden_reserve(table, seat)
    known = [held - int(unseen) for held, unseen in zip(reserve, hidden, strict=True)]
    return PartnerView(
        hand=_listed(known) + [HIDDEN] * int(sum(hidden)),
        row=_names(table.partner_row if moves else table.row),
        doors=_doors(table.partner_doors if moves else table.doors),
        shown=_listed(table.shown if moves else table.partner_shown),
    )


def _deck_view(table: Table, seat: int) -> DeckView:
    deck = table.deck
    cards = [deck.count(kind) for kind in range(KINDS)]
    for kind, count in enumerate(hidden_reserve(table, seat)):
        cards[kind] += count
    if not sees_looked(table, seat):
        for card in (*table.looked, *table.arranged):
            cards[card] += 1
    top = _places(deck.top, deck.top_seen, seat)
    return DeckView(
        size=deck.size(),
        cards=_counts(cards),
        top=top[::-1],
        bottom=_places(deck.bottom, deck.bottom_seen, seat),
    )


def _places(cards: Iterable[int], seen: Iterable[int], seat: int) -> list[str]:
    return [
        card_name(card) if seats >> seat & 1 else HIDDEN
        for card, seats in zip(cards, seen, strict=True)
    ]


def _names(cards: Iterable[int]) -> list[str]:
    return [card_name(card) for card in cards]


def _listed(counts: Iterable[int]) -> list[str]:
    return [card_name(kind) for kind, count in enumerate(counts) for _ in range(count)]


def _counts(counts: Iterable[int]) -> dict[str, int]:
    return {card_name(kind): count for kind, count in enumerate(counts) if count}


def _doors(doors: Iterable[int]) -> dict[str, int]:
    return dict(zip(COLOURS, map(int, doors), strict=True))
