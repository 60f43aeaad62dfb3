"""Secrets of the server, which all servers of a database share."""

from secrets import token_hex
from typing import Final

from onirium.storage.backend import Connection

SECRET_BYTES: Final = 16


def generate_secret(connection: Connection, name: str) -> None:
    """Store a random secret under a name, unless it has one."""
    connection.execute(
        "INSERT INTO secrets VALUES (?, ?) ON CONFLICT DO NOTHING", (name, token_hex(SECRET_BYTES))
    )
