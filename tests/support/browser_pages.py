"""Visitors with windows of their own, and what they find on the pages."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from onirium import record
from onirium.record import Record
from onirium.record.replay import final_state
from tests.support.live_server import LiveServer

expect.set_options(timeout=60_000)

EXPANSIONS = ["expansions=book", "expansions=towers", "expansions=premonitions"]
PHONE: ViewportSize = {"width": 390, "height": 844}
MOVING = {"reduced_motion": "no-preference"}
"""The window of somebody who lets the cards glide, as most do."""


@contextmanager
def visiting(chromium: Browser, **context: Any) -> Iterator[Page]:
    """Open a window of somebody new, who wants nothing to move if nothing else is said.

    Nothing may go wrong in it unseen.
    """
    opened = chromium.new_context(**{"reduced_motion": "reduce", **context})
    opened.set_default_timeout(60_000)
    page = opened.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    try:
        yield page
    finally:
        opened.close()
    assert not wrong


def begin(
    page: Page, server: LiveServer, game: str, seats: int = 0, *chosen: str, **who: str
) -> None:
    """Lay a table by the form: who sits in ``seat_2`` and so on, and what is to be ticked."""
    page.goto(f"{server.address}/new/{game}" + (f"?seats={seats}" if seats else ""))
    for seat, person in who.items():
        page.locator(f"[name='{seat.replace('_', '.')}']").select_option(person)
    for choice in chosen:
        option, value = choice.split("=")
        page.locator(f"[name='option.{option}'][value='{value}']").check()
    page.locator(".submit button").click()
    at_table(page)


def at_table(page: Page) -> str:
    """Wait until a table lies there; return its id."""
    page.wait_for_url("**/t/*")
    page.locator(".table-surface").wait_for()
    return table_of(page)


def table_of(page: Page) -> str:
    return re.split(r"[/#?]", page.url.split("/t/")[1])[0]


def record_of(page: Page) -> Record:
    """Return the record of the game that lies on the page, as the server gives it out."""
    answer = page.request.get(re.sub(r"(/t/[^/#?]+).*", r"\1/record.json", page.url))
    assert answer.ok, answer.text()
    return record.loads(answer.text())


def assert_replays_to(page: Page, ending: str) -> None:
    """Check that the record is legal up to its end, which is as the page says."""
    state = final_state(record_of(page))
    assert state.is_terminal()
    returns = state.returns()
    if re.search("have lost|draw", ending):
        assert max(returns) <= 0
    elif "You have won" in ending:
        assert min(returns) > 0
    else:
        (player,) = re.findall(r"Player (\d)", ending) or ["1"]
        assert returns[int(player) - 1] == max(returns), ending
    assert re.search("won|lost|draw", ending), ending


def sight(page: Page) -> Any:
    """Return how the table stands for whoever has the page open."""
    answer = page.request.get(page.url.replace("/t/", "/api/t/"))
    return json.loads(answer.text())


_IN_THE_MENU = {"talk": "Say something", "resign": "Give up"}


def opened(page: Page, name: str) -> Locator:
    """Open a dialog of the table by its button, or by the menu; return it."""
    if name in _IN_THE_MENU:
        page.locator("button.tool.menu").click()
        menu = page.locator("dialog .menu")
        menu.get_by_role("button", name=_IN_THE_MENU[name], exact=True).click()
    elif name == "seats":
        page.locator("button.seat").first.click()
    else:
        page.locator(f"button.tool.{name}").click()
    dialog = page.locator("dialog#dialog")
    expect(dialog).to_be_visible()
    return dialog


def play_now(page: Page, game: str) -> Locator:
    """Return the button of the lobby that lays a table at once."""
    cards = page.locator("article.game")
    return cards.filter(has=page.locator(f"#game-{game}")).locator(".quick-start button")
