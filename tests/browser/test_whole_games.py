"""Whole games, from the lobby to the end, by mouse and by touch."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.support.browser_pages import (
    EXPANSIONS,
    MOVING,
    PHONE,
    assert_replays_to,
    at_table,
    begin,
    play_now,
    visiting,
)
from tests.support.browser_player import Fingers, Mouse
from tests.support.live_server import LiveServer

pytestmark = pytest.mark.browser

A_PHONE: dict[str, Any] = {"has_touch": True, "is_mobile": True, "viewport": PHONE}


@pytest.mark.parametrize("game", ["onirim", "nightmarium"])
def test_by_mouse(chromium: Browser, server: LiveServer, game: str) -> None:
    with visiting(chromium, **MOVING) as page:
        page.goto(server.address)
        play_now(page, game).click()
        at_table(page)
        assert_replays_to(page, Mouse(page).play())


def test_onirim_with_all_expansions_by_touch(chromium: Browser, server: LiveServer) -> None:
    with visiting(chromium, **A_PHONE) as page:
        begin(page, server, "onirim", 1, *EXPANSIONS)
        assert_replays_to(page, Fingers(page).play())


def test_nightmarium_of_five_by_touch(chromium: Browser, server: LiveServer) -> None:
    with visiting(chromium, **A_PHONE) as page:
        bots = {f"seat_{number}": "greedy" for number in range(2, 6)}
        begin(page, server, "nightmarium", 5, **bots)
        assert_replays_to(page, Fingers(page).play())
