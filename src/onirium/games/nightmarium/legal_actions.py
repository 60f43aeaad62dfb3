"""The legal actions of the current decision."""

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.nightmarium import abilities, exchange, terror
from onirium.games.nightmarium.actions import DRAW_CARD, PASS
from onirium.games.nightmarium.components import LEGION_OF
from onirium.games.nightmarium.placing import placements_into, slots_by_height
from onirium.games.nightmarium.state import NONE, Board
from onirium.games.nightmarium.steps import ACT, EXCHANGE, MOCKER, REVEALED, TERROR


def legal_actions_into(board: Board, actions: vec[i64]) -> i64:
    """Write the legal actions of the current decision in ascending order; return their number."""
    step = board.current_step()
    if step == ACT:
        return _turn_actions_into(board, actions)
    if step == EXCHANGE:
        return exchange.actions_into(board, actions)
    if step == TERROR:
        return terror.discards_into(board, actions)
    if step == REVEALED:
        return abilities.revealed_placements_into(board, actions)
    if step == MOCKER:
        return _placements_into(board, NONE, actions, 0)
    return abilities.targets_into(board, step, actions)


def _turn_actions_into(board: Board, actions: vec[i64]) -> i64:
    """N3.1 Write draw, exchanges and placements, or pass if there are none; return their number."""
    count: i64 = 0
    if board.can_draw():
        actions[0] = DRAW_CARD
        count = 1
    count = exchange.cards_into(board, actions, count)
    count = _placements_into(board, board.legion, actions, count)
    if count == 0:
        actions[0] = PASS
        count = 1
    return count


def _placements_into(board: Board, legion: i64, actions: vec[i64], count: i64) -> i64:
    """N3.2, N3.5, N6.3 Append the placements of hand cards, of one legion or of any (``NONE``)."""
    hands = board.hands
    slots = slots_by_height(board)
    previous: i64 = NONE
    index: i64
    for index in range(hands.begin(board.mover), hands.end(board.mover)):
        card = i64(hands.cards[index])
        if card != previous and (legion == NONE or LEGION_OF[card] == legion):
            count = placements_into(card, slots, actions, count)
        previous = card
    return count
