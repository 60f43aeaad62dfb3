"""Clients that send random commands over WebSockets which may break at any moment."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from onirium.tables.tokens import hash_token, new_token
from onirium.web.middleware.cookies import COOKIE_NAME
from tests.support.table_views import apply_table_patch

RECEIVE_TIMEOUT_S = 1.0
"""Maximum silence of a connection, which may be broken or only idle, before a client leaves it."""

MIN_RECONNECT_DELAY_S, MAX_RECONNECT_DELAY_S = 0.25, 4.0
"""Delay before the next connection: at first, and maximum of the exponential backoff."""

CONNECT_TIMEOUT_S = 5.0

CONNECTION_ERRORS = (
    OSError,
    ConnectionClosed,
    InvalidHandshake,
    InvalidMessage,
    TimeoutError,
    EOFError,
)


class SentCommand(msgspec.Struct):
    """A command and its answer.

    Attributes:
        table_id: the table.
        message: the message that was sent.
        times: the number of times it was sent.
        version: the version of the table in the answer.
        code: the code of the rejection, or empty.
    """

    table_id: str
    message: dict[str, Any]
    times: int = 0
    version: int = 0
    code: str = ""


class ScriptedClient:
    """A client with a seat, which follows each rematch to the next table.

    Attributes:
        owner_id: the owner id of its seats.
        table_id: its current table.
        view: its latest table view.
        answered: all answered commands, by command id.
        pending: the unanswered command, if any, by command id.
        paused: whether it sends no new commands.
        connection_count: the number of connections that delivered a message.
    """

    def __init__(self, port: int, rng: Random, mean_delay_s: float) -> None:
        """Create a client of a server, or of a proxy in front of it.

        Args:
            port: the local port.
            rng: draws commands and delays.
            mean_delay_s: mean time before a command.
        """
        token = new_token()
        self.owner_id = hash_token(token)
        self.table_id = ""
        self.view: dict[str, Any] = {}
        self.answered: dict[str, SentCommand] = {}
        self.pending: dict[str, SentCommand] = {}
        self.paused = False
        self.connection_count = 0
        self._address = f"127.0.0.1:{port}"
        self._headers = {"Cookie": f"{COOKIE_NAME}={token}"}
        self._rng = rng
        self._mean_delay_s = mean_delay_s

    @property
    def headers(self) -> dict[str, str]:
        """The headers of its requests."""
        return dict(self._headers)

    async def play(self) -> None:
        """Play forever; reconnect whenever a connection breaks."""
        delay = MIN_RECONNECT_DELAY_S
        while True:
            connection_count = self.connection_count
            with suppress(*CONNECTION_ERRORS):
                async with asyncio.timeout(CONNECT_TIMEOUT_S + RECEIVE_TIMEOUT_S):
                    connection = await self._connect()
                try:
                    await self._play_at_table(connection)
                finally:
                    connection.transport.abort()
            if self.connection_count > connection_count:
                delay = MIN_RECONNECT_DELAY_S
            else:
                delay = min(2 * delay, MAX_RECONNECT_DELAY_S)
            await asyncio.sleep(delay * self._rng.uniform(0.5, 1.5))

    async def _connect(self) -> ClientConnection:
        return await connect(
            f"ws://{self._address}/ws/t/{self.table_id}",
            origin=Origin(f"http://{self._address}"),
            additional_headers=self._headers,
            compression=None,
            proxy=None,
            ping_interval=None,
            max_size=None,
        )

    async def _play_at_table(self, connection: ClientConnection) -> None:
        """Play until the connection breaks or a rematch continues at another table."""
        table_id = self.table_id
        await self._receive(connection)
        self.connection_count += 1
        for command_id in self.pending:
            await self._send(connection, command_id)
        while self.table_id == table_id:
            if not self.paused and not self.pending and (command := self._choose_command()):
                await asyncio.sleep(self._rng.uniform(0, 2 * self._mean_delay_s))
                command_id = f"{self._rng.getrandbits(64):x}"
                message = {**command, "command_id": command_id}
                self.pending[command_id] = SentCommand(table_id, message)
                await self._send(connection, command_id)
            await self._receive(connection)

    async def _send(self, connection: ClientConnection, command_id: str) -> None:
        command = self.pending[command_id]
        command.times += 1
        await connection.send(json.dumps(command.message))

    async def _receive(self, connection: ClientConnection) -> None:
        """Receive a message; a command that it answers is done or finally rejected."""
        # In Python 3.11 wait_for would lose a cancellation that meets a message.
        async with asyncio.timeout(RECEIVE_TIMEOUT_S):
            message = json.loads(await connection.recv())
        command_id = message["command_id"]
        code = message.get("code", "")
        if code == "rate_limited":
            # The rate limit rejected it unread; it is sent again after a delay.
            raise TimeoutError
        if message["type"] == "table_patch":
            message = apply_table_patch(self.view, message)
        view = message if message["type"] == "table_view" else message["table_view"]
        if view["table_id"] == self.view.get("table_id"):
            assert view["version"] >= self.view["version"], "acknowledged events were lost"
        self.view = view
        if command_id in self.pending:
            command = self.pending.pop(command_id)
            command.version, command.code = view["version"], code
            self.answered[command_id] = command
        if not self.pending:
            self.table_id = view["rematch_table_id"] or self.table_id

    def _choose_command(self) -> dict[str, Any] | None:
        """Return a random command that the view allows, or None."""
        view, rng = self.view, self._rng
        draw = rng.random()
        if view["is_over"]:
            return {"type": "rematch"}
        if view["takeback_request"] and view["takeback_request"]["awaits_viewer"]:
            return {"type": "answer_takeback", "accept": draw < 0.7}
        if draw < 0.05 and view["phrases"]:
            return {"type": "send_phrase", "phrase": rng.choice(view["phrases"])}
        if draw < 0.1 and view["takeback"]:
            return {"type": "take_back"}
        if view["legal_actions"]:
            action = rng.choice(view["legal_actions"])["action"]
            return {"type": "take_actions", "version": view["version"], "actions": [action]}
        return None


async def wait_until(condition: Callable[[], bool]) -> None:
    """Poll a condition until it holds."""
    while not condition():  # noqa: ASYNC110, there is no event to wait for
        await asyncio.sleep(0.01)
