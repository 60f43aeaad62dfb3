"""Pages around a game: replays, records, tutorials, the deal of the day."""

import hashlib
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from onirium import record
from onirium.web.live.tutorial import load_tutorial
from tests.support.axe import NEXT_FRAMES
from tests.support.browser_pages import (
    PHONE,
    browser_page,
    create_table,
    download_record,
    fetch_table_view,
    identify,
    open_dialog,
    play_now,
    table_id,
    wait_for_table,
)
from tests.support.browser_player import MousePlayer
from tests.support.live_server import LiveServer
from tests.support.nightly import gate_cases

pytestmark = pytest.mark.browser

GAMES = ["onirim", "nightmarium"]


def play_and_resign(page: Page, server: LiveServer, game: str) -> str:
    """Play some decisions and resign; return the id of the table."""
    table = play_now(page, server.address, game)
    left = iter(range(16))
    MousePlayer(page, 3).play(stop=lambda: next(left, None) is None)
    if not page.locator(".end .ending").count():
        open_dialog(page, "resign").get_by_role("button", name="Give up").click()
    expect(page.locator(".end .ending")).to_be_visible()
    return table


@pytest.mark.parametrize("game", gate_cases(GAMES, "onirim"))
def test_a_replay_is_navigated_step_by_step(
    chromium: Browser, server: LiveServer, game: str
) -> None:
    with browser_page(chromium) as page:
        table = play_and_resign(page, server, game)
        page.goto(f"{server.address}/t/{table}/replay#2")
        slider, step = page.locator(".replaying [type=range]"), page.locator(".replaying output")
        last = int(slider.get_attribute("max") or 0)
        assert last > 4
        expect(step).to_have_text(f"2 of {last}")
        second = page.locator(".table-surface").inner_text()
        page.keyboard.press("ArrowRight")
        expect(step).to_have_text(f"3 of {last}")
        page.keyboard.press("End")
        expect(step).to_have_text(f"{last} of {last}")
        page.keyboard.press("Home")
        expect(step).to_have_text(f"0 of {last}")
        slider.fill("3")
        expect(step).to_have_text(f"3 of {last}")
        page.wait_for_url("**#3")
        page.get_by_role("button", name="One step back").click()
        expect(step).to_have_text(f"2 of {last}")
        assert page.locator(".table-surface").inner_text() == second
        whole = download_record(page)
        branch_step = int(page.locator("[name=from]").get_attribute("value") or 0)
        page.get_by_role("button", name="Play on from here").click()
        page.wait_for_url(lambda address: table not in address)
        wait_for_table(page)
        assert fetch_table_view(page)["unranked"]
        MousePlayer(page, 1).wait_for_decision()
        open_dialog(page, "resign").get_by_role("button", name="Give up").click()
        expect(page.locator(".end .ending")).to_be_visible()
        assert download_record(page).actions[:branch_step] == whole.actions[:branch_step]


