"""The deal of the day: one try that counts, then practice."""

from datetime import date, timedelta

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from onirium.storage.store import Summary
from onirium.tables.daily import commitment, daily_seed, today
from onirium.tables.events import Moved
from onirium.tables.table import Hosted
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
        "commitment": commitment(seed),
        "past": line_of(past, language) if past else None,
        "past_seed": past_seed,
        "past_commitment": commitment(past_seed),
    }
    return page(request, "daily", values, game=game)


async def play(request: Request) -> Response:
    """Begin the try that counts or go on with it; after it, practise."""
    game = game_in(request)
    day = today()
    attempt = await _attempt(request, game, day)
    practises = "practice" in await fields(request)
    if attempt and not (practises and attempt.over):
        return RedirectResponse(f"/t/{attempt.id}", SEE_OTHER)
    choice = table_form.first_choice(game)
    who, holders = table_form.seated(choice, request.state.visitor.holder)
    sort = "table" if attempt else "daily"
    laid = setup(
        request,
        game,
        table_form.settle(choice).options,
        who,
        holders,
        sort=sort,
        date=day.isoformat(),
        seed=daily_seed(game, day),
        practice=bool(attempt),
    )
    return await opened(request, laid)


async def _attempt(request: Request, game: str, day: date) -> Summary | None:
    """Return a visitor's try at the deal of a day."""
    store, holder = request.app.state.store, request.state.visitor.holder
    tried = await store.daily(holder, game, day.isoformat())
    tables: list[Summary] = await store.tables_of(holder) if tried else []
    return next((table for table in tables if table.id == tried), None)


async def _share(request: Request, attempt: Summary, day: date) -> str:
    """Return a result as a text that tells others nothing of the cards."""
    hosted: Hosted = await request.app.state.store.load(attempt.id)
    moves = sum(isinstance(entry, Moved) and entry.seat in attempt.mine for entry in hosted.entries)
    words = words_for(request, attempt.game)
    return words.text(
        "page.daily.text",
        game=words.text("name"),
        date=shown_date(day, words),
        result=line_of(attempt, request.state.visitor.language).state,
        moves=words.count("page.daily.moves", moves),
    )
