"""Small reference screenshots of the main screens, and their comparison with new ones."""

import base64
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.browser_pages import take_picture
from tests.support.live_server import LiveServer
from tools.screenshots import ALL_ACTIONS, NEW_TABLE, Scene, lift, open_scene

FOLDER = Path(__file__).parents[1] / "browser" / "pictures"

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}

SOLO = "onirim-0.1.0-won"
LOST = "onirim-0.1.0-lost"
EXPANSIONS = "onirim-0.1.0-all-won"
DUEL = "nightmarium-0.1.0-two-won-by-player-1"
FOUR = "nightmarium-0.1.0-four-won-by-player-4"


def open_result(page: Page) -> None:
    """Open the end of a finished game with its figures."""
    page.locator(".choices button:not(.first)").click()
    expect(page.locator(".end h2")).to_be_visible()


SCENES: Sequence[Scene] = (
    Scene("lobby", DESKTOP, "dark", "en", has_tables=True),
    Scene("lobby-phone", PHONE, "light", "ru", has_tables=True),
    Scene("new-table", DESKTOP, "light", "de", address=f"/new/onirim?{NEW_TABLE}"),
    Scene("my-games", DESKTOP, "dark", "en", address="/history", has_tables=True),
    Scene("statistics", DESKTOP, "dark", "en", address="/statistics", has_tables=True),
    Scene("onirim", DESKTOP, "dark", "en", SOLO, 98, action=lift),
    Scene("onirim-phone", PHONE, "light", "ru", SOLO, 100),
    Scene("expansions", DESKTOP, "light", "de", EXPANSIONS, 228),
    Scene("nightmarium", DESKTOP, "dark", "en", FOUR, 156),
    Scene("nightmarium-phone", PHONE, "light", "de", DUEL, 64),
    Scene("dawn", DESKTOP, "dark", "en", SOLO, ALL_ACTIONS, action=open_result),
    Scene("nightmare-phone", PHONE, "dark", "de", LOST, ALL_ACTIONS, action=open_result),
    Scene("bow", DESKTOP, "dark", "ru", DUEL, ALL_ACTIONS, action=open_result),
)

TILE_PX = 15
"""Width and height of the parts that are compared, in pixels of a kept picture."""

MAX_DIFFERENCE = 28.0
"""Largest mean difference of a tile, of 255.

Measured: at most 14 for the same scene, whose kept picture is compressed; at most 20 for text
rasterized without hinting or subpixels; at least 41 for parts moved by eight pixels.
"""

_PREPARE_JS = """
async () => {
  await document.fonts.ready;
  // Dates and calendars differ from day to day.
  for (const one of document.querySelectorAll("time, code, .calendar"))
    one.style.visibility = "hidden";
}
"""
_DRAW_JS = """
  const draw = async (type, picture, width) => {
    const image = new Image();
    image.src = `data:image/${type};base64,${picture}`;
    await image.decode();
    const scale = (width || image.width) / image.width;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width * scale, image.height * scale].map(Math.round);
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.imageSmoothingQuality = "high";
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  };
"""
_SHRINK_JS = f"""
async ([picture, width]) => {{
  {_DRAW_JS}
  return (await draw("png", picture, width)).toDataURL("image/webp", 0.8).split(",")[1];
}}
"""
_COMPARE_JS = f"""
async ([kept, taken, tile]) => {{
  {_DRAW_JS}
  const one = await draw("webp", kept);
  const other = await draw("png", taken, one.width);
  const pixels = (canvas, x, y) => canvas.getContext("2d").getImageData(x, y, tile, tile).data;
  let worst = {{ difference: 0, x: 0, y: 0 }};
  for (let y = 0; y + tile <= one.height; y += tile)
    for (let x = 0; x + tile <= one.width; x += tile) {{
      const [before, after] = [pixels(one, x, y), pixels(other, x, y)];
      const sum = before.reduce((total, value, at) => total + Math.abs(value - after[at]), 0);
      const difference = sum / (tile * tile * 3);
      if (difference > worst.difference) worst = {{ difference, x, y }};
    }}
  return worst;
}}
"""


class Difference(NamedTuple):
    """The tile of a picture that differs most.

    Attributes:
        mean: mean difference of its channels, of 255.
        x: left edge, in pixels of the kept picture.
        y: upper edge.
    """

    mean: float
    x: int
    y: int


def take(scene: Scene, server: LiveServer, browser: Browser) -> str:
    """Return a picture of a screen, as base64 of PNG."""
    with open_scene(scene, server, browser) as page:
        page.evaluate(_PREPARE_JS)
        return take_picture(page)


def keep(scene: Scene, picture: str, blank: Page) -> None:
    """Keep a picture at a quarter of its width, half of a phone's, as WebP."""
    width = scene.size["width"] // (2 if scene.size is PHONE else 4)
    small = blank.evaluate(_SHRINK_JS, [picture, width])
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{scene.name}.webp").write_bytes(base64.b64decode(small))


def compare(scene: Scene, picture: str, blank: Page) -> Difference:
    """Compare a picture with the kept one, both at the size of the kept one."""
    kept = base64.b64encode((FOLDER / f"{scene.name}.webp").read_bytes()).decode()
    worst = blank.evaluate(_COMPARE_JS, [kept, picture, TILE_PX])
    return Difference(worst["difference"], worst["x"], worst["y"])
