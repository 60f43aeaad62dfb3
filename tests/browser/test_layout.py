"""Layout: every language, size and theme; reduced motion."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from onirium import record
from tests.support.browser_pages import (
    EXPANSIONS,
    RUNNING_ANIMATIONS_JS,
    browser_page,
    create_table,
    open_dialog,
    open_table,
)
from tests.support.browser_player import MousePlayer
from tests.support.live_server import LiveServer
from tests.support.nightly import nightly

pytestmark = pytest.mark.browser

SIZES: list[ViewportSize] = [
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
    {"width": 768, "height": 1024},
    {"width": 1280, "height": 800},
]
RECORDS = Path(__file__).parents[1] / "transcripts"
PAGES = ["/", "/new/onirim?seats=2", "/new/nightmarium?seats=3", "/history", "/statistics"]
PAGES += ["/rules/onirim", "/rules/nightmarium", "/daily/onirim", "/join/nowhere"]
DIALOGS = ["odds", "narration", "help", "menu", "seats"]
GAMES_WITH_EVERYTHING = (
    "onirim-0.1.0-race-all-won-by-player-2",
    "nightmarium-0.1.0-three-won-by-player-2",
)
"""Recorded games with several players and, at Onirim, all expansions."""

WORDS = """
() => [document.title, document.body.innerText,
  ...[...document.querySelectorAll("[aria-label], [title], [alt]")].flatMap((one) =>
    [one.ariaLabel, one.title, one.alt])].join("\\n")
"""
KEY = re.compile(
    r"(?<![\\w/.])(page|rejected|phrase|tutorial|card|pile|kind|event|step|help|option|options|table|ending|"
    r"prompt|warning|player|ability|legions?|part|colour|symbol|name|choice|note)\.[a-z]\w+"
    r"|[{}]|undefined|\[object"
)


def assert_no_keys(page: Page, language: str) -> None:
    """Check that no catalogue key or placeholder is visible on the page."""
    found = KEY.search(page.evaluate(WORDS))
    assert found is None, (page.url, found)
    assert page.locator("html").get_attribute("lang") == language


@pytest.mark.parametrize("language", ["ru", *nightly("de", "en")])
def test_every_page_is_translated(chromium: Browser, server: LiveServer, language: str) -> None:
    with browser_page(chromium, locale=language) as page:
        for path in PAGES:
            page.goto(server.address + path)
            assert_no_keys(page, language)
        for name in GAMES_WITH_EVERYTHING:
            played = record.read(RECORDS / f"{name}.json")
            user = server.new_user(language)
            table = server.create_table_from_record(played, user, len(played.actions) // 2)
            open_table(page, server, table, user)
            assert_no_keys(page, language)
            for dialog in DIALOGS:
                open_dialog(page, dialog)
                assert_no_keys(page, language)
                page.keyboard.press("Escape")
                expect(page.locator("dialog#dialog")).to_be_hidden()
            page.goto(f"{server.address}/t/{table}/replay")
            page.locator(".replaying").wait_for()
            assert_no_keys(page, language)


OUTSIDE = """
() => {
  const whole = (one) => {
    const box = one.getBoundingClientRect();
    // A hand too large for its screen is swiped.
    // The hand stands in the foreground: its feet may be below the edge, and below the knees if the
    // cards of a decision take its place.
    const sunk = document.querySelector(".panel > *") ? 0.9 : 0.3;
    const foot = one.matches(".card") ? box.height * sunk : 1;
    const fitsAcross = (box.left >= -1 && box.right <= innerWidth + 1) || one.closest(".scrolls");
    return fitsAcross && box.top >= -1 && box.bottom <= innerHeight + foot;
  };
  const all = [...document.querySelectorAll(".own .card, .prompt, .choices button")];
  const root = document.documentElement;
  return [
    ...all.filter((one) => !whole(one)).map((one) => one.outerHTML.slice(0, 80)),
    ...(root.scrollWidth > innerWidth ? [`scrolls sideways: ${root.scrollWidth}`] : []),
  ];
}
"""
SMALL = """
() => [...document.querySelectorAll("button, a[href], select, input")]
  .filter((one) => one.checkVisibility({ checkVisibilityCSS: true }))
  .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 90)])
  .filter(([box]) => Math.min(box.width, box.height) < 24)
  .map(([box, text]) => `${box.width}x${box.height} ${text}`)
