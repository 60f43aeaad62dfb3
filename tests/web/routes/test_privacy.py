"""What is kept of visitors is told, and deleted when they want it; and how much that can be."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest

from onirium.games import registry
from onirium.i18n.catalog import LANGUAGES
from onirium.tables import HUMAN
from onirium.web.config.i18n import page_words
from onirium.web.config.settings import Settings
from tests.support.live_server import HttpUser, LiveServer, run_server

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[LiveServer]:
    settings = Settings(operator="Clara <clara@example.org>", delete_abandoned_after_days=21)
    with pytest.MonkeyPatch.context() as patch, run_server(folder, settings=settings) as server:
        # The game of the tests has no words for a list of games.
        patch.delitem(registry._MODULES, "hush", raising=False)
        yield server


def send(visitor: HttpUser, path: str, **fields: str) -> httpx.Response:
    return visitor.post(path, urlencode(fields), **FORM)


def everything(folder: Path) -> str:
    """Return all that is in the database, as a text."""
    with closing(sqlite3.connect(folder / "onirium.db")) as connection:
        kinds = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        rows = [connection.execute(f"SELECT * FROM {kind}").fetchall() for (kind,) in kinds]  # noqa: S608
    return str(rows)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_kept_is_told_and_by_whom(server: LiveServer, language: str) -> None:
    visitor, words = server.new_user(language), page_words(language)
    assert 'href="/privacy"' in visitor.get("/").text
    told = visitor.get("/privacy").text
    for part in (
        "text.cookie",
        "stored.settings",
        "stored.tables",
        "text.not_stored",
        "erase.text",
    ):
        assert words.text(f"page.privacy.{part}") in told
    assert words.count("page.privacy.abandoned", 21) in told
    assert "Clara &lt;clara@example.org&gt;" in told


def test_who_is_not_sure_keeps_everything(server: LiveServer, folder: Path) -> None:
    anna = server.new_user()
    send(anna, "/settings", name="Anna of the moon")
    assert send(anna, "/privacy", other="on").status_code == 200
    assert "Anna of the moon" in everything(folder)


def test_who_wants_it_is_forgotten_and_the_others_play_on(server: LiveServer, folder: Path) -> None:
    anna, boris = server.new_user(), server.new_user()
    send(anna, "/settings", name="Anna of the sun")
    mine = server.create_table("onirim", (HUMAN,), anna)
    ours = server.create_table("nightmarium", (HUMAN, HUMAN), anna, boris, options={"seats": 2})
    with boris.connect(ours) as theirs, anna.connect(ours) as window:
        assert theirs.receive_until(
            lambda message: message["seats"][0]["name"] == "Anna of the sun"
        )
        answer = send(anna, "/privacy", sure="on")
        assert page_words("en").text("page.privacy.erased") in answer.text
        assert 'onirium=""; ' in answer.headers["set-cookie"]
        assert "Max-Age=0" in answer.headers["set-cookie"]
        assert theirs.receive_until(lambda message: not message["seats"][0]["name"])
        assert window.receive_until(lambda message: not message["seats"][0]["name"])
        assert window.take_actions(0)["code"] == "watching"
        assert theirs.send_command("assign_seat", seat=0, occupant="random")["type"] == "table_view"
        assert theirs.take_first_action()["type"] == "table_view"
    kept = everything(folder)
    assert "Anna of the sun" not in kept
    assert anna.user_id not in kept
    assert anna.get(f"/t/{mine}").status_code == 404
    assert boris.get(f"/t/{ours}").status_code == 200
    assert ours in boris.get("/history").text
    assert ours not in anna.get("/history").text


def test_nobody_lays_too_many_tables(tmp_path: Path) -> None:
    with run_server(tmp_path, settings=Settings(max_tables_per_user=2, max_tables=4)) as server:
        anna, boris = server.new_user(), server.new_user("de")
        first = send(anna, "/learn/onirim").headers["location"]
        send(anna, "/learn/onirim")
        refused = send(anna, "/learn/onirim")
        assert refused.status_code == 409
        assert page_words("en").text("rejected.many") in refused.text
        # Who has finished a game has room for another.
        assert anna.post(f"/api{first}", '{"type": "resign", "command_id": "r"}').status_code == 200
        assert send(anna, "/learn/onirim").status_code == 303
        assert send(boris, "/learn/onirim").status_code == 303
        full = send(boris, "/learn/onirim")
        assert full.status_code == 409
        assert page_words("de").text("rejected.full") in full.text
