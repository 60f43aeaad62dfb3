"""Commands that give seats to bots and humans, and the invitations to seats."""

from onirium.bots.registry import bot_names
from onirium.match.match import HUMAN
from onirium.tables.advance import advance_bots
from onirium.tables.errors import CommandRejected, reject_unless
from onirium.tables.events import InvitationCreated, LinkSharingSet, SeatTaken
from onirium.tables.setup import NO_SEAT
from onirium.tables.table import Table
from onirium.tables.tokens import hash_token, new_token, verify_token


def may_replace(table: Table, user_id: str, *, is_host_away: bool) -> bool:
    """Return whether a user may let a bot play for any human who is absent.

    The host may. While the host is away, every player may, so that the game can go on.

    Args:
        table: the table.
        user_id: the user.
        is_host_away: whether the host is not connected as a player.
    """
    return table.is_host(user_id) or (is_host_away and bool(table.seats_owned_by(user_id)))


def assign_seat(
    table: Table, seat: int, occupant: str, user_id: str, *, is_host_away: bool = False
) -> SeatTaken:
    """Return the event that gives a seat to a bot, or back to a human.

    The owner and the host may assign a seat, other players as ``may_replace`` permits. A seat
    without an owner goes to the host. The caller must check that the human in the seat is absent.

    Args:
        table: the table.
        seat: the seat.
        occupant: ``human`` or the name of a bot.
        user_id: the sender of the command, as a hashed token.
        is_host_away: whether the host is not connected as a player.

    Raises:
        CommandRejected: as ``game_over``, ``seats_fixed``, ``history_full``, ``not_host``,
            ``seat_taken``, ``unknown_bot``, ``bot_unavailable``.
    """
    _check_seats_can_change(table)
    current = table.seats[seat]
    replaces = occupant != HUMAN == current.occupant
    may_assign = may_replace(table, user_id, is_host_away=is_host_away and replaces)
    reject_unless(may_assign or seat in table.seats_owned_by(user_id), "not_host")
    if occupant == HUMAN:
        reject_unless(current.occupant != HUMAN or not current.owner_id, "seat_taken")
        return SeatTaken(seat, HUMAN, current.owner_id or user_id)
    reject_unless(occupant in bot_names(table.match.game), "unknown_bot")
    match = table.match.copy()
    match.set_seat(seat, occupant)
    actions = advance_bots(match, table.setup.script) if table.events else []
    return SeatTaken(seat, occupant, current.owner_id, actions)


def create_invitation(table: Table, seat: int, user_id: str) -> tuple[InvitationCreated, str]:
    """Return the event that offers a seat to anyone with a new secret, and the secret.

    The secret itself is not stored. An earlier secret of the seat becomes void.

    Raises:
        CommandRejected: as ``game_over``, ``seats_fixed``, ``history_full``, ``not_host``,
            ``links_disabled``, ``seat_taken``.
    """
    _check_seats_can_change(table)
    reject_unless(table.is_host(user_id), "not_host")
    reject_unless(table.links_enabled, "links_disabled")
    reject_unless(table.seats[seat].owner_id in ("", user_id), "seat_taken")
    secret = new_token()
    return InvitationCreated(seat, hash_token(secret)), secret


def set_links(table: Table, user_id: str, *, enabled: bool) -> LinkSharingSet:
    """Return the event that enables or disables links to the table.

    Raises:
        CommandRejected: as ``not_host``, ``history_full``.
    """
    reject_unless(table.is_host(user_id), "not_host")
    if enabled or not table.links_enabled:
        reject_unless(not table.is_full, "history_full")
    return LinkSharingSet(enabled)


def seat_for_invitation(table: Table, secret: str) -> int:
    """Return the seat to which a secret invites.

    Raises:
        CommandRejected: as ``links_disabled``, or as ``invalid_invitation`` if the secret is not
            valid.
    """
    reject_unless(table.links_enabled, "links_disabled")
    for index, seat in enumerate(table.seats):
        if verify_token(secret, seat.invitation_hash):
            return index
    raise CommandRejected("invalid_invitation")


def seat_claimed_with(table: Table, owner_id: str, secret: str) -> int:
    """Return the seat that an owner has taken with a secret, or -1."""
    for event in table.events:
        if isinstance(event, InvitationCreated) and verify_token(secret, event.secret_hash):
            seat = table.seats[event.seat]
            if seat.owner_id == owner_id and not seat.invitation_hash:
                return event.seat
    return NO_SEAT


def take_seat(table: Table, seat: int, owner_id: str, secret: str) -> SeatTaken:
    """Return the event that gives a seat to an invited user.

    Raises:
        CommandRejected: as ``game_over``, ``invalid_invitation``.
    """
    reject_unless(not table.is_over, "game_over")
    reject_unless(verify_token(secret, table.seats[seat].invitation_hash), "invalid_invitation")
    return SeatTaken(seat, HUMAN, owner_id)


def _check_seats_can_change(table: Table) -> None:
    reject_unless(not table.is_over, "game_over")
    reject_unless(table.setup.kind == "table", "seats_fixed")
    reject_unless(not table.is_full, "history_full")
