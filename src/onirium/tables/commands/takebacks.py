"""Commands that take moves back, alone or with the consent of others."""

from typing import Literal, TypeAlias

from onirium.match.match import HUMAN
from onirium.tables.errors import CommandRejected, reject_unless
from onirium.tables.events import TakebackAnswered, TakebackRequested, TakenBack
from onirium.tables.table import Table

TakebackMode: TypeAlias = Literal["", "free", "unranked", "ask"]
"""Whether a takeback is possible, and its cost; see ``takeback_mode``."""


def take_back(table: Table, seat: int) -> TakenBack | TakebackRequested:
    """Return the event that takes back the last move of a seat, or requests it.

    Decisions that revealed nothing can always be taken back. Beyond them, a single human may take
    back, which makes the game unranked; several must agree.

    Raises:
        CommandRejected: as ``game_over``, ``history_full``, ``nothing_to_take_back``,
            ``takeback_pending``, ``daily_deal``.
    """
    event = _event_or_code(table, seat)
    if isinstance(event, str):
        raise CommandRejected(event)
    return event


def answer_takeback(table: Table, seat: int, *, accepted: bool) -> TakebackAnswered:
    """Return the event that answers the requested takeback, or withdraws that of the own seat.

    Raises:
        CommandRejected: as ``game_over``, ``no_takeback_request``.
    """
    reject_unless(not table.is_over, "game_over")
    pending = table.pending_takeback
    owner_id = table.seats[seat].owner_id
    if pending is None:
        raise CommandRejected("no_takeback_request")
    is_own = owner_id == table.seats[pending.seat].owner_id
    may_answer = owner_id in pending.pending_owner_ids or (is_own and not accepted)
    reject_unless(may_answer, "no_takeback_request")
    return TakebackAnswered(seat, accepted)


def takeback_mode(table: Table, seat: int) -> TakebackMode:
    """Return the mode of a takeback by a seat.

    Returns:
        ``free``; ``unranked`` if it makes the game unranked; ``ask`` if others must agree; empty if
        it is impossible.
    """
    event = _event_or_code(table, seat)
    if isinstance(event, str):
        return ""
    if isinstance(event, TakebackRequested):
        return "ask"
    reveals = event.action_count < table.match.last_reveal()
    return "unranked" if reveals and not table.unranked else "free"


def _event_or_code(table: Table, seat: int) -> TakenBack | TakebackRequested | str:
    """Return the event of ``take_back``, or the code of its rejection.

    Every view of a seat contains the mode, and raising an exception for it would be slow.
    """
    if table.is_over:
        return "game_over"
    if table.is_full:
        return "history_full"
    last = table.match.last_decision_index(seat)
    if last is None or table.seats[seat].occupant != HUMAN:
        return "nothing_to_take_back"
    action_count = table.move_start(last)
    last_reveal = table.match.last_reveal()
    if last_reveal <= last == len(table.match.record.actions) - 1:
        return TakenBack(seat, max(action_count, last_reveal))
    if table.setup.kind == "daily":
        return "daily_deal"
    if not table.other_owner_ids(seat):
        return TakenBack(seat, action_count)
    if table.pending_takeback is not None:
        return "takeback_pending"
    return TakebackRequested(seat, action_count)
