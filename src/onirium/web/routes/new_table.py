"""Tables are laid: chosen, begun with one click, learned at, gone on with."""

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from onirium.core.chance import KEY_BITS
from onirium.games import registry
from onirium.i18n.catalog import Words
from onirium.record.model import MAX_ACTIONS
from onirium.storage.store import TableSummary
from onirium.tables import HUMAN
from onirium.tables.events import ActionsTaken
from onirium.tables.table import Setup, Table
from onirium.web.forms import table_form
from onirium.web.forms.parsing import fields
from onirium.web.forms.table_form import Choice, Unfit
from onirium.web.forms.templates import page, words_for
from onirium.web.live.tutorial import script_of
from onirium.web.middleware.sessions import admitted

SEE_OTHER: Final = 303


async def new(request: Request) -> Response:
    """Show what can be chosen for a game."""
    game = game_in(request)
    given: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        given.setdefault(name, []).append(value)
    # The buttons for the number of players send it beside what the form had.
    if number := given.get(table_form.SEATS):
        given[f"option.{table_form.SEATS}"] = number
    chosen = table_form.read(game, given) if given else last_choice(await _tables(request), game)
    return _form(request, table_form.trimmed(chosen))


async def lay(request: Request) -> Response:
    """Lay a table as a form says, or as the last one was; unless that is waiting, untouched."""
    given = await fields(request)
    game = known(given.get("game", [""])[-1])
    if "last" in given.get("as", []):
        tables = await _tables(request)
        if (last := last_table(tables, game)) and await _is_untouched(request, last):
            return RedirectResponse(f"/t/{last.table_id}", SEE_OTHER)
        choice = last_choice(tables, game)
    else:
        choice = table_form.read(game, given)
    try:
        options = table_form.settle(choice).options
    except Unfit as error:
        return _form(request, choice, error.about)
    who, holders = table_form.seated(choice, request.state.visitor.holder)
    return await opened(request, setup(request, game, options, who, holders))


async def learn(request: Request) -> Response:
    """Lay the table of a first game."""
    lesson = script_of(game_in(request))
    holders = [request.state.visitor.holder if who == HUMAN else "" for who in lesson.seats]
    return await opened(
        request,
        setup(
            request,
            lesson.game,
            lesson.options,
            lesson.seats,
            holders,
            kind="lesson",
            script=lesson.script,
        ),
    )


async def go_on(request: Request) -> Response:
    """Lay a table at which a game goes on from one of its moments, for practice.

    Computer players stay in their seats; one takes the seat of everybody else.
    """
    hosted = await open_game(request)
    holder = request.state.visitor.holder
    number = (await fields(request)).get("from", [""])[-1]
    if not number.isdecimal() or len(number) > len(str(MAX_ACTIONS)):
        raise HTTPException(400)
    game = hosted.match.game
    mine = hosted.seats_owned_by(holder) or [0]
    other = table_form.opponent(game.name)
    taken = [other if seat.occupant == HUMAN else seat.occupant for seat in hosted.seats]
    who = [HUMAN if seat in mine else taken[seat] for seat in _all(hosted)]
    holders = [holder if seat in mine else "" for seat in _all(hosted)]
    opening = hosted.match.record.actions[: int(number)]
    laid = setup(request, game.name, game.options, who, holders, opening=opening, unranked=True)
    return await opened(request, laid)


async def open_game(request: Request) -> Table:
    """Return the table that an address names, if its visitor may know all that was played there.

    That is so when the game is over, and when nobody else has a seat.

    Raises:
        HTTPException: if there is no such table, or the visitor may not.
        Refused: as ``closed``, if the visitor may not even see it.
    """
    hosted = admitted(request, await request.app.state.store.load(request.path_params["table"]))
    alone = hosted.seats_owned_by(request.state.visitor.holder) == [0] == _all(hosted)
    if not hosted.is_over and not alone:
        raise HTTPException(404)
    return hosted


def last_table(tables: Sequence[TableSummary], game: str) -> TableSummary | None:
    """Return the last table at which somebody plays a game as they chose to."""
    for table in tables:
        if table.game == game and table.kind == "table" and table.own_seats and not table.unranked:
            return table
    return None


def last_choice(tables: Sequence[TableSummary], game: str) -> Choice:
    """Return what somebody chose for the last table of a game, or what is chosen at first."""
    if table := last_table(tables, game):
        choice = table_form.again(game, table.options, table.occupants, table.own_seats)
        with suppress(Unfit):
            table_form.settle(choice)
            return choice
    return table_form.first_choice(game)


def setup(
    request: Request,
    game: str,
    options: Mapping[str, Any],
    who: Sequence[str],
    holders: Sequence[str],
    **more: Any,
) -> Setup:
    """Return how a visitor lays a table.

    Args:
        request: of the visitor, who is the host.
        game: the name of the game.
        options: its options.
        who: who plays each seat.
        holders: whose each seat is.
        more: what else a setup says; a seed is drawn if none is given.
    """
    begun = datetime.now(UTC).isoformat(timespec="seconds")
    return Setup(
        **{
            "game": game,
            "options": dict(options),
            "occupants": list(who),
            "owner_ids": list(holders),
            "host_id": request.state.visitor.holder,
            "seed": secrets.randbits(KEY_BITS),
            "created_at": begun,
            **more,
        }
    )


async def opened(request: Request, laid: Setup) -> Response:
    """Open a table and go there."""
    table = await request.app.state.rooms.open(laid)
    return RedirectResponse(f"/t/{table}", SEE_OTHER)


def game_in(request: Request) -> str:
    """Return the game that an address names.

    Raises:
        HTTPException: if there is none of that name.
    """
    return known(request.path_params["game"])


def known(game: str) -> str:
    """Return the name of a game if there is one.

    Raises:
        HTTPException: if there is none of that name.
    """
    if game not in registry.names():
        raise HTTPException(404)
    return game


async def _tables(request: Request) -> list[TableSummary]:
    tables: list[TableSummary] = await request.app.state.store.tables_owned_by(
        request.state.visitor.holder
    )
    return tables


async def _is_untouched(request: Request, table: TableSummary) -> bool:
    """Tell whether no person has decided anything yet: a second click is to lay no second table."""
    hosted = await request.app.state.store.load(table.table_id)
    people = hosted.human_seats()
    return not table.is_over and not any(
        isinstance(entry, ActionsTaken) and entry.seat in people for entry in hosted.events
    )


def _form(request: Request, choice: Choice, about: str = "") -> Response:
    words = words_for(request, choice.game)
    values = {
        "seats": choice.seats,
        "counts": table_form.seat_counts(choice.game),
        "people": table_form.PEOPLE,
        "computers": table_form.computers(choice.game),
        "questions": table_form.questions(choice, words),
        "about": about,
        "unfit": _reason(choice.game, about, words) if about else "",
    }
    return page(request, "new", values, game=choice.game, status=422 if about else 200)


def _reason(game: str, about: str, words: Words) -> str:
    """Return why choices do not fit, in words; those of the rules are English only."""
    if about == table_form.SEATS:
        return words.text("page.unfit.seats")
    try:
        return words.text(f"page.unfit.{game}.{about}")
    except KeyError:
        return words.text("page.unfit.other")


def _all(hosted: Table) -> list[int]:
    return list(range(len(hosted.seats)))
