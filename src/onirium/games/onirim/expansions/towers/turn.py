"""O9.3, O9.5 Playing and discarding a tower."""

from librt.vecs import append, extend, vec
from mypy_extensions import i64, u8

from onirium.games.onirim.actions import BUILD_LEFT, BUILD_RIGHT
from onirium.games.onirim.components import FIRST_TOWER, LOWEST_TOWER, TOWERS_PER_COLOUR
from onirium.games.onirim.outcome import check_victory
from onirium.games.onirim.state import Board, log_public
from onirium.games.onirim.steps import ARRANGE, LOOK


def build(board: Board, action: i64) -> None:
    """O9.3 Play a tower at one end of the row, and check for victory (O9.2)."""
    if action < BUILD_RIGHT:
        tower = action - BUILD_LEFT + FIRST_TOWER
        source = board.take_from_hand(tower)
        board.towers = extend(vec[u8]([u8(tower)]), board.towers)
        log_public(board, "build left", tower, source, "towers")
    else:
        tower = action - BUILD_RIGHT + FIRST_TOWER
        source = board.take_from_hand(tower)
        board.towers = append(board.towers, u8(tower))
        log_public(board, "build right", tower, source, "towers")
    check_victory(board)


def look_ahead(board: Board, tower: i64) -> None:
    """O9.5 Peek at as many cards as the number of the tower, and return them in any order."""
    board.pending_count = LOWEST_TOWER + (tower - FIRST_TOWER) % TOWERS_PER_COLOUR
    board.push_step(ARRANGE)
    board.push_step(LOOK)
