"""Screens of 320 pixels, pages at twice their size, long names: nothing is cut off."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from onirium import record
from onirium.match.match import HUMAN
from tests.support.browser_pages import (
    KEEP_MESSAGES_JS,
    browser_page,
    open_dialog,
    open_table,
    resize,
)
from tests.support.live_server import HttpUser, LiveServer
from tests.support.nightly import nightly

pytestmark = pytest.mark.browser

RECORDS = Path(__file__).parents[1] / "transcripts"
NARROW: ViewportSize = {"width": 320, "height": 640}
DOUBLED: ViewportSize = {"width": 720, "height": 450}
"""A window of 1440 by 900 pixels, zoomed to 200 %."""
ONIRIM = "onirim-0.1.0-all-won"
NIGHTMARIUM = "nightmarium-0.1.0-five-won-by-player-2"
ACTION_COUNTS = {ONIRIM: 228, NIGHTMARIUM: 60}

OPENERS = (
    *("button.tool.help", "button.tool.menu", ".logline", ".prop .contents[popovertarget]"),
    *(".facts button", ".shelf button:nth-child(1)", ".shelf button:nth-child(3)"),
)

LAYER_JS = """
() => {
  const layer = document.querySelector("dialog[open], [popover]:popover-open");
  const { left, top, right, bottom } = layer.getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    && layer.scrollWidth <= layer.clientWidth;
}
"""
CUT_OFF_JS = """
() => [...document.querySelectorAll(".bar > :not(.gap), .choices > *, .facts > *, .tips > *")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => getComputedStyle(one).clipPath === "none")
  .map((one) => [one.className, one.getBoundingClientRect()])
  .filter(([, { left, right }]) => left < -1 || right > innerWidth + 1)
  .map(([name]) => name)
