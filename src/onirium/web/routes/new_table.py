"""Endpoints that create tables: the form, quick start, tutorial, continuation of a record."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import Final

from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from onirium.games import registry
from onirium.i18n.catalog import Words
from onirium.match.match import HUMAN
from onirium.record.model import MAX_RECORD_ACTIONS
from onirium.storage.store import TableSummary
from onirium.tables.errors import CommandRejected
from onirium.tables.events import ActionsTaken
from onirium.tables.setup import Setup, new_setup
from onirium.tables.table import Table
from onirium.web.forms import table_form
from onirium.web.forms.parsing import parse_form
from onirium.web.forms.table_form import InvalidForm, TableForm
from onirium.web.forms.templates import render_page, words_for
from onirium.web.live.client_view import can_repeat
from onirium.web.live.tutorial import BASICS, load_tutorial, tutorial_names
from onirium.web.middleware.sessions import current_user, requester_of, require_access
from onirium.web.services import services_of

MAX_SEARCHED_TABLES: Final = 50
"""Number of the user's latest tables of a game whose options a new table may repeat."""


async def show_form(request: Request) -> Response:
    """Show the form for a game, filled from the query, the user's last table or the defaults."""
    game = game_from_path(request)
    values: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        values.setdefault(name, []).append(value)
    # The buttons for the number of seats submit it in addition to the hidden field.
    if seat_count := values.get(table_form.SEATS):
        values[f"option.{table_form.SEATS}"] = seat_count
    if values:
        form = table_form.parse(game, values)
    else:
        form = last_form(await latest_tables(request, game), game)
    return _render_form(request, table_form.drop_unavailable(form))


async def create_table(request: Request) -> Response:
    """Create a table from the form, or with the options of the user's last table.

    The latter redirects to the last table if no person has acted there: a double click creates one
    table.
    """
    values = await parse_form(request)
    game = require_game(values.get("game", [""])[-1])
    if "last" in values.get("as", []):
        tables = await latest_tables(request, game)
        if (last := last_table(tables, game)) and await _is_untouched(request, last):
            return RedirectResponse(f"/t/{last.table_id}", HTTPStatus.SEE_OTHER)
        form = last_form(tables, game)
    else:
        form = table_form.parse(game, values)
    try:
        options = table_form.validate(form).options
    except InvalidForm as error:
        return _render_form(request, form, error.field)
    occupants, owner_ids = table_form.assign_seats(form, current_user(request).user_id)
    return await create_and_redirect(
        request, build_setup(request, game, options, occupants, owner_ids)
    )


async def start_tutorial(request: Request) -> Response:
    """Create the table of a tutorial; without a name, of the basics.

    Raises:
        HTTPException: with status 404, if the game has no such tutorial.
    """
    game, name = game_from_path(request), request.path_params.get("tutorial", BASICS)
    if name not in tutorial_names(game):
        raise HTTPException(404)
    tutorial, user_id = load_tutorial(game, name), current_user(request).user_id
    owner_ids = [user_id if occupant == HUMAN else "" for occupant in tutorial.occupants]
    setup = build_setup(request, game, tutorial.options, tutorial.occupants, owner_ids)
    setup = replace(setup, kind="tutorial", opening=tutorial.opening, script=tutorial.script)
    return await create_and_redirect(request, setup)


async def continue_from(request: Request) -> Response:
    """Create an unranked table that continues a game from one of its positions.

    Raises:
        HTTPException: with status 400, if the form has no number of actions; with status 404, as
            ``load_open_record``.
        CommandRejected: as ``load_open_record`` and ``SessionRegistry.create_table``.
    """
    table = await load_open_record(request)
    number = (await parse_form(request)).get("from", [""])[-1]
    if not number.isdecimal() or len(number) > len(str(MAX_RECORD_ACTIONS)):
        raise HTTPException(400)
    opening = table.match.record.actions[: int(number)]
    return await create_and_redirect(
        request, replace(_unranked_setup(request, table), opening=opening)
    )


async def repeat_deal(request: Request) -> Response:
    """Create an unranked table with the deal of a finished game.

    Raises:
        HTTPException: with status 404, if the user did not play alone, or there is no such deal.
    """
    table = await load_open_record(request)
    if not can_repeat(table, current_user(request).user_id):
        raise HTTPException(404)
    setup = replace(
        _unranked_setup(request, table),
        seed=table.setup.seed,
        salt=table.setup.salt,
        opening=table.setup.opening,
    )
    return await create_and_redirect(request, setup)


def _unranked_setup(request: Request, table: Table) -> Setup:
    """Return the setup of an unranked table for the user, with the game of another table.

    That of a daily deal has its date, so that there are no hints while the day lasts. Bots keep
    their seats, and the default bot replaces the other people.
    """
    user_id = current_user(request).user_id
    game = table.match.game
    own_seats = table.seats_owned_by(user_id) or [0]
    bots = [
        table_form.default_bot(game.name) if seat.occupant == HUMAN else seat.occupant
        for seat in table.seats
    ]
    occupants = [HUMAN if seat in own_seats else bot for seat, bot in enumerate(bots)]
    setup = build_setup(
        request,
        game.name,
        game.options,
        occupants,
        [user_id if seat in own_seats else "" for seat in range(len(bots))],
    )
    return replace(setup, unranked=True, date=table.setup.date)