"""


def assert_fits(page: Page) -> None:
    """Check that the essential elements are visible, and all controls large enough."""
    for what in (OUTSIDE, SMALL):
        # The page needs time to adapt to a new window size.
        for _ in range(1000):
            if not (wrong := page.evaluate(what)):
                break
            page.wait_for_timeout(20)
        assert not wrong, page.viewport_size


@pytest.mark.parametrize(
    ("game", "seats"), [("nightmarium", 5), *nightly(("onirim", 1), ("onirim", 2))]
)
def test_the_table_fits_every_window_size(
    chromium: Browser, server: LiveServer, game: str, seats: int
) -> None:
    with browser_page(chromium) as page:
        bots = {f"seat_{number}": "random" for number in range(2, seats + 1)}
        create_table(page, server, game, seats, *(EXPANSIONS if game == "onirim" else []), **bots)
        player = MousePlayer(page, 5)
        for turns in (0, 1, 6, 6):
            left = iter(range(turns))
            player.play(stop=lambda left=left: next(left, None) is None)  # type: ignore[misc]
            for size in SIZES:
                page.set_viewport_size(size)
                assert_fits(page)


def test_the_hand_stays_visible_while_a_spell_is_paid(
    chromium: Browser, server: LiveServer
) -> None:
    """The player picks from half of the discard pile, on a landscape phone."""
    played = record.read(RECORDS / "onirim-0.1.0-book-won.json")
    del played.actions[62:]
    user = server.new_user()
    table = server.create_table_from_record(played, user)
    with browser_page(chromium, viewport=SIZES[1]) as page:
        open_table(page, server, table, user)
        to_pick = page.locator(".panel .pick .card")
        to_pick.first.wait_for()
        assert to_pick.count() > 5
        assert_fits(page)
        to_pick.last.scroll_into_view_if_needed()
        expect(to_pick.last).to_be_in_viewport(ratio=0.9)
        assert_fits(page)


def test_the_question_about_spells_is_asked_until_it_is_refused(
    chromium: Browser, server: LiveServer
) -> None:
    """The question before each draw has a button that stops it, as the menu does."""
    played, user = record.read(RECORDS / "onirim-0.1.0-book-won.json"), server.new_user()
    table = server.create_table_from_record(played, user, len(played.actions) - 30)
    with browser_page(chromium) as page:
        open_table(page, server, table, user)
        page.locator(".choices").get_by_role("button", name="Stop asking").click()
        expect(page.locator(".prompt")).not_to_contain_text("cast a spell before you draw")
        switch = open_dialog(page, "menu").locator("[data-preference=routine]")
        expect(switch).to_have_attribute("aria-checked", "false")


@pytest.mark.parametrize("game", ["onirim", "nightmarium"])
def test_reduced_motion_disables_animations(
    chromium: Browser, server: LiveServer, game: str
) -> None:
    with browser_page(chromium, reduced_motion="reduce") as page:
        create_table(page, server, game)
        player = MousePlayer(page, 2)
        for _ in range(8):
            player.act(player.wait_for_decision())
            assert page.evaluate(RUNNING_ANIMATIONS_JS) == 0


@pytest.mark.nightly
def test_light_and_dark_differ_and_the_setting_persists(
    chromium: Browser, server: LiveServer
) -> None:
    grounds = set()
    for scheme in ("light", "dark"):
        with browser_page(chromium, color_scheme=scheme) as page:
            create_table(page, server, "onirim")
            grounds.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
            page.goto(server.address)
            page.locator("[popovertarget=settings]").click()
            page.get_by_role("radio", name="Dark", exact=True).check()
            page.get_by_role("button", name="Save").click()
            expect(page.locator("html")).to_have_attribute("data-theme", "dark")
            page.goto(server.address)
            assert page.locator("html").get_attribute("data-theme") == "dark"
    assert len(grounds) == 2
