"""The preparation of the saved memory of a site: its games and catalogues."""

import asyncio

import pytest

from onirium.site.browser import Visit, open_server
from onirium.site.warm_up import _connect, _PreparingPage, prepared_games, warm_up
from onirium.storage.page_store import MemoryPageStore
from onirium.web.config import i18n


def test_games_for_one_player_are_prepared() -> None:
    assert prepared_games() == ["onirim"]


def test_catalogues_are_loaded_and_their_files_are_dropped() -> None:
    i18n.page_words.cache_clear()
    asyncio.run(warm_up())
    loaded = i18n.page_words.cache_info().currsize
    assert loaded >= 6, "three languages, each alone and with a game"
    i18n.page_words("de", "onirim")
    assert i18n.page_words.cache_info().currsize == loaded
    assert i18n._load.cache_info().currsize == 0


def test_table_that_sends_no_view_ends_the_preparation() -> None:
    async def connect() -> None:
        server = await open_server(MemoryPageStore(), _PreparingPage(), Visit("", "en"))
        await _connect(server, "/t/unknown")

    with pytest.raises(RuntimeError, match="4404"):
        asyncio.run(connect())
