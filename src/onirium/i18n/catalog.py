"""Every string on screen: catalogues of words, one for each language.

A string is found by its key, a code such as ``card.red sun``. The words of the house lie beside
this file, those of a game in its own folder.
"""

import os
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from locale import getlocale, normalize
from pathlib import Path
from typing import Final, NoReturn

import polib

__all__ = ["LANGUAGES", "Words", "system_language"]

LANGUAGES: Final = ("en", "ru", "de")

_HOUSE: Final = Path(__file__).parent
_GAMES: Final = _HOUSE.parent / "games"
_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class Words:
    """The words of the house and of one game, in one language.

    Attributes:
        language: one of ``LANGUAGES``.

    >>> words = Words("de", "onirim")
    >>> words.text("card.red sun")
    'rote Sonne'
    >>> Words("en", "onirim").count("cards", 1), Words("en", "onirim").count("cards", 5)
    ('1 card', '5 cards')
    """

    def __init__(self, language: str, game: str | None = None) -> None:
        """Load the catalogues.

        Args:
            language: one of ``LANGUAGES``.
            game: the game whose words are wanted too.

        Raises:
            ValueError: if there is no such language.
        """
        if language not in LANGUAGES:
            raise ValueError(
                f"there is no language {language!r}; there are: {', '.join(LANGUAGES)}"
            )
        self.language = language
        self._look_in(_catalogues(language, game))

    def text(self, key: str, **values: object) -> str:
        """Return the words for a key, with values in their places.

        Raises:
            KeyError: if the language has no words for the key.
        """
        return self._pattern(key).format(**values)

    def count(self, key: str, number: int, **values: object) -> str:
        """Return the words for a number of something, in the plural form that fits.

        Raises:
            KeyError: if the language has no such words for the key.
        """
        return self._catalogues.ngettext(key, key, number).format(number=number, **values)

    def _look_in(self, catalogues: NullTranslations) -> None:
        """Find words in catalogues; where one was found need not be searched for again."""
        self._catalogues = catalogues
        self._pattern = cache(catalogues.gettext)


class _NoWords(NullTranslations):
    """Where a search through the catalogues ends."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def gettext(self, message: str) -> NoReturn:
        raise KeyError(f"the language {self._language!r} has no words for {message!r}")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> NoReturn:
        del msgid2, n
        self.gettext(msgid1)


def system_language() -> str:
    """Return the language that this computer speaks, English if it is none of ours."""
    spoken = next(filter(None, map(os.environ.get, _VARIABLES)), None)
    # Windows sets none of them and says "German_Germany" instead.
    names = spoken or normalize((getlocale()[0] or "").partition("_")[0])
    for name in names.split(":"):
        if name[:2] in LANGUAGES:
            return name[:2]
    return LANGUAGES[0]


@cache
def _catalogues(language: str, game: str | None) -> NullTranslations:
    words = _load(_HOUSE / f"{language}.po")
    if game is not None:
        words.add_fallback(_load(_GAMES / game / "words" / f"{language}.po"))
    words.add_fallback(_NoWords(language))
    return words


def _load(path: Path) -> GNUTranslations:
    return GNUTranslations(BytesIO(polib.pofile(str(path)).to_binary()))
