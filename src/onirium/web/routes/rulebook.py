"""The rulebooks, rendered from the Markdown files of the games."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from markupsafe import Markup

import onirium.games
from onirium.i18n.catalog import LANGUAGES

_READING: Final = re.compile(r"<tr>\n<td><code>([a-z-]+)")
"""The first cell of a row for a reading of the rules: its name."""

_GAMES: Final = Path(onirium.games.__file__).parent


class Rulebook:
    """A rulebook as HTML.

    Attributes:
        language: language of the text.
        html: the text; every heading and every reading has an anchor.
        chapters: anchor and title of each chapter.
    """

    def __init__(self, language: str, text: str) -> None:
        """Render a Markdown text.

        Args:
            language: language of the text.
            text: the Markdown source.
        """
        from markdown_it import MarkdownIt  # noqa: PLC0415 - a site starts without it

        markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
        # In the source, the clauses of a section follow each other without blank lines.
        tokens = markdown.parse(re.sub(r"\n(?=\*\*[A-Z]\d)", "\n\n", text))
        self.language = language
        self.chapters: list[tuple[str, str]] = []
        for token, inline in pairwise(tokens):
            if token.type == "heading_open":
                anchor = _anchor(inline.content, len(self.chapters))
                token.attrSet("id", anchor)
                if token.tag == "h2":
                    self.chapters.append((anchor, inline.content))
        html = markdown.renderer.render(tokens, markdown.options, {})
        html = _READING.sub(r'<tr id="reading-\1">\n<td><code>\1', html)
        # A wide table scrolls within its container instead of widening the page.
        html = html.replace("<table>", '<div class="wide" tabindex="0"><table>')
        self.html = Markup(html.replace("</table>", "</table></div>"))  # noqa: S704, a trusted source

    def with_readings(self, readings: Sequence[str]) -> Markup:
        """Return the text with some readings marked as those in force, instead of the defaults."""
        html = self.html
        for reading in readings:
            row = Markup('<tr id="reading-{}"').format(reading)
            html = Markup(html.replace(row, row + Markup(' class="other"')))  # noqa: S704, trusted
        return html


@cache
def load_rulebook(game: str, language: str) -> Rulebook:
    """Return the rulebook of a game, in English if there is no translation.

    Raises:
        KeyError: if the game has no rulebook.

    >>> load_rulebook("onirim", "en").chapters[0]
    ('o1', 'O1 The box')
    """
    return Rulebook(*read_rules(game, "rules", language))


def read_rules(game: str, folder: str, language: str) -> tuple[str, str]:
    """Return a Markdown text of a game and its language: English if there is no translation.

    Raises:
        KeyError: if the game has no such text.
    """
    for candidate in (language, LANGUAGES[0]):
        path = _GAMES / game / folder / f"{candidate}.md"
        if path.exists():
            return candidate, path.read_text("utf-8")
    raise KeyError(f"{game!r} has no {folder}")


def _anchor(heading: str, chapter_count: int) -> str:
    """Return the clause number of a heading, or a number: the same anchor in every language."""
    clause = re.match(r"[A-Z]\d+\b", heading)
    return clause[0].lower() if clause else f"chapter-{chapter_count}"
