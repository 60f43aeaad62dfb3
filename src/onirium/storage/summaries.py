"""How a table stands, in short: kept beside its entries, to be found without playing it again."""

import datetime as dt
from typing import Any

import msgspec

from onirium.storage.backend import Connection
from onirium.storage.statistics import options_key, owner_result, ranked_results
from onirium.tables.table import NO_SEAT, Setup, Table


class TableSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A table in short, as one of its holders sees it.

    Attributes:
        table_id: by which the table is found.
        game: the name of the game.
        options: its options.
        kind: a table like any other, a deal of the day or a lesson.
        date: the day of the deal, else empty.
        created_at: when it was laid, in UTC.
        updated_at: when something happened last, in UTC.
        occupants: who plays each seat.
        own_seats: the seats of this holder.
        current_player: the seat that is to decide; below 0 if none.
        is_over: whether the game is over.
        unranked: whether it does not count.
        result: ``won``, ``lost``, ``played`` where both, or empty while it goes on.
    """

    table_id: str
    game: str
    options: dict[str, Any]
    kind: str
    date: str
    created_at: str
    updated_at: str
    occupants: list[str]
    own_seats: list[int]
    current_player: int
    is_over: bool
    unranked: bool
    result: str


class _Standing(msgspec.Struct):
    """What summaries say of a table, whoever reads them."""

    seats: list[str]
    player: int
    over: bool
    practice: bool
    holders: list[str]
    results: dict[str, str]


class SummarySnapshot:
    """How a table stands, taken down now to be written soon."""

    def __init__(self, hosted: Table) -> None:
        self._id = hosted.table_id
        self._version = hosted.version
        self._game = hosted.match.game.name
        self._options = options_key(hosted.match.game.options)
        self._counted = ranked_results(hosted)
        holders = [seat.owner_id for seat in hosted.seats]
        self._holders = sorted({hosted.setup.host_id, *holders} - {""})
        self._standing = msgspec.json.encode(
            _Standing(
                [seat.occupant for seat in hosted.seats],
                NO_SEAT if hosted.is_over else int(hosted.match.state.current_player()),
                hosted.is_over,
                hosted.unranked,
                holders,
                {holder: owner_result(hosted, holder) for holder in self._holders},
            )
        )

    def write(self, connection: Connection) -> None:
        """Write it, unless something later has been written."""
        connection.execute(
            "INSERT INTO standings VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
            " version = excluded.version, changed = excluded.changed,"
            " standing = excluded.standing WHERE standings.version <= excluded.version",
            (self._id, self._version, _now(), self._standing),
        )
        if self._holders:
            rows = ", ".join(["(?, ?)"] * len(self._holders))
            values = [value for holder in self._holders for value in (holder, self._id)]
            connection.execute(
                f"INSERT INTO holders VALUES {rows} ON CONFLICT DO NOTHING",  # noqa: S608
                values,
            )
        for holder, result in self._counted.items():
            self._count(connection, holder, result)

    def _count(self, connection: Connection, holder: str, result: str) -> None:
        key = (holder, self._game, self._options, result)
        found = connection.execute(
            "INSERT INTO results (holder, game, options, result, id)"
            " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (*key, self._id),
        )
        if found.rowcount:
            connection.execute(
                "INSERT INTO counters VALUES (?, ?, ?, ?, 1)"
                " ON CONFLICT (holder, game, options, result)"
                " DO UPDATE SET number = counters.number + 1",
                key,
            )


def build_summary(
    holder: str, table: str, setup: bytes, changed: str, standing: bytes
) -> TableSummary:
    """Return a table in short, as one of its holders sees it."""
    laid = msgspec.json.decode(setup, type=Setup)
    stands = msgspec.json.decode(standing, type=_Standing)
    return TableSummary(
        table_id=table,
        game=laid.game,
        options=laid.options,
        kind=laid.kind,
        date=laid.date,
        created_at=laid.created_at,
        updated_at=changed,
        occupants=stands.seats,
        own_seats=[seat for seat, whose in enumerate(stands.holders) if whose == holder],
        current_player=stands.player,
        is_over=stands.over,
        unranked=stands.practice,
        result=stands.results.get(holder, ""),
    )


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")
