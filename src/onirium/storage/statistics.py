"""Statistics of a user: which finished games count, and their sums."""

import json
from collections.abc import Mapping

import msgspec

from onirium.tables.table import Table


class GameStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """The ranked games of one user with one game and one set of options.

    Attributes:
        game: the name of the game.
        options: its options.
        won: the number of games won.
        lost: the number of games lost.
    """

    game: str
    options: dict[str, object]
    won: int
    lost: int


def owner_result(table: Table, owner_id: str) -> str:
    """Return ``won`` or ``lost`` for an owner once the game is over, else an empty string.

    An owner of several seats with different results gets ``played``.
    """
    results = table.results()
    own = {results[seat] for seat in table.seats_owned_by(owner_id)} if results else set()
    return own.pop() if len(own) == 1 else "played" if own else ""


def ranked_results(table: Table) -> dict[str, str]:
    """Return the result that counts, for each owner.

    An unfinished game, an unranked game, a tutorial, a seat that a bot occupies at the end, an
    owner who has decided nothing, and a game with the same owner on all sides do not count.
    """
    if not table.is_over or table.unranked:
        return {}
    owner_ids = {table.seats[seat].owner_id for seat in table.human_seats()} & table.participants
    results = {owner_id: owner_result(table, owner_id) for owner_id in sorted(owner_ids)}
    return {owner_id: result for owner_id, result in results.items() if result in ("won", "lost")}


def options_key(options: Mapping[str, object]) -> str:
    """Return the canonical JSON of options, which is the key of their results."""
    return json.dumps(options, sort_keys=True, ensure_ascii=False)
