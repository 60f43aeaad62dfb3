"""Loads message catalogues and bots before the first request that needs them."""

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from onirium.bots.registry import bot_names, make_bot
from onirium.games import registry
from onirium.i18n.catalog import LANGUAGES
from onirium.web.config.i18n import page_words
from onirium.web.threads import HAS_THREADS, run_in_thread

START_DELAY_S: Final = 1.0
"""Pause before loading, in which the first request has the processor to itself."""


async def warm_up() -> None:
    """Load everything in a thread.

    A request that loaded its part itself would block the event loop for 0.1 to 0.4 s. Without
    threads do nothing: loading everything here would block the event loop longer than any request
    does.
    """
    if not HAS_THREADS:
        return
    await asyncio.sleep(START_DELAY_S)
    await run_in_thread(_load_all)


def _load_all() -> None:
    for load in _loaders():
        try:
            load()
        # The request that needs it reports the failure.
        except Exception:  # noqa: BLE001, S112
            continue


def _loaders() -> Iterator[Callable[[], object]]:
    for name in registry.names():
        for language in LANGUAGES:
            yield partial(page_words, language, name)
        game = registry.load(name)
        for bot in bot_names(game):
            yield partial(make_bot, bot, game)
