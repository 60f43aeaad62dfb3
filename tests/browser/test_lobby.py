"""Composition of the lobby: nothing overlaps or is cut, one axis in each arch; at every size."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from onirium import record
from onirium.match.match import HUMAN
from tests.support.browser_pages import (
    WITH_MOTION,
    browser_page,
    identify,
    play_now_button,
    resize,
    wait_for_pictures,
    wait_for_table,
)
from tests.support.composition import size_id
from tests.support.live_server import LiveServer
from tests.support.nightly import gate_cases, nightly

pytestmark = pytest.mark.browser

RECORDS = Path(__file__).parents[1] / "transcripts"

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
SIZES: list[ViewportSize] = [
    DESKTOP,
    {"width": 1280, "height": 720},
    {"width": 820, "height": 1180},
    PHONE,
    {"width": 844, "height": 390},
    {"width": 320, "height": 640},
    {"width": 640, "height": 360},  # 1280x720 at 200 %
]
WHOLE_ON_ONE_SCREEN = SIZES[:3]

each_size = pytest.mark.parametrize(
    "size",
    gate_cases(SIZES, SIZES[1], PHONE, SIZES[-2]),
    ids=size_id,
)

PARTS = (
    ".top > .home, .top nav > a, .top > .tool, .hero, .slip, .game h2, .about, .quick-start,"
    " .ways > *, .ways form > *, .gate, .creature"
)
FIGURES = {"gate", "creature"}

BOXES = """
(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width)
  .map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const [y, cut] = [scrollY, one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0];
    return { name: one.classList[0] ?? one.localName, text: one.textContent.trim().slice(0, 30),
      box: [left, top + y, right, bottom + y], cut };
  })
"""

DENY_STORAGE_JS = """
for (const area of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, area, { get() { throw new DOMException("", "SecurityError"); } });
}
"""

AXES = """
() => [...document.querySelectorAll(".game")].map((game) => {
  const middle = (one) => {
    const { left, right } = one.getBoundingClientRect();
    return (left + right) / 2;
  };
  const [first, main, last] = game.querySelectorAll(".gate, .creature");
  const text = [...game.querySelectorAll("h2, .about, .quick-start, .ways")].map(middle);
  return [middle(game), middle(main), (middle(first) + middle(last)) / 2, ...text];
})
"""


IDLE_PAUSE_MS = 16_000
COUNT_ANIMATIONS_JS = """
window.animations = 0;
const begin = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  window.animations += 1;
  return begin.apply(this, how);
};
"""
ENDLESS_ANIMATIONS_JS = """
() => document.getAnimations()
  .filter((one) => one.effect?.getComputedTiming().iterations === Infinity).length
