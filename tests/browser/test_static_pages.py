"""Static pages in a real browser: keyboard, small screens, axe."""

import json
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize

from onirium.match.match import HUMAN
from tests.support.axe import TAGS, assert_no_violations
from tests.support.browser_pages import (
    PHONE,
    fetch_table_view,
    identify,
    wait_for_pictures,
    wait_for_table,
)
from tests.support.contrast import low_contrasts
from tests.support.live_server import LiveServer
from tests.support.nightly import FITTING_LANGUAGES, nightly

pytestmark = pytest.mark.browser

PAGES = ["/", "/new/onirim?seats=2", "/new/nightmarium?seats=5", "/history", "/statistics"]
PAGES += ["/rules/onirim", "/rules/onirim/exact", "/daily/nightmarium", "/join/abc"]
PAGES += ["/nowhere", "/privacy"]
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
SMALLEST: ViewportSize = {"width": 320, "height": 640}
EVERYTHING: dict[str, object] = {"type": "tag", "values": [*TAGS, "best-practice"]}


def lobby_with_games(server: LiveServer, context: BrowserContext, lost: int = 1) -> Page:
    """Return the lobby of a user with some lost games and an unfinished one."""
    page, user = context.new_page(), server.new_user()
    tables = [server.create_table("onirim", (HUMAN,), user) for _ in range(lost + 1)]
    for table in tables[:lost]:
        assert user.post(f"/api/t/{table}", '{"type": "resign"}').status_code == 200
    identify(page, user)
    page.goto(server.address)
    return page


@pytest.mark.parametrize(("theme", "size"), [("light", PHONE), *nightly(("dark", DESKTOP))])
def test_static_pages_pass_axe(
    server: LiveServer, chromium: Browser, theme: Literal["light", "dark"], size: ViewportSize
) -> None:
    context = chromium.new_context(viewport=size, color_scheme=theme)
    page = lobby_with_games(server, context)
    for path in (*PAGES, "/rules/nightmarium", "/daily/onirim"):
        page.goto(server.address + path)
        assert_no_violations(page, EVERYTHING)
    page.goto(f"{server.address}/new/onirim")
    page.get_by_label("Lost Steps").check()
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("alert").wait_for()
    assert_no_violations(page, EVERYTHING)
    context.close()


PALE_TEXTS_JS = """
() => [...document.querySelectorAll("body *")].filter((one) => {
  const words = [...one.childNodes].filter((node) => node instanceof Text && node.data.trim());
  if (!words.length || !one.checkVisibility() || one.matches(".skip")) return false;
  const linear = (part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  const [red, green, blue] = getComputedStyle(one).color.match(/[\\d.]+/g)
    .map((part) => linear(part / 255));
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) < 4.5;
}).map((one) => one.textContent)
"""
"""Lists the texts that are pale on white paper: browsers print no backgrounds."""


@pytest.mark.parametrize("path", ["/rules/onirim", "/rules/onirim/exact"])
def test_a_dark_page_is_printed_dark_on_white_without_navigation(
    server: LiveServer, chromium: Browser, path: str
) -> None:
    user = server.new_user()
    user.post("/settings", "theme=dark", **{"Content-Type": "application/x-www-form-urlencoded"})
    page = chromium.new_page()
    identify(page, user)
    page.goto(server.address + path)
    assert page.evaluate(PALE_TEXTS_JS)
    page.emulate_media(media="print")
    assert page.evaluate(PALE_TEXTS_JS) == []
    for navigation in (".top", ".page-footer", ".tabs", ".chapters"):
        assert not any(one.is_visible() for one in page.locator(navigation).all())
    page.close()


@pytest.mark.parametrize("feature", ["light-dark(#000", "selector(:popover-open"])
def test_old_browsers_are_named(server: LiveServer, chromium: Browser, feature: str) -> None:
    """A browser is old if it lacks one of the features, here after another name for it."""

    def rename(route: Route) -> None:
        style = route.fetch()
        assert feature in style.text()
        unknown = feature.replace("light", "unknown").replace(":popover", ":unknown")
        route.fulfill(response=style, body=style.text().replace(feature, unknown))

    page = chromium.new_page()
    page.goto(server.address)
    notice = page.get_by_text("This browser is too old")
    assert not notice.is_visible()
    page.route("**/static_pages.css", rename)
    page.goto(server.address + "/daily/onirim")
    assert notice.is_visible()
    page.close()


