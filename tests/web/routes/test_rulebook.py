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


def test_tables_are_wrapped_in_scroll_containers() -> None:
    html = load_rulebook("nightmarium", "en").html
    assert html.count('<div class="wide" tabindex="0"><table>') == html.count("</table></div>") > 1


def test_unknown_game_raises_key_error() -> None:
    with pytest.raises(KeyError, match="chess"):
        load_rulebook("chess", "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["onirim", "nightmarium"])
def test_every_reading_has_a_row_that_can_be_marked(game: str, language: str) -> None:
    rulebook = load_rulebook(game, language)
    readings = reading_names(game)
    rows = re.findall(r'<tr id="reading-([a-z-]+)">', rulebook.html)
    assert sorted(rows) == sorted(readings)
    assert rulebook.with_readings(readings).count('class="other"') == len(readings)
