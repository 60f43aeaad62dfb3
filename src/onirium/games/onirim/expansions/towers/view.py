"""O12.1 The public view of The Towers."""

import msgspec

from onirium.games.onirim.components import card_name
from onirium.games.onirim.expansions.towers.row import is_complete
from onirium.games.onirim.state import Board


class TowersView(msgspec.Struct, frozen=True):
    """The tower row.

    Attributes:
        row: the towers, from left to right.
        complete: whether four adjacent towers have four different colours.
    """

    row: list[str]
    complete: bool


def build_view(board: Board) -> TowersView | None:
    """Return the view, or ``None`` if the expansion is not in play."""
    if not board.options.towers:
        return None
    return TowersView(row=[card_name(tower) for tower in board.towers], complete=is_complete(board))
