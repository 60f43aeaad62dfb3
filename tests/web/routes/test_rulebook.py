"""The rules of each game as pages."""

import re

import pytest

from onirium.games import registry
from onirium.i18n.catalog import LANGUAGES
from onirium.web.routes.rulebook import load_rulebook


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_can_be_linked_to(game: str, language: str) -> None:
    rules = load_rulebook(game, language)
    anchors = re.findall(r'<h\d id="([^"]+)"', rules.html)
    assert len(anchors) == len(set(anchors))
    assert [anchor for anchor, _ in rules.chapters] == anchors[1:]
    assert rules.html.count("<h1") == 1


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_chapters_have_the_same_anchors_in_every_language(game: str, language: str) -> None:
    english = [anchor for anchor, _ in load_rulebook(game, "en").chapters]
    assert [anchor for anchor, _ in load_rulebook(game, language).chapters] == english


def test_every_clause_is_a_paragraph() -> None:
    html = load_rulebook("onirim", "en").html
    assert html.count("<p><strong>O3.") == 8
    assert not re.search(r"[^>]<strong>O\d", html)


def test_tables_scroll_by_themselves() -> None:
    html = load_rulebook("nightmarium", "en").html
    assert html.count('<div class="wide" tabindex="0"><table>') == html.count("</table></div>") > 1


def test_there_are_no_rules_of_a_game_that_is_not_there() -> None:
    with pytest.raises(KeyError, match="chess"):
        load_rulebook("chess", "en")
