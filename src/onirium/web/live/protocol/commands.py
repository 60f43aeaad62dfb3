"""Commands from a browser, other request bodies, and their decoders."""

from typing import Annotated, Final, TypeVar

import msgspec

from onirium.core.tags import snake_case

MAX_MESSAGE_BYTES: Final = 8192
"""Largest accepted command."""

MAX_ACTIONS: Final = 64
"""Maximum number of actions in one ``TakeActions``."""

# Postgres stores no zero characters.
_CommandId = Annotated[str, msgspec.Meta(max_length=40, pattern=r"^[^\x00]*\Z")]
_Text = Annotated[str, msgspec.Meta(max_length=100)]
_Number = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
_Actions = Annotated[list[_Number], msgspec.Meta(min_length=1, max_length=MAX_ACTIONS)]


class MalformedMessage(ValueError):
    """A message that is not a valid command; the text names the field and the error."""


class Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag=snake_case,
):
    """Base class of all commands.

    Attributes:
        command_id: idempotency key; a repeated command gets a reply but has no second effect.
    """

    command_id: _CommandId = ""


class TakeActions(Command, frozen=True):
    """Take one action, or several that combine.

    Attributes:
        version: version of the table that the client has seen.
        actions: the actions, in the order in which they were chosen.
    """

    version: _Number
    actions: _Actions


class TakeBack(Command, frozen=True):
    """Take back the last own decision, or request the other players' consent to it."""


class AnswerTakeback(Command, frozen=True):
    """Accept or decline another player's takeback request, or withdraw one's own.

    Attributes:
        accept: whether the viewer consents to the takeback; ``false`` withdraws one's own request.
    """

    accept: bool


class Resign(Command, frozen=True):
    """Resign the game."""


class Rematch(Command, frozen=True):
    """Start the same game again with the same players, at a new table."""


class SendPhrase(Command, frozen=True):
    """Send one of the predefined chat phrases.

    Attributes:
        phrase: the key of the phrase, one of ``phrases`` in the table view.
    """

    phrase: _Text


class AssignSeat(Command, frozen=True):
    """Assign a seat to a bot, or back to its human owner.

    Attributes:
        seat: the seat that changes its occupant.
        occupant: the name of a bot, or ``human``.
    """

    seat: _Number
    occupant: _Text


class RequestHint(Command, frozen=True):
    """Request the win probability of every legal action, then updates as they improve."""


class StopHint(Command, frozen=True):
    """Stop the updates of a hint."""


class CreateInvitation(Command, frozen=True):
    """Create a link with which another user can take a seat.

    Attributes:
        seat: the seat to take.
    """

    seat: _Number


class SetLinks(Command, frozen=True):
    """Enable or disable links to the table: spectators and invitations.

    Attributes:
        enabled: whether the links work from now on.
    """

    enabled: bool


class ViewSeat(Command, frozen=True):
    """View the table from one of the own seats.

    Attributes:
        seat: the own seat.
    """

    seat: _Number


class HideHands(Command, frozen=True):
    """View the table as a spectator, until the next ``view_seat``."""


class Resync(Command, frozen=True):
    """Request the complete table view."""


class Ping(Command, frozen=True):
    """Check that the connection is alive."""


SerializedCommand = (
    TakeActions
    | TakeBack
    | AnswerTakeback
    | Resign
    | Rematch
    | SendPhrase
    | AssignSeat
    | RequestHint
    | StopHint
    | CreateInvitation
    | SetLinks
    | ViewSeat
    | HideHands
    | Resync
)
"""Commands that a table executes one after the other."""

AnyCommand = SerializedCommand | Ping


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of the request that takes a seat with the secret of an invitation.

    Attributes:
        secret: the secret, a part of the link of the invitation.
    """

    secret: _Text


class _Identified(msgspec.Struct):
    command_id: _CommandId = ""


_T = TypeVar("_T")

_COMMAND_DECODER: Final[msgspec.json.Decoder[AnyCommand]] = msgspec.json.Decoder(AnyCommand)
_ID_DECODER: Final = msgspec.json.Decoder(_Identified)
_JOIN_DECODER: Final = msgspec.json.Decoder(JoinRequest)


def decode_command(message: bytes | str) -> AnyCommand:
    """Decode a command.

    Raises:
        MalformedMessage: if it is not valid, with the field and the error.

    >>> decode_command('{"type": "view_seat", "seat": 1}')
    ViewSeat(seat=1, command_id='')
    """
    return _decode(_COMMAND_DECODER, message)


def decode_command_id(message: bytes | str) -> str:
    """Return the id of a command that may be malformed; empty if there is none."""
    try:
        return _decode(_ID_DECODER, message).command_id
    except MalformedMessage:
        return ""


def decode_join_request(body: bytes) -> JoinRequest:
    """Decode the body of a request that takes a seat.

    Raises:
        MalformedMessage: if it is not valid.
    """
    return _decode(_JOIN_DECODER, body)


def _decode(decoder: "msgspec.json.Decoder[_T]", message: bytes | str) -> _T:
    try:
        return decoder.decode(message)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise MalformedMessage(str(error)) from None
