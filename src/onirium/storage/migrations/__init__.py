"""Schema migrations: numbered SQL files, some with a Python step for the data.

A database stores the number of its latest migration. Opening it applies the missing ones in one
transaction, so a crash in between leaves the database as it was. A released file never changes.
"""

import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from onirium.storage.backend import Connection
from onirium.storage.migrations.index_tables import index_tables
from onirium.storage.migrations.rewrite_json import rewrite_json

_DATA_STEPS: Final = {2: rewrite_json, 3: index_tables}
"""The Python steps, by the number of their migration."""


class Migration(NamedTuple):
    """A change of the schema.

    Attributes:
        number: its position in the sequence, from 1.
        statements: the SQL statements, in the dialect of SQLite.
        data_step: rewrites stored data after the statements, if necessary.
    """

    number: int
    statements: list[str]
    data_step: Callable[[Connection], None] | None


@cache
def load_migrations() -> list[Migration]:
    """Return all migrations in order; the first one creates the tables."""
    texts = {
        int(number[1]): resource.read_text("utf-8")
        for resource in files(__package__).iterdir()
        if (number := re.fullmatch(r"(\d+)_\w+\.sql", resource.name))
    }
    return [
        Migration(number, texts[number].split(";\n"), _DATA_STEPS.get(number))
        for number in range(1, len(texts) + 1)
    ]
