"""O7 Two players: draft, reserves, exchange, change of turns and victory."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.games.onirim.actions import (
    DECLINE,
    DISCARD_OFFSET,
    DISCARD_PERSONAL,
    OFFER_CARD,
    PAY_PERSONAL,
    PLAY_PERSONAL,
    TAKE_CARD,
    labyrinth_card,
    labyrinth_index,
)
from onirium.games.onirim.components import (
    COLOUR_COUNT,
    FIRST_DOOR,
    KEY,
    ROOM_KIND_COUNT,
    SHARED_SIZE,
    SYMBOL_COUNT,
    is_labyrinth,
)
from onirium.games.onirim.options import BY_CHANCE
from onirium.games.onirim.state import NONE, Board, log_event, log_public
from onirium.games.onirim.steps import DRAFT, EXCHANGE, LAY_OPEN, TAKE, TOSS


def set_up(board: Board) -> None:
    """O7.1 Deal eight labyrinth cards face up, then draft them."""
    board.push_step(DRAFT)
    board.push_step(LAY_OPEN)


def choose_first_player(board: Board) -> None:
    """O7.1 Choose the first player, by chance or by option."""
    if board.options.first == BY_CHANCE:
        board.push_step(TOSS)
    else:
        board.mover = board.options.first


def set_first_player(board: Board, seat: i64) -> None:
    """O7.1 Make a seat the first player."""
    board.pop_step()
    board.mover = seat
    log_event(board, "begin", "", "")


def lay_open(board: Board, card: i64) -> None:
    """O7.1 Deal a labyrinth card face up; put a door or dream into limbo."""
    if not is_labyrinth(card):
        board.put_in_limbo(card, "deck")
        return
    board.hand[card] += 1
    board.hand_size += 1
    board.shared[card] += 1
    board.shared_size += 1
    log_public(board, "deal", card, "deck", "shared")


def decide(board: Board, step: i64, action: i64) -> None:
    """O7.1, O7.4 Apply an action to the current decision."""
    if step == EXCHANGE:
        exchange(board, action)
    elif step == TAKE:
        take_in_exchange(board, labyrinth_card(action - TAKE_CARD))
    else:
        draft(board, labyrinth_card(action - TAKE_CARD))


def draft(board: Board, card: i64) -> None:
    """O7.1 Draft a card; the last two form the shared reserve."""
    _take(board, card)
    if board.shared_size == SHARED_SIZE:
        board.pop_step()
    else:
        pass_turn(board)


def _take(board: Board, card: i64) -> None:
    """O12.2 Move a card from the shared to the personal reserve; both players have seen it."""
    board.shared[card] -= 1
    board.shared_size -= 1
    board.shown[card] += 1
    log_public(board, "take", card, "shared", "hand")


def exchange(board: Board, action: i64) -> None:
    """O7.4 Offer a card of the personal reserve for one of the shared reserve, or decline."""
    board.pop_step()
    if action == DECLINE:
        log_event(board, "decline", "", "")
        return
    card = labyrinth_card(action - OFFER_CARD)
    source = board.take_from_reserve(card)
    board.drawn = card
    board.push_step(TAKE)
    log_public(board, "offer", card, source, "table")


def take_in_exchange(board: Board, card: i64) -> None:
    """O7.4 Take a card of the shared reserve and replace it by the offered one."""
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
    """O7.1, O7.4 Write the cards to take or to offer; equal cards are never exchanged."""
    if step == EXCHANGE:
        return _offers_into(board, actions)
    shared = board.shared
    count: i64 = 0
    card: i64
    for card in range(board.options.hand_kind_count):
        if shared[card] > 0 and card != board.drawn:
            actions[count] = TAKE_CARD + labyrinth_index(card)
            count += 1
    return count


def _offers_into(board: Board, actions: vec[i64]) -> i64:
    """O7.4 Write the offers: personal cards for which the shared reserve has another kind."""
    hand, shared, shared_size = board.hand, board.shared, board.shared_size
    actions[0] = DECLINE
    count: i64 = 1
    card: i64
    for card in range(board.options.hand_kind_count):
        if hand[card] > shared[card] and shared_size > i64(shared[card]):
            actions[count] = OFFER_CARD + labyrinth_index(card)
            count += 1
    return count


def can_choose_reserve(board: Board, card: i64) -> bool:
    """O7.2, O12.2 Return whether the player chooses which of two equal cards leaves the hand.

    With an empty deck the choice makes no difference: the next draw ends the game.
    """
    shared = board.shared[card]
    return shared > 0 and board.hand[card] > shared and board.deck.size() > 0


def personal_turns_into(board: Board, barred: i64, actions: vec[i64], count: i64) -> i64:
    """O3.2, O3.5 Append the plays and discards of personal rooms that the shared reserve has too.

    Args:
        board: the board.
        barred: the symbol that must not be played, or ``NONE``.
        actions: the buffer.
        count: the number of actions in it.
    """
    if board.deck.size() == 0:
        return count
    hand, shared = board.hand, board.shared
    # Most turns have none, and each of them pays for the search: it ends with the last shared card.
    left = board.shared_size
    discards: i64 = 0
    room: i64 = 0
    while left > 0 and room < ROOM_KIND_COUNT:
        held = i64(shared[room])
        left -= held
        if held > 0 and i64(hand[room]) > held:
            if room % SYMBOL_COUNT != barred:
                actions[count] = PLAY_PERSONAL + room
                count += 1
            actions[DISCARD_OFFSET + discards] = DISCARD_PERSONAL + room
            discards += 1
        room += 1
    index: i64
    for index in range(discards):
        actions[count + index] = actions[DISCARD_OFFSET + index]
    return count + discards


def personal_payments_into(board: Board, actions: vec[i64], count: i64) -> i64:
    """O5.1a Append the payments of personal keys that the shared reserve has too."""
    colour: i64
    for colour in range(COLOUR_COUNT):
        if can_choose_reserve(board, colour * SYMBOL_COUNT + KEY):
            actions[count] = PAY_PERSONAL + colour
            count += 1
    return count


def can_take_door(board: Board, door: i64) -> bool:
    """O7.7 Return whether the mover can take a door: of two players, only the first of a colour."""
    return not board.options.one_door_each or board.doors[door - FIRST_DOOR] == 0


def pass_turn(board: Board) -> None:
    """O7.5 Pass the turn: swap the piles of the players."""
    board.mover = 1 - board.mover
    hand, shared, reserve = board.hand, board.shared, board.partner_hand
    size = board.shared_size
    kind: i64
    for kind in range(board.options.hand_kind_count):
        personal = hand[kind] - shared[kind]
        size += i64(reserve[kind])
        hand[kind] = reserve[kind] + shared[kind]
        reserve[kind] = personal
    board.hand_size = size
    board.shown, board.partner_shown = board.partner_shown, board.shown
    board.row, board.partner_row = board.partner_row, board.row
    board.doors, board.partner_doors = board.partner_doors, board.doors


def two_player_winners(board: Board) -> i64:
    """O7.6 Return the bit mask of the winners, who have a door of each colour.

    Together both must have them; in a race one suffices, and the mover comes first.
    """
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
    """O7.6 Return whether a player has a door of each colour."""
    colour: i64
    for colour in range(COLOUR_COUNT):
        if doors[colour] == 0:
            return False
    return True


def reveal_deck_to_mover(board: Board) -> None:
    """O12.2 Show the deck to the mover, who thereby knows the partner's reserve."""
    if board.options.seats > 1:
        board.partner_shown = board.partner_hand[:]


def mark_absent_from_deck(board: Board, card: i64) -> None:
    """O12.2 Mark a kind as absent from the deck: unseen cards of it must be in the reserves."""
    if board.options.seats > 1:
        board.shown[card] = board.hand[card] - board.shared[card]
        board.partner_shown[card] = board.partner_hand[card]


def found_doors(board: Board, colour: i64) -> i64:
    """O10.5 Return the number of doors of a colour found by all players."""
    count = i64(board.doors[colour])
    if board.options.seats > 1:
        count += i64(board.partner_doors[colour])
    return count
