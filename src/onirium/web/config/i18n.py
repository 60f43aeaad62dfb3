"""The words of the page: its own, which lie beside this file, those of the house and of a game."""

from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

import polib

import onirium.games
import onirium.i18n.catalog
from onirium.i18n.catalog import Words

__all__ = ["catalogue", "page_words"]

_PAGE: Final = Path(__file__).parents[1] / "words"
_HOUSE: Final = Path(onirium.i18n.catalog.__file__).parent
_GAMES: Final = Path(onirium.games.__file__).parent


class _PageWords(Words):
    """Words that are looked for among those of the page first."""

    def __init__(self, language: str, game: str | None) -> None:
        super().__init__(language, game)
        page = GNUTranslations(BytesIO(_file(_PAGE, language).to_binary()))
        page.add_fallback(self._catalogues)
        self._look_in(page)


@cache
def page_words(language: str, game: str | None = None) -> Words:
    """Return the words of the page, of the house and of one game, in one language.

    Args:
        language: one of ``LANGUAGES``.
        game: the game whose words are wanted too.

    Raises:
        ValueError: if there is no such language.

    >>> page_words("de", "onirim").text("card.red sun")
    'rote Sonne'
    """
    return _PageWords(language, game)


@cache
def catalogue(language: str, game: str | None = None) -> dict[str, str | list[str]]:
    """Return the same words by their keys: a text, or the plural forms of a count.

    >>> catalogue("en")["cards"]
    ['{number} card', '{number} cards']
    """
    folders = [_PAGE, _HOUSE, *([_GAMES / game / "words"] if game else [])]
    return {
        entry.msgid: list(entry.msgstr_plural.values()) or entry.msgstr
        for folder in folders
        for entry in _file(folder, language)
    }


@cache
def _file(folder: Path, language: str) -> polib.POFile:
    return polib.pofile(str(folder / f"{language}.po"))
