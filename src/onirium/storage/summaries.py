"""How a table stands, in short: kept beside its entries, to be found without playing it again."""

import datetime as dt
from typing import Any

import msgspec

from onirium.storage.backend import Connection
from onirium.storage.statistics import counted, options_key, result_of
from onirium.tables.table import NOBODY, Hosted, Setup


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A table in short, as one of its holders sees it.

    Attributes:
        id: by which the table is found.
        game: the name of the game.
        options: its options.
        sort: a table like any other, a deal of the day or a lesson.
        date: the day of the deal, else empty.
        begun: when it was laid, in UTC.
        changed: when something happened last, in UTC.
        seats: who plays each seat.
        mine: the seats of this holder.
        player: the seat that is to decide; below 0 if none.
        over: whether the game is over.
        practice: whether it does not count.
        result: ``won``, ``lost``, ``played`` where both, or empty while it goes on.
    """

    id: str
    game: str
    options: dict[str, Any]
    sort: str
    date: str
    begun: str
    changed: str
    seats: list[str]
    mine: list[int]
    player: int
    over: bool
    practice: bool
    result: str


class _Standing(msgspec.Struct):
    """What summaries say of a table, whoever reads them."""

    seats: list[str]
    player: int
    over: bool
    practice: bool
    holders: list[str]
    results: dict[str, str]


class Noted:
    """How a table stands, taken down now to be written soon."""

    def __init__(self, hosted: Hosted) -> None:
        self._id = hosted.id
        self._version = hosted.version
        self._game = hosted.match.game.name
        self._options = options_key(hosted.match.game.options)
        self._counted = counted(hosted)
        holders = [seat.holder for seat in hosted.seats]
        self._holders = sorted({hosted.setup.host, *holders} - {""})
        self._standing = msgspec.json.encode(
            _Standing(
                [seat.who for seat in hosted.seats],
                NOBODY if hosted.over else int(hosted.match.state.current_player()),
                hosted.over,
                hosted.practice,
                holders,
                {holder: result_of(hosted, holder) for holder in self._holders},
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


def summary(holder: str, table: str, setup: bytes, changed: str, standing: bytes) -> Summary:
    """Return a table in short, as one of its holders sees it."""
    laid = msgspec.json.decode(setup, type=Setup)
    stands = msgspec.json.decode(standing, type=_Standing)
    return Summary(
        id=table,
        game=laid.game,
        options=laid.options,
        sort=laid.sort,
        date=laid.date,
        begun=laid.begun,
        changed=changed,
        seats=stands.seats,
        mine=[seat for seat, whose in enumerate(stands.holders) if whose == holder],
        player=stands.player,
        over=stands.over,
        practice=stands.practice,
        result=stands.results.get(holder, ""),
    )


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")