"""


@pytest.fixture(scope="module", params=["en", "ru", "de"])
def lobby(request: pytest.FixtureRequest, chromium: Browser, server: LiveServer) -> Iterator[Page]:
    """Open the lobby of a user with two unfinished games, whose last table had every expansion."""
    user = server.new_user(request.param)
    for name in ("nightmarium-0.1.0-five-won-by-player-2", "onirim-0.1.0-all-won"):
        played = record.read(RECORDS / f"{name}.json")
        seats = (HUMAN, *["greedy"] * (len(played.seats) - 1))
        server.create_table(
            played.game, seats, user, options=played.options, opening=played.actions[:60]
        )
    with browser_page(chromium, viewport=DESKTOP, locale=request.param) as page:
        identify(page, user)
        page.goto(server.address)
        wait_for_pictures(page)
        yield page


@each_size
def test_nothing_overlaps_or_is_cut(lobby: Page, size: ViewportSize) -> None:
    resize(lobby, size)
    parts = lobby.evaluate(BOXES, PARTS)
    assert len(parts) > 20
    for index, one in enumerate(parts):
        left, top, right, bottom = one["box"]
        assert left >= 0, one
        assert right <= size["width"], one
        assert not one["cut"], one
        if size in WHOLE_ON_ONE_SCREEN:
            assert bottom <= size["height"], one
        for other in parts[:index]:
            if {one["name"], other["name"]} <= FIGURES:
                continue
            x0, y0, x1, y1 = other["box"]
            assert right <= x0 + 1 or x1 <= left + 1 or bottom <= y0 + 1 or y1 <= top + 1, (
                one,
                other,
            )


@each_size
def test_every_arch_has_one_axis(lobby: Page, size: ViewportSize) -> None:
    resize(lobby, size)
    axes = lobby.evaluate(AXES)
    assert len(axes) == 2
    for middle, *others in axes:
        assert all(abs(other - middle) <= 2 for other in others), (middle, others)


@each_size
def test_the_ways_into_a_game_stand_in_one_row(lobby: Page, size: ViewportSize) -> None:
    resize(lobby, size)
    expect(lobby.locator(".ways")).to_have_count(2)
    for ways in lobby.locator(".ways").all():
        buttons = ways.locator("button, .button")
        expect(buttons).to_have_count(3)
        assert len({box["y"] for one in buttons.all() if (box := one.bounding_box())}) == 1


@pytest.mark.parametrize("opener", ["settings", "languages"])
def test_sheets_move_nothing_and_close_on_escape(lobby: Page, opener: str) -> None:
    resize(lobby, DESKTOP)
    before = lobby.evaluate(BOXES, PARTS)
    lobby.locator(f"[popovertarget={opener}]").click()
    sheet = lobby.locator(f"#{opener}")
    assert sheet.is_visible()
    assert lobby.evaluate(BOXES, PARTS) == before
    lobby.keyboard.press("Escape")
    assert sheet.is_hidden()


def test_the_sound_is_kept_for_this_browser(server: LiveServer, chromium: Browser) -> None:
    with browser_page(chromium) as page:
        page.goto(server.address)
        page.locator("[popovertarget=settings]").click()
        assert not page.get_by_role("switch", name="Sound").is_checked()
        page.get_by_role("switch", name="Sound").check()
        page.reload()
        page.locator("[popovertarget=settings]").click()
        assert page.get_by_role("switch", name="Sound").is_checked()


def test_a_browser_that_denies_its_storage_opens_a_table(
    server: LiveServer, chromium: Browser
) -> None:
    with browser_page(chromium) as page:
        page.add_init_script(DENY_STORAGE_JS)
        page.goto(server.address)
        page.locator("[popovertarget=settings]").click()
        page.get_by_role("switch", name="Sound").check()
        page.keyboard.press("Escape")
        play_now_button(page, "onirim").click()
        wait_for_table(page)


def test_a_browser_that_blocks_cookies_asks_for_them(server: LiveServer, chromium: Browser) -> None:
    """Without one, the table that it opens would not know its player."""
    with browser_page(chromium) as page:
        notice = page.get_by_text("Playing needs a cookie")
        page.goto(server.address)
        expect(notice).to_be_hidden()
        page.add_init_script("Object.defineProperty(navigator, 'cookieEnabled', { value: false })")
        page.reload()
        expect(notice).to_be_visible()


def test_movement_is_switched_off_on_lobby_and_table_at_once(
    server: LiveServer, chromium: Browser
) -> None:
    with browser_page(chromium, **WITH_MOTION) as page:
        page.clock.install()
        page.add_init_script(COUNT_ANIMATIONS_JS)
        page.goto(server.address)
        page.clock.run_for(IDLE_PAUSE_MS)
        assert page.evaluate("animations") > 0
        page.locator("[popovertarget=settings]").click()
        page.get_by_role("switch", name="Animations").uncheck()
        page.reload()
        page.clock.run_for(2 * IDLE_PAUSE_MS)
        assert page.evaluate("animations") == 0
        play_now_button(page, "nightmarium").click()
        wait_for_table(page)
        page.locator("button.tool.menu").click()
        switch = page.locator("[data-preference=motion]")
        expect(switch).to_have_attribute("aria-checked", "false")


@pytest.mark.parametrize("game", ["", *nightly("onirim", "nightmarium")])
def test_no_animation_runs_for_ever(server: LiveServer, chromium: Browser, game: str) -> None:
    with browser_page(chromium, **WITH_MOTION) as page:
        page.goto(server.address)
        if game:
            play_now_button(page, game).click()
            wait_for_table(page)
        # An endless animation asks for frames all the time, even where it stands still.
        assert page.evaluate(ENDLESS_ANIMATIONS_JS) == 0


def test_the_language_keeps_the_page_and_its_seats(server: LiveServer, chromium: Browser) -> None:
    with browser_page(chromium) as page:
        page.goto(f"{server.address}/new/nightmarium?seats=4")
        page.locator("[popovertarget=languages]").click()
        page.get_by_role("button", name="Deutsch").click()
        expect(page.locator("html")).to_have_attribute("lang", "de")
        assert "/new/nightmarium?" in page.url
        expect(page.get_by_role("combobox")).to_have_count(4)
