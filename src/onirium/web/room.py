"""A table while somebody is there: one thing happens after the other, and all learn of it.

All of it is computed in one thread, computer players included: the rules write on scratch paper
that they share, and no decision takes long.
"""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec

from onirium.kernel.chance import KEY_BITS
from onirium.record.replay import Step
from onirium.table.hosted import Hosted, Refused, Setup
from onirium.table.log import AnyEntry
from onirium.table.store import Store, StoreError
from onirium.web.guard import Bounds
from onirium.web.invitations import invitation
from onirium.web.messages import (
    LARGEST_MESSAGE,
    Act,
    Again,
    HandOver,
    Hide,
    Invitation,
    Invite,
    Joined,
    Look,
    Malformed,
    Refusal,
    Rematch,
    Reply,
    Say,
    Sight,
    Wishes,
    nonce_of,
    read,
)
from onirium.web.pace import Limits, Pace
from onirium.web.sight import (
    Present,
    Reader,
    sight_of,
    turn_to_decider,
)
from onirium.web.visit import Visitor
from onirium.web.wishes import existing, own_seats, proposed, turn_eyes
from onirium.web.words import page_words


class Guest:
    """Somebody at a table: one socket, or one request.

    Attributes:
        reader: who it is and what they see.
        deliver: brings them a message; it neither waits nor fails.
    """

    def __init__(self, visitor: Visitor, deliver: Callable[[Reply], None]) -> None:
        self.reader = Reader(visitor.holder, visitor.language)
        self.deliver = deliver


class Crowded(Exception):
    """Somebody has the same table open in too many windows."""


@dataclass(frozen=True)
class Home:
    """What a room needs of the house that it is in.

    Attributes:
        store: where all tables are kept.
        bounds: where the server can be reached.
        limits: what a visitor may do.
        lay: lays a new table and returns its id.
    """

    store: Store
    bounds: Bounds
    limits: Limits
    lay: Callable[[Setup], Awaitable[str]]


