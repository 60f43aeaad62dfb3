"""Scripted clients in a browser, which use the page's own connection module."""

import asyncio
from pathlib import Path
from random import Random
from typing import Final

import msgspec
from playwright.async_api import Browser

from onirium.web.middleware.cookies import COOKIE_NAME
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
"""Shorter times than the page's own, with which a run would take an hour."""

EXCHANGE_STATE: Final = "(paused) => Object.assign(window.client, { paused })"

POLL_INTERVAL_S = 0.2


class PageClient(ScriptedClient):
    """A scripted client in a page; the page chooses and sends the commands."""

    def __init__(self, port: int, rng: Random, browser: Browser) -> None:
        super().__init__(port, rng, 0)
        self._browser = browser

    async def play(self) -> None:
        """Play forever."""
        context = await self._browser.new_context()
        address = f"http://{self._address}"
        name, _, value = self._headers["Cookie"].partition("=")
        assert name == COOKIE_NAME
        await context.add_cookies([{"name": name, "value": value, "url": address}])
        page = await context.new_page()
        await page.goto(f"{address}/healthz")
        seed = self._rng.randint(1, 2**31 - 2)
        await page.evaluate(
            SCRIPT, {"tableId": self.table_id, "seed": seed, "times": CONNECTION_TIMES_MS}
        )
        while True:
            state = await page.evaluate(EXCHANGE_STATE, self.paused)
            self.table_id, self.view = state["tableId"], state["view"]
            self.connection_count = state["connectionCount"]
            self.pending = msgspec.convert(state["pending"], dict[str, SentCommand])
            self.answered = msgspec.convert(state["answered"], dict[str, SentCommand])
            await asyncio.sleep(POLL_INTERVAL_S)
