"""What is deleted from a database: somebody's data, and tables that were abandoned."""

from typing import Any, Final

import msgspec

from onirium.storage.backend import Connection
from onirium.tables.setup import Setup
from onirium.tables.tokens import hash_token, new_token

_OF_A_HOLDER: Final = ("visitors", "dailies", "results", "counters", "holders")
_OF_A_TABLE: Final = ("dailies", "results", "holders", "standings", "entries", "tables")


class _Standing(msgspec.Struct):
    """What is wanted here of how a table stands."""

    over: bool


def erase_owner(connection: Connection, holder: str) -> None:
    """Delete what is kept of a holder.

    A table goes if nobody else ever had a seat there. Where others have, it is theirs too: the
    hash of a token that nobody has stands for the holder from now on, and one of them is the host.

    Args:
        connection: to the database, in a transaction.
        holder: who it is, as a hashed token.
    """
    found = connection.execute("SELECT id FROM holders WHERE holder = ?", (holder,)).fetchall()
    for kind in _OF_A_HOLDER:
        connection.execute(f"DELETE FROM {kind} WHERE holder = ?", (holder,))  # noqa: S608
    for (table,) in found:
        others = connection.execute(
            "SELECT holder FROM holders WHERE id = ? ORDER BY holder", (table,)
        ).fetchall()
        if others:
            _make_nobody(connection, table, holder, others[0][0])
        else:
            delete_table(connection, table)


def is_unfinished(standing: bytes) -> bool:
    """Tell whether a game goes on, from how its table stands."""
    return not msgspec.json.decode(standing, type=_Standing).over


def delete_table(connection: Connection, table: str) -> None:
    """Delete a table, and all that speaks of it."""
    for kind in _OF_A_TABLE:
        connection.execute(f"DELETE FROM {kind} WHERE id = ?", (table,))  # noqa: S608


def _make_nobody(connection: Connection, table: str, holder: str, heir: str) -> None:
    """Let nobody stand for a holder at a table; if it was theirs, it is another's now."""
    nobody = hash_token(new_token())

    def anonymous(content: bytes) -> bytes:
        return content.replace(holder.encode(), nobody.encode())

    def rows(statement: str) -> list[Any]:
        return connection.execute(statement, (table,)).fetchall()

    for (content,) in rows("SELECT setup FROM tables WHERE id = ?"):
        setup = msgspec.json.decode(content, type=Setup)
        host = heir if setup.host_id == holder else setup.host_id
        laid = anonymous(msgspec.json.encode(msgspec.structs.replace(setup, host_id=host)))
        connection.execute("UPDATE tables SET setup = ? WHERE id = ?", (laid, table))
    for (content,) in rows("SELECT standing FROM standings WHERE id = ?"):
        stands = anonymous(content)
        connection.execute("UPDATE standings SET standing = ? WHERE id = ?", (stands, table))
    for number, content in rows("SELECT number, entry FROM entries WHERE id = ?"):
        if holder.encode() in content:
            connection.execute(
                "UPDATE entries SET entry = ? WHERE id = ? AND number = ?",
                (anonymous(content), table, number),
            )
    # A nonce begins with whose it is.
    connection.execute(
        "UPDATE entries SET nonce = NULL WHERE id = ? AND nonce LIKE ?", (table, f"{holder}:%")
    )
