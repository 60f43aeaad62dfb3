"""The message catalogues: complete in every language and free of unused messages."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from string import Formatter

import polib
import pytest

import onirium
from onirium.bots.registry import bot_names
from onirium.games import registry
from onirium.games.nightmarium.components import KIND_COUNT as MONSTERS
from onirium.games.onirim.components import CARD_COUNT as DREAMS
from onirium.i18n.catalog import LANGUAGES, Words, system_language
from onirium.match.match import HUMAN
from onirium.presentation.presenter import presenter_for
from onirium.tables.chat import PHRASES
from onirium.terminal.board_registry import board_renderer
from onirium.web.config.i18n import page_words
from tests.support.nightly import gate_cases
from tests.support.sample_positions import (
    COMBINATIONS,
    RecordingWords,
    displayed_texts,
    scenes_of_a_game,
    scenes_of_the_cases,
)

PACKAGE = Path(onirium.__file__).parent
COMMANDS = PACKAGE / "tables" / "commands"
GAMES = onirium.names()
FOLDERS = {"house": PACKAGE / "i18n", "page": PACKAGE / "web" / "words"} | {
    name: PACKAGE / "games" / name / "words" for name in GAMES
}
CATALOGUES = [(folder, language) for folder in FOLDERS for language in LANGUAGES]
CARD_COUNT = {"onirim": DREAMS, "nightmarium": MONSTERS}
LONG = pytest.mark.long
PLURAL_FORMS = {"en": {0, 1}, "de": {0, 1}, "ru": {0, 1, 2}}
"""The numbers of the plural forms of each language."""
FOREIGN = {
    *("Enter", "Esc", "Ctrl", "QR", "cookie", "Firefox"),
    *("Python", "JavaScript", "Chrome", "Safari", "SHA", "UTC", "Onirium", "onirium", "json"),
    *("RU", "DE"),
}
"""Words in Latin letters that Russian uses too."""
ALIKE = {
    "de": {
        *(f"page.bot_name.{number}" for number in range(1, 6)),
        *("name", "pile.hand", "page.theme.system", "choice.swap.swap"),
        *(f"page.date.month.{month}" for month in (4, 8, 9, 11)),
        *("page.seat.bot", "page.table.invitation.link", "page.table.onirim.tab.together"),
        *("page.table.key.enter", "page.table.key.esc"),
        *("tournament.elo", "tournament.test"),
    },
    "ru": {"choice.swap.swap", "page.date", "page.table.key.enter", "page.table.key.esc"},
}
"""Messages that are equal in English and in another language."""
SOURCES = ("*.py", "*.html", "*.js", "*.json")
"""The sources that use messages: modules, templates, client modules, tutorials."""
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def catalogue(folder: str, language: str) -> polib.POFile:
    return polib.pofile(str(FOLDERS[folder] / f"{language}.po"))


def keys(folder: str) -> set[str]:
    return {entry.msgid for entry in catalogue(folder, "en")}


def strings(entry: polib.POEntry) -> list[str]:
    return [text for text in (entry.msgstr, *entry.msgstr_plural.values()) if text]


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@cache
def terminal_texts(name: str, language: str) -> tuple[set[str], set[str]]:
    """Return the keys used by the terminal in all combinations, and its complete output."""
    words = RecordingWords(language, name)
    texts = {*board_renderer(name).styles(words)}
    for scene in scenes_of_the_cases(name):
        texts.update(displayed_texts(scene, words))
    for options in COMBINATIONS[name]:
        texts.update(presenter_for(name).describe_goal(onirium.load(name, **options), words))
        for scene in scenes_of_a_game(name, options, seed=1):
            texts.update(displayed_texts(scene, words))
    return words.requested, texts


def option_keys(name: str) -> Iterator[str]:
    for option in registry.options(name):
        yield f"option.{option.name}"
        yield from (f"option.{option.name}.{value}" for value in option.values)


def follow_from_codes(name: str) -> set[str]:
    """Return the keys derived from the codes of a game."""
    game = onirium.load(name)
    result = {f"card.{game.card_name(card)}" for card in range(CARD_COUNT[name])}
    result |= {f"kind.{game.decision_kind(action)}" for action in range(game.action_count)}
    return result | {key for key in option_keys(name) if not key[-1].isdecimal()}


@cache
def keys_of_game(name: str) -> set[str]:
    """Return the keys used by a game; the form quotes the printed text of each reading."""
    printed = {
        key.replace("option.readings", "printed")
        for key in option_keys(name)
        if key.startswith("option.readings.")
    }
    players = {f"options.player.{occupant}" for occupant in [HUMAN, *bot_names(onirium.load(name))]}
    return follow_from_codes(name) | terminal_texts(name, "en")[0] | players | printed


@pytest.fixture(scope="module")
def sources() -> str:
    paths = (path for pattern in SOURCES for path in PACKAGE.rglob(pattern))
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def made(sources: str, kinds: str) -> str:
    """Return a pattern of the keys that the sources build from a prefix and codes."""
    python = re.findall(rf'f"((?:{kinds})\.[^"]*)"', sources)
    javascript = re.findall(rf"`((?:{kinds})\.[^`]*)`", sources)
    templates = re.findall(rf'"((?:{kinds})\.[^"]*\.)" \+', sources)
    texts = {*python, *javascript, *(f"{text}{{}}" for text in templates)}
    literals = (map(re.escape, re.split(r"\$?{[^{}]*}", text)) for text in texts)
    return "|".join("[^.]+".join(parts) for parts in literals)


def kinds_of(known: set[str]) -> str:
    return "|".join(sorted({key.split(".")[0] for key in known if "." in key}))


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_in_the_same_order(folder: str, language: str) -> None:
    english = [entry.msgid for entry in catalogue(folder, "en")]
    assert [entry.msgid for entry in catalogue(folder, language)] == english
    assert len(english) == len(set(english))


@pytest.mark.parametrize("name", GAMES)
def test_no_key_is_in_two_catalogues(name: str) -> None:
    together = [*keys("house"), *keys("page"), *keys(name)]
    assert len(together) == len(set(together))


@pytest.mark.parametrize(("folder", "language"), CATALOGUES)
def test_every_message_has_the_placeholders_of_the_english_one(folder: str, language: str) -> None:
    english = {entry.msgid: entry for entry in catalogue(folder, "en")}
    entries = catalogue(folder, language)
    missing = {entry.msgid for entry in entries if entry.fuzzy or not strings(entry)}
    assert not missing, "empty or marked as fuzzy"
    for entry in entries:
        wanted = places(strings(english[entry.msgid])[0])
        for text in strings(entry):
            assert places(text) == wanted, f"{entry.msgid}: {text}"
            assert text == text.strip(), entry.msgid


@pytest.mark.parametrize(("folder", "language"), CATALOGUES)
def test_plural_forms_are_complete(folder: str, language: str) -> None:
    forms = PLURAL_FORMS.get(language)
    assert forms, f"add the plural forms of {language} to PLURAL_FORMS"
    english = {entry.msgid for entry in catalogue(folder, "en") if entry.msgid_plural}
    counted = [entry for entry in catalogue(folder, language) if entry.msgid_plural]
    assert {entry.msgid for entry in counted} == english
    for entry in counted:
        assert set(entry.msgstr_plural) == forms, entry.msgid
        assert all(entry.msgstr_plural.values()), entry.msgid
        assert entry.msgid_plural == entry.msgid


@pytest.mark.parametrize("name", GAMES)
def test_every_code_of_a_game_has_a_message(name: str) -> None:
    missing = follow_from_codes(name) - keys(name)
    assert not missing


@LONG
@pytest.mark.parametrize("name", GAMES)
def test_every_key_that_a_game_requests_has_a_message(name: str) -> None:
    missing = keys_of_game(name) - keys(name) - keys("house")
    assert not missing


@LONG
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", gate_cases(LANGUAGES, "ru"))
def test_every_combination_can_be_shown_and_narrated_in_every_language(
    name: str, language: str
) -> None:
    requested, texts = terminal_texts(name, language)
    assert requested == terminal_texts(name, "en")[0]
    assert all(line.strip() for line in texts)
    # An untranslated key would appear as two words joined by a dot.
    assert not [line for line in texts if re.search(r"[{}]|[^\W\d]\.[^\W\d]", line)]


def test_every_key_in_the_sources_has_a_message(sources: str) -> None:
    known = set[str]().union(*map(keys, FOLDERS))
    texts = set(re.findall(r'(?:words|desk)\.(?:text|count)\(\s*"([^"]+)"', sources))
    texts |= set(re.findall(r'{{-? ?(?:text|count)\("([^"]+)"[,)]', sources))
    texts |= set(
        re.findall(
            rf'"((?:{kinds_of(known)})\.[\w .-]*(?<!\.html)(?<!\.js)(?<!\.json)\b)"', sources
        )
    )
    assert len(texts) > 250
    assert not texts - known


def test_every_rejection_and_phrase_of_a_table_has_a_message(sources: str) -> None:
    codes = set(re.findall(r'(?:CommandRejected\(|reject_unless\(.*, )"(\w+)"', sources))
    for name in ("takebacks", "hints"):  # Their obstacles are codes.
        text = (COMMANDS / f"{name}.py").read_text("utf-8")
        codes |= set(re.findall(r'return "([a-z]+_\w+)"\n', text))
    assert len(codes) > 25
    phrases = {phrase for name in GAMES for phrase in onirium.load(name).phrases()} | {*PHRASES}
    wanted = {f"rejected.{code}" for code in codes} | {f"phrase.{phrase}" for phrase in phrases}
    assert {key for key in keys("page") if key.startswith(("rejected.", "phrase."))} == wanted


def test_the_page_catalogues_have_no_unused_messages(sources: str) -> None:
    """A key is used if it occurs in the sources, or is built there from a prefix and codes."""
    codes = set(re.findall(r"""(?=["'`]([\w?-][\w.? -]*)["'`])|\b(\w+):""", sources))
    codes = {code for pair in codes for code in pair}
    known = keys("page") - sentence_keys()
    pattern = re.compile(made(sources, kinds_of(known)))
    assert not {
        key
        for key in known - codes
        if not (pattern.fullmatch(key) and key.rpartition(".")[2] in codes)
    }


def sentence_keys() -> set[str]:
    """Return the keys of the sentences of events, and of cards as their subjects."""
    known = {(name, key) for name in GAMES for key in keys(name)}
    events = {(name, key.removeprefix("event.")) for name, key in known if "event." in key}
    cards = {(name, key) for name, key in known if key.startswith("card.")}
    acts = {f"act.{name}.{key}" for name, key in events}
    return acts | {f"sentence.{name}.{key}" for name, key in events | cards}


def test_sentences_of_events_have_the_placeholders_of_the_notes() -> None:
    notes = {name: {entry.msgid: entry for entry in catalogue(name, "en")} for name in GAMES}
    sentences = [
        entry for entry in catalogue("page", "en") if entry.msgid.startswith(("act.", "sentence."))
    ]
    assert {entry.msgid for entry in sentences} - sentence_keys() == {
        f"sentence.{key}" for key in ("and", "cards")
    }
    for entry in sentences:
        _, name, code = [*entry.msgid.split(".", 2), ""][:3]
        if note := notes.get(name, {}).get(f"event.{code}"):
            wanted = places(strings(note)[0]) - {"player"}
            assert all(event_places(text) == wanted for text in strings(entry)), entry.msgid


def event_places(text: str) -> set[str]:
    """Return the placeholders of a sentence but its player; cards are subject or object."""
    return {place.replace("objects", "cards") for place in places(text)} - {"player"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_event_is_a_whole_sentence_on_the_page(name: str, language: str) -> None:
    words = page_words(language, name)
    codes = [key.removeprefix("event.") for key in keys(name) if key.startswith("event.")]
    codes = [code for code in codes if f"sentence.{name}.{code}" in keys("page")]
    card = min(key.removeprefix("card.") for key in keys(name) if key.startswith("card."))
    assert len(codes) > 20
    acts = {code for code in codes if f"act.{name}.{code}" in keys("page")}
    for code, player in product(codes, ("", "Ann")):
        for cards in ([card], [card, None], [None, None]):
            sentence = words.event(code, cards, player=player, source="1.1", target="2.1")
            assert not sentence[0].isupper() or sentence.startswith("Ann"), sentence
            assert sentence.startswith("Ann ") or not player or code not in acts, sentence
            assert sentence.endswith((".", "!")), sentence


@LONG
@pytest.mark.parametrize("folder", ["house", *GAMES])
def test_the_catalogues_have_no_unused_messages(folder: str, sources: str) -> None:
    by_games = set[str]().union(
        *(keys_of_game(name) for name in GAMES if folder in {"house", name})
    )
    unused = {key for key in keys(folder) - by_games if f'"{key}"' not in sources}
    assert not unused


def test_russian_messages_are_written_in_cyrillic() -> None:
    words = {
        word
        for folder in FOLDERS
        for entry in catalogue(folder, "ru")
        for text in strings(entry)
        for word in re.findall(r"[A-Za-z]{2,}", re.sub(r"\{[\w:]*}", "", text))
    }
    assert words == FOREIGN


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_messages_are_translated(language: str) -> None:
    same = set[str]()
    for folder in FOLDERS:
        translated = {entry.msgid: strings(entry) for entry in catalogue(folder, language)}
        english = catalogue(folder, "en")
        same |= {entry.msgid for entry in english if strings(entry) == translated[entry.msgid]}
    alike = ALIKE.get(language, set())
    assert not same - alike, "translate these messages, or add them to ALIKE"
    assert not alike - same, "these messages differ: remove them from ALIKE"


@pytest.mark.parametrize(
    ("language", "counted"),
    [
        ("en", {0: "0 cards", 1: "1 card", 2: "2 cards", 21: "21 cards"}),
        ("de", {0: "0 Karten", 1: "1 Karte", 2: "2 Karten", 21: "21 Karten"}),
        (
            "ru",
            {
                0: "0 карт",
                1: "1 карта",
                2: "2 карты",
                4: "4 карты",
                5: "5 карт",
                11: "11 карт",
                12: "12 карт",
                14: "14 карт",
                20: "20 карт",
                21: "21 карта",
                22: "22 карты",
                25: "25 карт",
                111: "111 карт",
            },
        ),
    ],
)
def test_numbers_select_the_plural_form(language: str, counted: dict[int, str]) -> None:
    words = Words(language)
    assert {number: words.count("cards", number) for number in counted} == counted


@pytest.mark.parametrize(
    ("name", "key", "texts"),
    [
        ("onirim", "card.blue sun", ("blue sun", "синее солнце", "blaue Sonne")),
        ("onirim", "card.green moon", ("green moon", "зелёная луна", "grüner Mond")),
        ("onirim", "card.brown key", ("brown key", "коричневый ключ", "brauner Schlüssel")),
        ("onirim", "card.blue door", ("blue door", "синяя дверь", "blaue Pforte")),
        ("onirim", "card.nightmare", ("Nightmare", "кошмар", "Albtraum")),
        ("onirim", "pile.limbo", ("Limbo", "Лимбо", "Limbus")),
        ("onirim", "pile.deck", ("Deck", "Колода", "Zugstapel")),
        ("nightmarium", "name", ("Nightmarium", "Кошмариум", "Nightmarium")),
        ("nightmarium", "legions.necronaut", ("Necronauts", "некромункулы", "Nekronauten")),
        ("nightmarium", "legions.homunculus", ("Homunculi", "людювища", "Homunkuli")),
        ("nightmarium", "legions.insektoid", ("Insektoids", "констрикты", "Insektoiden")),
        ("nightmarium", "legions.chimerid", ("Chimeridae", "химериды", "Chimäriden")),
        ("nightmarium", "ability.singer", ("Singer", "Певчий", "Sänger")),
        ("nightmarium", "ability.weeper", ("Weeper", "Плакальщик", "Klagegeist")),
        ("nightmarium", "ability.mocker", ("Mocker", "Пересмешник", "Spötter")),
        ("nightmarium", "ability.executioner", ("Executioner", "Палач", "Henker")),
        ("nightmarium", "ability.scavenger", ("Scavenger", "Падальщик", "Aasfresser")),
        ("nightmarium", "ability.devourer", ("Devourer", "Пожиратель", "Verschlinger")),
    ],
)
def test_terms_match_the_printed_games(name: str, key: str, texts: tuple[str, str, str]) -> None:
    assert tuple(Words(language, name).text(key) for language in LANGUAGES) == texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_key_raises_an_error_with_key_and_language(language: str) -> None:
    words = Words(language)
    with pytest.raises(KeyError, match=f"'{language}'.*'card.red sun'"):
        words.text("card.red sun")
    with pytest.raises(KeyError, match=f"'{language}'.*'no such'"):
        words.count("no such", 2)


def test_a_missing_catalogue_raises_an_error_with_its_path() -> None:
    with pytest.raises(FileNotFoundError, match="chess"):
        Words("en", "chess")


def test_an_unknown_language_raises_an_error_with_the_available_ones() -> None:
    with pytest.raises(ValueError, match="'fr'; available: en, ru, de"):
        Words("fr")


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "fr:de:ru"}, "de"),
    ],
)
def test_system_language_follows_the_environment(
    settings: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert system_language() == language


@pytest.mark.parametrize(
    ("name", "language"),
    [("German_Germany", "de"), ("Russian_Russia", "ru"), ("French_France", "en"), (None, "en")],
)
def test_system_language_falls_back_to_the_locale(
    name: str | None, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("onirium.i18n.catalog.getlocale", lambda: (name, None))
    assert system_language() == language
