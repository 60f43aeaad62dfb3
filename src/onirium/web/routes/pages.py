"""Static pages, error pages and the routes of all pages."""

from functools import partial
from http import HTTPStatus
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from onirium.games import registry
from onirium.i18n.catalog import LANGUAGES
from onirium.presentation.readings import describe_reading
from onirium.storage.store import StorageFull, StoreError
from onirium.tables.daily import today
from onirium.tables.errors import CommandRejected
from onirium.web.forms.parsing import InvalidBody, parse_form
from onirium.web.forms.table_form import bot_names, reading_names
from onirium.web.forms.table_summary import describe_form, list_item
from onirium.web.forms.templates import render_page, words_for
from onirium.web.live.tutorial import tutorial_names
from onirium.web.middleware.sessions import current_user, requester_of, require_access
from onirium.web.ops.failures import log_failure
from onirium.web.routes import daily, history, new_table, privacy
from onirium.web.routes.booklet import load_booklet
from onirium.web.routes.new_table import game_from_path, last_form, latest_tables, read_current
from onirium.web.routes.rulebook import load_rulebook
from onirium.web.services import services_of

__all__ = ["handlers", "routes"]

THEMES: Final = ("system", "light", "dark")

MAX_NAME_LENGTH: Final = 20
"""Limit on display names, in characters."""

EMOJI_JOINER: Final = "\u200d"
"""The one invisible character of names: it joins emoji to one, such as a family."""

MAX_PATH_LENGTH: Final = 200
"""Limit on paths to redirect to, in characters."""


async def lobby(request: Request) -> Response:
    """Show the games and the user's unfinished tables."""
    user = current_user(request)
    read_tables = partial(services_of(request).store.unfinished_tables_owned_by, user.user_id)
    cards = [
        {
            "game": game,
            "last_options": describe_form(
                last_form(await latest_tables(request, game), game), words_for(request, game)
            ),
            "daily_status": await _describe_attempt(request, game),
        }
        for game in registry.names()
    ]
    unfinished = [
        list_item(table, user.language)
        for table in await read_current(request, read_tables)
        if table.own_seats
    ]
    return render_page(request, "lobby", {"cards": cards, "unfinished": unfinished})


async def settings(request: Request) -> Response:
    """Store the user's display name, language and theme; ignore invalid values."""
    values = {name: values[-1] for name, values in (await parse_form(request)).items()}
    changes = {
        name: values[name]
        for name, allowed in (("language", LANGUAGES), ("theme", THEMES))
        if values.get(name) in allowed
    }
    if "name" in values:
        name = "".join(
            character
            for character in values["name"]
            if character.isprintable() or character == EMOJI_JOINER
        )
        changes["name"] = name.strip()[:MAX_NAME_LENGTH].rstrip()
    if changes:
        await _store_settings(request, changes)
    return RedirectResponse(_safe_path(values.get("back", "/")), HTTPStatus.SEE_OTHER)


async def _store_settings(request: Request, changes: dict[str, str]) -> None:
    services, requester = services_of(request), requester_of(request)
    if await services.store.user_profile(requester.user_id) is None:
        services.quotas.count_new_user(requester.address)
    await services.store.update_profile(requester.user_id, **changes)


async def booklet(request: Request) -> Response:
    """Show the illustrated booklet of a game."""
    game = game_from_path(request)
    values = {
        "booklet": load_booklet(game, current_user(request).language),
        "tutorials": tutorial_names(game),
        "readings": _requested_readings(request, game),
    }
    return render_page(request, "booklet", values, game=game)


async def rules(request: Request) -> Response:
    """Show the rulebook of a game, clause by clause."""
    game = game_from_path(request)
    values = {
        "rulebook": load_rulebook(game, current_user(request).language),
        "readings": _requested_readings(request, game),
    }
    return render_page(request, "rules", values, game=game)


async def table(request: Request) -> Response:
    """Show a table; the client loads its contents over the WebSocket."""
    return await _render_table(request, "table")


async def replay(request: Request) -> Response:
    """Show the replay of a game."""
    return await _render_table(request, "replay")


async def join(request: Request) -> Response:
    """Show an invitation; its secret is in the URL fragment, which browsers do not send."""
    services, table_id = services_of(request), request.path_params["table_id"]
    table = await services.sessions.load_table(table_id)
    if table is None:
        return _render_error(request, "not_found", "rejected.invalid_invitation", 404)
    user_id = current_user(request).user_id
    if not table.can_view(user_id):
        hidden = {"table_id": table_id, "host": "", "is_seated": False}
        return render_page(request, "join", hidden)
    setup = table.setup
    names = await services.store.user_names([setup.host_id])
    values = {
        "table_id": table_id,
        "host": names.get(setup.host_id, ""),
        "seat_count": len(setup.occupants),
        "is_seated": bool(table.seats_owned_by(user_id)),
    }
    return render_page(request, "join", values, game=setup.game)


async def not_found(request: Request, error: Exception) -> Response:
    """Return the error page for status 404."""
    del error
    place = "site" if services_of(request).site else "text"
    return _render_error(request, "not_found", f"page.problem.not_found.{place}", 404)


