"""What a holder's games have come to: which of them count, and how they are summed up."""

import json
from typing import Any, Final

import msgspec

from onirium.tables.table import Table

RECENT_RESULT_COUNT: Final = 20
"""So many of the latest results are kept in sight."""


class GameStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """The games of one kind that a holder has finished.

    Attributes:
        game: the name of the game.
        options: its options.
        won: how many were won.
        lost: how many were lost.
        recent: the latest results, newest last.
    """

    game: str
    options: dict[str, Any]
    won: int
    lost: int
    recent: list[str]


def owner_result(hosted: Table, holder: str) -> str:
    """Return ``won`` or ``lost`` for a holder when the game is over, else nothing.

    Whoever held several seats has one result if it is the same for all of them, else ``played``.
    """
    results = hosted.results()
    own = {results[seat] for seat in hosted.seats_owned_by(holder)} if results else set()
    return own.pop() if len(own) == 1 else "played" if own else ""


def ranked_results(hosted: Table) -> dict[str, str]:
    """Return for each holder what a game has come to that counts.

    Nothing counts before the end, in practice, in a lesson, where a computer player finished the
    game in somebody's seat, and where one person sat on all sides of it.
    """
    if not hosted.is_over or hosted.unranked:
        return {}
    holders = {hosted.seats[seat].owner_id for seat in hosted.human_seats()} - {""}
    found = {holder: owner_result(hosted, holder) for holder in sorted(holders)}
    return {holder: result for holder, result in found.items() if result in ("won", "lost")}


def options_key(options: dict[str, Any]) -> str:
    """Return options, in their canonical form, as the text under which results are kept."""
    return json.dumps(options, sort_keys=True, ensure_ascii=False)
