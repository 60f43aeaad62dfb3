"""Message catalogues of the web client: its own, the shared ones and those of a game.

The server sends those messages that a module of the client mentions; it renders the others.
"""

from collections.abc import Sequence
from copy import copy
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Final

import polib

import onirium.games
import onirium.i18n.catalog
from onirium.games.registry import names
from onirium.i18n.catalog import Words, parse_catalogue
from onirium.presentation.card_names import with_count
from onirium.presentation.presenter import presenter_for
from onirium.web.client_modules import mentions_message

__all__ = ["client_catalogue", "drop_parsed_files", "page_words"]

_WEB_WORDS: Final = Path(__file__).parents[1] / "words"
_SHARED_WORDS: Final = Path(onirium.i18n.catalog.__file__).parent
_GAMES: Final = Path(onirium.games.__file__).parent

MAX_SINGLE_CARDS: Final = 3
"""The largest number of cards that a sentence names one by one, even if they are equal."""

SUBJECT_FORM: Final = 0
OBJECT_FORM: Final = -1
"""The forms of a card's name in a sentence: indices into the text of its message."""


class _PageWords(Words):
    """Looks up messages in the catalogue of the web client before the shared ones.

    The terminal prints an event as a note, such as "Dealt: red sun". The page prints a whole
    sentence if its catalogue has one, by the key ``sentence.GAME.CODE``. The key ``act.GAME.CODE``
    has precedence if the event has a player: its sentence begins with that player.
    """

    def __init__(self, language: str, game: str | None) -> None:
        super().__init__(language, game)
        page = copy(_page_catalogue(language))
        page.add_fallback(self._catalogues)
        self._use(page)
        self._game = game
        self._sentences = _sentence_keys(language)

    def event(self, code: str, cards: Sequence[str | None], **values: object) -> str:
        """Return the sentence of an event, or its note if the catalogue has no sentence.

        A sentence names the cards as its subject, ``{cards}``, or as its object, ``{objects}``.

        Args:
            code: code of the event.
            cards: names of its cards, ``None`` for hidden ones, which are counted.
            values: the values of the placeholders: the player, if one is to be named, and the
                numbers of the piles.
        """
        groups = ("act", "sentence") if values.get("player") else ("sentence",)
        keys = [f"{group}.{self._game}.{code}" for group in groups]
        key = next(filter(self._sentences.__contains__, keys), None)
        if key is None:
            return super().event(code, cards, **values)
        subjects, objects = (self._enumeration(cards, form) for form in (SUBJECT_FORM, OBJECT_FORM))
        return self.count(key, len(cards), cards=subjects, objects=objects, **values)

    def prefix_player(self, player: str, sentence: str) -> str:
        """Return a sentence preceded by its player."""
        return f"{player}: {sentence}"

    def _enumeration(self, cards: Sequence[str | None], form: int) -> str:
        """Return the names of cards, separated by commas, with a conjunction before the last.

        In a long list neighbours that are equal are counted: the order remains.
        """
        visible = [card for card in cards if card is not None]
        is_long = len(visible) > MAX_SINGLE_CARDS
        runs = [[*run] for _, run in groupby(visible)] if is_long else [[card] for card in visible]
        names = [self._run(run[0], len(run), form) for run in runs]
        if hidden := cards.count(None):
            names.append(self.count(("cards", "sentence.cards")[form], hidden))
        *first, last = names or [""]
        return self.text("sentence.and", first=", ".join(first), last=last) if first else last

    def _run(self, card: str, count: int, form: int) -> str:
        """Return the name of a card that occurs several times in a row, without its article."""
        return (
            self._name(card, form) if count == 1 else with_count(self.text(f"card.{card}"), count)
        )

    def _name(self, card: str, form: int) -> str:
        """Return the name of a card as the subject or object of a sentence.

        A message has the object after a bar, if it differs.
        """
        key = f"sentence.{self._game}.card.{card}"
        return self.text(key if key in self._sentences else f"card.{card}").split("|")[form]


@cache
def page_words(language: str, game: str | None = None) -> Words:
    """Return the words of the web client in a language, with those of a game if one is given.

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
    """Return the messages that the client uses: key to text, or to the list of plural forms.

    A module that mentions a group, such as ``page.table``, uses all messages of the group, except
    those of other games. The details of a card have the key ``card_details.CARD``.

    Args:
        language: one of ``LANGUAGES``.
        game: name of the game whose messages are added.

    >>> client_catalogue("en")["cards"]
    ['{number} card', '{number} cards']
    """
    folders = [_WEB_WORDS, _SHARED_WORDS, *([_GAMES / game / "words"] if game else [])]
    other_games = {*names()} - {game}
    messages = {
        entry.msgid: list(entry.msgstr_plural.values()) or entry.msgstr
        for folder in folders
        for entry in _load(folder, language)
        if mentions_message(entry.msgid) and other_games.isdisjoint(entry.msgid.split("."))
    }
    return messages | (_card_details(language, game) if game else {})


def _card_details(language: str, game: str) -> dict[str, str]:
    """Return the details of the cards that have some: key to text."""
    words, describe = page_words(language, game), presenter_for(game).describe_card
    keys = (entry.msgid.partition(".") for entry in _load(_GAMES / game / "words", language))
    cards = [card for group, _, card in keys if group == "card"]
    return {f"card_details.{card}": details for card in cards if (details := describe(card, words))}


@cache
def _page_catalogue(language: str) -> GNUTranslations:
    """Return the catalogue of the web client; all games share its messages."""
    return GNUTranslations(BytesIO(_load(_WEB_WORDS, language).to_binary()))


@cache
def _sentence_keys(language: str) -> frozenset[str]:
    keys = (entry.msgid for entry in _load(_WEB_WORDS, language))
    return frozenset(key for key in keys if key.startswith(("act.", "sentence.")))


def drop_parsed_files() -> None:
    """Free the parsed files of catalogues that are loaded."""
    _load.cache_clear()


@cache
def _load(folder: Path, language: str) -> polib.POFile:
    """Return the parsed catalogue of a folder in one language."""
    return parse_catalogue(folder / f"{language}.po")
