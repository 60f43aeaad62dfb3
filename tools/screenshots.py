"""The pictures of the documentation: the main screens, as they are.

``python -m tools.screenshots [NAME ...]`` takes them anew into ``docs/pictures``, in Chromium, from
moments of the kept games under ``tests/records``. Look at each before committing it.
"""

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from onirium.record import read
from onirium.tables import HUMAN
from onirium.web.middleware.sessions import COOKIE_NAME
from tests.support.live_server import HttpUser, LiveServer, run_server

RECORDS = Path(__file__).parents[1] / "tests" / "transcripts"
PICTURES = Path(__file__).parent.parent / "docs" / "pictures"

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
LYING: ViewportSize = {"width": 844, "height": 390}


def lift(page: Page) -> None:
    """Lift the first card of the hand for which there is something to do."""
    page.locator(".own button.card:not([aria-disabled=true])").first.click()
    page.mouse.move(1, 1)


def ask(page: Page) -> None:
    """Ask for a hint, and wait until it has become better."""
    page.keyboard.press("h")
    page.wait_for_timeout(A_WHILE)


def analyse(page: Page) -> None:
    """Have the game analysed, and go to the decision that cost most."""
    page.locator("button.analyse").click()
    # On a phone the list is folded; the marks on the curve, the costliest first, are always there.
    page.locator(".plot .mark").first.click(timeout=MINUTES)
    page.wait_for_timeout(A_WHILE)


A_WHILE = 5_000
MINUTES = 300_000
"""In milliseconds."""

WHOLE = 10_000
"""No kept game has more actions."""


class Scene(NamedTuple):
    """A screen worth a picture: of a kept game after so many actions, or of a page.

    With a kept game the address is below that of its table.
    """

    name: str
    size: ViewportSize
    theme: str
    language: str
    record: str = ""
    kept: int = 0
    address: str = ""
    deed: Callable[[Page], None] | None = None


SCENES: Sequence[Scene] = (
    Scene("lobby", DESKTOP, "light", "en"),
    Scene("onirim", DESKTOP, "light", "en", "onirim-0.1.0-all-won", 228, deed=lift),
    Scene("onirim-phone", PHONE, "dark", "en", "onirim-0.1.0-won", 98, deed=lift),
    Scene("nightmare-phone", PHONE, "dark", "ru", "onirim-0.1.0-won", 100),
    Scene("prophecy-phone-lying", LYING, "dark", "de", "onirim-0.1.0-all-won", 148),
    Scene("nightmarium", DESKTOP, "dark", "en", "nightmarium-0.1.0-four-won-by-player-4", 156),
    Scene("nightmarium-phone", PHONE, "light", "de", "nightmarium-0.1.0-two-won-by-player-1", 64),
    Scene("rules", DESKTOP, "dark", "ru", address="/rules/nightmarium"),
    Scene("hint", DESKTOP, "light", "en", "onirim-0.1.0-won", 98, deed=ask),
    Scene("analysis", DESKTOP, "dark", "en", "onirim-0.1.0-lost", WHOLE, "/replay", analyse),
)


def main() -> None:
    """Take the pictures that are named, or all."""
    PICTURES.mkdir(exist_ok=True)
    asked = sys.argv[1:]
    with TemporaryDirectory() as folder, run_server(Path(folder)) as server, chromium() as browser:
        for scene in SCENES:
            if asked and scene.name not in asked:
                continue
            take(scene, server, browser)
            print(f"{scene.name}.png")


def take(scene: Scene, server: LiveServer, browser: Browser) -> None:
    """Take one picture."""
    visitor = server.new_user(scene.language)
    table = f"/t/{moment_of(scene, server, visitor)}" if scene.record else ""
    context = browser.new_context(
        viewport=scene.size,
        color_scheme="dark" if scene.theme == "dark" else "light",
        locale=scene.language,
        device_scale_factor=2 if scene.size is not DESKTOP else 1,
        reduced_motion="reduce",
    )
    context.add_cookies([{"name": COOKIE_NAME, "value": visitor.token, "url": server.address}])
    page = context.new_page()
    page.goto(server.address + (table + scene.address or "/"), wait_until="networkidle")
    if scene.deed:
        scene.deed(page)
    page.screenshot(path=PICTURES / f"{scene.name}.png")
    context.close()


def moment_of(scene: Scene, server: LiveServer, visitor: HttpUser) -> str:
    """Lay a table where a kept game stands after so many actions; return its id."""
    record = read(RECORDS / f"{scene.record}.json")
    seats = (HUMAN, *["greedy"] * (len(record.seats) - 1))
    return server.create_table(
        record.game,
        seats,
        visitor,
        options=record.options,
        opening=record.actions[: scene.kept],
        unranked=True,
    )


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        yield browser
        browser.close()


if __name__ == "__main__":
    main()
