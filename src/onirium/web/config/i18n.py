"""Message catalogues of the web client: those of the web, the shared ones and those of a game."""

from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

import polib

import onirium.games
import onirium.i18n.catalog
from onirium.i18n.catalog import Words
from onirium.web.client_modules import mentions_messages

__all__ = ["client_catalogue", "page_words"]

_WEB_WORDS: Final = Path(__file__).parents[1] / "words"
_SHARED_WORDS: Final = Path(onirium.i18n.catalog.__file__).parent
_GAMES: Final = Path(onirium.games.__file__).parent


class _PageWords(Words):
    """Looks up messages in the catalogue of the web client before the shared ones."""

    def __init__(self, language: str, game: str | None) -> None:
        super().__init__(language, game)
        page = GNUTranslations(BytesIO(_load(_WEB_WORDS, language).to_binary()))
        page.add_fallback(self._catalogues)
        self._use(page)


@cache
def page_words(language: str, game: str | None = None) -> Words:
    """Return the messages of the web client in one language, with those of a game if given.

    Args:
        language: one of ``LANGUAGES``.
        game: name of the game.

    Raises:
        ValueError: if the language is not supported.

    >>> page_words("de", "onirim").text("card.red sun")
    'rote Sonne'
    """
    return _PageWords(language, game)


@cache
def client_catalogue(language: str, game: str | None = None) -> dict[str, str | list[str]]:
    """Return those messages by key that the client uses: a text, or the list of its plural forms.

    The server renders the others. Messages of a group, such as ``page.table``, stay together.

    >>> client_catalogue("en")["cards"]
    ['{number} card', '{number} cards']
    """
    folders = [_WEB_WORDS, _SHARED_WORDS, *([_GAMES / game / "words"] if game else [])]
    return {
        entry.msgid: list(entry.msgstr_plural.values()) or entry.msgstr
        for folder in folders
        for entry in _load(folder, language)
        if mentions_messages(_group(entry.msgid))
    }


def _group(key: str) -> str:
    """Return the first part of a key, or the first two of the keys of pages.

    >>> _group("page.table.undo.free"), _group("card.red sun"), _group("player")
    ('page.table', 'card', 'player')
    """
    parts = key.split(".")
    return ".".join(parts[: 2 if parts[0] == "page" else 1])


@cache
def _load(folder: Path, language: str) -> polib.POFile:
    return polib.pofile(str(folder / f"{language}.po"))
