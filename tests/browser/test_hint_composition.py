"""Hints move nothing, and their numbers cover no words."""

import pytest
from playwright.sync_api import Browser, expect

from onirium.web.workers.service import BotService
from tests.support.axe import NEXT_FRAMES
from tests.support.browser_pages import resize
from tests.support.composition import (
    ALL_SIZES,
    BOXES,
    LOW_WINDOW,
    NARROW,
    PLACES,
    POSITIONS,
    SIZES,
    Position,
    outside,
    page_after,
    page_at,
)
from tests.support.fake_advice import fake_advice
from tests.support.live_server import LiveServer
from tests.support.nightly import FITTING_LANGUAGES, nightly
from tests.support.nightmarium.large_hands import record_with_hand

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    "position",
    ["four troupes", *nightly("few rooms", "expansions", "two players", "race", "duel")],
)
def test_nothing_moves_when_a_hint_appears(
    chromium: Browser, server: LiveServer, monkeypatch: pytest.MonkeyPatch, position: str
) -> None:
    monkeypatch.setattr(BotService, "advise", fake_advice)
    with page_at(POSITIONS[position], chromium, server, "ru") as page:
        for size in ALL_SIZES:
            resize(page, size)
            before = set(page.evaluate(PLACES))
            page.keyboard.press("h")
            expect(page.locator(".hint-panel .certainty")).to_be_visible()
            page.evaluate(NEXT_FRAMES)
            moved = set(page.evaluate(PLACES)) - before
            assert not {place for place in moved if not place.startswith("tips")}, size
            assert page.evaluate(CUT_OFF_HINTS_JS) == [], size
            assert page.evaluate(SHORTENED_HINTS_JS) == [], size
            expect(page.locator(".hint-panel ol")).not_to_have_css("mask-image", "none")
            assert page.evaluate(COVERED_WORDS_JS) == [], size
            if position == "few rooms":
                assert page.evaluate(COVERED_CARDS_JS) == [], size
            assert not outside(page.evaluate(BOXES), size), size
            page.keyboard.press("h")
            expect(page.locator(".hint-panel")).to_have_count(0)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "position",
    [
        POSITIONS["draft"],
        Position("onirim-0.1.0-all-won", 90, "de"),
        Position("onirim-0.1.0-two-silent-won", 120, "de"),
        Position("onirim-0.1.0-premonitions-won", 88, "ru"),
        POSITIONS["nightmare"],
        Position("onirim-0.1.0-book-won", 40, "de"),
        Position("onirim-0.1.0-all-won", 154, "ru"),
    ],
    ids=["draft", "premonitions", "search", "dream", "nightmare", "spells", "long spells"],
)
def test_the_numbers_of_a_hint_cover_no_words(
    chromium: Browser, server: LiveServer, monkeypatch: pytest.MonkeyPatch, position: Position
) -> None:
    monkeypatch.setattr(BotService, "advise", fake_advice)
    with page_at(position, chromium, server, position.language) as page:
        for size in ALL_SIZES:
            resize(page, size)
            page.keyboard.press("h")
            expect(page.locator(".hint-panel .certainty")).to_be_visible()
            assert page.evaluate(COVERED_WORDS_JS) == [], size
            assert page.evaluate(TOUCHING_NUMBERS_JS) == [], size
            cards = page.locator("button.card.legal").filter(visible=True)
            for index in range(cards.count()):
                cards.nth(index).press("Enter")
                expect(page.locator(".choices .action-value").first).to_be_visible()
                assert page.evaluate(COVERED_WORDS_JS) == [], (size, index)
                page.keyboard.press("Escape")
                if page.locator(".part:popover-open").count():
                    # It covers words of the table, over which numbers may stand.
                    page.keyboard.press("Escape")
                    break
            page.keyboard.press("h")
            expect(page.locator(".hint-panel")).to_have_count(0)


COVERED_WORDS_JS = """
() => {
  const pen = document.createElement("canvas").getContext("2d");
  const lettersOf = (node) => {
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(node.parentElement);
    pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const sizes = pen.measureText(node.data.trim());
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].map(({ left, right, top, height }) => {
      const [ascent, descent] = [sizes.fontBoundingBoxAscent, sizes.fontBoundingBoxDescent];
      const base = top + (height - ascent - descent) / 2 + ascent;
      const [above, below] = [sizes.actualBoundingBoxAscent, sizes.actualBoundingBoxDescent];
      return { left, right, top: base - above, bottom: base + below };
    });
  };
  const numbers = [...document.querySelectorAll(".action-value")].map(
    (one) => one.getBoundingClientRect());
  const meets = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const words = [...document.querySelectorAll(
    ".prompt, .choices > *, .own .label, .prop .tag, .facts, .shelf")].flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const nodes = [];
      while (walker.nextNode()) nodes.push(walker.currentNode);
      return nodes.filter(({ data, parentElement: one }) =>
        data.trim() && !one.closest(".action-value, .unseen") &&
        one.checkVisibility({ visibilityProperty: true }));
    });
  return words.filter((node) =>
    lettersOf(node).some((box) => numbers.some((number) => meets(number, box))))
    .map((node) => node.data.trim());
}
"""
"""Script that returns the words of Onirim's table whose letters a number of the hint covers."""

TOUCHING_NUMBERS_JS = """
() => {
  const numbers = [...document.querySelectorAll(".action-value")].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }));
  const boxes = numbers.map((one) => one.getBoundingClientRect());
  const apart = (a, b) => Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom,
    b.top - a.bottom);
  return boxes.flatMap((box, index) => boxes.slice(0, index)
    .filter((other) => apart(box, other) < 2).map(() => numbers[index].innerText));
}
"""
"""Script that returns the numbers of a hint that stand less than 2 pixels from another one."""

