"""The same as through a socket, by single requests; and what is read of a game at once."""

from typing import Any, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from onirium.core.events import SPECTATOR
from onirium.tables.errors import CommandRejected
from onirium.tables.table import Table
from onirium.web.config.i18n import page_words
from onirium.web.live.client_view import Reader, eyes_of, open_steps_of, seats_of, steps_of
from onirium.web.live.clients import Guest
from onirium.web.live.protocol import LARGEST_MESSAGE, Join, Refusal, Reply, Steps
from onirium.web.live.session_registry import Rooms
from onirium.web.live.table_session import Room
from onirium.web.middleware.sessions import current_user, requested_seat, require_access
from onirium.web.routes.analysis import analysis

OPEN: Final = "open"
"""Asks for a finished game as it is seen with all eyes."""


async def see(request: Request) -> Response:
    """Tell how a table stands."""
    async with _rooms(request).room(request.path_params["table_id"]) as room:
        guest = _guest(request, room, [])
        require_access(request, _found(room).table)
        return _json(_found(room).guests.sight(guest))


async def wish(request: Request) -> Response:
    """Do what a message wants that could as well come through a socket."""
    replies: list[Reply] = []
    body = await _body(request)
    async with _rooms(request).room(request.path_params["table_id"]) as room:
        guest = _guest(request, room, replies)
        await _found(room).serve(guest, body)
    return _json(replies[-1])


async def join(request: Request) -> Response:
    """Give the seat to which a secret invites."""
    user = current_user(request)
    body = await _body(request)
    async with _rooms(request).room(request.path_params["table_id"]) as room:
        guest = _guest(request, room, [])
        try:
            secret = msgspec.json.decode(body, type=Join).secret
            return _json(await _found(room).join(guest, secret))
        except msgspec.MsgspecError as error:
            refused = CommandRejected("malformed", reason=str(error))
        except CommandRejected as error:
            refused = error
    words = page_words(user.language, _found(room).table.setup.game)
    reason = words.text(f"refused.{refused.code}", **refused.values)
    return _json(Refusal(nonce="", code=refused.code, reason=reason, sight=None))


async def steps(request: Request) -> Response:
    """Tell a game from its beginning on, as one seat saw it; a finished one also laid open."""
    user = current_user(request)
    async with _rooms(request).room(request.path_params["table_id"]) as room:
        table = require_access(request, _found(room).table)
        wanted = request.query_params.get("as", "")
        if wanted == OPEN and table.is_over:
            return _json(open_steps_of(table, user.language))
        seat = _seat_seen(table, user.user_id, wanted)
        return _json(steps_of(table, seat, user.language))


def _seat_seen(table: Table, holder: str, wanted: str) -> int:
    """Return the seat with whose eyes somebody may see a whole game."""
    if not wanted:
        # Where several people share a device, nobody's cards are shown unasked.
        return eyes_of(table, Reader(holder, ""))
    seats = range(table.match.game.seats) if table.is_over else seats_of(table, holder)
    if wanted.isdecimal() and int(wanted) in {*seats, int(SPECTATOR)}:
        return int(wanted)
    raise HTTPException(403)


def _rooms(request: Request) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms


def _found(room: Room | None) -> Room:
    if room is None:
        raise HTTPException(404)
    return room


def _guest(request: Request, room: Room | None, replies: list[Reply]) -> Guest:
    """Return who has sent a request, with the eyes that were asked for."""
    guest = Guest(current_user(request), replies.append, requested_seat(request))
    _found(room).guests.greet(guest)
    return guest


async def _body(request: Request) -> bytes:
    """Return the body of a request, or the beginning of one that is too long anyway."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_MESSAGE:
            break
    return body


def _json(answer: Reply | Steps | Any) -> Response:
    status = 409 if isinstance(answer, Refusal) else 200
    return Response(msgspec.json.encode(answer), status, media_type="application/json")


routes: Final = [
    Route("/api/t/{table_id}", see),
    Route("/api/t/{table_id}", wish, methods=["POST"]),
    Route("/api/t/{table_id}/join", join, methods=["POST"]),
    Route("/api/t/{table_id}/steps", steps),
    Route("/api/t/{table_id}/analysis", analysis),
]
