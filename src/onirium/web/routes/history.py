"""What a visitor has played: the list, the statistics, and records that come as files."""

import textwrap
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from onirium.bots.registry import bot_names
from onirium.games import registry
from onirium.record import Record, RecordError, dumps, load_game, loads
from onirium.record.codec import MAX_FILE_BYTES
from onirium.storage.statistics import GameStatistics
from onirium.tables import HUMAN
from onirium.web.config.i18n import page_words
from onirium.web.forms.parsing import Unreadable, upload
from onirium.web.forms.table_form import described
from onirium.web.forms.table_summary import line_of
from onirium.web.forms.templates import page, words_for
from onirium.web.routes.new_table import open_game, opened, setup

A_PAGE: Final = 20
"""So many tables stand on one page."""

AROUND: Final = 10_000
"""So many bytes a form may have around the file in it."""


LONGEST_REASON: Final = 240
"""The reason why a record is none may name hundreds of things that would be right."""


async def history(request: Request) -> Response:
    """List a visitor's games."""
    return await _history(request)


async def take_in(request: Request) -> Response:
    """Open a record as a table."""
    words = words_for(request)
    try:
        content = await upload(request, "record", MAX_FILE_BYTES + AROUND)
        if not content:
            return await _history(request, words.text("page.import.nothing"))
        record = loads(content.decode("utf-8-sig"))
    except Unreadable:
        return await _history(request, words.text("page.import.large"))
    except UnicodeDecodeError:
        return await _history(request, words.text("page.import.wrong"), "this is not UTF-8 text")
    except RecordError as error:
        detail = textwrap.shorten(str(error), LONGEST_REASON, placeholder=" …")
        return await _history(request, words.text("page.import.wrong"), detail)
    holder = request.state.visitor.holder
    who = _who_goes_on(record)
    holders = [holder if seat == HUMAN else "" for seat in who]
    options = load_game(record).options
    laid = setup(request, record.game, options, who, holders, opening=record.actions, unranked=True)
    return await opened(request, laid)


async def export(request: Request) -> Response:
    """Give a game as a file: all of it is open when it is over, or when nobody else plays."""
    hosted = await open_game(request)
    name = f"{hosted.setup.game}-{hosted.setup.created_at[:10]}-{hosted.table_id}.json"
    headers = {
        "content-disposition": f'attachment; filename="{name}"',
        "cache-control": "private, no-cache",
    }
    return Response(dumps(hosted.match.record), 200, headers, "application/json")


async def statistics(request: Request) -> Response:
    """Show what a visitor's games have come to."""
    visitor = request.state.visitor
    sets: dict[str, list[dict[str, Any]]] = {}
    for counter in await request.app.state.store.statistics(visitor.holder):
        sets.setdefault(counter.game, []).append(_tally(counter, visitor.language))
    for tallies in sets.values():
        tallies.sort(key=lambda tally: -tally["games"])
    return page(request, "statistics", {"sets": sets})


async def _history(request: Request, wrong: str = "", detail: str = "") -> Response:
    visitor = request.state.visitor
    chosen = request.query_params.get("game", "")
    tables = [
        table
        for table in await request.app.state.store.tables_owned_by(visitor.holder)
        if chosen in ("", table.game)
    ]
    number = _page_number(request)
    shown = tables[A_PAGE * (number - 1) : A_PAGE * number]
    values = {
        "chosen": chosen if chosen in registry.names() else "",
        "tables": [line_of(table, visitor.language) for table in shown],
        "newer": f"/history?game={chosen}&page={number - 1}" if number > 1 else "",
        "older": f"/history?game={chosen}&page={number + 1}" if tables[A_PAGE * number :] else "",
        "wrong": wrong,
        "detail": detail,
    }
    return page(request, "history", values, status=422 if wrong else 200)


def _page_number(request: Request) -> int:
    given = request.query_params.get("page", "1")
    return max(int(given), 1) if given.isdecimal() and len(given) < len(str(MAX_FILE_BYTES)) else 1


def _who_goes_on(record: Record) -> list[str]:
    """Return who plays each seat of a record: its computer players as far as they are known."""
    computers = bot_names(load_game(record))
    return [name if name in computers else HUMAN for name in record.seats]


def _tally(counter: GameStatistics, language: str) -> dict[str, Any]:
    played = counter.won + counter.lost
    return {
        "details": described(counter.game, counter.options, page_words(language, counter.game)),
        "games": played,
        "won": counter.won,
        "share": _percent(counter.won, played),
        "window": len(counter.recent),
        "recent": _percent(counter.recent.count("won"), len(counter.recent)),
    }


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0
