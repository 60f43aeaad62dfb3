"""Whole games, from the lobby to the end, by mouse and by touch."""

import pytest
from playwright.sync_api import Browser

from tests.browser.pages import (
    EXPANSIONS,
    PHONE,
    assert_replays_to,
    at_table,
    begin,
    play_now,
    visiting,
)
from tests.browser.player import Fingers, Mouse
from tests.web.house import House

pytestmark = pytest.mark.browser

GAMES = ["onirim", "nightmarium"]


@pytest.mark.parametrize("game", GAMES)
def test_by_mouse(chromium: Browser, house: House, game: str) -> None:
    with visiting(chromium) as page:
        page.goto(house.address)
        play_now(page, game).click()
        at_table(page)
        assert_replays_to(page, Mouse(page).play())


@pytest.mark.parametrize("game", GAMES)
def test_by_touch(chromium: Browser, house: House, game: str) -> None:
    with visiting(chromium, has_touch=True, is_mobile=True, viewport=PHONE) as page:
        page.goto(house.address)
        play_now(page, game).tap()
        at_table(page)
        assert_replays_to(page, Fingers(page).play())


def test_onirim_with_all_expansions(chromium: Browser, house: House) -> None:
    with visiting(chromium, reduced_motion="reduce") as page:
        begin(page, house, "onirim", 1, *EXPANSIONS)
        assert_replays_to(page, Mouse(page).play())


def test_nightmarium_of_five(chromium: Browser, house: House) -> None:
    with visiting(chromium, reduced_motion="reduce") as page:
        bots = {f"seat_{number}": "greedy" for number in range(2, 6)}
        begin(page, house, "nightmarium", 5, **bots)
        assert_replays_to(page, Mouse(page).play())
