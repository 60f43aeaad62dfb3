"""Screenshots of the documentation: the main screens of the page.

``python -m tools.screenshots [NAME ...]`` writes them to ``docs/pictures``, with Chromium and the
records in ``tests/transcripts``. The analysis needs the compiled build, or several minutes. Look at
each picture before committing it.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from onirium.match.match import HUMAN
from onirium.record import read, replay
from onirium.storage.store import Store
from onirium.tables.events import ActionsTaken
from onirium.web.middleware.cookies import COOKIE_NAME
from tests.support.chromium import ARGUMENTS, CHROMIUM
from tests.support.live_server import HttpUser, LiveServer, run_server

RECORDS = Path(__file__).parents[1] / "tests" / "transcripts"
PICTURES = Path(__file__).parent.parent / "docs" / "pictures"

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
LANDSCAPE_PHONE: ViewportSize = {"width": 844, "height": 390}


PICTURES_SHOWN = """
() => [...document.images].every((one) => one.complete || one.loading === "lazy")
"""
"""Script that waits for pictures: on a busy machine the network may be idle before they load."""


def lift(page: Page) -> None:
    """Lift the first card of the hand that has a legal action."""
    page.locator(".own button.card:not([aria-disabled=true])").first.click()
    page.mouse.move(1, 1)


def request_hint(page: Page) -> None:
    """Request a hint, and wait until it has improved."""
    page.keyboard.press("h")
    page.locator(".hint-panel li").first.wait_for()
    page.wait_for_timeout(HINT_TIME_MS)


def analyse(page: Page) -> None:
    """Analyse the game, and go to the second costliest decision, which shows the whole hand."""
    page.locator("button.analyse").click()
    # The list is collapsed on phones; the marks on the curve are always present.
    page.locator(".plot .mark", has_text="2").click(timeout=ANALYSIS_TIMEOUT_MS)
    page.wait_for_timeout(HINT_TIME_MS)


TIMEOUT_MS = 60_000
HINT_TIME_MS = 5_000
ANALYSIS_TIMEOUT_MS = 600_000

ALL_ACTIONS = 10_000
"""More actions than any record has."""


NEW_TABLE = "seats=2&option.expansions=book&option.expansions=towers"
"""A form of two players with two expansions."""

TABLES = (
    ("onirim-0.1.0-lost", ALL_ACTIONS),
    ("nightmarium-0.1.0-four-won-by-player-4", ALL_ACTIONS),
    ("nightmarium-0.1.0-two-won-by-player-1", ALL_ACTIONS),
    ("onirim-0.1.0-all-won", ALL_ACTIONS),
    ("nightmarium-0.1.0-four-won-by-player-4", 156),
    ("onirim-0.1.0-won", 60),
)
"""The tables of a user who has some, the latest last: a record and its number of actions."""


class Scene(NamedTuple):
    """A screen: a record after a number of actions, or a static page.

    The address of a record's scene is relative to its table. A user of a static page may have
    tables of their own.
    """

    name: str
    size: ViewportSize
    theme: str
    language: str
    record: str = ""
    action_count: int = 0
    address: str = ""
    action: Callable[[Page], None] | None = None
    has_tables: bool = False


SCENES: Sequence[Scene] = (
    Scene("lobby", DESKTOP, "dark", "en", has_tables=True),
    Scene("lobby-phone", PHONE, "light", "ru", has_tables=True),
    Scene("new-table", DESKTOP, "light", "de", address=f"/new/onirim?{NEW_TABLE}"),
    Scene("my-games", DESKTOP, "dark", "en", address="/history", has_tables=True),
    Scene("onirim", DESKTOP, "light", "en", "onirim-0.1.0-all-won", 228, action=lift),
    Scene("onirim-phone", PHONE, "dark", "en", "onirim-0.1.0-won", 98, action=lift),
    Scene("nightmare-phone", PHONE, "dark", "ru", "onirim-0.1.0-won", 100),
    Scene("prophecy-phone-landscape", LANDSCAPE_PHONE, "dark", "de", "onirim-0.1.0-all-won", 148),
    Scene("nightmarium", DESKTOP, "dark", "en", "nightmarium-0.1.0-four-won-by-player-4", 156),
    Scene("nightmarium-phone", PHONE, "light", "de", "nightmarium-0.1.0-two-won-by-player-1", 64),
    Scene("rules", DESKTOP, "dark", "ru", address="/rules/nightmarium"),
    Scene("hint", DESKTOP, "light", "en", "onirim-0.1.0-won", 98, action=request_hint),
    Scene("analysis", DESKTOP, "dark", "en", "onirim-0.1.0-lost", ALL_ACTIONS, "/replay", analyse),
)


def main() -> None:
    """Take the named screenshots, or all."""
    names = parse_names(__doc__, SCENES)
    PICTURES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, run_server(Path(folder)) as server, chromium() as browser:
        for scene in SCENES:
            if scene.name in names:
                take_screenshot(scene, server, browser)
                print(f"{scene.name}.png")


def parse_names(description: str, scenes: Sequence[Scene]) -> list[str]:
    """Return the names of scenes on the command line, or all."""
    known = [scene.name for scene in scenes]
    parser = argparse.ArgumentParser(description=description.partition("\n")[0])
    parser.add_argument(
        "names",
        nargs="*",
        default=known,
        metavar="NAME",
        help=f"by default all: {', '.join(known)}",
    )
    names: list[str] = parser.parse_args().names
    if unknown := set(names) - set(known):
        parser.error(f"unknown pictures: {', '.join(sorted(unknown))}")
    return names


def take_screenshot(scene: Scene, server: LiveServer, browser: Browser) -> None:
    """Take one screenshot."""
    scale = 1 if scene.size is DESKTOP else 2
    with open_scene(scene, server, browser, device_scale_factor=scale) as page:
        page.screenshot(path=PICTURES / f"{scene.name}.png")


@contextmanager
def open_scene(
    scene: Scene, server: LiveServer, browser: Browser, **context: Any
) -> Iterator[Page]:
    """Open the screen of a new user, without motion."""
    user = server.new_user(scene.language)
    table = ""
    if scene.record:
        table = f"/t/{create_table(scene.record, scene.action_count, server, user, unranked=True)}"
    for record, action_count in TABLES if scene.has_tables else ():
        create_table(record, action_count, server, user)
    browser_context = browser.new_context(
        viewport=scene.size,
        color_scheme="dark" if scene.theme == "dark" else "light",
        locale=scene.language,
        reduced_motion="reduce",
        **context,
    )
    browser_context.add_cookies([{"name": COOKIE_NAME, "value": user.token, "url": server.address}])
    browser_context.set_default_timeout(TIMEOUT_MS)
    page = browser_context.new_page()
    page.goto(server.address + (table + scene.address or "/"), wait_until="networkidle")
    if table:
        page.locator(".table-surface").wait_for()
    page.wait_for_function(PICTURES_SHOWN)
    if scene.action:
        scene.action(page)
    yield page
    browser_context.close()


def create_table(
    name: str, action_count: int, server: LiveServer, user: HttpUser, *, unranked: bool = False
) -> str:
    """Create a table that continues a record after its first actions; return its id.

    The user has decided last in a whole record, so that the game is ranked.
    """
    record = read(RECORDS / f"{name}.json")
    if action_count == ALL_ACTIONS:
        action_count = max(step.number for step in replay(record) if step.seat == 0) - 1
        played = ActionsTaken(0, record.actions[action_count:])
    else:
        played = None
    seats = (HUMAN, *["greedy"] * (len(record.seats) - 1))
    table_id = server.create_table(
        record.game,
        seats,
        user,
        options=record.options,
        opening=record.actions[:action_count],
        unranked=unranked,
    )
    if played:
        server.run(finish(server.store, table_id, played))
    return table_id


async def finish(store: Store, table_id: str, played: ActionsTaken) -> None:
    """Append the last decision of a game to its table."""
    await store.append(table_id, 1, played)
    if table := await store.load(table_id):
        await store.save_summary(table)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


if __name__ == "__main__":
    main()
