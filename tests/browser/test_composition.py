"""Composition of the tables: nothing overlaps, nothing moves, one axis; at every size."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from onirium import record
from onirium.games import registry
from onirium.i18n.catalog import LANGUAGES
from onirium.match.match import HUMAN
from onirium.record import Record
from onirium.web.live.tutorial import load_tutorial, tutorial_names
from onirium.web.workers.service import BotService
from tests.support.axe import NEXT_FRAMES
from tests.support.browser_pages import (
    PHONE,
    browser_page,
    fetch_table_view,
    open_table,
    resize,
    wait_for_pictures,
)
from tests.support.contrast import low_contrasts
from tests.support.fake_advice import fake_advice
from tests.support.live_server import LiveServer
from tests.support.nightmarium.large_hands import record_with_hand

pytestmark = pytest.mark.browser

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
ALL_SIZES = [*SIZES, NARROW]
LANDSCAPE_TABLET: ViewportSize = {"width": 1024, "height": 768}
SHORT_TABLET: ViewportSize = {"width": 768, "height": 1024}


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


@pytest.fixture(scope="module", params=POSITIONS)
def table(request: pytest.FixtureRequest, chromium: Browser, server: LiveServer) -> Iterator[Page]:
    """Open the page of a table in one of the positions."""
    position = POSITIONS[request.param]
    with page_at(position, chromium, server, position.language) as page:
        yield page


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

LONG_SENTENCE = (
    "Spieler\xa02 opfert den braunen Schlüssel aus der gemeinsamen Reserve, ohne Prophezeiung."
)
LONG_LOG_JS = """
(sentence) => {
  const line = document.querySelector(".logline");
  const words = line.querySelector("span");
  const saved = [line.className, ...words.childNodes];
  line.classList.add("long");
  words.replaceChildren(sentence);
  window.restoreLog = () => {
    [line.className] = saved;
    words.replaceChildren(...saved.slice(1));
  };
}
"""
"""Script that shows a long sentence in the log, and prepares to restore the former one."""

CUT_OFF_TABS_JS = """
() => [...document.querySelectorAll(".shelf :is(span, b)")].filter((word) => {
  const { left, right } = word.closest("button").getBoundingClientRect();
  const box = word.getBoundingClientRect();
  return word.checkVisibility() && (box.left < left || box.right > right);
}).map((word) => word.innerText)
"""
"""Script that returns the words of the shelf that leave their tab."""

SCROLLED_PAGE_JS = """
() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return [scrollWidth - innerWidth, scrollHeight - innerHeight].filter((more) => more > 0);
}
"""
"""Script that returns by how many pixels the page is wider or higher than the window."""

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


@pytest.mark.parametrize(
    "size",
    [*ALL_SIZES, SHORT_PHONE, LANDSCAPE_TABLET],
    ids=lambda size: f"{size['width']}x{size['height']}",
)
def test_nothing_overlaps_or_leaves_the_window(table: Page, size: ViewportSize) -> None:
    resize(table, size)
    boxes = table.evaluate(BOXES)
    assert len(boxes) > 12
    assert not overlaps(boxes)
    assert not outside(boxes, size)
    assert table.evaluate(SCROLLED_PAGE_JS) == []
    assert table.evaluate(UNREACHABLE_BY_TAB_JS) == []
    assert table.evaluate(CUT_OFF_TABS_JS) == []
    table.evaluate(LONG_LOG_JS, LONG_SENTENCE)
    assert not overlaps(table.evaluate(BOXES)), "beside a long log"
    assert table.evaluate(CUT_OFF_LOG_JS) == []
    table.evaluate("restoreLog()")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_nothing_moves_when_a_card_is_lifted_or_a_sheet_opens(
    table: Page, size: ViewportSize
) -> None:
    resize(table, size)
    before = set(table.evaluate(PLACES))
    card = table.locator(".own button.card.legal").first
    if card.count():
        key = card.get_attribute("data-key")
        card.press("Enter")
        lifted = table.locator(".own [aria-pressed=true]")
        expect(lifted.first).to_be_attached()
        table.evaluate(NEXT_FRAMES)
        moved = set(table.evaluate(PLACES)) - before
        assert not {place for place in moved if not place.startswith(str(key))}
        assert not overlaps(table.evaluate(BOXES))
        table.keyboard.press("Escape")
        expect(lifted).to_have_count(0)
        table.evaluate(NEXT_FRAMES)
    for opener in (".logline", ".prop .contents[popovertarget]"):
        if (button := table.locator(opener).first).is_visible():
            button.click()
            assert set(table.evaluate(PLACES)) <= before
            table.keyboard.press("Escape")


SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}
LESSON_SIZES = [SHORT_PHONE, SMALL_PHONE, NARROW, SIZES[4], SIZES[2], SIZES[1]]
"""The sizes with the least room, the desktop last: its parts are sheets on smaller screens."""

LONG_LANGUAGES = ("ru", "de")
"""The languages of the longest texts."""

COVERED_BY_SHEETS = {"gates", "set", "facts", "pile", "prop", "shelf"}
"""What a sheet on a phone may cover: not the lesson, the question and the hand."""


@pytest.mark.parametrize("language", LONG_LANGUAGES)
@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in registry.names() for name in tutorial_names(game)]
)
def test_no_step_of_a_lesson_covers_anything(
    chromium: Browser, server: LiveServer, game: str, name: str, language: str
) -> None:
    tutorial, user = load_tutorial(game, name), server.new_user(language)
    with browser_page(chromium, viewport=SHORT_PHONE, locale=language) as page:
        # Each language shows every other step, as loads and sizes take a second for each.
        for start in list(tutorial.texts)[LONG_LANGUAGES.index(language) :: 2]:
            page.set_viewport_size(SHORT_PHONE)
            table_id = server.create_table(
                game,
                tuple(tutorial.occupants),
                user,
                options=tutorial.options,
                kind="tutorial",
                script=tutorial.script,
                opening=tutorial.script[: len(tutorial.opening) + start],
            )
            open_table(page, server, table_id, user)
            wait_for_pictures(page)
            skip_other_players(page)
            expect(page.locator(".bubble")).to_be_visible()
            for size in LESSON_SIZES:
                if size == LESSON_SIZES[-1]:
                    page.keyboard.press("Escape")
                resize(page, size)
                boxes = page.evaluate(BOXES)
                overlapping = [
                    (one, other)
                    for one, other in overlaps(boxes)
                    if one[0] != "side" or other[0] not in COVERED_BY_SHEETS
                ]
                assert not overlapping, (start, size)
                assert not outside(boxes, size), (start, size)
                assert page.evaluate(COVERED_ACTIONS_JS) == [], (start, size)
                assert page.evaluate(SCROLLED_PAGE_JS) == [], (start, size)


@pytest.mark.parametrize("position", ["few rooms", "expansions", "two players", "race"])
def test_rows_of_up_to_forty_rooms_stand_between_doors_and_set_at_even_distances(
    chromium: Browser, server: LiveServer, position: str
) -> None:
    with page_at(POSITIONS[position], chromium, server) as page:
        view = fetch_table_view(page)["frames"][-1]["view"]
        for size in [*ALL_SIZES, SHORT_TABLET]:
            resize(page, size)
            rooms = page.evaluate(ROOMS_JS, view)
            assert rooms["below_doors"] >= 1, size
            assert rooms["behind_set"] <= 0, size
            assert rooms["even"] >= EVEN_PART, (size, rooms)


EVEN_PART = 0.85
"""The part of a long row at even distances: where the way turns back they are shorter."""

ROOMS_JS = """
async (view) => {
  const { roomPosition } = await import("/static/now/onirim/path.js");
  const gates = [...document.querySelectorAll(".doors .gate")].map(
    (one) => one.getBoundingClientRect());
  const set = document.querySelector(".set").getBoundingClientRect();
  const room = document.createElement("span");
  room.className = "card";
  document.querySelector(".trail").append(room);
  const boxOf = (age, count) => {
    room.style = roomPosition(age, count, view);
    return room.getBoundingClientRect();
  };
  const [above, behind] = [[], []];
  for (let count = 1; count <= 40; count += 1) {
    for (let age = 0; age < count; age += 1) {
      const { left, right, top, bottom } = boxOf(age, count);
      const feet = gates.filter((gate) => gate.left < right && left < gate.right)
        .map((gate) => gate.bottom);
      above.push(top - Math.max(...feet));
      behind.push(Math.min(right - set.left, set.right - left, bottom - set.top));
    }
  }
  const feet = Array.from({ length: 40 }, (_, age) => {
    const { left, right, bottom } = boxOf(age, 40);
    return [(left + right) / 2, bottom];
  });
  const steps = feet.slice(1).map(([x, y], index) =>
    Math.hypot(x - feet[index][0], y - feet[index][1]));
  const middle = steps.toSorted((one, other) => one - other)[Math.floor(steps.length / 2)];
  room.remove();
  return {
    below_doors: Math.min(...above.filter(Number.isFinite)),
    behind_set: Math.max(...behind),
    even: steps.filter((one) => Math.abs(one / middle - 1) < 0.1).length / steps.length,
  };
}
"""
"""Script that returns how far all rooms stand below the doors and behind the set, in pixels, and
which part of a long row stands at even distances.
"""


PICTURES_JS = "(all) => all.map((one) => one.getAttribute('src'))"
"""Script that returns the addresses of pictures."""


@pytest.mark.parametrize("copy", [0, 1])
def test_a_card_has_the_same_picture_in_hand_row_piles_and_lists(
    chromium: Browser, server: LiveServer, copy: int
) -> None:
    with page_at(Position("onirim-0.1.0-won", 96), chromium, server) as page:
        rooms = page.locator("[data-pile=row] [data-key] > img:first-child")
        listed = page.locator("#onirim-row .pictures img")
        assert rooms.evaluate_all(PICTURES_JS) == listed.evaluate_all(PICTURES_JS)
        hand = page.locator(".own [data-card]")
        hand_size = hand.count()
        card = page.locator(".own [data-card='brown moon']").nth(copy)
        picture = card.locator("img").first.get_attribute("src")
        card.press("Enter")
        page.locator(".choices button:not(.first)").first.click()
        top = page.locator(".discard > .card > img").last
        expect(top).to_have_attribute("src", str(picture))
        expect(page.locator(f"#onirim-discard img[src='{picture}']")).not_to_have_count(0)
        expect(hand).to_have_count(hand_size)  # The drawn card arrives after the discarded one.
        pictures = page.locator("[data-key] > img:first-child")
        before = pictures.evaluate_all(PICTURES_JS)
        page.reload()
        expect(top).to_have_attribute("src", str(picture))
        assert pictures.evaluate_all(PICTURES_JS) == before


@pytest.mark.parametrize("position", ["few rooms", "two players", "race", "duel", "four troupes"])
def test_nothing_moves_when_a_hint_comes(
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


@pytest.mark.parametrize(
    "position",
    [
        POSITIONS["nightmare"],
        POSITIONS["draft"],
        Position("onirim-0.1.0-two-silent-won", 120, "de"),
        Position("onirim-0.1.0-book-won", 40, "de"),
        Position("onirim-0.1.0-all-won", 90, "de"),
        Position("onirim-0.1.0-premonitions-won", 88, "ru"),
    ],
    ids=["nightmare", "draft", "search", "spells", "premonitions", "dream"],
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
  const framed = [[".hint-panel li", list], [".hint-panel .certainty", panel]];
  return framed.filter(([selector, frame]) => {
    const { top, bottom, left } = document.querySelector(selector).getBoundingClientRect();
    return top < frame.top - 1 || bottom > frame.bottom + 1 || left < frame.left - 1;
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

AXES = """
() => [
  ".doors", ".set", ".prompt > span", ".own .hand:only-child, .own > .fan, .none + .shared .fan",
  // Beside revealed cards the actions stand beside the question.
  ":not([data-stage~=panel]) > main .choices > *",
].flatMap(
  (selector) => {
    const boxes = [...document.querySelectorAll(selector)]
      .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
    if (!boxes.length) return [];
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.right));
    return [[selector, (left + right) / 2]];
  })
