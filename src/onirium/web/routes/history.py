"""The user's past games: list, statistics, import and export of records."""

import textwrap
from collections.abc import Sequence
from functools import partial
from typing import Final, TypedDict

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from onirium.bots.registry import bot_names
from onirium.bots.search_registry import has_networks
from onirium.games import registry
from onirium.match.match import HUMAN
from onirium.record import Record, RecordError, dumps, load_game, loads
from onirium.record.codec import MAX_FILE_BYTES
from onirium.storage.statistics import GameStatistics
from onirium.tables.daily import today
from onirium.tables.errors import CommandRejected
from onirium.web.config.i18n import page_words
from onirium.web.forms.parsing import InvalidBody, parse_upload
from onirium.web.forms.result_charts import result_charts
from onirium.web.forms.table_form import describe_options
from onirium.web.forms.table_summary import list_item
from onirium.web.forms.templates import render_page, words_for
from onirium.web.middleware.sessions import current_user
from onirium.web.routes.new_table import (
    build_setup,
    create_and_redirect,
    load_open_record,
    read_current,
)
from onirium.web.services import services_of

PAGE_SIZE: Final = 20
"""Number of tables on a page of the history."""

MAX_CHARTED_TABLES: Final = 50
"""Number of the user's latest games that count, of each game, that the charts show."""

MAX_SKILL_TABLES: Final = 20
"""Number of these games over which the skill is measured."""

FORM_OVERHEAD_BYTES: Final = 10_000
"""Bytes that a multipart form may add to the uploaded file."""

MAX_PAGE_DIGITS: Final = 6
"""Longer page numbers count as invalid."""

MAX_REASON_LENGTH: Final = 240
"""Reasons are shortened to this length: some enumerate hundreds of valid values."""


class ResultRow(TypedDict):
    """A row of the statistics page.

    Attributes:
        details: options of the game.
        games: number of finished ranked games.
        won: number of wins.
        win_percent: percentage of wins.
    """

    details: str
    games: int
    won: int
    win_percent: int


async def history(request: Request) -> Response:
    """List the user's tables."""
    return await _render_history(request)


async def import_record(request: Request) -> Response:
    """Create a table from an uploaded record."""
    words = words_for(request)
    try:
        content = await parse_upload(request, "record", MAX_FILE_BYTES + FORM_OVERHEAD_BYTES)
        if not content:
            return await _render_history(request, words.text("page.import.no_file"))
        record = loads(content.decode("utf-8-sig"))
    except InvalidBody:
        return await _render_history(request, words.text("page.import.too_large"))
    except UnicodeDecodeError:
        error_text = words.text("page.import.invalid")
        return await _render_history(request, error_text, "the file is not UTF-8 text")
    except RecordError as error:
        reason = textwrap.shorten(str(error), MAX_REASON_LENGTH, placeholder=" …")
        return await _render_history(request, words.text("page.import.invalid"), reason)
    user_id = current_user(request).user_id
    occupants = _occupants(record)
    setup = build_setup(
        request,
        record.game,
        load_game(record).options,
        occupants,
        [user_id if occupant == HUMAN else "" for occupant in occupants],
    )
    setup = replace(setup, opening=record.actions, unranked=True)
    return await create_and_redirect(request, setup)


async def export_record(request: Request) -> Response:
    """Return the record of a game as a file, if it is over or the user plays alone.

    Raises:
        CommandRejected: as ``deal_of_today``, while its day lasts: an imported record has no date.
    """
    table = await load_open_record(request)
    if table.is_deal_of_today:
        raise CommandRejected("deal_of_today")
    name = f"{table.setup.game}-{table.setup.created_at[:10]}-{table.table_id}.json"
    headers = {
        "content-disposition": f'attachment; filename="{name}"',
        "cache-control": "private, no-cache",
    }
    return Response(dumps(table.match.record), 200, headers, "application/json")


