"""Whole games from the lobby to the result, by mouse and by touch."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from onirium import record
from tests.support.browser_pages import (
    PHONE,
    WITH_MOTION,
    assert_replays_to,
    browser_page,
    create_table,
    open_table,
    play_now,
)
from tests.support.browser_player import MousePlayer, TouchPlayer
from tests.support.live_server import LiveServer
from tests.support.nightly import nightly

pytestmark = pytest.mark.browser

RECORDS = Path(__file__).parents[1] / "transcripts"
PHONE_CONTEXT: dict[str, Any] = {"has_touch": True, "is_mobile": True, "viewport": PHONE}


@pytest.mark.parametrize("game", ["nightmarium", *nightly("onirim")])
def test_a_whole_game_by_mouse(chromium: Browser, server: LiveServer, game: str) -> None:
    with browser_page(chromium, **WITH_MOTION) as page:
        play_now(page, server.address, game)
        assert_replays_to(page, MousePlayer(page).play())


@pytest.mark.nightly
def test_onirim_with_all_expansions_by_touch(chromium: Browser, server: LiveServer) -> None:
    """The last quarter of a game: a random player would need two minutes for the whole."""
    played, user = record.read(RECORDS / "onirim-0.1.0-all-won.json"), server.new_user()
    table = server.create_table_from_record(played, user, len(played.actions) // 4)
    with browser_page(chromium, **PHONE_CONTEXT) as page:
        open_table(page, server, table, user)
        assert_replays_to(page, TouchPlayer(page).play())


@pytest.mark.nightly
def test_nightmarium_for_five_by_touch(chromium: Browser, server: LiveServer) -> None:
    with browser_page(chromium, **PHONE_CONTEXT) as page:
        bots = {f"seat_{number}": "greedy" for number in range(2, 6)}
        create_table(page, server, "nightmarium", 5, **bots)
        assert_replays_to(page, TouchPlayer(page).play())