"""


def test_doors_set_question_and_hand_share_one_axis(table: Page) -> None:
    resize(table, DESKTOP)
    card = table.locator(".own button.card.legal").first
    for _ in range(1 + card.count()):
        for part, middle in table.evaluate(AXES):
            assert abs(middle - DESKTOP["width"] / 2) <= 2, part
        if card.count():
            card.press("Enter")
    table.keyboard.press("Escape")


DRAFT_MARGINS_JS = """
() => {
  const row = document.querySelector(".own").getBoundingClientRect();
  const cards = [...document.querySelectorAll(".shared .card")].map((one) =>
    one.getBoundingClientRect());
  return [cards[0].left - row.left, row.right - cards.at(-1).right];
}
"""
"""Script that returns the room before the first card of a draft, and after the last."""


def test_a_draft_stands_in_the_middle_or_starts_at_the_edge(
    chromium: Browser, server: LiveServer
) -> None:
    with page_at(POSITIONS["draft"], chromium, server) as page:
        for size in ALL_SIZES:
            resize(page, size)
            before, after = page.evaluate(DRAFT_MARGINS_JS)
            if page.locator(".shared .fan.scrolls").count():
                assert 0 <= before < MIN_TARGET_PX / 2, size
                assert after < 0, size
            else:
                assert abs(before - after) <= 4, size


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_people_at_one_device_see_whose_turn_it_is(
    chromium: Browser, server: LiveServer, language: str
) -> None:
    """The bar names the players, on small screens the question."""
    played = record.read(RECORDS / "onirim-0.1.0-two-won.json")
    user = server.new_user(language)
    table_id = server.create_table(
        "onirim",
        (HUMAN, HUMAN),
        user,
        user,
        options={"seats": 2, "table": "open"},
        opening=played.actions[:11],
    )
    with browser_page(chromium, viewport=DESKTOP, locale=language) as page:
        open_table(page, server, table_id, user)
        named = page.locator(".seat.moves, .whom").filter(visible=True)
        for number in (2, 1):
            expect(page.locator(".whom")).to_contain_text(str(number))
            for size in ALL_SIZES:
                resize(page, size)
                expect(named).to_have_count(1)
                expect(named).to_contain_text(str(number))
                assert not overlaps(page.evaluate(BOXES)), size
                assert page.evaluate(OVERFLOWING_QUESTION_JS) == [], size
            page.locator(".own .legal").first.press("Enter")
            page.keyboard.press("Enter")


OVERFLOWING_QUESTION_JS = """
() => [...document.querySelectorAll(".prompt > span")].filter((words) =>
  words.getBoundingClientRect().height > words.parentElement.getBoundingClientRect().height + 1)
  .map((words) => words.innerText)
