"""Shared fixtures; checks the build under test, and registers the test game Hush."""

import datetime as dt
import importlib
import os
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import SimpleNamespace

import hypothesis
import pytest

import onirium
from onirium.core.build import is_compiled
from onirium.games import registry
from onirium.studies.simulation.checked_bot import CHECK_VARIABLE
from onirium.tables import daily
from tests.support import postgres_server as postgres

os.environ[CHECK_VARIABLE] = "1"

# No deadline: a busy machine would make examples fail at random.
hypothesis.settings.register_profile(
    "local", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("local")
hypothesis.settings.register_profile(
    "gate", hypothesis.settings.default, derandomize=True, database=None
)

PACKAGE = Path(onirium.__file__).parent
BUILD = "compiled" if is_compiled() else "plain"


def pytest_report_header() -> str:
    return f"onirium: {BUILD}, from {PACKAGE}"


def pytest_configure() -> None:
    expected = os.environ.get("ONIRIUM_BUILD", BUILD)
    if expected != BUILD:
        raise pytest.UsageError(f"expected a {expected} build of onirium, but {PACKAGE} is {BUILD}")
    for module in _compiled_modules():
        file = str(importlib.import_module(module).__file__)
        if (BUILD == "compiled") != file.endswith(tuple(EXTENSION_SUFFIXES)):
            raise pytest.UsageError(f"onirium is {BUILD}, but {module} is loaded from {file}")


def _compiled_modules() -> list[str]:
    """Return the modules with a compiled extension next to their source."""
    extensions = (path for path in PACKAGE.rglob("*") if path.name.endswith(EXTENSION_SUFFIXES[0]))
    paths = [path.relative_to(PACKAGE.parent) for path in extensions]
    return [".".join([*path.parent.parts, path.name.split(".")[0]]) for path in paths]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Rerun a failed test once if it is marked ``retry`` with a reason."""
    for item in items:
        if marker := item.get_closest_marker("retry"):
            if not marker.kwargs.get("reason"):
                raise pytest.UsageError(f"{item.nodeid}: retry without a reason")
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(autouse=True, scope="module")
def _register_hush() -> Iterator[None]:
    """Register the test game Hush for the tests of a module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry._MODULES, "hush", "tests.support.hush_game")
        yield


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Store saved games in a temporary folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture
def same_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the day of the daily deal, should the test run over midnight UTC."""
    now = dt.datetime.now(dt.UTC)
    clock = SimpleNamespace(now=lambda _: now)
    monkeypatch.setattr(daily, "dt", SimpleNamespace(UTC=dt.UTC, datetime=clock))


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.PostgresServer]:
    """Run a Postgres server; skip the test if none is installed."""
    if postgres.find_programs() is None:
        pytest.skip("no Postgres is installed here")
    with postgres.run_postgres() as server:
        yield server
