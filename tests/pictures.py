"""The pictures of the documentation: the main screens, as they are.

``python -m tests.pictures`` takes them anew into ``docs/pictures``, in Chromium, from moments of
the kept games under ``tests/records``. Look at each of them before committing it.
"""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from onirium.record import read
from onirium.table import PERSON
from onirium.web.visit import COOKIE
from tests.web.house import House, Visitor, serving

RECORDS = Path(__file__).parent / "records"
PICTURES = Path(__file__).parent.parent / "docs" / "pictures"

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
LYING: ViewportSize = {"width": 844, "height": 390}


class Scene(NamedTuple):
    """A screen worth a picture: of a kept game after so many actions, or of a page."""

    name: str
    size: ViewportSize
    theme: str
    language: str
    record: str = ""
    kept: int = 0
    address: str = "/"
    lifts: bool = False


SCENES: Sequence[Scene] = (
    Scene("lobby", DESKTOP, "light", "en"),
    Scene("onirim", DESKTOP, "light", "en", "onirim-0.1.0-all-won", 228, lifts=True),
    Scene("onirim-phone", PHONE, "dark", "en", "onirim-0.1.0-won", 98, lifts=True),
    Scene("nightmare-phone", PHONE, "dark", "ru", "onirim-0.1.0-won", 100),
    Scene("prophecy-phone-lying", LYING, "dark", "de", "onirim-0.1.0-all-won", 148),
    Scene("nightmarium", DESKTOP, "dark", "en", "nightmarium-0.1.0-four-won-by-player-4", 156),
    Scene("nightmarium-phone", PHONE, "light", "de", "nightmarium-0.1.0-two-won-by-player-1", 64),
    Scene("rules", DESKTOP, "dark", "ru", address="/rules/nightmarium"),
)


def main() -> None:
    """Take all pictures."""
    PICTURES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, serving(Path(folder)) as house, chromium() as browser:
        for scene in SCENES:
            take(scene, house, browser)
            print(f"{scene.name}.png")


def take(scene: Scene, house: House, browser: Browser) -> None:
    """Take one picture."""
    visitor = house.visitor(scene.language)
    address = f"/t/{moment_of(scene, house, visitor)}" if scene.record else scene.address
    context = browser.new_context(
        viewport=scene.size,
        color_scheme="dark" if scene.theme == "dark" else "light",
        locale=scene.language,
        device_scale_factor=2 if scene.size is not DESKTOP else 1,
        reduced_motion="reduce",
    )
    context.add_cookies([{"name": COOKIE, "value": visitor.token, "url": house.address}])
    page = context.new_page()
    page.goto(house.address + address, wait_until="networkidle")
    if scene.lifts:
        lift(page)
    page.screenshot(path=PICTURES / f"{scene.name}.png")
    context.close()


def moment_of(scene: Scene, house: House, visitor: Visitor) -> str:
    """Lay a table where a kept game stands after so many actions; return its id."""
    record = read(RECORDS / f"{scene.record}.json")
    seats = (PERSON, *["greedy"] * (len(record.seats) - 1))
    return house.lay(
        record.game,
        seats,
        visitor,
        options=record.options,
        opening=record.actions[: scene.kept],
        practice=True,
    )


def lift(page: Page) -> None:
    """Lift the first card of the hand for which there is something to do."""
    page.locator(".own button.card:not([aria-disabled=true])").first.click()
    page.mouse.move(1, 1)


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
