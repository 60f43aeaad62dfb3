"""Hints during a game, and the analysis of a finished game."""

import asyncio
import re
from collections.abc import AsyncGenerator
from pathlib import Path
from threading import Event

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from onirium import record
from onirium.bots.advisor import ActionValue
from onirium.core.game import State
from onirium.record import Record
from onirium.studies.analysis.game_analysis import Analysis, Decision, SeatSummary
from onirium.web.fair_queue import Requester
from onirium.web.workers.service import BotService
from tests.support.axe import assert_passes_axe
from tests.support.browser_pages import (
    PHONE,
    browser_page,
    download_record,
    fetch_table_view,
    play_now,
    table_id,
    wait_for_table,
)
from tests.support.browser_player import MousePlayer
from tests.support.fake_advice import fake_advice
from tests.support.live_server import LiveServer
from tests.support.nightly import FITTING_LANGUAGES

pytestmark = pytest.mark.browser

LOST = Path(__file__).parents[1] / "transcripts" / "onirim-0.1.0-lost.json"


def test_a_takeback_that_makes_a_game_practice_is_confirmed(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium, viewport=PHONE) as page:
        play_now(page, server.address, "onirim")
        player = MousePlayer(page, 3)
        while fetch_table_view(page)["takeback"] != "unranked":
            player.act(player.wait_for_decision())
        question = "Take back (the game becomes practice)"
        for button, marks in (("Play on", 0), ("Take back", 1)):
            page.get_by_role("button", name=question).click()
            dialog = page.get_by_role("dialog", name=question)
            expect(dialog.get_by_role("button", name="Take back", exact=True)).to_be_focused()
            dialog.get_by_role("button", name=button, exact=True).click()
            expect(dialog).to_be_hidden()
            expect(page.locator(".mark")).to_have_count(marks)
        assert fetch_table_view(page)["unranked"]


def test_a_hint_shows_the_win_probability_of_each_action(
    chromium: Browser, server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    released = Event()

    async def held_advice(
        service: BotService, state: State, seat: int, seed: int, requester: Requester
    ) -> AsyncGenerator[list[ActionValue], None]:
        await asyncio.to_thread(released.wait)
        async for values in fake_advice(service, state, seat, seed, requester):
            yield values

    monkeypatch.setattr(BotService, "advise", held_advice)
    with browser_page(chromium, viewport=PHONE) as page:
        play_now(page, server.address, "onirim")
        bulb = page.locator("button.tool.hint")
        bulb.click()
        page.get_by_role("button", name="Show the chances").click()
        expect(bulb).to_have_class(re.compile("thinking"))
        released.set()
        listed = page.locator(".hint-panel li")
        choices = fetch_table_view(page)["legal_actions"]
        expect(listed).to_have_count(len(choices))
        expect(listed.first).to_have_text(f"{choices[0]['label']} 75%")
        expect(page.locator(".hint-panel .label")).to_contain_text("thought through")
        expect(bulb).not_to_have_class(re.compile("thinking"))
        expect(page.locator(".own .action-value.best").first).to_have_text("75%")
        expect(page.locator(".mark")).to_have_text("practice")
        assert_passes_axe(page)
        player = MousePlayer(page, 3)
        player.wait_for_decision()
        page.keyboard.press("1")
        expect(page.locator(".choices .action-value")).to_have_count(
            page.locator(".choices button").count()
        )
        page.keyboard.press("Enter")
        player.wait_for_decision()
        expect(page.locator(".action-value")).to_have_count(0)
        page.keyboard.press("h")
        expect(listed.first).to_be_visible()
        page.keyboard.press("h")
        expect(listed).to_have_count(0)


async def fake_analysis(
    _: BotService, given: Record, __: Requester
) -> AsyncGenerator[tuple[int, int] | Analysis, None]:
    """Report the seventh decision as a mistake."""
    yield 1, 2
    steps = [step for step in record.replay(given) if step.seat == 0]
    chosen = steps[7]
    best = next(
        notation
        for action in steps[6].state.legal_actions()
        if (notation := chosen.state.game.notation(action)) != chosen.notation
    )
    mistake = Decision(
        step=chosen.number,
        seat=0,
        action=chosen.notation,
        best=best,
        before=0.75,
        after=0.5,
        cost=0.25,
        luck=0.0,
        is_exact=False,
    )
    end = len(given.actions)
    curve = [(chosen.number - 1, 0.75), (chosen.number, 0.5), (end, 0.0)]
    yield Analysis(
        game=given.game,
        options=given.options,
        seats=given.seats,
        simulations=0,
        steps=end,
        analysed=end,
        finished=True,
        decisions=[mistake],
        seat_summaries=[
            SeatSummary(
                seat=0,
                opening=0.75,
                deal_luck=0.0,
                luck=-0.375,
                cost=0.25,
                remainder=-0.125,
                close=0.0,
                curve=curve,
            )
        ],
    )


def analyse(page: Page, server: LiveServer) -> str:
    """Import a game and analyse it; return the id of its table."""
    page.goto(f"{server.address}/history")
    page.locator("input[type=file]").set_input_files(LOST)
    page.locator("#import button").click()
    table = wait_for_table(page)
    page.goto(f"{server.address}/t/{table}/replay")
    page.locator("button.analyse").click()
    return table


def test_a_mistake_is_shown_and_continued_as_a_variation(
    chromium: Browser, server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BotService, "analyse", fake_analysis)
    with browser_page(chromium) as page:
        table = analyse(page, server)
        expect(page.locator(".findings dd")).to_have_text(
            ["75%", "\u221238%", "\u221225%", "\u221213%", "0%", "25%", "0%", "38%"]
        )
        assert_passes_axe(page)
        page.locator(".costly a").click()
        expect(page.locator(".verdict")).to_contain_text("(50%). Better: ")
        expect(page.locator(".legend b")).to_have_text("75%")
        for pile in page.locator(".prop").all():
            expect(pile).to_be_in_viewport(ratio=1)
        branch_step = int(page.locator("[name=from]").get_attribute("value") or 0)
        page.get_by_role("button", name="Play on from here").click()
        page.wait_for_url(lambda address: table not in address)
        wait_for_table(page)
        assert download_record(page).actions == record.read(LOST).actions[:branch_step]
        assert fetch_table_view(page)["unranked"]
        page.go_back()
        expect(page.locator(".legend b")).to_have_text("75%")
        assert table_id(page) == table


async def wide_analysis(
    thinking: BotService, given: Record, requester: Requester
) -> AsyncGenerator[tuple[int, int] | Analysis, None]:
    """Report luck and play with long figures that cancel out."""
    async for found in fake_analysis(thinking, given, requester):
        if isinstance(found, Analysis):
            (balance,) = found.seat_summaries
            moved = replace(balance, opening=0.34, luck=2.66, cost=1.99, remainder=-0.01, close=1.0)
            yield replace(found, seat_summaries=[moved])
        else:
            yield found


@pytest.mark.parametrize("language", FITTING_LANGUAGES)
def test_luck_and_play_fit_in_every_language(
    chromium: Browser, server: LiveServer, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr(BotService, "analyse", wide_analysis)
    with browser_page(chromium, locale=language) as page:
        analyse(page, server)
        expect(page.locator(".findings dd").nth(1)).to_contain_text("266")
        room = "(one) => one.scrollWidth - one.clientWidth"
        assert page.locator(".findings").evaluate(room) == 0
