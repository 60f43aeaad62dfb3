"""The log of a table: one line that unfolds to the latest sentences."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from onirium.record import read
from tests.support.browser_pages import browser_page, open_dialog, open_table
from tests.support.composition import NARROW
from tests.support.live_server import LiveServer

pytestmark = pytest.mark.browser

RECORDS = Path(__file__).parents[1] / "transcripts"
MARK = "Since you last acted"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}

OVERFLOW_JS = "(all) => all.map((one) => one.scrollWidth > one.clientWidth + 1)"


def open_record(page: Page, server: LiveServer, record: str, missing: int, name: str = "") -> None:
    """Open a table at which the last ``missing`` steps of a record are still to come."""
    user = server.new_user()
    user.post("/settings", f"name={name}", **FORM)
    table = server.create_table_from_record(read(RECORDS / f"{record}.json"), user, missing)
    open_table(page, server, table, user)


def test_a_mark_shows_what_the_others_did_since(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as page:
        open_record(page, server, "nightmarium-0.1.0-two-won-by-player-1", 16)
        page.locator(".logline").click()
        sentences = page.locator("#news > li")
        expect(page.locator("#news .since")).to_have_text(MARK)
        texts = sentences.all_inner_texts()
        index = texts.index(MARK)
        assert texts[index - 1].startswith("Player\xa01 ")
        assert texts[index + 1].startswith("Otto ")
        page.keyboard.press("Escape")
        narrated = open_dialog(page, "narration").locator(".sentences > li").all_inner_texts()
        assert len(narrated) > len(texts)
        assert narrated[-len(texts) :] == texts


@pytest.mark.nightly
def test_a_new_page_shows_all_that_four_others_did_since(
    chromium: Browser, server: LiveServer
) -> None:
    """After 103 actions, 30 sentences have followed the first player's last one."""
    with browser_page(chromium) as page:
        open_record(page, server, "nightmarium-0.1.0-five-won-by-player-2", 14)
        page.locator(".logline").click()
        expect(page.locator("#news .since")).to_have_text(MARK)
        texts = page.locator("#news > li").all_inner_texts()
        index = texts.index(MARK)
        assert texts[index - 1].startswith("Player\xa01 ")
        assert len(texts[index + 1 :]) == 30


@pytest.mark.nightly
def test_the_dialog_of_a_long_story_opens_at_its_end(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as page:
        open_record(page, server, "onirim-0.1.0-won", 2)
        sentences = open_dialog(page, "narration").locator(".sentences > li")
        expect(sentences.last).to_be_in_viewport()
        expect(sentences.first).not_to_be_in_viewport()


def test_a_player_alone_sees_no_mark(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as page:
        open_record(page, server, "onirim-0.1.0-won", 2)
        page.locator(".logline").click()
        expect(page.locator("#news li").first).to_be_visible()
        expect(page.locator("#news .since")).to_have_count(0)


def test_a_sentence_opens_to_the_cards_that_it_names(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as page:
        open_record(page, server, "nightmarium-0.1.0-two-won-by-player-1", 16)
        page.locator(".logline").click()
        sentence = page.locator("#news > li").filter(has_text="Player\xa01 cuts").last
        card = sentence.get_by_role("img", name="Insektoid head/torso/legs (Singer)")
        expect(card).to_be_hidden()
        sentence.locator("summary").click()
        expect(card).to_be_visible()
        sentence.locator("summary").press("Enter")
        expect(card).to_be_hidden()
        # Nobody but Otto knows what he has drawn.
        drawn = page.locator("#news > li").filter(has_text="Otto draws")
        expect(drawn.locator("summary")).to_have_count(0)


def test_a_long_name_without_spaces_is_not_cut_off(chromium: Browser, server: LiveServer) -> None:
    name = 20 * "W"
    with browser_page(chromium, viewport=NARROW) as page:
        open_record(page, server, "nightmarium-0.1.0-two-won-by-player-1", 16, name)
        news = page.locator("#news > li").filter(has_text=name)
        page.locator(".logline").click()
        expect(news.first).to_be_attached()
        assert not any(news.evaluate_all(OVERFLOW_JS))
        page.keyboard.press("Escape")
        line = page.locator(".logline span")
        expect(line).to_contain_text(name)
        assert not any(line.evaluate_all(OVERFLOW_JS))
