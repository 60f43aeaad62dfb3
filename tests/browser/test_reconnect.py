"""The line to the server breaks, and nothing is lost; quick clicks all count."""

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser_pages import MOVING, at_table, play_now, sight, table_of, visiting
from tests.support.browser_player import Mouse
from tests.support.live_server import LiveServer
from tests.support.tcp_proxy import (
    CUT,
    REFUSED,
    REQUEST_TWICE,
    RESPONSE_LOST,
    FaultyProxy,
    run_in_thread,
)
from tests.web.test_server_process import run_server_process

pytestmark = pytest.mark.browser

FOREVER = 120_000

MANY = 6
FEW = 4


def discard_one(page: Page) -> str:
    """Discard a card by keys, whether the line holds or not; return which."""
    card = page.locator(".own button.card.legal:not([data-card$=key])").first
    name = card.get_attribute("data-card") or ""
    card.focus()
    page.keyboard.press("d")
    return name


def assert_counted_once(page: Page, version: int) -> None:
    """Check that one decision came since, and no reload."""
    expect(page.locator("p.line")).to_have_count(0, timeout=FOREVER)
    expect(page.locator("button.legal, .choices button").first).to_be_visible(timeout=FOREVER)
    assert sight(page)["version"] == version + 1
    assert page.evaluate("window.stayed")


def at_first_decision(page: Page, address: str) -> int:
    begin(page, address)
    return int(sight(page)["version"])


def begin(page: Page, address: str) -> None:
    page.goto(address)
    play_now(page, "onirim").click()
    at_table(page)
    expect(page.locator(".own button.legal").first).to_be_visible()
    page.evaluate("window.stayed = true")


def test_what_was_done_without_network_counts_once(chromium: Browser, server: LiveServer) -> None:
    with visiting(chromium) as page:
        version = at_first_decision(page, server.address)
        page.context.set_offline(True)
        discard_one(page)
        page.context.set_offline(False)
        assert_counted_once(page, version)


def test_a_killed_server_comes_back_and_the_table_with_it(
    chromium: Browser, tmp_path: Path
) -> None:
    with visiting(chromium) as page:
        with run_server_process(tmp_path) as program:
            port = program.host.split(":")[1]
            version = at_first_decision(page, program.address)
            hand = page.locator(".own").inner_html()
            program.process.kill()
            expect(page.locator("p.line")).to_be_visible()
        assert page.locator(".own").inner_html() == hand
        discard_one(page)
        with run_server_process(tmp_path, "--port", port):
            assert_counted_once(page, version)


def test_a_table_opened_again_after_the_end_of_the_server_is_the_same(
    chromium: Browser, tmp_path: Path
) -> None:
    with visiting(chromium) as page:
        with run_server_process(tmp_path) as program:
            port = program.host.split(":")[1]
            at_first_decision(page, program.address)
            before = sight(page)
            program.process.kill()
        with run_server_process(tmp_path, "--port", port):
            page.reload()
            at_table(page)
            assert {**sight(page), "frames": 0} == {**before, "frames": 0}


def shown(page: Page) -> tuple[object, str]:
    """Return which cards lie where, and what is to be decided."""
    lying = "all => all.map(one => [one.dataset.card, one.closest('[data-pile]')?.dataset.pile])"
    prompt = page.locator(".prompt").inner_text()
    return page.eval_on_selector_all("[data-card]", lying), prompt


@pytest.mark.parametrize("what", [CUT, REFUSED])
def test_through_a_broken_network_one_plays_on(
    chromium: Browser, server: LiveServer, what: str
) -> None:
    port = int(server.host.split(":")[1])
    broken = FaultyProxy(
        port, Random(1), sockets=(what,), requests=(REQUEST_TWICE, RESPONSE_LOST, "")
    )
    with run_in_thread(broken) as wires, visiting(chromium) as page:
        begin(page, f"http://127.0.0.1:{wires.port}")
        player = Mouse(page)
        kept = f"{server.address}/api/t/{table_of(page)}"
        while wires.faults[what] < MANY or page.request.get(kept).json()["version"] < FEW:
            player.touch(player.moment())
        player.moment()
        assert page.evaluate("window.stayed")
        assert {*wires.faults} <= {what, RESPONSE_LOST}
        # What is on its way is answered, and shown as it would be shown anew.
        expect(page.locator("p.line")).to_have_count(0, timeout=FOREVER)
        before = shown(page)
        page.reload()
        at_table(page)
        player.moment()
        assert shown(page) == before


LIFTS = """
() => {
  window.lifts = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target.getAttribute("aria-pressed") === "true") window.lifts.push(target.dataset.key);
    }
  }).observe(document.body, { subtree: true, attributeFilter: ["aria-pressed"] });
}
"""


def test_forty_quick_clicks_all_count(chromium: Browser, server: LiveServer) -> None:
    with visiting(chromium, **MOVING) as page:
        at_first_decision(page, server.address)
        page.evaluate(LIFTS)
        cards = page.locator(".own button.card").all()
        points = [(box["x"] + 8, box["y"] + 40) for card in cards if (box := card.bounding_box())]
        for click in range(40):
            page.mouse.click(*points[click % len(points)])
            page.wait_for_timeout(60)
        keys = [card.get_attribute("data-key") for card in cards]
        assert page.evaluate("window.lifts") == keys * (40 // len(keys))


def test_a_card_touched_while_another_is_on_its_way_is_lifted_then(
    chromium: Browser, server: LiveServer
) -> None:
    with visiting(chromium, **MOVING) as page:
        version = at_first_decision(page, server.address)
        other = page.locator(".own button.card").nth(3)
        key = other.get_attribute("data-key")
        discard_one(page)
        page.locator(f".own [data-key='{key}']").dispatch_event("click")
        expect(page.locator(f".own [data-key='{key}'].lifted")).to_be_visible()
        assert sight(page)["version"] == version + 1
