"""Says which build is tested, and lets the tests' own game be found by its name."""

import importlib
import os
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import hypothesis
import pytest

import onirium
from onirium.core.build import is_compiled
from onirium.games import registry
from tests.support import postgres_server as postgres

# A busy machine is no fault of an example: nothing is said of how long one takes.
hypothesis.settings.register_profile(
    "here", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("here")
hypothesis.settings.register_profile(
    "gate", hypothesis.settings.default, derandomize=True, database=None
)

PACKAGE = Path(onirium.__file__).parent
BUILD = "compiled" if is_compiled() else "plain"


def pytest_report_header() -> str:
    return f"onirium: {BUILD}, from {PACKAGE}"


def pytest_configure() -> None:
    asked = os.environ.get("ONIRIUM_BUILD", BUILD)
    if asked != BUILD:
        raise pytest.UsageError(f"asked to test onirium {asked}, but {PACKAGE} is {BUILD}")
    for module in _compiled_modules():
        found = str(importlib.import_module(module).__file__)
        if (BUILD == "compiled") != found.endswith(tuple(EXTENSION_SUFFIXES)):
            raise pytest.UsageError(f"onirium is {BUILD}, but {module} comes from {found}")


def _compiled_modules() -> list[str]:
    """Return the modules that lie compiled beside their source."""
    extensions = (path for path in PACKAGE.rglob("*") if path.name.endswith(EXTENSION_SUFFIXES[0]))
    inside = [path.relative_to(PACKAGE.parent) for path in extensions]
    return [".".join([*path.parent.parts, path.name.split(".")[0]]) for path in inside]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give a second try to the tests that state why they may need one, and to no others."""
    for item in items:
        if marker := item.get_closest_marker("retry"):
            if not marker.kwargs.get("reason"):
                raise pytest.UsageError(f"{item.nodeid}: retry without a reason")
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(autouse=True, scope="module")
def _hush() -> Iterator[None]:
    """Put the game of the tests beside the games of the house, while their tests run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry._MODULES, "hush", "tests.support.hush_game")
        yield


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the games that are played in a folder of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.PostgresServer]:
    """Run a real Postgres."""
    if postgres.find_programs() is None:
        pytest.skip("no Postgres is installed here")
    with postgres.run_postgres() as server:
        yield server
