"""Measures the page in Chromium: click to paint, frames, idle load, start, first loads.

``python -m benchmarks.page [WORD ...]`` prints one JSON object, with words only the measurements
whose names contain one of them, and reports each on stderr. Needs the test dependencies and
Chromium.
"""

import argparse
import gzip
import json
import shutil
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError

import onirium
from benchmarks import page_loads, page_motion
from benchmarks.measurement import median_and_range
from benchmarks.page_tables import create_table, lift_card
from benchmarks.screen_frames import percentiles_if_enough
from benchmarks.server_process import run_server
from onirium.core.build import is_compiled
from onirium.games.registry import names

CLICKS = 60
STARTS = 5
IDLE_TIME_S = 20
SETTLING_TIME_S = 3
RECORDS = (page_motion.ONIRIM, page_motion.NIGHTMARIUM)
CLIENT = Path(onirium.__file__).parent / "web" / "client"

RECORD_PAINTS = """
() => {
  window.paints = [];
  const pile = document.querySelector("[data-pile=discard]");
  const size = () => pile.querySelector(".count").textContent;
  let touched = 0;
  let before = "";
  addEventListener("pointerdown", ({ target, timeStamp }) => {
    if (target.matches(".goal")) [touched, before] = [timeStamp, size()];
  }, true);
  new MutationObserver(() => {
    if (!touched || size() === before) return;
    const since = touched;
    touched = 0;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.paints.push(performance.now() - since);
      port2.postMessage(0);
    });
  }).observe(pile, { childList: true, subtree: true, characterData: true });
}
"""
"""Script that records the time from the touch of the discard pile to the first task after the frame
that shows the card there."""


def main() -> None:
    """Run all measurements, or those that the arguments name, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "words", nargs="*", help="measure only what has one of them in its name; by default all"
    )
    words = parser.parse_args().words
    for word in words:
        if not any(word in name for name in MEASUREMENTS):
            parser.error(f"no measurement has {word!r} in its name: {', '.join(MEASUREMENTS)}")
    results: dict[str, object] = {"build": "compiled" if is_compiled() else "plain"}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        # Not the headless shell of the tests, which takes less processor time than this browser.
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        with run_server("--data-dir", folder) as (host, _):
            for name, measure in MEASUREMENTS.items():
                if not words or any(word in name for word in words):
                    results[name] = run(name, measure, browser, f"http://{host}")
        browser.close()
    print(json.dumps(results, indent=2))


def run(
    name: str, measure: Callable[[Browser, str], object], browser: Browser, address: str
) -> object:
    """Return a measurement, or its error, so that the others still run."""
    started_at = time.perf_counter()
    try:
        result = measure(browser, address)
    except PlaywrightError as error:
        result = {"error": str(error)}
    print(f"{time.perf_counter() - started_at:4.0f} s  {name}", file=sys.stderr)
    return result


def measure_starts(*_unused: object) -> dict[str, float]:
    """Return the milliseconds from the command to the first page."""
    times_ms = []
    for _ in range(STARTS):
        with tempfile.TemporaryDirectory() as folder:
            started_at = time.perf_counter()
            with run_server("--data-dir", folder) as (host, _):
                with urllib.request.urlopen(f"http://{host}") as page:
                    page.read()
                times_ms.append(1000 * (time.perf_counter() - started_at))
    return median_and_range(times_ms)


def measure_clicks(browser: Browser, address: str) -> dict[str, Any]:
    """Return percentiles of the time from a click to its paint, in milliseconds."""
    page = browser.new_page()
    times_ms: list[float] = []
    while len(times_ms) < CLICKS:
        create_table(page, address, "onirim")
        page.evaluate(RECORD_PAINTS)
        while len(times_ms) < CLICKS and discard(page):
            times_ms += page.evaluate("window.paints.splice(0)")
    page.close()
    return {"clicks": len(times_ms), **percentiles_if_enough(times_ms)}


def discard(page: Page) -> bool:
    """Discard a card with two clicks; return False if no card can be discarded."""
    if not lift_card(page):
        return False
    page.locator("[data-pile=discard] .goal").click()
    page.wait_for_function("() => window.paints.length > 0")
    return True


def measure_idle_load(browser: Browser, address: str) -> dict[str, float]:
    """Return the processor time of the whole browser while nobody touches a page."""
    loads = {}
    for name in ("lobby", *names()):
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        if name == "lobby":
            page.goto(address, wait_until="networkidle")
        else:
            create_table(page, address, name)
        time.sleep(SETTLING_TIME_S)
        before, started_at = browser_processor_time_s(browser), time.perf_counter()
        time.sleep(IDLE_TIME_S)
        spent_s = browser_processor_time_s(browser) - before
        loads[name] = round(100 * spent_s / (time.perf_counter() - started_at), 1)
        page.close()
    return loads


def browser_processor_time_s(browser: Browser) -> float:
    """Return the processor time that all processes of the browser have used, by its own account."""
    devtools = browser.new_browser_cdp_session()
    processes = devtools.send("SystemInfo.getProcessInfo")["processInfo"]
    devtools.detach()
    return float(sum(process["cpuTime"] for process in processes))


def measure_client(*_unused: object) -> dict[str, int]:
    """Return the size of the client's modules and style sheets, also each of them compressed."""
    files = [path for path in CLIENT.rglob("*") if path.suffix in {".js", ".css"}]
    contents = [path.read_bytes() for path in files]
    return {
        "plain": sum(map(len, contents)),
        "compressed": sum(len(gzip.compress(content)) for content in contents),
    }


def for_each(
    subjects: Iterable[str], measure: Callable[[Browser, str, str], dict[str, Any]]
) -> Callable[[Browser, str], object]:
    """Return the measurement of each of some games or records."""
    return lambda browser, address: {
        subject: measure(browser, address, subject) for subject in subjects
    }


MEASUREMENTS: dict[str, Callable[[Browser, str], object]] = {
    "start to first page, ms": measure_starts,
    "click to paint, ms": measure_clicks,
    "idle load, percent of a core": measure_idle_load,
    "modules and style sheets, bytes": measure_client,
    "first load": for_each(("lobby", *names()), page_loads.measure_load),
    "first table with slow requests, ms": for_each(names(), page_loads.measure_slow_table),
    "frames after a discard": page_motion.measure_discards,
    "frames at a victory": page_motion.measure_victory,
    "frames at defeats": for_each(names(), page_motion.measure_defeat),
    "frames in replays": for_each(RECORDS, page_motion.measure_replay),
    "steps per second of a dragged slider": for_each(RECORDS, page_motion.measure_drag),
}
"""The measurements by name; those of frames and steps slow the processor down four times."""

if __name__ == "__main__":
    main()
