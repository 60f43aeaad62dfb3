"""Who is at a table here, and what each of them sees of what happens."""

from collections.abc import Callable, Sequence
from typing import Final

from onirium.record.replay import ReplayStep
from onirium.storage.store import Store
from onirium.tables.errors import CommandRejected
from onirium.tables.table import NO_SEAT, Table
from onirium.web.config.i18n import page_words
from onirium.web.live.client_view import Present, Reader, sight_of, turn_to_decider
from onirium.web.live.durable_table import Keeping
from onirium.web.live.presence import Presence
from onirium.web.live.protocol import Refusal, Reply, Sight
from onirium.web.middleware.sessions import User

STRANGER: Final = ""
"""The holder of a seat that nobody has taken, and of who came without a cookie."""


class Guest:
    """Somebody at a table: one socket, or one request.

    Attributes:
        reader: who it is and what they see.
        name: what they are called, or empty.
        deliver: brings them a message; it neither waits nor fails.
    """

    def __init__(self, user: User, deliver: Callable[[Reply], None], looked: int = NO_SEAT) -> None:
        self.reader = Reader(user.user_id, user.language, looked)
        self.name = user.name
        self.deliver = deliver


class Crowded(Exception):
    """Somebody has the same table open in too many windows."""


class Guests:
    """Those who have a table open at this server.

    Args:
        kept: the table.
        presence: is told who of them holds a seat.
        store: knows what those are called who are elsewhere.
        windows: in so many windows at most somebody has the table open.
        gone: called with each guest that has gone.
    """

    def __init__(
        self,
        kept: Keeping,
        presence: Presence,
        store: Store,
        windows: int,
        gone: Callable[[Guest], None],
    ) -> None:
        self._kept = kept
        self._presence = presence
        self._store = store
        self._windows = windows
        self._gone = gone
        self._here: list[Guest] = []
        self._names: dict[str, str] = {}

    def __contains__(self, guest: Guest) -> bool:
        """Tell whether somebody is still here."""
        return guest in self._here

    def enter(self, guest: Guest) -> None:
        """Let somebody in; they and the others see it.

        Raises:
            Crowded: if they are here too often.
        """
        holder = guest.reader.holder
        windows = [other for other in self._here if holder and other.reader.holder == holder]
        if len(windows) >= self._windows:
            raise Crowded
        self.learn_name(guest)
        self._here.append(guest)
        self.count()
        self.greet(guest)
        guest.deliver(self.sight(guest))
        if not windows:
            self.tell(guest)

    def leave(self, guest: Guest) -> None:
        """Let somebody go; the others see it."""
        if guest in self._here:
            self._let_go(guest)
            self.count()
            self.tell(guest)

    def greet(self, guest: Guest) -> None:
        """Let somebody see with the eyes that are theirs without being asked."""
        turn_to_decider(self._table, guest.reader)

    def sight(self, guest: Guest, steps: Sequence[ReplayStep] = (), nonce: str = "") -> Sight:
        """Return what a guest sees."""
        present = Present(self._presence.everywhere(), self._names)
        return sight_of(self._table, guest.reader, present, steps, nonce)

    def refusal(self, guest: Guest, nonce: str, refused: CommandRejected) -> Refusal:
        """Return why something is not done, in the words of a guest."""
        words = page_words(guest.reader.language, self._table.setup.game)
        reason = words.text(f"refused.{refused.code}", **refused.values)
        sight = self.sight(guest) if self._table.can_view(guest.reader.holder) else None
        return Refusal(nonce=nonce, code=refused.code, reason=reason, sight=sight)

    def show(self, guest: Guest | None, steps: Sequence[ReplayStep]) -> None:
        """Show what has happened to all but the guest who is answered."""
        for each in {*self._here, guest}:
            if each is not None:
                self.greet(each)
        self.count()
        self.show_out()
        self.tell(guest, steps)

    def show_out(self) -> None:
        """Let those go who may not look on any more."""
        for guest in list(self._here):
            if not self._table.can_view(guest.reader.holder):
                self._let_go(guest)
                guest.deliver(self.refusal(guest, "", CommandRejected("closed")))

    def tell(self, guest: Guest | None, steps: Sequence[ReplayStep] = ()) -> None:
        """Let all but one see how things stand, and the steps that led there."""
        for other in list(self._here):
            if other is not guest:
                other.deliver(self.sight(other, steps))

    def count(self) -> None:
        """Take down which of those who hold seats are here."""
        seated = {seat.owner_id for seat in self._table.seats}
        here = {guest.reader.holder for guest in self._here}
        self._presence.set_here(seated & here - {STRANGER})

    def learn_name(self, guest: Guest) -> None:
        """Take down what a guest is called."""
        self._names[guest.reader.holder] = guest.name

    async def learn_names(self) -> None:
        """Look up what those are called who hold seats and have not come in here."""
        unknown = {seat.owner_id for seat in self._table.seats} - {STRANGER, *self._names}
        if unknown:
            self._names |= dict.fromkeys(unknown, "") | await self._store.user_names(unknown)

    @property
    def _table(self) -> Table:
        return self._kept.table

    def _let_go(self, guest: Guest) -> None:
        self._here.remove(guest)
        self._gone(guest)