async def load_open_record(request: Request) -> Table:
    """Return the table in the path if the user may see its whole record.

    The record is open when the game is over, and always to a user who plays alone, unless it is a
    ranked attempt. In a browser without a server, all games are the user's own.

    Raises:
        HTTPException: with status 404, if the table does not exist or the record is not open.
        CommandRejected: as ``links_disabled``, if the table is not visible to the user; as
            ``attempt_unfinished``, if it is a ranked attempt in progress.
    """
    services = services_of(request)
    table_id = request.path_params["table_id"]
    table = require_access(request, await services.sessions.load_table(table_id))
    plays_alone = len(table.seats) == len(table.seats_owned_by(current_user(request).user_id)) == 1
    if not table.is_over and not plays_alone and services.site is None:
        raise HTTPException(404)
    if not table.is_over and table.setup.kind == "daily":
        raise CommandRejected("attempt_unfinished")
    return table


async def read_current(
    request: Request, read: Callable[[], Awaitable[list[TableSummary]]]
) -> list[TableSummary]:
    """Return a list of tables; read it again if open tables have changed since their summaries."""
    tables = await read()
    table_ids = [table.table_id for table in tables]
    is_outdated = await services_of(request).sessions.save_delayed_summaries(table_ids)
    return await read() if is_outdated else tables


async def latest_tables(request: Request, game: str) -> list[TableSummary]:
    """Return the user's latest tables of a game, among which ``last_table`` searches."""
    store = services_of(request).store
    user_id = current_user(request).user_id
    return await store.tables_owned_by(user_id, game=game, limit=MAX_SEARCHED_TABLES)


def last_table(tables: Sequence[TableSummary], game: str) -> TableSummary | None:
    """Return the user's last ranked table of a game, tutorials and daily deals excluded.

    Args:
        tables: the user's tables, latest first.
        game: name of the game.
    """
    for table in tables:
        if table.game == game and table.kind == "table" and table.own_seats and not table.unranked:
            return table
    return None


def last_form(tables: Sequence[TableSummary], game: str) -> TableForm:
    """Return the form of the user's last table of a game, or the default form."""
    if table := last_table(tables, game):
        form = table_form.from_previous(game, table.options, table.occupants, table.own_seats)
        # The options may have been valid only in an earlier release.
        with suppress(InvalidForm):
            table_form.validate(form)
            return form
    return table_form.default_form(game)


def build_setup(
    request: Request,
    game: str,
    options: Mapping[str, object],
    occupants: Sequence[str],
    owner_ids: Sequence[str],
) -> Setup:
    """Return the setup of an ordinary table with a random seed, whose host is the user.

    Args:
        request: the request of the user.
        game: name of the game.
        options: options of the game.
        occupants: occupant of each seat.
        owner_ids: owner id of each seat.
    """
    rules = registry.load(game).rules_version
    host_id = current_user(request).user_id
    return new_setup(game, options, rules, occupants, owner_ids, host_id)


async def create_and_redirect(request: Request, setup: Setup) -> Response:
    """Create a table and redirect to it."""
    sessions = services_of(request).sessions
    table_id = await sessions.create_table(setup, address=requester_of(request).address)
    return RedirectResponse(f"/t/{table_id}", HTTPStatus.SEE_OTHER)


def game_from_path(request: Request) -> str:
    """Return the game in the path.

    Raises:
        HTTPException: with status 404, if there is no such game.
    """
    return require_game(request.path_params["game"])


def require_game(game: str) -> str:
    """Return ``game`` if it is the name of a game.

    Raises:
        HTTPException: with status 404, if it is not.
    """
    if game not in registry.names():
        raise HTTPException(404)
    return game


async def _is_untouched(request: Request, summary: TableSummary) -> bool:
    """Return whether no person has acted at a table."""
    table = await services_of(request).sessions.load_table(summary.table_id)
    if table is None or summary.is_over:
        return False
    people = table.human_seats()
    return not any(
        isinstance(event, ActionsTaken) and event.seat in people for event in table.events
    )


def _render_form(request: Request, form: TableForm, invalid_field: str = "") -> Response:
    words = words_for(request, form.game)
    values = {
        "seats": form.seats,
        "seat_counts": table_form.seat_counts(form.game),
        "people": table_form.PEOPLE,
        "bots": table_form.bot_names(form.game),
        "fields": table_form.build_fields(form, words),
        "tutorials": tutorial_names(form.game),
        "invalid_field": invalid_field,
        "error": _describe_error(form.game, invalid_field, words) if invalid_field else "",
    }
    status = 422 if invalid_field else 200
    return render_page(request, "new", values, game=form.game, status=status)


def _describe_error(game: str, field: str, words: Words) -> str:
    """Return the reason why a form is invalid; the texts of option errors exist only in English."""
    if field == table_form.SEATS:
        return words.text("page.invalid.seats")
    try:
        return words.text(f"page.invalid.{game}.{field}")
    except KeyError:
        return words.text("page.invalid.other")
