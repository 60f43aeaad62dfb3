"""Several players: on one device, or each in a browser."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from onirium.match.match import HUMAN
from tests.support.axe import NEXT_FRAMES
from tests.support.browser_pages import (
    EXPANSIONS,
    KEEP_MESSAGES_JS,
    PHONE,
    POLL_INTERVAL_MS,
    browser_page,
    create_table,
    fetch_table_view,
    open_dialog,
    open_table,
    table_id,
    wait_for_table,
)
from tests.support.browser_player import MousePlayer
from tests.support.live_server import LiveServer

pytestmark = pytest.mark.browser

TWO_HOLDS_MS = 1000
"""Twice the time for which the button must be held."""


def invite(host: Page, number: int) -> str:
    """Create an invitation to a seat; return its link."""
    dialog = open_dialog(host, "seats")
    dialog.locator("li").nth(number - 1).get_by_role("button", name="Invite").click()
    field = dialog.locator("input")
    expect(field).to_be_visible()
    expect(dialog.locator("svg.qr")).to_be_visible()
    link = field.input_value()
    host.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    return link


def accept_invitation(friend: Page, link: str) -> None:
    """Accept an invitation."""
    friend.goto(link)
    friend.locator("#accept").click()
    wait_for_table(friend)


def play_in_turn(*players: MousePlayer, stop: Callable[[], bool] = lambda: False) -> list[str]:
    """Play until all pages show the result, or ``stop`` returns true; return the results."""
    for _ in range(4000):
        moments = [player.current_decision() for player in players]
        endings = [decision["ending"] if decision else "" for decision in moments]
        if all(endings) or stop():
            return endings
        for player, decision in zip(players, moments, strict=True):
            if decision and not decision["ending"]:
                player.act(decision)
        if not any(moments):
            players[0].page.wait_for_timeout(POLL_INTERVAL_MS)
    raise AssertionError("the game does not end")


def record_messages(page: Page) -> list[str]:
    """Return a list that collects the socket messages of a page from now on."""
    messages: list[str] = []
    page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda m: messages.append(str(m)))
    )
    return messages


def test_a_spectator_sees_no_hands(chromium: Browser, server: LiveServer) -> None:
    with (
        browser_page(chromium) as host,
        browser_page(chromium) as friend,
        browser_page(chromium) as watcher,
    ):
        create_table(host, server, "nightmarium", 2, seat_2="friend")
        accept_invitation(friend, invite(host, 2))
        assert table_id(friend) == table_id(host)
        messages = record_messages(watcher)
        watcher.goto(host.url)
        wait_for_table(watcher)
        expect(watcher.locator(".prompt")).to_contain_text("You are watching.")
        hands = [card for page in (host, friend) for card in hand_of(page)]
        assert len(hands) > 6
        assert_hidden(watcher, messages, hands)
        players = MousePlayer(host, 1), MousePlayer(friend, 2)
        play_in_turn(*players, stop=lambda: len(fetch_table_view(host)["narration"]) > 7)
        assert_hidden(watcher, messages, [])
        expect(watcher.locator("button.card, .choices button:not(.first)")).to_have_count(0)
        assert fetch_table_view(watcher)["narration"]


@pytest.mark.nightly
def test_a_spectator_of_two_dreamers_reads_the_name_of_the_second(
    chromium: Browser, server: LiveServer
) -> None:
    """O12 Spectators see the table from the first seat."""
    owner, spectator = server.new_user(), server.new_user()
    table = server.create_table("onirim", (HUMAN, "greedy"), owner, options={"seats": 2})
    with browser_page(chromium) as page:
        for user, name in ((owner, "Your partner"), (spectator, "Otto")):
            open_table(page, server, table, user)
            expect(page.locator(".partner h2")).to_contain_text(name)


def test_players_of_one_name_are_told_apart(chromium: Browser, server: LiveServer) -> None:
    owners = server.new_user(), server.new_user()
    for owner in owners:
        server.run(server.store.update_profile(owner.user_id, name="Anna"))
    table = server.create_table("nightmarium", (HUMAN, HUMAN), *owners, options={"first": 2})
    with browser_page(chromium) as page:
        open_table(page, server, table, owners[0])
        expect(page.locator(".prompt")).to_have_text("Anna 2 (away)")
        expect(page.get_by_role("heading", name="2 Anna (away)", exact=True)).to_be_visible()
        rows = open_dialog(page, "seats").locator("li b")
        expect(rows).to_have_text(["Anna 1", "Anna 2"])


@pytest.mark.nightly
def test_a_waiting_host_sees_the_same_invitation_again(
    chromium: Browser, server: LiveServer
) -> None:
    """A second invitation would void the link that was sent."""
    with browser_page(chromium) as host:
        sent: list[str] = []
        host.on("websocket", lambda socket: socket.on("framesent", lambda m: sent.append(str(m))))
        create_table(host, server, "onirim", 2, "first=2", seat_2="friend")
        expect(host.locator(".prompt")).to_have_text("Waiting for your friend to join.")
        host.locator(".choices").get_by_role("button", name="Invite a friend").click()
        expect(host.locator("dialog#dialog svg.qr")).to_be_visible()
        tab = host.context.new_page()
        tab.on("websocket", lambda socket: socket.on("framesent", lambda m: sent.append(str(m))))
        tab.goto(host.url)
        expect(tab.locator(".prompt")).to_have_text("Waiting for your friend to join.")
        tab.evaluate(NEXT_FRAMES)
        assert sum("create_invitation" in message for message in sent) == 1


def test_an_accepted_invitation_leaves_the_screen(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as host, browser_page(chromium) as friend:
        create_table(host, server, "nightmarium", 3, "first=2", seat_2="friend", seat_3="friend")
        dialog = host.locator("dialog#dialog")
        host.get_by_role("button", name="Invite a friend").click()
        expect(dialog.locator("svg.qr")).to_be_visible()
        accept_invitation(friend, dialog.locator("input").input_value())
        expect(dialog).to_be_hidden()
        expect(host.locator(".prompt")).to_have_text("Player 2 is thinking…")


def test_a_void_invitation_is_not_shown_again(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as host:
        create_table(host, server, "nightmarium", 2, "first=2", seat_2="friend")
        dialog = open_dialog(host, "seats")
        dialog.get_by_role("button", name="Turn links off").click()
        dialog.get_by_role("button", name="Turn links on").click()
        host.keyboard.press("Escape")
        host.get_by_role("button", name="Invite a friend").click()
        link = dialog.locator("input").input_value()
        with browser_page(chromium) as friend:
            accept_invitation(friend, link)


def test_enter_in_the_name_accepts_an_invitation_once(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium) as host, browser_page(chromium) as friend:
        create_table(host, server, "nightmarium", 2, seat_2="friend")
        friend.goto(invite(host, 2))
        sent: list[str] = []

        def hold(route: Route) -> None:
            sent.append(route.request.url)
            if len(sent) == 1:
                friend.keyboard.press("Enter")
            route.continue_()

        friend.route("**/join", hold)
        friend.locator("#name").fill("Anna")
        friend.keyboard.press("Enter")
        wait_for_table(friend)
        assert len(sent) == 1
        assert fetch_table_view(friend)["seats"][1]["name"] == "Anna"


@pytest.mark.nightly
def test_a_new_link_in_the_tab_of_a_void_one_seats_the_friend(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium) as host, browser_page(chromium) as friend:
        create_table(host, server, "nightmarium", 2, seat_2="friend")
        host.keyboard.press("Escape")
        void, valid = invite(host, 2), invite(host, 2)
        friend.goto(void)
        friend.locator("#accept").click()
        expect(friend.locator("#join-error")).to_be_visible()
        accept_invitation(friend, valid)


NO_CLIPBOARD_JS = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
SET_CLIPBOARD_JS = """
(isAllowed) => {
  navigator.clipboard.writeText = async (text) => {
    if (!isAllowed) throw new Error("denied");
    window.copied = text;
  };
}
"""


@pytest.mark.parametrize(("is_allowed", "label"), [(False, "Copy the link"), (True, "Copied")])
def test_an_invitation_is_called_copied_once_it_is(
    chromium: Browser, server: LiveServer, *, is_allowed: bool, label: str
) -> None:
    with browser_page(chromium) as host:
        create_table(host, server, "onirim", 2, "first=2", seat_2="friend")
        host.evaluate(SET_CLIPBOARD_JS, is_allowed)
        host.locator(".choices").get_by_role("button", name="Invite a friend").click()
        host.get_by_role("button", name="Copy the link").click()
        expect(host.locator("dialog button.first")).to_have_text(label)
        link = host.get_by_role("textbox").input_value()
        assert host.evaluate("window.copied ?? null") == (link if is_allowed else None)


@pytest.mark.nightly
def test_without_a_clipboard_nothing_is_copied(chromium: Browser, server: LiveServer) -> None:
    """Browsers deny it to unencrypted pages of other computers."""
    with browser_page(chromium) as host:
        host.add_init_script(NO_CLIPBOARD_JS)
        create_table(host, server, "onirim", 2, "first=2", seat_2="friend")
        host.locator(".choices").get_by_role("button", name="Invite a friend").click()
        expect(host.locator("dialog#dialog svg.qr")).to_be_visible()
        expect(host.locator("dialog button.first")).to_have_count(0)
        host.goto(f"{server.address}/t/{table_id(host)}/replay")
        expect(host.get_by_role("button", name="One step back")).to_be_visible()
        expect(host.get_by_role("button", name="Link to here")).to_have_count(0)


def test_disabling_links_removes_spectators_and_refuses_invitations(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium) as host, browser_page(chromium) as watcher:
        create_table(host, server, "nightmarium", 2, seat_2="friend")
        link = invite(host, 2)
        watcher.goto(host.url)
        wait_for_table(watcher)
        dialog = open_dialog(host, "seats")
        dialog.get_by_role("button", name="Turn links off").click()
        expect(watcher.locator(".problem")).to_contain_text("switched off")
        expect(dialog.get_by_role("button", name="Turn links on")).to_be_visible()
        expect(dialog.get_by_role("button", name="Invite")).to_have_count(0)
        watcher.goto(link)
        watcher.locator("#accept").click()
        expect(watcher.locator("#join-error")).to_contain_text("switched off")
        expect(watcher.locator("#accept")).to_be_hidden()


def hand_of(page: Page) -> list[str]:
    cards = page.locator(".own .card img").all()
    return [card.get_attribute("alt") or "" for card in cards]


def assert_hidden(watcher: Page, messages: list[str], hands: list[str]) -> None:
    """Check that a spectator received no card that is not on the table."""
    assert any(json.loads(message)["type"] == "table_view" for message in messages)
    for message in messages:
        view = json.loads(message)
        assert not re.search(r'"hands?":\s*\[+"', message)
        if view["type"] == "table_patch":
            continue
        assert view["viewed_seat"] == 7
        assert view["own_seats"] == view["legal_actions"] == []
        for frame in view["frames"]:
            assert frame["view"]["hand"] == []
            assert not frame["view"].get("hands")
    visible_cards = watcher.locator(".card img").evaluate_all("(all) => all.map((one) => one.alt)")
    assert not {card for card in hands if card in visible_cards}
    backs = watcher.locator(".held .card img")
    assert backs.count()
    assert backs.evaluate_all("(all) => all.every((one) => one.src.includes('/back'))")


def test_a_takeback_needs_the_consent_of_the_other_player(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium) as host, browser_page(chromium) as friend:
        create_table(host, server, "nightmarium", 2, seat_2="friend")
        accept_invitation(friend, invite(host, 2))
        one, other = sorted(
            (host, friend), key=lambda page: not fetch_table_view(page)["legal_actions"]
        )
        hand = hand_of(one)
        for answer, size in (("Decline", len(hand) + 1), ("Agree", len(hand))):
            if len(hand_of(one)) == len(hand):
                one.locator(".choices").get_by_role("button", name="Draw a card").click()
                expect(one.locator(".own .card")).to_have_count(len(hand) + 1)
            one.get_by_role("button", name="Ask to take back").click()
            expect(other.locator(".unseen[role=status]")).to_contain_text("take back")
            other.locator(".asked").get_by_role("button", name=answer).click()
            expect(other.locator(".asked")).to_have_count(0)
            if answer == "Decline":
                expect(one.get_by_text("Your takeback was declined.").first).to_be_visible()
            expect(one.locator(".asked")).to_have_count(0)
            expect(one.locator(".own .card")).to_have_count(size)
        assert hand_of(one) == hand


def test_a_withdrawn_takeback_is_not_declined(chromium: Browser, server: LiveServer) -> None:
    owners = [server.new_user() for _ in range(2)]
    table = server.create_table("nightmarium", (HUMAN,) * 2, *owners, options={"first": 1})
    with browser_page(chromium) as page, browser_page(chromium) as other:
        for viewer, owner in ((page, owners[0]), (other, owners[1])):
            open_table(viewer, server, table, owner)
        page.locator(".choices").get_by_role("button", name="Draw a card").click()
        page.get_by_role("button", name="Ask to take back").click()
        expect(other.locator(".asked")).to_be_visible()
        page.locator(".asked").get_by_role("button", name="Withdraw").click()
        for viewer in (page, other):
            expect(viewer.locator(".asked")).to_have_count(0)
            viewer.evaluate(NEXT_FRAMES)
            assert viewer.locator(".notice").text_content() == ""


def test_a_takeback_is_not_declined_by_a_change_of_players(
    chromium: Browser, server: LiveServer
) -> None:
    owners = [server.new_user() for _ in range(3)]
    options = {"seats": 3, "first": 1}
    table = server.create_table("nightmarium", (HUMAN,) * 3, *owners, options=options)
    with browser_page(chromium) as page, owners[0].connect(table) as client:
        client.take_first_action()
        open_table(page, server, table, owners[0])
        client.send_command("take_back")
        expect(page.locator(".asked")).to_be_visible()
        client.send_command("assign_seat", seat=2, occupant="greedy")
        expect(page.locator(".asked")).to_have_count(0)
        page.evaluate(NEXT_FRAMES)
        assert page.locator(".notice").text_content() == ""


PHRASE_BOXES_JS = """
() => [...document.querySelectorAll(".seats q")].map((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return [left, right, top, bottom];
})
"""


@pytest.mark.parametrize("game", ["onirim", "nightmarium"])
@pytest.mark.parametrize("window", [PHONE, {"width": 1280, "height": 720}], ids=["phone", "desk"])
def test_phrases_of_several_players_appear_together(
    chromium: Browser, server: LiveServer, game: str, window: Any
) -> None:
    owners = [server.new_user() for _ in range(2 if game == "onirim" else 4)]
    options = {"seats": len(owners)}
    table = server.create_table(game, (HUMAN,) * len(owners), *owners, options=options)
    with browser_page(chromium, viewport=window) as page:
        open_table(page, server, table, server.new_user())
        page.evaluate(KEEP_MESSAGES_JS)
        for number, owner in enumerate(owners, start=1):
            with owner.connect(table) as client:
                client.send_command("send_phrase", phrase=client.view["phrases"][-1])
            expect(page.locator(".seats q")).to_have_count(number)
        boxes = page.evaluate(PHRASE_BOXES_JS)
        assert all(0 <= left < right <= window["width"] for left, right, _, _ in boxes)
        for (left, right, top, bottom), other in combinations(boxes, 2):
            apart_across = right <= other[0] or other[1] <= left
            assert apart_across or bottom <= other[2] or other[3] <= top, boxes


def test_phrases_resignation_and_rematch(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as host, browser_page(chromium, locale="de") as friend:
        create_table(host, server, "nightmarium", 2, seat_2="friend")
        accept_invitation(friend, invite(host, 2))
        for page in (host, friend):
            page.evaluate(KEEP_MESSAGES_JS)
        phrase = open_dialog(host, "chat").locator(".phrases button").first
        said = phrase.text_content() or ""
        phrase.click()
        expect(host.locator(".seats q")).to_have_text(said.strip())
        expect(friend.locator(".seats q")).to_be_visible()
        expect(friend.locator(".seats q")).not_to_have_text(said.strip())
        question = open_dialog(host, "resign")
        expect(question).to_contain_text("The game ends for everyone at the table.")
        question.get_by_role("button", name="Give up").click()
        for page in (host, friend):
            expect(page.locator(".end .ending")).to_be_visible()
        expect(host.locator(".stage.lost")).to_be_attached()
        expect(friend.locator(".stage.won")).to_be_attached()
        first = table_id(host)
        host.locator(".end").get_by_role("button", name="Play again").click()
        host.wait_for_url(lambda address: first not in address)
        wait_for_table(host)
        friend.locator(".end a.first").click()
        friend.wait_for_url(lambda address: first not in address)
        wait_for_table(friend)
        assert table_id(friend) == table_id(host) != first
        assert fetch_table_view(friend)["own_seats"] == [1]


def test_a_bot_plays_an_abandoned_seat_until_its_owner_returns(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium) as host, browser_page(chromium) as friend:
        create_table(host, server, "nightmarium", 2, "first=2", seat_2="friend")
        accept_invitation(friend, invite(host, 2))
        table = friend.url
        expect(host.locator(".prompt")).to_have_text("Player 2 is thinking…")
        friend.goto(server.address)
        expect(host.locator(".seats li").nth(1)).to_contain_text("(away)")
        expect(host.locator(".prompt")).to_have_text("Player 2 (away)")
        host.get_by_role("button", name="Let the computer play…").click()
        dialog = host.locator("dialog#dialog")
        seat = dialog.locator("li").nth(1)
        seat.get_by_role("button", name="Greedy").click()
        expect(seat).to_contain_text("a computer player")
        expect(dialog.get_by_role("button", name="Invite a friend")).to_have_count(0)
        friend.goto(table)
        wait_for_table(friend)
        assert fetch_table_view(friend)["own_seats"] == []
        friend.get_by_role("button", name="Take your seat again").click()
        expect(dialog.locator("li").nth(1)).to_contain_text("at the table")
        assert fetch_table_view(friend)["own_seats"] == [1]
        assert len(hand_of(friend)) >= 3


def test_a_player_who_has_to_leave_lets_a_bot_play(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as host, browser_page(chromium) as friend:
        create_table(host, server, "nightmarium", 2, "first=2", seat_2="friend")
        accept_invitation(friend, invite(host, 2))
        expect(host.locator(".prompt")).to_have_text("Player 2 is thinking…")
        dialog = open_dialog(friend, "resign")
        dialog.get_by_role("button", name="Let the computer play…").click()
        dialog.locator("li").nth(1).get_by_role("button", name="Greedy").click()
        expect(host.locator(".prompt")).to_contain_text("Your action")
        friend.keyboard.press("Escape")
        friend.get_by_role("button", name="Take your seat again").click()
        friend.wait_for_function("() => document.querySelector('.own .card')")
        assert fetch_table_view(friend)["own_seats"] == [1]


def test_a_bot_plays_for_a_host_who_is_away(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as host, browser_page(chromium) as friend:
        create_table(host, server, "nightmarium", 2, "first=1", seat_2="friend")
        accept_invitation(friend, invite(host, 2))
        expect(friend.locator(".prompt")).to_have_text("Player 1 is thinking…")
        expect(friend.get_by_role("button", name="Let the computer play…")).to_have_count(0)
        table = host.url
        host.goto(server.address)
        expect(friend.locator(".prompt")).to_have_text("Player 1 (away)")
        friend.get_by_role("button", name="Let the computer play…").click()
        seat = friend.locator("dialog#dialog li").first
        seat.get_by_role("button", name="Greedy").click()
        expect(seat).to_contain_text("a computer player")
        expect(friend.locator(".prompt")).to_contain_text("Your action")
        host.goto(table)
        wait_for_table(host)
        host.get_by_role("button", name="Take your seat again").click()
        expect(seat).to_contain_text("at the table")


def test_on_one_device_cards_appear_only_after_holding_the_button(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium) as page:
        create_table(page, server, "onirim", 2, *EXPANSIONS, seat_2="here")
        player = MousePlayer(page, 4)
        seen: list[Any] = []

        def stop() -> bool:
            decision = player.current_decision()
            if decision and decision["cover"]:
                backs = page.locator("[data-zone=hand] img, [data-zone='partner hand'] img")
                assert backs.evaluate_all("(all) => all.every((one) => one.src.includes('/back'))")
                assert fetch_table_view(page)["viewed_seat"] == 7
                seen.append(decision["prompt"])
            return len(seen) > 3

        player.play(stop)
        assert len(seen) > 1


@pytest.mark.nightly
def test_a_short_click_does_not_uncover_the_cards(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as page:
        sent: list[str] = []
        page.on("websocket", lambda socket: socket.on("framesent", lambda m: sent.append(str(m))))
        create_table(page, server, "onirim", 2, seat_2="here")
        player = MousePlayer(page)
        player.play(
            stop=lambda: bool((decision := player.current_decision()) and decision["cover"])
        )
        page.clock.install()
        page.clock.pause_at(datetime.now(UTC) + timedelta(days=1))
        sent.clear()
        page.locator("[data-hold]").click()
        page.clock.run_for(TWO_HOLDS_MS)
        assert not any("view_seat" in message for message in sent)
        expect(page.locator("[data-hold]")).to_be_visible()
        # Screen readers and voice control click without a pointer or a key.
        page.locator("[data-hold]").dispatch_event("click")
        expect(page.locator("[data-hold]")).to_have_count(0)


@pytest.mark.nightly
def test_cover_lists_what_happened_since_the_last_turn(
    chromium: Browser, server: LiveServer
) -> None:
    with browser_page(chromium) as page:
        create_table(page, server, "nightmarium", 2, "first=1", seat_2="here")
        player, recap = MousePlayer(page), page.locator("#recap li")
        draw = page.locator(".choices").get_by_role("button", name="Draw a card")
        for mover in (1, 2, 1):
            if page.locator("[data-hold]").count():
                player.hold_cover()
            draw.click()
            expect(page.locator(".board.mine .banner")).to_contain_text("actions left: 1")
            draw.click()
            page.locator("[data-hold]").wait_for()
            expect(recap).to_have_text([f"Player\xa0{mover} draws 2 cards."])


def test_a_question_puts_down_a_card_that_does_not_answer_it(
    chromium: Browser, server: LiveServer
) -> None:
    """A card lifted in the turn of the other player would hide the answers."""
    other, viewer = server.new_user(), server.new_user()
    options = {"seats": 2, "first": 1}
    table = server.create_table("onirim", (HUMAN, HUMAN), other, viewer, options=options)
    with browser_page(chromium) as page, other.connect(table) as socket:
        socket.take_first_action()
        open_table(page, server, table, viewer)
        page.locator("button.card.legal").first.dblclick()
        expect(page.locator("button.card[data-zone=hand]")).to_have_count(1)
        # Playwright clicks no disabled button.
        page.locator("button.card[data-zone=hand]").dispatch_event("click")
        expect(page.locator(".lifted")).to_have_count(1)
        socket.send_command("resync")
        socket.take_first_action()
        expect(page.locator(".prompt")).to_have_text("Take a card into your personal reserve.")
        expect(page.locator(".lifted")).to_have_count(0)


def test_several_cards_are_exchanged_together(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium) as page:
        received: list[str] = []
        page.on(
            "websocket",
            lambda socket: socket.on("framereceived", lambda frame: received.append(str(frame))),
        )
        create_table(page, server, "nightmarium", 2, "first=1", seat_2="random")
        received.clear()
        cards = page.locator(".own button.card")
        expect(cards.and_(page.locator(".legal")).first).to_be_visible()
        before = cards.count()
        cards.nth(0).click()
        page.locator(".choices").get_by_role("button", name="Exchange").first.click()
        cards.nth(1).click()
        cards.nth(2).click()
        cards.nth(2).click()
        cards.nth(3).click()
        expect(page.locator(".own .gathered")).to_have_count(3)
        # Another change of the table keeps the selection.
        command = {"type": "set_links", "enabled": False}
        path = f"{server.address}/api/t/{table_id(page)}"
        assert page.request.post(path, data=command, headers={"Origin": server.address}).ok
        while not any("links_enabled" in frame for frame in received):
            page.wait_for_timeout(20)
        expect(page.locator(".own .gathered")).to_have_count(3)
        page.get_by_role("button", name="Exchange 3 cards").click()
        expect(cards).to_have_count(before - 2)


@pytest.mark.parametrize(
    ("mode", "other", "doors"),
    [("race", "Your rival", "0 of 4 doors"), ("together", "Your partner", "0 of 8 doors")],
)
def test_the_other_player_of_a_dream_is_a_rival_or_a_partner(
    chromium: Browser, server: LiveServer, mode: str, other: str, doors: str
) -> None:
    """O7.6 In a race, each needs four doors of their own."""
    with browser_page(chromium) as page:
        create_table(page, server, "onirim", 2, f"mode={mode}", seat_2="greedy")
        expect(page.get_by_role("region", name=other)).to_be_visible()
        expect(page.get_by_role("heading", name=other)).to_be_visible()
        expect(page.locator(".tally")).to_have_text(doors)
