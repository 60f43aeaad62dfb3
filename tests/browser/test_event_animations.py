"""Events are animated over the table, and a key skips them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from onirium import record
from onirium.match.match import HUMAN
from tests.support.browser_pages import PHONE, WITH_MOTION, browser_page, open_table
from tests.support.browser_player import MousePlayer
from tests.support.live_server import LiveServer
from tests.support.nightly import nightly

pytestmark = pytest.mark.browser

RECORDS = Path(__file__).parents[1] / "transcripts"
RECORD = RECORDS / "onirim-0.1.0-won.json"
OMENS = RECORDS / "onirim-0.1.0-premonitions-won.json"
ACTIONS_SINCE_A_SEARCH = 10
ACTIONS_SINCE_A_STRIKE = 59
ACTIONS_OF_A_TURN = 19
"""Until the first player of a game for two has played and drawn."""
DECISIONS_WITH_A_PARTNER = 40

RECORD_ADDED_JS = """
window.added = new Set();
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const { className, src, textContent } of addedNodes)
      if (className) added.add(className).add(src ?? textContent);
}).observe(document, { childList: true, subtree: true });
"""


def load_animations(page: Page) -> None:
    """Wait for the modules of events, loaded at the first touch with those of dialogs."""
    page.keyboard.press("?")
    page.locator("dialog .keys kbd").first.wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("dialog#dialog")).to_be_hidden()


@contextmanager
def page_at_a_search(chromium: Browser, server: LiveServer) -> Iterator[Page]:
    """Provide a table that moves, before a card is searched, and that notes added elements."""
    user = server.new_user()
    played = record.read(RECORD)
    table_id = server.create_table_from_record(played, user, ACTIONS_SINCE_A_SEARCH)
    with browser_page(chromium, **WITH_MOTION) as page:
        page.add_init_script(RECORD_ADDED_JS)
        open_table(page, server, table_id, user)
        load_animations(page)
        yield page


def test_the_animation_of_a_found_door_is_skipped(chromium: Browser, server: LiveServer) -> None:
    with page_at_a_search(chromium, server) as page:
        page.locator(".choices button").first.click()
        page.wait_for_function("() => added.has('ghost shown') && added.has('gate opening')")
        page.keyboard.press("s")
        expect(page.locator(".gate.opening")).to_have_count(0)
        expect(page.locator("button.legal, .choices button").first).to_be_visible()
        page.keyboard.press("s")
        expect(page.locator(".ghost, .darkness")).to_have_count(0)


@pytest.mark.parametrize("motion", ["reduce", *nightly("no-preference")])
def test_a_striking_premonition_is_announced_and_leaves_the_game(
    chromium: Browser, server: LiveServer, motion: str
) -> None:
    user = server.new_user()
    table_id = server.create_table_from_record(record.read(OMENS), user, ACTIONS_SINCE_A_STRIKE)
    with browser_page(chromium, reduced_motion=motion) as page:
        page.add_init_script(RECORD_ADDED_JS)
        open_table(page, server, table_id, user)
        load_animations(page)
        page.evaluate("added.clear()")
        page.locator(".choices button").first.click()
        said = "Both red doors: discard all red rooms from the deck"
        page.wait_for_function("() => added.has('announcement')")
        expect(page.locator("button.legal").first).to_be_visible()
        added = page.evaluate("[...added]")
        # O10.2 It is removed from the game: it does not fly to the deck.
        assert not [one for one in added if "red-premonition" in one], added
        assert said in page.evaluate("[...added]")


def test_nothing_flies_over_a_hidden_page(chromium: Browser, server: LiveServer) -> None:
    """Its animations would end only when it is shown again: their pictures would pile up."""
    with page_at_a_search(chromium, server) as page:
        page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
        page.evaluate("added.clear()")
        search = page.locator(".choices button").first
        search.click()
        expect(search).to_have_count(0)
        expect(page.locator("button.legal").first).to_be_visible()
        added = page.evaluate("[...added]")
        assert not [one for one in added if "ghost" in one or "opening" in one], added


@pytest.mark.nightly
def test_the_cards_of_another_seat_do_not_fly(chromium: Browser, server: LiveServer) -> None:
    user = server.new_user()
    played = record.read(RECORDS / "onirim-0.1.0-two-won.json")
    opening = played.actions[:ACTIONS_OF_A_TURN]
    seats, options = (HUMAN, HUMAN), played.options
    table_id = server.create_table("onirim", seats, user, user, options=options, opening=opening)
    with browser_page(chromium, **WITH_MOTION) as page:
        page.add_init_script(RECORD_ADDED_JS)
        open_table(page, server, table_id, user)
        page.evaluate("added.clear()")
        page.locator("[data-hold]").focus()
        page.keyboard.down("Enter")
        expect(page.locator("button.legal").first).to_be_visible()
        page.keyboard.up("Enter")
        assert "ghost" not in page.evaluate("[...added]")


@pytest.mark.nightly
def test_cards_leave_a_closed_sheet_without_a_warning(
    chromium: Browser, server: LiveServer
) -> None:
    """The partner plays cards of a sheet that is closed on a phone, where they have no size."""
    user = server.new_user()
    table_id = server.create_table("onirim", (HUMAN, "greedy"), user, options={"seats": 2})
    with browser_page(chromium, viewport=PHONE, **WITH_MOTION) as page:
        warnings: list[str] = []
        page.on("console", lambda message: warnings.append(message.text))
        open_table(page, server, table_id, user)
        decisions = iter(range(DECISIONS_WITH_A_PARTNER))
        MousePlayer(page).play(stop=lambda: next(decisions, None) is None)
        assert warnings == []
