"""Accessibility of the table: axe, focus, live regions."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from onirium.match.match import HUMAN
from tests.support.axe import assert_passes_axe
from tests.support.browser_pages import (
    PHONE,
    browser_page,
    open_dialog,
    open_table,
    play_now_button,
)
from tests.support.browser_player import MousePlayer
from tests.support.live_server import LiveServer
from tests.support.nightly import nightly

pytestmark = pytest.mark.browser

ALL_EXPANSIONS = ["book", "towers", "premonitions"]
DIALOGS = ["odds", "narration", "help", "menu", "seats", "chat", "resign"]


@pytest.mark.parametrize("game", ["onirim", *nightly("nightmarium")])
def test_the_table_passes_axe(chromium: Browser, server: LiveServer, game: str) -> None:
    user = server.new_user()
    options = {"seats": 2, **({"expansions": ALL_EXPANSIONS} if game == "onirim" else {})}
    table = server.create_table(game, (HUMAN, "random"), user, options=options)
    with browser_page(chromium, color_scheme="light", viewport=PHONE) as page:
        open_table(page, server, table, user)
        player = MousePlayer(page, 7)
        for prompt in prompts(player, 3):
            assert_passes_axe(page, prompt)
        for dialog in DIALOGS:
            if dialog == "chat" and game == "onirim":
                continue
            open_dialog(page, dialog)
            assert_passes_axe(page, dialog, "dialog#dialog")
            page.keyboard.press("Escape")
            expect(page.locator("dialog#dialog")).to_be_hidden()
        open_dialog(page, "resign").get_by_role("button", name="Give up").click()
        expect(page.locator(".end .ending")).to_be_visible()
        assert_passes_axe(page, "ending")
        page.goto(f"{server.address}/t/{table}/replay")
        page.locator(".replaying").wait_for()
        assert_passes_axe(page)


def prompts(player: MousePlayer, count: int) -> Iterator[str]:
    """Play, and yield each prompt when it appears for the first time."""
    seen: set[str] = set()
    decision = player.wait_for_decision()
    while len(seen) < count:
        assert not decision["ending"], f"the game has only {len(seen)} prompts"
        state = f"{decision['prompt']} {any(offer['lifted'] for offer in decision['offers'])}"
        if state not in seen:
            seen.add(state)
            yield state
        player.act(decision)
        decision = player.wait_for_decision()


def test_the_focus_stays_on_the_page_after_each_decision(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium) as page:
        page.goto(server.address)
        play_now_button(page, "onirim").click()
        player = MousePlayer(page, 2)
        for _ in range(6):
            decision = player.wait_for_decision()
            page.locator("button.card.legal, .choices button").first.focus()
            page.keyboard.press("Enter")
            if any(offer["what"] == "card" for offer in decision["offers"]):
                page.keyboard.press("Enter")
            player.wait_for_decision()
            focused = page.evaluate("document.activeElement.closest('main') !== null")
            assert focused, decision["prompt"]


def test_events_are_announced_once(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as page:
        page.goto(server.address)
        play_now_button(page, "onirim").click()
        said = page.locator(".unseen[role=status]")
        card = page.locator(".own button.legal").first
        name = (card.get_attribute("data-card") or "").casefold()
        card.focus()
        page.keyboard.press("d")
        expect(said).to_contain_text(name, ignore_case=True)
        text = said.inner_text()
        news = page.locator("ol.news > li").last.inner_text()
        assert text.count(news) == 1
        # The question follows.
        assert not text.endswith(news)
