"""A storm of hostile messages over many sockets and requests, each of which must be answered."""

import asyncio
import json
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random as Dice
from typing import Any, TypeAlias

import msgspec
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect

from onirium.tables.tokens import hash_token, new_token
from onirium.web.middleware.sessions import COOKIE_NAME
from tests.support.malformed_messages import SORTS, Forger

PATIENCE = 300.0
BATCH = 8
"""So many messages are under way on a connection."""
A_VISIT = 12
"""So many such batches go through a socket before another is opened."""
PLAYED = 6
"""So many actions are played at each table before it is attacked."""
TEXTS = 0.8
"""So many of all messages are called text."""

REFUSED = {400, 403, 404, 405, 409, 413, 414, 421, 422, 431}
"""How a hostile request may be answered."""

TABLES = [
    "game=onirim&seat.1=me",
    "game=onirim&option.seats=2&option.first=1&seat.1=me&seat.2=friend",
    "game=nightmarium&option.seats=3&seat.1=me&seat.2=here&seat.3=random",
]
"""Forms that lay them."""


Told: TypeAlias = tuple[int, dict[str, str], bytes]
"""The status, the headers and the content of an answer."""


class Answer(msgspec.Struct):
    """What is read of an answer."""

    type: str
    nonce: str = ""
    code: str = ""
    reason: str = ""


ANSWERS = msgspec.json.Decoder(Answer)


@dataclass
class Table:
    """A table at which somebody has played.

    Attributes:
        id: the table's.
        token: of who holds its seats.
        heard: what they have said.
    """

    id: str
    token: str
    heard: list[str] = field(default_factory=list)


class Client:
    """Sends requests by hand over a connection that stays open."""

    def __init__(self, host: str) -> None:
        self._host = host
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
    ) -> Told:
        """Return the status, the headers and the content of the answer."""
        said = {"Host": self._host, "Origin": f"http://{self._host}", **headers}
        said["Content-Length"] = str(len(body))
        lines = "".join(f"{name}: {value}\r\n" for name, value in said.items())
        return await self.send(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode("latin-1") + body)

    async def send(self, request: bytes) -> Told:
        """Send something; return what it is answered."""
        async with asyncio.timeout(PATIENCE):
            reader, writer = self._streams or await self._connected()
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
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
        self._streams = None

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        name, _, port = self._host.partition(":")
        self._streams = await asyncio.open_connection(name, int(port))
        return self._streams


async def laid(host: str, form: str) -> Table:
    """Lay a table as a page does, and play there."""
    token = new_token()
    cookie = {"Cookie": f"{COOKIE_NAME}={token}"}
    with closing(Client(host)) as client:
        _, headers, _ = await client.ask("POST", "/tables", cookie, form.encode())
        table = Table(headers["location"].removeprefix("/t/"), token)
        eyes = -1
        for number in range(PLAYED):
            path = f"/api/t/{table.id}?as="
            sight = json.loads((await client.ask("GET", f"{path}{eyes}", cookie))[2])
            if sight["handover"] >= 0:
                eyes = sight["handover"]
                sight = json.loads((await client.ask("GET", f"{path}{eyes}", cookie))[2])
            if not sight["choices"]:
                break
            wish = {"do": "act", "nonce": f"p{number}", "version": sight["version"]}
            table.heard.append(json.dumps({**wish, "actions": [sight["choices"][0]["action"]]}))
            said = table.heard[-1].encode()
            status, _, content = await client.ask("POST", f"{path}{eyes}", cookie, said)
            assert status == 200, content
    return table


