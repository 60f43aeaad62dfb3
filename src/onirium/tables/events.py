"""What can happen at a table. A table is its setup and its entries: nothing else is kept."""

import re
from typing import TypeAlias

import msgspec


def _snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class TableEvent(msgspec.Struct, frozen=True, tag_field="type", tag=_snake_case):
    """Something that happened at a table; applied in order, entries make the table."""


class ActionsTaken(TableEvent, frozen=True):
    """A seat has decided.

    Attributes:
        seat: who decided; -1 at the beginning of the game.
        actions: the decisions, then what chance brought and computer players chose, in notation.
    """

    seat: int
    actions: list[str]


class TakenBack(TableEvent, frozen=True):
    """A seat has taken back what it decided: the game stands where it had ``to`` actions."""

    seat: int
    action_count: int


class TakebackRequested(TableEvent, frozen=True):
    """A seat asks the others whether it may take back to where the game had ``to`` actions."""

    seat: int
    action_count: int


class TakebackAnswered(TableEvent, frozen=True):
    """A seat agrees to the takeback that is asked for, or does not; the last to agree grants it."""

    seat: int
    accepted: bool


class Resigned(TableEvent, frozen=True):
    """A seat has given up, which ends the game for all."""

    seat: int


class SeatTaken(TableEvent, frozen=True):
    """Somebody has taken a seat.

    Attributes:
        seat: which seat.
        occupant: who plays it now, ``human`` or a computer player.
        owner_id: whose seat it is, also while a computer player plays it.
        actions: what came because of it, in notation: a computer player decides at once.
    """

    seat: int
    occupant: str
    owner_id: str
    actions: list[str] = []


class HintUsed(TableEvent, frozen=True):
    """A seat was told what its choices promise; the game does not count then."""

    seat: int


class InvitationCreated(TableEvent, frozen=True):
    """A seat is free for whoever knows a secret, of which this is the hash."""

    seat: int
    secret_hash: str


class LinkSharingSet(TableEvent, frozen=True):
    """The host has switched the links to the table on or off; off, the secrets are void."""

    enabled: bool


class PhraseSent(TableEvent, frozen=True):
    """A seat has said one of the ready-made phrases."""

    seat: int
    phrase: str


class RematchCreated(TableEvent, frozen=True):
    """The same people play again, at another table."""

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