async def bad_request(request: Request, error: Exception) -> Response:
    """Return the error page for an ``HTTPException``."""
    if not isinstance(error, HTTPException):
        return _render_error(request, "error", "page.problem.bad_request", 400)
    response = _render_error(request, "error", "page.problem.bad_request", error.status_code)
    response.headers.update(error.headers or {})
    return response


async def invalid_body(request: Request, error: Exception) -> Response:
    """Return the error page for an invalid form."""
    del error
    return _render_error(request, "error", "page.problem.bad_request", 400)


async def rejected(request: Request, error: Exception) -> Response:
    """Return the error page for a table that may not be created or seen."""
    code = error.code if isinstance(error, CommandRejected) else ""
    services_of(request).metrics.rejections.labels(code).inc()
    return _render_error(
        request, "error", f"rejected.{code}", 403 if code == "links_disabled" else 409
    )


async def client_disconnected(request: Request, error: Exception) -> Response:
    """Return an empty response for a client that closed the connection while sending."""
    del request, error
    return Response(status_code=400)


async def store_unavailable(request: Request, error: Exception) -> Response:
    """Return the error page for a failure of the database."""
    if isinstance(error, StoreError):
        log_failure(error)
    if isinstance(error, StorageFull):
        return _render_error(request, "error", "rejected.storage_full", 507)
    return _render_error(request, "error", "page.problem.database", 503)


async def internal_error(request: Request, error: Exception) -> Response:
    """Return the error page for a bug in the server."""
    del error
    return _render_error(request, "error", "page.problem.internal", 500)


routes: Final = [
    Route("/", lobby),
    Route("/new/{game}", new_table.show_form),
    Route("/tables", lobby),  # Reloaded after a form was rejected.
    Route("/tables", new_table.create_table, methods=["POST"]),
    Route("/learn/{game}", new_table.start_tutorial, methods=["POST"]),
    Route("/learn/{game}/{tutorial}", new_table.start_tutorial, methods=["POST"]),
    Route("/t/{table_id}", table),
    Route("/t/{table_id}/replay", replay),
    Route("/t/{table_id}/record.json", history.export_record),
    Route("/t/{table_id}/continue", new_table.continue_from, methods=["POST"]),
    Route("/t/{table_id}/repeat", new_table.repeat_deal, methods=["POST"]),
    Route("/join/{table_id}", join),
    Route("/history", history.history),
    Route("/import", history.history),  # Reloaded after a file was rejected.
    Route("/import", history.import_record, methods=["POST"]),
    Route("/statistics", history.statistics),
    Route("/rules/{game}", booklet),
    Route("/rules/{game}/exact", rules),
    Route("/daily/{game}", daily.show),
    Route("/daily/{game}", daily.play, methods=["POST"]),
    Route("/settings", settings, methods=["POST"]),
    Route("/privacy", privacy.show),
    Route("/privacy", privacy.erase, methods=["POST"]),
]

handlers: Final = {
    404: not_found,
    HTTPException: bad_request,
    InvalidBody: invalid_body,
    CommandRejected: rejected,
    StoreError: store_unavailable,
    ClientDisconnect: client_disconnected,
    Exception: internal_error,
}
"""Exception handlers of the application."""


async def _render_table(request: Request, kind: str) -> Response:
    """Return the shell that the client fills.

    Args:
        request: the request.
        kind: ``table`` or ``replay``.
    """
    table_id = request.path_params["table_id"]
    table = await services_of(request).sessions.load_table(table_id)
    game = require_access(request, table).setup.game
    values = {"table_id": table_id, "kind": kind, "bots": bot_names(game)}
    return render_page(request, "table", values, game=game)


def _requested_readings(request: Request, game: str) -> dict[str, str]:
    """Return name and label of each reading in the query: those in force at the user's table."""
    words = words_for(request, game)
    given = request.query_params.getlist("reading")
    return {name: describe_reading(name, words) for name in reading_names(game) if name in given}


async def _describe_attempt(request: Request, game: str) -> str:
    """Return the state of the user's attempt at the daily deal."""
    if attempt := await daily.find_attempt(request, game, today()):
        return list_item(attempt, current_user(request).language).status
    return words_for(request).text("page.lobby.not_attempted")


def _render_error(request: Request, title: str, reason: str, status: int) -> Response:
    if not hasattr(request.state, "user"):
        return PlainTextResponse(HTTPStatus(status).phrase, status)
    words = words_for(request)
    values = {"title": words.text(f"page.problem.{title}"), "reason": words.text(reason)}
    return render_page(request, "error", values, status=status)


def _safe_path(path: str) -> str:
    r"""Return ``path`` if it is a path on this server, otherwise that of the lobby.

    This prevents open redirects: browsers read ``//host`` and ``/\host`` as other servers.
    """
    is_local = path.startswith("/") and not path.startswith(("//", "/\\"))
    is_plain = path.isprintable() and len(path) <= MAX_PATH_LENGTH
    return path if is_local and is_plain else "/"