class Storm:
    """What is sent to a server, and how it is answered.

    Args:
        host: the server.
        tables: what stands there.
        seed: of what is sent.

    Attributes:
        answers: how many there were of each sort.
    """

    def __init__(self, host: str, tables: Sequence[Table], seed: int) -> None:
        self._host = host
        self._tables = tables
        self._dice = Dice(seed)
        self._left = 0
        self.answers: Counter[str] = Counter()

    async def rage(self, messages: int, connections: int) -> None:
        """Send so many messages, and wait until each is answered.

        Raises:
            AssertionError: if one is answered as it should not be.
            TimeoutError: if one is not answered at all.
        """
        self._left = messages
        async with asyncio.TaskGroup() as group:
            for number in range(connections):
                group.create_task(self._requests() if number % 5 == 0 else self._sockets())

    def _takes(self, messages: int) -> int:
        """Return how many of so many messages are still to be sent."""
        taken = min(messages, self._left)
        self._left -= taken
        return taken

    def _stranger(self) -> dict[str, str]:
        """Return the cookies of somebody who has no seat, whatever they pretend."""
        token = self._dice.choice(self._tables).token
        guesses = [
            "",
            token[:-1],
            token + "x",
            hash_token(token),
            hash_token(token)[:22],
            token[::-1],
        ]
        guesses += [new_token(), "x" * 22, '"' + "\\" * 20 + '"', token.swapcase()]
        return {"Cookie": f"{COOKIE_NAME}={self._dice.choice(guesses)}"}

    async def _sockets(self) -> None:
        while self._left:
            table = self._dice.choice(self._tables)
            forger = Forger(self._dice.getrandbits(32), table.heard)
            seated = not self._dice.randrange(4)
            cookie = {"Cookie": f"{COOKIE_NAME}={table.token}"} if seated else self._stranger()
            async with _open(self._host, table.id, cookie) as socket:
                for _ in range(A_VISIT):
                    sorts = self._dice.choices(
                        SORTS[:-1] if seated else SORTS, k=self._takes(BATCH)
                    )
                    await self._attack(socket, [forger.message(sort) for sort in sorts])

    async def _attack(self, socket: ClientConnection, messages: Sequence[bytes]) -> None:
        for message in messages:
            await socket.send(message, text=self._dice.random() < TEXTS)
        waiting = len(messages)
        async with asyncio.timeout(PATIENCE):
            while waiting:
                answer = ANSWERS.decode(await socket.recv(decode=False))
                if answer.type != "sight" or answer.nonce:
                    waiting -= 1
                    self._note(answer)

    def _note(self, answer: Answer) -> None:
        if answer.type == "refusal":
            assert answer.code, answer
            assert answer.reason, answer
        else:
            assert answer.type in {"sight", "chances", "pong"}, answer
            assert answer.nonce, answer
        self.answers[answer.code or answer.type] += 1

    async def _requests(self) -> None:
        kinds = [self._message, self._guess, self._elsewhere, self._form, self._astray, self._peep]
        with closing(Client(self._host)) as client:
            while self._takes(1):
                await self._dice.choice(kinds)(client, self._dice.choice(self._tables))

    async def _message(self, client: Client, table: Table) -> None:
        forger = Forger(self._dice.getrandbits(32), table.heard)
        message = forger.message(self._dice.choice(SORTS))
        path = f"/api/t/{table.id}"
        status, _, content = await client.ask("POST", path, self._stranger(), message)
        assert status in {200, 409}, content
        self._note(ANSWERS.decode(content))

    async def _guess(self, client: Client, table: Table) -> None:
        """Guess the secret of an invitation."""
        secret = self._dice.choice(
            [new_token(), "", hash_token(table.token), table.token, "\x00", None]
        )
        body = json.dumps({"secret": secret}).encode()
        path = f"/api/t/{table.id}/join"
        status, _, content = await client.ask("POST", path, self._stranger(), body)
        assert status == 409, content
        self._note(ANSWERS.decode(content))

    async def _elsewhere(self, client: Client, table: Table) -> None:
        """Let a page of another site do what only the player may."""
        wish = b'{"do": "resign", "nonce": "evil"}'
        host = {"Host": self._dice.choice(["evil.example", "127.0.0.1", "", self._host + "0"])}
        origin = {
            "Origin": self._dice.choice(["null", "http://evil.example", "https://" + self._host])
        }
        wrong, path = self._dice.choice([host, origin]), f"/api/t/{table.id}"
        headers = {"Cookie": f"{COOKIE_NAME}={table.token}", **wrong}
        status, _, _ = await client.ask("POST", path, headers, wish)
        assert status == (421 if "Host" in wrong else 403)
        self.answers[f"status {status}"] += 1

    async def _form(self, client: Client, table: Table) -> None:
        """Send forms that fit nothing, and files that are no records."""
        noise = self._dice.randbytes(self._dice.randrange(3000))
        edge = b'--e\r\nContent-Disposition: form-data; name="record"; filename="a"\r\n\r\n'
        kind = {"Content-Type": "multipart/form-data; boundary=e"}
        path, body, more = self._dice.choice(
            [
                ("/tables", b"game=poker&" + noise, {}),
                ("/tables", b"game=onirim&option.mode=chess", {}),
                ("/tables", b"game=nightmarium&seat.1=greedy&seat.2=random", {}),
                (f"/t/{table.id}/continue", b"from=1", {}),
                ("/import", noise, {}),
                ("/import", edge + noise, kind),
                ("/import", edge + b'{"game":' * len(noise), kind),
                ("/nowhere", noise, {}),
                ("/", noise, {}),
            ]
        )  # fmt: skip
        await self._refused(client.ask("POST", path, {**self._stranger(), **more}, body))

    async def _astray(self, client: Client, table: Table) -> None:
        """Go where nothing is, or send what is no request."""
        odd = self._dice.choice(
            ["%00", "..%2f..%2f", "%ff%fe", "x" * 300, "%C2%B2", "x" * 5000, "+"]
        )
        start = self._dice.choice(["/t/", "/api/t/", "/art/x/", "/static/x/", "/words/x/", "/new/"])
        if self._dice.randrange(4):
            path = self._dice.choice([start + odd, f"{start}{odd}/{table.id}"])
            await self._refused(client.ask("GET", path, self._stranger()))
        else:
            noise = self._dice.randbytes(40).replace(b"\n", b"") + b"\r\n\r\n"
            await self._refused(client.send(self._dice.choice([noise, b"GET / HTTP/1.1\r\n\r\n"])))

    async def _peep(self, client: Client, table: Table) -> None:
        """Ask for what only others may see."""
        path = self._dice.choice(["steps?as=0", "steps?as=open", "steps?as=99", "analysis"])
        ask = client.ask("GET", f"/api/t/{table.id}/{path}", self._stranger())
        await self._refused(ask)

    async def _refused(self, asked: Awaitable[Told]) -> None:
        status, _, content = await asked
        assert status in REFUSED, (status, content)
        assert content, status
        self.answers[f"status {status}"] += 1


@asynccontextmanager
async def _open(
    host: str, table: str, cookie: Mapping[str, str]
) -> AsyncIterator[ClientConnection]:
    async with connect(
        f"ws://{host}/ws/t/{table}",
        origin=Origin(f"http://{host}"),
        additional_headers=cookie,
        compression=None,
        max_size=None,
        open_timeout=PATIENCE,
        proxy=None,
    ) as socket:
        await socket.recv()
        yield socket


def kept(database: Path) -> list[Any]:
    """Return all tables that a database holds, and all that has happened there."""
    with closing(sqlite3.connect(database)) as connection:
        tables = connection.execute(
            "SELECT table_id, setup FROM tables ORDER BY table_id"
        ).fetchall()
        entries = connection.execute(
            "SELECT table_id, event_index, event FROM events ORDER BY table_id, event_index"
        )
        return [*tables, *entries]
