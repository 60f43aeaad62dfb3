"""O9.6, O9.7 The attack of a Nightmare on the towers."""

from librt.vecs import remove
from mypy_extensions import i64, u8

from onirium.games.onirim.actions import SAVE_TOWERS, TOPPLE_TOWER
from onirium.games.onirim.components import FIRST_TOWER
from onirium.games.onirim.nightmares import discard_drawn
from onirium.games.onirim.outcome import check_victory
from onirium.games.onirim.state import NONE, Board, log_public


def topple(board: Board, action: i64) -> None:
    """O9.6, O9.7 Discard a tower, or save all by putting the Nightmare into limbo."""
    board.pop_step()
    if action == SAVE_TOWERS:
        card = board.drawn
        board.drawn = NONE
        board.limbo[card] += 1
        board.limbo_size += 1
        log_public(board, "save", card, "table", "limbo")
        return
    tower = action - TOPPLE_TOWER + FIRST_TOWER
    board.towers = remove(board.towers, u8(tower))
    board.put_on_discard(tower)
    log_public(board, "topple", tower, "towers", "discard")
    discard_drawn(board, "settle")
    check_victory(board)
