"""Composition of the tables: nothing overlaps, nothing moves, one axis; at every size."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from onirium.games import registry
from onirium.web.live.tutorial import load_tutorial, tutorial_names
from tests.support.axe import NEXT_FRAMES
from tests.support.browser_pages import browser_page, open_table, resize, wait_for_pictures
from tests.support.composition import (
    ALL_SIZES,
    BOXES,
    COVERED_ACTIONS_JS,
    CUT_OFF_LOG_JS,
    DESKTOP,
    LANDSCAPE_TABLET,
    LOW_PHONE,
    LOW_WINDOW,
    NARROW,
    PLACES,
    POSITIONS,
    SHORT_PHONE,
    SIZES,
    SMALL_LOW_PHONE,
    UNREACHABLE_BY_TAB_JS,
    outside,
    overlaps,
    page_at,
    size_id,
    skip_other_players,
)
from tests.support.live_server import LiveServer
from tests.support.nightly import gate_cases

pytestmark = pytest.mark.browser


MAIN_POSITIONS = (
    *("few rooms", "nightmare", "expansions", "six Premonitions", "prophecy"),
    *("race with Premonitions", "duel", "four troupes", "five troupes"),
)
"""A position of each composition."""


@pytest.fixture(scope="module", params=gate_cases(POSITIONS, *MAIN_POSITIONS))
def table(request: pytest.FixtureRequest, chromium: Browser, server: LiveServer) -> Iterator[Page]:
    """Open the page of a table in one of the positions."""
    position = POSITIONS[request.param]
    with page_at(position, chromium, server, position.language) as page:
        yield page


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


LARGE_SCREEN: ViewportSize = {"width": 2560, "height": 1440}
"""A screen 1.6 times as large as that for which the tables were drawn."""

TEXTS = {
    "few rooms": [".bar h1", ".tally", ".facts", ".prompt", ".count", ".label", ".logline"],
    "four troupes": [
        ".banner h2",
        ".banner .score",
        ".creature-number",
        ".choices button",
        ".logline",
    ],
}
"""Texts of a position in each game."""

FONT_SIZES_JS = """
(selectors) => selectors.map((selector) =>
  parseFloat(getComputedStyle(document.querySelector(selector)).fontSize))
"""


@pytest.mark.nightly
@pytest.mark.parametrize("position", TEXTS)
def test_texts_grow_with_the_table_on_large_screens(
    chromium: Browser, server: LiveServer, position: str
) -> None:
    with page_at(POSITIONS[position], chromium, server) as page:
        resize(page, DESKTOP)
        sizes = page.evaluate(FONT_SIZES_JS, TEXTS[position])
        resize(page, LARGE_SCREEN)
        grown = page.evaluate(FONT_SIZES_JS, TEXTS[position])
        assert grown == pytest.approx([1.6 * size for size in sizes])


def resize_without_sheet(table: Page, size: ViewportSize) -> None:
    """Resize the window; close the sheet that opens where the decision needs it."""
    resize(table, size)
    sheet = table.locator(".part:popover-open")
    if sheet.count():
        table.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


@pytest.mark.parametrize(
    "size",
    gate_cases(
        [*ALL_SIZES, SHORT_PHONE, LOW_PHONE, SMALL_LOW_PHONE, LANDSCAPE_TABLET, LARGE_SCREEN],
        *(*SIZES[3:], SIZES[1], NARROW, LOW_WINDOW, SHORT_PHONE, LOW_PHONE, SMALL_LOW_PHONE),
    ),
    ids=size_id,
)
def test_nothing_overlaps_or_leaves_the_window(table: Page, size: ViewportSize) -> None:
    resize_without_sheet(table, size)
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


@pytest.mark.parametrize(
    "size",
    gate_cases(SIZES, SIZES[1], SIZES[3]),
    ids=size_id,
)
def test_nothing_moves_when_a_card_is_lifted_or_a_sheet_opens(
    table: Page, size: ViewportSize
) -> None:
    resize_without_sheet(table, size)
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

TUTORIAL_SIZES = [SHORT_PHONE, SMALL_PHONE, NARROW, SIZES[4], SIZES[2], LOW_WINDOW, SIZES[1]]
"""The sizes with the least room, desktops last: their parts are sheets on smaller screens."""

LONG_LANGUAGES = ("ru", "de")
"""The languages of the longest texts."""

TUTORIALS = [(game, name) for game in registry.names() for name in tutorial_names(game)]

COVERED_BY_SHEETS = {"gates", "set", "facts", "pile", "prop", "shelf"}
"""Parts that a sheet on a phone may cover: not the tutorial, the question and the hand."""


@pytest.mark.nightly
@pytest.mark.parametrize("language", LONG_LANGUAGES)
@pytest.mark.parametrize(("game", "name"), TUTORIALS)
def test_no_step_of_a_tutorial_covers_anything(
    chromium: Browser, server: LiveServer, game: str, name: str, language: str
) -> None:
    tutorial, user = load_tutorial(game, name), server.new_user(language)
    with browser_page(chromium, viewport=SHORT_PHONE, locale=language) as page:
        # Every other step in each language, and every other size: both take a second for each.
        for index, start in enumerate(list(tutorial.texts)[LONG_LANGUAGES.index(language) :: 2]):
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
            for size in TUTORIAL_SIZES[index % 2 :: 2]:
                if size in TUTORIAL_SIZES[-2:]:
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
