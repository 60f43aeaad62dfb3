"""N5.2 Terror: a creature of one legion makes every opponent discard."""

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.nightmarium.actions import DISCARD_CARD
from onirium.games.nightmarium.components import LEGION_OF, LEGIONS, MAX_TERROR_DISCARDS
from onirium.games.nightmarium.state import NONE, TERROR, Board, log_event, log_public


def begin(board: Board, spot: i64) -> None:
    """N5.2 If all three cards are of one legion, the player on the left is the first to discard."""
    legion = board.legion_at(spot)
    if legion == NONE:
        return
    if board.log is not None:
        log_event(board, f"terror {LEGIONS[int(legion)]}", board.mover)
    board.victim = board.next_seat(board.mover)
    board.push_step(TERROR)


def legion_of_terror(board: Board) -> i64:
    """Return the legion of the creature that is complete."""
    return board.legion_at(board.spot(board.mover, board.creature))


def discards_into(board: Board, actions: vec[i64]) -> i64:
    """N5.2 A card of the legion; any card, if the victim holds none or has discarded another."""
    hands = board.hands
    legion = legion_of_terror(board)
    must = board.lost == 0 and _holds(board, legion)
    count: i64 = 0
    before: i64 = NONE
    place: i64
    for place in range(hands.begin(board.victim), hands.end(board.victim)):
        card = i64(hands.cards[place])
        if card != before and (not must or LEGION_OF[card] == legion):
            actions[count] = DISCARD_CARD + card
            count += 1
        before = card
    return count


def _holds(board: Board, legion: i64) -> bool:
    hands = board.hands
    place: i64
    for place in range(hands.begin(board.victim), hands.end(board.victim)):
        if LEGION_OF[i64(hands.cards[place])] == legion:
            return True
    return False


def try_forced_decision(board: Board) -> bool:
    """N5.2 Go on with the terror as far as nothing is to be chosen; return whether it went on.

    A victim with several cards is asked even if only one may be discarded: skipping the question
    would reveal the hand to the others.
    """
    if board.victim == board.mover:
        board.victim = NONE
        board.pop_step()
    elif board.hands.sizes[board.victim] == 0:
        _next_victim(board)
    elif board.hands.sizes[board.victim] == 1:
        discard(board, i64(board.hands.cards[board.hands.begin(board.victim)]))
    else:
        return False
    return True


def discard(board: Board, card: i64) -> None:
    """N5.2 The victim discards one card of the legion, or two others."""
    victim = board.victim
    board.hands.take(victim, card)
    board.put_on_discard(card)
    log_public(board, "discard", victim, card, "hand", "discard")
    board.lost += 1
    if board.lost == MAX_TERROR_DISCARDS or LEGION_OF[card] == legion_of_terror(board):
        _next_victim(board)


def _next_victim(board: Board) -> None:
    board.victim = board.next_seat(board.victim)
    board.lost = 0
