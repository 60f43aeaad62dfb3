"""Summaries of tables: a read model of the events, for lists without a replay."""

import datetime as dt

import msgspec

from onirium.core.events import SPECTATOR
from onirium.presentation.presenter import PRESENTERS
from onirium.presentation.standing import Standing
from onirium.storage.backend import Connection
from onirium.storage.statistics import options_key, owner_result, ranked_results
from onirium.tables.setup import NO_SEAT, Setup
from onirium.tables.table import Table


class TableSummary(msgspec.Struct, frozen=True, kw_only=True):
    """The summary of a table for one owner of a seat.

    Attributes:
        table_id: the id of the table.
        game: the name of the game.
        options: its options.
        kind: ``table``, ``daily`` or ``tutorial``.
        date: the date of a daily deal, else empty.
        updated_at: time of the latest event, in UTC.
        occupants: the occupant of each seat.
        own_seats: the seats of the owner.
        current_player: the seat to decide; negative if none.
        is_over: whether the game is over.
        unranked: whether the game does not count.
        result: ``won``, ``lost``, ``played`` if the owner's seats differ, or empty in progress.
        standing: the pieces gathered by each seat; None in summaries of earlier releases.
    """

    table_id: str
    game: str
    options: dict[str, object]
    kind: str
    date: str
    updated_at: str
    occupants: list[str]
    own_seats: list[int]
    current_player: int
    is_over: bool
    unranked: bool
    result: str
    standing: Standing | None


class _StoredSummary(msgspec.Struct):
    """The part of a summary that is stored as JSON, the same for all owners."""

    occupants: list[str]
    current_player: int
    is_over: bool
    unranked: bool
    owner_ids: list[str]
    results: dict[str, str]
    standing: Standing | None = None


class SummarySnapshot:
    """The summary of a table at one version, to be written later."""

    def __init__(self, table: Table) -> None:
        self._table_id = table.table_id
        self._version = table.version
        self._game = table.match.game.name
        self._is_over = int(table.is_over)
        self._options = table.match.game.options
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
                standing=_standing(table),
            )
        )

    def write(self, connection: Connection) -> None:
        """Write the summary, the seat owners and the results, unless a later version is stored."""
        updated_at = _utc_now()
        written = connection.execute(
            "INSERT INTO table_summaries VALUES (?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET"
            " version = excluded.version, updated_at = excluded.updated_at,"
            " summary = excluded.summary WHERE table_summaries.version <= excluded.version",
            (self._table_id, self._version, updated_at, self._summary),
        )
        if written.rowcount:
            self._write_owners(connection, updated_at)
        else:
            self._add_owners(connection)
        for owner_id, result in self._ranked_results.items():
            self._count_result(connection, owner_id, result)

    def _write_owners(self, connection: Connection, updated_at: str) -> None:
        """Update the rows of all owners, former ones included, and insert the missing ones."""
        connection.execute(
            "UPDATE seat_owners SET is_over = ?, updated_at = ? WHERE table_id = ?",
            (self._is_over, updated_at, self._table_id),
        )
        if self._owner_ids:
            placeholders = ", ".join(["(?, ?, ?, ?, ?)"] * len(self._owner_ids))
            row = (self._table_id, self._game, self._is_over, updated_at)
            values = [value for owner_id in self._owner_ids for value in (owner_id, *row)]
            connection.execute(
                "INSERT INTO seat_owners (owner_id, table_id, game, is_over, updated_at)"  # noqa: S608
                f" VALUES {placeholders} ON CONFLICT DO NOTHING",
                values,
            )

    def _add_owners(self, connection: Connection) -> None:
        """Insert the missing owners with the values of a later summary."""
        for owner_id in self._owner_ids:
            connection.execute(
                "INSERT INTO seat_owners (owner_id, table_id, game, is_over, updated_at)"
                " SELECT CAST(? AS TEXT), table_id, game, is_over, updated_at FROM seat_owners"
                " WHERE table_id = ? LIMIT 1 ON CONFLICT DO NOTHING",
                (owner_id, self._table_id),
            )

    def _count_result(self, connection: Connection, owner_id: str, result: str) -> None:
        key = (owner_id, self._game, options_key(self._options), result)
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
        updated_at=updated_at,
        occupants=stored.occupants,
        own_seats=[seat for seat, owner in enumerate(stored.owner_ids) if owner == owner_id],
        current_player=stored.current_player,
        is_over=stored.is_over,
        unranked=stored.unranked,
        result=stored.results.get(owner_id, ""),
        standing=stored.standing,
    )


def _standing(table: Table) -> Standing | None:
    """Return the pieces gathered by each seat; None for a game without a presenter."""
    game = table.match.game
    if not PRESENTERS.is_provided(game.name):
        return None
    return PRESENTERS.load(game.name).standing(table.match.state.view(SPECTATOR), game)


def _utc_now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")
