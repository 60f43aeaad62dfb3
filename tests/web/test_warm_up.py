"""The server loads catalogues and bots before requests need them."""

import asyncio

import pytest

from onirium.bots.network.weights import WeightsError
from onirium.web import warm_up as warm_up_module
from onirium.web.warm_up import warm_up


def test_everything_is_loaded_despite_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[tuple[str, str]] = []

    def fail_to_make(name: str, game: object) -> None:
        loaded.append(("bot", name))
        raise WeightsError(f"the weights of {name} are missing: {game}")

    monkeypatch.setattr(warm_up_module, "START_DELAY_S", 0.0)
    monkeypatch.setattr(warm_up_module, "make_bot", fail_to_make)
    monkeypatch.setattr(warm_up_module, "page_words", lambda *key: loaded.append(key))
    asyncio.run(warm_up())
    for language in ("en", "ru", "de"):
        assert {(language, "onirim"), (language, "nightmarium")} <= set(loaded)
    assert loaded.count(("bot", "strong")) >= 2