"""
"""Script that returns the question if it needs more room than it has."""


COVERED_ACTIONS_JS = """
() => [...document.querySelectorAll(".choices > *")].filter((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return [top + 6, (top + bottom) / 2, bottom - 8].some((y) =>
    !one.contains(document.elementFromPoint((left + right) / 2, y)));
}).map((one) => one.innerText)
"""


REVEALED_CARDS_JS = """
() => [...document.querySelectorAll(".panel .card")].map((one) =>
  [one.offsetWidth, innerHeight - one.getBoundingClientRect().bottom])
"""
"""Script that returns the widths of the revealed cards, and what they leave of the hand."""

REVEALED_PX = [(143, 80), (114, 59), (145, 68), (78, 58), (103, 49), (49, 37)]
"""For each size the least width of a revealed card, and of the hand the height in sight.

On desktops 143 and 90 units as in the mock-up, without the corners of turned cards.
"""

PARADOXICAL_PROPHECY = Position("onirim-0.1.0-all-won", 85)
HAPPY_DREAM = Position("onirim-0.1.0-premonitions-won", 88)
"""Seven revealed cards, and an action without a card."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "position",
    [POSITIONS["prophecy"], PARADOXICAL_PROPHECY, HAPPY_DREAM],
    ids=["prophecy", "paradox", "dream"],
)
def test_revealed_cards_are_large_and_cover_no_action(
    chromium: Browser, server: LiveServer, position: Position, language: str
) -> None:
    with page_at(position, chromium, server, language) as page:
        page.locator(".panel button.card.legal").first.press("Enter")
        expect(page.locator(".choices .first")).to_be_visible()
        for size, (least_width, least_strip) in zip(ALL_SIZES, REVEALED_PX, strict=True):
            resize(page, size)
            assert not page.evaluate(COVERED_ACTIONS_JS), size
            assert not page.evaluate(CRAMPED_JS), size
            for width, strip in page.evaluate(REVEALED_CARDS_JS):
                assert width >= least_width, size
                assert strip >= least_strip, size
            if size in SIZES[:2]:
                assert page.evaluate(GAP_ABOVE_QUESTION_JS) >= 8, size


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "position", [POSITIONS["prophecy"], PARADOXICAL_PROPHECY], ids=["prophecy", "paradox"]
)
def test_the_question_stays_above_revealed_cards_on_landscape_tablets(
    chromium: Browser, server: LiveServer, position: Position, language: str
) -> None:
    with page_at(position, chromium, server, language) as page:
        resize(page, LANDSCAPE_TABLET)
        question = page.locator(".prompt > span").evaluate_all(LOWEST_JS)
        assert question <= page.locator(".panel .card").evaluate_all(HIGHEST_JS)
        page.locator(".panel button.card.legal").first.press("Enter")
        expect(page.locator(".choices .first")).to_be_visible()
        assert page.evaluate(CRAMPED_JS) == []


