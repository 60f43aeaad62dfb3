"""Scripted seats in a browser, behind the page's own line to the server."""

import asyncio
from pathlib import Path
from random import Random
from typing import Final

import msgspec
from playwright.async_api import Browser

from onirium.web.middleware.sessions import COOKIE_NAME
from tests.support.scripted_clients import ScriptedClient, SentCommand

SCRIPT: Final = Path(__file__).with_name("page_client.js").read_text("utf-8")

CONNECTION_TIMES_MS: Final = {
    "firstDelay": 20,
    "maxDelay": 500,
    "openTimeout": 2500,
    "replyTimeout": 2000,
    "idleTime": 2000,
    "pollInterval": 200,
}
"""The page's own patience is made for people; here it would take an hour."""

EXCHANGE_STATE: Final = "(resting) => Object.assign(window.seat, { resting })"

POLL_INTERVAL_S = 0.2


class PageClient(ScriptedClient):
    """Somebody in a browser; the line is the page's, the same as everybody's."""

    def __init__(self, port: int, dice: Random, browser: Browser) -> None:
        super().__init__(port, dice, 0)
        self._browser = browser

    async def play(self) -> None:
        """Play for ever."""
        context = await self._browser.new_context()
        home = f"http://{self._address}"
        name, _, value = self._headers["Cookie"].partition("=")
        assert name == COOKIE_NAME
        await context.add_cookies([{"name": name, "value": value, "url": home}])
        page = await context.new_page()
        await page.goto(f"{home}/healthz")
        seed = self._dice.randint(1, 2**31 - 2)
        await page.evaluate(
            SCRIPT, {"table": self.table, "seed": seed, "times": CONNECTION_TIMES_MS}
        )
        while True:
            told = await page.evaluate(EXCHANGE_STATE, self.resting)
            self.table, self.seen, self.lines = told["table"], told["seen"], told["lines"]
            self.open = msgspec.convert(told["open"], dict[str, SentCommand])
            self.answered = msgspec.convert(told["answered"], dict[str, SentCommand])
            await asyncio.sleep(POLL_INTERVAL_S)
