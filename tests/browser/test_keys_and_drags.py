"""Whole games by keyboard alone, from the lobby to the end; and turns by dragging."""

import pytest
from playwright.sync_api import Browser, Page

from tests.support.browser_pages import MOVING, assert_replays_to, at_table, play_now, visiting
from tests.support.browser_player import Dragger, Keyboard
from tests.support.live_server import LiveServer

pytestmark = pytest.mark.browser

GAMES = ["onirim", "nightmarium"]


@pytest.mark.parametrize("game", GAMES)
def test_by_keyboard_alone(chromium: Browser, server: LiveServer, game: str) -> None:
    with visiting(chromium) as page:
        page.goto(server.address)
        tab_to_play(page, game)
        page.keyboard.press("Enter")
        at_table(page)
        assert_replays_to(page, Keyboard(page).play())


def tab_to_play(page: Page, game: str) -> None:
    for _ in range(30):
        page.keyboard.press("Tab")
        if play_now(page, game).evaluate("(button) => button === document.activeElement"):
            return
    raise AssertionError("the keyboard does not lead to a game")


@pytest.mark.parametrize("game", GAMES)
def test_some_turns_by_dragging(chromium: Browser, server: LiveServer, game: str) -> None:
    with visiting(chromium, **MOVING) as page:
        page.goto(server.address)
        play_now(page, game).click()
        at_table(page)
        player = Dragger(page)
        player.play(enough=lambda: player.dragged == 10)
        assert player.dragged == 10