GAP_ABOVE_QUESTION_JS = """
() => document.querySelector(".prompt > span").getBoundingClientRect().top - Math.max(
  ...[...document.querySelectorAll(".facts span")].map(
    (one) => one.getBoundingClientRect().bottom))
"""
"""Script that returns how far the question stands below the facts of the set, in pixels."""


HAND_IN_SIGHT_JS = """
() => {
  const edge = document.querySelector(".stage").getBoundingClientRect().bottom;
  return [...document.querySelectorAll(".own .card")].map((one) =>
    (edge - one.getBoundingClientRect().top) / one.offsetHeight);
}
"""
"""Script that returns which part of each card of the hand is above the lower edge."""

SIGNS_PART = 0.22
"""The part of a card of Nightmarium that its legion and its place take at the top."""


def test_cards_of_a_singer_leave_the_signs_of_the_hand_in_sight(
    chromium: Browser, server: LiveServer
) -> None:
    with page_at(Position("nightmarium-0.1.0-four-won-by-player-4", 45), chromium, server) as page:
        page.locator(".panel button.card.legal").first.press("Enter")
        expect(page.locator(".panel .lifted")).to_have_count(1)
        for size in ALL_SIZES:
            resize(page, size)
            assert min(page.evaluate(HAND_IN_SIGHT_JS)) > SIGNS_PART, size
            assert page.evaluate(COVERED_ACTIONS_JS) == [], size
            actions = page.locator(".choices > *").evaluate_all(LOWEST_JS)
            assert actions <= page.locator(".panel .card").evaluate_all(HIGHEST_JS), size


