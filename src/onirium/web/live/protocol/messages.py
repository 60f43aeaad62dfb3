"""Messages from the server about a table."""

from typing import Literal

import msgspec

from onirium.core.tags import snake_case
from onirium.core.view import View
from onirium.record.sentence import Sentence
from onirium.tables.commands.hints import HintMode
from onirium.tables.commands.takebacks import TakebackMode


class LegalAction(msgspec.Struct, frozen=True, gc=False):
    """A legal action with its texts.

    Attributes:
        action: the integer of the action.
        kind: the kind of decision, a code of the game.
        card: the card that the action concerns, or empty.
        zone: the pile that holds this card or that the action uses, or empty.
        target: the pile that the card enters or that the action affects, or empty.
        warning: a sentence about an irreversible consequence, or empty.
        usual: whether this is the default action, to be offered first.
        combines: whether the action can be sent together with others that combine.
        label: the words of its button.
        note: its cost or consequence, or empty.
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
        narration: sentences about the decision and all its outcomes, in the last frame of them.
        view: the state of the game, without its legal actions.
        action_count: number of actions in the record at this point.
    """

    seat: int
    narration: list[Sentence]
    view: View
    action_count: int


class RevealedFrame(msgspec.Struct, frozen=True):
    """A frame of a finished game with the views of all seats; see ``Frame``.

    Attributes:
        seat: the seat that decided, or -1.
        narration: sentences about the decision and all its outcomes.
        views: the views of all seats, in order, without legal actions.
        action_count: number of actions in the record at this point.
    """

    seat: int
    narration: list[Sentence]
    views: list[View]
    action_count: int


class SeatInfo(msgspec.Struct, frozen=True, gc=False):
    """A seat and its occupant.

    Attributes:
        occupant: ``human`` or the name of a bot.
        name: display name of a human, or empty.
        is_present: whether the owner is connected by a WebSocket, or polls.
        is_own: whether the seat belongs to the viewer.
        is_vacant: whether the occupant is a human, but not connected.
        is_open: whether the seat waits for a human who has not joined yet.
        is_invited: whether an invitation to the seat is valid.
        is_kept: whether a bot plays for the owner, so that nobody else can be invited.
    """

    occupant: str
    name: str
    is_present: bool
    is_own: bool
    is_vacant: bool
    is_open: bool
    is_invited: bool
    is_kept: bool


class TakebackRequest(msgspec.Struct, frozen=True):
    """A pending takeback request.

    Attributes:
        seat: the seat that requests it.
        awaits_viewer: whether the viewer has yet to answer it.
    """

    seat: int
    awaits_viewer: bool


class ChatPhrase(msgspec.Struct, frozen=True, gc=False):
    """A phrase that a seat sent.

    Attributes:
        number: the number of earlier phrases of the table.
        seat: the seat.
        phrase: the key of the phrase in the catalogues.
    """

    number: int
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


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=snake_case):
    """Base class of all messages from the server."""


class TableView(Message, frozen=True, gc=False):
    """The complete projection of a table for one viewer.

    Attributes:
        command_id: the command that this view answers, or empty.
        table_id: id of the table.
        game: name of the game.
        options: options of the game.
        kind: ordinary table, daily deal or tutorial.
        sequence: number of views and patches sent through this WebSocket, this one included; 0 in
            the response to a request.
        version: number of events at the table.
        viewed_seat: the seat whose view is shown; 7 for spectators.
        own_seats: the viewer's seats.
        handover_seat: own seat that has to be opened with ``view_seat`` to decide, or -1.
        seats: all seats.
        frames: the frames since the previous view, oldest first; the last one is the present.
        legal_actions: the legal actions, if the viewed seat decides.
        prompt: the pending decision, as a sentence.
        help: paragraphs that explain the decision.
        narration: sentences about the last 64 events or more, newest last.
        takeback: ``free``; ``unranked`` if it makes the game unranked; ``ask`` if others must
            agree; empty if it is impossible.
        hint: ``free``; ``unranked`` if it makes the game unranked; empty if there is none.
        can_analyse: whether the game can be analysed; a daily deal only when its day is over.
        can_repeat: whether the viewer, who played alone or with bots, can play the deal again.
        is_deal_of_today: whether others may still attempt this daily deal, so that neither its
            record nor its seed may be revealed.
        takeback_request: the pending takeback request.
        unranked: whether the game does not count.
        is_over: whether the game is over.
        results: ``won`` or ``lost`` for each seat once the game is over, else empty.
        result_text: the result, as a sentence, or empty.
        resigned_seat: the seat that resigned, or -1.
        rematch_table_id: table of the rematch, or empty.
        links_enabled: whether links to the table work.
        is_host: whether the viewer is the host, who may enable and disable links.
        may_replace: whether the viewer may let a bot play for a human who is absent: the host, and
            while the host is away every player.
        chat: the most recent phrases, newest last.
        phrases: phrases that the viewer may send.
        commitment: SHA-256 of ``seed``, as hexadecimal digits.
        seed: seed and salt, once the game and, for a daily deal, its day are over; else empty.
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
    narration: list[Sentence]
    takeback: TakebackMode
    hint: HintMode
    can_analyse: bool
    can_repeat: bool
    is_deal_of_today: bool
    takeback_request: TakebackRequest | None
    unranked: bool
    is_over: bool
    results: list[str]
    result_text: str
    resigned_seat: int
    rematch_table_id: str
    links_enabled: bool
    is_host: bool
    may_replace: bool
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
        changes: new values by JSON pointer (RFC 6901), in order. A sentence that does not exist
            yet is added at the end, a frame begins as a copy of the one before.
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
    """Estimated win probability of a legal action.

    Attributes:
        action: the integer of the action.
        win_probability: the estimate, from 0 to 1.
    """

    action: int
    win_probability: float


class HintUpdate(Message, frozen=True):
    """The current estimates of a hint.

    Attributes:
        command_id: the command that this answers, or empty.
        version: version of the table to which the estimates apply.
        action_values: one estimate for each legal action; empty after ``stop_hint``.
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
    """The reply to ``ping``.

    Attributes:
        command_id: the command that this answers, or empty.
    """

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
    """All frames of a finished game, from all seats.

    Attributes:
        frames: the frames, oldest first.
    """

    frames: list[RevealedFrame]


class Joined(Message, frozen=True):
    """A seat was taken with an invitation.

    Attributes:
        seat: the seat that was taken.
        path: the path of the table's page.
    """

    seat: int
    path: str


Reply = TableView | TablePatch | Rejected | Invitation | HintUpdate | Pong
"""All messages that are sent through a WebSocket, and all replies to commands."""