def test_reduced_motion_starts_no_transition(server: LiveServer, chromium: Browser) -> None:
    """Else a change of colours passes from parent to child, a frame each."""
    context = chromium.new_context(color_scheme="dark", reduced_motion="reduce")
    page = lobby_with_games(server, context)
    page.evaluate("addEventListener('transitionrun', () => (window.transitions = true))")
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    two_frames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    page.evaluate(two_frames)
    assert page.evaluate("window.transitions ?? false") is False
    context.close()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("theme", "size"),
    [("dark", DESKTOP), ("light", PHONE), ("light", DESKTOP), ("dark", PHONE)],
)
def test_every_text_is_legible_on_the_scenery(
    server: LiveServer, chromium: Browser, theme: Literal["light", "dark"], size: ViewportSize
) -> None:
    context = chromium.new_context(viewport=size, color_scheme=theme)
    page = lobby_with_games(server, context)
    for path in PAGES:
        page.goto(server.address + path)
        wait_for_pictures(page)
        assert not low_contrasts(page), path
    context.close()


@pytest.mark.parametrize("language", FITTING_LANGUAGES)
def test_nothing_overflows_the_smallest_screen(
    server: LiveServer, chromium: Browser, language: str
) -> None:
    context = chromium.new_context(viewport=SMALLEST, locale=language)
    page = lobby_with_games(server, context)
    for path in PAGES:
        page.goto(server.address + path)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= SMALLEST["width"], path
        small = page.evaluate(
            """[...document.querySelectorAll("a.button, button:not(.unseen), select, nav a, .slip")]
            .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 43.9)
            .map((each) => each.textContent.trim())"""
        )
        assert not small, path
    context.close()


def test_a_game_starts_without_javascript(server: LiveServer, chromium: Browser) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.address}/new/onirim")
    page.get_by_label("The Towers").first.check()
    page.get_by_role("button", name="2 players").click()
    page.get_by_label("Player 2").select_option("here")
    assert page.get_by_label("The Towers").first.is_checked()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/t/*")
    context.close()


def test_a_game_starts_by_keyboard(server: LiveServer, chromium: Browser) -> None:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(server.address)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert "Play now" in page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    context.close()


def test_enter_in_a_form_starts_the_game_and_keeps_the_seats(
    server: LiveServer, chromium: Browser
) -> None:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{server.address}/new/nightmarium?seats=3")
    page.get_by_label("6", exact=True).first.focus()
    page.keyboard.press("Enter")
    wait_for_table(page)
    assert len(fetch_table_view(page)["seats"]) == 3
    context.close()


def test_statistics_measure_the_skill_over_the_latest_games(
    server: LiveServer, chromium: Browser
) -> None:
    """Three games of the user: 0.25 and nothing lost, luck of 0.5 and 0, and one resigned.

    Two games say little: the ends of the intervals are those of shares.
    """
    context = chromium.new_context(viewport=PHONE)
    page = lobby_with_games(server, context, lost=3)
    results = [(0.25, 0.5, "play"), (0.5, None, "play"), (0.0, 1.0, "")]

    def analyse(route: Route) -> None:
        cost, adjusted, chosen = results.pop()
        seat = {"seat": 0, "cost": cost, "adjusted_result": adjusted}
        decisions = [{"seat": 0, "chosen": chosen}, {"seat": 0, "chosen": ""}]
        message = {"type": "game_analysis", "seats": [seat], "decisions": decisions}
        body = f"data: {json.dumps(message)}\n\n"
        route.fulfill(body=body, content_type="text/event-stream")

    page.route("**/analysis", analyse)
    page.goto(f"{server.address}/statistics")
    page.get_by_role("button", name="Analyse the latest games").click()
    figures = page.locator(".skill dd")
    figures.first.wait_for()
    assert figures.all_inner_texts() == [
        "75% (0% – 100%)",
        "6.25% (0% – 100%)",
        "75% (0% – 100%)",
    ]
    assert page.locator(".skill [role=status]").inner_text().endswith("Games that count: 2 / 3")
    assert_no_violations(page, EVERYTHING)
    context.close()


def test_a_new_table_keeps_its_choices_in_another_language(
    server: LiveServer, chromium: Browser
) -> None:
    context = chromium.new_context(viewport=DESKTOP, locale="en")
    page = context.new_page()
    page.goto(f"{server.address}/new/onirim?seats=2")
    page.locator("[value=towers]").check(force=True)
    page.locator("select").nth(1).select_option("greedy")
    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="Deutsch").click()
    page.get_by_role("heading", name="Onirim: neue Partie").wait_for()
    assert page.locator("[value=towers]").is_checked()
    assert page.locator("select").nth(1).input_value() == "greedy"
    context.close()