"""


def open_position(page: Page, server: LiveServer, name: str, language: str) -> None:
    played = record.read(RECORDS / f"{name}.json")
    user = server.new_user(language)
    table_id = server.create_table(
        played.game,
        (HUMAN, *["random"] * (len(played.seats) - 1)),
        user,
        options=played.options,
        opening=played.actions[: ACTION_COUNTS[name]],
        unranked=True,
    )
    open_table(page, server, table_id, user)


@pytest.mark.parametrize(
    ("name", "language"),
    [(ONIRIM, "ru"), *nightly((NIGHTMARIUM, "de"), (ONIRIM, "de"), (NIGHTMARIUM, "ru"))],
)
def test_nothing_is_cut_off(
    chromium: Browser, server: LiveServer, name: str, language: str
) -> None:
    with browser_page(chromium, viewport=NARROW, locale=language) as page:
        open_position(page, server, name, language)
        for size in (NARROW, DOUBLED):
            resize(page, size)
            assert page.evaluate(CUT_OFF_JS) == [], size
            opened = 0
            for opener in OPENERS:
                if (button := page.locator(opener).first).is_visible():
                    button.click()
                    page.locator("dialog[open], :popover-open").first.wait_for()
                    page.wait_for_function(LAYER_JS)
                    page.keyboard.press("Escape")
                    opened += 1
            assert opened, size


BROKEN_WORDS_JS = """
() => [...document.querySelectorAll(".odds li > span")].flatMap((one) => {
  const name = [...one.childNodes].find((node) => node instanceof Text && node.data.trim());
  return [...name.data.matchAll(/[^\\s/-]+/gu)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(name, index);
    range.setEnd(name, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word);
})
"""
"""Script that returns the words in the names of cards that stand in two lines."""


@pytest.mark.parametrize(
    ("name", "language"),
    [(ONIRIM, "ru"), *nightly((NIGHTMARIUM, "de"), (ONIRIM, "de"), (NIGHTMARIUM, "ru"))],
)
def test_the_words_of_the_next_cards_stay_whole(
    chromium: Browser, server: LiveServer, name: str, language: str
) -> None:
    with browser_page(chromium, viewport=NARROW, locale=language) as page:
        open_position(page, server, name, language)
        open_dialog(page, "odds")
        expect(page.locator("ul.odds li").nth(3)).to_be_visible()
        assert page.evaluate(BROKEN_WORDS_JS) == []
        assert page.locator("ul.odds").evaluate("(one) => one.scrollWidth - one.clientWidth") == 0
        page.wait_for_function(LAYER_JS)


LONG_NAME = "W" * 20
"""The widest name that a person can choose."""

OUTSIDE_JS = """
(selector) => [...document.querySelectorAll(selector)].filter((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return [one, words].some((box) => {
    const { left, right } = box.getBoundingClientRect();
    return left < -1 || right > innerWidth + 1;
  });
}).map((one) => one.textContent)
"""


def user_with_long_name(server: LiveServer) -> HttpUser:
    user, form = server.new_user(), {"Content-Type": "application/x-www-form-urlencoded"}
    user.post("/settings", f"name={LONG_NAME}", **form)
    return user


def test_a_long_name_gives_way_to_the_doors(chromium: Browser, server: LiveServer) -> None:
    """O12 Spectators read the name of the second player above that player's doors."""
    first, second = (user_with_long_name(server) for _ in range(2))
    table_id = server.create_table("onirim", (HUMAN, HUMAN), first, second, options={"seats": 2})
    with browser_page(chromium) as page:
        open_table(page, server, table_id, server.new_user())
        expect(page.locator(".partner .who")).to_have_text(f"{LONG_NAME} 2")
        assert page.locator(".partner .gate").count() == 4
        assert page.evaluate(OUTSIDE_JS, ".partner .gate, .partner small") == []


def test_a_long_name_fits_the_seats_of_a_small_screen(
    chromium: Browser, server: LiveServer
) -> None:
    first, second = (user_with_long_name(server) for _ in range(2))
    table_id = server.create_table("nightmarium", (HUMAN, HUMAN), first, second)
    with browser_page(chromium, viewport=NARROW) as page:
        open_table(page, server, table_id, first)
        open_dialog(page, "seats")
        expect(page.locator(".seating b")).to_have_text([f"{LONG_NAME} 1", f"{LONG_NAME} 2"])
        page.wait_for_function(LAYER_JS)


@pytest.mark.parametrize("size", [NARROW, {"width": 844, "height": 390}], ids=["narrow", "low"])
def test_a_long_name_fits_the_cover_of_a_shared_device(
    chromium: Browser, server: LiveServer, size: ViewportSize
) -> None:
    user = server.new_user()
    table_id = server.create_table("nightmarium", (HUMAN, HUMAN), user, user)
    with browser_page(chromium, viewport=size) as page:
        page.add_init_script(f"localStorage['onirium.names'] = '{{\"0\": \"{LONG_NAME}\"}}'")
        open_table(page, server, table_id, user)
        passing = page.locator(".cover > p")
        expect(passing).to_contain_text(LONG_NAME)
        assert page.evaluate(OUTSIDE_JS, ".cover > p, .cover > .hold") == []
        words, button = passing.bounding_box(), page.locator(".cover > .hold").bounding_box()
        assert words is not None
        assert button is not None
        is_beside = words["x"] + words["width"] <= button["x"]
        assert is_beside or words["y"] + words["height"] <= button["y"]


def test_a_long_name_fits_what_its_player_says_and_asks(
    chromium: Browser, server: LiveServer
) -> None:
    first, second = (user_with_long_name(server) for _ in range(2))
    table_id = server.create_table("nightmarium", (HUMAN, HUMAN), first, second)
    with (
        browser_page(chromium, viewport=NARROW) as page,
        first.connect(table_id) as one,
        second.connect(table_id) as other,
    ):
        mover, user = (one, second) if one.view["legal_actions"] else (other, first)
        open_table(page, server, table_id, user)
        page.evaluate(KEEP_MESSAGES_JS)
        mover.send_command("send_phrase", phrase=mover.view["phrases"][0])
        expect(page.locator(".seats q")).to_be_visible()
        mover.take_first_action()
        mover.send_command("take_back")
        expect(page.locator(".asked p")).to_contain_text(LONG_NAME)
        assert page.evaluate(OUTSIDE_JS, ".seats q, .asked, .asked p") == []
