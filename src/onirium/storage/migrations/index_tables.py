"""The data step of migration 3: fills the columns by which the tables of a user are found.

As in migration 2, the code names the fields of the stored JSON and imports no structs.
"""

import msgspec

from onirium.storage.backend import Connection


class _SetupGame(msgspec.Struct):
    game: str


class _SummaryState(msgspec.Struct):
    is_over: bool


def index_tables(connection: Connection) -> None:
    """Copy game, state and time of every table to the rows of its seat owners.

    Tables whose content cannot be decoded are listed as unfinished tables of no game.

    Args:
        connection: to the database, in the transaction of the migration.
    """
    connection.execute(
        "UPDATE seat_owners SET updated_at = (SELECT updated_at FROM table_summaries"
        " WHERE table_summaries.table_id = seat_owners.table_id)"
        " WHERE table_id IN (SELECT table_id FROM table_summaries)"
    )
    rows = connection.execute(
        "SELECT table_id, setup, summary FROM tables JOIN table_summaries USING (table_id)"
    ).fetchall()
    for table_id, setup, summary in rows:
        try:
            game = msgspec.json.decode(setup, type=_SetupGame).game
            is_over = msgspec.json.decode(summary, type=_SummaryState).is_over
        except msgspec.MsgspecError:
            continue
        connection.execute(
            "UPDATE seat_owners SET game = ?, is_over = ? WHERE table_id = ?",
            (game, int(is_over), table_id),
        )
