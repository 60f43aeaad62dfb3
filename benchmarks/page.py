"""Measures the page in Chromium: click to paint, frames, idle load, start, transferred bytes.

``python benchmarks/page.py`` prints one JSON object. Needs the test dependencies and Chromium.
"""

import gzip
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, sync_playwright

import onirium
from onirium.core.build import is_compiled
from onirium.games.registry import names

CLICKS = 60
STARTS = 5
FLIGHTS = 10
SLOWDOWN = 4
"""Factor by which the processor is slowed down while frames are counted."""
LATE_MS = 25.0
"""An interval from which on a frame of a screen with 60 frames a second was missed."""
IDLE_TIME_S = 20
SETTLING_TIME_S = 4
ONIRIUM = [sys.executable, "-c", "from onirium.cli.main import main; main()"]
CLIENT = Path(onirium.__file__).parent / "web" / "client"
RECORDS = Path(__file__).parents[1] / "tests" / "transcripts"
REPLAYS = ("onirim-0.1.0-won", "nightmarium-0.1.0-two-won-by-player-1")
REPLAYED_STEPS = 24

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

RECORD_FRAMES = """
() => {
  window.frames_ms = [];
  let last = 0;
  const count = (now) => {
    if (last) window.frames_ms.push(now - last);
    last = now;
    if (window.frames_ms.length < 45) requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}
"""
"""Script that records the intervals between the next frames, 45 of them."""

RECORD_ANIMATED_FRAMES = """
() => {
  window.frames_ms = [];
  window.animations = new Set();
  let last = 0;
  const count = (now) => {
    if (last) window.frames_ms.push(now - last);
    last = now;
    for (const { id, animationName } of document.getAnimations())
      window.animations.add(animationName || id || "other");
    if (window.frames_ms.length < 45) requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}
"""
"""Script that records 45 intervals between frames, and the names of the animations meanwhile."""

GO_TO_STEP = """
(slider, step) => {
  slider.value = step;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}
"""

DISCARDABLE_CARD = ".own button.legal:not([data-card$=key])"


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        with run_server(Path(folder)) as (address, _):
            results = {
                "build": "compiled" if is_compiled() else "plain",
                "click to paint, ms": measure_clicks(browser, address),
                "frames while a card flies, slowed down, ms": measure_frames(browser, address),
                "frames by animation in replays, slowed down, ms": measure_animations(
                    browser, address
                ),
                "idle load, percent of a core": measure_idle_load(browser, address),
                "modules and style sheets, bytes": client_bytes(),
                "modules and style sheets, compressed, bytes": client_bytes(gzip.compress),
                "first load, bytes": {
                    game: first_load_bytes(browser, address, game) for game in names()
                },
            }
        browser.close()
    print(json.dumps({**results, "start to first page, ms": measure_starts()}, indent=2))


@contextmanager
def run_server(folder: Path) -> Iterator[tuple[str, float]]:
    """Run the server; yield its address and the milliseconds from its start to its first page."""
    command = [*ONIRIUM, "serve", "--no-browser", "--port", "0", "--data-dir", str(folder)]
    started_at = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            match = re.search(r"http://\S+", process.stdout.readline())
            assert match is not None
            with urllib.request.urlopen(match[0]) as page:  # noqa: S310, the server of this script
                page.read()
            yield match[0], 1000 * (time.perf_counter() - started_at)
        finally:
            process.kill()


def measure_starts() -> dict[str, int]:
    """Return the milliseconds from the command to the first page."""
    times_ms = []
    for _ in range(STARTS):
        with tempfile.TemporaryDirectory() as folder, run_server(Path(folder)) as (_, time_ms):
            times_ms.append(time_ms)
    return {
        "median": round(statistics.median(times_ms)),
        "minimum": round(min(times_ms)),
        "maximum": round(max(times_ms)),
    }


def create_table(page: Page, address: str, game: str) -> None:
    """Create a table with the quick-start button of the lobby."""
    page.goto(address)
    page.locator(f"article:has(#game-{game}) .quick-start button").click()
    page.locator(".table-surface").wait_for()


def measure_clicks(browser: Browser, address: str) -> dict[str, Any]:
    """Return the quantiles of the time from a click to its paint, in milliseconds."""
    page = browser.new_page()
    times_ms: list[float] = []
    while len(times_ms) < CLICKS:
        create_table(page, address, "onirim")
        page.evaluate(RECORD_PAINTS)
        while len(times_ms) < CLICKS and discard(page):
            times_ms += page.evaluate("window.paints.splice(0)")
    page.close()
    cuts = statistics.quantiles(times_ms, n=20, method="inclusive")
    return {"clicks": len(times_ms), "p50": round(cuts[9], 1), "p95": round(cuts[18], 1)}


