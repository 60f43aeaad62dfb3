"""Measures first loads of the page in Chromium: with an empty cache, and with slow requests."""

import time
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from benchmarks.measurement import median_and_range

REQUEST_TIME_MS = 200
"""The time that each request takes in addition, about that of a mobile network far from it."""

BYTES_PER_SECOND = 200_000
SLOW_LOADS = 5


def measure_load(browser: Browser, address: str, name: str) -> dict[str, int]:
    """Return the requests and bytes of the lobby or of a table of a game, with an empty cache."""
    context = browser.new_context()
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    sizes: list[int] = []

    def count(event: dict[str, Any]) -> None:
        sizes.append(int(event["encodedDataLength"]))

    def count_frame(event: dict[str, Any]) -> None:
        sizes[-1] += len(event["response"]["payloadData"].encode())

    devtools.send("Network.enable")
    devtools.on("Network.loadingFinished", count)
    devtools.on("Network.webSocketFrameReceived", count_frame)
    page.goto(address)
    if name != "lobby":
        sizes.clear()
        devtools.send("Network.clearBrowserCache")
        start_table(page, name)
    page.wait_for_load_state("networkidle")
    context.close()
    return {"requests": len(sizes), "bytes": sum(sizes)}


def measure_slow_table(browser: Browser, address: str, game: str) -> dict[str, float]:
    """Return the milliseconds from the request of a table to its first card, if requests are slow.

    The cache is empty, as after a click on an invitation.
    """
    context = browser.new_context()
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    page.goto(address)
    start_table(page, game)
    slow_down(devtools)
    times_ms = []
    for _ in range(SLOW_LOADS):
        devtools.send("Network.clearBrowserCache")
        started_at = time.perf_counter()
        page.goto(page.url, wait_until="commit")
        page.locator(".own .card").first.wait_for()
        times_ms.append(1000 * (time.perf_counter() - started_at))
    context.close()
    return median_and_range(times_ms)


def start_table(page: Page, game: str) -> None:
    """Start a table in the lobby and wait for its first card."""
    page.locator(f"article:has(#game-{game}) .quick-start button").click()
    page.locator(".own .card").first.wait_for()


def slow_down(devtools: CDPSession) -> None:
    """Delay all requests."""
    devtools.send("Network.enable")
    conditions = {
        "offline": False,
        "latency": REQUEST_TIME_MS,
        "downloadThroughput": BYTES_PER_SECOND,
        "uploadThroughput": BYTES_PER_SECOND,
    }
    devtools.send("Network.emulateNetworkConditions", conditions)
