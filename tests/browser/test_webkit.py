"""Whole games in WebKit, the engine of Safari, on a server and on a site."""

from pathlib import Path

import pytest

from tests.site.conftest import downloads, serve_folder, web_space
from tests.support.browser_player import MousePlayer
from tests.support.live_server import LiveServer
from tests.support.webkit import WebKitPage, open_webkit

__all__ = ["downloads", "web_space"]

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

SITE_START_TIMEOUT_MS = 120_000

PLAY_NOW_JS = """
(game) => {
  const button = document.querySelector(`article:has(#game-${game}) .quick-start button`);
  button?.click();
  return Boolean(button);
}
"""

IS_AT_TABLE_JS = "() => Boolean(document.querySelector('.table-surface'))"


def play_whole_game(page: WebKitPage, game: str) -> str:
    """Create a table from the lobby, and play; return the displayed result."""
    for function in (PLAY_NOW_JS, IS_AT_TABLE_JS):
        page.wait_for_function(function, game, timeout=SITE_START_TIMEOUT_MS, polling=100)
    page.collect_errors()
    ending = MousePlayer(page).play()  # type: ignore[arg-type]
    assert page.errors() == []
    return ending


@pytest.mark.parametrize("game", ["onirim", "nightmarium"])
def test_a_whole_game_on_a_server(server: LiveServer, game: str) -> None:
    with open_webkit() as page:
        page.goto(server.address)
        assert play_whole_game(page, game)


def test_a_whole_game_on_a_site(web_space: Path) -> None:
    with serve_folder(web_space) as host, open_webkit() as page:
        page.goto(f"{host}/games/")
        page.wait_for_function(
            "() => Boolean(document.querySelector('iframe:not(.waiting)'))",
            timeout=SITE_START_TIMEOUT_MS,
            polling=100,
        )
        page.enter_frame()
        assert play_whole_game(page, "onirim")
