"""Message catalogues: all texts of the user interfaces, in each language.

Messages are looked up by a key such as ``card.red sun``. The catalogues of the program are next to
this file, those of a game in ``games/GAME/words``.
"""

import os
from collections.abc import Sequence
from copy import copy
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from locale import getlocale, normalize
from pathlib import Path
from typing import Final, NoReturn

import polib

__all__ = ["LANGUAGES", "Words", "system_language"]

LANGUAGES: Final = ("en", "ru", "de")

_PROGRAM: Final = Path(__file__).parent
_GAMES: Final = _PROGRAM.parent / "games"
_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class Words:
    """The messages of the program and of one game, in one language.

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
            game: a game whose catalogue is searched as well.

        Raises:
            ValueError: if the language is not supported.
        """
        check_language(language)
        self.language = language
        self._use(_catalogues(language, game))

    def text(self, key: str, **values: object) -> str:
        """Return the message of a key, with its placeholders replaced.

        Raises:
            KeyError: if the catalogues have no message for the key.
        """
        return self._pattern(key).format(**values)

    def count(self, key: str, number: int, **values: object) -> str:
        """Return the message of a key in the plural form of a number.

        Raises:
            KeyError: if the catalogues have no plural message for the key.
        """
        return self._catalogues.ngettext(key, key, number).format(number=number, **values)

    def event(self, code: str, cards: Sequence[str | None], **values: object) -> str:
        """Return the sentence of an event.

        Args:
            code: its kind and the name of its source pile.
            cards: the codes of its cards; None for those that are hidden.
            values: the values of the placeholders: the player and the numbers of the piles.
        """
        names = [self.text(f"card.{card}") for card in cards if card is not None]
        if hidden := cards.count(None):
            names.append(self.count("cards", hidden))
        return self.text(f"event.{code}", cards=", ".join(names), **values)

    def prefix_player(self, player: str, sentence: str) -> str:
        """Return the sentence of an event, which may contain a colon, preceded by its player."""
        return f"{player} · {sentence}"

    def _use(self, catalogues: NullTranslations) -> None:
        """Look messages up in catalogues, with a cache in front of the fallback chain."""
        self._catalogues = catalogues
        self._pattern = cache(catalogues.gettext)


class _MissingMessage(NullTranslations):
    """The end of the fallback chain: raises ``KeyError``."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def gettext(self, message: str) -> NoReturn:
        raise KeyError(f"the {self._language!r} catalogues have no message {message!r}")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> NoReturn:
        del msgid2, n
        self.gettext(msgid1)


def format_count(number: int) -> str:
    r"""Return a number with digits grouped by spaces, correct in all supported languages.

    >>> format_count(1234567)
    '1\xa0234\xa0567'
    """
    return f"{number:_}".replace("_", "\N{NO-BREAK SPACE}")


def check_language(language: str) -> None:
    """Check that a language is supported.

    Raises:
        ValueError: if it is not.
    """
    if language not in LANGUAGES:
        raise ValueError(f"unknown language {language!r}; available: {', '.join(LANGUAGES)}")


def system_language() -> str:
    """Return the language of the operating system, or English if it is not supported."""
    configured = next(filter(None, map(os.environ.get, _VARIABLES)), None)
    # Windows sets none of these variables; its locale names have the form "German_Germany".
    names = configured or normalize((getlocale()[0] or "").partition("_")[0])
    for name in names.split(":"):
        if name[:2] in LANGUAGES:
            return name[:2]
    return LANGUAGES[0]


def parse_catalogue(path: Path) -> polib.POFile:
    """Return the messages of a file.

    Raises:
        OSError: if there is no such file, or its syntax is wrong.
    """
    path.stat()  # polib would parse the path of a missing file as messages.
    return polib.pofile(str(path))


@cache
def _catalogues(language: str, game: str | None) -> NullTranslations:
    catalogues = _load(_PROGRAM / f"{language}.po")
    if game is not None:
        catalogues.add_fallback(_load(_GAMES / game / "words" / f"{language}.po"))
    catalogues.add_fallback(_MissingMessage(language))
    return catalogues


def _load(path: Path) -> GNUTranslations:
    """Return a catalogue that can be given a fallback of its own; its messages are shared."""
    return copy(_parse(path))


@cache
def _parse(path: Path) -> GNUTranslations:
    return GNUTranslations(BytesIO(parse_catalogue(path).to_binary()))
