"""Pages made of templates, in the words of whoever reads them."""

from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from onirium.games import registry
from onirium.i18n.catalog import LANGUAGES, Words
from onirium.web.config.i18n import page_words

_TEMPLATES: Final = Environment(
    loader=FileSystemLoader(Path(__file__).parents[1] / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)


def words_for(request: Request, game: str | None = None) -> Words:
    """Return the words of the page, and of a game, in the language of a visitor."""
    return page_words(request.state.visitor.language, game)


def page(
    request: Request,
    template: str,
    values: Mapping[str, Any] | None = None,
    *,
    game: str | None = None,
    status: int = 200,
) -> HTMLResponse:
    """Return a page.

    Args:
        request: whose page it is.
        template: the name of its template, without ending.
        values: what the template shows.
        game: the game that it is about, if it is about one.
        status: how the request went.
    """
    visitor = request.state.visitor
    words = page_words(visitor.language, game)
    text = _TEMPLATES.get_template(f"{template}.html").render(
        text=words.text,
        count=words.count,
        title_of=lambda name: page_words(visitor.language, name).text("name"),
        shown_date=lambda day: shown_date(day, words),
        game=game,
        games=registry.names(),
        visitor=visitor,
        languages=LANGUAGES,
        here=request.url.path,
        version=request.app.state.version,
        **(values or {}),
    )
    return HTMLResponse(text, status, {"cache-control": "private, no-cache"})


def shown_date(day: date | str, words: Words) -> str:
    """Return a day as the readers of a language write it.

    >>> shown_date("2026-11-21T20:15:00+00:00", page_words("de"))
    '21.11.2026'
    """
    if isinstance(day, str):
        day = datetime.fromisoformat(day).date()
    return words.text("page.date", year=day.year, month=day.month, day=day.day)
