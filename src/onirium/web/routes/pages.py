"""The pages that stand still: the lobby, what leads to tables, and what is kept of them."""

import logging
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from onirium.games import registry
from onirium.i18n.catalog import LANGUAGES
from onirium.storage.store import StoreError
from onirium.tables.errors import CommandRejected
from onirium.web.forms.parsing import Unreadable, fields
from onirium.web.forms.table_form import computers
from onirium.web.forms.table_summary import line_of, line_of_choice
from onirium.web.forms.templates import page, words_for
from onirium.web.middleware.sessions import admitted
from onirium.web.routes import daily, history, new_table, privacy
from onirium.web.routes.new_table import SEE_OTHER, game_in, last_choice
from onirium.web.routes.rulebook import rules_of

__all__ = ["broken", "failed", "left", "missing", "refused", "routes", "unreachable", "unreadable"]

_LOG: Final = logging.getLogger(__name__)

THEMES: Final = ("system", "light", "dark")

LONGEST_NAME: Final = 20
"""Nobody is called by more letters."""

LONGEST_PATH: Final = 200
"""No address of a page here is longer."""


async def lobby(request: Request) -> Response:
    """Show the games, and what is unfinished."""
    visitor = request.state.visitor
    tables = await request.app.state.store.tables_owned_by(visitor.holder)
    cards = [
        {
            "game": name,
            "last": line_of_choice(last_choice(tables, name), words_for(request, name)),
        }
        for name in registry.names()
    ]
    unfinished = [
        line_of(table, visitor.language)
        for table in tables
        if table.own_seats and not table.is_over
    ]
    return page(request, "lobby", {"cards": cards, "unfinished": unfinished})


async def settings(request: Request) -> Response:
    """Keep what a visitor wants to be called, and how to be served."""
    given = {name: values[-1] for name, values in (await fields(request)).items()}
    wanted = {
        name: given[name]
        for name, offered in (("language", LANGUAGES), ("theme", THEMES))
        if given.get(name) in offered
    }
    if "name" in given:
        wanted["name"] = "".join(filter(str.isprintable, given["name"])).strip()[:LONGEST_NAME]
    await request.app.state.store.update_profile(request.state.visitor.holder, **wanted)
    return RedirectResponse(_own_path(given.get("back", "/")), SEE_OTHER)


async def rules(request: Request) -> Response:
    """Show the rules of a game."""
    game = game_in(request)
    found = rules_of(game, request.state.visitor.language)
    return page(request, "rules", {"rules": found}, game=game)


async def table(request: Request) -> Response:
    """Show a table: what fills it comes by itself."""
    return await _live(request, "table")


async def replay(request: Request) -> Response:
    """Show a game again."""
    return await _live(request, "replay")


async def join(request: Request) -> Response:
    """Show an invitation; its secret stands behind the address and is not sent with it."""
    return page(request, "join", {"table": request.path_params["table"]})


async def missing(request: Request, error: Exception) -> Response:
    """Say that there is no such page."""
    del error
    return _problem(request, "missing", "page.problem.nothing", 404)


async def failed(request: Request, error: Exception) -> Response:
    """Say that a request was wrong."""
    status = error.status_code if isinstance(error, HTTPException) else 400
    return _problem(request, "wrong", "page.problem.unread", status)


async def unreadable(request: Request, error: Exception) -> Response:
    """Say that a form could not be read."""
    del error
    return _problem(request, "wrong", "page.problem.unread", 400)


async def refused(request: Request, error: Exception) -> Response:
    """Say why a table could not be laid, or not be seen."""
    code = error.code if isinstance(error, CommandRejected) else ""
    return _problem(request, "wrong", f"refused.{code}", 403 if code == "closed" else 409)


async def left(request: Request, error: Exception) -> Response:
    """Answer who has gone away before the request was there as a whole; nobody reads it."""
    del request, error
    return Response(status_code=400)


async def unreachable(request: Request, error: Exception) -> Response:
    """Say that what is kept cannot be reached now."""
    _LOG.warning("the database fails: %s", error)
    return _problem(request, "wrong", "page.problem.store", 503)


async def broken(request: Request, error: Exception) -> Response:
    """Say that the fault is ours."""
    del error
    return _problem(request, "wrong", "page.problem.broken", 500)


routes: Final = [
    Route("/", lobby),
    Route("/new/{game}", new_table.new),
    Route("/tables", new_table.lay, methods=["POST"]),
    Route("/learn/{game}", new_table.learn, methods=["POST"]),
    Route("/t/{table}", table),
    Route("/t/{table}/replay", replay),
    Route("/t/{table}/record.json", history.export),
    Route("/t/{table}/continue", new_table.go_on, methods=["POST"]),
    Route("/join/{table}", join),
    Route("/history", history.history),
    Route("/import", history.take_in, methods=["POST"]),
    Route("/statistics", history.statistics),
    Route("/rules/{game}", rules),
    Route("/daily/{game}", daily.deal),
    Route("/daily/{game}", daily.play, methods=["POST"]),
    Route("/settings", settings, methods=["POST"]),
    Route("/privacy", privacy.told),
    Route("/privacy", privacy.forget, methods=["POST"]),
]

handlers: Final = {
    404: missing,
    HTTPException: failed,
    Unreadable: unreadable,
    CommandRejected: refused,
    StoreError: unreachable,
    ClientDisconnect: left,
    Exception: broken,
}
"""What answers when a page cannot."""


async def _live(request: Request, kind: str) -> Response:
    table = request.path_params["table"]
    hosted = admitted(request, await request.app.state.store.load(table))
    game = hosted.setup.game
    values = {"table": table, "kind": kind, "computers": computers(game)}
    return page(request, "table", values, game=game)


def _problem(request: Request, title: str, reason: str, status: int) -> Response:
    if not hasattr(request.state, "visitor"):
        return PlainTextResponse("Not found.", status)
    words = words_for(request)
    values = {"title": words.text(f"page.problem.{title}"), "reason": words.text(reason)}
    return page(request, "problem", values, status=status)


def _own_path(path: str) -> str:
    """Return a path of this server, the lobby for anything else."""
    own = path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if own and path.isprintable() and len(path) <= LONGEST_PATH else "/"
