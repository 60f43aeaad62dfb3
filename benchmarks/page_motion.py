"""Counts the frames on the screen of a slow processor while cards fly, games end, replays run."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page

from benchmarks.page_tables import create_table, lift_card
from benchmarks.screen_frames import (
    RECORD_MOTION,
    Recording,
    delays_to_motion,
    summarize_motions,
)

SLOWDOWN = 4
"""Factor by which the processor is slowed down while frames are counted."""
FLIGHTS = 8
POINTING_TIME_MS = 600
STEP_TIME_MS = 1500
"""Time for the animations of a step."""
LEAP_TIME_MS = 2500
END_TIME_MS = 7000
RECORDS = Path(__file__).parents[1] / "tests" / "transcripts"
ONIRIM = "onirim-0.1.0-won"
NIGHTMARIUM = "nightmarium-0.1.0-two-won-by-player-1"
FIRST_STEPS = 16
LAST_STEPS = 4
DRAG_STEP_MS = 50

GO_TO_STEP = """
(slider, step) => {
  performance.mark("touch");
  slider.value = step;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}
"""

MARK_TOUCH = """
() => addEventListener("pointerup", ({ timeStamp }) => {
  performance.mark("touch", { startTime: timeStamp });
}, { once: true, capture: true })
"""

DRAG = """
(slider, [steps, pause]) => new Promise((resolve) => {
  const seen = new Set();
  const step = document.querySelector(".replaying output");
  new MutationObserver(() => seen.add(step.textContent))
    .observe(step, { childList: true, subtree: true, characterData: true });
  const start = performance.now();
  const timer = setInterval(() => {
    const next = Math.floor((performance.now() - start) / pause);
    if (next > steps) {
      clearInterval(timer);
      resolve(seen.size);
    } else if (Number(slider.value) !== next) {
      slider.value = next;
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }, 4);
})
"""
"""Script that moves a slider by one step after the other, whether or not the page follows; returns
the number of steps that it has shown."""


def measure_discards(browser: Browser, address: str) -> dict[str, Any]:
    """Return percentiles of the screen frames after a card is discarded, and of the delay."""
    recording = Recording()
    page = new_recorded_page(browser)
    flights = 0
    while flights < FLIGHTS:
        create_table(page, address, "onirim")
        with recording.running(browser, page):
            while flights < FLIGHTS and lift_card(page):
                click(page, page.locator("[data-pile=discard] .goal"))
                page.wait_for_timeout(STEP_TIME_MS)
                flights += 1
    page.close()
    return summarize(recording)


def measure_victory(browser: Browser, address: str) -> dict[str, Any]:
    """Return percentiles of the frames on the screen at the end of a game of Onirim that is won."""
    page = new_recorded_page(browser)
    slider = open_replay(page, address, ONIRIM)
    # A room first: the page loads the animations of events at the first touch.
    continue_game(page, slider, missing=2)
    page.locator(".own button.legal[data-card='blue moon']").click()
    click(page, page.locator(".choices button.first"))
    page.wait_for_timeout(STEP_TIME_MS)
    return measure_end(browser, page, page.locator(".choices [data-action]").first)


def measure_defeat(browser: Browser, address: str, game: str) -> dict[str, Any]:
    """Return percentiles of the frames on the screen when a game is given up."""
    page = new_recorded_page(browser)
    create_table(page, address, game)
    page.locator("button.tool.menu").click()
    page.get_by_role("button", name="Give up").click()
    return measure_end(browser, page, page.get_by_role("button", name="Give up"))


def measure_end(browser: Browser, page: Page, last: Locator) -> dict[str, Any]:
    """Return percentiles of the frames on the screen when a click ends a game."""
    recording = Recording()
    with recording.running(browser, page):
        click(page, last)
        page.locator(".stage.ended").wait_for()
        page.wait_for_timeout(END_TIME_MS)
    page.close()
    return summarize_motions(recording)


def measure_replay(browser: Browser, address: str, record: str) -> dict[str, Any]:
    """Return percentiles of the frames on the screen in steps of a replay, the end included."""
    recording = Recording()
    page = new_recorded_page(browser)
    slider = open_replay(page, address, record)
    last = last_step(slider)
    for steps in (range(1, FIRST_STEPS + 1), range(last - LAST_STEPS + 1, last + 1)):
        # A leap moves more cards than any step.
        slider.evaluate(GO_TO_STEP, steps.start - 1)
        page.wait_for_timeout(LEAP_TIME_MS)
        with recording.running(browser, page):
            for step in steps:
                slider.evaluate(GO_TO_STEP, step)
                page.wait_for_timeout(STEP_TIME_MS)
    page.close()
    return summarize(recording)


def measure_drag(browser: Browser, address: str, record: str) -> dict[str, float]:
    """Return how many steps a replay shows per second while its slider is dragged."""
    page = new_recorded_page(browser)
    slider = open_replay(page, address, record)
    steps = last_step(slider)
    # The first time, pictures are loaded.
    _, shown = (slider.evaluate(DRAG, [steps, DRAG_STEP_MS]) for _ in range(2))
    page.close()
    dragging_time_s = steps * DRAG_STEP_MS / 1000
    return {"dragged": 1000 / DRAG_STEP_MS, "shown": round(shown / dragging_time_s, 1)}


def summarize(recording: Recording) -> dict[str, Any]:
    """Return the delay from the touch to the motion, and the frames of each animation."""
    return {
        "touch to motion, ms": delays_to_motion(recording, "touch"),
        **summarize_motions(recording),
    }


def new_recorded_page(browser: Browser) -> Page:
    """Return a page on a slow processor that records its animations."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.add_init_script(RECORD_MOTION)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    return page


def click(page: Page, target: Locator) -> None:
    """Do nothing but click: other scripts of the driver would cost frames."""
    target.wait_for()
    box = target.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(POINTING_TIME_MS)
    page.evaluate(MARK_TOUCH)
    page.mouse.down()
    page.mouse.up()


def open_replay(page: Page, address: str, record: str) -> Locator:
    """Open the replay of a record of the tests at its start; return its slider."""
    page.goto(f"{address}/history")
    page.locator(".import-form input[type=file]").set_input_files(RECORDS / f"{record}.json")
    page.locator(".import-form button").click()
    page.wait_for_url("**/t/*")
    page.goto(f"{page.url}/replay")
    slider = page.locator(".replaying input[type=range]")
    slider.evaluate(GO_TO_STEP, 0)
    page.wait_for_load_state("networkidle")
    return slider


def last_step(slider: Locator) -> int:
    """Return the number of the last step of a replay."""
    return int(slider.get_attribute("max") or 0)


def continue_game(page: Page, slider: Locator, missing: int) -> None:
    """Play on from a replay without its last steps."""
    slider.evaluate(GO_TO_STEP, last_step(slider) - missing)
    page.locator("form[action$=continue] button").click()
    page.locator(".table-surface").wait_for()
    page.wait_for_load_state("networkidle")
