"""Summaries of tables: a read model of the events, for lists without a replay."""

import datetime as dt

import msgspec

from onirium.storage.backend import Connection
from onirium.storage.statistics import options_key, owner_result, ranked_results
from onirium.tables.table import NO_SEAT, Setup, Table


class TableSummary(msgspec.Struct, frozen=True, kw_only=True):
    """The summary of a table for one owner of a seat.

    Attributes:
        table_id: the id of the table.
        game: the name of the game.
        options: its options.
        kind: ``table``, ``daily`` or ``tutorial``.
        date: the date of a daily deal, else empty.
        created_at: time of creation, in UTC.
        updated_at: time of the latest event, in UTC.
        occupants: the occupant of each seat.
        own_seats: the seats of the owner.
        current_player: the seat to decide; negative if none.
        is_over: whether the game is over.
        unranked: whether the game does not count.
        result: ``won``, ``lost``, ``played`` if the owner's seats differ, or empty in progress.
    """

    table_id: str
    game: str
    options: dict[str, object]
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


class _StoredSummary(msgspec.Struct):
    """The part of a summary that is stored as JSON, the same for all owners."""

    occupants: list[str]
    current_player: int
    is_over: bool
    unranked: bool
    owner_ids: list[str]
    results: dict[str, str]


class SummarySnapshot:
    """The summary of a table at one version, to be written later."""

    def __init__(self, table: Table) -> None:
        self._table_id = table.table_id
        self._version = table.version
        self._game = table.match.game.name
        self._options = options_key(table.match.game.options)
        self._ranked_results = ranked_results(table)
        owner_ids = [seat.owner_id for seat in table.seats]
        self._owner_ids = sorted({table.setup.host_id, *owner_ids} - {""})
        self._summary = msgspec.json.encode(
            _StoredSummary(
                occupants=[seat.occupant for seat in table.seats],
                current_player=(
                    NO_SEAT if table.is_over else int(table.match.state.current_player())
                ),
                is_over=table.is_over,
                unranked=table.unranked,
                owner_ids=owner_ids,
                results={owner_id: owner_result(table, owner_id) for owner_id in self._owner_ids},
            )
        )

    def write(self, connection: Connection) -> None:
        """Write the summary, the seat owners and the results, unless a later version is stored."""
        connection.execute(
            "INSERT INTO table_summaries VALUES (?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET"
            " version = excluded.version, updated_at = excluded.updated_at,"
            " summary = excluded.summary WHERE table_summaries.version <= excluded.version",
            (self._table_id, self._version, _utc_now(), self._summary),
        )
        if self._owner_ids:
            placeholders = ", ".join(["(?, ?)"] * len(self._owner_ids))
            values = [value for owner_id in self._owner_ids for value in (owner_id, self._table_id)]
            connection.execute(
                f"INSERT INTO seat_owners VALUES {placeholders} ON CONFLICT DO NOTHING",  # noqa: S608
                values,
            )
        for owner_id, result in self._ranked_results.items():
            self._count_result(connection, owner_id, result)

    def _count_result(self, connection: Connection, owner_id: str, result: str) -> None:
        key = (owner_id, self._game, self._options, result)
        inserted = connection.execute(
            "INSERT INTO results (owner_id, game, options, result, table_id)"
            " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (*key, self._table_id),
        )
        if inserted.rowcount:
            connection.execute(
                "INSERT INTO result_counts VALUES (?, ?, ?, ?, 1)"
                " ON CONFLICT (owner_id, game, options, result)"
                " DO UPDATE SET count = result_counts.count + 1",
                key,
            )


def build_summary(
    owner_id: str, table_id: str, setup_json: bytes, updated_at: str, summary_json: bytes
) -> TableSummary:
    """Return the summary of a table for an owner, from the stored columns."""
    setup = msgspec.json.decode(setup_json, type=Setup)
    stored = msgspec.json.decode(summary_json, type=_StoredSummary)
    return TableSummary(
        table_id=table_id,
        game=setup.game,
        options=setup.options,
        kind=setup.kind,
        date=setup.date,
        created_at=setup.created_at,
        updated_at=updated_at,
        occupants=stored.occupants,
        own_seats=[seat for seat, owner in enumerate(stored.owner_ids) if owner == owner_id],
        current_player=stored.current_player,
        is_over=stored.is_over,
        unranked=stored.unranked,
        result=stored.results.get(owner_id, ""),
    )


def is_unfinished(summary_json: bytes) -> bool:
    """Return whether the game of a table is in progress, from its stored summary."""
    return not msgspec.json.decode(summary_json, type=_StoredSummary).is_over


def _utc_now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")
