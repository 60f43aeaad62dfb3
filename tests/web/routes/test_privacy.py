"""The privacy page: disclosure, erasure; quotas of tables."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from onirium.i18n.catalog import LANGUAGES
from onirium.match.match import HUMAN
from onirium.storage.store import StoreError
from onirium.tables.table import Table
from onirium.web.config.i18n import page_words
from onirium.web.config.settings import Settings
from onirium.web.live.clients import Client
from onirium.web.middleware.sessions import User
from tests.support.live_server import HttpUser, LiveServer, run_server

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[LiveServer]:
    settings = Settings(operator="Clara <clara@example.org>", delete_abandoned_after_days=21)
    with run_server(folder, settings=settings) as server:
        yield server


def send(user: HttpUser, path: str, **fields: str) -> httpx.Response:
    return user.post(path, urlencode(fields), **FORM)


def dump_database(folder: Path) -> str:
    """Return the contents of all tables of the database as text."""
    with closing(sqlite3.connect(folder / "onirium.db")) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        rows = [connection.execute(f"SELECT * FROM {name}").fetchall() for (name,) in names]  # noqa: S608
    return str(rows)


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_discloses_stored_data_and_operator(server: LiveServer, language: str) -> None:
    user, words = server.new_user(language), page_words(language)
    assert 'href="/privacy"' in user.get("/").text
    page = user.get("/privacy").text
    for part in (
        "text.cookie",
        "stored.settings",
        "stored.tables",
        "text.not_stored",
        "erase.text",
    ):
        assert words.text(f"page.privacy.{part}") in page
    assert words.count("page.privacy.abandoned", 21) in page
    assert "Clara &lt;clara@example.org&gt;" in page


def test_erasure_requires_confirmation(server: LiveServer, folder: Path) -> None:
    anna = server.new_user()
    send(anna, "/settings", name="Anna of the moon")
    assert send(anna, "/privacy", other="on").status_code == 200
    assert "Anna of the moon" in dump_database(folder)


def test_erasure_removes_user_and_keeps_shared_tables(server: LiveServer, folder: Path) -> None:
    anna, boris = server.new_user(), server.new_user()
    send(anna, "/settings", name="Anna of the sun")
    own_table = server.create_table("onirim", (HUMAN,), anna)
    shared_table = server.create_table(
        "nightmarium", (HUMAN, HUMAN), anna, boris, options={"seats": 2}
    )
    with boris.connect(shared_table) as boris_socket, anna.connect(shared_table) as anna_socket:
        assert boris_socket.receive_until(
            lambda message: message["seats"][0]["name"] == "Anna of the sun"
        )
        response = send(anna, "/privacy", sure="on")
        assert page_words("en").text("page.privacy.erased") in response.text
        assert 'onirium=""; ' in response.headers["set-cookie"]
        assert "Max-Age=0" in response.headers["set-cookie"]
        assert boris_socket.receive_until(lambda message: not message["seats"][0]["name"])
        assert anna_socket.receive_until(lambda message: not message["seats"][0]["name"])
        assert anna_socket.take_actions(0)["code"] == "no_seat"
        assert (
            boris_socket.send_command("assign_seat", seat=0, occupant="random")["type"]
            == "table_view"
        )
        assert boris_socket.take_first_action()["type"] == "table_view"
    contents = dump_database(folder)
    assert "Anna of the sun" not in contents
    assert anna.user_id not in contents
    assert anna.get(f"/t/{own_table}").status_code == 404
    assert boris.get(f"/t/{shared_table}").status_code == 200
    assert shared_table in boris.get("/history").text
    assert shared_table not in anna.get("/history").text


def test_seat_of_an_erased_user_is_open_also_at_a_rematch(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", (HUMAN, HUMAN), anna, boris, options={"seats": 2})
    with boris.connect(table) as boris_socket:
        send(anna, "/privacy", sure="on")
        boris_socket.receive_until(lambda message: message["seats"][0]["is_open"])
        assert boris_socket.send_command("create_invitation", seat=0)["type"] == "invitation"
        boris_socket.send_command("resign")
        rematch = boris_socket.send_command("rematch")["rematch_table_id"]
    assert boris.get(f"/api/t/{rematch}").json()["seats"][0]["is_open"]
    send(boris, "/privacy", sure="on")
    for table_id in (table, rematch):
        assert server.run(server.store.load(table_id)) is None


def test_erasure_closes_deleted_tables_to_everybody(server: LiveServer) -> None:
    anna, spectator = server.new_user(), server.new_user()
    table = server.create_table("onirim", (HUMAN,), anna)
    with anna.connect(table) as anna_socket, spectator.connect(table) as spectator_socket:
        send(anna, "/privacy", sure="on")
        for path in (f"/t/{table}", f"/api/t/{table}", f"/t/{table}/record.json"):
            assert server.new_user().get(path).status_code == 404
        for socket in (anna_socket, spectator_socket):
            rejection = socket.receive_until(lambda message: message["type"] == "rejected")
            assert (rejection["code"], rejection["table_view"]) == ("no_such_table", None)
            with pytest.raises(ConnectionClosed) as closed:
                socket.receive()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4404


def test_open_session_does_not_keep_a_deleted_table(server: LiveServer) -> None:
    anna = server.new_user()
    table_id = server.create_table("onirim", (HUMAN,), anna)

    async def erase() -> None:
        async with server.sessions.session(table_id) as session:
            assert session is not None
            client = Client(User(anna.user_id, "", "en", "system"), lambda _: None)
            session.clients.connect(client)
            await server.sessions.erase_owner(anna.user_id)
            assert client not in session.clients
            # A second erasure has nothing left to do.
            await server.sessions.erase_owner(anna.user_id)
            assert await server.sessions.load_table(table_id) is None
            async with server.sessions.session(table_id) as again:
                assert again is None

    server.run(erase())


def test_session_executes_no_command_before_it_has_reloaded_an_erased_table(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A summary of the earlier table would contain the erased user again."""
    monkeypatch.setattr("onirium.web.live.table_session.RETRY_DELAY_S", 0.05)
    anna, boris = server.new_user(), server.new_user()
    load, failures = server.store.load, iter([StoreError("no answer")] * 3)

    async def load_later(table_id: str) -> Table | None:
        if failure := next(failures, None):
            raise failure
        return await load(table_id)

    table_id = server.create_table("nightmarium", (HUMAN, HUMAN), anna, boris, options={"seats": 2})
    with boris.connect(table_id) as client:
        monkeypatch.setattr(server.store, "load", load_later)
        server.run(server.sessions.erase_owner(anna.user_id))
        client.send_command("resign")
    table = server.run(server.sessions.load_table(table_id))
    assert table is not None
    assert [seat.owner_id for seat in table.seats] == ["", boris.user_id]
    assert table.setup.host_id != anna.user_id
    assert table.is_over
    assert server.run(server.store.tables_owned_by(anna.user_id, limit=9)) == []


