"""Measures the page in Chromium: how long a click takes to show, a start, and what is transferred.

Prints one JSON object. Needs the packages of the tests, and Chromium.
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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

import onirium
from onirium.core.build import is_compiled
from onirium.games.registry import names

CLICKS = 60
STARTS = 5
ONIRIUM = [sys.executable, "-c", "from onirium.cli.main import main; main()"]
CLIENT = Path(onirium.__file__).parent / "web" / "client"

# From the touch of the pile to the first task after the frame that shows the card there.
TO_PAINT = """
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
CARD = ".own button.legal:not([data-card$=key])"


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        with serving(Path(folder)) as (address, _):
            measured = {
                "build": "compiled" if is_compiled() else "plain",
                "click to paint, ms": clicks_to_paint(browser, address),
                "client without art, bytes": size_of_client(),
                "client without art, compressed, bytes": size_of_client(gzip.compress),
                "first load, bytes": {game: first_load(browser, address, game) for game in names()},
            }
        browser.close()
    print(json.dumps({**measured, "start to first page, ms": starts()}, indent=2))


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, float]]:
    """Start the server as people do; say where it is, and how long its first page took in ms."""
    command = [*ONIRIUM, "serve", "--no-browser", "--port", "0", "--data-dir", str(folder)]
    began = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None
            with urllib.request.urlopen(found[0]) as page:  # noqa: S310, it is our own
                page.read()
            yield found[0], 1000 * (time.perf_counter() - began)
        finally:
            process.kill()


def starts() -> dict[str, int]:
    """Return how long it takes from the command to the first page that is answered."""
    took = []
    for _ in range(STARTS):
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (_, milliseconds):
            took.append(milliseconds)
    return {
        "median": round(statistics.median(took)),
        "least": round(min(took)),
        "most": round(max(took)),
    }


def table(page: Page, address: str, game: str) -> None:
    """Lay a table from the lobby."""
    page.goto(address)
    page.locator(f"article:has(#game-{game}) .quick-start button").click()
    page.locator(".table-surface").wait_for()


def clicks_to_paint(browser: Browser, address: str) -> dict[str, Any]:
    """Return how long a touch of the pile takes to show the card there, answer included."""
    page = browser.new_page()
    took: list[float] = []
    while len(took) < CLICKS:
        table(page, address, "onirim")
        page.evaluate(TO_PAINT)
        while len(took) < CLICKS and discard(page):
            took += page.evaluate("window.paints.splice(0)")
    page.close()
    cuts = statistics.quantiles(took, n=20, method="inclusive")
    return {"clicks": len(took), "p50": round(cuts[9], 1), "p95": round(cuts[18], 1)}


def discard(page: Page) -> bool:
    """Discard a card with two clicks; tell whether the hand could be discarded from."""
    page.locator("button.legal, .choices button").first.wait_for()
    if not page.locator(CARD).count() or page.locator(".choices button").count():
        return False
    page.locator(CARD).first.click()
    page.locator("[data-pile=discard] .goal").click()
    page.wait_for_function("() => window.paints.length > 0")
    return True


def size_of_client(sent: Callable[[bytes], bytes] = bytes) -> int:
    """Return how large the page's own modules and styles are, as they lie there or are sent."""
    files = (path for path in CLIENT.rglob("*") if path.suffix in {".js", ".css"})
    return sum(len(sent(path.read_bytes())) for path in files)


def first_load(browser: Browser, address: str, game: str) -> int:
    """Return what goes over the line for a first table, with nothing kept from before."""
    context = browser.new_context()
    page = context.new_page()
    line = context.new_cdp_session(page)
    received = [0]

    def count(event: dict[str, Any]) -> None:
        received[0] += int(event["encodedDataLength"])

    def count_frame(event: dict[str, Any]) -> None:
        received[0] += len(event["response"]["payloadData"].encode())

    line.send("Network.enable")
    line.on("Network.loadingFinished", count)
    line.on("Network.webSocketFrameReceived", count_frame)
    page.goto(address)
    received[0] = 0
    line.send("Network.clearBrowserCache")
    page.locator(f"article:has(#game-{game}) .quick-start button").click()
    page.locator(".own .card").first.wait_for()
    page.wait_for_load_state("networkidle")
    context.close()
    return received[0]


if __name__ == "__main__":
    main()
