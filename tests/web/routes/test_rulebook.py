"""Rulebooks: anchors, paragraphs, tables."""

import re

import pytest

from onirium.games import registry
from onirium.i18n.catalog import LANGUAGES
from onirium.web.forms.table_form import reading_names
from onirium.web.routes.rulebook import load_rulebook


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_heading_has_a_unique_anchor(game: str, language: str) -> None:
    rulebook = load_rulebook(game, language)
    assert rulebook.language == language
    anchors = re.findall(r'<h\d id="([^"]+)"', rulebook.html)
    assert len(anchors) == len(set(anchors))
    assert [anchor for anchor, _ in rulebook.chapters] == anchors[1:]
    assert rulebook.html.count("<h1") == 1


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_anchors_are_the_same_in_every_language(game: str, language: str) -> None:
    english = [anchor for anchor, _ in load_rulebook(game, "en").chapters]
    assert [anchor for anchor, _ in load_rulebook(game, language).chapters] == english


def test_every_clause_is_a_paragraph_of_its_own() -> None:
    html = load_rulebook("onirim", "en").html
    assert html.count("<p><strong>O3.") == 8
    assert not re.search(r"[^>]<strong>O\d", html)


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("game", registry.names())
def test_clauses_have_the_same_marks_in_every_language(game: str, language: str) -> None:
    """The marks say whose wording a clause follows, or that it is ours."""
    assert marks_of(game, language) == marks_of(game, "en")


@pytest.mark.parametrize("game", registry.names())
def test_rules_later_than_the_first_name_their_version(game: str) -> None:
    version = registry.load(game).rules_version
    assert version == 1 or f"version {version} of the rules" in load_rulebook(game, "en").html


def marks_of(game: str, language: str) -> list[tuple[str, list[str]]]:
    """Return clause and sources of each mark, with no source for what is ours."""
    clause = ""
    marks: list[tuple[str, list[str]]] = []
    for block in re.split("<p>|<tr", load_rulebook(game, language).html):
        named = re.match(r"<strong>([NO]\d+\.\d+)<| id=\"reading-([a-z-]+)", block)
        clause = (named[1] or named[2]) if named else clause
        found = re.findall(r"<strong>\[(.+?)\]</strong>", block)
        marks.extend((clause, re.findall("RU-1|RU-2|DE", mark)) for mark in found)
    return marks


def test_tables_are_wrapped_in_scroll_containers() -> None:
    html = load_rulebook("nightmarium", "en").html
    assert html.count('<div class="wide" tabindex="0"><table>') == html.count("</table></div>") > 1


def test_unknown_game_raises_key_error() -> None:
    with pytest.raises(KeyError, match="chess"):
        load_rulebook("chess", "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", registry.names())
def test_every_reading_has_a_row_that_can_be_marked(game: str, language: str) -> None:
    rulebook = load_rulebook(game, language)
    readings = reading_names(game)
    rows = re.findall(r'<tr id="reading-([a-z-]+)">', rulebook.html)
    assert sorted(rows) == sorted(readings)
    assert rulebook.with_readings(readings).count('class="other"') == len(readings)
