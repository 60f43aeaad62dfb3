"""Accessibility checks with axe."""

import json

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
"""Rules that depend on the colours of a theme."""

NEXT_FRAMES = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
)


def assert_passes_axe(page: Page, moment: object = "", part: str = "html") -> None:
    """Check a page, or the part that is new since the last check, in both themes."""
    assert_no_violations(page, {"type": "tag", "values": TAGS}, moment, part)
    page.emulate_media(color_scheme="dark")
    # axe must not measure colours of a frame between the themes.
    page.evaluate(NEXT_FRAMES)
    assert_no_violations(page, {"type": "rule", "values": COLOUR_RULES}, moment, part)
    page.emulate_media(color_scheme="light")


def assert_no_violations(
    page: Page, rules: dict[str, object], moment: object = "", part: str = "html"
) -> None:
    """Check a page, or a part of it, against some rules of axe."""
    # Reporting the passed checks would take longer than running them.
    options = json.dumps({"runOnly": rules, "resultTypes": ["violations"]})
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    results = AxeResults(page.evaluate(f"axe.run({json.dumps(part)}, {options})"))
    # Colours of text over the scenery are incomplete for axe: the composition tests measure them.
    assert results.response["passes"] or results.response["incomplete"]
    assert not results.response["violations"], (page.url, moment, results.generate_report())