FADING_WIDTH_JS = """
() => {
  const list = document.querySelector(".hint-panel ol");
  const [, fade] = getComputedStyle(list).maskImage.match(/calc\\(100% - (\\d+)px\\)/);
  const { right } = list.getBoundingClientRect();
  const words = [...list.querySelectorAll("li > span, li > b")].map((one) =>
    one.getBoundingClientRect());
  return Math.max(...words.map((box) =>
    Math.min(box.right, right) - Math.max(box.left, right - fade)));
}
"""
"""Script that returns the width of the words that fade at the end of the row of actions."""

MIN_FADING_PX = 24
"""The number of an action, which must not look like the end of the row."""


@pytest.mark.parametrize("position", ["few rooms", "four troupes"])
@pytest.mark.parametrize("language", FITTING_LANGUAGES)
def test_the_row_of_actions_is_seen_to_scroll(
    chromium: Browser,
    server: LiveServer,
    monkeypatch: pytest.MonkeyPatch,
    position: str,
    language: str,
) -> None:
    monkeypatch.setattr(BotService, "advise", fake_advice)
    with page_at(POSITIONS[position], chromium, server, language) as page:
        page.keyboard.press("h")
        expect(page.locator(".hint-panel .certainty")).to_be_visible()
        for size in (*SIZES[3:], NARROW):
            resize(page, size)
            assert page.evaluate(FADING_WIDTH_JS) >= MIN_FADING_PX, size


HIDDEN_NUMBERS_JS = """
() => {
  const cards = [...document.querySelectorAll(".own .fan > .card")];
  return cards.filter((card, index) => {
    const next = cards[index + 1]?.getBoundingClientRect() ?? { left: innerWidth };
    return card.querySelector(".action-value")?.getBoundingClientRect().right > next.left + 8;
  }).map((card) => card.dataset.key);
}
"""
"""Script that returns the cards whose number the next card hides; turned cards leave their box."""


def test_the_numbers_of_overlapping_cards_are_visible(
    chromium: Browser, server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BotService, "advise", fake_advice)
    with page_at(POSITIONS["four troupes"], chromium, server) as page:
        page.keyboard.press("h")
        expect(page.locator(".own .fan > .card > .action-value")).to_have_count(7)
        for size in ALL_SIZES:
            resize(page, size)
            assert page.evaluate(HIDDEN_NUMBERS_JS) == [], size


EDGES_OF_HAND_JS = """
() => {
  const edges = [...document.querySelectorAll(".own .fan > .card")].map((one) => {
    const { left, right } = one.getBoundingClientRect();
    return [left, right];
  });
  return [edges[0][0], edges.at(-1)[1]];
}
"""
"""Script that returns both edges of the hand."""

MAX_GAP_PX = 12
"""The largest gap beside a hint to which a hand is moved."""


@pytest.mark.parametrize("cards", [8, *nightly(14)])
def test_a_large_hand_moves_no_further_than_to_the_hint(
    chromium: Browser, server: LiveServer, monkeypatch: pytest.MonkeyPatch, cards: int
) -> None:
    monkeypatch.setattr(BotService, "advise", fake_advice)
    with page_after(record_with_hand(cards), chromium, server) as page:
        for size in (*SIZES[:2], LOW_WINDOW):
            resize(page, size)
            left, right = page.evaluate(EDGES_OF_HAND_JS)
            page.keyboard.press("h")
            panel = page.locator(".hint-panel").bounding_box()
            assert panel
            end = min(right, panel["x"])
            new_left, new_right = page.evaluate(EDGES_OF_HAND_JS)
            assert end - MAX_GAP_PX <= new_right <= end, size
            assert new_left < left + 0.1, size
            page.keyboard.press("h")
            expect(page.locator(".hint-panel")).to_have_count(0)


COVERED_CARDS_JS = """
() => {
  const numbers = [...document.querySelectorAll(".choices .action-value")].map(
    (one) => one.getBoundingClientRect());
  return [...document.querySelectorAll(".own .card")].filter((card) => {
    const { top, left, right } = card.getBoundingClientRect();
    return numbers.some((one) => one.bottom > top && one.right > left && one.left < right);
  }).map((card) => card.dataset.key);
}
"""
"""Script that returns the cards of the hand that a number of the actions touches."""

CUT_OFF_HINTS_JS = """
() => {
  const panel = document.querySelector(".hint-panel").getBoundingClientRect();
  const list = document.querySelector(".hint-panel ol").getBoundingClientRect();
  const framed = [
    [".hint-panel li", list], [".hint-panel li b", list], [".hint-panel .certainty", panel]];
  return framed.filter(([selector, frame]) => {
    const { top, bottom, left, right } = document.querySelector(selector).getBoundingClientRect();
    return top < frame.top - 1 || bottom > frame.bottom + 1
      || left < frame.left - 1 || right > frame.right + 1;
  }).map(([selector]) => selector);
}
"""
"""Script that returns the parts of a hint that are cut off."""

SHORTENED_HINTS_JS = """
() => [...document.querySelectorAll(".hint-panel li span")].filter((one) =>
  Math.min(innerWidth, innerHeight) > 500 && one.scrollWidth > one.clientWidth)
  .map((one) => one.innerText)
"""
"""Script that returns the actions of a hint that are shortened, except on phones."""
