"""A table while somebody is there: one thing happens after the other, and all learn of it.

All of it is computed in one thread, quick computer players included: the rules write on scratch
paper that they share. Computer players that take their time think in other processes: meanwhile the
table stands open to everybody, and if it has changed when they come to a decision, they think anew.
"""

import asyncio
import math
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, TypeVar

import msgspec

from onirium.core.chance import KEY_BITS
from onirium.record.replay import ReplayStep
from onirium.storage.store import Conflict, Store, StoreError
from onirium.tables.errors import CommandRejected
from onirium.tables.events import AnyTableEvent, SeatTaken
from onirium.tables.table import NO_SEAT, Setup, Table
from onirium.tables.tokens import hash_token
from onirium.web.live.clients import Guest, Guests
from onirium.web.live.commands import deciding, existing, own_seats, proposed, turn_eyes
from onirium.web.live.durable_table import Keeping
from onirium.web.live.hints import Hints, told
from onirium.web.live.invitations import invitation
from onirium.web.live.presence import Presence
from onirium.web.live.protocol import (
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
    Ping,
    Pong,
    Rematch,
    Reply,
    Say,
    Wishes,
    nonce_of,
    read,
)
from onirium.web.live.reply_cache import Answers
from onirium.web.middleware.rate_limit import RateLimiter, RateLimits
from onirium.web.middleware.security import ServerAddress
from onirium.web.ops.metrics import Metrics
from onirium.web.workers.service import Thinking

SPACING: Final = 0.25
"""So many seconds at least a computer player takes that takes its time: people are to follow."""

A_TABLE: Final = 18
"""The id of the next table has so many hexadecimal digits, 72 bits as those of all tables."""

FOR_OTHERS: Final = 6.0
"""For so many seconds the server that has kept an entry has the computer players to itself."""

TO_ANSWER: Final = 0.5
"""So many seconds other servers have to say that they have a table open too."""

T = TypeVar("T")


class Overtaken(Exception):
    """Another server was quicker; the table now stands as it has left it."""


@dataclass(frozen=True)
class Home:
    """What a room needs of the house that it is in.

    Attributes:
        store: where all tables are kept.
        bounds: where the server can be reached.
        limits: what a visitor may do.
        lay: lays a new table of an id, unless it lies there, and returns its id.
        thinking: what thinks outside this process.
        let_think: lets the computer players of a room go on, also when all guests have left.
        metrics: what counts and measures what happens.
    """

    store: Store
    bounds: ServerAddress
    limits: RateLimits
    thinking: Thinking
    lay: Callable[[Setup, str], Awaitable[str]]
    let_think: Callable[["Room"], None]
    metrics: Metrics


