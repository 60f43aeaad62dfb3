"""Screens of 320 pixels and pages at twice their size: nothing is cut off."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from onirium import record
from onirium.match.match import HUMAN
from tests.support.browser_pages import browser_page, open_table, resize
from tests.support.live_server import LiveServer
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