def invite(host: HttpUser, guest: HttpUser, table_id: str, seat: int) -> None:
    """Give a seat to a user by an invitation of the host."""
    invitation = host.post(
        f"/api/t/{table_id}", json.dumps({"type": "create_invitation", "seat": seat})
    ).json()
    secret = invitation["link"].partition("#")[2]
    joined = guest.post(f"/api/t/{table_id}/join", json.dumps({"secret": secret}))
    assert joined.json()["type"] == "joined"


def test_erasure_includes_a_seat_that_no_summary_contains_yet(
    server: LiveServer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("onirium.web.live.durable_table.SUMMARY_INTERVAL_S", 600.0)
    anna, boris = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", (HUMAN, "random"), anna, options={"seats": 2})
    with anna.connect(table) as client:
        invite(anna, boris, table, 1)
        assert server.run(server.store.tables_owned_by(boris.user_id)) == []
        send(boris, "/privacy", sure="on")
        client.receive_until(lambda message: message["seats"][1]["is_open"])
    assert boris.user_id not in dump_database(folder)


def test_erasure_of_a_former_owner_changes_a_cached_table(server: LiveServer) -> None:
    """It appends no event, so that the version of the table stays."""
    anna, boris = server.new_user(), server.new_user()
    table_id = server.create_table("nightmarium", (HUMAN, "random"), anna, options={"seats": 2})
    invite(anna, boris, table_id, 0)
    former = server.run(server.sessions.load_table(table_id))
    server.run(server.sessions.erase_owner(anna.user_id))
    table = server.run(server.sessions.load_table(table_id))
    assert former is not None
    assert table is not None
    assert (table.version, table.setup.host_id) == (former.version, boris.user_id)


def create_duos(server: LiveServer, anna: HttpUser, boris: HttpUser, count: int) -> list[str]:
    """Create tables of two users; return their ids in the order of their erasure."""
    options = {"seats": 2}
    return sorted(
        server.create_table("nightmarium", (HUMAN, HUMAN), anna, boris, options=options)
        for _ in range(count)
    )


def test_erasure_without_confirmation_reloads_its_tables_and_can_be_repeated(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    anna, boris = server.new_user(), server.new_user()
    send(anna, "/settings", name="Anna of the stars")
    erase_at_table = server.store.erase_at_table
    opened, closed, untouched = create_duos(server, anna, boris, 3)
    failures = iter([StoreError("perhaps not written")] * 2)

    async def erase_and_fail(table_id: str, owner_id: str) -> None:
        await erase_at_table(table_id, owner_id)
        if failure := next(failures, None):
            raise failure

    monkeypatch.setattr(server.store, "erase_at_table", erase_and_fail)
    assert boris.get(f"/t/{closed}").status_code == 200
    with boris.connect(opened) as client:
        for _ in range(2):
            response = send(anna, "/privacy", sure="on")
            assert response.status_code == 503
            assert "set-cookie" not in response.headers
        client.receive_until(lambda message: message["seats"][0]["is_open"])
    for table_id, own_seats in ((closed, []), (untouched, [0])):
        table = server.run(server.sessions.load_table(table_id))
        assert table is not None
        assert table.seats_owned_by(anna.user_id) == own_seats
    assert send(anna, "/privacy", sure="on").status_code == 200
    contents = dump_database(folder)
    assert "Anna of the stars" not in contents
    assert anna.user_id not in contents


def test_only_loads_of_the_table_that_is_being_erased_wait(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris = server.new_user(), server.new_user()
    tables = create_duos(server, anna, boris, 3)
    erase_at_table = server.store.erase_at_table
    own_seats: list[list[int]] = []

    async def load_seats(table_id: str) -> list[int]:
        table = await server.sessions.load_table(table_id)
        assert table is not None
        return table.seats_owned_by(anna.user_id)

    async def erase_and_load(table_id: str, owner_id: str) -> None:
        waiting.append(asyncio.create_task(load_seats(table_id)))
        # The load would be complete after this one, if it did not wait.
        await load_seats(tables[-1] if table_id != tables[-1] else tables[0])
        own_seats.extend([await load_seats(one) for one in tables if one != table_id])
        await erase_at_table(table_id, owner_id)

    async def erase() -> list[list[int]]:
        await server.sessions.erase_owner(anna.user_id)
        return await asyncio.gather(*waiting)

    waiting: list[asyncio.Task[list[int]]] = []
    monkeypatch.setattr(server.store, "erase_at_table", erase_and_load)
    assert server.run(erase()) == [[], [], []]
    assert own_seats == [[0], [0], [], [0], [], []]


def test_quotas_limit_tables_per_user_and_in_total(tmp_path: Path) -> None:
    with run_server(tmp_path, settings=Settings(max_tables_per_user=2, max_tables=4)) as server:
        anna, boris = server.new_user(), server.new_user("de")
        first = send(anna, "/learn/onirim").headers["location"]
        send(anna, "/learn/onirim")
        rejected = send(anna, "/learn/onirim")
        assert rejected.status_code == 409
        assert page_words("en").text("rejected.too_many_tables") in rejected.text
        # A finished game does not count.
        assert anna.post(f"/api{first}", '{"type": "resign", "command_id": "r"}').status_code == 200
        assert send(anna, "/learn/onirim").status_code == 303
        assert send(boris, "/learn/onirim").status_code == 303
        for path in ("/learn/onirim", "/daily/onirim"):
            full = send(boris, path)
            assert full.status_code == 409
            assert page_words("de").text("rejected.server_full") in full.text
