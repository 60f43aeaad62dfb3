"""O12.1 The public view of the Premonitions."""

import msgspec

from onirium.games.onirim.components import FIRST_PREMONITION, PREMONITION_COUNT, card_name
from onirium.games.onirim.state import NONE, Board


class PremonitionsView(msgspec.Struct, frozen=True):
    """The Premonitions.

    Attributes:
        face_up: the face-up Premonitions.
        face_down: the number of Premonitions in the pile.
        striking: the Premonition whose penalty is being applied, or empty.
        keys_to_lose: the number of keys that its penalty still takes.
        revealed: the face-up ones that strike before all others, because a penalty revealed them.
    """

    face_up: list[str]
    face_down: int
    striking: str
    keys_to_lose: int
    revealed: list[str]


def build_view(board: Board) -> PremonitionsView | None:
    """Return the view, or ``None`` if the expansion is not in play."""
    if not board.options.premonitions:
        return None
    return PremonitionsView(
        face_up=members(board.premonitions),
        face_down=int(board.pile).bit_count(),
        striking="" if board.striking == NONE else card_name(FIRST_PREMONITION + board.striking),
        keys_to_lose=board.keys_to_lose(),
        revealed=members(board.revealed) + members(board.revealed_before),
    )


def members(premonitions: int) -> list[str]:
    """Return the names of the Premonitions in a bit mask."""
    return [
        card_name(FIRST_PREMONITION + number)
        for number in range(PREMONITION_COUNT)
        if premonitions >> number & 1
    ]
