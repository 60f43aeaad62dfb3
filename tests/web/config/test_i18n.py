"""Catalogues of the web client: coverage of options, bots and letters; fallback order."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_type_hints

import polib
import pytest

from onirium.bots.registry import bot_names
from onirium.games import registry
from onirium.i18n import catalog
from onirium.i18n.catalog import LANGUAGES
from onirium.presentation.readings import describe_reading
from onirium.tables.commands.takebacks import TakebackMode
from onirium.tables.setup import Setup
from onirium.web.config import i18n
from onirium.web.config.i18n import client_catalogue, page_words
from onirium.web.forms.table_form import PEOPLE, READINGS
from onirium.web.routes.pages import THEMES
from onirium.web.routes.rulebook import load_rulebook

CLIENT = Path(i18n.__file__).parents[1] / "client"


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_and_bot_has_a_name(game: str, language: str) -> None:
    words = page_words(language, game)
    for bot in bot_names(registry.load(game)):
        assert words.text(f"page.bot.{bot}")
        assert words.text(f"page.occupant.{bot}")
        assert words.text(f"options.player.{bot}")
    for option in registry.options(game):
        for value in option.values:
            if option.for_study and value == option.default:
                continue  # the form leaves the option out
            if option.name == READINGS:
                assert words.text(f"printed.{value}")
                assert describe_reading(str(value), words)
            elif isinstance(value, str):
                assert words.text(f"page.option.{game}.{option.name}.{value}")
            elif option.name != "seats":
                assert words.text(f"page.option.{game}.{option.name}", value=value)
    assert words.text(f"page.about.{game}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_in_a_composed_key_has_a_text(language: str) -> None:
    """The client and the templates append these values to the prefix of a key."""
    words = page_words(language)
    for mode in filter(None, get_args(TakebackMode)):
        assert words.text(f"page.table.undo.{mode}")
    for kind in {*get_args(get_type_hints(Setup)["kind"]), "unranked"} - {"table"}:
        assert words.text(f"page.kind.{kind}")
    for theme in THEMES:
        assert words.text(f"page.theme.{theme}")
    for occupant in PEOPLE:
        assert words.text(f"page.seat.{occupant}")


def test_a_long_list_counts_equal_neighbours() -> None:
    words = page_words("en", "onirim")
    many = ["red sun", "red sun", "blue moon", "red sun", "red key", "red key", "red key"]
    assert words.event("remove discard", many) == (
        "2\u00a0×\u00a0red sun, the blue moon, the red sun and 3\u00a0×\u00a0red key "
        "leave the game."
    )
    assert words.event("remove discard", many[:2]) == (
        "the red sun and the red sun leave the game."
    )


def test_games_share_the_catalogues_of_page_and_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file is parsed once, and not again for each game."""
    parsed: list[str] = []
    parse = polib.pofile

    def count(path: str) -> polib.POFile:
        parsed.append(path)
        return parse(path)

    monkeypatch.setattr(polib, "pofile", count)
    caches = (catalog._catalogues, catalog._parse, i18n._load, i18n._page_catalogue, page_words)
    for cached in caches:
        cached.cache_clear()
    for game in (None, "onirim", "nightmarium"):
        assert page_words("de", game).text("page.join.accept") == "Platz nehmen"
    assert len(parsed) == len(set(parsed)) == 4


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("family", ["El Messiri", "Nunito Sans"])
def test_fonts_have_the_letters_of_every_language(family: str, language: str) -> None:
    styles = (CLIENT / "style" / "tokens.css").read_text("utf-8")
    faces = re.findall(rf'font-family: "{family}";[^}}]*unicode-range:([^;]*);', styles)
    ends = [re.findall("[0-9A-F]{2,}", part) for face in faces for part in face.split(",")]
    covered = {code for first, *last in ends for code in codes(first, *last)}
    texts = [text for game in registry.names() for text in texts_of_page(language, game)]
    letters = {letter for letter in "".join(texts) if letter.isalpha()}
    missing = {letter for letter in letters if ord(letter) not in covered}
    assert not missing, f"add a font file with these letters to client/fonts and {family}"


def codes(first: str, last: str = "") -> range:
    return range(int(first, 16), int(last or first, 16) + 1)


def texts_of_page(language: str, game: str) -> Iterator[str]:
    for message in client_catalogue(language, game).values():
        yield from [message] if isinstance(message, str) else message
    yield load_rulebook(game, language).html


@pytest.mark.parametrize("language", LANGUAGES)
def test_client_catalogue_merges_web_shared_and_game_messages(language: str) -> None:
    messages = client_catalogue(language, "onirim")
    assert {"page.table.rules", "player", "card.red sun"} <= set(messages)
    assert not any(key.startswith("page.privacy") for key in messages)
    assert isinstance(messages["cards"], list), "a list of plural forms"
    assert "card.red sun" not in client_catalogue(language)
    # O1.3
    details = {key for key in messages if key.startswith("card_details.")}
    assert len(details) == 12
    # Those of the other game, and those of forms alone.
    assert not [key for key in messages if "nightmarium" in key or key.startswith("option.")]


def test_unknown_language_and_key_raise() -> None:
    with pytest.raises(ValueError, match="unknown language 'fr'"):
        page_words("fr")
    with pytest.raises(KeyError, match=r"no message 'page\.no such'"):
        page_words("en").text("page.no such")