def discard(page: Page) -> bool:
    """Discard a card with two clicks; return False if no card can be discarded."""
    page.locator("button.legal, .choices button").first.wait_for()
    if not page.locator(DISCARDABLE_CARD).count() or page.locator(".choices button").count():
        return False
    page.locator(DISCARDABLE_CARD).first.click()
    page.locator("[data-pile=discard] .goal").click()
    page.wait_for_function("() => window.paints.length > 0")
    return True


def measure_frames(browser: Browser, address: str) -> dict[str, float]:
    """Return quantiles of the intervals between frames after a card is discarded."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    intervals_ms: list[float] = []
    flights = 0
    while flights < FLIGHTS:
        create_table(page, address, "onirim")
        page.evaluate(RECORD_PAINTS)
        devtools = page.context.new_cdp_session(page)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        while flights < FLIGHTS:
            page.evaluate(RECORD_FRAMES)
            if not discard(page):
                break
            page.wait_for_function("() => window.frames_ms.length >= 45")
            intervals_ms += page.evaluate("window.frames_ms")
            page.evaluate("window.paints.length = 0")
            flights += 1
        devtools.detach()
    page.close()
    return interval_quantiles(intervals_ms)


def measure_animations(browser: Browser, address: str) -> dict[str, dict[str, float]]:
    """Return quantiles of the intervals between frames after a step of a replay, by animation.

    A step may show several animations; its frames count for each of them.
    """
    intervals_ms: dict[str, list[float]] = {}
    steps: Counter[str] = Counter()
    for record in REPLAYS:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        slider = open_replay(page, address, record)
        devtools = page.context.new_cdp_session(page)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        for step in range(1, REPLAYED_STEPS + 1):
            page.evaluate(RECORD_ANIMATED_FRAMES)
            slider.evaluate(GO_TO_STEP, step)
            page.wait_for_function("() => window.frames_ms.length >= 45")
            for animation in page.evaluate("() => [...window.animations]"):
                steps[animation] += 1
                intervals_ms.setdefault(animation, []).extend(page.evaluate("window.frames_ms"))
        page.close()
    return {
        animation: {"steps": steps[animation], **interval_quantiles(intervals)}
        for animation, intervals in sorted(intervals_ms.items())
    }


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


def interval_quantiles(intervals_ms: Sequence[float]) -> dict[str, float]:
    """Return quantiles of intervals between frames, and the share of late ones in percent."""
    cuts = statistics.quantiles(intervals_ms, n=20, method="inclusive")
    late = sum(interval >= LATE_MS for interval in intervals_ms)
    return {
        "p50": round(cuts[9], 1),
        "p95": round(cuts[18], 1),
        "late, percent": round(100 * late / len(intervals_ms), 1),
    }


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
        before, started_at = processor_time_s(browser), time.perf_counter()
        time.sleep(IDLE_TIME_S)
        spent_s = processor_time_s(browser) - before
        loads[name] = round(100 * spent_s / (time.perf_counter() - started_at), 1)
        page.close()
    return loads


def processor_time_s(browser: Browser) -> float:
    """Return the processor time that all processes of the browser have used."""
    devtools = browser.new_browser_cdp_session()
    processes = devtools.send("SystemInfo.getProcessInfo")["processInfo"]
    devtools.detach()
    return float(sum(process["cpuTime"] for process in processes))


def client_bytes(encode: Callable[[bytes], bytes] = bytes) -> int:
    """Return the size of the client's modules and style sheets, each of them encoded."""
    files = (path for path in CLIENT.rglob("*") if path.suffix in {".js", ".css"})
    return sum(len(encode(path.read_bytes())) for path in files)


def first_load_bytes(browser: Browser, address: str, game: str) -> int:
    """Return the network traffic of a first table with an empty cache."""
    context = browser.new_context()
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    received = [0]

    def count(event: dict[str, Any]) -> None:
        received[0] += int(event["encodedDataLength"])

    def count_frame(event: dict[str, Any]) -> None:
        received[0] += len(event["response"]["payloadData"].encode())

    devtools.send("Network.enable")
    devtools.on("Network.loadingFinished", count)
    devtools.on("Network.webSocketFrameReceived", count_frame)
    page.goto(address)
    received[0] = 0
    devtools.send("Network.clearBrowserCache")
    page.locator(f"article:has(#game-{game}) .quick-start button").click()
    page.locator(".own .card").first.wait_for()
    page.wait_for_load_state("networkidle")
    context.close()
    return received[0]


if __name__ == "__main__":
    main()
