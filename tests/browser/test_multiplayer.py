"""Several people: at one device, or each with a browser of their own."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser_pages import (
    EXPANSIONS,
    at_table,
    begin,
    opened,
    sight,
    table_of,
    visiting,
)
from tests.support.browser_player import Mouse
from tests.support.live_server import LiveServer

pytestmark = pytest.mark.browser


def invite(host: Page, number: int) -> str:
    """Make an invitation to a seat; return its link."""
    dialog = opened(host, "seats")
    dialog.locator("li").nth(number - 1).get_by_role("button", name="Invite").click()
    field = dialog.locator("input")
    expect(field).to_be_visible()
    expect(dialog.locator("svg.qr")).to_be_visible()
    link = field.input_value()
    host.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    return link


def come(friend: Page, link: str) -> None:
    """Take the seat of an invitation."""
    friend.goto(link)
    friend.locator("#accept").click()
    at_table(friend)


def play_in_turn(*players: Mouse, enough: Callable[[], bool] = lambda: False) -> list[str]:
    """Play until all pages show the end, or it is enough; return what they say."""
    for _ in range(4000):
        moments = [player.now() for player in players]
        endings = [moment["ending"] if moment else "" for moment in moments]
        if all(endings) or enough():
            return endings
        for player, moment in zip(players, moments, strict=True):
            if moment and not moment["ending"]:
                player.touch(moment)
    raise AssertionError("the game goes on and on")


def heard(page: Page) -> list[str]:
    """Collect what the socket of a page brings from now on."""
    messages: list[str] = []
    page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda m: messages.append(str(m)))
    )
    return messages


def test_friends_play_and_a_spectator_sees_only_what_all_see(
    chromium: Browser, server: LiveServer
) -> None:
    with (
        visiting(chromium) as host,
        visiting(chromium) as friend,
        visiting(chromium) as watcher,
    ):
        begin(host, server, "nightmarium", 2, seat_2="friend")
        come(friend, invite(host, 2))
        assert table_of(friend) == table_of(host)
        messages = heard(watcher)
        watcher.goto(host.url)
        at_table(watcher)
        hands = [card for page in (host, friend) for card in hand_of(page)]
        assert len(hands) > 6
        assert_hidden(watcher, messages, hands)
        players = Mouse(host, 1), Mouse(friend, 2)
        play_in_turn(*players, enough=lambda: len(sight(host)["narration"]) > 7)
        assert_hidden(watcher, messages, [])
        expect(watcher.locator("button.card, .choices button:not(.first)")).to_have_count(0)
        said = sight(host)["narration"]
        assert said


def test_links_switched_off_show_who_looks_on_the_door(
    chromium: Browser, server: LiveServer
) -> None:
    with visiting(chromium) as host, visiting(chromium) as watcher:
        begin(host, server, "nightmarium", 2, seat_2="friend")
        watcher.goto(host.url)
        at_table(watcher)
        dialog = opened(host, "seats")
        dialog.get_by_role("button", name="Switch links off").click()
        expect(watcher.locator(".problem")).to_contain_text("switched off")
        expect(dialog.get_by_role("button", name="Switch links on")).to_be_visible()
        expect(dialog.get_by_role("button", name="Invite")).to_have_count(0)


def hand_of(page: Page) -> list[str]:
    cards = page.locator(".own .card img").all()
    return [card.get_attribute("alt") or "" for card in cards]


def assert_hidden(watcher: Page, messages: list[str], hands: list[str]) -> None:
    """Check that a spectator was told of no card that is not on the table."""
    for message in messages:
        told = json.loads(message)
        assert told["viewed_seat"] == 7
        assert told["own_seats"] == told["legal_actions"] == []
        for frame in told["frames"]:
            assert frame["view"]["hand"] == []
            assert not frame["view"].get("hands")
    shown = watcher.locator(".card img").evaluate_all("(all) => all.map((one) => one.alt)")
    assert not {card for card in hands if card in shown}
    backs = watcher.locator(".held .card img")
    assert backs.evaluate_all("(all) => all.every((one) => one.src.includes('/back'))")


def test_a_decision_is_taken_back_when_the_other_agrees(
    chromium: Browser, server: LiveServer
) -> None:
    with visiting(chromium) as host, visiting(chromium) as friend:
        begin(host, server, "nightmarium", 2, seat_2="friend")
        come(friend, invite(host, 2))
        one, other = sorted((host, friend), key=lambda page: not sight(page)["legal_actions"])
        hand = hand_of(one)
        for answer, size in (("Decline", len(hand) + 1), ("Agree", len(hand))):
            if len(hand_of(one)) == len(hand):
                one.locator(".choices").get_by_role("button", name="Draw a card").click()
                expect(one.locator(".own .card")).to_have_count(len(hand) + 1)
            one.get_by_role("button", name="Ask to take back").click()
            other.locator(".asked").get_by_role("button", name=answer).click()
            expect(other.locator(".asked")).to_have_count(0)
            expect(one.locator(".asked")).to_have_count(0)
            expect(one.locator(".own .card")).to_have_count(size)
        assert hand_of(one) == hand


def test_talk_resignation_and_another_game(chromium: Browser, server: LiveServer) -> None:
    with visiting(chromium) as host, visiting(chromium, locale="de") as friend:
        begin(host, server, "nightmarium", 2, seat_2="friend")
        come(friend, invite(host, 2))
        phrase = opened(host, "talk").locator(".menu button").first
        said = phrase.text_content() or ""
        phrase.click()
        expect(host.locator(".seats q")).to_have_text(said.strip())
        expect(friend.locator(".seats q")).to_be_visible()
        expect(friend.locator(".seats q")).not_to_have_text(said.strip())
        opened(host, "resign").get_by_role("button", name="Give up").click()
        for page in (host, friend):
            expect(page.locator("dialog .ending")).to_be_visible()
        first = table_of(host)
        host.locator("dialog").get_by_role("button", name="Play again").click()
        host.wait_for_url(lambda address: first not in address)
        at_table(host)
        friend.locator("dialog a.first").click()
        friend.wait_for_url(lambda address: first not in address)
        at_table(friend)
        assert table_of(friend) == table_of(host) != first
        assert sight(friend)["own_seats"] == [1]


def test_a_seat_that_was_left_is_played_by_the_computer_until_its_player_returns(
    chromium: Browser, server: LiveServer
) -> None:
    with visiting(chromium) as host, visiting(chromium) as friend:
        begin(host, server, "nightmarium", 2, seat_2="friend")
        come(friend, invite(host, 2))
        table = friend.url
        friend.goto(server.address)
        expect(host.locator(".seats li").nth(1)).to_contain_text("(away)")
        dialog = opened(host, "seats")
        dialog.get_by_role("button", name="Hand over to: Greedy").click()
        expect(dialog.locator("li").nth(1)).to_contain_text("a computer player")
        friend.goto(table)
        at_table(friend)
        assert sight(friend)["own_seats"] == []
        opened(friend, "seats").get_by_role("button", name="Give the seat back").click()
        expect(dialog.locator("li").nth(1)).to_contain_text("at the table")
        assert sight(friend)["own_seats"] == [1]
        assert len(hand_of(friend)) >= 3


def test_at_one_device_each_sees_the_own_cards_only_after_holding_the_button(
    chromium: Browser, server: LiveServer
) -> None:
    with visiting(chromium) as page:
        begin(page, server, "onirim", 2, *EXPANSIONS, seat_2="here")
        player = Mouse(page, 4)
        seen: list[Any] = []

        def enough() -> bool:
            moment = player.now()
            if moment and moment["cover"]:
                backs = page.locator("[data-zone=hand] img, [data-zone='partner hand'] img")
                assert backs.evaluate_all("(all) => all.every((one) => one.src.includes('/back'))")
                assert sight(page)["viewed_seat"] == 7
                seen.append(moment["prompt"])
            return len(seen) > 6

        player.play(enough)
        assert len(seen) > 1


def test_a_stray_touch_uncovers_nothing(chromium: Browser, server: LiveServer) -> None:
    with visiting(chromium) as page:
        begin(page, server, "onirim", 2, seat_2="here")
        player = Mouse(page)
        player.play(enough=lambda: bool((moment := player.now()) and moment["cover"]))
        page.locator("[data-hold]").click()
        page.locator("[data-hold]").click(delay=100)
        expect(page.locator("[data-hold]")).to_be_visible()
        assert not page.locator(".own button.card.legal").count()


def test_several_cards_are_exchanged_at_once(chromium: Browser, server: LiveServer) -> None:
    with visiting(chromium) as page:
        begin(page, server, "nightmarium", 2, "first=1", seat_2="random")
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
        page.get_by_role("button", name="Exchange 3 cards").click()
        expect(cards).to_have_count(before - 2)
