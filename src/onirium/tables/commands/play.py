"""Commands that start, play and end a game, and link to its rematch."""

from collections.abc import Sequence

from onirium.core.game import IllegalAction
from onirium.tables.advance import advance_bots
from onirium.tables.errors import CommandRejected, reject_unless
from onirium.tables.events import ActionsTaken, RematchCreated, Resigned
from onirium.tables.setup import NO_SEAT
from onirium.tables.table import Table


def start(table: Table) -> ActionsTaken:
    """Return the event that starts the game and continues it as ``continue_bots`` does.

    Raises:
        CommandRejected: as ``already_started``, ``bot_unavailable``.
    """
    reject_unless(not table.events, "already_started")
    match = table.match.copy()
    for notation in table.setup.opening:
        match.apply(match.game.parse(notation))
    continuation = advance_bots(match, table.setup.script)
    return ActionsTaken(NO_SEAT, [*match.record.actions, *continuation])


def take_actions(table: Table, seat: int, actions: Sequence[int], version: int) -> ActionsTaken:
    """Return the event for decisions of a seat and the continuation up to the next decision.

    Args:
        table: the table.
        seat: the seat that decides: a human, or a bot that runs in a worker.
        actions: one decision, or several at once.
        version: the version of the table that the decision is based on.

    Raises:
        CommandRejected: as ``game_over``, ``outdated``, ``not_your_turn``, ``illegal_action``,
            ``not_in_script``, ``bot_unavailable``.
    """
    reject_unless(not table.is_over, "game_over")
    reject_unless(table.game_version <= version <= table.version, "outdated")
    reject_unless(table.match.state.current_player() == seat, "not_your_turn")
    expected = table.tutorial_action()
    reject_unless(expected is None or list(actions) == [expected], "not_in_script")
    reject_unless(bool(actions), "illegal_action")
    try:
        return ActionsTaken(seat, advance_bots(table.match, table.setup.script, seat, actions))
    except IllegalAction:
        raise CommandRejected("illegal_action") from None


def continue_bots(table: Table) -> ActionsTaken:
    """Return the event for the next decisions of bots that do not run in a worker.

    An event has a limited number of them; after it, ``Table.pending_bot`` may return another bot.

    Raises:
        CommandRejected: as ``not_your_turn`` if no bot has to decide, or ``bot_unavailable``.
    """
    seat = table.pending_bot()
    reject_unless(seat != NO_SEAT, "not_your_turn")
    return ActionsTaken(seat, advance_bots(table.match, table.setup.script))


def resign(table: Table, seat: int) -> Resigned:
    """Return the event for the resignation of a seat.

    Raises:
        CommandRejected: as ``game_over``.
    """
    reject_unless(not table.is_over, "game_over")
    return Resigned(seat)


def create_rematch(table: Table, rematch_table_id: str) -> RematchCreated:
    """Return the event that links to the table of a rematch.

    Raises:
        CommandRejected: as ``game_in_progress``, ``rematch_exists``.
    """
    reject_unless(table.is_over, "game_in_progress")
    reject_unless(not table.rematch_table_id, "rematch_exists")
    return RematchCreated(rematch_table_id)
