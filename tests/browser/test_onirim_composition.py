"""Composition of the table of Onirim: rows of rooms, cards, sheets of the expansions."""

from typing import Literal

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from onirium.match.match import HUMAN
from tests.support.browser_pages import PHONE, browser_page, fetch_table_view, open_table, resize
from tests.support.composition import (
    ALL_SIZES,
    CRAMPED_JS,
    LOW_PHONE,
    MIN_TARGET_PX,
    NARROW,
    POSITIONS,
    SHORT_PHONE,
    SIZES,
    SMALL_LOW_PHONE,
    Position,
    page_at,
)
from tests.support.contrast import low_contrasts
from tests.support.live_server import LiveServer
from tests.support.nightly import FITTING_LANGUAGES, nightly

pytestmark = pytest.mark.browser

SHORT_TABLET: ViewportSize = {"width": 768, "height": 1024}


@pytest.mark.nightly
@pytest.mark.parametrize("position", ["expansions", "race", "few rooms", "two players"])
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


@pytest.mark.parametrize("copy", [0, *nightly(1)])
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


COVERED_LINES_JS = """
() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].filter((one) =>
    one.checkVisibility({ opacityProperty: true })).map((one) => one.getBoundingClientRect());
  const lines = boxes(".labyrinth .hint, .logline span");
  const covers = boxes(".shelf > *, .part:popover-open");
  if (!lines.length || !covers.length) throw new Error("nothing can be covered");
  return lines.filter((line) => covers.some((cover) =>
    cover.left < line.right && line.left < cover.right &&
    cover.top < line.bottom && line.top < cover.bottom)).length;
}
"""
"""Script that counts the lines of words that tabs or an open sheet cover."""


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["de", "ru"])
def test_tabs_leave_the_line_of_an_empty_labyrinth(
    chromium: Browser, server: LiveServer, language: str
) -> None:
    with page_at(POSITIONS["six Premonitions"], chromium, server, language) as page:
        expect(page.locator(".labyrinth .hint")).to_be_attached()
        for size in [LOW_PHONE, SMALL_LOW_PHONE, SIZES[4]]:
            resize(page, size)
            assert page.evaluate(COVERED_LINES_JS) == 0, size


@pytest.mark.nightly
def test_sheets_leave_the_line_of_the_log_on_phones(chromium: Browser, server: LiveServer) -> None:
    with page_at(POSITIONS["race with Premonitions"], chromium, server, "ru") as page:
        for size in [PHONE, SHORT_PHONE, NARROW]:
            resize(page, size)
            expect(page.locator(".part:popover-open")).to_be_visible()
            assert page.evaluate(COVERED_LINES_JS) == 0, size


DRAFT_MARGINS_JS = """
() => {
  const row = document.querySelector(".own").getBoundingClientRect();
  const cards = [...document.querySelectorAll(".shared .card")].map((one) =>
    one.getBoundingClientRect());
  return [cards[0].left - row.left, row.right - cards.at(-1).right];
}
"""
"""Script that returns the room before the first card of a draft, and after the last."""


@pytest.mark.nightly
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


def test_four_premonitions_beside_a_partner_need_no_scrolling(
    chromium: Browser, server: LiveServer
) -> None:
    with page_at(POSITIONS["race with Premonitions"], chromium, server, "ru") as page:
        expect(page.locator(".premonition")).to_have_count(4)
        for size in SIZES[:2]:
            resize(page, size)
            part = page.locator(".part-premonitions")
            assert part.evaluate("(one) => one.scrollHeight <= one.clientHeight"), size


def test_six_premonitions_beside_a_partner_fade_where_they_go_on(
    chromium: Browser, server: LiveServer
) -> None:
    user = server.new_user("de")
    options = {"seats": 2, "expansions": ["book", "towers", "premonitions"], "premonitions": 6}
    table_id = server.create_table("onirim", (HUMAN, "random"), user, options=options)
    with browser_page(chromium, viewport=SIZES[1], locale="de") as page:
        open_table(page, server, table_id, user)
        part = page.locator(".part-premonitions")
        assert part.evaluate("(one) => one.scrollHeight > one.clientHeight")
        expect(part).not_to_have_css("mask-image", "none")


@pytest.mark.parametrize("language", FITTING_LANGUAGES)
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


SPELLS_JS = """
() => [...document.querySelectorAll(".spells li, .spells ul + p")].map((one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return [top, bottom];
})
"""
"""Script that returns the edges of the spells, and of the line with the cards still to pay."""


@pytest.mark.parametrize("language", FITTING_LANGUAGES)
def test_the_spells_stay_above_what_is_left_to_pay(
    chromium: Browser, server: LiveServer, language: str
) -> None:
    with page_at(Position("onirim-0.1.0-all-won", 78), chromium, server, language) as page:
        spells = page.evaluate(SPELLS_JS)
        page.locator(".choices > *").first.click()
        expect(page.locator(".spells ul + p")).to_be_visible()
        *unmoved, (top, _) = page.evaluate(SPELLS_JS)
        assert unmoved == spells
        assert top >= spells[-1][1]


@pytest.mark.nightly
def test_no_tab_shows_beside_a_sheet_on_landscape_phones(
    chromium: Browser, server: LiveServer
) -> None:
    with page_at(POSITIONS["prophecy"], chromium, server) as page:
        resize(page, {"width": 844, "height": 390})
        page.locator(".shelf button").last.click()
        expect(page.locator(".shelf")).to_have_css("opacity", "0")
        page.keyboard.press("Escape")
        expect(page.locator(".shelf")).to_have_css("opacity", "1")


def test_goals_to_swap_are_found_after_a_tap_beside_their_sheet_and_a_rotation(
    chromium: Browser, server: LiveServer
) -> None:
    with page_at(Position("onirim-0.1.0-all-won", 156), chromium, server) as page:
        goals = page.locator(".part-book .card.legal").first
        tab = page.locator("[popovertarget=part-book]")
        expect(goals).to_be_in_viewport(ratio=1)
        resize(page, SIZES[2])
        expect(page.locator(".part-book:popover-open")).to_be_visible()
        expect(goals).to_be_in_viewport(ratio=1)
        goals.click()
        lifted = page.locator(".part-book .lifted")
        expect(lifted).to_have_count(1)
        page.keyboard.press("Escape")
        expect(lifted).to_have_count(0)
        expect(goals).to_be_visible()
        page.keyboard.press("Escape")
        expect(goals).to_be_hidden()
        expect(tab).not_to_have_css("box-shadow", "none")
        expect(page.locator("[popovertarget=part-towers]")).to_have_css("box-shadow", "none")
        tab.click()
        resize(page, SIZES[0])
        expect(page.locator(".part:popover-open")).to_have_count(0)
        expect(goals).to_be_in_viewport(ratio=1)


EDGES_OF_PARTNER_SHEET_JS = """
() => [...document.querySelectorAll(
  ".part-partner, .partner .gate, .partner .strip:not(.rooms) > :first-child")].map((one) => {
    const { left, right } = one.getBoundingClientRect();
    return [left, right];
  })
"""
"""Script that returns both edges of a partner's sheet, its doors and the first card of the hand."""


@pytest.mark.nightly
@pytest.mark.parametrize("theme", ["dark", "light"])
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


@pytest.mark.nightly
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
