"""The events of a table (event sourcing): they and the setup are enough to rebuild it."""

from typing import TypeAlias

import msgspec

from onirium.core.tags import snake_case


class TableEvent(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=snake_case):
    """Base class of all events; stored as JSON, so its fields are a file format."""


class ActionsTaken(TableEvent, frozen=True):
    """A seat has decided, and the game has advanced.

    Attributes:
        seat: the seat that decided; -1 for the start of the game.
        actions: its decisions, then the chance outcomes and decisions of bots, in notation.
    """

    seat: int
    actions: list[str]


class TakenBack(TableEvent, frozen=True):
    """A seat has taken back decisions; the record has ``action_count`` actions again."""

    seat: int
    action_count: int


class TakebackRequested(TableEvent, frozen=True):
    """A seat asks the others for a takeback to ``action_count`` actions."""

    seat: int
    action_count: int


class TakebackAnswered(TableEvent, frozen=True):
    """A seat accepts or declines the requested takeback, or withdraws its own request.

    A takeback needs the consent of all others.
    """

    seat: int
    accepted: bool


class Resigned(TableEvent, frozen=True):
    """A seat has resigned, which ends the game for all."""

    seat: int


class SeatTaken(TableEvent, frozen=True):
    """A seat has a new occupant.

    Attributes:
        seat: the seat.
        occupant: ``human`` or the name of a bot.
        owner_id: the owner of the seat, also while a bot plays; empty if it belongs to nobody.
        actions: the actions that follow if a bot must decide at once, in notation.
    """

    seat: int
    occupant: str
    owner_id: str
    actions: list[str] = []


class HintUsed(TableEvent, frozen=True):
    """A seat has used a hint; the game is unranked from now on."""

    seat: int


class InvitationCreated(TableEvent, frozen=True):
    """A seat is offered to the bearer of the secret with this hash; an earlier secret is void."""

    seat: int
    secret_hash: str


class LinkSharingSet(TableEvent, frozen=True):
    """The host has enabled or disabled links to the table; disabling voids all invitations."""

    enabled: bool


class PhraseSent(TableEvent, frozen=True):
    """A seat has sent a ready-made phrase."""

    seat: int
    phrase: str


class RematchCreated(TableEvent, frozen=True):
    """The same users play again at another table."""

    table_id: str


AnyTableEvent: TypeAlias = (
    ActionsTaken
    | TakenBack
    | TakebackRequested
    | TakebackAnswered
    | Resigned
    | SeatTaken
    | HintUsed
    | InvitationCreated
    | LinkSharingSet
    | PhraseSent
    | RematchCreated
)
