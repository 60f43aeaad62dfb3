"""The booklets: illustrated rules, rendered from the Markdown files of the games.

An image names pictures of the game's cards: several, separated by commas, lie on one another as
the parts of a creature do. Its title is a caption. A paragraph that begins with an image is a row
of cards.
"""

from collections.abc import MutableMapping, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup

from onirium.web.routes.assets import asset_version
from onirium.web.routes.rulebook import read_rules

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.renderer import RendererHTML
    from markdown_it.token import Token
    from markdown_it.utils import OptionsDict

_FIGURE: Final = Markup('<span class="figure">{}<span class="caption">{}</span></span>')
_STACK: Final = Markup('<span class="stack">{}</span>')
_PICTURE: Final = Markup(
    '<img src="/art/{}/{}/{}.svg" alt="{}" width="300" height="420" loading="lazy">'
)


class Booklet:
    """A booklet as HTML.

    Attributes:
        language: language of the text.
        title: the title.
        introduction: the text on the cover.
        pages: title and text of each page.
    """

    def __init__(self, game: str, language: str, text: str) -> None:
        """Render a Markdown text.

        Args:
            game: name of the game whose pictures it shows.
            language: language of the text.
            text: the Markdown source.
        """
        cover, *pages = (
            part.partition("\n")[::2] for part in text.removeprefix("# ").split("\n## ")
        )
        self.language = language
        self.title = cover[0]
        self.introduction = _render(cover[1], game)
        self.pages = [(title, _render(body, game)) for title, body in pages]


@cache
def load_booklet(game: str, language: str) -> Booklet:
    """Return the booklet of a game, in English if there is no translation.

    Raises:
        KeyError: if the game has no booklet.

    >>> load_booklet("onirim", "en").pages[0][0]
    'Eight doors'
    """
    return Booklet(game, *read_rules(game, "booklet", language))


def _render(text: str, game: str) -> Markup:
    markdown = _markdown()
    tokens = markdown.parse(text)
    for token, inline in pairwise(tokens):
        children = inline.children or []
        if token.type == "paragraph_open" and children[0].type == "image":
            token.attrSet("class", "cards")
    html = markdown.renderer.render(tokens, markdown.options, {"game": game})
    return Markup(html)  # noqa: S704, a trusted source


@cache
def _markdown() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # noqa: PLC0415 - a site starts without it

    markdown = MarkdownIt("commonmark", {"html": False})
    markdown.add_render_rule("image", _render_image)
    return markdown


def _render_image(
    renderer: "RendererHTML",
    tokens: Sequence["Token"],
    index: int,
    options: "OptionsDict",
    env: MutableMapping[str, Any],
) -> Markup:
    """Return the pictures that an image names, with its title as their caption."""
    del renderer, options
    image = tokens[index]
    names = str(image.attrs["src"]).split(",")
    title = str(image.attrs.get("title", ""))
    texts = ["" if title else image.content, *[""] * (len(names) - 1)]
    pictures = [
        _PICTURE.format(asset_version(), env["game"], name, text)
        for name, text in zip(names, texts, strict=True)
    ]
    shown = pictures[0] if len(pictures) == 1 else _STACK.format(Markup().join(pictures))
    return _FIGURE.format(shown, title) if title else shown
