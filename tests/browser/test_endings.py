"""The ends of the games as moments: doors that swing open, a fade, and nothing that overlaps."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from onirium import record
from tests.support.axe import NEXT_FRAMES
from tests.support.browser_pages import (
    RUNNING_ANIMATIONS_JS,
    WITH_MOTION,
    browser_page,
    open_dialog,
    open_table,
    resize,
)
from tests.support.composition import ALL_SIZES, BOXES, LOW_WINDOW, outside, overlaps
from tests.support.live_server import LiveServer
from tests.support.nightly import FITTING_LANGUAGES, gate_cases

pytestmark = pytest.mark.browser

RECORDS = Path(__file__).parents[1] / "transcripts"
WON = "onirim-0.1.0-won"

SIZES: list[ViewportSize] = [
    {"width": 1440, "height": 900},
    {"width": 820, "height": 1180},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
    {"width": 320, "height": 640},
]

SCROLLED = {"choices"}
"""What may leave the window, since the end scrolls on narrow phones."""

COUNT_FADES_JS = """
window.fades = 0;
window.swings = 0;
addEventListener("animationstart", ({ animationName }) => {
  if (animationName === "swing") window.swings += 1;
});
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    window.fades += [...addedNodes].filter(({ className }) => className === "veil won").length;
}).observe(document, { childList: true, subtree: true });
"""


@contextmanager
def page_near_the_end(
    chromium: Browser, server: LiveServer, name: str, missing: int, **context: Any
) -> Iterator[Page]:
    """Open the table of a record without its last actions."""
    played = record.read(RECORDS / f"{name}.json")
    user = server.new_user()
    table_id = server.create_table_from_record(played, user, missing)
    with browser_page(chromium, **context) as page:
        page.add_init_script(COUNT_FADES_JS)
        open_table(page, server, table_id, user)
        yield page


def win(page: Page) -> None:
    page.locator(".choices button", has_text="Search for").click()
    expect(page.locator(".end h2")).to_be_visible()


def test_at_dawn_all_doors_swing_open(chromium: Browser, server: LiveServer) -> None:
    with page_near_the_end(chromium, server, WON, 1, **WITH_MOTION) as page:
        win(page)
        assert page.evaluate("fades") == 1
        expect(page.locator(".veil, .veiled")).to_have_count(0)
        expect(page.locator(".gate.open .leaf img")).to_have_count(16)
        page.wait_for_function("() => swings >= 16")


def test_reduced_motion_shows_the_end_at_once(chromium: Browser, server: LiveServer) -> None:
    with page_near_the_end(chromium, server, WON, 1) as page:
        win(page)
        assert page.evaluate("fades") == 0
        assert page.evaluate(RUNNING_ANIMATIONS_JS) == 0
        expect(page.locator(".gate.open .leaf img")).to_have_count(16)


def test_movement_can_be_switched_off(chromium: Browser, server: LiveServer) -> None:
    with page_near_the_end(chromium, server, WON, 1, **WITH_MOTION) as page:
        page.locator("button.tool.menu").click()
        page.locator("[data-preference=motion]").click()
        page.keyboard.press("Escape")
        win(page)
        assert page.evaluate("fades") == 0
        assert page.evaluate(RUNNING_ANIMATIONS_JS) == 0


def test_movement_is_switched_off_in_another_tab(chromium: Browser, server: LiveServer) -> None:
    with page_near_the_end(chromium, server, WON, 1, **WITH_MOTION) as page:
        root = page.locator("html")
        expect(root).to_have_attribute("data-motion", "on")
        tab = page.context.new_page()
        tab.goto(server.address)
        tab.locator("[popovertarget=settings]").click()
        tab.locator("[data-preference=motion]").uncheck()
        expect(root).to_have_attribute("data-motion", "off")


OVERLAPS_JS = """
() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => [one.textContent.trim() || one.className, one.getBoundingClientRect()]);
  const texts = boxes(".end h2, .end > p, .end li, .end .choices > *");
  const others = boxes(
    ".set > .card, .gate img, .part, .shelf > *, .creature .body, .signs, .banner," +
    " .bar > :not(.gap)");
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 &&
    one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return texts.flatMap(([text, box]) => [
    ...others.filter(([, other]) => meet(box, other)).map(([other]) => [text, other]),
    ...(box.left < 0 || box.right > innerWidth ? [[text, "the window"]] : []),
  ]);
}
"""

NAMES_JS = "cards => cards.map((card) => card.getAttribute('aria-label'))"

ENDS = {
    "dawn": WON,
    "dawn beside expansions": "onirim-0.1.0-all-won",
    "dawn for two": "onirim-0.1.0-two-won",
    "nightmare": "onirim-0.1.0-lost",
    "bow": "nightmarium-0.1.0-two-won-by-player-1",
    "curtain": "nightmarium-0.1.0-three-won-by-player-2",
}


@pytest.mark.parametrize(
    "name", gate_cases(ENDS.values(), ENDS["dawn beside expansions"]), ids=ENDS
)
def test_texts_of_an_end_cover_nothing(chromium: Browser, server: LiveServer, name: str) -> None:
    with page_near_the_end(chromium, server, name, 0) as page:
        page.locator(".choices button:not(.first)").click()
        for size in (*SIZES, LOW_WINDOW):
            resize(page, size)
            assert page.evaluate(OVERLAPS_JS) == [], size
            boxes = page.evaluate(BOXES)
            assert not overlaps(boxes), size
            assert not outside([box for box in boxes if box[0] not in SCROLLED], size), size
            proof = page.locator(".end details")
            proof.locator("summary").click()
            expect(proof).to_have_attribute("open", "")
            for line in proof.locator(".digest").all():
                expect(line).to_be_in_viewport(ratio=1)
            proof.locator("summary").click()


RACE = "onirim-0.1.0-race-all-won-by-player-2"


@pytest.mark.parametrize("language", FITTING_LANGUAGES)
@pytest.mark.parametrize(
    "name", gate_cases([RACE, "onirim-0.1.0-all-won", "onirim-0.1.0-towers-won"], RACE)
)
def test_the_outcome_on_the_table_covers_nothing(
    chromium: Browser, server: LiveServer, name: str, language: str
) -> None:
    with page_near_the_end(chromium, server, name, 0, locale=language) as page:
        expect(page.locator("html")).to_have_attribute("lang", language)
        for size in ALL_SIZES:
            resize(page, size)
            assert not overlaps(page.evaluate(BOXES)), size
        page.locator(".facts button").click()
        expect(page.locator("#onirim-row")).to_be_visible()


def test_the_menu_shows_the_result_again(chromium: Browser, server: LiveServer) -> None:
    with page_near_the_end(chromium, server, WON, 1) as page:
        win(page)
        page.keyboard.press("Escape")
        expect(page.locator(".end h2")).to_have_count(0)
        open_dialog(page, "menu").get_by_role("button", name="Result").click()
        expect(page.locator("dialog#dialog")).to_be_hidden()
        page.evaluate(NEXT_FRAMES)
        expect(page.locator(".end h2")).to_be_visible()


def test_a_dialog_over_the_result_closes_to_it(chromium: Browser, server: LiveServer) -> None:
    with page_near_the_end(chromium, server, WON, 1) as page:
        win(page)
        page.keyboard.press("?")
        expect(page.locator("dialog#dialog")).to_contain_text("Keys")
        page.keyboard.press("Escape")
        expect(page.locator("dialog#dialog")).to_be_hidden()
        page.evaluate(NEXT_FRAMES)
        expect(page.locator(".end h2")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".end h2")).to_have_count(0)


@pytest.mark.nightly
def test_every_troupe_stays_named_at_the_end(chromium: Browser, server: LiveServer) -> None:
    with page_near_the_end(chromium, server, ENDS["curtain"], 0) as page:
        page.locator(".choices button:not(.first)").click()
        for size in SIZES[1:]:
            resize(page, size)
            tabs = page.locator(".overview button")
            expect(tabs).to_have_count(2)
            for tab in tabs.all():
                expect(tab).to_be_in_viewport(ratio=1)
                assert tab.evaluate("tab => tab.checkVisibility({ visibilityProperty: true })")


@pytest.mark.nightly
def test_the_bow_fits_a_short_phone(chromium: Browser, server: LiveServer) -> None:
    short: ViewportSize = {"width": 375, "height": 667}
    with page_near_the_end(chromium, server, ENDS["bow"], 0, viewport=short, locale="ru") as page:
        page.locator(".choices button:not(.first)").click()
        expect(page.locator(".end summary")).to_be_in_viewport(ratio=1)
        assert page.evaluate(OVERLAPS_JS) == []


@pytest.mark.nightly
def test_the_figures_of_a_common_dream_count_both_players(
    chromium: Browser, server: LiveServer
) -> None:
    with page_near_the_end(chromium, server, ENDS["dawn for two"], 0) as page:
        page.locator(".choices button:not(.first)").click()
        # The record plays 21 rooms.
        expect(page.locator(".figures b")).to_have_text(["8", "21", "3", "22"])


@pytest.mark.nightly
def test_the_actions_of_the_end_stand_in_a_row_over_revealed_cards(
    chromium: Browser, server: LiveServer
) -> None:
    """The rules that set the actions of revealed cards aside must not reach the end."""
    played = record.read(RECORDS / "onirim-0.1.0-all-won.json")
    missing = len(played.actions) - 148
    with page_near_the_end(chromium, server, "onirim-0.1.0-all-won", missing) as page:
        expect(page.locator(".panel .card").first).to_be_visible()
        open_dialog(page, "resign").get_by_role("button", name="Give up").click()
        actions = page.locator(".end .choices > *")
        expect(actions).to_have_count(3)
        resize(page, SIZES[0])
        tops = {round(box["y"]) for one in actions.all() if (box := one.bounding_box())}
        assert len(tops) == 1


def test_a_lost_deal_is_played_again_with_the_same_cards(
    chromium: Browser, server: LiveServer
) -> None:
    user = server.new_user()
    with browser_page(chromium) as page:
        open_table(page, server, server.create_table("onirim", ("human",), user), user)
        dealt = page.locator(".own .card").evaluate_all(NAMES_JS)
        first_table = page.url
        open_dialog(page, "resign").get_by_role("button", name="Give up").click()
        expect(page.locator(".end .choices > *")).to_have_count(4)
        expect(page.locator(".labyrinth .hint")).to_be_hidden()
        for size in SIZES:
            resize(page, size)
            assert page.evaluate(OVERLAPS_JS) == [], size
            boxes = page.evaluate(BOXES)
            assert not overlaps(boxes), size
            assert not outside([box for box in boxes if box[0] not in SCROLLED], size), size
        page.get_by_role("button", name="Same deal again").click()
        page.wait_for_url(lambda url: url != first_table)
        expect(page.locator(".own .card")).to_have_count(len(dealt))
        assert page.locator(".own .card").evaluate_all(NAMES_JS) == dealt
