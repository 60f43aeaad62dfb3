"""O12 How what a seat may see of a table of Onirim is put together."""

from collections.abc import Iterable
from typing import Final

from onirium.core.events import SPECTATOR
from onirium.games.onirim.action_info import choices_of
from onirium.games.onirim.components import COLOURS, KINDS, card_name
from onirium.games.onirim.determinization import hidden_reserve, personal, sees_looked
from onirium.games.onirim.doors import set_length
from onirium.games.onirim.expansions.book.view import view_of as book_view
from onirium.games.onirim.expansions.premonitions.view import view_of as premonitions_view
from onirium.games.onirim.expansions.towers.view import view_of as towers_view
from onirium.games.onirim.state import NONE, STEPS, Table
from onirium.games.onirim.view import HIDDEN, DeckView, OnirimView, PartnerView

FIRST_PLAYER: Final = 0
"""From whose side those see the table who only watch."""


def view_of(table: Table, seat: int) -> OnirimView:
    """O12 Return the view of a seat, by adding what it may see.

    Those who watch see the table from the first player's side, and only what lies open.
    """
    player = table.current_player()
    side = FIRST_PLAYER if seat == SPECTATOR else seat
    moves = side == table.mover
    row = table.row if moves else table.partner_row
    seen = sees_looked(table, seat)
    return OnirimView(
        game=table.game.name,
        seat=seat,
        player=player,
        step=STEPS[table.step()],
        choices=choices_of(table) if player == seat else [],
        returns=table.returns(),
        mover=table.mover,
        hand=_held(table, seat, side),
        shared=_listed(table.shared),
        row=_names(row),
        set_length=set_length(row),
        doors=_doors(table.doors if moves else table.partner_doors),
        partner=_partner(table, seat, 1 - side) if table.options.seats > 1 else None,
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


def _reserve(table: Table, whose: int) -> list[int]:
    """O7.2 Return what a player holds without the shared reserve, by kind."""
    return personal(table) if whose == table.mover else list(table.partner_hand)


def _unseen(table: Table, seat: int, whose: int) -> list[int]:
    """O12.3 Count what a seat has not seen of a player's personal reserve, by kind.

    Those who watch see one only if the table lies open: what both players know may be a secret.
    """
    if seat == whose or (seat == SPECTATOR and table.options.open):
        return [0] * KINDS
    return _reserve(table, whose) if seat == SPECTATOR else list(hidden_reserve(table, seat))


def _held(table: Table, seat: int, whose: int) -> list[str]:
    """O12.3 Return what a seat sees of a player's personal reserve."""
    unseen = _unseen(table, seat, whose)
    held = zip(_reserve(table, whose), unseen, strict=True)
    return _listed(count - hidden for count, hidden in held) + [HIDDEN] * sum(unseen)


def _partner(table: Table, seat: int, whose: int) -> PartnerView:
    moves = whose == table.mover
    shown = table.partner_shown if moves else table.shown
    return PartnerView(
        hand=_held(table, seat, whose),
        row=_names(table.row if moves else table.partner_row),
        doors=_doors(table.doors if moves else table.partner_doors),
        shown=[] if seat == SPECTATOR else _listed(shown),
    )


def _deck_view(table: Table, seat: int) -> DeckView:
    deck = table.deck
    cards = [deck.count(kind) for kind in range(KINDS)]
    for whose in range(table.options.seats):
        unseen = _unseen(table, seat, whose)
        cards = [count + hidden for count, hidden in zip(cards, unseen, strict=True)]
    if not sees_looked(table, seat):
        for card in (*table.looked, *table.arranged):
            cards[card] += 1
    witnesses = _witnesses(table, seat)
    return DeckView(
        size=deck.size(),
        cards=_counts(cards),
        top=_places(deck.top, deck.top_seen, witnesses)[::-1],
        bottom=_places(deck.bottom, deck.bottom_seen, witnesses),
    )


def _witnesses(table: Table, seat: int) -> int:
    """O12.2 Return who must have seen a card in its place for a seat to know it, as a set of seats.

    Both players have seen only what was revealed; of one player it is not kept how a card was seen.
    """
    if seat == SPECTATOR and table.options.seats > 1:
        return int(table.options.everyone)
    return 1 << seat


def _places(cards: Iterable[int], seen: Iterable[int], witnesses: int) -> list[str]:
    return [
        card_name(card) if seats & witnesses == witnesses else HIDDEN
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
