"""Layout of replays: sentences beside the tabs, findings beside the table, the curve below it."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from onirium import record
from onirium.record import Record
from tests.support.browser_pages import browser_page, identify, resize
from tests.support.live_server import LiveServer

pytestmark = pytest.mark.browser

RECORDS = Path(__file__).parents[1] / "transcripts"
STEPS = {
    "onirim-0.1.0-all-won": 49,
    "onirim-0.1.0-won": 40,
    "nightmarium-0.1.0-four-won-by-player-4": 40,
}
"""The step of each record; in the first, five cards of the deck are looked at."""
DESKTOPS: list[ViewportSize] = [
    {"width": 1440, "height": 900},
    {"width": 1280, "height": 800},
    {"width": 1280, "height": 720},
]
SMALL: list[ViewportSize] = [
    {"width": 820, "height": 1180},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
]

MEETINGS_JS = """
() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) &&
      getComputedStyle(one).clipPath !== "inset(50%)")
    .map((one) => [one.className || one.tagName, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 2 && height > 2);
  const table = boxes(
    ".gate, .set > .card, .prop .tag, .creature .body, .banner, .part > *, .panel .card, "
    + ".own .card, .shelf > *, .narration");
  const panel = boxes(".findings, .plot, .replaying input, .replaying button, .legend, .verdict");
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 &&
    one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return panel.flatMap(([name, box]) =>
    table.filter(([, other]) => meet(box, other)).map(([other]) => `${name} over ${other}`));
}
"""


ROOM_PLACES_JS = """
() => [...document.querySelectorAll(".trail > .card")].map((room) => room.getAttribute("style"))
"""


def invented_analysis(played: Record) -> dict[str, Any]:
    """Return an analysis with made-up numbers: only their places matter here."""
    count = len(played.actions)
    seats = [
        {
            "seat": seat,
            "initial_win_probability": 0.5,
            "luck": 0.1,
            "cost": 0.1,
            "remainder": 0.0,
            "final_win_probability": 0.5,
            "error": 0.0125,
            "best_share": 0.75,
            "adjusted_result": 0.4,
            "curve": [[step, 0.5] for step in range(0, count, 3)],
        }
        for seat in range(len(played.seats))
    ]
    costly = [
        {
            "action_count": 10 * rank,
            "seat": 0,
            "best_win_probability": 0.6,
            "win_probability": 0.5,
            "rank": rank,
            "chosen": "Discard the hand, take a new one",
            "better": "Reveal the top 5 cards",
        }
        for rank in range(1, 6)
    ]
    return {"type": "game_analysis", "seats": seats, "decisions": costly}


def open_analysed_replay(page: Page, server: LiveServer, name: str) -> None:
    played = record.read(RECORDS / f"{name}.json")
    user = server.new_user()
    table_id = server.create_table_from_record(played, user)
    identify(page, user)
    page.goto(f"{server.address}/privacy")
    stored = json.dumps(invented_analysis(played))
    page.evaluate(
        "([key, stored]) => sessionStorage.setItem(key, stored)",
        [f"analysis {table_id} en", stored],
    )
    page.goto(f"{server.address}/t/{table_id}/replay#{STEPS[name]}")
    page.locator(".replaying .plot").wait_for()


def test_the_sentence_of_a_step_is_visible_beside_the_tabs(
    chromium: Browser, server: LiveServer
) -> None:
    played = record.read(RECORDS / "onirim-0.1.0-race-all-won-by-player-2.json")
    user = server.new_user()
    table_id = server.create_table_from_record(played, user)
    with browser_page(chromium) as page:
        identify(page, user)
        page.goto(f"{server.address}/t/{table_id}/replay#30")
        page.locator(".replaying").wait_for()
        for size in SMALL:
            resize(page, size)
            expect(page.locator(".narration p").last).to_be_in_viewport(ratio=1)
            assert page.evaluate(MEETINGS_JS) == [], size


@pytest.mark.parametrize("name", STEPS)
def test_an_analysis_covers_nothing_of_the_table(
    chromium: Browser, server: LiveServer, name: str
) -> None:
    with browser_page(chromium, viewport=DESKTOPS[0]) as page:
        open_analysed_replay(page, server, name)
        assert page.locator(".findings").is_visible()
        for size in DESKTOPS:
            resize(page, size)
            assert page.evaluate(MEETINGS_JS) == [], size
        page.locator("[aria-controls=findings]").click()
        for size in SMALL:
            resize(page, size)
            assert page.evaluate(MEETINGS_JS) == [], size
        rooms = page.evaluate(ROOM_PLACES_JS)
        page.reload()
        page.locator(".replaying .plot").wait_for()
        assert page.evaluate(ROOM_PLACES_JS) == rooms, "a window of this size from the start"
