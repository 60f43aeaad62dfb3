"""Fixtures of the storage tests."""

from pathlib import Path

import pytest

from tests.support.patience import patient_server

__all__ = ["patient_server"]


@pytest.fixture(params=["sqlite", "postgres"])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the location of a new database: a file, or a schema of a real Postgres."""
    if request.param == "sqlite":
        return str(tmp_path / "data folder" / "onirium.db")
    address: str = request.getfixturevalue("postgres_server").database()
    return address