async def statistics(request: Request) -> Response:
    """Show the user's results by game and options, most played first."""
    user = current_user(request)
    store = services_of(request).store
    rows_by_game: dict[str, list[ResultRow]] = {}
    for counter in await store.statistics(user.user_id):
        rows_by_game.setdefault(counter.game, []).append(_result_row(counter, user.language))
    for rows in rows_by_game.values():
        rows.sort(key=lambda row: -row["games"])
    records = [
        {
            "game": game,
            "rows": rows_by_game[game],
            "totals": _total(rows_by_game[game]),
            **await _latest_games(request, game),
        }
        for game in registry.names()
        if game in rows_by_game
    ]
    return render_page(request, "statistics", {"records": records})


async def _latest_games(request: Request, game: str) -> dict[str, object]:
    """Return the charts of the user's latest games, if any, and the tables that show the skill."""
    user = current_user(request)
    store = services_of(request).store
    tables = await store.ranked_tables_owned_by(user.user_id, game=game, limit=MAX_CHARTED_TABLES)
    if not tables:
        return {"charts": None, "skill_tables": []}
    charts = result_charts(tables, today())
    best = list_item(charts.best, user.language) if charts.best else None
    skill_tables = [
        (table.table_id, table.own_seats[0])
        for table in tables[:MAX_SKILL_TABLES]
        if has_networks(game)
    ]
    return {"charts": {"chart": charts, "best": best}, "skill_tables": skill_tables}


async def _render_history(request: Request, error: str = "", reason: str = "") -> Response:
    user = current_user(request)
    requested_game = request.query_params.get("game", "")
    game = requested_game if requested_game in registry.names() else ""
    page = _page_number(request)
    # One more than a page: the link to older tables depends on it.
    read_tables = partial(
        services_of(request).store.tables_owned_by,
        user.user_id,
        game=game,
        offset=PAGE_SIZE * (page - 1),
        limit=PAGE_SIZE + 1,
    )
    tables = await read_current(request, read_tables)
    values = {
        "selected_game": game,
        "max_file_bytes": MAX_FILE_BYTES,
        "tables": [list_item(table, user.language) for table in tables[:PAGE_SIZE]],
        "newer_url": f"/history?game={game}&page={page - 1}" if page > 1 else "",
        "older_url": f"/history?game={game}&page={page + 1}" if tables[PAGE_SIZE:] else "",
        "error": error,
        "reason": reason,
    }
    return render_page(request, "history", values, status=422 if error else 200)


def _page_number(request: Request) -> int:
    value = request.query_params.get("page", "1")
    return max(int(value), 1) if value.isdecimal() and len(value) <= MAX_PAGE_DIGITS else 1


def _occupants(record: Record) -> list[str]:
    """Return the occupant of each seat; bots unknown to this release are replaced by people."""
    bots = bot_names(load_game(record))
    return [name if name in bots else HUMAN for name in record.seats]


def _result_row(counter: GameStatistics, language: str) -> ResultRow:
    games = counter.won + counter.lost
    words = page_words(language, counter.game)
    return ResultRow(
        details=describe_options(counter.game, counter.options, words),
        games=games,
        won=counter.won,
        win_percent=_percent(counter.won, games),
    )


def _total(rows: Sequence[ResultRow]) -> dict[str, int]:
    """Return the sums over all options."""
    games, won = sum(row["games"] for row in rows), sum(row["won"] for row in rows)
    return {"games": games, "won": won, "win_percent": _percent(won, games)}


def _percent(part: int, whole: int) -> int:
    """Return a rounded percentage; it is 0 or 100 only if nothing or everything is won.

    >>> [_percent(part, 400) for part in (0, 1, 200, 399, 400)], _percent(0, 0)
    ([0, 1, 50, 99, 100], 0)
    """
    if part in {0, whole}:
        return 100 if part else 0
    return min(max(round(100 * part / whole), 1), 99)
