"""Contrast of text with the picture behind it, as a browser composes both."""

from typing import NamedTuple

from playwright.sync_api import Page

from tests.support.axe import NEXT_FRAMES
from tests.support.browser_pages import blank_page, take_picture

_TEXTS = """
(root) => {
  const texts = [];
  const isClipped = (one) =>
    one && (getComputedStyle(one).clipPath === "inset(50%)" || isClipped(one.parentElement));
  const walker = document.createTreeWalker(document.querySelector(root), NodeFilter.SHOW_TEXT);
  const pen = document.createElement("canvas").getContext("2d");
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    const text = walker.currentNode.data.trim();
    const isVisible = parent.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!text || !isVisible || parent.closest(".skip") || isClipped(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const { left, top, width, height } = range.getBoundingClientRect();
    if (width < 2 || height < 2 || top < 0 || top + height > innerHeight) continue;
    const frame = parent.closest("dialog, [popover]")?.getBoundingClientRect();
    if (frame && (top < frame.top || top + height > frame.bottom)) continue;
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!onTop || !(parent.contains(onTop) || onTop.contains(parent))) continue;
    const style = getComputedStyle(parent);
    pen.fillStyle = parent instanceof SVGElement ? style.fill : style.color;
    pen.fillRect(0, 0, 1, 1);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    // A line's box is taller than its letters.
    const box = [left, top + height * 0.22, width, height * 0.56].map(Math.round);
    texts.push({ text, box, colour: [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3), large });
  }
  return texts;
}
"""

_HIDE_TEXTS = """
() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    "*, *::placeholder { color: transparent !important; text-shadow: none !important }"
    + "svg text { fill: transparent !important }");
  document.adoptedStyleSheets.push(sheet);
}
"""
"""An adopted style sheet: the policy of the pages forbids inline ones."""

_SHOW_TEXTS = "() => { document.adoptedStyleSheets.pop(); }"

_RATIOS = """
async ({ picture, texts }) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(image, 0, 0);
  const linear = (part) => part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4;
  const luminance = ([r, g, b]) =>
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  return texts.map(({ box: [x, y, width, height], colour }) => {
    const { data } = pen.getImageData(x, y, Math.max(1, width), Math.max(1, height));
    const ink = luminance(colour);
    const ratios = [];
    for (let at = 0; at < data.length; at += 4) {
      const ground = luminance(data.subarray(at, at + 3));
      ratios.push((Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05));
    }
    ratios.sort((one, other) => one - other);
    return ratios[Math.floor(ratios.length / 20)];
  });
}
"""
"""WCAG 2 contrast ratio with the ground, which 95 % of its pixels reach."""

_AA = 4.5
_AA_LARGE = 3.0


class LowContrast(NamedTuple):
    """A text that does not reach level AA.

    Attributes:
        text: the text.
        ratio: its contrast ratio with the ground.
    """

    text: str
    ratio: float


def low_contrasts(page: Page, root: str = "body") -> list[LowContrast]:
    """Return the visible texts inside an element whose contrast is below level AA."""
    texts = page.evaluate(_TEXTS, root)
    assert texts
    page.evaluate(_HIDE_TEXTS)
    page.evaluate(NEXT_FRAMES)
    arguments = {"picture": take_picture(page), "texts": texts}
    page.evaluate(_SHOW_TEXTS)
    ratios = blank_page(page.context).evaluate(_RATIOS, arguments)
    return [
        LowContrast(text["text"], round(ratio, 2))
        for text, ratio in zip(texts, ratios, strict=True)
        if ratio < (_AA_LARGE if text["large"] else _AA)
    ]
