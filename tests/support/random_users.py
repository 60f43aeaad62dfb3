"""People who do at a table whatever they may, by dice; and a table as it can be compared."""

import copy
import random
from typing import Any

import msgspec

from onirium.record import to_line
from onirium.tables import HUMAN
from onirium.tables.errors import CommandRejected
from onirium.tables.events import AnyTableEvent
from onirium.tables.table import PHRASES, Setup, Table

ANNA, BORIS, CLARA = "anna", "boris", "clara"


def make_setup(
    game: str = "onirim",
    occupants: tuple[str, ...] = (HUMAN,),
    owner_ids: tuple[str, ...] = (ANNA,),
    **more: Any,
) -> Setup:
    """Return a setup; seats without an owner id have no owner."""
    padded = [*owner_ids, *[""] * (len(occupants) - len(owner_ids))]
    fields = {"host_id": ANNA, "options": {}, "seed": 1, **more}
    return Setup(game=game, occupants=list(occupants), owner_ids=padded, **fields)


def two_player_setup(game: str = "hush", **more: Any) -> Setup:
    """Return the setup of a table of two people."""
    return make_setup(game, (HUMAN, HUMAN), (ANNA, BORIS), **more)


def started_table(setup: Setup) -> Table:
    """Return a table at which the game has begun."""
    hosted = Table("t", setup)
    hosted.apply(hosted.start())
    return hosted


def take_actions(hosted: Table, *notations: str) -> None:
    """Let whoever is to decide do it, by notation or just the first thing that is legal."""
    state = hosted.match.state
    actions = [hosted.match.game.parse(notation) for notation in notations]
    actions = actions or state.legal_actions()[:1]
    hosted.apply(hosted.take_actions(state.current_player(), actions, hosted.version))


def snapshot(hosted: Table) -> dict[str, Any]:
    """Return everything that one can know of a table."""
    seats = range(len(hosted.seats))
    return {
        "record": msgspec.to_builtins(hosted.match.record),
        "state": to_line(hosted.match.state),
        "history": hosted.match.state.history(),
        "seats": msgspec.to_builtins(hosted.seats),
        "entries": list(hosted.events),
        "talk": list(hosted.chat),
        "asked": copy.deepcopy(hosted.pending_takeback),
        "practice": hosted.unranked,
        "over": hosted.is_over,
        "results": hosted.results(),
        "resigned": hosted.resigned_seat,
        "next": hosted.rematch_table_id,
        "linked": hosted.links_enabled,
        "undo": [hosted.takeback_mode(seat) for seat in seats],
        "news": [hosted.match.events_since(seat) for seat in seats],
    }


def predict_future(hosted: Table) -> list[str]:
    """Return what would come if computer players took all seats now."""
    match = hosted.match.copy()
    for seat in range(len(hosted.seats)):
        match.set_seat(seat, "random")
    match.advance()
    return match.record.actions


def rebuild(hosted: Table) -> Table:
    """Return the table that its setup and its entries make, after they lay in a file."""
    setup = msgspec.json.decode(msgspec.json.encode(hosted.setup), type=Setup)
    entries = msgspec.json.decode(msgspec.json.encode(hosted.events), type=list[AnyTableEvent])
    again = Table(hosted.table_id, setup)
    for entry in entries:
        again.apply(entry)
    return again


class RandomUsers:
    """Guests of a table: they decide, talk, take back, come, go and give up, by dice."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        self._secrets: list[tuple[int, str]] = []

    def propose(self, hosted: Table) -> AnyTableEvent:
        """Return what one of them proposes, and may."""
        while True:
            try:
                return self._any(hosted)
            except CommandRejected:
                continue

    def _any(self, hosted: Table) -> AnyTableEvent:
        dice = self._dice
        seat = dice.randrange(len(hosted.seats))
        what = dice.randrange(40)
        if hosted.pending_takeback and what < 20:
            asked = [seat for seat in hosted.human_seats() if _is_asked(hosted, seat)]
            return hosted.answer_takeback(dice.choice(asked), accepted=dice.random() < 0.7)
        if what < 30:
            return self._decide(hosted)
        if what < 32:
            return hosted.take_back(seat)
        if what < 34:
            return hosted.send_phrase(seat, dice.choice(PHRASES))
        if what < 35:
            return hosted.use_hint(seat) or self._decide(hosted)
        if what < 36:
            who = dice.choice([HUMAN, HUMAN, "random", "greedy"])
            return hosted.assign_seat(seat, who, dice.choice([ANNA, hosted.seats[seat].owner_id]))
        if what < 38:
            return self._invite_or_join(hosted, seat)
        if hosted.is_over:
            return hosted.create_rematch("another")
        if dice.random() < 0.1:
            return hosted.resign(seat)
        return self._decide(hosted)

    def _decide(self, hosted: Table) -> AnyTableEvent:
        state = hosted.match.state
        action = self._dice.choice(state.legal_actions() or [0])
        return hosted.take_actions(state.current_player(), [action], hosted.version)

    def _invite_or_join(self, hosted: Table, seat: int) -> AnyTableEvent:
        if self._dice.random() < 0.3:
            return hosted.set_links(ANNA, enabled=self._dice.random() < 0.7)
        if self._secrets and self._dice.random() < 0.5:
            seat, secret = self._dice.choice(self._secrets)
            return hosted.take_seat(seat, self._dice.choice([BORIS, CLARA]), secret)
        entry, secret = hosted.create_invitation(seat, ANNA)
        self._secrets.append((seat, secret))
        return entry


def _is_asked(hosted: Table, seat: int) -> bool:
    return (
        hosted.pending_takeback is not None
        and hosted.seats[seat].owner_id in hosted.pending_takeback.pending_owner_ids
    )
