"""The interpreter of a site plays the same games as this one."""

import json
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from onirium.site.compiled_library import LIBRARY
from onirium.site.downloads import Downloads
from tests.support import game_digest
from tools import smoke_test

GAMES = {
    "onirim": '{"expansions": ["book", "towers", "premonitions"], "seats": 2}',
    "nightmarium": '{"seats": 3}',
}

GAME_COUNT = 4
"""Two for each bot; the interpreter needs a second for each."""


@pytest.fixture(scope="session")
def build(web_space: Path) -> str:
    """Return the build of the rules in the site."""
    manifest = (web_space / "games" / "service_worker.js").read_text("utf-8")
    return "compiled" if LIBRARY in manifest else "plain"


def run_in_pyodide(
    downloads: Downloads, web_space: Path, program: ModuleType, *calls: tuple[object, ...]
) -> list[str]:
    """Return the lines that calls of a program print in Pyodide, whose start takes seconds."""
    script = Path(__file__).with_name("run_program.mjs")
    paths = [script, downloads.pyodide(), web_space / "games", program.__file__]
    command = [str(shutil.which("node")), *map(str, paths), json.dumps(calls)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def test_states_views_and_events_are_the_same(
    downloads: Downloads, web_space: Path, build: str, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = [(name, options, GAME_COUNT) for name, options in GAMES.items()]
    digests = run_in_pyodide(downloads, web_space, game_digest, *calls)
    expected = []
    for call in calls:
        game_digest.main(*call)
        expected += [build, *capsys.readouterr().out.splitlines()[1:]]
    assert digests == expected


@pytest.mark.nightly
def test_a_thousand_games_are_the_same(downloads: Downloads, web_space: Path, build: str) -> None:
    [line] = run_in_pyodide(downloads, web_space, smoke_test, ())
    assert line == f"1000 games, {build}, of digest {smoke_test.GAMES_SHA256}"
