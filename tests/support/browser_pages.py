"""Browser pages of separate users, and common actions on them."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from onirium import record
from onirium.record import Record
from onirium.record.replay import final_state
from onirium.web.middleware.cookies import COOKIE_NAME
from tests.support.axe import NEXT_FRAMES
from tests.support.live_server import HttpUser, LiveServer

expect.set_options(timeout=60_000)

EXPANSIONS = ["expansions=book", "expansions=towers", "expansions=premonitions"]
PHONE: ViewportSize = {"width": 390, "height": 844}
POLL_INTERVAL_MS = 30
"""Polling at every frame, the default, makes the browser draw frames for nothing else."""

WITH_MOTION = {"reduced_motion": "no-preference"}
"""Context options of a page with animations."""

RUNNING_ANIMATIONS_JS = """
() => document.getAnimations().filter((one) => one.playState === "running" &&
  Number(one.effect?.getComputedTiming().duration) > 1).length
"""
"""Counts the visible animations: those shorter than a frame, in milliseconds, are invisible."""

KEEP_MESSAGES_JS = """
() => {
  const later = setTimeout;
  window.setTimeout = (act, ms, ...more) => ms >= 5000 ? 0 : later(act, ms, ...more);
}
"""
"""Keeps notices and phrases, which may else vanish before they are seen on a busy machine."""

_BRISK_PACE_JS = """
if (location.protocol !== "about:") localStorage["onirium.pace"] ??= "brisk";
"""
"""Shows the events of other players in the shortest time."""


@contextmanager
def browser_page(chromium: Browser, **context: Any) -> Iterator[Page]:
    """Open a page of a new user, by default with reduced motion; fail on JavaScript errors."""
    browser_context = chromium.new_context(**{"reduced_motion": "reduce", **context})
    browser_context.set_default_timeout(60_000)
    browser_context.add_init_script(_BRISK_PACE_JS)
    page = browser_context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    try:
        yield page
    finally:
        browser_context.close()
    assert not errors


def create_table(
    page: Page, server: LiveServer, game: str, seats: int = 0, *options: str, **occupants: str
) -> None:
    """Create a table by the form: occupants by ``seat_2`` and so on, and options to tick."""
    page.goto(f"{server.address}/new/{game}" + (f"?seats={seats}" if seats else ""))
    for seat, occupant in occupants.items():
        page.locator(f"[name='{seat.replace('_', '.')}']").select_option(occupant)
    for choice in options:
        option, value = choice.split("=")
        page.locator(f"[name='option.{option}'][value='{value}']").check()
    page.locator(".submit button").click()
    wait_for_table(page)
    if "friend" in occupants.values():
        close_first_invitation(page)


def close_first_invitation(page: Page) -> None:
    """Close the invitation that a new table shows if it keeps a seat for a friend."""
    dialog = page.locator("dialog#dialog")
    expect(dialog.locator("svg.qr")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def open_table(page: Page, server: LiveServer, table_id: str, user: HttpUser) -> None:
    """Open a table as a user."""
    identify(page, user)
    page.goto(f"{server.address}/t/{table_id}")
    wait_for_table(page)


def identify(page: Page, user: HttpUser) -> None:
    """Make the browser of a page that of a user."""
    page.context.add_cookies(
        [{"name": COOKIE_NAME, "value": user.token, "url": user.server.address}]
    )


def wait_for_table(page: Page) -> str:
    """Wait until a table is shown; return its id."""
    page.wait_for_url("**/t/*")
    page.locator(".table-surface").wait_for()
    return table_id(page)


def table_id(page: Page) -> str:
    return re.split(r"[/#?]", page.url.split("/t/")[1])[0]


def download_record(page: Page) -> Record:
    """Download the record of the game on the page."""
    answer = page.request.get(re.sub(r"(/t/[^/#?]+).*", r"\1/record.json", page.url))
    assert answer.ok, answer.text()
    return record.loads(answer.text())


def assert_replays_to(page: Page, ending: str) -> None:
    """Check that the record replays to the result that the page shows to the first seat."""
    state = final_state(download_record(page))
    assert state.is_terminal()
    returns = state.returns()
    if re.search("stays? shut|not complete|Defeat|have lost|draw", ending):
        assert max(returns) <= 0
    elif re.search("You have won|[Vv]ictory", ending):
        assert returns[0] > 0
    else:
        assert returns[0] <= 0 < max(returns), ending
        assert "has won" in ending


_IS_LOADED_JS = """
() => document.fonts.status === "loaded" && [...document.images].every(
  (one) => one.complete || !one.checkVisibility()
    || one.getBoundingClientRect().top > innerHeight)
"""


def wait_for_pictures(page: Page) -> None:
    """Wait until fonts and visible pictures are loaded; hidden or lower pictures load later."""
    page.wait_for_function(_IS_LOADED_JS, polling=POLL_INTERVAL_MS)


_IS_LAID_OUT_JS = """
({ width, height }) => {
  const probe = document.createElement("div");
  Object.assign(probe.style, { position: "fixed", width: "100vw", height: "100dvh" });
  document.body.append(probe);
  const box = probe.getBoundingClientRect();
  probe.remove();
  return innerWidth === width && box.width === width && box.height === height;
}
"""


def resize(page: Page, size: ViewportSize) -> None:
    """Resize the window, and wait until the page is laid out for it.

    The script sees the new size some time before the layout does.
    """
    page.set_viewport_size(size)
    page.wait_for_function(_IS_LAID_OUT_JS, arg=size)
    page.evaluate(NEXT_FRAMES)


def take_picture(page: Page) -> str:
    """Return a picture of the window as base64 of PNG.

    The encoder is set to speed: the usual one takes five times the processor time of everything
    else that a picture needs.
    """
    devtools = page.context.new_cdp_session(page)
    answer = devtools.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
    devtools.detach()
    return str(answer["data"])


def blank_page(context: BrowserContext) -> Page:
    """Return an empty page of a context, on whose canvas pictures are read; open one if needed."""
    blank = next((page for page in context.pages if page.url == "about:blank"), None)
    return blank or context.new_page()


def fetch_table_view(page: Page) -> Any:
    """Return the table view of the user of a page."""
    answer = page.request.get(page.url.replace("/t/", "/api/t/"))
    return json.loads(answer.text())


def open_dialog(page: Page, name: str) -> Locator:
    """Open a dialog by its button, or by the menu; return it."""
    button = page.locator(f"button.tool.{name}")
    if not button.is_visible():
        page.locator("button.tool.menu").click()
        button = page.locator(f"dialog .menu [data-opens={name}]")
    button.click()
    dialog = page.locator("dialog#dialog")
    expect(dialog).to_be_visible()
    return dialog


def play_now(page: Page, address: str, game: str) -> str:
    """Create a table from the lobby and wait until it is shown; return its id."""
    page.goto(address)
    play_now_button(page, game).click()
    return wait_for_table(page)


def play_now_button(page: Page, game: str) -> Locator:
    """Return the button of the lobby that creates a table at once."""
    cards = page.locator("article.game")
    return cards.filter(has=page.locator(f"#game-{game}")).locator(".quick-start button")
