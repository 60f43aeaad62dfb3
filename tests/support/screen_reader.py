"""The speech of a screen reader: the live regions, and the element with the focus."""

from typing import Final

from playwright.sync_api import Page

from tests.support.browser_pages import POLL_INTERVAL_MS

_LISTEN_JS: Final = """
() => {
  window.heard = [];
  const regionOf = (node) =>
    (node.closest ? node : node.parentElement)?.closest(".unseen:is([role=status], [role=alert])");
  new MutationObserver((changes) => {
    const regions = [...new Set(changes.map(({ target }) => regionOf(target)))].filter(Boolean);
    const alert = regions.find((one) => one.matches("[role=alert]") && one.textContent);
    for (const region of alert ? [alert] : regions) window.heard.push(region.textContent.trim());
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}
"""
"""Records the text of each changed region; an alert drops what is polite at the same time."""


class ScreenReader:
    """Listens to a page from now on."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(_LISTEN_JS)

    def hear(self, last: str) -> list[str]:
        """Wait until a text ends with a sentence; return all texts said since the last call."""
        self.page.wait_for_function(
            "(last) => window.heard.some((text) => text.endsWith(last))",
            arg=last,
            polling=POLL_INTERVAL_MS,
        )
        heard: list[str] = self.page.evaluate("window.heard.splice(0).filter(Boolean)")
        return heard

    def focused(self) -> str:
        """Return role, name and state of the element with the focus."""
        first_line = self.page.locator(":focus").aria_snapshot().splitlines()[0]
        return first_line.removeprefix("- ").removesuffix(":").strip("'")
