"""Scripted seats: they do at a table whatever they may, over lines that may break at any moment."""

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
from onirium.web.middleware.sessions import COOKIE_NAME

RECEIVE_TIMEOUT_S = 1.0
"""So many seconds a seat hears nothing before it gives a line up, though it may only be waiting."""

MIN_RECONNECT_DELAY_S, MAX_RECONNECT_DELAY_S = 0.25, 4.0
"""So many seconds pass before the next line, at first and when many have failed."""

CONNECT_TIMEOUT_S = 5.0
"""So many seconds a new line may take."""

CONNECTION_ERRORS = (
    OSError,
    ConnectionClosed,
    InvalidHandshake,
    InvalidMessage,
    TimeoutError,
    EOFError,
)


class SentCommand(msgspec.Struct):
    """Something that a seat wanted, and how it was answered.

    Attributes:
        table: where.
        wish: the message.
        times: how often it was sent.
        version: the version of the table that the answer told.
        code: why it was refused, or empty.
    """

    table: str
    wish: dict[str, Any]
    times: int = 0
    version: int = 0
    code: str = ""


class ScriptedClient:
    """Somebody who sits at a table, and goes on at the next when the game is over.

    Attributes:
        owner_id: the owner id of its seats.
        table: where it sits now.
        seen: the latest sight.
        answered: all orders that were answered, by nonce.
        open: the order that was not answered yet, if any, by nonce.
        resting: whether it begins nothing new.
        lines: on how many lines it was told something.
    """

    def __init__(self, port: int, dice: Random, haste: float) -> None:
        """Be somebody at a server, or at what leads to it.

        Args:
            port: where.
            dice: decide.
            haste: how many seconds pass before something is done, in the mean.
        """
        token = new_token()
        self.owner_id = hash_token(token)
        self.table = ""
        self.seen: dict[str, Any] = {}
        self.answered: dict[str, SentCommand] = {}
        self.open: dict[str, SentCommand] = {}
        self.resting = False
        self.lines = 0
        self._address = f"127.0.0.1:{port}"
        self._headers = {"Cookie": f"{COOKIE_NAME}={token}"}
        self._dice = dice
        self._haste = haste

    @property
    def headers(self) -> dict[str, str]:
        """What its requests say of it."""
        return dict(self._headers)

    async def play(self) -> None:
        """Play for ever; whenever a line breaks, begin another."""
        pause = MIN_RECONNECT_DELAY_S
        while True:
            lines = self.lines
            with suppress(*CONNECTION_ERRORS):
                async with asyncio.timeout(CONNECT_TIMEOUT_S + RECEIVE_TIMEOUT_S):
                    line = await self._line()
                try:
                    await self._sit(line)
                finally:
                    line.transport.abort()
            pause = (
                MIN_RECONNECT_DELAY_S
                if self.lines > lines
                else min(2 * pause, MAX_RECONNECT_DELAY_S)
            )
            await asyncio.sleep(pause * self._dice.uniform(0.5, 1.5))

    async def _line(self) -> ClientConnection:
        return await connect(
            f"ws://{self._address}/ws/t/{self.table}",
            origin=Origin(f"http://{self._address}"),
            additional_headers=self._headers,
            compression=None,
            proxy=None,
            ping_interval=None,
            max_size=None,
        )

    async def _sit(self, line: ClientConnection) -> None:
        """Sit at the table as long as a line holds and the same people do not go on elsewhere."""
        table = self.table
        await self._listen(line)
        self.lines += 1
        for nonce in self.open:
            await self._send(line, nonce)
        while self.table == table:
            if not self.resting and not self.open and (wish := self._wish()):
                await asyncio.sleep(self._dice.uniform(0, 2 * self._haste))
                nonce = f"{self._dice.getrandbits(64):x}"
                self.open[nonce] = SentCommand(table, {**wish, "command_id": nonce})
                await self._send(line, nonce)
            await self._listen(line)

    async def _send(self, line: ClientConnection, nonce: str) -> None:
        order = self.open[nonce]
        order.times += 1
        await line.send(json.dumps(order.wish))

    async def _listen(self, line: ClientConnection) -> None:
        """Take in the next message; what it answers is done or refused for good."""
        message = json.loads(await asyncio.wait_for(line.recv(), RECEIVE_TIMEOUT_S))
        nonce = message["command_id"]
        code = message.get("code", "")
        if code == "fast":
            # Not even looked at: it is sent again, a little later.
            raise TimeoutError
        sight = message if message["type"] == "table_view" else message["table_view"]
        if sight["table_id"] == self.seen.get("table"):
            assert sight["version"] >= self.seen["version"], "what was told has gone"
        self.seen = sight
        if nonce in self.open:
            order = self.open.pop(nonce)
            order.version, order.code = sight["version"], code
            self.answered[nonce] = order
        if not self.open:
            self.table = sight["rematch_table_id"] or self.table

    def _wish(self) -> dict[str, Any] | None:
        """Return something that the seat wants and may, if there is anything."""
        seen, dice = self.seen, self._dice
        luck = dice.random()
        if seen["is_over"]:
            return {"type": "rematch"}
        if seen["takeback_request"] and seen["takeback_request"]["awaits_viewer"]:
            return {"type": "answer_takeback", "accept": luck < 0.7}
        if luck < 0.05 and seen["phrases"]:
            return {"type": "send_phrase", "phrase": dice.choice(seen["phrases"])}
        if luck < 0.1 and seen["takeback"]:
            return {"type": "take_back"}
        if seen["legal_actions"]:
            action = dice.choice(seen["legal_actions"])["action"]
            return {"type": "take_actions", "version": seen["version"], "actions": [action]}
        return None


async def wait_until(holds: Callable[[], bool]) -> None:
    """Wait until something holds that nobody tells of."""
    while not holds():  # noqa: ASYNC110
        await asyncio.sleep(0.01)


def current_state(sight: dict[str, Any]) -> dict[str, Any]:
    """Return how things stand, without how they came about."""
    frame = {**sight["frames"][-1], "seat": -1, "narration": []}
    return {**sight, "frames": [frame], "command_id": ""}
