"""JSON API of the tables: the commands of the WebSocket as single requests, and replays."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from onirium.core.events import SPECTATOR
from onirium.tables.errors import CommandRejected
from onirium.tables.table import Table
from onirium.web.config.i18n import page_words
from onirium.web.forms.parsing import body_chunks
from onirium.web.live.clients import Client
from onirium.web.live.protocol.commands import (
    MAX_MESSAGE_BYTES,
    MalformedMessage,
    decode_join_request,
)
from onirium.web.live.protocol.messages import Joined, Rejected, Reply
from onirium.web.live.replays import decompress
from onirium.web.live.table_session import TableSession
from onirium.web.live.viewer import Viewer, own_seats, viewed_seat
from onirium.web.middleware.sessions import (
    current_user,
    requested_seat,
    requester_of,
    require_access,
)
from onirium.web.routes.analysis import analysis
from onirium.web.services import services_of

ALL_SEATS: Final = "open"
"""Value of the query parameter ``as`` for the views of all seats of a finished game."""


async def get_table(request: Request) -> Response:
    """Respond with the table view."""
    async with _open_session(request) as session:
        client = _request_client(request, session, [])
        require_access(request, session.table)
        session.note_poll(client)
        return _json_response(session.clients.full_view(client))


async def post_command(request: Request) -> Response:
    """Execute a command and respond with the reply."""
    replies: list[Reply] = []
    body = await _read_body(request)
    async with _open_session(request) as session:
        client = _request_client(request, session, replies)
        await session.handle_message(client, body)
    return _json_response(replies[-1])


async def join(request: Request) -> Response:
    """Assign the seat of an invitation to the user."""
    body = await _read_body(request)
    async with _open_session(request) as session:
        client = _request_client(request, session, [])
        try:
            secret = decode_join_request(body).secret
            return _json_response(await session.join(client, secret))
        except MalformedMessage as error:
            rejected = CommandRejected("malformed", reason=str(error))
        except CommandRejected as error:
            rejected = error
        words = page_words(client.viewer.language, session.table.setup.game)
    services_of(request).metrics.rejections.labels(rejected.code).inc()
    reason = words.text(f"rejected.{rejected.code}", **rejected.values)
    return _json_response(
        Rejected(command_id="", code=rejected.code, reason=reason, table_view=None)
    )


async def get_replay(request: Request) -> Response:
    """Respond with all frames of a game, from one seat or, once it is over, from all seats."""
    user = current_user(request)
    services = services_of(request)
    table = require_access(
        request, await services.sessions.load_table(request.path_params["table_id"])
    )
    requested = request.query_params.get("as", "")
    is_revealed = requested == ALL_SEATS and table.is_over
    seat = None if is_revealed else _replay_seat(table, user.user_id, requested)
    replay = await services.replays.get(table, seat, user.language, requester_of(request))
    headers = {"vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(replay, 200, headers, "application/json")
    return StreamingResponse(decompress(replay), 200, headers, "application/json")


def _replay_seat(table: Table, user_id: str, requested: str) -> int:
    """Return the seat from which a user may replay a game.

    Raises:
        HTTPException: with status 403, if the user may not view the requested seat.
    """
    if not requested:
        # By default, players sharing a device see no private cards.
        return viewed_seat(table, Viewer(user_id, ""))
    seats = range(table.match.game.seats) if table.is_over else own_seats(table, user_id)
    if requested.isdecimal() and int(requested) in {*seats, int(SPECTATOR)}:
        return int(requested)
    raise HTTPException(403)


@asynccontextmanager
async def _open_session(request: Request) -> AsyncIterator[TableSession]:
    """Open the session of the table that the path names.

    Raises:
        HTTPException: with status 404, if there is no such table.
    """
    sessions = services_of(request).sessions
    async with sessions.session(request.path_params["table_id"]) as session:
        if session is None:
            raise HTTPException(404)
        yield session


def _request_client(request: Request, session: TableSession, replies: list[Reply]) -> Client:
    """Return a client for one request, with the view that it asks for."""
    address = requester_of(request).address
    client = Client(current_user(request), replies.append, requested_seat(request), address)
    session.clients.update_view(client)
    return client


async def _read_body(request: Request) -> bytes:
    """Return the body of a request; only the beginning, if it is longer than any command."""
    body = b""
    async for chunk in body_chunks(request):
        body += chunk
        if len(body) > MAX_MESSAGE_BYTES:
            break
    return body


def _json_response(message: Reply | Joined) -> Response:
    status = 409 if isinstance(message, Rejected) else 200
    return Response(msgspec.json.encode(message), status, media_type="application/json")


routes: Final = [
    Route("/api/t/{table_id}", get_table),
    Route("/api/t/{table_id}", post_command, methods=["POST"]),
    Route("/api/t/{table_id}/join", join, methods=["POST"]),
    Route("/api/t/{table_id}/steps", get_replay),
    Route("/api/t/{table_id}/analysis", analysis),
]
