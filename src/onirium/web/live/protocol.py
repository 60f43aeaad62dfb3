"""What a browser and the server say to each other, as JSON.

Whatever a browser sends is one of ``Wish``; whatever it is sent is a ``Sight``, a ``Refusal``, an
``Invitation``, ``Chances`` or a ``Pong``. Nothing else is ever sent.
"""

from typing import Annotated, Any, Final

import msgspec

LARGEST_MESSAGE: Final = 8192
"""No message of a browser has more bytes."""

MAX_ACTIONS: Final = 64
"""No more actions are taken at once."""

_Nonce = Annotated[str, msgspec.Meta(max_length=40)]
_Text = Annotated[str, msgspec.Meta(max_length=100)]
_Number = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
_Actions = Annotated[list[_Number], msgspec.Meta(min_length=1, max_length=MAX_ACTIONS)]


class Malformed(ValueError):
    """A message that is none; the text says what is wrong with it, and where."""


class Wish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """What somebody at a table wants.

    Attributes:
        nonce: names this message; if it comes again, it is answered and not done again.
    """

    nonce: _Nonce = ""


class Act(Wish, frozen=True, tag="act"):
    """Take actions, at the version of the table that was seen."""

    version: _Number
    actions: _Actions


class Undo(Wish, frozen=True, tag="undo"):
    """Take back the last decision."""


class Answer(Wish, frozen=True, tag="answer"):
    """Agree to another's taking back, or not."""

    yes: bool


class Resign(Wish, frozen=True, tag="resign"):
    """Give up."""


class Rematch(Wish, frozen=True, tag="rematch"):
    """Begin the same game anew, with the same people."""


class Say(Wish, frozen=True, tag="say"):
    """Say one of the ready-made phrases."""

    phrase: _Text


class HandOver(Wish, frozen=True, tag="seat"):
    """Let another play a seat: a computer player, or a person."""

    seat: _Number
    who: _Text


class Hint(Wish, frozen=True, tag="hint"):
    """Tell what each choice promises, first at a glance and then better and better."""


class Enough(Wish, frozen=True, tag="enough"):
    """Think no more about a hint."""


class Invite(Wish, frozen=True, tag="invite"):
    """Ask for a link that lets a friend take a seat."""

    seat: _Number


class Links(Wish, frozen=True, tag="links"):
    """Let links to the table work, or let nobody look on or come in by one."""

    on: bool


class Look(Wish, frozen=True, tag="look"):
    """See with the eyes of one's seat."""

    seat: _Number


class Hide(Wish, frozen=True, tag="hide"):
    """See only what all see."""


class Again(Wish, frozen=True, tag="sight"):
    """Send everything again."""


class Ping(Wish, frozen=True, tag="ping"):
    """Say something: whether the line still holds is not to be seen otherwise."""


Wishes = (
    Act
    | Undo
    | Answer
    | Resign
    | Rematch
    | Say
    | HandOver
    | Hint
    | Enough
    | Invite
    | Links
    | Look
    | Hide
    | Again
    | Ping
)

_DECODER: Final[msgspec.json.Decoder[Wishes]] = msgspec.json.Decoder(Wishes)


