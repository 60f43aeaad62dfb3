"""Booklets: pages, pictures, captions."""

import re

import pytest

from onirium.games import registry
from onirium.i18n.catalog import LANGUAGES
from onirium.web import card_art
from onirium.web.routes.booklet import Booklet, load_booklet


def pictures(booklet: Booklet) -> list[list[str]]:
    """Return the names of the pictures on each page."""
    return [re.findall(r"/art/\w+/\w+/([^\"]+)\.svg", html) for _, html in booklet.pages]


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_shows_pictures_of_the_game(game: str, language: str) -> None:
    booklet = load_booklet(game, language)
    assert booklet.language == language
    pages = pictures(booklet)
    assert all(pages)
    assert {name for page in pages for name in page} <= set(card_art.names(game))


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_are_the_same_in_every_language(game: str, language: str) -> None:
    assert pictures(load_booklet(game, language)) == pictures(load_booklet(game, "en"))


def test_titles_and_texts_are_separated() -> None:
    text = "# Dream\n\nSleep.\n\n## One\n\nFirst.\n\n## Two\n\nSecond.\n"
    booklet = Booklet("onirim", "en", text)
    assert (booklet.title, booklet.introduction) == ("Dream", "<p>Sleep.</p>\n")
    assert booklet.pages == [("One", "<p>First.</p>\n"), ("Two", "<p>Second.</p>\n")]


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("Text.", "<p>Text.</p>"),
        ("![red sun](red-sun)", '<p class="cards"><img src="red-sun.svg" alt="red sun"></p>'),
        (
            '![](red-key "key")',
            """
            <p class="cards"><span class="figure"><img src="red-key.svg" alt="">
            <span class="caption">key</span></span></p>
            """,
        ),
        (
            "![beast](a.head,b.legs)",
            """
            <p class="cards"><span class="stack">
            <img src="a.head.svg" alt="beast"><img src="b.legs.svg" alt=""></span></p>
            """,
        ),
    ],
)
def test_images_are_cards_captions_and_stacks(markdown: str, html: str) -> None:
    ((_, rendered),) = Booklet("onirim", "en", f"# Dream\n\n## One\n\n{markdown}\n").pages
    rendered_lines = re.sub(r"/art/\w+/onirim/| width=.*?(?=>)|\n", "", rendered)
    assert rendered_lines == re.sub(r"\n\s*", "", html)


def test_unknown_game_has_no_booklet() -> None:
    with pytest.raises(KeyError, match="chess"):
        load_booklet("chess", "en")
