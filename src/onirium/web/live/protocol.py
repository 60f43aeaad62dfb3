"""The JSON protocol between browser and server.

A browser sends one of ``AnyCommand`` through a WebSocket or as the body of a POST request. The
server sends a ``Reply`` to each command. Through a WebSocket it also sends a ``TableView`` first,
and a ``TablePatch`` whenever that view changes. Every message names its class in ``type``, in snake
case.

``tools/generate_protocol_types.py`` translates these structs into ``client/protocol.d.ts``.
"""

import re
from typing import Annotated, Final, Literal

import msgspec

from onirium.core.view import View
from onirium.tables.table import HintMode, TakebackMode

MAX_MESSAGE_BYTES: Final = 8192
"""Largest accepted command."""

MAX_ACTIONS: Final = 64
"""Most actions in one ``TakeActions``."""

# Postgres stores no zero characters.
_CommandId = Annotated[str, msgspec.Meta(max_length=40, pattern=r"^[^\x00]*\Z")]
_Text = Annotated[str, msgspec.Meta(max_length=100)]
_Number = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
_Actions = Annotated[list[_Number], msgspec.Meta(min_length=1, max_length=MAX_ACTIONS)]


class MalformedMessage(ValueError):
    """A message that is not a valid command; the text names the field and the error."""


def _snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag=_snake_case,
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
    """Accept or decline another player's takeback request."""

    accept: bool


class Resign(Command, frozen=True):
    """Resign the game."""


class Rematch(Command, frozen=True):
    """Start the same game again with the same players, at a new table."""


class SendPhrase(Command, frozen=True):
    """Send one of the predefined chat phrases."""

    phrase: _Text


class AssignSeat(Command, frozen=True):
    """Assign a seat to a bot, or back to its human owner."""

    seat: _Number
    occupant: _Text


class RequestHint(Command, frozen=True):
    """Request the win probability of every legal action, then updates as they improve."""


class StopHint(Command, frozen=True):
    """Stop the updates of a hint."""


class CreateInvitation(Command, frozen=True):
    """Create a link with which another user can take a seat."""

    seat: _Number


class SetLinks(Command, frozen=True):
    """Enable or disable links to the table: spectators and invitations."""

    enabled: bool


class ViewSeat(Command, frozen=True):
    """View the table from one of the own seats."""

    seat: _Number


class HideHands(Command, frozen=True):
    """View the table as a spectator, until the next ``ViewSeat``."""


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

_DECODER: Final[msgspec.json.Decoder[AnyCommand]] = msgspec.json.Decoder(AnyCommand)


class LegalAction(msgspec.Struct, frozen=True, gc=False):
    """A legal action with its texts.

    The attributes are those of ``core.view.ActionInfo``, except that ``warning`` is a sentence
    and not a code.
    """

    action: int
    kind: str
    card: str
    zone: str
    target: str
    warning: str
    usual: bool
    combines: bool
    label: str
    note: str


class Frame(msgspec.Struct, frozen=True, gc=False):
    """The table after the events of a decision, or of a chance outcome that followed it.

    A replay has one frame for each decision, after its last chance outcome.

    Attributes:
        seat: the seat that decided, or -1.
        narration: the events of the decision and of all its outcomes, as sentences; with the last.
        view: the state of the game, without its legal actions.
        action_count: number of actions in the record at this point.
    """

    seat: int
    narration: list[str]
    view: View
    action_count: int


class RevealedFrame(msgspec.Struct, frozen=True):
    """A frame of a finished game with the views of all seats; see ``Frame``."""

    seat: int
    narration: list[str]
    views: list[View]
    action_count: int


class SeatInfo(msgspec.Struct, frozen=True, gc=False):
    """A seat and its occupant.

    Attributes:
        occupant: ``human`` or the name of a bot.
        name: display name of a human, or empty.
        is_present: whether the owner is connected.
        is_own: whether the seat belongs to the viewer.
        is_vacant: whether the occupant is a human, but not connected.
        is_open: whether the seat waits for a human who has not joined yet.
    """

    occupant: str
    name: str
    is_present: bool
    is_own: bool
    is_vacant: bool
    is_open: bool


class TakebackRequest(msgspec.Struct, frozen=True):
    """A pending takeback request.

    Attributes:
        seat: the seat that requests it.
        awaits_viewer: whether the viewer has yet to answer it.
    """

    seat: int
    awaits_viewer: bool


