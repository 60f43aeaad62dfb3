"""Pages of tables in kept positions, and the boxes of their parts."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize

from onirium import record
from onirium.record import Record
from tests.support.browser_pages import browser_page, open_table, wait_for_pictures
from tests.support.live_server import LiveServer

RECORDS = Path(__file__).parents[1] / "transcripts"

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
SIZES: list[ViewportSize] = [
    DESKTOP,
    {"width": 1280, "height": 720},
    {"width": 820, "height": 1180},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
]
NARROW: ViewportSize = {"width": 320, "height": 640}
SHORT_PHONE: ViewportSize = {"width": 375, "height": 667}
LOW_WINDOW: ViewportSize = {"width": 1280, "height": 585}
"""A browser on a screen of 1280 by 720 pixels."""
ALL_SIZES = [*SIZES, NARROW, LOW_WINDOW]
LOW_PHONE: ViewportSize = {"width": 844, "height": 340}
"""A landscape phone below the bars of its browser."""
SMALL_LOW_PHONE: ViewportSize = {"width": 667, "height": 331}
LANDSCAPE_TABLET: ViewportSize = {"width": 1024, "height": 768}


MIN_TARGET_PX = 44
"""The least width of a card or number that a finger can touch."""


def size_id(size: ViewportSize) -> str:
    """Return the test id of a window size."""
    return f"{size['width']}x{size['height']}"


class Position(NamedTuple):
    """A record after a number of actions, and the language of the page."""

    record: str
    action_count: int
    language: str = "en"


POSITIONS = {
    "few rooms": Position("onirim-0.1.0-won", 30),
    "long row": Position("onirim-0.1.0-won", 98, "de"),
    "nightmare": Position("onirim-0.1.0-won", 100, "ru"),
    "expansions": Position("onirim-0.1.0-all-won", 228),
    "six Premonitions": Position("onirim-0.1.0-all-won", 8, "de"),
    "prophecy": Position("onirim-0.1.0-all-won", 148, "de"),
    "two players": Position("onirim-0.1.0-two-won", 60, "de"),
    "draft": Position("onirim-0.1.0-two-won", 11, "ru"),
    "race": Position("onirim-0.1.0-race-all-won-by-player-2", 200, "ru"),
    "race with Premonitions": Position("onirim-0.1.0-race-all-won-by-player-2", 60, "ru"),
    "duel": Position("nightmarium-0.1.0-two-won-by-player-1", 64, "ru"),
    "four creatures": Position("nightmarium-0.1.0-two-won-by-player-1", 45, "ru"),
    "four troupes": Position("nightmarium-0.1.0-four-won-by-player-4", 156),
    "five troupes": Position("nightmarium-0.1.0-five-won-by-player-2", 55, "de"),
}

BOXES = """
() => {
  const parts = {
    bar: ".bar > :not(.gap, .unseen, .seats, .mark)", gates: ".doors .gate", set: ".set > .card",
    facts: ".facts > span, .facts button > span", drawn: ".drawn", prompt: ".prompt > span",
    note: ".prompt small > span",
    choices: ".choices > *",
    label: ".own .shared .label", log: ".logline span", tips: ".tips > *", pile: ".prop .tag",
    prop: ".prop > .card",
    hand: ".own .fan > .card", tutorial: ".bubble",
    panel: ".panel .card", turn: ".turn > *", banner: ".banner", sign: ".signs",
    number: ".creature-number",
    tab: ".overview > *", shelf: ".shelf > *", side: ".part",
  };
  return Object.entries(parts).flatMap(([name, selector]) =>
    [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility({
      visibilityProperty: true })
      && getComputedStyle(one.closest(".prompt, .turn") ?? one).clipPath !== "inset(50%)"
    ).map((one) => {
      const box = one.getBoundingClientRect();
      const { top, bottom } = box;
      // A hand or a troupe that scrolls cuts off its outer cards.
      const frame = one.closest(".scrolls, .creatures")?.getBoundingClientRect() ?? box;
      const left = Math.max(box.left, frame.left);
      const right = Math.min(box.right, frame.right);
      // Cards of a fan are turned: their corners leave the upright box.
      const slack = ["hand", "panel", "drawn", "prop"].includes(name) ? 9 : 1;
      return [name, left + slack, top + slack, right - slack, bottom - slack];
    })).filter(([, left, top, right, bottom]) => right > left && bottom > top);
}
"""

SAME_GROUP = {"hand", "panel", "prop", "sign", "number"}
"""Groups whose members may overlap each other."""

MAY_TOUCH = {
    frozenset({"hand", "panel"}),
    frozenset({"sign", "pile"}),
    frozenset({"prop", "pile"}),
}
"""The hand peeks from behind the cards of a decision; signs of a scrolled troupe are clipped."""

Box = tuple[str, float, float, float, float]

PLACES = """
() => [...document.querySelectorAll(
  "[data-key], .gate, .slot, .facts > *, .prop, .prompt, .logline, .tips, .banner, .bar > *")]
  .filter((one) => !one.matches(".lifted") && one.checkVisibility())
  .map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    // The question changes its words, and with them its width and height, but not its place: on
    // phones at the top of its room, else above the actions.
    const isAtTop = matchMedia("(max-width: 560px), (max-height: 500px)").matches;
    const box = one.matches(".prompt") ? [isAtTop ? y : y + height] : [x, y, width, height];
    return [one.dataset.key ?? one.classList[0], ...box.map(Math.round)].join(" ");
  })