LOWEST_JS = "(all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))"
HIGHEST_JS = "(all) => Math.min(...all.map((one) => one.getBoundingClientRect().top))"


def test_four_premonitions_beside_a_partner_need_no_scrolling(
    chromium: Browser, server: LiveServer
) -> None:
    with page_at(POSITIONS["race with Premonitions"], chromium, server, "ru") as page:
        expect(page.locator(".premonition")).to_have_count(4)
        for size in SIZES[:2]:
            resize(page, size)
            part = page.locator(".part-premonitions")
            assert part.evaluate("(one) => one.scrollHeight <= one.clientHeight"), size


PHONE_HEIGHTS: list[tuple[ViewportSize, int]] = [
    ({"width": 390, "height": 844}, 148),
    ({"width": 360, "height": 740}, 100),
    (SHORT_PHONE, 66),
]
"""Sizes of phones, and the height of a troupe of three in pixels."""

HEIGHTS = """
(selector) => [...document.querySelectorAll(selector)].map((one) => one.clientHeight / innerHeight)
"""


@pytest.mark.parametrize("position", ["duel", "four troupes"])
def test_creatures_are_tall(chromium: Browser, server: LiveServer, position: str) -> None:
    with page_at(POSITIONS[position], chromium, server) as page:
        assert min(page.evaluate(HEIGHTS, ".mine .creature .body")) >= 0.26
        assert min(page.evaluate(HEIGHTS, ".other .creature .body")) >= 0.19


def test_the_own_troupe_on_phones_is_as_tall_as_the_rows_allow(
    chromium: Browser, server: LiveServer
) -> None:
    with page_at(POSITIONS["four troupes"], chromium, server) as page:
        for size, height in PHONE_HEIGHTS:
            resize(page, size)
            heights = page.evaluate(HEIGHTS, ".mine .creature .body")
            assert min(heights) * size["height"] >= height, size
            assert not overlaps(page.evaluate(BOXES)), size


CROWD_JS = """
(count) => {
  for (const board of document.querySelectorAll(".board")) {
    board.style.setProperty("--count", count);
    const row = board.querySelector(".creatures");
    const creature = document.querySelector(".other .creature");
    row.querySelector(".nothing")?.setAttribute("hidden", "");
    while (row.querySelectorAll(".creature").length < count) row.append(creature.cloneNode(true));
  }
}
"""
"""Script that enlarges each troupe to a number of creatures."""


def enlarge_troupes(page: Page, count: int) -> None:
    """Enlarge each troupe to five or more creatures, and render the page anew."""
    page.evaluate(CROWD_JS, count)
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.body.matches('[data-stage~=full]')")


CURTAINED_JS = """
() => {
  const curtains = [...document.querySelectorAll(".curtain path:first-of-type")]
    .filter((one) => one.checkVisibility());
  const covers = (x, y) => curtains.some((one) =>
    one.isPointInFill(new DOMPoint(x, y).matrixTransform(one.getScreenCTM().inverse())));
  return [...document.querySelectorAll(".board")].filter((one) => one.checkVisibility())
    .flatMap((board) => {
      const row = board.querySelector(".creatures").getBoundingClientRect();
      return [...board.querySelectorAll(".creature .body")].map((body) => {
        const { left, right, top, bottom } = body.getBoundingClientRect();
        return [Math.max(left, row.left), Math.min(right, row.right), top, bottom];
      }).filter(([left, right]) => left < right);
    }).filter(([left, right, top, bottom]) => [top, (top + bottom) / 2, bottom].some((y) =>
      covers(left, y) || covers(right, y)));
}
"""
"""Script that returns the visible parts of creatures that reach under a curtain."""


