"""What a screen reader says: the live regions, and the element with the focus."""

from typing import Final

from playwright.sync_api import Page

from tests.support.browser_pages import POLL_INTERVAL_MS

_LISTEN_JS: Final = """
() => {
  window.heard = [];
  const hear = (node) => node.nodeType !== 8 && window.heard.push(node.textContent.trim());
  new MutationObserver((changes) => {
    const alerts = new Set();
    for (const { target, type, addedNodes } of changes) {
      const region = (target.parentElement ?? target).closest("[role=log], [role=alert]")
        ?? target.closest?.("[role=log], [role=alert]");
      if (region?.matches("[role=alert]")) alerts.add(region);
      else if (region && type === "characterData") hear(target);
      else if (region) addedNodes.forEach(hear);
    }
    alerts.forEach(hear);
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}
"""
"""Records each sentence added to a log, and the whole text of a changed alert."""


class ScreenReader:
    """Listens to a page from now on."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(_LISTEN_JS)

    def hear(self, last: str) -> list[str]:
        """Wait until a sentence is said; return all that was said since the last call."""
        self.page.wait_for_function(
            "(last) => window.heard.includes(last)", arg=last, polling=POLL_INTERVAL_MS
        )
        heard: list[str] = self.page.evaluate("window.heard.splice(0).filter(Boolean)")
        return heard

    def focused(self) -> str:
        """Return role, name and state of the element with the focus."""
        first_line = self.page.locator(":focus").aria_snapshot().splitlines()[0]
        return first_line.removeprefix("- ").removesuffix(":").strip("'")
