"""O12 How what a seat may see of a table of Onirim is put together."""

from collections.abc import Iterable
from typing import Final

from onirium.core.events import SPECTATOR
from onirium.games.onirim.action_info import describe_actions
from onirium.games.onirim.components import COLOURS, KIND_COUNT, card_name
from onirium.games.onirim.determinization import hidden_reserve, personal, sees_peeked
from onirium.games.onirim.doors import set_length
from onirium.games.onirim.expansions.book.view import build_view as book_view
from onirium.games.onirim.expansions.premonitions.view import build_view as premonitions_view
from onirium.games.onirim.expansions.towers.view import build_view as towers_view
from onirium.games.onirim.state import NONE, Board
from onirium.games.onirim.steps import STEP_NAMES
from onirium.games.onirim.view import HIDDEN, DeckView, OnirimView, PartnerView

FIRST_PLAYER: Final = 0
"""From whose side those see the table who only watch."""


def build_view(board: Board, seat: int) -> OnirimView:
    """O12 Return the view of a seat, by adding what it may see.

    Those who watch see the table from the first player's side, and only what lies open.
    """
    player = board.current_player()
    side = FIRST_PLAYER if seat == SPECTATOR else seat
    moves = side == board.mover
    row = board.row if moves else board.partner_row
    seen = sees_peeked(board, seat)
    return OnirimView(
        game=board.game.name,
        seat=seat,
        player=player,
        step=STEP_NAMES[board.current_step()],
        legal_actions=describe_actions(board) if player == seat else [],
        returns=board.returns(),
        mover=board.mover,
        hand=_held(board, seat, side),
        shared=_listed(board.shared),
        row=_names(row),
        set_length=set_length(row),
        doors=_doors(board.doors if moves else board.partner_doors),
        partner=_partner(board, seat, 1 - side) if board.options.seats > 1 else None,
        limbo=_counts(board.limbo),
        discard=_counts(board.discard),
        looked=_names(board.peeked) if seen else [HIDDEN] * len(board.peeked),
        arranged=_names(board.ordered) if seen else [HIDDEN] * len(board.ordered),
        drawn="" if board.drawn == NONE else card_name(board.drawn),
        deck=_deck_view(board, seat),
        book=book_view(board),
        towers=towers_view(board),
        premonitions=premonitions_view(board),
    )


def _reserve(board: Board, whose: int) -> list[int]:
    """O7.2 Return what a player holds without the shared reserve, by kind."""
    return personal(board) if whose == board.mover else list(board.partner_hand)


def _unseen(board: Board, seat: int, whose: int) -> list[int]:
    """O12.3 Count what a seat has not seen of a player's personal reserve, by kind.

    Those who watch see one only if the table lies open: what both players know may be a secret.
    """
    if seat == whose or (seat == SPECTATOR and board.options.open):
        return [0] * KIND_COUNT
    return _reserve(board, whose) if seat == SPECTATOR else list(hidden_reserve(board, seat))


def _held(board: Board, seat: int, whose: int) -> list[str]:
    """O12.3 Return what a seat sees of a player's personal reserve."""
    unseen = _unseen(board, seat, whose)
    held = zip(_reserve(board, whose), unseen, strict=True)
    return _listed(count - hidden for count, hidden in held) + [HIDDEN] * sum(unseen)


def _partner(board: Board, seat: int, whose: int) -> PartnerView:
    moves = whose == board.mover
    shown = board.partner_shown if moves else board.shown
    return PartnerView(
        hand=_held(board, seat, whose),
        row=_names(board.row if moves else board.partner_row),
        doors=_doors(board.doors if moves else board.partner_doors),
        shown=[] if seat == SPECTATOR else _listed(shown),
    )


def _deck_view(board: Board, seat: int) -> DeckView:
    deck = board.deck
    cards = [deck.count(kind) for kind in range(KIND_COUNT)]
    for whose in range(board.options.seats):
        unseen = _unseen(board, seat, whose)
        cards = [count + hidden for count, hidden in zip(cards, unseen, strict=True)]
    if not sees_peeked(board, seat):
        for card in (*board.peeked, *board.ordered):
            cards[card] += 1
    witnesses = _witnesses(board, seat)
    return DeckView(
        size=deck.size(),
        cards=_counts(cards),
        top=_places(deck.top, deck.top_seen, witnesses)[::-1],
        bottom=_places(deck.bottom, deck.bottom_seen, witnesses),
    )


def _witnesses(board: Board, seat: int) -> int:
    """O12.2 Return who must have seen a card in its place for a seat to know it, as a set of seats.

    Both players have seen only what was revealed; of one player it is not kept how a card was seen.
    """
    if seat == SPECTATOR and board.options.seats > 1:
        return int(board.options.all_seats)
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
