"""The words of the page beside those of the house and of a game."""

import pytest

from onirium.bots.registry import bot_names
from onirium.games import registry
from onirium.i18n.catalog import LANGUAGES
from onirium.web.config.i18n import client_catalogue, page_words


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_and_player_of_a_game_can_be_named(game: str, language: str) -> None:
    words = page_words(language, game)
    for player in bot_names(registry.load(game)):
        assert words.text(f"page.bot.{player}")
        assert words.text(f"page.occupant.{player}")
    for option in registry.options(game):
        for value in option.values:
            if isinstance(value, str):
                assert words.text(f"page.option.{game}.{option.name}.{value}")
            elif option.name != "seats":
                assert words.text(f"page.option.{game}.{option.name}", value=value)
    assert words.text(f"page.about.{game}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_holds_the_words_of_page_house_and_game(language: str) -> None:
    found = client_catalogue(language, "onirim")
    assert {"page.rules", "player", "card.red sun"} <= set(found)
    assert len(found["cards"]) == (3 if language == "ru" else 2)
    assert "card.red sun" not in client_catalogue(language)


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown language 'fr'"):
        page_words("fr")
    with pytest.raises(KeyError, match=r"no message 'page\.no such'"):
        page_words("en").text("page.no such")