def test_no_creature_of_a_large_troupe_reaches_under_a_curtain(
    chromium: Browser, server: LiveServer
) -> None:
    with page_at(POSITIONS["five troupes"], chromium, server) as page:
        enlarge_troupes(page, 7)
        for size in SIZES:
            resize(page, size)
            assert page.evaluate(CURTAINED_JS) == [], size


HIDDEN_CREATURES_JS = """
() => [...document.querySelectorAll(".creature")].filter((one) => {
  const row = one.parentElement.getBoundingClientRect();
  const { left, right } = one.getBoundingClientRect();
  return one.checkVisibility() && (left < row.left - 4 || right > row.right + 4);
}).map((one) => one.closest(".board").className)
"""
"""Script that returns the troupes of the creatures that leave their row."""


CREATURE_WIDTHS_JS = """
(selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
  .map((one) => one.getBoundingClientRect().width)
"""
MIN_CREATURE_PX = 63
"""The width of a creature as a target, as long as those of all rivals fit side by side."""


def test_each_creature_of_a_large_troupe_is_shown_and_can_be_touched(
    chromium: Browser, server: LiveServer
) -> None:
    with page_at(POSITIONS["five troupes"], chromium, server) as page:
        enlarge_troupes(page, 5)
        for size in SIZES[:2]:
            resize(page, size)
            widths = page.evaluate(CREATURE_WIDTHS_JS, ".other .creature")
            assert len(widths) == 4 * 5
            assert min(widths) >= MIN_CREATURE_PX, size
        enlarge_troupes(page, 7)
        for size in ALL_SIZES:
            resize(page, size)
            assert min(page.evaluate(CREATURE_WIDTHS_JS, ".creature")) >= MIN_TARGET_PX, size
            assert page.evaluate(HIDDEN_CREATURES_JS) == [], size
            assert page.locator(".creatures.scrolls").count() == 0, size
            assert not overlaps(page.evaluate(BOXES)), size


MISSED_TARGETS_JS = """
() => [...document.querySelectorAll(".creature .card.legal")].filter((one) => {
  const creature = one.closest(".creature");
  const { top } = creature.parentElement.getBoundingClientRect();
  const { left, right, bottom } = creature.getBoundingClientRect();
  const across = [left + 1, right - 1].map((edge) => (edge * 9 + left + right) / 11);
  return one.checkVisibility() && across.some((x) => [top + 9, bottom - 6].some((y) =>
    !one.contains(document.elementFromPoint(x, y))));
}).map((one) => one.dataset.zone)
"""
"""Script that returns the targets that a touch below the banner or on the signs misses."""


def test_a_target_reaches_from_the_banner_to_the_signs(
    chromium: Browser, server: LiveServer
) -> None:
    """The Executioner may aim at all seven creatures of the others."""
    position = Position("nightmarium-0.1.0-four-won-by-player-4", 100)
    with page_at(position, chromium, server) as page:
        expect(page.locator(".other .creature .card.legal")).to_have_count(7)
        enlarge_troupes(page, 7)
        for size in SIZES[:2]:
            resize(page, size)
            assert page.evaluate(MISSED_TARGETS_JS) == [], size


LIGHT_JS = """
(all) => all.map((one) => [one.className.match(/acting|empty|complete|unfinished/g).at(-1),
  getComputedStyle(one.querySelector(".body")).filter])
"""
"""Script that returns what kind of creature each of the own troupe is, and its light."""


def test_while_a_creature_acts_the_others_stand_in_the_dark(
    chromium: Browser, server: LiveServer
) -> None:
    position = Position("nightmarium-0.1.0-four-won-by-player-4", 100)
    with page_at(position, chromium, server) as page:
        light = page.locator(".mine .creature").evaluate_all(LIGHT_JS)
    assert light == [
        ["empty", "brightness(0.88)"],
        ["acting", "none"],
        ["complete", "brightness(0.88)"],
    ]


