"""Hostile load: invalid messages through many connections, each of which must get a reply."""

import asyncio
import json
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import msgspec
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect

from onirium.tables.tokens import hash_token, new_token
from onirium.web.middleware.cookies import COOKIE_NAME
from tests.support.malformed_messages import KINDS, MalformedMessages

TIMEOUT_S = 300.0
BATCH_SIZE = 8
"""Messages that are sent through a connection before their replies are awaited."""
BATCHES_PER_SOCKET = 12
ACTIONS_BEFORE_ATTACK = 6
"""Actions that are taken at each table before the attack."""
TEXT_FRACTION = 0.8
"""Fraction of the messages that are sent as text frames."""

REJECTION_STATUSES = {400, 403, 404, 405, 409, 413, 414, 421, 422, 431}

TABLE_FORMS = [
    "game=onirim&seat.1=me",
    "game=onirim&option.seats=2&option.first=1&seat.1=me&seat.2=friend",
    "game=nightmarium&option.seats=3&seat.1=me&seat.2=here&seat.3=random",
]
"""Bodies of the requests that create the tables."""


HttpReply: TypeAlias = tuple[int, dict[str, str], bytes]
"""Status, headers and content."""


class Reply(msgspec.Struct):
    """The fields of a reply that are checked."""

    type: str
    command_id: str = ""
    code: str = ""
    reason: str = ""


REPLY_DECODER = msgspec.json.Decoder(Reply)


@dataclass
class Target:
    """A table that is attacked.

    Attributes:
        table_id: its id.
        token: token of the user who owns its seats.
        accepted: the commands of that user.
    """

    table_id: str
    token: str
    accepted: list[str] = field(default_factory=list)


class RawHttpClient:
    """HTTP client with a persistent connection that can send invalid requests."""

    def __init__(self, host: str) -> None:
        self._host = host
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def request(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
    ) -> HttpReply:
        """Send a request; return the reply."""
        all_headers = {"Host": self._host, "Origin": f"http://{self._host}", **headers}
        all_headers["Content-Length"] = str(len(body))
        lines = "".join(f"{name}: {value}\r\n" for name, value in all_headers.items())
        return await self.send(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode("latin-1") + body)

    async def send(self, request: bytes) -> HttpReply:
        """Send the bytes of a request; return the reply."""
        async with asyncio.timeout(TIMEOUT_S):
            reader, writer = self._streams or await self._connect()
            writer.write(request)
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").splitlines()
            named = (line.partition(": ") for line in lines)
            headers = {name.lower(): value for name, _, value in named}
            length = headers.get("content-length")
            content = await (reader.readexactly(int(length)) if length else reader.read())
        if headers.get("connection") == "close":
            self.close()
        return int(first.split()[1]), headers, content

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
        self._streams = None

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        name, _, port = self._host.partition(":")
        self._streams = await asyncio.open_connection(name, int(port))
        return self._streams


async def prepare_target(host: str, form: str) -> Target:
    """Create a table as a browser does, and take some actions."""
    token = new_token()
    cookie = {"Cookie": f"{COOKIE_NAME}={token}"}
    with closing(RawHttpClient(host)) as client:
        _, headers, _ = await client.request("POST", "/tables", cookie, form.encode())
        target = Target(headers["location"].removeprefix("/t/"), token)
        seat = -1
        for number in range(ACTIONS_BEFORE_ATTACK):
            path = f"/api/t/{target.table_id}?as="
            view = json.loads((await client.request("GET", f"{path}{seat}", cookie))[2])
            if view["handover_seat"] >= 0:
                seat = view["handover_seat"]
                view = json.loads((await client.request("GET", f"{path}{seat}", cookie))[2])
            if not view["legal_actions"]:
                break
            command = {
                "type": "take_actions",
                "command_id": f"p{number}",
                "version": view["version"],
                "actions": [view["legal_actions"][0]["action"]],
            }
            target.accepted.append(json.dumps(command))
            body = target.accepted[-1].encode()
            status, _, content = await client.request("POST", f"{path}{seat}", cookie, body)
            assert status == 200, content
    return target


