"""The daily deal: one ranked attempt per user, then unranked games."""

from collections.abc import Sequence
from datetime import date, timedelta
from http import HTTPStatus
from itertools import takewhile

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from onirium.storage.store import TableSummary
from onirium.tables.commitment import commit_to_seed, reveal_seed
from onirium.tables.daily import DailyDeal, daily_deal, today
from onirium.tables.errors import CommandRejected
from onirium.tables.events import ActionsTaken
from onirium.web.forms import table_form
from onirium.web.forms.parsing import parse_form
from onirium.web.forms.result_charts import CalendarDay, calendar, first_day, is_counted, score_bars
from onirium.web.forms.table_summary import list_item, progress_squares
from onirium.web.forms.templates import format_date, render_page, words_for
from onirium.web.middleware.sessions import current_user
from onirium.web.routes.new_table import build_setup, create_and_redirect, game_from_path
from onirium.web.services import services_of


async def show(request: Request) -> Response:
    """Show today's deal, the user's attempt, and the revealed seed of yesterday's deal."""
    game = game_from_path(request)
    day = today()
    yesterday = day - timedelta(days=1)
    store, user = services_of(request).store, current_user(request)
    attempt = await find_attempt(request, game, day)
    past_attempt = await find_attempt(request, game, yesterday)
    deal = await _todays_deal(request, game, day)
    past_secret = await store.find_secret(_secret_name(yesterday))
    past_deal = daily_deal(past_secret, game) if past_secret else None
    results = [
        table for table in await store.daily_summaries(game, day.isoformat()) if is_counted(table)
    ]
    dates = await store.daily_dates(user.user_id, game)
    values = {
        "streak": streak(dates, day),
        "weeks": await _own_calendar(request, game, day) if dates else [],
        "results": len(results),
        "wins": sum(table.result == "won" for table in results),
        "chart": {"bars": score_bars(results)},
        "today": day,
        "attempt": list_item(attempt, user.language) if attempt else None,
        "share_text": await _share_text(request, attempt, day) if attempt else "",
        "commitment": commit_to_seed(*deal),
        "past_attempt": list_item(past_attempt, user.language) if past_attempt else None,
        "past_seed": reveal_seed(*past_deal) if past_deal else "",
        "past_commitment": commit_to_seed(*past_deal) if past_deal else "",
    }
    return render_page(request, "daily", values, game=game)


async def play(request: Request) -> Response:
    """Start or resume the ranked attempt; when it is over, create an unranked table."""
    game = game_from_path(request)
    day = today()
    attempt = await find_attempt(request, game, day)
    wants_unranked = "unranked" in await parse_form(request)
    if attempt and not (wants_unranked and attempt.is_over):
        return _redirect_to(attempt)
    form = table_form.default_form(game)
    occupants, owner_ids = table_form.assign_seats(form, current_user(request).user_id)
    options = table_form.validate(form).options
    deal = await _todays_deal(request, game, day)
    setup = replace(
        build_setup(request, game, options, occupants, owner_ids),
        kind="table" if attempt else "daily",
        date=day.isoformat(),
        seed=deal.seed,
        salt=deal.salt,
        unranked=bool(attempt),
    )
    try:
        return await create_and_redirect(request, setup)
    except CommandRejected as rejected:
        # A double click: the first request has created the attempt meanwhile.
        attempt = await find_attempt(request, game, day)
        if rejected.code != "already_attempted" or attempt is None:
            raise
        return _redirect_to(attempt)


def _redirect_to(attempt: TableSummary) -> Response:
    return RedirectResponse(f"/t/{attempt.table_id}", HTTPStatus.SEE_OTHER)


async def _own_calendar(request: Request, game: str, day: date) -> list[list[CalendarDay]]:
    """Return the calendar of the user's attempts up to a day."""
    attempts = await services_of(request).store.own_daily_summaries(
        current_user(request).user_id, game, first_day(day).isoformat()
    )
    results = [(date.fromisoformat(table.date), table.result == "won") for table in attempts]
    return calendar(results, day)


async def _todays_deal(request: Request, game: str, day: date) -> DailyDeal:
    """Return the deal of a day, whose secret is drawn at its first use."""
    secret = await services_of(request).store.secret(_secret_name(day))
    return daily_deal(secret, game)


def _secret_name(day: date) -> str:
    return f"daily {day.isoformat()}"


async def find_attempt(request: Request, game: str, day: date) -> TableSummary | None:
    """Return the user's ranked attempt at the deal of a day."""
    store = services_of(request).store
    user_id = current_user(request).user_id
    table_id = await store.daily_attempt(user_id, game, day.isoformat())
    return await store.table_summary(user_id, table_id) if table_id else None


async def _share_text(request: Request, attempt: TableSummary, day: date) -> str:
    """Return the result as a text that reveals no cards."""
    table = await services_of(request).sessions.load_table(attempt.table_id)
    events = table.events if table else []
    moves = sum(
        isinstance(event, ActionsTaken) and event.seat in attempt.own_seats for event in events
    )
    words = words_for(request, attempt.game)
    item = list_item(attempt, current_user(request).language)
    return words.text(
        "page.daily.share.text",
        game=words.text("name"),
        date=format_date(day, words),
        result=", ".join(filter(None, [item.status, item.progress])),
        moves=words.count("page.daily.moves", moves),
        squares=progress_squares(attempt),
    ).strip()


def streak(dates: Sequence[str], day: date) -> int:
    """Return the number of days in a row with an attempt, up to a day or to the one before.

    Args:
        dates: the dates of the attempts, latest first.
        day: the last possible day.

    >>> streak(["2026-11-25", "2026-11-24", "2026-11-22"], date(2026, 11, 26))
    2
    >>> streak(["2026-11-23"], date(2026, 11, 25))
    0
    """
    last = day if day.isoformat() in dates else day - timedelta(days=1)
    days = [(last - timedelta(days=index)).isoformat() for index in range(len(dates))]
    return sum(1 for _ in takewhile(dates.__contains__, days))