class ChatPhrase(msgspec.Struct, frozen=True, gc=False):
    """A phrase that a seat sent."""

    seat: int
    phrase: str


class TutorialStep(msgspec.Struct, frozen=True):
    """The text of a tutorial at the present action, and the progress.

    Attributes:
        text: the text.
        index: number of scripted actions taken.
        count: number of actions in the script.
    """

    text: str
    index: int
    count: int


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=_snake_case):
    """Base class of all messages from the server."""


class TableView(Message, frozen=True, gc=False):
    """The complete projection of a table for one viewer.

    Attributes:
        command_id: the command that this view answers, or empty.
        table_id: id of the table.
        game: name of the game.
        options: options of the game.
        kind: ordinary table, daily game or tutorial.
        sequence: number of views and patches sent through this WebSocket, this one included; 0 in
            the response to a request.
        version: number of events at the table.
        viewed_seat: the seat whose view is shown; 7 for spectators.
        own_seats: the viewer's seats.
        handover_seat: own seat that has to be opened with ``ViewSeat`` to decide, or -1.
        seats: all seats.
        frames: the frames since the previous view, oldest first; the last one is the present.
        legal_actions: the legal actions, if the viewed seat decides.
        prompt: the pending decision, as a sentence.
        help: paragraphs that explain the decision.
        narration: the most recent sentences, newest last.
        takeback: ``ask`` if others must consent; ``unranked`` if the game becomes unranked.
        hint: the cost of a hint.
        can_analyse: whether the game can be analysed; a daily deal only when its day is over.
        takeback_request: the pending takeback request.
        unranked: whether the game does not count.
        is_over: whether the game is over.
        result_text: the result, as a sentence, or empty.
        resigned_seat: the seat that resigned, or -1.
        rematch_table_id: table of the rematch, or empty.
        links_enabled: whether links to the table work.
        is_host: whether the viewer is the host, and may change that.
        chat: the most recent phrases, newest last.
        phrases: phrases that the viewer may send.
        commitment: SHA-256 of ``seed``, as hexadecimal digits.
        seed: seed and salt, once the game is over, and the day of a daily deal too.
        tutorial: the present step of a tutorial.
    """

    command_id: str
    table_id: str
    game: str
    options: dict[str, object]
    kind: Literal["table", "daily", "tutorial"]
    sequence: int
    version: int
    viewed_seat: int
    own_seats: list[int]
    handover_seat: int
    seats: list[SeatInfo]
    frames: list[Frame]
    legal_actions: list[LegalAction]
    prompt: str
    help: list[str]
    narration: list[str]
    takeback: TakebackMode
    hint: HintMode
    can_analyse: bool
    takeback_request: TakebackRequest | None
    unranked: bool
    is_over: bool
    result_text: str
    resigned_seat: int
    rematch_table_id: str
    links_enabled: bool
    is_host: bool
    chat: list[ChatPhrase]
    phrases: list[str]
    commitment: str
    seed: str
    tutorial: TutorialStep | None


class TablePatch(Message, frozen=True):
    """The changes of a table view since the previous one that was sent through the same WebSocket.

    They apply to the previous view as it is once its frames have been shown: with its last frame
    only, whose ``seat`` is -1 and whose ``narration`` is empty. A client whose view is not the
    previous one sends ``resync``.

    Attributes:
        command_id: the command that this answers, or empty.
        sequence: that of the previous view or patch, plus 1; the patched view has this one, too.
        changes: new values by JSON pointer (RFC 6901), in order. A frame that does not exist yet
            begins as a copy of the one before.
    """

    command_id: str
    sequence: int
    changes: dict[str, msgspec.Raw]


class Rejected(Message, frozen=True):
    """A command was rejected.

    Attributes:
        command_id: the rejected command, or empty.
        code: machine-readable reason.
        reason: the reason, as a sentence.
        table_view: the present state; absent if the viewer may not see the table.
    """

    command_id: str
    code: str
    reason: str
    table_view: TableView | None


class Invitation(Message, frozen=True):
    """A link with which another user can take a seat.

    Attributes:
        command_id: the command that created it, or empty.
        seat: the seat.
        link: the link.
        qr_rows: rows of the link's QR code, ``1`` for a dark module.
    """

    command_id: str
    seat: int
    link: str
    qr_rows: list[str]


