"""Accessibility checks with axe."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
"""Rules that depend on the colours of a theme."""

NEXT_FRAMES = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
)


def assert_passes_axe(page: Page, moment: object = "") -> None:
    """Check a page in both themes."""
    assert_no_violations(page, {"type": "tag", "values": TAGS}, moment)
    page.emulate_media(color_scheme="dark")
    # axe must not measure colours of a frame between the themes.
    page.evaluate(NEXT_FRAMES)
    assert_no_violations(page, {"type": "rule", "values": COLOUR_RULES}, moment)
    page.emulate_media(color_scheme="light")


def assert_no_violations(page: Page, rules: dict[str, object], moment: object = "") -> None:
    """Check a page against some rules of axe."""
    # Reporting the passed checks would take longer than running them.
    results = Axe().run(page, options={"runOnly": rules, "resultTypes": ["violations"]})
    # Colours of text over the scenery are incomplete for axe: the composition tests measure them.
    assert results.response["passes"] or results.response["incomplete"]
    assert not results.response["violations"], (page.url, moment, results.generate_report())
