"""The interpreter of a site plays the same games as this one."""

import shutil
import subprocess
from pathlib import Path

import pytest

from onirium.site.downloads import Downloads
from tests.support import game_digest

GAMES = {
    "onirim": '{"expansions": ["book", "towers", "premonitions"], "seats": 2}',
    "nightmarium": '{"seats": 3}',
}


def play_in_pyodide(
    downloads: Downloads, web_space: Path, name: str, options: str, games: int
) -> list[str]:
    script = Path(__file__).with_name("digest.mjs")
    node = str(shutil.which("node"))
    paths = [script, downloads.pyodide(), web_space / "games", Path(game_digest.__file__)]
    command = [node, *map(str, paths), name, options, str(games)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def play_here(capsys: pytest.CaptureFixture[str], name: str, options: str, games: int) -> list[str]:
    game_digest.main(name, options, games)
    return capsys.readouterr().out.splitlines()


def check_games(
    downloads: Downloads,
    web_space: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    games: int,
) -> None:
    build, *digests = play_in_pyodide(downloads, web_space, name, GAMES[name], games)
    assert build == "plain"
    assert digests == play_here(capsys, name, GAMES[name], games)[1:]
    assert len(digests) == games


@pytest.mark.parametrize("name", GAMES)
def test_some_games_are_the_same(
    downloads: Downloads, web_space: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    check_games(downloads, web_space, capsys, name, 20)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_games_are_the_same(
    downloads: Downloads, web_space: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    check_games(downloads, web_space, capsys, name, 500)
