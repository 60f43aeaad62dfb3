"""O7 Two players: the draft, the reserves, the exchange, whose turn it is and who has won."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.games.onirim.actions import (
    DECLINE,
    OFFER_CARD,
    TAKE_CARD,
    labyrinth_card,
    labyrinth_index,
)
from onirium.games.onirim.components import (
    COLOUR_COUNT,
    FIRST_DOOR,
    KIND_COUNT,
    SHARED_SIZE,
    is_labyrinth,
)
from onirium.games.onirim.options import BY_CHANCE
from onirium.games.onirim.state import NONE, Board, log_event, log_public
from onirium.games.onirim.steps import DRAFT, EXCHANGE, LAY_OPEN, TAKE, TOSS


def set_up(board: Board) -> None:
    """O7.1 Eight labyrinth cards are laid open, of which the players take in turn."""
    board.push_step(DRAFT)
    board.push_step(LAY_OPEN)


def choose_first_player(board: Board) -> None:
    """O7.1 The first player is chosen by chance or named."""
    if board.options.first == BY_CHANCE:
        board.push_step(TOSS)
    else:
        board.mover = board.options.first


def begin(board: Board, seat: i64) -> None:
    """O7.1 Chance has chosen who takes the first card."""
    board.pop_step()
    board.mover = seat
    log_event(board, "begin", "", "")


def lay_open(board: Board, card: i64) -> None:
    """O7.1 A labyrinth card is laid open; doors and dream cards go to limbo."""
    if not is_labyrinth(card):
        board.put_in_limbo(card, "deck")
        return
    board.hand[card] += 1
    board.hand_size += 1
    board.shared[card] += 1
    board.shared_size += 1
    log_public(board, "deal", card, "deck", "shared")


def decide(board: Board, step: i64, action: i64) -> None:
    """O7.1, O7.4 Carry out the decision that waits."""
    if step == EXCHANGE:
        exchange(board, action)
    elif step == TAKE:
        take_in_exchange(board, labyrinth_card(action - TAKE_CARD))
    else:
        draft(board, labyrinth_card(action - TAKE_CARD))


def draft(board: Board, card: i64) -> None:
    """O7.1 Take one of the cards laid open; the last two are the shared reserve."""
    _take(board, card)
    if board.shared_size == SHARED_SIZE:
        board.pop_step()
    else:
        pass_turn(board)


def _take(board: Board, card: i64) -> None:
    """O12.2 What lay open both have seen."""
    board.shared[card] -= 1
    board.shared_size -= 1
    board.shown[card] += 1
    log_public(board, "take", card, "shared", "hand")


def exchange(board: Board, action: i64) -> None:
    """O7.4 Offer a card of the personal reserve for one of the shared reserve, or leave it be."""
    board.pop_step()
    if action == DECLINE:
        log_event(board, "decline", "", "")
        return
    card = labyrinth_card(action - OFFER_CARD)
    board.hand[card] -= 1
    board.hand_size -= 1
    if board.shown[card] > 0:
        board.shown[card] -= 1
    board.drawn = card
    board.push_step(TAKE)
    log_public(board, "offer", card, "hand", "table")


def take_in_exchange(board: Board, card: i64) -> None:
    """O7.4 Take a card of the shared reserve, in which the one offered then lies."""
    board.pop_step()
    _take(board, card)
    offered = board.drawn
    board.drawn = NONE
    board.hand[offered] += 1
    board.hand_size += 1
    board.shared[offered] += 1
    board.shared_size += 1
    log_public(board, "share", offered, "table", "shared")


def legal_actions_into(board: Board, step: i64, actions: vec[i64]) -> i64:
    """O7.1, O7.4 What may be taken, or offered in exchange; nothing is exchanged for its equal."""
    if step == EXCHANGE:
        return _offers_into(board, actions)
    count: i64 = 0
    card: i64
    for card in range(KIND_COUNT):
        if board.shared[card] > 0 and card != board.drawn:
            actions[count] = TAKE_CARD + labyrinth_index(card)
            count += 1
    return count


def _offers_into(board: Board, actions: vec[i64]) -> i64:
    """O7.4 A personal card, if the shared reserve holds another kind; or nothing."""
    actions[0] = DECLINE
    count: i64 = 1
    card: i64
    for card in range(KIND_COUNT):
        if board.hand[card] > board.shared[card] and board.shared_size > i64(board.shared[card]):
            actions[count] = OFFER_CARD + labyrinth_index(card)
            count += 1
    return count


def has_taker(board: Board, door: i64) -> bool:
    """O7.7 A player does not take a door of a colour they already have."""
    return board.options.seats == 1 or board.doors[door - FIRST_DOOR] == 0


def pass_turn(board: Board) -> None:
    """O7.5 The partner moves: what lay beside comes before them."""
    board.mover = 1 - board.mover
    board.hand_size = board.shared_size
    kind: i64
    for kind in range(KIND_COUNT):
        personal = board.hand[kind] - board.shared[kind]
        board.hand[kind] = board.partner_hand[kind] + board.shared[kind]
        board.hand_size += i64(board.partner_hand[kind])
        board.partner_hand[kind] = personal
    board.shown, board.partner_shown = board.partner_shown, board.shown
    board.row, board.partner_row = board.partner_row, board.row
    board.doors, board.partner_doors = board.partner_doors, board.doors


def two_player_winners(board: Board) -> i64:
    """O7.6 Both together with four doors each; in a race whoever has four, the mover before all."""
    mine = _has_four(board.doors)
    theirs = _has_four(board.partner_doors)
    if not board.options.race:
        return board.options.all_seats if mine and theirs else 0
    if mine:
        return 1 << board.mover
    if theirs:
        return 1 << (1 - board.mover)
    return 0


def _has_four(doors: vec[u8]) -> bool:
    """O7.6 Tell whether there is a door of each colour."""
    colour: i64
    for colour in range(COLOUR_COUNT):
        if doors[colour] == 0:
            return False
    return True


def reveal_deck_to_mover(board: Board) -> None:
    """O12.2 Who chooses among the cards of the deck knows the partner's reserve from then on."""
    if board.options.seats > 1:
        board.partner_shown = board.partner_hand[:]


def mark_absent_from_deck(board: Board, card: i64) -> None:
    """O12.2 When the deck is seen to hold no card of a kind, those not seen are in the reserves."""
    if board.options.seats > 1:
        board.shown[card] = board.hand[card] - board.shared[card]
        board.partner_shown[card] = board.partner_hand[card]


def found_doors(board: Board, colour: i64) -> i64:
    """O10.5 Return how many doors of a colour are found, those of both players together."""
    count = i64(board.doors[colour])
    if board.options.seats > 1:
        count += i64(board.partner_doors[colour])
    return count
