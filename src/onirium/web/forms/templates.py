"""Renders pages from Jinja templates in the language of the user."""

from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from onirium.games import registry
from onirium.i18n.catalog import LANGUAGES, Words
from onirium.web.bundles import preloads
from onirium.web.config.i18n import page_words
from onirium.web.middleware.sessions import current_user
from onirium.web.services import services_of

_TEMPLATES: Final = Environment(
    loader=FileSystemLoader(Path(__file__).parents[1] / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
    auto_reload=False,
)

_LISTS_OF_TABLES: Final = {"lobby", "history", "statistics", "daily"}
"""Pages that the back button must not show as they were before a game."""

_LANGUAGE_NAMES: Final = {"en": "English", "ru": "Русский", "de": "Deutsch"}


def words_for(request: Request, game: str | None = None) -> Words:
    """Return the messages in the language of the user, with those of a game if given."""
    return page_words(current_user(request).language, game)


def render_page(
    request: Request,
    template: str,
    values: Mapping[str, object],
    *,
    game: str | None = None,
    status: int = 200,
) -> HTMLResponse:
    """Return a rendered page.

    Args:
        request: the request.
        template: name of the template, without ``.html``.
        values: variables of the template.
        game: name of the game that the page is about.
        status: HTTP status code.
    """
    user = current_user(request)
    words = page_words(user.language, game)
    html = _TEMPLATES.get_template(f"{template}.html").render(
        text=words.text,
        count=words.count,
        game_title=lambda name: page_words(user.language, name).text("name"),
        format_date=lambda day: format_date(day, words),
        game=game,
        games=registry.names(),
        user=user,
        languages=LANGUAGES,
        language_names=_LANGUAGE_NAMES,
        path=request.url.path,
        address=_page_address(request),
        version=request.app.state.asset_version,
        preloads=preloads,
        site=services_of(request).site,
        **values,
    )
    caching = "no-store" if template in _LISTS_OF_TABLES else "private, no-cache"
    return HTMLResponse(html, status, {"cache-control": caching})


def _page_address(request: Request) -> str:
    """Return the path and query to which the settings return; of the lobby after a form."""
    if request.method != "GET":
        return "/"
    return "?".join(filter(None, [request.url.path, request.url.query]))


def format_date(day: date | str, words: Words) -> str:
    """Return a date, or the date of an ISO 8601 time, in the format of a language.

    >>> format_date("2026-11-21T20:15:00+00:00", page_words("de"))
    '21. November 2026'
    """
    if isinstance(day, str):
        day = datetime.fromisoformat(day).date()
    month = words.text(f"page.date.month.{day.month}")
    return words.text("page.date", year=day.year, month=month, day=day.day)