def test_a_troupe_without_room_scrolls_by_wheel_and_tab(
    chromium: Browser, server: LiveServer
) -> None:
    with page_at(POSITIONS["duel"], chromium, server) as page:
        enlarge_troupes(page, 9)
        resize(page, NARROW)
        expect(page.locator(".other .creatures")).not_to_have_css("mask-image", "none")
        assert page.evaluate(UNREACHABLE_BY_TAB_JS) == []
        page.locator(".other .creatures.scrolls").hover()
        page.mouse.wheel(0, 200)
        page.wait_for_function(
            "() => document.querySelector('.other .creatures').scrollLeft > 40",
        )


def test_a_spectator_sees_the_player_on_turn_in_front(
    chromium: Browser, server: LiveServer
) -> None:
    """N3.1 Seven cards in that hand are hidden from the spectator but one, which all have seen."""
    owner, spectator = server.new_user(), server.new_user()
    played = record.read(RECORDS / "nightmarium-0.1.0-four-won-by-player-4.json")
    seats = (HUMAN, *["random"] * 3)
    options, opening = played.options, played.actions[:156]
    table = server.create_table("nightmarium", seats, owner, options=options, opening=opening)
    with browser_page(chromium, viewport=DESKTOP) as page:
        open_table(page, server, table, spectator)
        wait_for_pictures(page)
        expect(page.locator(".mine.mover #board-0")).to_be_visible()
        expect(page.locator(".other")).to_have_count(3)
        hand = page.locator(".own .card img").evaluate_all("(all) => all.map(({ alt }) => alt)")
        assert hand == ["Insektoid head/torso/legs (Mocker)", *["Hidden card"] * 6]
        for size in ALL_SIZES:
            resize(page, size)
            assert not overlaps(page.evaluate(BOXES)), size


COVERED_PROPS_JS = """
() => {
  const chain = document.querySelector(".chain").getBoundingClientRect();
  return [...document.querySelectorAll(".prop :is(.object, .tag)")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return Math.min(chain.right, right) - Math.max(chain.left, left) > 4 &&
      Math.min(chain.bottom, bottom) - Math.max(chain.top, top) > 0;
  }).length;
}
"""
"""Script that returns how many parts of chest and grave the abilities cover, but for a shadow."""


def test_three_abilities_with_long_names_stand_between_chest_and_grave(
    chromium: Browser, server: LiveServer
) -> None:
    position = Position("nightmarium-0.1.0-two-won-by-player-1", 40)
    with page_at(position, chromium, server, "ru") as page:
        expect(page.locator(".chain li")).to_have_count(3)
        for size in ALL_SIZES:
            resize(page, size)
            assert page.evaluate(COVERED_PROPS_JS) == 0, size
            assert not overlaps(page.evaluate(BOXES)), size


def test_tabs_list_the_known_cards_of_the_troupe_in_front(
    chromium: Browser, server: LiveServer
) -> None:
    with page_at(POSITIONS["four troupes"], chromium, server) as page:
        resize(page, PHONE)
        tabs = page.locator(".overview button")
        tabs.nth(1).click()
        expect(page.locator(".sheet:popover-open")).to_have_count(0)
        tabs.nth(1).click()
        expect(page.locator(".sheet:popover-open")).to_contain_text("known to all")


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


QUESTION_JS = """
() => {
  const range = document.createRange();
  const words = document.querySelector(".prompt").firstElementChild;
  range.selectNodeContents(words);
  const { x, y, width, height } = range.getBoundingClientRect();
  return { words: words.innerText, box: [x, y + scrollY, width, height].map(Math.round) };
}
"""
"""Script that returns the question and its place."""

HIDDEN_NOTE_JS = """
() => [...document.querySelectorAll(".prompt small")].filter((one) => {
  const words = one.firstElementChild;
  const line = parseFloat(getComputedStyle(one).lineHeight);
  return !words.checkVisibility() || words.offsetHeight > 2.1 * line
    || words.scrollWidth > words.clientWidth;
}).map((one) => one.innerText)
"""
"""Script that returns the note beside the question if it is hidden, cut off or in three lines."""


