"""O12 Observer: builds the view of a seat from the board."""

from collections.abc import Iterable
from typing import Final

from onirium.core.events import SPECTATOR
from onirium.games.onirim.action_info import describe_actions
from onirium.games.onirim.components import COLOURS, FIRST_DOOR, KIND_COUNT, NIGHTMARE, card_name
from onirium.games.onirim.determinization import hidden_reserve, personal_reserve, sees_peeked
from onirium.games.onirim.doors import set_length
from onirium.games.onirim.expansions.book.view import build_view as book_view
from onirium.games.onirim.expansions.premonitions.view import build_view as premonitions_view
from onirium.games.onirim.expansions.premonitions.view import members
from onirium.games.onirim.expansions.towers.view import build_view as towers_view
from onirium.games.onirim.state import NONE, Board
from onirium.games.onirim.steps import OVER, STEP_NAMES
from onirium.games.onirim.view import HIDDEN, DeckView, OnirimView, PartnerView

FIRST_PLAYER: Final = 0
"""The seat from whose perspective spectators see the board."""


def build_view(board: Board, seat: int) -> OnirimView:
    """O12 Return the view of a seat.

    Spectators have the perspective of the first player, and see public information only.
    """
    player = board.current_player()
    perspective = FIRST_PLAYER if seat == SPECTATOR else seat
    moves = perspective == board.mover
    row = board.row if moves else board.partner_row
    seen = sees_peeked(board, seat)
    return OnirimView(
        game=board.game.name,
        seat=seat,
        player=player,
        step=STEP_NAMES[board.current_step()],
        legal_actions=describe_actions(board) if player == seat else [],
        returns=board.returns(),
        readings=list(board.game.options.get("readings", ())),
        mover=board.mover,
        hand=_visible_reserve(board, seat, perspective),
        shared=_names_by_kind(board.shared),
        row=_names(row),
        set_length=set_length(board, row),
        doors=_doors_by_colour(board.doors if moves else board.partner_doors),
        doors_to_find=_doors_to_find(board),
        partner=_partner_view(board, seat, 1 - perspective) if board.options.seats > 1 else None,
        limbo=_counts(board.limbo),
        discard=_counts(board.discard) | dict.fromkeys(members(board.struck), 1),
        peeked=_names(board.peeked) if seen else [HIDDEN] * len(board.peeked),
        ordered=_names(board.ordered) if seen else [HIDDEN] * len(board.ordered),
        drawn="" if board.drawn == NONE else card_name(board.drawn),
        next_step=_next_step(board),
        deck=_deck_view(board, seat),
        book=book_view(board),
        towers=towers_view(board),
        premonitions=premonitions_view(board),
    )


def _next_step(board: Board) -> str:
    step = board.next_step()
    return "" if step == OVER else STEP_NAMES[step]


def _reserve(board: Board, owner: int) -> list[int]:
    """O7.2 Return the personal reserve of a player, by kind."""
    return personal_reserve(board) if owner == board.mover else list(board.partner_hand)


def _unseen(board: Board, seat: int, owner: int) -> list[int]:
    """O12.3 Return the cards of a player's personal reserve that a seat has not seen, by kind.

    Spectators see reserves only at an open table, because cards seen by both players may still be
    unknown to others.
    """
    if seat == owner or (seat == SPECTATOR and board.options.open):
        return [0] * KIND_COUNT
    return _reserve(board, owner) if seat == SPECTATOR else list(hidden_reserve(board, seat))


def _visible_reserve(board: Board, seat: int, owner: int) -> list[str]:
    """O12.3 Return a player's personal reserve as a seat sees it, hidden cards last."""
    unseen = _unseen(board, seat, owner)
    held = zip(_reserve(board, owner), unseen, strict=True)
    return _names_by_kind(count - hidden for count, hidden in held) + [HIDDEN] * sum(unseen)


def _partner_view(board: Board, seat: int, owner: int) -> PartnerView:
    moves = owner == board.mover
    shown = board.partner_shown if moves else board.shown
    return PartnerView(
        hand=_visible_reserve(board, seat, owner),
        row=_names(board.row if moves else board.partner_row),
        doors=_doors_by_colour(board.doors if moves else board.partner_doors),
        shown=[] if seat == SPECTATOR else _names_by_kind(shown),
    )


def _deck_view(board: Board, seat: int) -> DeckView:
    deck = board.deck
    cards = [deck.count(kind) for kind in range(KIND_COUNT)]
    for owner in range(board.options.seats):
        unseen = _unseen(board, seat, owner)
        cards = [count + hidden for count, hidden in zip(cards, unseen, strict=True)]
    if not sees_peeked(board, seat):
        for card in (*board.peeked, *board.ordered):
            cards[card] += 1
    required = _required_seats(board, seat)
    return DeckView(
        size=deck.size(),
        cards=_counts(cards),
        top=_visible_cards(deck.top, deck.top_seen, required)[::-1],
        bottom=_visible_cards(deck.bottom, deck.bottom_seen, required),
    )


def _required_seats(board: Board, seat: int) -> int:
    """O12.2 Return the bit mask of the seats that must have seen a card for a seat to see it.

    A card seen by both players was revealed and is public; with one player the state does not
    record whether a card was revealed.
    """
    if seat == SPECTATOR and board.options.seats > 1:
        return int(board.options.all_seats)
    return 1 << seat


def _visible_cards(cards: Iterable[int], seen: Iterable[int], required: int) -> list[str]:
    return [
        card_name(card) if seats & required == required else HIDDEN
        for card, seats in zip(cards, seen, strict=True)
    ]


def _names(cards: Iterable[int]) -> list[str]:
    return [card_name(card) for card in cards]


def _names_by_kind(counts: Iterable[int]) -> list[str]:
    return [card_name(kind) for kind, count in enumerate(counts) for _ in range(count)]


def _counts(counts: Iterable[int]) -> dict[str, int]:
    return {card_name(kind): count for kind, count in enumerate(counts) if count}


def _doors_to_find(board: Board) -> dict[str, int] | None:
    """Return the doors of a reduced box by colour, without absent colours; otherwise None."""
    if "box" not in board.game.options:
        return None
    doors = board.options.deck[FIRST_DOOR:NIGHTMARE]
    return {colour: count for colour, count in _doors_by_colour(doors).items() if count}


def _doors_by_colour(doors: Iterable[int]) -> dict[str, int]:
    return dict(zip(COLOURS, map(int, doors), strict=True))