class Offer(msgspec.Struct, frozen=True):
    """A legal action, in words: its attributes are those of ``kernel.view.Choice``.

    Only ``warning`` is another: it is not a code but says what cannot be undone.
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


class Frame(msgspec.Struct, frozen=True):
    """One decision and what followed from it, and the table after it.

    Attributes:
        seat: who decided, or -1.
        story: what happened, in sentences.
        view: what the reader sees then.
        kept: how many actions the game has then.
    """

    seat: int
    story: list[str]
    view: Any
    kept: int


class OpenFrame(msgspec.Struct, frozen=True):
    """A frame of a finished game, with the views of all seats."""

    seat: int
    story: list[str]
    views: list[Any]
    kept: int


class Place(msgspec.Struct, frozen=True):
    """A seat and who sits there.

    Attributes:
        who: ``human`` or the name of a computer player.
        name: what a person is called, or empty.
        here: whether that person is at the table now.
        mine: whether it is the reader's.
        vacant: whether a person's seat has nobody at the table.
    """

    who: str
    name: str
    here: bool
    mine: bool
    vacant: bool


class Asked(msgspec.Struct, frozen=True):
    """A seat asks whether it may take back a decision; ``mine`` if the reader is to answer."""

    seat: int
    mine: bool


class Phrase(msgspec.Struct, frozen=True):
    """What a seat has said."""

    seat: int
    phrase: str


class Lesson(msgspec.Struct, frozen=True):
    """What a first game says now, and how far it is."""

    text: str
    step: int
    steps: int


class Sight(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="sight"):
    """Everything that a reader sees of a table.

    Attributes:
        nonce: of the message that it answers, or empty.
        table: the table's id.
        game: the name of the game.
        options: the options of the game.
        sort: ``table``, ``daily`` or ``lesson``.
        version: grows with everything that happens.
        seat: whose eyes these are; 7 for those of nobody.
        mine: the reader's seats.
        handover: the reader's seat that must look first, or -1.
        seats: who sits where.
        frames: what happened since the last sight, one thing after the other; the last is now.
        choices: the legal actions.
        prompt: what is to be decided.
        help: explains it.
        story: the last sentences, the newest last.
        undo: ``free``, ``practice``, ``ask`` or empty.
        hint: ``free`` or ``practice``, as for taking back; empty where none is given.
        judged: whether decisions of this game can be judged: then it can be analysed.
        asked: who asks to take back.
        practice: whether the game does not count.
        over: whether the game is.
        ending: how it has ended.
        resigned: who gave up, or -1.
        next: the table of the rematch, or empty.
        links: whether links to the table work.
        hosting: whether the reader is the host, who switches them on and off.
        talk: what was said.
        phrases: what can be said.
        commitment: the hash of the seed.
        seed: the seed, once the game is over.
        lesson: what a first game says.
    """

    nonce: str
    table: str
    game: str
    options: dict[str, Any]
    sort: str
    version: int
    seat: int
    mine: list[int]
    handover: int
    seats: list[Place]
    frames: list[Frame]
    choices: list[Offer]
    prompt: str
    help: list[str]
    story: list[str]
    undo: str
    hint: str
    judged: bool
    asked: Asked | None
    practice: bool
    over: bool
    ending: str
    resigned: int
    next: str
    links: bool
    hosting: bool
    talk: list[Phrase]
    phrases: list[str]
    commitment: str
    seed: str
    lesson: Lesson | None


class Refusal(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="refusal"):
    """Why something was not done, and how things stand."""

    nonce: str
    code: str
    reason: str
    sight: Sight | None


class Invitation(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="invitation"):
    """A link for a friend; ``qr`` are the rows of its QR code, ``1`` for a dark module."""

    nonce: str
    seat: int
    link: str
    qr: list[str]


class Promise(msgspec.Struct, frozen=True):
    """A legal action, and the estimated chance to win after it, from 0 to 1."""

    action: int
    chance: float


class Chances(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="chances"):
    """What each choice promises.

    Attributes:
        nonce: of the message that it answers, or empty.
        version: the version of the table for which it holds.
        chances: the legal actions; none when enough was said.
        complete: whether no better estimate will follow.
    """

    nonce: str
    version: int
    chances: list[Promise]
    complete: bool


class Pong(msgspec.Struct, frozen=True, tag_field="type", tag="pong"):
    """The line holds."""

    nonce: str


class Steps(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="steps"):
    """A game from its beginning on; ``seat`` is whose eyes it is seen with, -1 for all."""

    seat: int
    over: bool
    frames: list[Frame] | list[OpenFrame]


class Progress(msgspec.Struct, frozen=True, tag_field="type", tag="progress"):
    """How many decisions of a game have been analysed, and how many there are."""

    done: int
    all: int


class Balance(msgspec.Struct, frozen=True, kw_only=True):
    """How a seat fared, as ``studies.analysis.Balance`` says it."""

    seat: int
    opening: float
    luck: float
    cost: float
    close: float
    curve: list[tuple[int, float]]


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """A decision and what it was worth.

    Attributes:
        kept: how many actions the game had before it.
        seat: who decided.
        before: the chance to win with the best choice.
        after: the chance to win with what was chosen.
        rank: 1 for the decision that cost its seat most, 2 for the next; 0 for most decisions.
        choice: what was chosen, in words; empty if that cost nothing worth naming.
        better: what would have been better, in words; else empty.
    """

    kept: int
    seat: int
    before: float
    after: float
    rank: int
    choice: str
    better: str


class Findings(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="findings"):
    """What the analysis of a finished game has found."""

    balances: list[Balance]
    decisions: list[Judged]


class Joined(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="joined"):
    """The seat that an invitation has given, and where the table is."""

    seat: int
    address: str


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take the seat to which an invitation's secret belongs."""

    secret: _Text


Reply = Sight | Refusal | Invitation | Chances | Pong


def read(message: bytes | str) -> Wishes:
    """Return what a browser has sent.

    Raises:
        Malformed: if it is no message, saying where and why.

    >>> read('{"do": "look", "seat": 1}')
    Look(seat=1, nonce='')
    """
    try:
        return _DECODER.decode(message)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Malformed(str(error)) from None


def nonce_of(message: bytes | str) -> str:
    """Return the nonce of a message that may be malformed, if it can be found."""
    try:
        found = msgspec.json.decode(message, type=_Named).nonce
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
    return found


class _Named(msgspec.Struct):
    nonce: _Nonce = ""
