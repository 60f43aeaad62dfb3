"""What axe finds wrong with a page: nothing."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""What axe finds in one theme and not in the other."""


def assert_axe_finds_nothing(page: Page, moment: object = "") -> None:
    """Let axe look at a page in both themes."""
    assert_axe_passes(page, {"type": "tag", "values": TAGS}, moment)
    page.emulate_media(color_scheme="dark")
    assert_axe_passes(page, {"type": "rule", "values": OF_COLOURS}, moment)
    page.emulate_media(color_scheme="light")


def assert_axe_passes(page: Page, what: dict[str, object], moment: object = "") -> None:
    # To describe all that is as it should be takes longer than to look for what is not.
    found = Axe().run(page, options={"runOnly": what, "resultTypes": ["violations"]})
    assert found.response["passes"]
    assert not found.response["violations"], (page.url, moment, found.generate_report())
