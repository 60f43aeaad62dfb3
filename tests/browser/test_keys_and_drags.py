"""Whole games by keyboard only, and turns by dragging."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from onirium import record
from onirium.match.match import HUMAN
from tests.support.browser_pages import (
    WITH_MOTION,
    assert_replays_to,
    browser_page,
    download_record,
    open_table,
    play_now,
    play_now_button,
    wait_for_table,
)
from tests.support.browser_player import DragPlayer, KeyboardPlayer, MousePlayer
from tests.support.live_server import LiveServer
from tests.support.nightly import gate_cases

pytestmark = pytest.mark.browser

GAMES = ["onirim", "nightmarium"]
RECORDS = Path(__file__).parents[1] / "transcripts"


def test_a_whole_game_by_keyboard(chromium: Browser, server: LiveServer) -> None:
    user = server.new_user()
    table = server.create_table("onirim", (HUMAN,), user, seed=3)
    with browser_page(chromium) as page:
        open_table(page, server, table, user)
        assert_replays_to(page, KeyboardPlayer(page).play())


@pytest.mark.nightly
def test_the_end_of_nightmarium_by_keyboard(chromium: Browser, server: LiveServer) -> None:
    played = record.read(RECORDS / "nightmarium-0.1.0-two-won-by-player-1.json")
    opening = played.actions[: len(played.actions) // 2]
    user = server.new_user()
    table = server.create_table("nightmarium", (HUMAN, "greedy"), user, opening=opening)
    with browser_page(chromium) as page:
        open_table(page, server, table, user)
        assert_replays_to(page, KeyboardPlayer(page).play())


@pytest.mark.parametrize("game", GAMES)
def test_a_game_starts_by_keyboard(chromium: Browser, server: LiveServer, game: str) -> None:
    with browser_page(chromium) as page:
        page.goto(server.address)
        tab_to_play(page, game)
        page.keyboard.press("Enter")
        wait_for_table(page)


def tab_to_play(page: Page, game: str) -> None:
    for _ in range(30):
        page.keyboard.press("Tab")
        if play_now_button(page, game).evaluate("(button) => button === document.activeElement"):
            return
    raise AssertionError("the keyboard does not reach a game")


@pytest.mark.parametrize("game", gate_cases(GAMES, "onirim"))
def test_turns_by_dragging(chromium: Browser, server: LiveServer, game: str) -> None:
    with browser_page(chromium, **WITH_MOTION) as page:
        play_now(page, server.address, game)
        player = DragPlayer(page)
        player.play(stop=lambda: player.drag_count == 10)
        assert player.drag_count == 10


def test_a_double_click_never_discards(chromium: Browser, server: LiveServer) -> None:
    """After a sun another sun can only be discarded, and not by mistake."""
    with browser_page(chromium) as page:
        user = server.new_user()
        open_table(page, server, server.create_table("onirim", (HUMAN,), user, seed=4), user)
        page.locator(".own button[data-card$=sun]").first.dblclick()
        MousePlayer(page).wait_for_decision()
        spare = page.locator(".own button.spare[data-card$=sun]").first
        spare.click()
        expect(page.locator(".prompt")).to_have_text("A sun cannot follow a sun.")
        expect(page.locator(".choices button.first")).to_have_count(0)
        taken = len(download_record(page).actions)
        spare.click()
        expect(page.locator(".lifted")).to_have_count(0)
        assert len(download_record(page).actions) == taken


CLICK_AT_JS = """
([button, time]) => {
  const click = new MouseEvent("click", { bubbles: true, detail: 1, clientX: 640, clientY: 560 });
  Object.defineProperty(click, "timeStamp", { value: time });
  document.querySelector(button).dispatchEvent(click);
}
"""
"""Clicks a button at a time in milliseconds, always at the same point of the window."""


@pytest.mark.parametrize("button", [".choices button:last-child", "[data-pile=discard] > .goal"])
def test_a_double_click_answers_one_question(
    chromium: Browser, server: LiveServer, button: str
) -> None:
    """The discard draws a Nightmare, whose answers appear under the pointer."""
    with browser_page(chromium) as page:
        user = server.new_user()
        open_table(page, server, server.create_table("onirim", (HUMAN,), user, seed=1), user)
        page.locator(".own button[data-card='red sun']").first.click()
        page.evaluate(CLICK_AT_JS, [button, 1000])
        expect(page.locator(".prompt")).to_contain_text("A Nightmare!")
        page.evaluate(CLICK_AT_JS, [".choices button", 1399])
        assert page.locator(".choices button").count() == 2
        page.evaluate(CLICK_AT_JS, [".choices button", 1400])
        assert page.locator(".choices button").count() == 0


def test_quick_clicks_of_one_answer_all_count(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as page:
        user = server.new_user()
        table = server.create_table("nightmarium", (HUMAN, HUMAN), user, server.new_user())
        open_table(page, server, table, user)
        hand = page.locator(".own button.card")
        before = hand.count()
        for time in (1000, 1001):
            page.locator(".choices button", has_text="Draw").wait_for()
            page.evaluate(CLICK_AT_JS, [".choices button", time])
        expect(hand).to_have_count(before + 2)


def test_no_symbol_is_to_blame_during_a_nightmare(chromium: Browser, server: LiveServer) -> None:
    """O5.1 A sun after a sun is of no use to a Nightmare, as any room without a key."""
    opening = record.read(RECORDS / "onirim-0.1.0-won.json").actions[:100]
    user = server.new_user()
    table = server.create_table("onirim", (HUMAN,), user, opening=opening)
    with browser_page(chromium) as page:
        open_table(page, server, table, user)
        expect(page.locator(".prompt")).to_contain_text("A Nightmare!")
        page.locator('.own button[data-card="red sun"]').click(force=True)
        expect(page.locator(".prompt")).to_contain_text("Red sun: of no use just now.")


BOX_JS = """
(selector) => {
  const { x, y, width } = document.querySelector(selector).getBoundingClientRect();
  return [x, y, width];
}
"""


def test_a_dragged_card_snaps_to_its_place(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as page:
        play_now(page, server.address, "onirim")
        box = page.locator(".own button.card").first.bounding_box()
        assert box is not None
        mouse = page.mouse
        mouse.move(box["x"] + 20, box["y"] + 40)
        mouse.down()
        mouse.move(box["x"] + 30, box["y"] - 30, steps=3)
        expect(page.locator(".ghost.dragged:not(.snapped)")).to_be_visible()
        expect(page.locator(".own .card[data-dragged]")).to_have_count(1)
        labyrinth = page.locator(".labyrinth").bounding_box()
        assert labyrinth is not None
        mouse.move(labyrinth["x"] + 300, labyrinth["y"] + 60, steps=3)
        expect(page.locator(".ghost.snapped")).to_be_visible()
        place = page.evaluate(BOX_JS, ".set .slot.foreseen")
        assert page.evaluate(BOX_JS, ".ghost") == pytest.approx(place, abs=1)
        mouse.up()
        expect(page.locator(".ghost")).to_have_count(0)
        expect(page.locator(".set button, .set .card:not(.slot)")).to_have_count(1)


@pytest.mark.nightly
def test_a_dragged_card_snaps_beside_a_long_path(chromium: Browser, server: LiveServer) -> None:
    """Its place is that of the set, not the oldest room."""
    played, user = record.read(RECORDS / "onirim-0.1.0-won.json"), server.new_user()
    table = server.create_table_from_record(played, user, len(played.actions) - 126)
    with browser_page(chromium, **WITH_MOTION) as page:
        open_table(page, server, table, user)
        box = page.locator(".own button[data-card='blue moon']").bounding_box()
        assert box is not None
        mouse = page.mouse
        mouse.move(box["x"] + 20, box["y"] + 40)
        mouse.down()
        mouse.move(box["x"] + 30, box["y"] - 30, steps=3)
        labyrinth = page.locator(".labyrinth").bounding_box()
        assert labyrinth is not None
        mouse.move(labyrinth["x"] + 300, labyrinth["y"] + 60, steps=3)
        expect(page.locator(".ghost.snapped")).to_be_visible()
        place = page.evaluate(BOX_JS, ".set .slot.foreseen")
        page.wait_for_function(f"() => Math.abs(({BOX_JS})('.ghost')[2] - {place[2]}) < 1")
        mouse.up()


def test_a_card_dropped_elsewhere_returns(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium, **WITH_MOTION) as page:
        play_now(page, server.address, "onirim")
        box = page.locator(".own button.card").first.bounding_box()
        assert box is not None
        dealt = len(download_record(page).actions)
        page.mouse.move(box["x"] + 20, box["y"] + 40)
        page.mouse.down()
        page.mouse.move(200, 300, steps=4)
        page.mouse.up()
        expect(page.locator(".ghost")).to_have_count(0)
        expect(page.locator(".lifted, [data-dragged]")).to_have_count(0)
        assert len(download_record(page).actions) == dealt


def test_a_card_can_be_dragged_while_the_page_is_selected(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium) as page:
        play_now(page, server.address, "onirim")
        card = page.locator(".own button.card.legal").first.bounding_box()
        pile = page.locator("[data-pile=discard]").bounding_box()
        assert card is not None
        assert pile is not None
        page.keyboard.press("Control+a")
        page.mouse.move(card["x"] + 20, card["y"] + 40)
        page.mouse.down()
        page.mouse.move(card["x"] + 30, card["y"] - 30, steps=3)
        page.mouse.move(pile["x"] + pile["width"] / 2, pile["y"] + pile["height"] / 2, steps=4)
        expect(page.locator(".ghost.snapped")).to_be_visible()
        page.mouse.up()


TWO_FINGERS_JS = """
() => {
  const card = document.querySelector(".own button.card.legal");
  const { x, y } = card.getBoundingClientRect();
  const send = (target, type, isPrimary, up) => target.dispatchEvent(new PointerEvent(type, {
    bubbles: true, pointerType: "touch", pointerId: isPrimary ? 1 : 2, isPrimary,
    clientX: x + 10, clientY: y + 10 - up }));
  send(card, "pointerdown", true, 0);
  send(window, "pointermove", true, 80);
  const ghosts = document.querySelectorAll(".ghost.dragged").length;
  send(document.querySelector("main"), "pointerdown", false, 200);
  send(window, "pointerup", false, 200);
  send(window, "pointerup", true, 80);
  return ghosts;
}
"""


@pytest.mark.nightly
def test_a_second_finger_does_not_keep_the_card_of_the_first(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium) as page:
        play_now(page, server.address, "onirim")
        assert page.evaluate(TWO_FINGERS_JS) == 1
        expect(page.locator(".ghost, [data-dragged]")).to_have_count(0)


ACTIONS_SINCE_A_VISION = 117
"""A Paradoxical Prophecy, whose five cards are being looked at."""

FOCUS_JS = "document.activeElement.getAttribute('aria-label') ?? ''"


def test_keys_lead_to_zones_and_read_the_situation(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as page:
        play_now(page, server.address, "onirim")
        page.keyboard.press("g")
        assert page.evaluate(FOCUS_JS) == "Doors: 0/8"
        page.keyboard.press("k")
        assert page.evaluate(FOCUS_JS).startswith("Deck")
        page.keyboard.press("c")
        first = page.evaluate("document.activeElement.dataset.key")
        page.keyboard.press("c")
        assert page.evaluate("document.activeElement.dataset.key") != first
        assert page.evaluate("document.activeElement.matches('.own button')")
        page.keyboard.press("r")
        said = page.locator("[role=alert]").inner_text()
        assert said.startswith("Play a card or discard one. 0 of 8 doors.")
        assert "Hand:" in said


def test_digits_count_the_cards_of_the_decision(chromium: Browser, server: LiveServer) -> None:
    """They count the cards in hand only where these are of use."""
    played, user = record.read(RECORDS / "onirim-0.1.0-all-won.json"), server.new_user()
    table = server.create_table_from_record(played, user, ACTIONS_SINCE_A_VISION)
    with browser_page(chromium) as page:
        open_table(page, server, table, user)
        seen = page.locator(".panel button.card")
        expect(seen).to_have_count(5)
        page.keyboard.press("4")
        expect(seen.nth(3)).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("r")
        said = page.locator("[role=alert]").inner_text()
        # O8.2 The door of the first goal face up is sought next.
        assert "Sought next: " in said
        assert "Seen: " in said
        page.keyboard.press("4")
        expect(seen).to_have_count(4)


def test_help_lists_the_keys_of_the_table_only(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as page:
        play_now(page, server.address, "onirim")
        page.keyboard.press("?")
        page.locator("dialog .keys kbd").first.wait_for()
        keys = page.locator("dialog .keys kbd").all_inner_texts()
        assert {"g", "l", "k", "i", "x"} <= {*keys}
        assert not {"e", "p", "t"} & {*keys}


def test_keys_work_on_a_cyrillic_keyboard(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as page:
        play_now(page, server.address, "onirim")
        page.evaluate(
            "dispatchEvent(new KeyboardEvent('keydown', { key: '\u0441', code: 'KeyC' }))"
        )
        assert page.evaluate("document.activeElement.matches('.own button')")
