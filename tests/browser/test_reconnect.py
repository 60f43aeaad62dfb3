"""Broken connections lose nothing; quick clicks all count."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from onirium.match.match import HUMAN
from tests.support.browser_pages import (
    WITH_MOTION,
    browser_page,
    fetch_table_view,
    open_table,
    play_now,
    play_now_button,
    table_id,
    wait_for_table,
)
from tests.support.browser_player import MousePlayer
from tests.support.live_server import LiveServer
from tests.support.ports import reserved_port
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

TIMEOUT_MS = 120_000

MIN_FAULTS = {CUT: 6, REFUSED: 3}
"""After two refused connections the client sends requests; each further one takes twice as long."""

MIN_VERSION = 4


def discard_one(page: Page) -> str:
    """Discard a card by keyboard, connected or not; return its name."""
    card = page.locator(".own button.card.legal:not([data-card$=key])").first
    name = card.get_attribute("data-card") or ""
    card.focus()
    page.keyboard.press("d")
    return name


def assert_counted_once(page: Page, version: int) -> None:
    """Check that exactly one decision was added, without a reload of the page."""
    expect(page.locator("p.connection-status")).to_be_empty(timeout=TIMEOUT_MS)
    expect(page.locator("button.legal, .choices button").first).to_be_visible(timeout=TIMEOUT_MS)
    assert fetch_table_view(page)["version"] == version + 1
    assert page.evaluate("window.stayed")


def at_first_decision(page: Page, address: str) -> int:
    begin(page, address)
    return int(fetch_table_view(page)["version"])


def begin(page: Page, address: str) -> None:
    play_now(page, address, "onirim")
    expect(page.locator(".own button.legal").first).to_be_visible()
    page.evaluate("window.stayed = true")


def test_an_action_taken_offline_counts_once(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as page:
        version = at_first_decision(page, server.address)
        page.context.set_offline(True)
        discard_one(page)
        page.context.set_offline(False)
        assert_counted_once(page, version)


def send_unknown_messages(socket: WebSocketRoute) -> None:
    """Let an unknown message follow each message of the server."""
    server = socket.connect_to_server()

    def pass_on(message: str | bytes) -> None:
        socket.send(message)
        socket.send('{"type": "novelty", "command_id": ""}')

    server.on_message(pass_on)


def test_unknown_messages_of_a_newer_server_are_ignored(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium) as page:
        page.route_web_socket("**/ws/**", send_unknown_messages)
        version = at_first_decision(page, server.address)
        discard_one(page)
        assert_counted_once(page, version)
        expect(page.locator("dialog#dialog")).to_be_hidden()


@pytest.fixture
def port() -> Iterator[str]:
    """Reserve a port for a server that is started again."""
    with reserved_port() as port:
        yield str(port)


def test_a_table_survives_a_killed_server(chromium: Browser, tmp_path: Path, port: str) -> None:
    with browser_page(chromium) as page:
        with run_server_process(tmp_path, "--port", port) as program:
            version = at_first_decision(page, program.address)
            hand = page.locator(".own").inner_html()
            program.process.kill()
            expect(page.locator("p.connection-status")).to_be_visible()
        assert page.locator(".own").inner_html() == hand
        discard_one(page)
        with run_server_process(tmp_path, "--port", port):
            assert_counted_once(page, version)


@pytest.mark.nightly
def test_a_reloaded_table_is_unchanged_after_a_restart(
    chromium: Browser, tmp_path: Path, port: str
) -> None:
    with browser_page(chromium) as page:
        with run_server_process(tmp_path, "--port", port) as program:
            at_first_decision(page, program.address)
            before = fetch_table_view(page)
            program.process.kill()
        with run_server_process(tmp_path, "--port", port):
            page.reload()
            wait_for_table(page)
            assert {**fetch_table_view(page), "frames": 0} == {**before, "frames": 0}


@pytest.mark.parametrize("path", ["**/words/**", "**/static/**/table_controller.js"])
def test_a_page_that_does_not_appear_reports_it(
    chromium: Browser, server: LiveServer, path: str
) -> None:
    context = chromium.new_context()
    page = context.new_page()
    page.route(path, lambda route: route.abort())
    page.goto(server.address)
    play_now_button(page, "onirim").click()
    expect(page.locator("h1")).to_have_text("Onirim")
    expect(page.locator("p.connection-status")).to_contain_text("cannot be reached at the moment")
    context.close()


IS_RELOADED_JS = "() => performance.getEntriesByType('navigation')[0].type === 'reload'"


def test_a_page_older_than_the_server_loads_again(chromium: Browser, server: LiveServer) -> None:
    """The modules loaded at the first touch need others that the page has loaded before."""
    with browser_page(chromium) as page:
        newer = 'import { newer } from "./icons.js"; export const menu = newer;'
        page.route(
            "**/menu_dialog.js",
            lambda route: route.fulfill(body=newer, content_type="text/javascript"),
            times=1,
        )
        play_now(page, server.address, "onirim")
        page.mouse.move(300, 300)
        page.wait_for_function(IS_RELOADED_JS)
        wait_for_table(page)
        page.locator("button.tool.menu").click()
        expect(page.locator("dialog [data-opens=resign]")).to_be_visible()


def route_sockets(page: Page) -> list[WebSocketRoute]:
    """Route the WebSockets of a page to the server; return the list that collects them."""
    sockets: list[WebSocketRoute] = []
    page.route_web_socket("**/ws/**", lambda socket: sockets.append(socket.connect_to_server()))
    return sockets


def test_a_page_older_than_the_server_loads_again_when_it_reconnects(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium) as page:
        sockets = route_sockets(page)
        begin(page, server.address)
        page.evaluate("document.documentElement.dataset.version = 'older'")
        sockets[0].close()
        page.wait_for_function(IS_RELOADED_JS)
        wait_for_table(page)
        expect(page.locator(".own button.legal").first).to_be_visible()


def test_a_page_in_another_language_than_its_user_loads_again_when_it_reconnects(
    chromium: Browser, server: LiveServer
) -> None:
    """The server words the questions in the language that the user has chosen in another tab."""
    with browser_page(chromium) as page:
        sockets = route_sockets(page)
        begin(page, server.address)
        headers = {"Origin": server.address}
        address = f"{server.address}/settings"
        assert page.request.post(address, form={"language": "de"}, headers=headers).ok
        sockets[0].close()
        page.wait_for_function(IS_RELOADED_JS)
        wait_for_table(page)
        expect(page.locator("button.tool.menu")).to_have_attribute("title", "Menü")
        expect(page.locator(".prompt")).to_contain_text("Karte")


def visible_state(page: Page) -> tuple[object, str]:
    """Return the cards with their piles, and the prompt."""
    lying = "all => all.map(one => [one.dataset.card, one.closest('[data-pile]')?.dataset.pile])"
    prompt = page.locator(".prompt").inner_text()
    return page.eval_on_selector_all("[data-card]", lying), prompt


@pytest.mark.parametrize("what", [CUT, REFUSED])
def test_a_game_continues_through_a_faulty_network(
    chromium: Browser, server: LiveServer, what: str
) -> None:
    port = int(server.host.split(":")[1])
    broken = FaultyProxy(
        port, Random(1), sockets=(what,), requests=(REQUEST_TWICE, RESPONSE_LOST, "")
    )
    with run_in_thread(broken) as wires, browser_page(chromium) as page:
        begin(page, f"http://127.0.0.1:{wires.port}")
        player = MousePlayer(page)
        path = f"{server.address}/api/t/{table_id(page)}"
        while wires.faults[what] < MIN_FAULTS[what] or version_at(page, path) < MIN_VERSION:
            player.act(player.wait_for_decision())
        player.wait_for_decision()
        assert page.evaluate("window.stayed")
        assert {*wires.faults} <= {what, RESPONSE_LOST}
        # Pending commands are answered, and the page equals a reloaded one.
        expect(page.locator("p.connection-status")).to_be_empty(timeout=TIMEOUT_MS)
        page.keyboard.press("Escape")  # a lifted card is not restored
        before = visible_state(page)
        page.reload()
        wait_for_table(page)
        player.wait_for_decision()
        assert visible_state(page) == before


def version_at(page: Page, path: str) -> int:
    return int(page.request.get(path).json()["version"])


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
    with browser_page(chromium, **WITH_MOTION) as page:
        at_first_decision(page, server.address)
        page.evaluate(LIFTS)
        cards = page.locator(".own button.card").all()
        # Cards are turned and overlap to the right: their left halves are visible.
        boxes = [box for card in cards if (box := card.bounding_box())]
        points = [(box["x"] + box["width"] * 0.4, box["y"] + 90) for box in boxes]
        for click in range(40):
            page.mouse.click(*points[click % len(points)])
            page.wait_for_timeout(60)
        keys = [card.get_attribute("data-key") for card in cards]
        assert page.evaluate("window.lifts") == keys * (40 // len(keys))


def test_a_tap_during_a_pending_command_is_queued(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium, **WITH_MOTION) as page:
        version = at_first_decision(page, server.address)
        other = page.locator(".own button.card").nth(3)
        key = other.get_attribute("data-key")
        discard_one(page)
        page.locator(f".own [data-key='{key}']").dispatch_event("click")
        expect(page.locator(f".own [data-key='{key}'].lifted")).to_be_visible()
        assert fetch_table_view(page)["version"] == version + 1


TWO_TAPS_WHILE_PENDING_JS = """
([discarded, tapped]) => {
  const card = (name) => document.querySelector(`.own [data-card="${name}"]`);
  card(discarded).focus();
  card(discarded).dispatchEvent(new KeyboardEvent("keydown", { key: "d", bubbles: true }));
  for (let tap = 0; tap < 2; tap += 1) card(tapped).click();
}
"""
"""Discards a card, and taps another one twice before there can be an answer."""


@pytest.mark.parametrize(
    ("seed", "tapped", "place"),
    [(8, "red key", ".own .lifted"), (2, "green sun", "[data-zone=row]")],
    ids=["another question", "the same question"],
)
def test_queued_taps_answer_only_the_question_that_was_shown(
    chromium: Browser, server: LiveServer, seed: int, tapped: str, place: str
) -> None:
    """With seed 8 the discard draws a Nightmare, to which the key could be given."""
    user = server.new_user()
    with browser_page(chromium) as page:
        open_table(page, server, server.create_table("onirim", (HUMAN,), user, seed=seed), user)
        version = int(fetch_table_view(page)["version"])
        page.evaluate(TWO_TAPS_WHILE_PENDING_JS, ["red sun", tapped])
        expect(page.locator(f"{place}:has(img[alt='{tapped.capitalize()}'])")).to_be_visible()
        is_played = place != ".own .lifted"
        assert fetch_table_view(page)["version"] == version + 1 + is_played


def test_a_tap_during_a_reported_outage_decides_nothing(
    chromium: Browser, tmp_path: Path, port: str
) -> None:
    """Nothing answers such a tap, and the next state may be another."""
    with browser_page(chromium) as page:
        with run_server_process(tmp_path, "--port", port) as program:
            version = at_first_decision(page, program.address)
            program.process.kill()
        discard_one(page)
        expect(page.locator("p.connection-status")).not_to_be_empty(timeout=TIMEOUT_MS)
        for _ in range(2):
            page.locator(".own button.card").last.dispatch_event("click")
        with run_server_process(tmp_path, "--port", port):
            assert_counted_once(page, version)
            expect(page.locator(".own .lifted")).to_have_count(0)
