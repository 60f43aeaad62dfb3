"""Users of a table who send random commands; setups and snapshots of tables."""

import copy
import random
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from onirium.match.match import HUMAN
from onirium.record import to_line
from onirium.tables.chat import PHRASES
from onirium.tables.commands import chat, hints, play, seating, takebacks
from onirium.tables.errors import CommandRejected
from onirium.tables.events import ActionsTaken, AnyTableEvent
from onirium.tables.setup import Setup
from onirium.tables.table import Table

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
    """Return the setup of a table of two humans with different owners."""
    return make_setup(game, (HUMAN, HUMAN), (ANNA, BORIS), **more)


def started_table(setup: Setup) -> Table:
    """Return a table whose game has started."""
    table = Table("t", setup)
    table.apply(play.start(table))
    return table


def take_actions(table: Table, *notations: str) -> None:
    """Take actions of the current seat: those in notation, or the first legal one."""
    state = table.match.state
    actions = [table.match.game.parse(notation) for notation in notations]
    actions = actions or state.legal_actions()[:1]
    table.apply(play.take_actions(table, state.current_player(), actions, table.version))


def continue_bots(table: Table) -> None:
    """Apply the decisions of bots until none has to decide."""
    while table.pending_bot() >= 0:
        table.apply(play.continue_bots(table))


def snapshot(table: Table) -> dict[str, Any]:
    """Return the complete observable state of a table, for comparison."""
    seats = range(len(table.seats))
    return {
        "record": msgspec.to_builtins(table.match.record),
        "state": to_line(table.match.state),
        "history": table.match.state.history(),
        "seats": msgspec.to_builtins(table.seats),
        "events": list(table.events),
        "chat": list(table.chat),
        "pending_takeback": copy.deepcopy(table.pending_takeback),
        "unranked": table.unranked,
        "is_over": table.is_over,
        "results": table.results(),
        "resigned_seat": table.resigned_seat,
        "rematch_table_id": table.rematch_table_id,
        "links_enabled": table.links_enabled,
        "takeback_modes": [takebacks.takeback_mode(table, seat) for seat in seats],
        "events_since": [table.match.events_since(seat) for seat in seats],
    }


def spoil_actions(events: Sequence[AnyTableEvent], indices: Iterable[int]) -> list[AnyTableEvent]:
    """Return events of which some have actions that cannot be applied."""
    spoiled = list(events)
    for index in indices:
        event = spoiled[index]
        assert isinstance(event, ActionsTaken)
        spoiled[index] = ActionsTaken(event.seat, ["not to be applied"] * len(event.actions))
    return spoiled


def predict_future(table: Table) -> list[str]:
    """Return the record if random bots continued the game in all seats."""
    match = table.match.copy()
    for seat in range(len(table.seats)):
        match.set_seat(seat, "random")
    match.advance()
    return match.record.actions


def rebuild(table: Table) -> Table:
    """Return a table rebuilt from the JSON of the setup and events of another."""
    setup = msgspec.json.decode(msgspec.json.encode(table.setup), type=Setup)
    events = msgspec.json.decode(msgspec.json.encode(table.events), type=list[AnyTableEvent])
    rebuilt = Table(table.table_id, setup)
    for event in events:
        rebuilt.apply(event)
    return rebuilt


class RandomUsers:
    """Users who decide, chat, take back, join, leave and resign at random."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._secrets: list[tuple[int, str]] = []

    def propose(self, table: Table) -> AnyTableEvent:
        """Return the event of a random accepted command."""
        while True:
            try:
                return self._propose_any(table)
            except CommandRejected:
                continue

    def _propose_any(self, table: Table) -> AnyTableEvent:
        rng = self._rng
        seat = rng.randrange(len(table.seats))
        command = rng.randrange(40)
        if table.pending_takeback and command < 20:
            awaited = [seat for seat in table.human_seats() if _is_awaited(table, seat)]
            return takebacks.answer_takeback(
                table, rng.choice(awaited), accepted=rng.random() < 0.7
            )
        if command < 30:
            return self._decide(table)
        if command < 32:
            return takebacks.take_back(table, seat)
        if command < 34:
            return chat.send_phrase(table, seat, rng.choice(PHRASES))
        if command < 35:
            return hints.use_hint(table, seat) or self._decide(table)
        if command < 36:
            occupant = rng.choice([HUMAN, HUMAN, "random", "greedy"])
            user_id = rng.choice([ANNA, table.seats[seat].owner_id])
            return seating.assign_seat(table, seat, occupant, user_id)
        if command < 38:
            return self._invite_or_join(table, seat)
        if table.is_over:
            return play.create_rematch(table, "another")
        if rng.random() < 0.1:
            return play.resign(table, seat)
        return self._decide(table)

    def _decide(self, table: Table) -> AnyTableEvent:
        state = table.match.state
        action = self._rng.choice(state.legal_actions() or [0])
        return play.take_actions(table, state.current_player(), [action], table.version)

    def _invite_or_join(self, table: Table, seat: int) -> AnyTableEvent:
        if self._rng.random() < 0.3:
            return seating.set_links(table, ANNA, enabled=self._rng.random() < 0.7)
        if self._secrets and self._rng.random() < 0.5:
            seat, secret = self._rng.choice(self._secrets)
            return seating.take_seat(table, seat, self._rng.choice([BORIS, CLARA]), secret)
        event, secret = seating.create_invitation(table, seat, ANNA)
        self._secrets.append((seat, secret))
        return event


def _is_awaited(table: Table, seat: int) -> bool:
    return (
        table.pending_takeback is not None
        and table.seats[seat].owner_id in table.pending_takeback.pending_owner_ids
    )
