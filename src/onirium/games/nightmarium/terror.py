"""N5.2 Terror: a creature of one legion makes every opponent discard."""

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.nightmarium.actions import DISCARD_CARD
from onirium.games.nightmarium.components import LEGION_OF, LEGIONS, MAX_TERROR_DISCARDS
from onirium.games.nightmarium.state import NONE, Board, log_event, log_public
from onirium.games.nightmarium.steps import TERROR


def begin(board: Board, spot: i64) -> None:
    """N5.2 Start terror if all three cards are of one legion; the player on the left is first."""
    legion = board.legion_at(spot)
    if legion == NONE:
        return
    if board.log is not None:
        log_event(board, f"terror {LEGIONS[int(legion)]}", board.mover)
    board.victim = board.next_seat(board.mover)
    board.push_step(TERROR)


def legion_of_terror(board: Board) -> i64:
    """Return the legion of the creature that causes the terror."""
    return board.legion_at(board.spot(board.mover, board.creature))


def discards_into(board: Board, actions: vec[i64]) -> i64:
    """N5.2 Write the legal discards; return their number.

    A victim with a card of the legion must discard one, unless it has discarded another card or, in
    one reading, prefers to discard two others.
    """
    hands = board.hands
    legion = legion_of_terror(board)
    restricted = not board.options.terror_is_free and board.lost == 0 and holds_legion(board)
    count: i64 = 0
    previous: i64 = NONE
    index: i64
    for index in range(hands.begin(board.victim), hands.end(board.victim)):
        card = i64(hands.cards[index])
        if card != previous and (not restricted or LEGION_OF[card] == legion):
            actions[count] = DISCARD_CARD + card
            count += 1
        previous = card
    return count


def holds_legion(board: Board) -> bool:
    """N5.2 Return whether the victim holds a card of the legion."""
    hands = board.hands
    legion = legion_of_terror(board)
    index: i64
    for index in range(hands.begin(board.victim), hands.end(board.victim)):
        if LEGION_OF[i64(hands.cards[index])] == legion:
            return True
    return False


def lacks_legion(board: Board) -> bool:
    """N5.2 Return whether a discard of the victim shows that it holds no card of the legion."""
    return board.lost > 0 and not board.options.terror_is_free


def try_forced_discard(board: Board) -> bool:
    """N5.2 Advance terror if the victim has no choice; return whether it advanced.

    A victim with several cards always gets a decision, even with one legal discard: skipping it
    would reveal the hand to the other players.
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
    """N5.2 Discard a card of the victim: one of the legion suffices, else two are needed."""
    victim = board.victim
    board.hands.remove(victim, card)
    board.put_on_discard(card)
    log_public(board, "discard", victim, card, "hand", "discard")
    board.lost += 1
    if board.lost == MAX_TERROR_DISCARDS or LEGION_OF[card] == legion_of_terror(board):
        _next_victim(board)


def _next_victim(board: Board) -> None:
    board.victim = board.next_seat(board.victim)
    board.lost = 0