def test_a_double_tap_starts_one_game(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as page:
        page.goto(f"{server.address}/new/onirim")
        sent: list[str] = []
        page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
        page.locator(".submit button").evaluate("(one) => { one.click(); one.click(); }")
        wait_for_table(page)
        assert sent.count(f"POST {server.address}/tables") == 1
        page.go_back()
        page.locator(".submit button").click()
        wait_for_table(page)


def test_a_file_that_is_too_large_is_not_sent(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as page:
        page.goto(f"{server.address}/history")
        upload = page.locator(".import-form input")
        photo = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": bytes(3_000_000)}
        upload.set_input_files(photo)  # type: ignore[arg-type]
        message = upload.evaluate("(one) => one.validationMessage")
        assert message == "This file is too large for a record."
        upload.set_input_files(Path(__file__).parents[1] / "transcripts/onirim-0.1.0-won.json")
        assert upload.evaluate("(one) => one.checkValidity()")


def test_a_record_is_exported_and_imported(
    chromium: Browser, server: LiveServer, tmp_path: Path
) -> None:
    with browser_page(chromium) as page:
        play_and_resign(page, server, "onirim")
        page.goto(f"{server.address}/history")
        with page.expect_download() as download:
            page.get_by_role("link", name="Save record").first.click()
        download.value.save_as(tmp_path / "game.json")
        exported = record.read(tmp_path / "game.json")
        assert exported.game == "onirim"
        assert len(exported.actions) > 10
        page.locator("input[type=file]").set_input_files(tmp_path / "game.json")
        page.locator("#import button").click()
        wait_for_table(page)
        left = iter(range(3))
        MousePlayer(page).play(stop=lambda: next(left, None) is None)
        page.goto(f"{server.address}/t/{table_id(page)}/replay")
        expect(page.locator(".replaying [type=range]")).to_be_visible()
        (tmp_path / "none.json").write_text("a shopping list")
        page.goto(f"{server.address}/history")
        page.locator("input[type=file]").set_input_files(tmp_path / "none.json")
        page.locator("#import button").click()
        expect(page.get_by_role("alert")).to_be_visible()


@pytest.mark.parametrize("game", gate_cases(GAMES, "onirim"))
def test_a_tutorial_is_played_by_its_instructions(
    chromium: Browser, server: LiveServer, game: str
) -> None:
    with browser_page(chromium) as page:
        page.goto(server.address)
        page.locator(f"form[action='/learn/{game}'] button").click()
        wait_for_table(page)
        bubble = page.locator(".bubble p")
        said: list[str] = []

        def is_over() -> bool:
            text = bubble.text_content() if bubble.count() else ""
            if text and text not in said:
                said.append(text)
            return not text

        player = MousePlayer(page, 1)
        player.play(stop=is_over)
        assert len(said) == len(load_tutorial(game).texts)
        assert player.wait_for_decision()["offers"]
        assert not fetch_table_view(page)["is_over"]


@pytest.mark.usefixtures("same_day")
@pytest.mark.parametrize("game", gate_cases(GAMES, "onirim"))
def test_the_deal_of_the_day_counts_once_and_keeps_its_secret(
    chromium: Browser, server: LiveServer, game: str
) -> None:
    with browser_page(chromium) as page:
        page.goto(f"{server.address}/daily/{game}")
        promised = page.locator(".code code").first.text_content() or ""
        page.get_by_role("button", name="Play").first.click()
        table = wait_for_table(page)
        assert fetch_table_view(page)["commitment"] == promised
        page.goto(f"{server.address}/daily/{game}")
        page.locator("a.main").click()
        assert wait_for_table(page) == table
        open_dialog(page, "resign").get_by_role("button", name="Give up").click()
        expect(page.locator(".end a.button").first).to_be_visible()
        assert page.locator(".end summary").count() == 0
        assert fetch_table_view(page)["seed"] == ""
        page.goto(f"{server.address}/daily/{game}")
        assert page.locator("#share").input_value()
        page.locator("[name=unranked]").click()
        assert wait_for_table(page) != table
        assert fetch_table_view(page)["unranked"]


@pytest.mark.parametrize("game", gate_cases(GAMES, "nightmarium"))
def test_the_end_of_a_game_proves_its_deck(
    chromium: Browser, server: LiveServer, game: str
) -> None:
    with browser_page(chromium) as page:
        create_table(page, server, game)
        promised = fetch_table_view(page)["commitment"]
        assert fetch_table_view(page)["seed"] == ""
        open_dialog(page, "resign").get_by_role("button", name="Give up").click()
        page.locator(".end summary").click()
        seed, shown = page.locator(".end .digest").all_text_contents()
        assert hashlib.sha256(seed.encode()).hexdigest() == shown == promised


def test_a_dialog_opens_with_the_focus_before_its_content_arrives(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium) as page:
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/dialog_contents.js", hold)
        play_now(page, server.address, "onirim")
        with page.expect_request("**/dialog_contents.js"):
            page.mouse.move(5, 5)
        page.locator("button.tool.menu").click()
        close = page.locator("dialog#dialog button.tool")
        expect(close).to_be_focused()
        expect(page.locator("dialog#dialog .menu")).to_have_count(0)
        held[0].continue_()
        expect(page.locator("dialog#dialog .menu")).to_be_visible()
        expect(close).to_be_focused()


def test_modules_that_do_not_load_are_not_requested_by_each_move_of_the_mouse(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium) as page:
        requested: list[str] = []

        def fail(route: Route) -> None:
            requested.append(route.request.url)
            route.abort()

        page.route("**/dialog_contents.js", fail)
        play_now(page, server.address, "onirim")
        for across in range(20):
            page.mouse.move(100 + across, 100)
            page.evaluate(NEXT_FRAMES)
        assert len(requested) == 1
        page.unroute("**/dialog_contents.js")
        page.locator("button.tool.menu").click()
        expect(page.locator("dialog [data-opens=resign]")).to_be_visible()


def test_the_back_button_closes_dialogs_and_sheets_first(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium) as page:
        play_now(page, server.address, "onirim")
        page.locator("button.tool.menu").click()
        expect(page.locator("dialog#dialog")).to_be_visible()
        page.go_back()
        expect(page.locator("dialog#dialog")).to_be_hidden()
        page.locator(".logline").click()
        expect(page.locator("#news")).to_be_visible()
        page.go_back()
        expect(page.locator("#news")).to_be_hidden()
        page.locator("button.tool.menu").click()
        page.keyboard.press("Escape")
        expect(page.locator("dialog#dialog")).to_be_hidden()
        page.reload()
        wait_for_table(page)
        page.go_back()
        page.wait_for_url(server.address + "/")


def open_replay(page: Page, server: LiveServer, step: int) -> str:
    """Open the replay of a won game at a step; return the address of its table."""
    user = server.new_user()
    played = record.read(Path(__file__).parents[1] / "transcripts/onirim-0.1.0-book-won.json")
    table = f"{server.address}/t/{server.create_table_from_record(played, user)}"
    identify(page, user)
    page.goto(server.address)
    page.goto(f"{table}/replay#{step}")
    expect(page.locator(".replaying output")).to_have_text(re.compile(f"^{step} of "))
    return table


def test_the_back_button_closes_a_sheet_of_a_replay_and_keeps_its_step(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium, viewport=PHONE) as page:
        table = open_replay(page, server, 20)
        sheet, step = page.locator("[popover]:popover-open"), page.locator(".replaying output")
        page.locator(".prop button[popovertarget]:visible").first.click()
        expect(sheet).to_be_visible()
        page.keyboard.press("ArrowRight")
        page.wait_for_url("**#21")
        page.go_back()
        expect(sheet).to_be_hidden()
        page.wait_for_url(f"{table}/replay#21")
        expect(step).to_have_text(re.compile("^21 of "))
        # An entry of the history stays when a sheet is closed by a key.
        page.locator(".prop button[popovertarget]:visible").first.click()
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        page.go_back()
        page.wait_for_url(server.address + "/")


def test_the_back_button_returns_to_the_step_before_a_link(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium, viewport=PHONE) as page:
        open_replay(page, server, 20)
        step = page.locator(".replaying output")
        page.locator(".prop button[popovertarget]:visible").first.click()
        page.keyboard.press("Escape")
        page.evaluate("location.hash = 30")
        expect(step).to_have_text(re.compile("^30 of "))
        page.go_back()
        expect(step).to_have_text(re.compile("^20 of "))
        page.go_back()
        page.wait_for_url(server.address + "/")


COUNT_LOCKS_JS = """
window.locks = 0;
const request = async () => {
  window.locks += 1;
  return { release: async () => { window.locks -= 1; } };
};
Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""
LOCK_TIME_MS = 40_000
"""The module of the lock is loaded in time, and then looks twice."""


def locks_held(page: Page) -> int:
    page.wait_for_load_state("networkidle")
    for _ in range(2):
        page.clock.run_for(LOCK_TIME_MS // 2)
        page.evaluate(NEXT_FRAMES)
    return int(page.evaluate("locks"))


def test_the_screen_stays_on_only_while_a_game_is_played(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium) as page:
        page.clock.install()
        page.add_init_script(COUNT_LOCKS_JS)
        table = play_now(page, server.address, "onirim")
        assert locks_held(page) == 1
        open_dialog(page, "resign").get_by_role("button", name="Give up").click()
        expect(page.locator(".end .ending")).to_be_visible()
        assert locks_held(page) == 0
        page.goto(f"{server.address}/t/{table}")
        wait_for_table(page)
        assert locks_held(page) == 0
        open_replay(page, server, 0)
        assert locks_held(page) == 0
        page.get_by_role("button", name="Play", exact=True).click()
        assert locks_held(page) == 1
        page.get_by_role("button", name="Stop").click()
        assert locks_held(page) == 0
