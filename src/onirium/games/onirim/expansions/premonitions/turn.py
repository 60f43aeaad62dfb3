"""O10 The decisions of Dark Premonitions and Happy Dreams."""

from mypy_extensions import i64

from onirium.games.onirim.expansions.premonitions.dreams import dream, fetch, sort
from onirium.games.onirim.expansions.premonitions.penalties import give_up, lose_key, strike
from onirium.games.onirim.state import Board
from onirium.games.onirim.steps import DREAM, GIVE_UP, KEYS, SORT, STRIKE


def decide(board: Board, step: i64, action: i64) -> None:
    """O10.2, O10.3 Apply an action to the current decision."""
    if step == STRIKE:
        strike(board, action)
    elif step == KEYS:
        lose_key(board, action)
    elif step == GIVE_UP:
        give_up(board, action)
    elif step == DREAM:
        dream(board, action)
    elif step == SORT:
        sort(board, action)
    else:
        fetch(board, action)
