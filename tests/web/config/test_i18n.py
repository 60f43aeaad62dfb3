"""Catalogues of the web client: coverage of options and bots, fallback order."""

import pytest

from onirium.bots.registry import bot_names
from onirium.games import registry
from onirium.i18n.catalog import LANGUAGES
from onirium.web.config.i18n import client_catalogue, page_words


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_and_bot_has_a_name(game: str, language: str) -> None:
    words = page_words(language, game)
    for bot in bot_names(registry.load(game)):
        assert words.text(f"page.bot.{bot}")
        assert words.text(f"page.occupant.{bot}")
    for option in registry.options(game):
        for value in option.values:
            if isinstance(value, str):
                assert words.text(f"page.option.{game}.{option.name}.{value}")
            elif option.name != "seats":
                assert words.text(f"page.option.{game}.{option.name}", value=value)
    assert words.text(f"page.about.{game}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_client_catalogue_merges_web_shared_and_game_messages(language: str) -> None:
    messages = client_catalogue(language, "onirim")
    assert {"page.rules", "player", "card.red sun"} <= set(messages)
    assert len(messages["cards"]) == (3 if language == "ru" else 2)
    assert "card.red sun" not in client_catalogue(language)


def test_unknown_language_and_key_raise() -> None:
    with pytest.raises(ValueError, match="unknown language 'fr'"):
        page_words("fr")
    with pytest.raises(KeyError, match=r"no message 'page\.no such'"):
        page_words("en").text("page.no such")
