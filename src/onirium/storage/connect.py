"""Opens a database: selects the backend for a location."""

from pathlib import Path
from typing import Final

from onirium.storage.backend import Database, StoreError
from onirium.storage.sqlite import Sqlite

POSTGRES_SCHEMES: Final = ("postgresql://", "postgres://")
"""The prefixes of a location that is a Postgres address; every other location is a file."""


def open_database(location: str | Path) -> Database:
    """Open the database at a path or a Postgres address; create or migrate it if necessary.

    Raises:
        StoreError: if it cannot be opened, a newer version of Onirium wrote it, or it belongs to
            another program.
    """
    if not str(location).startswith(POSTGRES_SCHEMES):
        return Sqlite(Path(location))
    try:
        # psycopg is an optional dependency.
        from onirium.storage.postgres import Postgres  # noqa: PLC0415
    except ImportError:
        raise StoreError(
            "Postgres needs psycopg: install onirium with its extra `postgres`, in a clone with: "
            "pip install '.[postgres]'"
        ) from None
    return Postgres(str(location))
