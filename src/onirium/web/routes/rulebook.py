"""The rules as we play them, from the text that lies with each game."""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from markupsafe import Markup

import onirium.games
from onirium.i18n.catalog import LANGUAGES

_GAMES: Final = Path(onirium.games.__file__).parent


class Rules:
    """The rules of a game, ready to be shown.

    Attributes:
        language: in which they are written, English if there are no others.
        html: the text; every heading can be linked to.
        chapters: its chapters, each with its anchor.
    """

    def __init__(self, language: str, text: str) -> None:
        """Make the page of a Markdown text."""
        markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
        # Each clause is a paragraph of its own, as a reader of a rulebook expects.
        tokens = markdown.parse(re.sub(r"\n(?=\*\*[A-Z]\d)", "\n\n", text))
        self.language = language
        self.chapters: list[tuple[str, str]] = []
        for token, inner in pairwise(tokens):
            if token.type == "heading_open":
                anchor = _anchor(inner.content, len(self.chapters))
                token.attrSet("id", anchor)
                if token.tag == "h2":
                    self.chapters.append((anchor, inner.content))
        html = markdown.renderer.render(tokens, markdown.options, {})
        # A wide table scrolls by itself, so that the page does not.
        html = html.replace("<table>", '<div class="wide" tabindex="0"><table>')
        self.html = Markup(html.replace("</table>", "</table></div>"))  # noqa: S704


@cache
def rules_of(game: str, language: str) -> Rules:
    """Return the rules of a game in a language, in English where it has none.

    >>> rules_of("onirim", "en").chapters[0]
    ('o1', 'O1 The box')
    """
    for candidate in (language, LANGUAGES[0]):
        path = _GAMES / game / "rules" / f"{candidate}.md"
        if path.exists():
            return Rules(candidate, path.read_text("utf-8"))
    raise KeyError(f"there are no rules of {game!r}")


def _anchor(heading: str, number: int) -> str:
    """Return the clause that a heading begins with, or its place: the same in every language."""
    clause = re.match(r"[A-Z]\d+\b", heading)
    return clause[0].lower() if clause else f"chapter-{number}"
