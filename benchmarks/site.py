"""Measures a site in Chromium: first and second visit, processor time, memory.

    onirium site public && python -m benchmarks.site public --mbit 10 --slowdown 4

The server sends files at the given rate, to all connections together. A slower processor is
emulated in one of two ways: by the browser's developer tools, which slow the main thread of the
page, or by stopping all processes of the browser for most of each period, workers included, until
a loop in a worker is slower by the given factor.

A script in the page starts a game as soon as the lobby has been parsed, and notes when it is drawn.
Automation from outside would take a fifth of the time of a second visit, for its own scripts.
"""

import argparse
import json
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Frame, Page, Playwright, sync_playwright

from benchmarks.measurement import processor_time_s
from benchmarks.slowed_browsers import (
    browser_processes,
    calibrate,
    memory_mb,
    open_browser,
    slowed_browser,
)

CHUNK_BYTES = 16_384
TIMEOUT_S = 120
CHECK_INTERVAL_S = 0.5

REMAINING_FILES_S = 15
"""The files that follow the first card have arrived by then."""

PLAY = """
if (window === top) {
    const marks = (window.marks = {});
    const check = () => {
        const page = document.querySelector("iframe")?.contentDocument;
        const isParsed = page && page.readyState !== "loading";
        const form = isParsed && page.querySelector("article:has(#game-onirim) .quick-start");
        if (form && !marks.lobby) {
            marks.lobby = Date.now();
            form.querySelector("button").click();
        }
        if (page?.querySelector("button.card.legal")) marks.first_card = Date.now();
        else requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
}
"""
"""Starts a game of Onirim by the button of the lobby; notes when the lobby and a card are there."""


class NetworkLink:
    """A network link of limited bandwidth, shared by all connections."""

    def __init__(self, mbit_per_s: float) -> None:
        self._bytes_per_s = mbit_per_s * 1e6 / 8
        self._lock = threading.Lock()
        self._free_at = 0.0
        self.sent_bytes = 0

    def send(self, byte_count: int) -> None:
        """Wait until a number of bytes has been transmitted."""
        with self._lock:
            now = time.monotonic()
            self._free_at = max(now, self._free_at) + byte_count / self._bytes_per_s
            self.sent_bytes += byte_count
            delay = self._free_at - now
        time.sleep(delay)


class Handler(SimpleHTTPRequestHandler):
    """Serves a folder over a network link."""

    link: NetworkLink

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file in parts."""
        while chunk := source.read(CHUNK_BYTES):
            self.link.send(len(chunk))
            outputfile.write(chunk)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def serve(folder: Path, link: NetworkLink) -> Iterator[str]:
    """Serve a folder over a network link; provide its address."""
    Handler.link = link
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def slowed_page(page: Page, factor: float) -> Iterator[None]:
    """Slow the main thread of a page by the developer tools."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": factor})
    yield
    session.detach()


def app_frame(page: Page) -> Frame:
    """Return the frame with the pages of the server."""
    page.locator("iframe").wait_for(timeout=1e3 * TIMEOUT_S)
    return page.frames[1]


def visit(page: Page, address: str) -> dict[str, float]:
    """Open the site and start a game; return the times since the start."""
    started_at_s = time.time()
    page.goto(address, wait_until="commit")
    while "first_card" not in (marks := page.evaluate("() => window.marks")):
        if time.time() > started_at_s + TIMEOUT_S:
            raise TimeoutError(f"no card within {TIMEOUT_S} s")
        time.sleep(CHECK_INTERVAL_S)
    return {f"{name}_s": at_ms / 1e3 - started_at_s for name, at_ms in marks.items()}


def measure_visit(
    playwright: Playwright,
    profile: str,
    address: str,
    link: NetworkLink,
    *,
    page_factor: float,
    share: float,
) -> dict[str, float]:
    """Visit the site in a new browser process: an earlier service worker would still run."""
    context = open_browser(playwright, profile)
    context.add_init_script(PLAY)
    # A new tab would load the browser's own pages for its address bar.
    [page] = context.pages
    browser_mb = memory_mb(profile)
    processor_before_s = processor_time_s(browser_processes(profile))
    sent_before_bytes = link.sent_bytes
    slowed: AbstractContextManager[None] = slowed_browser(profile, share)
    with slowed_page(page, page_factor), slowed:
        result = visit(page, address)
    result["processor_s"] = processor_time_s(browser_processes(profile)) - processor_before_s
    result["received_mb"] = (link.sent_bytes - sent_before_bytes) / 1e6
    time.sleep(REMAINING_FILES_S)
    result["memory_mb"] = memory_mb(profile) - browser_mb
    context.close()
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="folder of the site")
    parser.add_argument("--mbit", type=float, default=10, help="bandwidth of the link, per second")
    parser.add_argument("--slowdown", type=float, default=4, help="factor of the slower processor")
    parser.add_argument(
        "--slowed", choices=["page", "browser"], default="page", help="what the factor slows"
    )
    arguments = parser.parse_args()
    is_page = arguments.slowed == "page"
    page_factor, browser_factor = (
        (arguments.slowdown, 1.0) if is_page else (1.0, arguments.slowdown)
    )
    link = NetworkLink(arguments.mbit)
    with (
        tempfile.TemporaryDirectory(prefix="onirium-site-") as profile,
        serve(arguments.folder, link) as address,
        sync_playwright() as playwright,
    ):
        share, slowdown = calibrate(playwright, browser_factor)
        results = {
            name: measure_visit(
                playwright, profile, address, link, page_factor=page_factor, share=share
            )
            for name in ("first", "second")
        }
    load = os.getloadavg()[0]
    print(json.dumps({**results, "loop_slowdown": slowdown, "load": load}, indent=1))


if __name__ == "__main__":
    main()