class Room:
    """A table and its guests.

    Attributes:
        table: the table.
    """

    def __init__(self, table: Hosted, home: Home) -> None:
        self.table = table
        self._home = home
        self._store = home.store
        self._one_at_a_time = asyncio.Lock()
        self._guests: list[Guest] = []
        self._paces: dict[tuple[str, type], Pace] = {}
        self._invitations: dict[str, Invitation] = {}
        self._names: dict[str, str] = {}
        self._noted = table.version

    def enter(self, guest: Guest) -> None:
        """Let somebody in; they and the others see it.

        Raises:
            Crowded: if they are here too often.
        """
        holder = guest.reader.holder
        windows = [other for other in self._guests if holder and other.reader.holder == holder]
        if len(windows) >= self._home.limits.sockets:
            raise Crowded
        self._names.pop(holder, None)
        self._guests.append(guest)
        self.greet(guest)
        guest.deliver(self.sight(guest))
        if not windows:
            self._tell_others(guest)

    def leave(self, guest: Guest) -> None:
        """Let somebody go; the others see it."""
        if guest in self._guests:
            self._guests.remove(guest)
            for kind in (Act, Say):
                self._paces.pop((str(id(guest)), kind), None)
            self._tell_others(guest)

    def greet(self, guest: Guest) -> None:
        """Let somebody see with the eyes that are theirs without being asked."""
        turn_to_decider(self.table, guest.reader)

    def sight(self, guest: Guest, steps: Sequence[Step] = (), nonce: str = "") -> Sight:
        """Return what a guest sees."""
        return sight_of(self.table, guest.reader, self._present(), steps, nonce)

    async def serve(self, guest: Guest, message: str | bytes) -> None:
        """Do what a guest wants, or say why not; either way the guest learns how things stand."""
        async with self._one_at_a_time:
            try:
                reply = await self._reply(guest, message)
            except Refused as refused:
                reply = self._refusal(guest, nonce_of(message), refused)
            if self.table.over:
                # Who reads of the end may look it up in the history at once.
                await self._note()
            guest.deliver(reply)
        await self._note()

    async def join(self, guest: Guest, secret: str) -> Joined:
        """Give a guest the seat to which a secret invites.

        Raises:
            Refused: if there is none, or too much is tried.
        """
        async with self._one_at_a_time:
            self._check_pace(guest, Invite)
            seat = self.table.invited(secret)
            await self._commit(guest, self.table.join(seat, guest.reader.holder, secret), "")
        await self._note()
        return Joined(seat=seat, address=f"/t/{self.table.id}")

    async def finish(self) -> None:
        """Wait until nothing is being done any more."""
        async with self._one_at_a_time:
            pass

    def is_flooded_by(self, guest: Guest) -> bool:
        """Tell whether a guest asks for far too much."""
        key = self._key(guest)
        return any(pace.is_exhausted() for (who, _), pace in self._paces.items() if who == key)

    async def _reply(self, guest: Guest, message: str | bytes) -> Reply:
        wish = self._understood(guest, message)
        key = f"{guest.reader.holder}:{wish.nonce}" if wish.nonce else ""
        if key in self._invitations:
            return self._invitations[key]
        if key and self._store.answered(self.table.id, key):
            return self.sight(guest, nonce=wish.nonce)
        match wish:
            case Again():
                return self.sight(guest, nonce=wish.nonce)
            case Look() | Hide():
                turn_eyes(self.table, guest.reader, wish)
                return self.sight(guest, nonce=wish.nonce)
            case Invite():
                return await self._invite(guest, wish, key)
            case Rematch():
                entry: AnyEntry = await self._rematch(guest)
            case _:
                if isinstance(wish, HandOver):
                    self._check_away(guest, wish.seat)
                entry = proposed(self.table, guest.reader, wish)
        return self.sight(guest, await self._commit(guest, entry, key), wish.nonce)

    def _understood(self, guest: Guest, message: str | bytes) -> Wishes:
        size = len(message.encode()) if isinstance(message, str) else len(message)
        if size > LARGEST_MESSAGE:
            self._check_pace(guest, Again)
            raise Refused("large", most=LARGEST_MESSAGE)
        try:
            wish = read(message)
        except Malformed as error:
            self._check_pace(guest, Again)
            raise Refused("malformed", reason=str(error)) from None
        self._check_pace(guest, type(wish))
        return wish

    def _check_pace(self, guest: Guest, wanted: type) -> None:
        limits = self._home.limits
        kind = Say if wanted is Say else Act
        pace = self._paces.setdefault(
            (self._key(guest), kind), Pace(limits.phrases if kind is Say else limits.actions)
        )
        if not pace.allows(time.monotonic()):
            raise Refused("fast")

    def _key(self, guest: Guest) -> str:
        return guest.reader.holder or str(id(guest))

    def _check_away(self, guest: Guest, seat: int) -> None:
        """Let nobody take a seat from a person who is at the table."""
        holder = self.table.seats[existing(self.table, seat)].holder
        here = {other.reader.holder for other in self._guests}
        if holder != guest.reader.holder and holder in here:
            raise Refused("present")

    async def _invite(self, guest: Guest, wish: Invite, key: str) -> Invitation:
        seat = existing(self.table, wish.seat)
        entry, secret = self.table.invite(seat, guest.reader.holder)
        await self._commit(guest, entry, key)
        made = invitation(self._home.bounds, self.table.id, seat, secret, wish.nonce)
        if key:
            self._invitations[key] = made
        return made

    async def _rematch(self, guest: Guest) -> AnyEntry:
        own_seats(self.table, guest.reader)
        self.table.follow("")
        return self.table.follow(await self._home.lay(_again(self.table)))

    async def _commit(self, guest: Guest, entry: AnyEntry, key: str) -> list[Step]:
        """Keep an entry, let it happen, and tell all others; the guest is told by the answer."""
        try:
            await self._store.append(self.table.id, self.table.version, entry, key)
        except StoreError:
            self._reload()
            self._tell_others(guest)
            raise Refused("store") from None
        steps = self.table.apply(entry)
        for each in {*self._guests, guest}:
            turn_to_decider(self.table, each.reader)
        self._tell_others(guest, steps)
        return steps

    def _reload(self) -> None:
        """Take the table as it is kept: another server may have written to the same database."""
        with suppress(StoreError):
            self.table = self._store.load(self.table.id) or self.table

    async def _note(self) -> None:
        """Keep how things stand for the history; what fails here is made up for later."""
        if self.table.version != self._noted:
            self._noted = self.table.version
            with suppress(StoreError):
                await self._store.note(self.table)

    def _tell_others(self, guest: Guest, steps: Sequence[Step] = ()) -> None:
        for other in list(self._guests):
            if other is not guest:
                other.deliver(self.sight(other, steps))

    def _refusal(self, guest: Guest, nonce: str, refused: Refused) -> Refusal:
        words = page_words(guest.reader.language, self.table.setup.game)
        reason = words.text(f"refused.{refused.code}", **refused.values)
        return Refusal(nonce=nonce, code=refused.code, reason=reason, sight=self.sight(guest))

    def _present(self) -> Present:
        for seat in self.table.seats:
            if seat.holder and seat.holder not in self._names:
                visitor = self._store.visitor(seat.holder)
                self._names[seat.holder] = visitor.name if visitor else ""
        here = frozenset(guest.reader.holder for guest in self._guests)
        return Present(here - {""}, self._names)


def _again(table: Hosted) -> Setup:
    """Return how a table is laid for the same people once more; a lesson is the same again."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    if table.setup.sort == "lesson":
        return msgspec.structs.replace(table.setup, begun=now)
    return Setup(
        game=table.setup.game,
        options=table.setup.options,
        seats=[seat.who for seat in table.seats],
        holders=[seat.holder for seat in table.seats],
        host=table.setup.host,
        seed=secrets.randbits(KEY_BITS),
        begun=now,
    )
