"""Large hands: every card can be touched, or swiped to."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser_pages import resize
from tests.support.composition import (
    BOXES,
    MIN_TARGET_PX,
    NARROW,
    SIZES,
    Position,
    outside,
    overlaps,
    page_after,
    page_at,
)
from tests.support.live_server import LiveServer
from tests.support.nightmarium.large_hands import record_with_hand

pytestmark = pytest.mark.browser


@pytest.mark.nightly
def test_a_hand_that_scrolls_shows_a_card_that_can_be_chosen(
    chromium: Browser, server: LiveServer
) -> None:
    """Terror of the Chimeridae: the last two of eight cards."""
    position = Position("nightmarium-0.1.0-four-won-by-player-4", 148)
    with page_at(position, chromium, server) as page:
        expect(page.locator(".own .fan > .card")).to_have_count(8)
        for size in SMALL_SIZES:
            resize(page, size)
            expect(page.locator(".own .fan > .legal").first).to_be_in_viewport(ratio=0.75)


LARGE_HAND = 14

SMALL_SIZES = [*SIZES[3:], NARROW]

TOUCHABLE_WIDTHS_JS = """
() => [...document.querySelectorAll(".own .fan > .card")].map((card) => {
  card.scrollIntoView({ inline: "center", block: "nearest", behavior: "instant" });
  const { left, right, top, bottom } = card.getBoundingClientRect();
  const middle = (top + Math.min(bottom, innerHeight)) / 2;
  let width = 0;
  for (let x = Math.ceil(left); x < right; x += 1)
    if (card.contains(document.elementFromPoint(x, middle))) width += 1;
  return width;
})
"""
"""Script that returns how wide each card of the hand can be touched, after a swipe if needed."""


def test_each_card_of_a_large_hand_can_be_touched_or_swiped_to(
    chromium: Browser, server: LiveServer
) -> None:
    played = record_with_hand(LARGE_HAND)
    with page_after(played, chromium, server, has_touch=True) as page:
        for size in SMALL_SIZES:
            resize(page, size)
            boxes = page.evaluate(BOXES)
            assert not overlaps(boxes), size
            assert not outside(boxes, size), size
            widths = page.evaluate(TOUCHABLE_WIDTHS_JS)
            assert len(widths) == LARGE_HAND
            assert min(widths) >= MIN_TARGET_PX, size
            page.locator(".own .fan > .legal").nth(1).click(position={"x": 20, "y": 40})
            expect(page.locator(".own .lifted")).to_have_count(1)
            assert min(page.evaluate(TOUCHABLE_WIDTHS_JS)) >= MIN_TARGET_PX, ("lifted", size)
            page.keyboard.press("Escape")
            page.evaluate("document.activeElement.blur()")
        fan = page.locator(".own .fan")
        fan.evaluate("(one) => one.scrollTo({ left: 0, behavior: 'instant' })")
        lifted = page.locator(".own .lifted")
        with finger_moved(page, 0, -60):
            expect(lifted).to_have_count(1)
            assert fan.evaluate("(one) => one.scrollLeft") == 0
        expect(lifted).to_have_count(0)
        with finger_moved(page, -120, 0):
            page.wait_for_function("() => document.querySelector('.own .fan').scrollLeft > 40")
            expect(lifted).to_have_count(0)


ROOM_AT_THE_END_JS = """
(fan) => {
  fan.scrollTo({ left: fan.scrollWidth, behavior: "instant" });
  const last = [...fan.querySelectorAll(".card")].at(-1).getBoundingClientRect();
  return fan.getBoundingClientRect().right - last.right;
}
"""
"""Script that returns how far before the edge the last card of a hand ends, after a swipe."""

MIN_ROOM_PX = 15


def test_a_large_hand_fades_where_it_goes_on_but_not_its_last_card(
    chromium: Browser, server: LiveServer
) -> None:
    with page_after(record_with_hand(LARGE_HAND), chromium, server) as page:
        for size in SMALL_SIZES:
            resize(page, size)
            fan = page.locator(".own .fan.scrolls")
            expect(fan).not_to_have_css("mask-image", "none")
            assert fan.evaluate(ROOM_AT_THE_END_JS) >= MIN_ROOM_PX, size


@contextmanager
def finger_moved(page: Page, across: int, down: int) -> Iterator[None]:
    """Touch a card at the start of the hand, and move the finger."""
    box = page.locator(".own .fan > .legal").nth(1).bounding_box()
    assert box
    x, y = box["x"] + 20, box["y"] + box["height"] / 2
    devtools = page.context.new_cdp_session(page)
    for part in range(6):
        point = {"x": x + across * part / 5, "y": y + down * part / 5}
        kind = "touchMove" if part else "touchStart"
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    yield
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    devtools.detach()
