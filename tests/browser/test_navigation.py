"""Around the game: replays, records, first games, the deal of the day."""

import hashlib
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from onirium import record
from onirium.web.live.tutorial import load_script
from tests.support.browser_pages import (
    at_table,
    opened,
    play_now,
    record_of,
    sight,
    table_of,
    visiting,
)
from tests.support.browser_player import Mouse
from tests.support.live_server import LiveServer

pytestmark = pytest.mark.browser

GAMES = ["onirim", "nightmarium"]


def played(page: Page, server: LiveServer, game: str) -> str:
    """Play a little, and give up; return the table."""
    page.goto(server.address)
    play_now(page, game).click()
    table = at_table(page)
    left = iter(range(16))
    Mouse(page, 3).play(enough=lambda: next(left, None) is None)
    if not page.locator("dialog .ending").count():
        opened(page, "resign").get_by_role("button", name="Give up").click()
    expect(page.locator("dialog .ending")).to_be_visible()
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_looked_at_again_step_by_step(
    chromium: Browser, server: LiveServer, game: str
) -> None:
    with visiting(chromium) as page:
        table = played(page, server, game)
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
        assert page.url.endswith("#3")
        page.get_by_role("button", name="One step back").click()
        expect(step).to_have_text(f"2 of {last}")
        assert page.locator(".table-surface").inner_text() == second
        whole = record_of(page)
        kept = int(page.locator("[name=from]").get_attribute("value") or 0)
        page.get_by_role("button", name="Play on from here").click()
        page.wait_for_url(lambda address: table not in address)
        at_table(page)
        assert sight(page)["unranked"]
        Mouse(page, 1).moment()
        opened(page, "resign").get_by_role("button", name="Give up").click()
        expect(page.locator("dialog .ending")).to_be_visible()
        assert record_of(page).actions[:kept] == whole.actions[:kept]


def test_a_record_goes_out_and_comes_in_again(
    chromium: Browser, server: LiveServer, tmp_path: Path
) -> None:
    with visiting(chromium) as page:
        played(page, server, "onirim")
        page.goto(f"{server.address}/history")
        with page.expect_download() as download:
            page.locator("a[download]").first.click()
        download.value.save_as(tmp_path / "game.json")
        kept = record.read(tmp_path / "game.json")
        assert kept.game == "onirim"
        assert len(kept.actions) > 10
        page.locator("input[type=file]").set_input_files(tmp_path / "game.json")
        page.locator("#import button").click()
        at_table(page)
        left = iter(range(3))
        Mouse(page).play(enough=lambda: next(left, None) is None)
        page.goto(f"{server.address}/t/{table_of(page)}/replay")
        expect(page.locator(".replaying [type=range]")).to_be_visible()
        (tmp_path / "none.json").write_text("a shopping list")
        page.goto(f"{server.address}/history")
        page.locator("input[type=file]").set_input_files(tmp_path / "none.json")
        page.locator("#import button").click()
        expect(page.get_by_role("alert")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_is_played_by_what_its_bubble_says(
    chromium: Browser, server: LiveServer, game: str
) -> None:
    with visiting(chromium) as page:
        page.goto(server.address)
        page.locator(f"form[action='/learn/{game}'] button").click()
        at_table(page)
        bubble = page.locator(".bubble p")
        said: list[str] = []

        def is_over() -> bool:
            text = bubble.text_content() if bubble.count() else ""
            if text and text not in said:
                said.append(text)
            return not text

        player = Mouse(page, 1)
        player.play(enough=is_over)
        assert len(said) == len(load_script(game).texts)
        assert player.moment()["offers"]
        assert not sight(page)["is_over"]


@pytest.mark.parametrize("game", GAMES)
def test_the_deal_of_the_day_is_tried_once_and_proves_its_deck(
    chromium: Browser, server: LiveServer, game: str
) -> None:
    with visiting(chromium) as page:
        page.goto(f"{server.address}/daily/{game}")
        promised = page.locator("#fair ~ .code code").first.text_content() or ""
        page.get_by_role("button", name="Play").first.click()
        table = at_table(page)
        assert sight(page)["seed"] == ""
        page.goto(f"{server.address}/daily/{game}")
        page.locator("a.main").click()
        assert at_table(page) == table
        opened(page, "resign").get_by_role("button", name="Give up").click()
        dialog = page.locator("dialog#dialog")
        dialog.locator("summary").click()
        seed, shown = dialog.locator(".number").all_text_contents()
        assert hashlib.sha256(seed.encode()).hexdigest() == shown == promised
        page.goto(f"{server.address}/daily/{game}")
        assert page.locator("#share").input_value()
        page.locator("[name=practice]").click()
        assert at_table(page) != table
        assert sight(page)["unranked"]
