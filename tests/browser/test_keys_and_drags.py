"""Whole games by keyboard only, and turns by dragging."""

import pytest
from playwright.sync_api import Browser, Page

from tests.support.browser_pages import (
    WITH_MOTION,
    assert_replays_to,
    browser_page,
    play_now_button,
    wait_for_table,
)
from tests.support.browser_player import DragPlayer, KeyboardPlayer
from tests.support.live_server import LiveServer

pytestmark = pytest.mark.browser

GAMES = ["onirim", "nightmarium"]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keyboard(chromium: Browser, server: LiveServer, game: str) -> None:
    with browser_page(chromium) as page:
        page.goto(server.address)
        tab_to_play(page, game)
        page.keyboard.press("Enter")
        wait_for_table(page)
        assert_replays_to(page, KeyboardPlayer(page).play())


def tab_to_play(page: Page, game: str) -> None:
    for _ in range(30):
        page.keyboard.press("Tab")
        if play_now_button(page, game).evaluate("(button) => button === document.activeElement"):
            return
    raise AssertionError("the keyboard does not reach a game")


@pytest.mark.parametrize("game", GAMES)
def test_turns_by_dragging(chromium: Browser, server: LiveServer, game: str) -> None:
    with browser_page(chromium, **WITH_MOTION) as page:
        page.goto(server.address)
        play_now_button(page, game).click()
        wait_for_table(page)
        player = DragPlayer(page)
        player.play(stop=lambda: player.drag_count == 10)
        assert player.drag_count == 10