class ActionHint(msgspec.Struct, frozen=True):
    """Estimated win probability of a legal action, from 0 to 1."""

    action: int
    win_probability: float


class HintUpdate(Message, frozen=True):
    """The current estimates of a hint.

    Attributes:
        command_id: the command that this answers, or empty.
        version: version of the table to which the estimates apply.
        action_values: one estimate for each legal action; empty after ``StopHint``.
        is_final: whether no better estimates will follow.
        is_exact: whether these are the exact probabilities under best play.
        interval: the ends of the 90 % interval of the best action's win probability; null if they
            are unknown.
    """

    command_id: str
    version: int
    action_values: list[ActionHint]
    is_final: bool
    is_exact: bool
    interval: tuple[float, float] | None


class Pong(Message, frozen=True):
    """The reply to ``Ping``."""

    command_id: str


class Replay(Message, frozen=True):
    """All frames of a game, from one seat.

    Attributes:
        viewed_seat: the seat whose views are shown; 7 for spectators.
        is_over: whether the game is over.
        frames: the frames, oldest first.
    """

    viewed_seat: int
    is_over: bool
    frames: list[Frame]


class RevealedReplay(Message, frozen=True):
    """All frames of a finished game, from all seats; oldest first."""

    frames: list[RevealedFrame]


class AnalysisProgress(Message, frozen=True):
    """Number of analysed decisions, and of all decisions."""

    done: int
    total: int


class AnalysisRejected(Message, frozen=True):
    """The reason why a game is not analysed now, as a text."""

    reason: str


class SeatAnalysis(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one seat; see ``studies.analysis.game_analysis``.

    Attributes:
        seat: the seat.
        initial_win_probability: before the first decision.
        luck: luck of all chance outcomes after the first decision.
        cost: sum of the win probability lost by own decisions.
        remainder: part of the result that the estimates did not foresee.
        final_win_probability: at the end of the game.
        error: mean cost of a decision.
        best_share: share of the decisions without a noticeable cost.
        adjusted_result: result minus the luck of the game, with that of the deal; null if the game
            was given up.
        curve: pairs of action count and win probability.
    """

    seat: int
    initial_win_probability: float
    luck: float
    cost: float
    remainder: float
    final_win_probability: float
    error: float
    best_share: float
    adjusted_result: float | None
    curve: list[tuple[int, float]]


class DecisionAnalysis(msgspec.Struct, frozen=True, kw_only=True):
    """An analysed decision.

    Attributes:
        action_count: number of actions in the record before the decision.
        seat: the seat that decided.
        best_win_probability: win probability of the best action.
        win_probability: win probability of the chosen action.
        is_exact: whether both are exact, under best play.
        rank: 1 for the seat's costliest decision, 2 for the next; 0 if not ranked.
        chosen: label of the chosen action; empty if its cost is negligible.
        better: label of the best action; empty if ``chosen`` is.
    """

    action_count: int
    seat: int
    best_win_probability: float
    win_probability: float
    is_exact: bool
    rank: int
    chosen: str
    better: str


class GameAnalysis(Message, frozen=True):
    """The analysis of a finished game."""

    seats: list[SeatAnalysis]
    decisions: list[DecisionAnalysis]


class Joined(Message, frozen=True):
    """A seat was taken with an invitation; ``path`` leads to the table."""

    seat: int
    path: str


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of the request that takes a seat with the secret of an invitation."""

    secret: _Text


Reply = TableView | TablePatch | Rejected | Invitation | HintUpdate | Pong
"""All messages that are sent through a WebSocket, and all replies to commands."""


def decode_command(message: bytes | str) -> AnyCommand:
    """Decode a command.

    Raises:
        MalformedMessage: if it is not valid, with the field and the error.

    >>> decode_command('{"type": "view_seat", "seat": 1}')
    ViewSeat(seat=1, command_id='')
    """
    try:
        return _DECODER.decode(message)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise MalformedMessage(str(error)) from None


def decode_command_id(message: bytes | str) -> str:
    """Return the id of a command that may be malformed; empty if there is none."""
    try:
        return msgspec.json.decode(message, type=_Identified).command_id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""


class _Identified(msgspec.Struct):
    command_id: _CommandId = ""
