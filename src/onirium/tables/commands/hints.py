"""Commands that ask for hints, which make a game unranked."""

from typing import Literal, TypeAlias

from onirium.bots.search_registry import has_networks
from onirium.tables.errors import CommandRejected
from onirium.tables.events import HintUsed
from onirium.tables.table import Table

HintMode: TypeAlias = Literal["", "free", "unranked"]
"""Whether hints are possible, and their cost; see ``hint_mode``."""


def use_hint(table: Table, seat: int) -> HintUsed | None:
    """Return the event for a hint, or None if the game is unranked already.

    As for a takeback, only a single human may use hints, and the game becomes unranked.

    Raises:
        CommandRejected: as ``game_over``, ``not_your_turn``, ``hints_disabled``,
            ``other_players``, ``bot_unavailable``.
    """
    if obstacle := _obstacle(table, seat):
        raise CommandRejected(obstacle)
    return None if table.unranked else HintUsed(seat)


def hint_mode(table: Table, seat: int) -> HintMode:
    """Return the cost of a hint for a seat.

    Returns:
        ``free``; ``unranked`` if the game becomes unranked; empty if there is none.
    """
    if _obstacle(table, seat):
        return ""
    return "free" if table.unranked else "unranked"


def _obstacle(table: Table, seat: int) -> str:
    """Return the code with which a hint is rejected, or an empty string."""
    if table.is_over:
        return "game_over"
    if table.match.state.current_player() != seat:
        return "not_your_turn"
    if table.setup.kind != "table" or table.is_deal_of_today:
        return "hints_disabled"
    if table.other_owner_ids(seat):
        return "other_players"
    return "" if has_networks(table.match.game.name) else "bot_unavailable"
