"""A table while somebody is there: one thing happens after the other, and all learn of it.

All of it is computed in one thread, quick computer players included: the rules write on scratch
paper that they share. Computer players that take their time think in other processes: meanwhile the
table stands open to everybody, and if it has changed when they come to a decision, they think anew.
"""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import msgspec

from onirium.kernel.chance import KEY_BITS
from onirium.record.replay import Step
from onirium.table.hosted import NOBODY, Hosted, Refused, Setup
from onirium.table.log import AnyEntry
from onirium.table.store import Store, StoreError
from onirium.web.guard import Bounds
from onirium.web.hints import Hints, told
from onirium.web.invitations import invitation
from onirium.web.messages import (
    LARGEST_MESSAGE,
    Act,
    Again,
    Chances,
    Enough,
    HandOver,
    Hide,
    Hint,
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
from onirium.web.thinking import Thinking
from onirium.web.visit import Visitor
from onirium.web.wishes import deciding, existing, own_seats, proposed, turn_eyes
from onirium.web.words import page_words

SPACING: Final = 0.25
"""So many seconds at least a computer player takes that takes its time: people are to follow."""


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
        thinking: what thinks outside this process.
        let_think: lets the computer players of a room go on, also when all guests have left.
    """

    store: Store
    bounds: Bounds
    limits: Limits
    thinking: Thinking
    lay: Callable[[Setup], Awaitable[str]]
    let_think: Callable[["Room"], None]


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
        self._hints = Hints(home.thinking)
        self._names: dict[str, str] = {}
        self._noted = table.version
        self._thinks = False

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
            self._hints.stop(guest)
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
            guest.deliver(reply)
        self.wake()
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
        self.wake()
        await self._note()
        return Joined(seat=seat, address=f"/t/{self.table.id}")

    def wake(self) -> None:
        """Let a computer player that takes its time think, if it is to decide."""
        if not self._thinks and self.table.waits_for() != NOBODY:
            self._thinks = True
            self._home.let_think(self)

    async def think(self) -> None:
        """Let computer players that take their time decide until a person must, or to the end."""
        try:
            while await self._decision():
                await self._note()
        finally:
            self._thinks = False

    async def finish(self) -> None:
        """Wait until nothing is being done any more."""
        async with self._one_at_a_time:
            pass

    def is_flooded_by(self, guest: Guest) -> bool:
        """Tell whether a guest asks for far too much."""
        key = self._key(guest)
        return any(pace.is_exhausted() for (who, _), pace in self._paces.items() if who == key)

    async def _decision(self) -> bool:
        """Let the computer player decide that is to; tell whether to go on with the next."""
        seat, version = self.table.waits_for(), self.table.version
        if seat == NOBODY:
            return False
        match = self.table.match
        action, _ = await asyncio.gather(
            self._home.thinking.decide(
                match.record.seats[seat], match.state.clone(), match.dice(seat)
            ),
            asyncio.sleep(SPACING),
        )
        async with self._one_at_a_time:
            try:
                await self._commit(None, self.table.move(seat, [action], version), "")
            except Refused:
                # It is thought anew if the table has changed; else there would be no end to it.
                return self.table.version != version
        return True

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
                self._hints.stop(guest)
                turn_eyes(self.table, guest.reader, wish)
                return self.sight(guest, nonce=wish.nonce)
            case Hint():
                return await self._hint(guest, wish)
            case Enough():
                self._hints.stop(guest)
                return told(self.table.version, [], wish.nonce, complete=True)
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

    async def _hint(self, guest: Guest, wish: Hint) -> Chances:
        if entry := self.table.hint(deciding(self.table, guest.reader)):
            await self._commit(guest, entry, "")
            guest.deliver(self.sight(guest))
        deliver = guest.deliver if guest in self._guests else None
        return await self._hints.begin(guest, self.table, wish.nonce, deliver)

    async def _rematch(self, guest: Guest) -> AnyEntry:
        own_seats(self.table, guest.reader)
        self.table.follow("")
        return self.table.follow(await self._home.lay(_again(self.table)))

    async def _commit(self, guest: Guest | None, entry: AnyEntry, key: str) -> list[Step]:
        """Keep an entry, let it happen, and tell all others; the guest is told by the answer."""
        try:
            await self._store.append(self.table.id, self.table.version, entry, key)
        except StoreError:
            self._reload()
            self._tell_others(guest)
            raise Refused("store") from None
        steps = self.table.apply(entry)
        if self.table.over:
            # Who reads of the end may look it up in the history at once.
            await self._note()
        for each in {*self._guests, guest}:
            if each is not None:
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

    def _tell_others(self, guest: Guest | None, steps: Sequence[Step] = ()) -> None:
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