"""


def page_at(
    position: Position, chromium: Browser, server: LiveServer, language: str = "en"
) -> AbstractContextManager[Page]:
    """Open the page of a new table in a position, where the human decides."""
    played = record.read(RECORDS / f"{position.record}.json")
    del played.actions[position.action_count :]
    return page_after(played, chromium, server, locale=language)


@contextmanager
def page_after(
    played: Record, chromium: Browser, server: LiveServer, *, locale: str = "en", **context: Any
) -> Iterator[Page]:
    """Open the page of a new table after the actions of a record, where the human decides."""
    user = server.new_user(locale)
    table_id = server.create_table_from_record(played, user)
    with browser_page(chromium, viewport=DESKTOP, locale=locale, **context) as page:
        open_table(page, server, table_id, user)
        wait_for_pictures(page)
        skip_other_players(page)
        yield page


def skip_other_players(page: Page) -> None:
    """Skip the events of the bots until the human decides."""
    for _ in range(600):
        if page.locator(".legal, .choices [data-action]").count():
            return
        page.keyboard.press("s")
        page.wait_for_timeout(100)
    raise AssertionError("the human never decides")


def overlaps(boxes: list[Box]) -> list[tuple[Box, Box]]:
    """Return the pairs of boxes that overlap and may not."""
    return [
        (one, other)
        for index, one in enumerate(boxes)
        for other in boxes[:index]
        if (one[0] != other[0] or one[0] not in SAME_GROUP)
        and frozenset({one[0], other[0]}) not in MAY_TOUCH
        and one[1] < other[3]
        and other[1] < one[3]
        and one[2] < other[4]
        and other[2] < one[4]
    ]


def outside(boxes: list[Box], size: ViewportSize) -> list[Box]:
    """Return the boxes that leave the window; the feet of the hand may."""
    return [
        box
        for box in boxes
        if box[1] < -2
        or box[2] < -2
        or box[3] > size["width"] + 2
        or (box[4] > size["height"] + 2 and box[0] not in {"hand", "panel"})
        if box[0] not in {"sign", "number"}
    ]


CUT_OFF_LOG_JS = """
() => [...document.querySelectorAll(".logline span")]
  .filter((one) => !one.checkVisibility() || one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.innerText)
"""
"""Script that returns the latest sentence of the log if its line shows only a part, or nothing."""

UNREACHABLE_BY_TAB_JS = """
() => [...document.querySelectorAll("main *")].filter((one) => {
  const { overflowX, overflowY } = getComputedStyle(one);
  const scrolls = (overflow, size, room) =>
    ["auto", "scroll"].includes(overflow) && size > room + 1;
  return one.checkVisibility() && (scrolls(overflowX, one.scrollWidth, one.clientWidth)
    || scrolls(overflowY, one.scrollHeight, one.clientHeight));
}).filter((one) => ![one, ...one.querySelectorAll("button, a, [tabindex]")]
  .some(({ tabIndex }) => tabIndex >= 0)).map((one) => one.className)
"""
"""Script that returns the parts that scroll, but not by the keyboard."""

COVERED_ACTIONS_JS = """
() => [...document.querySelectorAll(".choices > *")].filter((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return [top + 6, (top + bottom) / 2, bottom - 8].some((y) =>
    !one.contains(document.elementFromPoint((left + right) / 2, y)));
}).map((one) => one.innerText)
"""
"""Script that returns the actions that something covers."""

LOWEST_JS = "(all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))"
HIGHEST_JS = "(all) => Math.min(...all.map((one) => one.getBoundingClientRect().top))"

CRAMPED_JS = """
() => [...document.querySelectorAll(".choices > *")].filter((one) => {
  const box = one.getBoundingClientRect();
  const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    if (walker.currentNode.parentElement.closest(".unseen")) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    texts.push(...range.getClientRects());
  }
  const cost = one.querySelector("small");
  return (cost && !cost.checkVisibility()) || texts.some(({ left, top, right, bottom }) =>
    left < box.left + 2 || right > box.right - 2 || top < box.top - 1 || bottom > box.bottom + 1);
}).map((one) => one.innerText)
"""
"""Script that returns the actions whose words leave their button or whose cost is hidden."""