@pytest.mark.parametrize("position", ["few rooms", "expansions", "duel", "four troupes"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_actions_with_their_costs_and_the_log_fit_and_the_question_stays(
    chromium: Browser, server: LiveServer, language: str, position: str
) -> None:
    with page_at(POSITIONS[position], chromium, server, language) as page:
        for size in ALL_SIZES:
            resize(page, size)
            assert page.evaluate(HIDDEN_NOTE_JS) == [], size
            if size == DESKTOP:  # the second enlarged, but for the note
                continue
            assert page.evaluate(CRAMPED_JS) == [], size
            assert page.evaluate(CUT_OFF_LOG_JS) == [], size
            question = page.evaluate(QUESTION_JS)
            cards = page.locator(".own button.card.legal")
            for index in range(cards.count()):
                cards.nth(index).press("Enter")
                assert page.evaluate(CRAMPED_JS) == [], (size, index)
                asked = page.evaluate(QUESTION_JS)
                assert asked["words"] != question["words"] or asked == question, (size, index)
                page.keyboard.press("Escape")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_actions_of_a_payment_fit_beside_their_question(
    chromium: Browser, server: LiveServer, language: str
) -> None:
    with page_at(Position("onirim-0.1.0-all-won", 79), chromium, server, language) as page:
        for size in SIZES:
            resize(page, size)
            assert page.evaluate(CRAMPED_JS) == [], size
            page.keyboard.press("1")
            expect(page.locator(".choices > *")).to_have_count(2)
            assert page.evaluate(CRAMPED_JS) == [], size
            page.keyboard.press("Escape")


@pytest.mark.parametrize("language", LANGUAGES)
def test_four_actions_at_a_door_fit(chromium: Browser, server: LiveServer, language: str) -> None:
    with page_at(Position("onirim-0.1.0-book-won", 85), chromium, server, language) as page:
        expect(page.locator(".choices > *")).to_have_count(4)
        for size in SIZES:
            resize(page, size)
            assert page.evaluate(CRAMPED_JS) == [], size
            assert page.evaluate(GAP_ABOVE_HAND_JS) >= 5, size


GAP_ABOVE_HAND_JS = """
() => {
  const edges = (selector, edge) => [...document.querySelectorAll(selector)].map(
    (one) => one.getBoundingClientRect()[edge]);
  return Math.min(...edges(".own .card", "top")) - Math.max(...edges(".choices > *", "bottom"));
}
"""
"""Script that returns how far the hand stands below the actions, in pixels."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_touch_beside_a_premonition_lifts_it_and_three_actions_fit(
    chromium: Browser, server: LiveServer, language: str
) -> None:
    with page_at(Position("onirim-0.1.0-all-won", 90), chromium, server, language) as page:
        for size in SIZES[:2]:
            resize(page, size)
            box = page.locator(".premonition").first.bounding_box()
            assert box
            page.mouse.click(box["x"] + box["width"] * 0.9, box["y"] + box["height"] / 2)
            expect(page.locator(".premonition .lifted")).to_have_count(1)
            expect(page.locator(".choices > *")).to_have_count(3)
            assert page.evaluate(CRAMPED_JS) == [], size
            page.keyboard.press("Escape")


def test_no_tab_shows_beside_a_sheet_on_landscape_phones(
    chromium: Browser, server: LiveServer
) -> None:
    with page_at(POSITIONS["prophecy"], chromium, server) as page:
        resize(page, {"width": 844, "height": 390})
        page.locator(".shelf button").last.click()
        expect(page.locator(".shelf")).to_have_css("opacity", "0")
        page.keyboard.press("Escape")
        expect(page.locator(".shelf")).to_have_css("opacity", "1")


EDGES_OF_PARTNER_SHEET_JS = """
() => [...document.querySelectorAll(
  ".part-partner, .partner .gate, .partner .strip:not(.rooms) > :first-child")].map((one) => {
    const { left, right } = one.getBoundingClientRect();
    return [left, right];
  })
"""
"""Script that returns both edges of a partner's sheet, its doors and the first card of the hand."""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_sheets_of_the_shelf_are_legible(
    chromium: Browser, server: LiveServer, theme: Literal["light", "dark"]
) -> None:
    with page_at(POSITIONS["prophecy"], chromium, server) as page:
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size(PHONE)
        for index in range(page.locator(".shelf button").count()):
            page.locator(".shelf button").nth(index).click()
            assert low_contrasts(page, ".part:popover-open") == [], index
            page.keyboard.press("Escape")


def test_the_doors_of_a_partner_fit_the_sheet_of_a_landscape_phone(
    chromium: Browser, server: LiveServer
) -> None:
    with page_at(POSITIONS["two players"], chromium, server) as page:
        resize(page, SIZES[-1])
        page.locator("[popovertarget=part-partner]").click()
        sheet, *gates, card = page.evaluate(EDGES_OF_PARTNER_SHEET_JS)
        assert len(gates) == 4
        assert sheet[0] <= min(left for left, _ in gates)
        assert max(right for _, right in gates) <= card[0]


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
MIN_TARGET_PX = 44
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
