"""O2 Setup, and dealing a new hand."""

from mypy_extensions import i64

from onirium.games.onirim import hooks, two_players
from onirium.games.onirim.components import FIRST_DOOR, FIRST_TOWER, is_labyrinth
from onirium.games.onirim.state import Board, log_event, log_public
from onirium.games.onirim.steps import DEAL, SHUFFLE


def set_up(board: Board) -> None:
    """O2.1, O2.2 Deal a hand, then shuffle limbo into the deck and begin the first turn."""
    board.push_step(SHUFFLE)
    if board.options.seats > 1:
        two_players.set_up(board)
    else:
        board.push_step(DEAL)
    hooks.set_up(board)
    if board.options.seats > 1:
        two_players.choose_first_player(board)


def deal(board: Board, card: i64, seen: i64) -> None:
    """O2.1 Put a labyrinth card into the hand, a door or dream into limbo, without effect."""
    if is_labyrinth(card):
        board.add_to_hand("deal", card, seen)
    else:
        board.put_in_limbo(card, "deck")


def discard_hand(board: Board) -> None:
    """O5.1d Discard the hand and deal a new one as in O2.1."""
    card: i64 = 0
    while board.hand_size > 0:
        while board.hand[card] > 0:
            source = board.take_from_hand(card)
            board.put_on_discard(card)
            log_public(board, "discard", card, source, "discard")
        card += 1
    board.push_step(DEAL)


def return_limbo(board: Board) -> None:
    """O2.2, O3.8 Shuffle limbo into the deck, unless it is empty."""
    if board.limbo_size == 0:
        return
    deck, limbo = board.deck, board.limbo
    deck.shuffle()
    kind: i64
    for kind in range(FIRST_DOOR, FIRST_TOWER):
        deck.add(kind, i64(limbo[kind]))
        limbo[kind] = 0
    board.limbo_size = 0
    log_event(board, "shuffle", "limbo", "deck")
