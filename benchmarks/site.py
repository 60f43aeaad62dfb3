"""How long a site takes in Chromium: first and second visit, decisions, memory.

    onirium site public && python -m benchmarks.site public --mbit 10 --slowdown 4

The server sends files at the given rate, to all connections together. A slower processor is
emulated in one of two ways: by the browser's developer tools, which slow the main thread of the
page, or by stopping all processes of the browser for most of each period, workers included.
"""

import argparse
import json
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import which
from typing import Any

from playwright.sync_api import Frame, Page, sync_playwright

CHUNK_BYTES = 16_384
PERIOD_S = 0.02
TIMEOUT_MS = 240_000

SETTLING_S = 2
"""The browser has started by then."""

REMAINING_FILES_S = 15
"""The files that follow the first card have arrived by then."""


class Line:
    """A line of limited rate, shared by all connections."""

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
    """Serves a folder over a line."""

    line: Line

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file in parts."""
        while chunk := source.read(CHUNK_BYTES):
            self.line.send(len(chunk))
            outputfile.write(chunk)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def serve(folder: Path, line: Line) -> Iterator[str]:
    """Serve a folder over a line; provide its address."""
    Handler.line = line
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def chromium_processes(profile: str) -> list[int]:
    """Return the processes of the browser with a profile."""
    listed = subprocess.run(
        [str(which("ps")), "-eo", "pid,ppid,args"], check=True, capture_output=True, text=True
    )
    rows = [line.split(None, 2) for line in listed.stdout.splitlines()[1:]]
    found = {
        int(pid) for pid, _, arguments in rows if profile in arguments and "chrom" in arguments
    }
    while more := {int(pid) for pid, parent, _ in rows if int(parent) in found} - found:
        found |= more
    return sorted(found)


@contextmanager
def slowed_page(page: Page, factor: float) -> Iterator[None]:
    """Slow the main thread of a page by the developer tools."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": factor})
    yield
    session.detach()


@contextmanager
def slowed_browser(profile: str, factor: float) -> Iterator[None]:
    """Let all processes of a browser run for a part of each period only."""
    is_done = threading.Event()

    def run() -> None:
        # Before this thread's turn a busy browser would run for longer than its part.
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
        while not is_done.is_set():
            processes = chromium_processes(profile)
            for _ in range(25):
                signal_all(processes, signal.SIGSTOP)
                time.sleep(PERIOD_S * (1 - 1 / factor))
                signal_all(processes, signal.SIGCONT)
                time.sleep(PERIOD_S / factor)

    thread = threading.Thread(target=run)
    if factor > 1:
        thread.start()
    try:
        yield
    finally:
        is_done.set()
        if factor > 1:
            thread.join()


def signal_all(processes: list[int], number: int) -> None:
    for process in processes:
        try:
            os.kill(process, number)
        except ProcessLookupError:
            continue


def app_frame(page: Page) -> Frame:
    """Return the frame with the pages of the server."""
    page.locator("iframe").wait_for(timeout=TIMEOUT_MS)
    return page.frames[1]


def time_to_lobby_s(page: Page, address: str) -> float:
    started_at = time.monotonic()
    page.goto(address, timeout=TIMEOUT_MS)
    app_frame(page).locator("article.game").first.wait_for(timeout=TIMEOUT_MS)
    return time.monotonic() - started_at


def time_to_card_s(page: Page) -> float:
    """Start a game of Onirim by the button of the lobby; return the time to the first card."""
    started_at = time.monotonic()
    frame = app_frame(page)
    frame.locator("#game-onirim").locator("xpath=ancestor::article").locator(
        ".quick-start button"
    ).click(timeout=TIMEOUT_MS)
    frame.locator("button.card.legal").first.wait_for(timeout=TIMEOUT_MS)
    return time.monotonic() - started_at


def memory_mb(profile: str) -> float:
    """Return the memory of all processes of the browser that no other program shares."""
    total = 0
    for process in chromium_processes(profile):
        try:
            rollup = Path(f"/proc/{process}/smaps_rollup").read_text("utf-8")
        except OSError:
            continue
        total += sum(
            int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")
        )
    return total / 1024


def processor_s(profile: str) -> float:
    """Return the processor time of all threads of the browser, whatever else runs."""
    total_ns = 0
    for process in chromium_processes(profile):
        for task in Path(f"/proc/{process}/task").glob("*/schedstat"):
            try:
                total_ns += int(task.read_text("utf-8").split()[0])
            except OSError:
                continue
    return total_ns / 1e9


def visit(page: Page, address: str, profile: str, line: Line) -> dict[str, float]:
    """Open the site and start a game; return the times."""
    sent_before, processor_before_s = line.sent_bytes, processor_s(profile)
    lobby_s = time_to_lobby_s(page, address)
    card_s = time_to_card_s(page)
    received_mb = (line.sent_bytes - sent_before) / 1e6
    used_s = processor_s(profile) - processor_before_s
    return {
        "lobby_s": lobby_s,
        "first_card_s": lobby_s + card_s,
        "processor_s": used_s,
        "received_mb": received_mb,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--mbit", type=float, default=10)
    parser.add_argument("--slowdown", type=float, default=4)
    parser.add_argument("--slowed", choices=["page", "browser"], default="page")
    arguments = parser.parse_args()
    line = Line(arguments.mbit)
    with (
        tempfile.TemporaryDirectory(prefix="onirium-site-") as profile,
        serve(arguments.folder, line) as address,
        sync_playwright() as playwright,
    ):
        results = {}
        for name in ("first", "second"):
            # The browser starts anew: a service worker of the first visit would still run.
            context = playwright.chromium.launch_persistent_context(
                profile, executable_path=which("chromium"), args=["--no-sandbox", "--disable-gpu"]
            )
            time.sleep(SETTLING_S)
            browser_mb = memory_mb(profile)
            # A new tab would load the browser's own pages for its address bar.
            [page] = context.pages
            slowed = (
                slowed_page(page, arguments.slowdown)
                if arguments.slowed == "page"
                else slowed_browser(profile, arguments.slowdown)
            )
            with slowed:
                results[name] = visit(page, address, profile, line)
            time.sleep(REMAINING_FILES_S)
            results[name]["memory_mb"] = memory_mb(profile) - browser_mb
            context.close()
    load = os.getloadavg()[0]
    print(json.dumps({**results, "load": load}, indent=1))


if __name__ == "__main__":
    main()
