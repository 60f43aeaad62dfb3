"""The databases in which tables can be kept."""

from pathlib import Path

import pytest


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return where a new database is to be: a file, or at a real Postgres."""
    if request.param == "sqlite":
        return str(tmp_path / "of the house" / "onirium.db")
    address: str = request.getfixturevalue("cluster").database()
    return address
