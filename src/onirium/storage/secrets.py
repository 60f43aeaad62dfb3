"""Secrets of the server, which all servers of a database share."""

from secrets import token_hex
from typing import Final

from onirium.storage.backend import Connection

SECRET_BYTES: Final = 16


def draw_secret(connection: Connection, name: str) -> None:
    """Store a random secret of a name, unless there is one."""
    connection.execute(
        "INSERT INTO secrets VALUES (?, ?) ON CONFLICT DO NOTHING", (name, token_hex(SECRET_BYTES))
    )