class Room:
    """A table and its guests.

    Attributes:
        presence: who is there, here and elsewhere.
        guests: who is here, and what they see.
    """

    def __init__(self, table: Table, home: Home) -> None:
        self._home = home
        self._store = home.store
        self._kept = Keeping(table, home.store, home.metrics)
        self.presence = Presence(home.store, table.table_id)
        self._one_at_a_time = asyncio.Lock()
        self._paces = RateLimiter(home.limits)
        self._answers = Answers()
        self._hints = Hints(home.thinking)
        self.guests = Guests(
            self._kept, self.presence, home.store, home.limits.connections_per_table, self._gone
        )
        self._thinks = False
        self._opened = 0.0
        self._left_to_others = 0.0

    @property
    def table(self) -> Table:
        """The table."""
        return self._kept.table

    async def open(self) -> None:
        """Get ready for guests: other servers may have been here, and are still.

        Raises:
            StoreError: if the database cannot be read.
        """
        await self.guests.learn_names()
        if self._store.is_shared:
            self._opened = time.monotonic()
            self._left_to_others = self._opened + TO_ANSWER
            self.presence.ask()
            async with self._one_at_a_time:
                await self._catch_up()
        self.wake()

    async def serve(self, guest: Guest, message: str | bytes) -> None:
        """Do what a guest wants, or say why not; either way the guest learns how things stand."""
        with self._home.metrics.command_duration.time():
            async with self._one_at_a_time:
                try:
                    reply = await self._reply(guest, message)
                except CommandRejected as refused:
                    self._home.metrics.rejections.labels(refused.code).inc()
                    reply = self.guests.refusal(guest, nonce_of(message), refused)
                guest.deliver(reply)
        self.wake()
        self._kept.note()

    async def join(self, guest: Guest, secret: str) -> Joined:
        """Give a guest the seat to which a secret invites.

        Raises:
            Refused: if there is none, or too much is tried.
        """
        async with self._one_at_a_time:
            self._check_pace(guest, Invite)
            self.guests.learn_name(guest)
            seat = await self._anew(lambda: self._join(guest, secret))
        self.wake()
        self._kept.note()
        return Joined(seat=seat, address=f"/t/{self.table.table_id}")

    async def learn(self, version: float = math.inf) -> None:
        """Let happen what other servers have kept, if the table has not come to a version here."""
        async with self._one_at_a_time:
            if self.table.version < version:
                with suppress(StoreError):
                    await self._catch_up()
        self.wake()

    def hear(self, server: str, holders: Iterable[str]) -> None:
        """Take down who is at another server; the guests see it."""
        if time.monotonic() < self._opened + TO_ANSWER:
            # Who had the table open before lets its computer players think.
            self._leave_to_others()
        if self.presence.hear(server, holders):
            self.guests.tell(None)

    def wake(self) -> None:
        """Let a computer player that takes its time think, if it is to decide."""
        if not self._thinks and self.table.pending_bot() != NO_SEAT:
            self._thinks = True
            self._home.let_think(self)

    async def think(self) -> None:
        """Let computer players that take their time decide until a person must, or to the end."""
        try:
            while await self._decision():
                self._kept.note()
        finally:
            self._thinks = False

    def knows(self, holder: str) -> bool:
        """Tell whether somebody has laid the table, or has or had a seat there."""
        setup = self.table.setup
        came = {entry.owner_id for entry in self.table.events if isinstance(entry, SeatTaken)}
        return holder in {setup.host_id, *setup.owner_ids, *came}

    @asynccontextmanager
    async def standing_still(self) -> AsyncIterator[None]:
        """Let nothing happen while something is done to what is kept of the table.

        Raises:
            StoreError: if it cannot be kept how the table stands before.
        """
        async with self._one_at_a_time:
            await self._kept.note_now()
            yield
            await self._read_anew()

    async def renew(self) -> None:
        """See what was done at another server to what is kept of the table."""
        async with self._one_at_a_time:
            await self._read_anew()

    async def finish(self) -> None:
        """Wait until nothing is being done any more."""
        async with self._one_at_a_time:
            pass

    def is_flooded_by(self, guest: Guest) -> bool:
        """Tell whether a guest asks for far too much."""
        return self._paces.is_flooded_by(self._key(guest))

    async def _decision(self) -> bool:
        """Let the computer player decide that is to; tell whether to go on with the next."""
        seat, version = self.table.pending_bot(), self.table.version
        if seat == NO_SEAT:
            return False
        if time.monotonic() < self._left_to_others:
            await asyncio.sleep(SPACING)
            return True
        match = self.table.match
        action, _ = await asyncio.gather(
            self._home.thinking.decide(
                match.record.seats[seat], match.state.clone(), match.bot_rng_key(seat)
            ),
            asyncio.sleep(SPACING),
        )
        async with self._one_at_a_time:
            try:
                await self._commit(None, self.table.take_actions(seat, [action], version), "")
            except Overtaken:
                return True
            except CommandRejected:
                # It is thought anew if the table has changed; else there would be no end to it.
                return self.table.version != version
        return True

    async def _reply(self, guest: Guest, message: str | bytes) -> Reply:
        wish = self._understood(guest, message)
        key = f"{guest.reader.holder}:{wish.nonce}" if wish.nonce else ""
        if earlier := self._answers.again(key):
            return earlier
        try:
            return await self._anew(lambda: self._fulfilled(guest, wish, key))
        except CommandRejected as refused:
            # What was done already cannot be done again: that is looked up only then.
            if key and await self._kept.has_answered(key):
                return self.guests.sight(guest, nonce=wish.nonce)
            self._answers.keep(key, refused)
            raise

    async def _anew(self, do: Callable[[], Awaitable[T]]) -> T:
        """Do something; if another server came first, do it anew at the table as it stands then."""
        while True:
            try:
                return await do()
            except Overtaken:
                continue
            except StoreError:
                raise CommandRejected("store") from None

    async def _fulfilled(self, guest: Guest, wish: Wishes, key: str) -> Reply:
        match wish:
            case Ping():
                return Pong(wish.nonce)
            case Again():
                return self.guests.sight(guest, nonce=wish.nonce)
            case Look() | Hide():
                self._hints.stop(guest)
                turn_eyes(self.table, guest.reader, wish)
                return self.guests.sight(guest, nonce=wish.nonce)
            case Hint():
                return await self._hint(guest, wish)
            case Enough():
                self._hints.stop(guest)
                return told(self.table.version, [], wish.nonce, complete=True)
            case Invite():
                return await self._invite(guest, wish, key)
            case Rematch():
                entry: AnyTableEvent = await self._rematch(guest)
            case _:
                if isinstance(wish, Act) and wish.version > self.table.version:
                    # It was seen at another server, from which the news is still on its way.
                    await self._catch_up()
                if isinstance(wish, HandOver):
                    self._check_away(guest, wish.seat)
                entry = proposed(self.table, guest.reader, wish)
        return self.guests.sight(guest, await self._commit(guest, entry, key), wish.nonce)

    async def _join(self, guest: Guest, secret: str) -> int:
        # Who has not heard the answer asks again.
        if (taken := self.table.seat_claimed_with(guest.reader.holder, secret)) != NO_SEAT:
            return taken
        seat = self.table.seat_for_invitation(secret)
        await self._commit(guest, self.table.take_seat(seat, guest.reader.holder, secret), "")
        return seat

    def _understood(self, guest: Guest, message: str | bytes) -> Wishes:
        if not self.table.can_view(guest.reader.holder):
            raise CommandRejected("closed")
        size = len(message.encode()) if isinstance(message, str) else len(message)
        if size > LARGEST_MESSAGE:
            self._check_pace(guest, Again)
            raise CommandRejected("large", most=LARGEST_MESSAGE)
        try:
            wish = read(message)
        except Malformed as error:
            self._check_pace(guest, Again)
            raise CommandRejected("malformed", reason=str(error)) from None
        self._check_pace(guest, type(wish))
        return wish

    def _check_pace(self, guest: Guest, wanted: type) -> None:
        phrase = wanted is Say
        if not self._paces.allow(self._key(guest), time.monotonic(), phrase=phrase):
            raise CommandRejected("fast")

    def _key(self, guest: Guest) -> str:
        return guest.reader.holder or str(id(guest))

    def _check_away(self, guest: Guest, seat: int) -> None:
        """Let nobody take a seat from a person who is at the table."""
        holder = self.table.seats[existing(self.table, seat)].owner_id
        if holder != guest.reader.holder and holder in self.presence.everywhere():
            raise CommandRejected("present")

    async def _invite(self, guest: Guest, wish: Invite, key: str) -> Invitation:
        seat = existing(self.table, wish.seat)
        entry, secret = self.table.create_invitation(seat, guest.reader.holder)
        await self._commit(guest, entry, key)
        made = invitation(self._home.bounds, self.table.table_id, seat, secret, wish.nonce)
        self._answers.keep(key, made)
        return made

    async def _hint(self, guest: Guest, wish: Hint) -> Chances:
        if entry := self.table.use_hint(deciding(self.table, guest.reader)):
            await self._commit(guest, entry, "")
            guest.deliver(self.guests.sight(guest))
        deliver = guest.deliver if guest in self.guests else None
        return await self._hints.begin(guest, self.table, wish.nonce, deliver)

    async def _rematch(self, guest: Guest) -> AnyTableEvent:
        own_seats(self.table, guest.reader)
        self.table.create_rematch("")
        # Whoever asks for it, here or at another server, and however often: it is one table.
        following = hash_token(f"{self.table.setup.seed} {self.table.table_id}")[:A_TABLE]
        return self.table.create_rematch(await self._home.lay(_again(self.table), following))

    async def _commit(
        self, guest: Guest | None, entry: AnyTableEvent, key: str
    ) -> list[ReplayStep]:
        """Keep an entry, let it happen, and tell all others; the guest is told by the answer.

        Raises:
            Overtaken: if another server has kept something else; that has happened then.
            Refused: as ``store``, if it cannot be kept.
        """
        try:
            steps = await self._kept.append(entry, key)
        except Conflict:
            await self._let_others_go_first()
            raise Overtaken from None
        except StoreError:
            raise CommandRejected("store") from None
        self._left_to_others = 0.0
        self.guests.show(guest, steps)
        return steps

    async def _let_others_go_first(self) -> None:
        """Let happen what stands in the way of an entry.

        Raises:
            Refused: as ``store``, if nothing does that happened at another server.
        """
        try:
            if await self._catch_up():
                return
        except StoreError:
            pass
        raise CommandRejected("store")

    async def _catch_up(self) -> bool:
        """Let happen what other servers have kept, and tell the guests; tell if there was any."""
        came = []
        async for entry, steps in self._kept.missing():
            came.append(entry)
            self.guests.show(None, steps)
        if came:
            self._leave_to_others()
        if any(isinstance(entry, SeatTaken) for entry in came):
            await self.guests.learn_names()
        return bool(came)

    async def _read_anew(self) -> None:
        with suppress(StoreError):
            await self._kept.read_anew()
            await self.guests.learn_names()
        self.guests.count()
        self.guests.show_out()
        self.guests.tell(None)

    def _leave_to_others(self) -> None:
        """Leave the computer players to the server that has kept the last entry, for a while."""
        self._left_to_others = time.monotonic() + FOR_OTHERS

    def _gone(self, guest: Guest) -> None:
        """Do no more for somebody."""
        self._hints.stop(guest)
        self._paces.reset(str(id(guest)))


def _again(table: Table) -> Setup:
    """Return how a table is laid for the same people once more; a lesson is the same again."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    if table.setup.kind == "tutorial":
        return msgspec.structs.replace(table.setup, created_at=now)
    return Setup(
        game=table.setup.game,
        options=table.setup.options,
        occupants=[seat.occupant for seat in table.seats],
        owner_ids=[seat.owner_id for seat in table.seats],
        host_id=table.setup.host_id,
        seed=secrets.randbits(KEY_BITS),
        created_at=now,
    )
