"""Composition of the table of Nightmarium: troupes, targets, tabs."""

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from onirium import record
from onirium.match.match import HUMAN
from tests.support.browser_pages import PHONE, browser_page, open_table, resize, wait_for_pictures
from tests.support.composition import (
    ALL_SIZES,
    BOXES,
    COVERED_ACTIONS_JS,
    DESKTOP,
    HIGHEST_JS,
    LANDSCAPE_TABLET,
    LOWEST_JS,
    MIN_TARGET_PX,
    NARROW,
    POSITIONS,
    RECORDS,
    SHORT_PHONE,
    SIZES,
    UNREACHABLE_BY_TAB_JS,
    Position,
    outside,
    overlaps,
    page_at,
    skip_other_players,
)
from tests.support.live_server import LiveServer
from tests.support.nightly import nightly

pytestmark = pytest.mark.browser

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


@pytest.mark.nightly
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


PHONE_HEIGHTS: list[tuple[ViewportSize, int]] = [
    ({"width": 390, "height": 844}, 148),
    ({"width": 360, "height": 740}, 100),
    (SHORT_PHONE, 66),
]
"""Sizes of phones, and the height of a troupe of three in pixels."""

HEIGHTS = """
(selector) => [...document.querySelectorAll(selector)].map((one) => one.clientHeight / innerHeight)
"""


@pytest.mark.parametrize("position", ["four troupes", *nightly("duel")])
def test_creatures_are_tall(chromium: Browser, server: LiveServer, position: str) -> None:
    with page_at(POSITIONS[position], chromium, server) as page:
        assert min(page.evaluate(HEIGHTS, ".mine .creature .body")) >= 0.26
        assert min(page.evaluate(HEIGHTS, ".other .creature .body")) >= 0.19


@pytest.mark.nightly
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


@pytest.mark.nightly
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


@pytest.mark.nightly
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


RENAME_JS = """
(name) => {
  document.querySelector(".mine h2").insertAdjacentHTML("afterbegin", "<b class=number>1</b> ");
  for (const one of document.querySelectorAll("h2:has(.number), .who"))
    [...one.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .findLast(({ data }) => data.trim()).data = name;
}
"""
"""Script that gives the players a name."""

LATIN_NAME = "MAXIMILIAN SCHWARZER"
ARABIC_NAME = "محمد عبد الرحمن الطو"
"""Names of the greatest length; the second is written from right to left."""

HEADLESS_NAMES_JS = """
(name) => [...document.querySelectorAll(".banner h2, .who")].flatMap((one) =>
  [...one.childNodes].filter(({ data }) => data === name).map((text) => [one, text])
).filter(([one, text]) => {
  const range = new Range();
  range.setStart(text, 0);
  range.setEnd(text, 1);
  const letter = range.getBoundingClientRect();
  const { left, right } = one.getBoundingClientRect();
  return letter.left < left - 1 || letter.right > right + 1;
}).length
"""
"""Script that returns how many names lack their first letter."""

COVERED_BY_BANNER_JS = """
() => {
  const banner = document.querySelector(".mine .banner").getBoundingClientRect();
  return [...document.querySelectorAll(".mine .creature, .prop .object")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return one.checkVisibility() && Math.min(banner.right, right) - Math.max(banner.left, left) > 1
      && Math.min(banner.bottom, bottom) - Math.max(banner.top, top) > 1;
  }).length;
}
"""
"""Script that returns how many own creatures, chest and grave the own banner covers."""


@pytest.mark.parametrize(("count", "name"), [(4, LATIN_NAME), (5, ARABIC_NAME)])
def test_long_names_shorten_at_their_end(
    chromium: Browser, server: LiveServer, count: int, name: str
) -> None:
    with page_at(POSITIONS["five troupes"], chromium, server) as page:
        page.evaluate(CROWD_JS, count)
        page.evaluate(RENAME_JS, name)
        for size in SIZES:
            resize(page, size)
            boxes = page.evaluate(BOXES)
            assert not overlaps(boxes), size
            assert not outside(boxes, size), size
            assert page.evaluate(COVERED_BY_BANNER_JS) == 0, size
            assert page.evaluate(HEADLESS_NAMES_JS, name) == 0, size


LARGE_HAND_JS = """
() => {
  const boards = [...document.querySelectorAll(".board.other")];
  // A small troupe beside larger ones has the least room.
  boards.forEach((board, index) => board.style.setProperty("--count", [2, 3, 5, 2][index]));
  boards[0].classList.add("mover");
  boards[0].querySelector(".known, .banner > .in-hand").outerHTML = `<button class="known">
    <span class="in-hand"><span>10</span></span><small>2</small></button>`;
}
"""
"""Script that gives the first of four rivals the turn, and ten cards of which two are known."""

CRAMPED_BANNER_JS = """
() => {
  const banner = document.querySelector(".other.mover .banner");
  const parts = [...banner.querySelectorAll("h2, .pips, .in-hand, .known small")];
  const edges = [...parts.slice(1).map((one) => one.getBoundingClientRect().left),
    banner.getBoundingClientRect().right];
  return parts.filter((one, index) => one.scrollWidth > one.clientWidth + 1 && one.matches("h2")
    || one.getBoundingClientRect().right > edges[index] + 1)
    .map((one) => one.className || one.tagName);
}
"""
"""Script that returns the parts of the mover's banner that are cut off or run into the next."""


def test_a_large_hand_fits_the_banner_of_a_small_troupe(
    chromium: Browser, server: LiveServer
) -> None:
    user = server.new_user()
    seats = (HUMAN, *["random"] * 4)
    table_id = server.create_table("nightmarium", seats, user, options={"seats": 5}, seed=1)
    with browser_page(chromium, viewport=DESKTOP) as page:
        open_table(page, server, table_id, user)
        skip_other_players(page)
        page.evaluate(LARGE_HAND_JS)
        for size in (*SIZES[:2], LANDSCAPE_TABLET):
            resize(page, size)
            assert page.evaluate(CRAMPED_BANNER_JS) == [], size
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


@pytest.mark.nightly
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


@pytest.mark.nightly
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


@pytest.mark.nightly
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


@pytest.mark.nightly
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
