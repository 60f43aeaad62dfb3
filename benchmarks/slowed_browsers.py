"""Chromium on a slower processor: all of its processes stop for most of each period.

The developer tools slow the main thread of a page only; here workers are slower, too.
"""

import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Final

from playwright.sync_api import BrowserContext, Page, Playwright

SETTLING_S: Final = 2
"""A browser has started by then."""

_PERIOD_S: Final = 0.02
_PERIODS_PER_LISTING: Final = 25

_ROUNDS: Final = 4
_LOOP_MS: Final = 2_000

_LOOP: Final = """(durationMs) => new Promise((resolve) => {
    const count = () => {
        const start = performance.now();
        let [steps, sum] = [0, 0];
        for (; performance.now() - start < DURATION; steps++)
            for (let index = 0; index < 10_000; index++) sum += index % 7;
        postMessage(steps + 0 * sum);
    };
    const source = `(${count})()`.replace("DURATION", durationMs);
    const worker = new Worker(URL.createObjectURL(new Blob([source])));
    worker.onmessage = ({ data }) => resolve(data);
})"""
"""A function that returns how often a loop in a worker ran in a time."""


def open_browser(playwright: Playwright, profile: str) -> BrowserContext:
    """Start a browser with a profile, and wait until it rests."""
    # Not the headless shell of the tests, which takes less processor time than this browser.
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=which("chromium"), args=["--no-sandbox", "--disable-gpu"]
    )
    time.sleep(SETTLING_S)
    return context


def browser_processes(profile: str) -> list[int]:
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
def slowed_browser(profile: str, share: float) -> Iterator[None]:
    """Run all processes of a browser for a share of each period; at 1, without a stop."""
    if share >= 1:
        yield
        return
    is_done = threading.Event()

    def run() -> None:
        # Before this thread's turn a busy browser would run for longer than its share.
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
        while not is_done.is_set():
            processes = browser_processes(profile)
            for _ in range(_PERIODS_PER_LISTING):
                _signal_all(processes, signal.SIGSTOP)
                time.sleep(_PERIOD_S * (1 - share))
                _signal_all(processes, signal.SIGCONT)
                time.sleep(_PERIOD_S * share)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        is_done.set()
        thread.join()


def _signal_all(processes: list[int], number: int) -> None:
    for process in processes:
        try:
            os.kill(process, number)
        except ProcessLookupError:
            continue


def calibrate(playwright: Playwright, factor: float) -> tuple[float, float]:
    """Find the share of each period in which a loop in a worker is slower by a factor.

    Stopping and continuing take a part of the period, so the share exceeds 1 / factor.

    Returns:
        The share, and how much slower the loop then was.
    """
    if factor == 1:
        return 1.0, 1.0
    with tempfile.TemporaryDirectory(prefix="onirium-calibration-") as profile:
        context = open_browser(playwright, profile)
        [page] = context.pages
        _loop_count(page)
        share, slowdown = 1 / factor, factor
        for _ in range(_ROUNDS):
            share *= slowdown / factor
            slowdown = _measure_slowdown(page, profile, share)
        context.close()
    return share, slowdown


def _measure_slowdown(page: Page, profile: str, share: float) -> float:
    """Return the mean of the loops before and after, relative to a loop in a slowed browser."""
    before = _loop_count(page)
    with slowed_browser(profile, share):
        slowed = _loop_count(page)
    return (before + _loop_count(page)) / 2 / slowed


def _loop_count(page: Page) -> int:
    count: int = page.evaluate(_LOOP, _LOOP_MS)
    return count


def memory_mb(profile: str) -> float:
    """Return the memory of all processes of a browser that no other program shares."""
    total_kb = 0
    for process in browser_processes(profile):
        try:
            rollup = Path(f"/proc/{process}/smaps_rollup").read_text("utf-8")
        except OSError:
            continue
        total_kb += sum(
            int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")
        )
    return total_kb / 1024