async def send_hostile_load(
    host: str, targets: Sequence[Target], messages: int, attackers: int, seed: int
) -> Counter[str]:
    """Send invalid messages to a server from several attackers at once; check the replies.

    Every fifth attacker, and the first, sends HTTP requests; the others use WebSockets. An attacker
    has a share of the messages and a random number generator of its own, so that the timing of the
    replies does not change the messages.

    Args:
        host: host and port of the server.
        targets: its tables.
        messages: number of messages, divided evenly among the attackers.
        attackers: number of attackers.
        seed: seed of the messages.

    Returns:
        The number of replies by rejection code, message type or HTTP status.

    Raises:
        AssertionError: if a reply is wrong.
        TimeoutError: if a reply is missing.
    """
    load = [
        Attacker(host, targets, (messages + number) // attackers, Random(f"{seed} {number}"))
        for number in range(attackers)
    ]
    async with asyncio.TaskGroup() as group:
        for number, attacker in enumerate(load):
            group.create_task(
                attacker.attack_by_requests() if number % 5 == 0 else attacker.attack_by_sockets()
            )
    return sum((attacker.reply_counts for attacker in load), Counter[str]())


class Attacker:
    """Sends a number of invalid messages to a server and checks the replies.

    Args:
        host: host and port of the server.
        targets: its tables.
        messages: the number of messages.
        rng: generates the messages.

    Attributes:
        reply_counts: number of replies by rejection code, message type or HTTP status.
    """

    def __init__(self, host: str, targets: Sequence[Target], messages: int, rng: Random) -> None:
        self._host = host
        self._targets = targets
        self._rng = rng
        self._remaining = messages
        self.reply_counts: Counter[str] = Counter()

    def _reserve(self, messages: int) -> int:
        """Reserve at most a number of the remaining messages; return the number reserved."""
        reserved = min(messages, self._remaining)
        self._remaining -= reserved
        return reserved

    def _foreign_cookie(self) -> dict[str, str]:
        """Return a cookie without seat that resembles a valid one."""
        token = self._rng.choice(self._targets).token
        guesses = [
            "",
            token[:-1],
            token + "x",
            hash_token(token),
            hash_token(token)[:22],
            token[::-1],
        ]
        guesses += [new_token(), "x" * 22, '"' + "\\" * 20 + '"', token.swapcase()]
        return {"Cookie": f"{COOKIE_NAME}={self._rng.choice(guesses)}"}

    async def attack_by_sockets(self) -> None:
        """Send the messages through WebSockets, some of them as a player of the table."""
        while self._remaining:
            target = self._rng.choice(self._targets)
            messages = MalformedMessages(self._rng.getrandbits(32), target.accepted)
            seated = not self._rng.randrange(4)
            cookie = (
                {"Cookie": f"{COOKIE_NAME}={target.token}"} if seated else self._foreign_cookie()
            )
            async with _open(self._host, target.table_id, cookie) as socket:
                for _ in range(BATCHES_PER_SOCKET):
                    kinds = self._rng.choices(
                        KINDS[:-1] if seated else KINDS, k=self._reserve(BATCH_SIZE)
                    )
                    await self._exchange(socket, [messages.generate(kind) for kind in kinds])

    async def _exchange(self, socket: ClientConnection, messages: Sequence[bytes]) -> None:
        for message in messages:
            await socket.send(message, text=self._rng.random() < TEXT_FRACTION)
        pending = len(messages)
        async with asyncio.timeout(TIMEOUT_S):
            while pending:
                reply = REPLY_DECODER.decode(await socket.recv(decode=False))
                if reply.type not in {"table_view", "table_patch"} or reply.command_id:
                    pending -= 1
                    self._count(reply)

    def _count(self, reply: Reply) -> None:
        """Check that a reply is a rejection with a reason, or harmless, and count it."""
        if reply.type == "rejected":
            assert reply.code, reply
            assert reply.reason, reply
        else:
            assert reply.type in {"table_view", "table_patch", "hint_update", "pong"}, reply
            assert reply.command_id, reply
        self.reply_counts[reply.code or reply.type] += 1

    async def attack_by_requests(self) -> None:
        """Send the messages as HTTP requests."""
        attacks = [
            self._send_message,
            self._guess_secret,
            self._forge_origin,
            self._send_form,
            self._request_invalid_path,
            self._request_forbidden,
        ]
        with closing(RawHttpClient(self._host)) as client:
            while self._reserve(1):
                await self._rng.choice(attacks)(client, self._rng.choice(self._targets))

    async def _send_message(self, client: RawHttpClient, target: Target) -> None:
        messages = MalformedMessages(self._rng.getrandbits(32), target.accepted)
        message = messages.generate(self._rng.choice(KINDS))
        path = f"/api/t/{target.table_id}"
        status, _, content = await client.request("POST", path, self._foreign_cookie(), message)
        assert status in {200, 409}, content
        self._count(REPLY_DECODER.decode(content))

    async def _guess_secret(self, client: RawHttpClient, target: Target) -> None:
        """Try to join with a wrong invitation secret."""
        secret = self._rng.choice(
            [new_token(), "", hash_token(target.token), target.token, "\x00", None]
        )
        body = json.dumps({"secret": secret}).encode()
        path = f"/api/t/{target.table_id}/join"
        status, _, content = await client.request("POST", path, self._foreign_cookie(), body)
        assert status == 409, content
        self._count(REPLY_DECODER.decode(content))

    async def _forge_origin(self, client: RawHttpClient, target: Target) -> None:
        """Send a command of the player from another site (CSRF, DNS rebinding)."""
        command = b'{"type": "resign", "command_id": "evil"}'
        host = {"Host": self._rng.choice(["evil.example", "127.0.0.1", "", self._host + "0"])}
        origin = {
            "Origin": self._rng.choice(["null", "http://evil.example", "https://" + self._host])
        }
        forged, path = self._rng.choice([host, origin]), f"/api/t/{target.table_id}"
        headers = {"Cookie": f"{COOKIE_NAME}={target.token}", **forged}
        status, _, _ = await client.request("POST", path, headers, command)
        assert status == (421 if "Host" in forged else 403)
        self.reply_counts[f"status {status}"] += 1

    async def _send_form(self, client: RawHttpClient, target: Target) -> None:
        """Send invalid forms, and uploads that are not records."""
        noise = self._rng.randbytes(self._rng.randrange(3000))
        part = b'--e\r\nContent-Disposition: form-data; name="record"; filename="a"\r\n\r\n'
        multipart = {"Content-Type": "multipart/form-data; boundary=e"}
        path, body, more = self._rng.choice(
            [
                ("/tables", b"game=poker&" + noise, {}),
                ("/tables", b"game=onirim&option.mode=chess", {}),
                ("/tables", b"game=nightmarium&seat.1=greedy&seat.2=random", {}),
                (f"/t/{target.table_id}/continue", b"from=1", {}),
                ("/import", noise, {}),
                ("/import", part + noise, multipart),
                ("/import", part + b'{"game":' * len(noise), multipart),
                ("/nowhere", noise, {}),
                ("/", noise, {}),
            ]
        )  # fmt: skip
        headers = {**self._foreign_cookie(), **more}
        await self._expect_rejection(client.request("POST", path, headers, body))

    async def _request_invalid_path(self, client: RawHttpClient, target: Target) -> None:
        """Request a path that does not exist, or send an invalid request."""
        odd = self._rng.choice(
            ["%00", "..%2f..%2f", "%ff%fe", "x" * 300, "%C2%B2", "x" * 5000, "+"]
        )
        start = self._rng.choice(["/t/", "/api/t/", "/art/x/", "/static/x/", "/words/x/", "/new/"])
        if self._rng.randrange(4):
            path = self._rng.choice([start + odd, f"{start}{odd}/{target.table_id}"])
            await self._expect_rejection(client.request("GET", path, self._foreign_cookie()))
        else:
            noise = self._rng.randbytes(40).replace(b"\n", b"") + b"\r\n\r\n"
            request = self._rng.choice([noise, b"GET / HTTP/1.1\r\n\r\n"])
            await self._expect_rejection(client.send(request))

    async def _request_forbidden(self, client: RawHttpClient, target: Target) -> None:
        """Request data that only a player may see."""
        path = self._rng.choice(["steps?as=0", "steps?as=open", "steps?as=99", "analysis"])
        url = f"/api/t/{target.table_id}/{path}"
        await self._expect_rejection(client.request("GET", url, self._foreign_cookie()))

    async def _expect_rejection(self, reply: Awaitable[HttpReply]) -> None:
        status, _, content = await reply
        assert status in REJECTION_STATUSES, (status, content)
        assert content, status
        self.reply_counts[f"status {status}"] += 1


@asynccontextmanager
async def _open(
    host: str, table_id: str, cookie: Mapping[str, str]
) -> AsyncIterator[ClientConnection]:
    async with connect(
        f"ws://{host}/ws/t/{table_id}",
        origin=Origin(f"http://{host}"),
        additional_headers=cookie,
        compression=None,
        max_size=None,
        open_timeout=TIMEOUT_S,
        ping_interval=None,
        proxy=None,
    ) as socket:
        await socket.recv()
        yield socket


def read_tables(database: Path) -> list[Any]:
    """Return all tables of a database, and all their events."""
    with closing(sqlite3.connect(database)) as connection:
        tables = connection.execute(
            "SELECT table_id, setup FROM tables ORDER BY table_id"
        ).fetchall()
        entries = connection.execute(
            "SELECT table_id, event_index, event FROM events ORDER BY table_id, event_index"
        )
        return [*tables, *entries]
