"""Tables of the browser that the benchmarks of the page play on."""

from playwright.sync_api import Page

DISCARDABLE_CARD = ".own button.legal:not([data-card$=key])"


def create_table(page: Page, address: str, game: str) -> None:
    """Create a table with the quick-start button of the lobby."""
    page.goto(address)
    page.locator(f"article:has(#game-{game}) .quick-start button").click()
    page.locator(".table-surface").wait_for()


def lift_card(page: Page) -> bool:
    """Lift a card that can be discarded; return False if there is none."""
    page.locator("button.legal, .choices button").first.wait_for()
    if not page.locator(DISCARDABLE_CARD).count() or page.locator(".choices button").count():
        return False
    page.locator(DISCARDABLE_CARD).first.click()
    return True
