"""What the pages transfer with an empty cache: bytes, and modules that are all announced."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.support.browser_pages import browser_page, play_now_button
from tests.support.live_server import LiveServer
from tests.support.nightly import nightly

pytestmark = pytest.mark.browser

MAX_LOBBY_BYTES = 60_000
MAX_TABLE_BYTES = {"onirim": 126_000, "nightmarium": 129_000}
"""The sizes at the introduction of the bundle, 122,765 and 125,815 bytes, and 2.6 %."""


def wait_for_modules(page: Page) -> None:
    """Wait until the announced modules are loaded, and whatever they load."""
    page.wait_for_function(
        """() => [...document.querySelectorAll("link[rel=modulepreload]")]
        .every(({ href }) => performance.getEntriesByName(href).length)"""
    )
    page.wait_for_load_state("networkidle")


def transferred_bytes(page: Page, act: Callable[[], object]) -> int:
    """Return the network traffic of an action with an empty cache, fonts excluded."""
    devtools = page.context.new_cdp_session(page)
    addresses: dict[str, str] = {}
    counts: dict[str, int] = {}
    frames: list[int] = []

    def on_response(event: dict[str, Any]) -> None:
        addresses[event["requestId"]] = event["response"]["url"]

    def on_finished(event: dict[str, Any]) -> None:
        counts[event["requestId"]] = int(event["encodedDataLength"])

    def on_frame(event: dict[str, Any]) -> None:
        frames.append(len(event["response"]["payloadData"].encode()))

    devtools.on("Network.responseReceived", on_response)
    devtools.on("Network.loadingFinished", on_finished)
    devtools.on("Network.webSocketFrameReceived", on_frame)
    devtools.send("Network.enable")
    devtools.send("Network.clearBrowserCache")
    act()
    wait_for_modules(page)
    texts = sum(
        count
        for request, count in counts.items()
        if not addresses.get(request, "").endswith(".woff2")
    )
    return texts + sum(frames)


def announced_modules(page: Page) -> set[str]:
    links = page.locator("link[rel=modulepreload]").all()
    return {str(link.get_attribute("href")) for link in links}


def loaded_modules(page: Page) -> set[str]:
    """Return the paths of the modules that the page has requested."""
    paths: list[str] = page.evaluate(
        """() => performance.getEntriesByType("resource")
        .map((entry) => new URL(entry.name).pathname).filter((path) => path.endsWith(".js"))"""
    )
    return set(paths)


@pytest.mark.parametrize("language", ["ru", *nightly("en", "de")])
def test_lobby_is_light(server: LiveServer, chromium: Browser, language: str) -> None:
    with browser_page(chromium, locale=language) as page:
        size = transferred_bytes(page, lambda: page.goto(server.address))
        assert 20_000 < size <= MAX_LOBBY_BYTES
        assert announced_modules(page) == loaded_modules(page)


@pytest.mark.parametrize("game", MAX_TABLE_BYTES)
def test_table_is_light_and_announces_its_modules(
    server: LiveServer, chromium: Browser, game: str
) -> None:
    with browser_page(chromium) as page:
        page.goto(server.address, wait_until="networkidle")

        def open_table() -> None:
            play_now_button(page, game).click()
            page.locator(".own .card").first.wait_for()

        assert 50_000 < transferred_bytes(page, open_table) <= MAX_TABLE_BYTES[game]
        assert announced_modules(page) == loaded_modules(page)
        page.goto(f"{page.url}/replay")
        wait_for_modules(page)
        assert announced_modules(page) == loaded_modules(page)
