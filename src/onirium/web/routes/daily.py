"""The deal of the day: one try that counts, then practice."""

from datetime import date, timedelta

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from onirium.storage.store import TableSummary
from onirium.tables.daily import daily_seed, seed_commitment, today
from onirium.tables.events import ActionsTaken
from onirium.tables.table import Table
from onirium.web.forms import table_form
from onirium.web.forms.parsing import fields
from onirium.web.forms.table_summary import line_of
from onirium.web.forms.templates import page, shown_date, words_for
from onirium.web.routes.new_table import SEE_OTHER, game_in, opened, setup


async def deal(request: Request) -> Response:
    """Show the deal of the day."""
    game = game_in(request)
    day = today()
    before = day - timedelta(days=1)
    language = request.state.visitor.language
    attempt = await _attempt(request, game, day)
    past = await _attempt(request, game, before)
    seed, past_seed = daily_seed(game, day), daily_seed(game, before)
    values = {
        "today": day,
        "attempt": line_of(attempt, language) if attempt else None,
        "share": await _share(request, attempt, day) if attempt else "",
        "commitment": seed_commitment(seed),
        "past": line_of(past, language) if past else None,
        "past_seed": past_seed,
        "past_commitment": seed_commitment(past_seed),
    }
    return page(request, "daily", values, game=game)


async def play(request: Request) -> Response:
    """Begin the try that counts or go on with it; after it, practise."""
    game = game_in(request)
    day = today()
    attempt = await _attempt(request, game, day)
    practises = "practice" in await fields(request)
    if attempt and not (practises and attempt.is_over):
        return RedirectResponse(f"/t/{attempt.table_id}", SEE_OTHER)
    choice = table_form.first_choice(game)
    who, holders = table_form.seated(choice, request.state.visitor.holder)
    kind = "table" if attempt else "daily"
    laid = setup(
        request,
        game,
        table_form.settle(choice).options,
        who,
        holders,
        kind=kind,
        date=day.isoformat(),
        seed=daily_seed(game, day),
        unranked=bool(attempt),
    )
    return await opened(request, laid)


async def _attempt(request: Request, game: str, day: date) -> TableSummary | None:
    """Return a visitor's try at the deal of a day."""
    store, holder = request.app.state.store, request.state.visitor.holder
    tried = await store.daily_attempt(holder, game, day.isoformat())
    tables: list[TableSummary] = await store.tables_owned_by(holder) if tried else []
    return next((table for table in tables if table.table_id == tried), None)


async def _share(request: Request, attempt: TableSummary, day: date) -> str:
    """Return a result as a text that tells others nothing of the cards."""
    hosted: Table = await request.app.state.store.load(attempt.table_id)
    moves = sum(
        isinstance(entry, ActionsTaken) and entry.seat in attempt.own_seats
        for entry in hosted.events
    )
    words = words_for(request, attempt.game)
    return words.text(
        "page.daily.text",
        game=words.text("name"),
        date=shown_date(day, words),
        result=line_of(attempt, request.state.visitor.language).state,
        moves=words.count("page.daily.moves", moves),
    )
