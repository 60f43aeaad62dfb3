"""The table for everybody: axe finds nothing, the focus stays, what happens is said once."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.axe import assert_axe_finds_nothing
from tests.support.browser_pages import (
    EXPANSIONS,
    PHONE,
    begin,
    opened,
    play_now,
    table_of,
    visiting,
)
from tests.support.browser_player import Mouse
from tests.support.live_server import LiveServer

pytestmark = pytest.mark.browser

DIALOGS = ["odds", "story", "help", "menu", "seats", "talk", "resign"]


@pytest.mark.parametrize("game", ["onirim", "nightmarium"])
def test_axe_finds_nothing_at_the_table(chromium: Browser, server: LiveServer, game: str) -> None:
    with visiting(chromium, color_scheme="light", viewport=PHONE) as page:
        begin(page, server, game, 2, *(EXPANSIONS if game == "onirim" else []), seat_2="random")
        player = Mouse(page, 7)
        for prompt in prompts(player, 5):
            assert_axe_finds_nothing(page, prompt)
        for dialog in DIALOGS:
            if dialog == "talk" and game == "onirim":
                continue
            opened(page, dialog)
            assert_axe_finds_nothing(page, dialog)
            page.keyboard.press("Escape")
            expect(page.locator("dialog#dialog")).to_be_hidden()
        opened(page, "resign").get_by_role("button", name="Give up").click()
        expect(page.locator("dialog .ending")).to_be_visible()
        assert_axe_finds_nothing(page, "ending")
        page.goto(f"{server.address}/t/{table_of(page)}/replay")
        page.locator(".replaying").wait_for()
        assert_axe_finds_nothing(page)


def prompts(player: Mouse, number: int) -> Iterator[str]:
    """Play, and stop where something is asked for the first time."""
    met: set[str] = set()
    for _ in range(60):
        moment = player.moment()
        state = f"{moment['prompt']} {any(offer['lifted'] for offer in moment['offers'])}"
        if moment["ending"] or len(met) == number:
            return
        if state not in met:
            met.add(state)
            yield state
        player.touch(moment)


def test_the_focus_stays_at_the_table_after_each_decision(
    chromium: Browser, server: LiveServer
) -> None:
    with visiting(chromium) as page:
        page.goto(server.address)
        play_now(page, "onirim").click()
        player = Mouse(page, 2)
        for _ in range(6):
            moment = player.moment()
            page.locator("button.card.legal, .choices button").first.focus()
            page.keyboard.press("Enter")
            if any(offer["what"] == "card" for offer in moment["offers"]):
                page.keyboard.press("Enter")
            player.moment()
            focused = page.evaluate("document.activeElement.closest('main') !== null")
            assert focused, moment["prompt"]


def test_what_happens_is_said_once(chromium: Browser, server: LiveServer) -> None:
    with visiting(chromium) as page:
        page.goto(server.address)
        play_now(page, "onirim").click()
        said = page.locator(".unseen[role=log] p")
        card = page.locator(".own button.legal").first
        name = (card.get_attribute("data-card") or "").casefold()
        card.focus()
        page.keyboard.press("d")
        about = said.filter(has_text=name)
        expect(about.first).to_be_attached()
        sentences = said.all_text_contents()
        assert len(sentences) == len(set(sentences))
        shown = page.locator("ol.news li").all_text_contents()
        assert sentences[-1] == shown[-1]
        expect(page.locator("[role=alert].unseen")).not_to_be_empty()
