"""Message catalogues of the web client: those of the web, the shared ones and those of a game."""

from collections.abc import Sequence
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Final

import polib

import onirium.games
import onirium.i18n.catalog
from onirium.i18n.catalog import Words
from onirium.web.client_modules import mentions_message

__all__ = ["client_catalogue", "page_words"]

_WEB_WORDS: Final = Path(__file__).parents[1] / "words"
_SHARED_WORDS: Final = Path(onirium.i18n.catalog.__file__).parent
_GAMES: Final = Path(onirium.games.__file__).parent


class _PageWords(Words):
    """Looks up messages in the catalogue of the web client before the shared ones.

    Events are told in whole sentences, with the cards as their subjects.
    """

    def __init__(self, language: str, game: str | None) -> None:
        super().__init__(language, game)
        entries = _load(_WEB_WORDS, language)
        page = GNUTranslations(BytesIO(entries.to_binary()))
        page.add_fallback(self._catalogues)
        self._use(page)
        self._game = game
        self._told = frozenset(entry.msgid for entry in entries if entry.msgid.startswith("told."))

    def event(self, code: str, cards: Sequence[str | None], **numbers: object) -> str:
        """Return the sentence of an event, told if the catalogue of the web client tells it."""
        key = f"told.{self._game}.{code}"
        if key not in self._told:
            return super().event(code, cards, **numbers)
        names = [self._subject(card) for card in cards if card is not None]
        if hidden := cards.count(None):
            names.append(self.count("cards", hidden))
        sentence = self.count(key, len(cards), cards=self._listed(names), **numbers)
        return sentence[:1].upper() + sentence[1:]

    def _subject(self, card: str) -> str:
        """Return the name of a card as the subject of a sentence."""
        key = f"told.{self._game}.card.{card}"
        return self.text(key if key in self._told else f"card.{card}")

    def _listed(self, names: list[str]) -> str:
        *first, last = names or [""]
        return self.text("told.and", first=", ".join(first), last=last) if first else last


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
        if mentions_message(entry.msgid)
    }


@cache
def _load(folder: Path, language: str) -> polib.POFile:
    return polib.pofile(str(folder / f"{language}.po"))
