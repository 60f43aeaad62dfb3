"""Tables, ends and dialogs: targets for a thumb, large letters, contrast of level AA."""

import re
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.test_endings import ENDS, page_near_the_end
from tests.support.axe import NEXT_FRAMES
from tests.support.browser_pages import open_dialog, resize, wait_for_pictures
from tests.support.composition import POSITIONS, SIZES, page_at
from tests.support.contrast import low_contrasts
from tests.support.live_server import LiveServer
from tests.support.nightly import gate_cases

pytestmark = pytest.mark.browser

THEMES: Final[list[Literal["light", "dark"]]] = ["light", "dark"]

SMALL_TARGETS_JS: Final = """
() => {
  const isClipped = (one) =>
    one && (getComputedStyle(one).clipPath === "inset(50%)" || isClipped(one.parentElement));
  const reach = (one, x, y, down) => {
    let length = 0;
    while (length < 44 && one.contains(document.elementFromPoint(x, y + down * (length + 1))))
      length += 1;
    return length;
  };
  // A touch anywhere on a Premonition lifts it.
  return [...document.querySelectorAll("button, a[href], summary, .premonition")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !isClipped(one))
    .map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const middle = [x + width / 2, y + height / 2];
      // Buttons of one line reach beyond their plate.
      const tall = 1 + reach(one, ...middle, -1) + reach(one, ...middle, 1);
      return [one.className, one.innerText, Math.round(width), Math.round(Math.max(tall, height))];
    })
    .filter(([, , width, height]) => Math.min(width, height) < 44);
}
"""
"""Script that returns the targets with less than 44 px, as their class, words and size."""

MIN_LETTERS_PX: Final = 12.5

SMALL_TEXTS_JS: Final = """
(least) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode;
    if (!data.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
    const letters = parseFloat(getComputedStyle(parent).fontSize);
    if (letters < least && !parent.closest(".unseen")) found.push(data.trim());
  }
  return found;
}
"""


CROWDED = ["expansions", "prophecy", "race with Premonitions", "four troupes", "five troupes"]


@pytest.mark.parametrize("position", gate_cases(CROWDED, "four troupes"))
def test_a_table_can_be_touched_and_read(
    chromium: Browser, server: LiveServer, position: str
) -> None:
    language = POSITIONS[position].language
    with page_at(POSITIONS[position], chromium, server, language) as page:
        for index, size in enumerate(SIZES, CROWDED.index(position)):
            resize(page, size)
            assert page.evaluate(SMALL_TARGETS_JS) == [], size
            assert page.evaluate(SMALL_TEXTS_JS, MIN_LETTERS_PX) == [], size
            assert_legible(page, "body", index, size)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ENDS.values(), ids=ENDS)
def test_an_end_can_be_touched_and_read(chromium: Browser, server: LiveServer, name: str) -> None:
    with page_near_the_end(chromium, server, name, 0) as page:
        page.locator(".choices button:not(.first)").click()
        for index, size in enumerate(SIZES, list(ENDS.values()).index(name)):
            resize(page, size)
            assert page.evaluate(SMALL_TARGETS_JS) == [], size
            assert_legible(page, "body", index, size)


DIALOGS = ["odds", "narration", "help", "menu", "resign"]


@pytest.mark.nightly
@pytest.mark.parametrize("dialog", DIALOGS)
def test_dialogs_are_legible(chromium: Browser, server: LiveServer, dialog: str) -> None:
    with page_at(POSITIONS["four troupes"], chromium, server, "de") as page:
        for index, size in enumerate(SIZES[2:], DIALOGS.index(dialog)):
            resize(page, size)
            open_dialog(page, dialog)
            assert page.evaluate(SMALL_TARGETS_JS) == [], size
            assert_legible(page, "dialog[open]", index, size)
            page.keyboard.press("Escape")
            expect(page.locator("dialog#dialog")).to_be_hidden()


def test_forced_colours_mark_what_can_be_chosen(chromium: Browser, server: LiveServer) -> None:
    """They drop shadows and paint all buttons alike."""
    with page_at(POSITIONS["few rooms"], chromium, server, "en") as page:
        page.emulate_media(forced_colors="active")
        card = page.locator(".own .card.legal").first
        expect(card.locator("img").first).to_have_css("outline-style", "solid")
        card.click()
        expect(page.locator(".choices .first")).to_have_css("background-image", re.compile("gradi"))


def assert_legible(page: Page, root: str, index: int, size: ViewportSize) -> None:
    """Check the contrast in one theme: sizes alternate, and so do the tables at each size."""
    theme = THEMES[index % len(THEMES)]
    page.emulate_media(color_scheme=theme)
    wait_for_pictures(page)
    page.evaluate(NEXT_FRAMES)
    assert low_contrasts(page, root) == [], (size, theme)
