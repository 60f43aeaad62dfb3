"""Times the decisions of a bot of a site in Chromium, over one whole game of each kind.

    onirium site public && python -m benchmarks.site_decisions public quick

The worker of the site for slow computations plays the games, as at a table.
"""

import argparse
import json
import pickle
import tempfile
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import Page, sync_playwright

from benchmarks.site import TIMEOUT_S, NetworkLink, app_frame, serve
from benchmarks.slowed_browsers import calibrate, open_browser, slowed_browser

LOCAL_LINK_MBIT: Final = 10_000

EXPANSIONS: Final = ["book", "towers", "premonitions"]

KINDS: Final[list[tuple[str, dict[str, Any]]]] = [
    ("onirim", {}),
    ("onirim", {"expansions": EXPANSIONS}),
    ("onirim", {"seats": 2}),
    ("onirim", {"seats": 2, "expansions": EXPANSIONS}),
    ("onirim", {"seats": 2, "table": "open"}),
    ("onirim", {"seats": 2, "mode": "race"}),
    ("onirim", {"seats": 2, "mode": "race", "expansions": EXPANSIONS}),
    *[("nightmarium", {"seats": seats}) for seats in (2, 3, 4, 5)],
]
"""The games and their options."""

PLAY: Final = """[exec('''
import json
from time import perf_counter
import onirium
from onirium.bots.registry import make_timed_bot
from onirium.core.chance import Random
def play(bot_name, game_name, options):
    game, rng, durations_ms = onirium.load(game_name, **options), Random(1), []
    bot, state = make_timed_bot(bot_name, game), game.new_state()
    while not state.is_terminal():
        state.resolve_chance(rng)
        if state.is_terminal():
            break
        started_at = perf_counter()
        action = bot.choose(state, rng)
        durations_ms.append(1000 * (perf_counter() - started_at))
        state.apply(action)
    return durations_ms
''', names := {}), names["play"](*ARGUMENTS)][1]"""
"""An expression that plays a game; its value is the list of the durations."""

RUN_JOB: Final = """(bytes) => new Promise((resolve, reject) => {
    globalThis.jobs ??= new Worker("jobs.js", { type: "module" });
    jobs.onmessage = ({ data }) => resolve([...data.bytes]);
    jobs.onerror = ({ message }) => reject(new Error(message));
    jobs.postMessage({ id: 0, bytes: Uint8Array.from(bytes) });
})"""


def evaluate(page: Page, expression: str) -> list[float]:
    """Evaluate an expression in the worker of a site."""
    job = pickle.dumps((map, (eval, [expression]), {}))
    reply = bytes(page.evaluate(RUN_JOB, [*job]))
    kind, value = pickle.loads(reply)  # noqa: S301, from our own site
    if kind == "failed":
        raise RuntimeError(value)
    durations_ms: list[float] = value
    return durations_ms


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="folder of the site")
    parser.add_argument("bot", help="the bot in all seats")
    parser.add_argument("--slowdown", type=float, default=1, help="factor of the slower browser")
    parser.add_argument(
        "--kinds",
        type=int,
        nargs="*",
        choices=range(len(KINDS)),
        default=range(len(KINDS)),
        metavar="INDEX",
        help="indices of the kinds of game; by default all",
    )
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="onirium-site-") as profile,
        serve(arguments.folder, NetworkLink(LOCAL_LINK_MBIT)) as address,
        sync_playwright() as playwright,
    ):
        share, _ = calibrate(playwright, arguments.slowdown)
        context = open_browser(playwright, profile)
        context.set_default_timeout(1e3 * TIMEOUT_S)
        [page] = context.pages
        page.goto(address)
        app_frame(page).locator("article.game").first.wait_for()
        evaluate(page, "[0.0]")
        with slowed_browser(profile, share):
            for game, options in (KINDS[index] for index in arguments.kinds):
                call = PLAY.replace("ARGUMENTS", repr((arguments.bot, game, options)))
                durations_ms = evaluate(page, call)
                row = {
                    "game": game,
                    **options,
                    "decisions": len(durations_ms),
                    "median_ms": round(median(durations_ms), 1),
                    "longest_ms": round(max(durations_ms), 1),
                }
                print(json.dumps(row), flush=True)
        context.close()


if __name__ == "__main__":
    main()
