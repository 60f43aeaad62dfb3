"""The still pages: what they show, what their forms do, what they say when something is wrong."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import AsyncMock
from urllib.parse import urlencode

import httpx
import pytest

from onirium.games import registry
from onirium.i18n.catalog import LANGUAGES
from onirium.record import dumps, loads
from onirium.record.codec import MAX_FILE_BYTES
from onirium.tables.daily import daily_seed, seed_commitment, today
from onirium.web.forms.table_form import default_bot
from onirium.web.routes import history
from tests.support.live_server import HttpUser, LiveServer, run_server

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
RECORDS = Path(__file__).parents[2] / "transcripts"
PAGES = ["/", "/history", "/statistics", "/join/abc", "/privacy"]
PAGES += [
    f"/{place}/{game}" for place in ("new", "rules", "daily") for game in ("onirim", "nightmarium")
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with (
        pytest.MonkeyPatch.context() as patch,
        run_server(tmp_path_factory.mktemp("data")) as server,
    ):
        # The game of the tests has neither words nor pictures for a lobby.
        patch.delitem(registry._MODULES, "hush", raising=False)
        yield server


@pytest.fixture
def anna(server: LiveServer) -> HttpUser:
    return server.new_user()


def send(
    visitor: HttpUser, path: str, fields: dict[str, str] | list[tuple[str, str]]
) -> httpx.Response:
    return visitor.post(path, urlencode(fields), **FORM)


def table_of(answer: httpx.Response) -> str:
    """Return the table that an answer leads to."""
    assert answer.status_code == 303, answer.text
    found = re.fullmatch(r"/t/([\w-]+)", answer.headers["location"])
    assert found, answer.headers["location"]
    return found[1]


def setup_of(server: LiveServer, table: str) -> tuple[dict[str, object], list[str], list[str]]:
    hosted = server.run(server.store.load(table))
    assert hosted is not None
    return hosted.match.game.options, hosted.setup.occupants, hosted.setup.owner_ids


def resign(visitor: HttpUser, table: str) -> None:
    wish = json.dumps({"type": "resign", "command_id": "r"})
    assert visitor.post(f"/api/t/{table}", wish).status_code == 200


def send_file(visitor: HttpUser, content: bytes, name: str = "record") -> httpx.Response:
    edge = "----edge"
    head = f'--{edge}\r\nContent-Disposition: form-data; name="{name}"; filename="a.json"\r\n'
    body = f"{head}Content-Type: application/json\r\n\r\n".encode() + content
    kind = f"multipart/form-data; boundary={edge}"
    headers = {"Content-Type": kind}
    return visitor.post("/import", body + f"\r\n--{edge}--\r\n".encode(), **headers)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_whole_in_every_language(
    server: LiveServer, path: str, language: str
) -> None:
    answer = server.new_user(language).get(path)
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.text
    assert answer.text.count("<h1") == 1
    assert not re.search(r"<[^>]* (style|on\w+)=|<style|<script>", answer.text)
    # A key that was left in its place shows as words with a dot between them.
    assert not re.search(r">[^<]*\bpage\.[a-z]", answer.text)


def test_all_that_pages_are_made_of_is_there(server: LiveServer, anna: HttpUser) -> None:
    table = server.create_table("nightmarium", ("human", "greedy"), anna)
    paths = [*PAGES, f"/t/{table}", f"/t/{table}/replay"]
    found = {
        address
        for path in paths
        for address in re.findall(r'(?:href|src)="(/(?:static|art)/[^"]+)"', anna.get(path).text)
    }
    assert len(found) > 10
    assert not [address for address in found if anna.get(address).status_code != 200]


def test_a_first_visit_brings_a_token_and_the_language_of_the_browser(server: LiveServer) -> None:
    answer = httpx.get(server.address, headers={"Accept-Language": "de-AT"}, trust_env=False)
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "Jetzt spielen" in answer.text


@pytest.mark.parametrize(
    ("game", "seats"),
    [("onirim", ["human"]), ("nightmarium", ["human", default_bot("nightmarium")])],
)
def test_one_click_begins_a_game(
    server: LiveServer, anna: HttpUser, game: str, seats: list[str]
) -> None:
    table = table_of(send(anna, "/tables", {"game": game, "as": "last"}))
    options, who, holders = setup_of(server, table)
    assert (options, who) == ({}, seats)
    assert holders == [anna.user_id, ""][: len(seats)]
    shell = anna.get(f"/t/{table}")
    assert f'data-table="{table}"' in shell.text
    assert f'data-game="{game}"' in shell.text
    assert anna.get(f"/api/t/{table}").json()["legal_actions"]


def test_one_click_begins_with_what_was_chosen_last(server: LiveServer, anna: HttpUser) -> None:
    chosen = [
        ("game", "nightmarium"),
        ("option.seats", "3"),
        ("option.creatures", "6"),
        *((f"seat.{seat}", who) for seat, who in ((1, "random"), (2, "me"), (3, "here"))),
    ]
    table = table_of(send(anna, "/tables", chosen))
    first = setup_of(server, table)
    resign(anna, table)
    assert first == (
        {"seats": 3, "creatures": 6},
        ["random", "human", "human"],
        ["", anna.user_id, anna.user_id],
    )
    again = table_of(send(anna, "/tables", {"game": "nightmarium", "as": "last"}))
    assert again != table
    assert setup_of(server, again) == first
    assert "3 players · 6 creatures to win" in anna.get("/").text
    other = server.new_user()
    fresh = table_of(send(other, "/tables", {"game": "nightmarium", "as": "last"}))
    assert setup_of(server, fresh)[1] == ["human", default_bot("nightmarium")]


def test_a_second_click_lays_no_second_table(anna: HttpUser) -> None:
    click = {"game": "onirim", "as": "last"}
    table = table_of(send(anna, "/tables", click))
    assert table_of(send(anna, "/tables", click)) == table
    sight = anna.get(f"/api/t/{table}").json()
    wish = {"type": "take_actions", "command_id": "a", "version": sight["version"]}
    wish["actions"] = [sight["legal_actions"][0]["action"]]
    assert anna.post(f"/api/t/{table}", json.dumps(wish)).status_code == 200
    assert table_of(send(anna, "/tables", click)) != table


@pytest.mark.parametrize("game", ["onirim", "nightmarium"])
def test_a_first_game_can_be_begun_again_and_again(anna: HttpUser, game: str) -> None:
    first, second = (table_of(send(anna, f"/learn/{game}", {})) for _ in range(2))
    assert first != second
    sight = anna.get(f"/api/t/{second}").json()
    assert sight["tutorial"]["text"]
    assert len(sight["legal_actions"]) == 1
    assert "first game" in anna.get("/history").text
    assert table_of(send(anna, "/tables", {"game": game, "as": "last"})) not in {first, second}


def test_a_friends_seat_is_nobodys(server: LiveServer, anna: HttpUser) -> None:
    chosen = {"game": "onirim", "option.seats": "2", "seat.1": "friend", "seat.2": "me"}
    table = table_of(send(anna, "/tables", chosen))
    assert setup_of(server, table)[1:] == (["human", "human"], ["", anna.user_id])


@pytest.mark.parametrize(
    ("game", "chosen", "reason"),
    [
        ("onirim", {"option.variants": "lost-steps"}, "choose that expansion too"),
        ("onirim", {"option.premonitions": "6"}, "if that expansion is in play"),
        ("onirim", {"option.mode": "race"}, "A race is for two"),
        ("onirim", {"option.table": "open"}, "for two players only"),
        ("onirim", {"option.first": "2"}, "for two players only"),
        ("onirim", {"option.mode": "chess"}, "race"),
        ("nightmarium", {"option.first": "3"}, "does not sit at the table"),
        ("nightmarium", {"option.creatures": "4"}, "look through the form"),
        ("nightmarium", {"seat.1": "greedy", "seat.2": "greedy"}, "At least one person"),
        ("nightmarium", {"seat.1": "me", "seat.2": "a cat"}, "At least one person"),
    ],
)
def test_what_does_not_fit_is_said_on_the_form_with_everything_kept(
    anna: HttpUser, game: str, chosen: dict[str, str], reason: str
) -> None:
    kept = (
        {"option.expansions": "towers"}
        if game == "onirim"
        else {"seat.1": "me", "seat.2": "random"}
    )
    answer = send(anna, "/tables", {"game": game, **kept, **chosen})
    assert answer.status_code == 422
    assert reason in html.unescape(answer.text)
    assert 'role="alert"' in answer.text
    if game == "onirim":
        assert re.search(r'value="towers" checked', answer.text)
    elif "seat.2" not in chosen:
        assert re.search(r'value="random" selected', answer.text)
    assert not anna.server.run(anna.server.store.tables_owned_by(anna.user_id))


def test_the_rows_of_seats_follow_their_number_and_what_was_chosen_stays(anna: HttpUser) -> None:
    asked = {"seats": "4", "option.seats": "2", "seat.1": "me", "seat.2": "here"}
    page = anna.get(f"/new/nightmarium?{urlencode({**asked, 'option.creatures': '7'})}").text
    assert page.count("<select") == 4
    assert re.search(r'value="here" selected', page)
    assert re.search(r'name="option.creatures"\s+value="7" checked', page)
    assert 'name="option.seats" value="4"' in page
    fewer = anna.get("/new/nightmarium?seats=2&option.first=4").text
    assert fewer.count("<select") == 2
    assert re.search(r'name="option.first"\s+value="chance" checked', fewer)


def test_what_is_for_two_is_not_offered_to_one(anna: HttpUser) -> None:
    assert 'name="option.mode"' not in anna.get("/new/onirim").text
    assert 'name="option.mode"' in anna.get("/new/onirim?seats=2").text


def test_the_lobby_lists_what_is_unfinished_and_whose_turn_it_is(
    server: LiveServer, anna: HttpUser
) -> None:
    assert 'id="unfinished"' not in anna.get("/").text
    table = server.create_table("onirim", ("human",), anna)
    assert f'href="/t/{table}"' in anna.get("/").text
    resign(anna, table)
    assert 'id="unfinished"' not in anna.get("/").text
    ben = server.new_user()
    shared = server.create_table(
        "onirim", ("human", "human"), ben, anna, options={"seats": 2, "first": 1}
    )
    assert f'href="/t/{shared}"' in anna.get("/").text
    assert "Player 1 to move" in anna.get("/").text
    assert "Your turn" in ben.get("/").text


def test_settings_are_kept(anna: HttpUser) -> None:
    wanted = {"name": " Anna\n<b>", "language": "ru", "theme": "dark"}
    assert send(anna, "/settings", wanted).headers["location"] == "/"
    page = anna.get("/").text
    assert '<html lang="ru" data-theme="dark">' in page
    assert 'value="Anna&lt;b&gt;"' in page
    back = send(anna, "/settings", {"language": "de", "back": "/rules/onirim"})
    assert back.headers["location"] == "/rules/onirim"
    assert '<html lang="de" data-theme="dark">' in anna.get("/").text


@pytest.mark.parametrize(
    "back", ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere", "/a\r\nb: c"]
)
def test_settings_lead_nowhere_else(anna: HttpUser, back: str) -> None:
    answer = send(anna, "/settings", {"language": "xx", "theme": "pink", "back": back})
    assert answer.headers["location"] == "/"
    assert '<html lang="en" data-theme="system">' in anna.get("/").text


def test_the_history_shows_results_and_can_be_filtered(server: LiveServer, anna: HttpUser) -> None:
    lost = server.create_table("onirim", ("human",), anna)
    server.create_table("nightmarium", ("human", "greedy"), anna)
    resign(anna, lost)
    everything = anna.get("/history").text
    assert everything.count('<li class="sheet">') == 2
    assert "Lost" in everything
    assert f'href="/t/{lost}/record.json"' in everything
    onirim = anna.get("/history?game=onirim").text
    assert f'href="/t/{lost}/replay"' in onirim
    assert onirim.count('<li class="sheet">') == 1
    assert anna.get("/history?game=chess").text.count('<li class="sheet">') == 0


def test_a_long_history_is_turned_over(
    server: LiveServer, anna: HttpUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "TABLES_PER_PAGE", 2)
    for _ in range(3):
        server.create_table("onirim", ("human",), anna)
    first, second = anna.get("/history").text, anna.get("/history?page=2").text
    assert (first.count('<li class="sheet">'), second.count('<li class="sheet">')) == (2, 1)
    assert 'rel="next"' in first
    assert 'rel="prev"' not in first
    assert 'rel="prev"' in second
    assert 'rel="next"' not in second
    assert anna.get("/history?page=x").text.count('<li class="sheet">') == 2


def test_the_statistics_are_by_game_and_options(server: LiveServer) -> None:
    anna = server.new_user("de")
    for options in ({}, {}, {"expansions": ["book"]}):
        resign(anna, server.create_table("onirim", ("human",), anna, options=options))
    page = anna.get("/statistics").text
    found = re.findall(r"<h3>(.*?)</h3>.*?<dd>(\d+)</dd>.*?<dd>(\d+)</dd>", page, re.DOTALL)
    assert found == [("1 Spieler", "2", "0"), ("1 Spieler · Buch der Schritte", "1", "0")]
    assert "Die letzten 2" in page


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_a_record_opens_as_a_table(server: LiveServer, anna: HttpUser, path: Path) -> None:
    table = table_of(send_file(anna, path.read_bytes()))
    hosted = server.run(server.store.load(table))
    assert hosted is not None
    assert hosted.is_over
    assert hosted.match.record.actions == loads(path.read_text("utf-8")).actions
    assert hosted.unranked
    assert not server.run(server.store.statistics(anna.user_id))


def test_a_game_can_be_taken_away_as_a_record_and_brought_back(anna: HttpUser) -> None:
    content = (RECORDS / "onirim-0.1.0-won.json").read_bytes()
    table = table_of(send_file(anna, content))
    taken = anna.get(f"/t/{table}/record.json")
    assert taken.headers["content-disposition"].startswith('attachment; filename="onirim-')
    assert loads(taken.text).actions == loads(content.decode()).actions
    assert table_of(send_file(anna, taken.content)) != table


def test_a_running_game_of_several_is_taken_away_by_nobody(
    server: LiveServer, anna: HttpUser
) -> None:
    alone = server.create_table("onirim", ("human",), anna)
    assert loads(anna.get(f"/t/{alone}/record.json").text).game == "onirim"
    assert server.new_user().get(f"/t/{alone}/record.json").status_code == 404
    shared = server.create_table("nightmarium", ("human", "greedy"), anna)
    assert anna.get(f"/t/{shared}/record.json").status_code == 404
    resign(anna, shared)
    assert anna.get(f"/t/{shared}/record.json").status_code == 200
    assert anna.get("/t/none/record.json").status_code == 404


def test_a_record_that_breaks_off_can_be_played_on(anna: HttpUser) -> None:
    record = loads((RECORDS / "onirim-0.1.0-won.json").read_text("utf-8"))
    del record.actions[20:]
    record.seats = ["somebody's own player"]
    table = table_of(send_file(anna, dumps(record).encode()))
    sight = anna.get(f"/api/t/{table}").json()
    assert sight["legal_actions"]
    assert sight["own_seats"] == [0]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "choose a file"),
        (b"[", "this is not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"{}", "missing required field"),
        (b'{"game": "<script>alert(1)</script>"}', "cannot be played again"),
        (b"x" * (MAX_FILE_BYTES + 1), "this is not JSON"),
        (b"x" * (MAX_FILE_BYTES + history.FORM_OVERHEAD_BYTES), "too large"),
    ],
)
def test_a_file_that_is_no_record_is_refused_for_people(
    anna: HttpUser, content: bytes, reason: str
) -> None:
    answer = send_file(anna, content)
    assert answer.status_code == 422
    assert reason in html.unescape(answer.text)
    assert "<script>alert" not in answer.text
    assert not anna.server.run(anna.server.store.tables_owned_by(anna.user_id))


def test_a_form_with_another_field_or_of_another_kind_brings_no_record(anna: HttpUser) -> None:
    assert send_file(anna, b"{}", name="other").status_code == 422
    assert send(anna, "/import", {"record": "{}"}).status_code == 422


def test_the_deal_of_the_day_is_tried_once_and_then_practised(
    server: LiveServer, anna: HttpUser
) -> None:
    seed = daily_seed("onirim", today())
    before = anna.get("/daily/onirim").text
    assert seed_commitment(seed) in before
    assert str(seed) not in before
    table = table_of(send(anna, "/daily/onirim", {}))
    assert table_of(send(anna, "/daily/onirim", {"practice": "1"})) == table
    assert f'href="/t/{table}"' in anna.get("/daily/onirim").text
    resign(anna, table)
    after = anna.get("/daily/onirim").text
    assert re.search(r"<textarea[^>]*>Onirium – Onirim, daily deal .*: Lost \(0 dec", after)
    assert table_of(send(anna, "/daily/onirim", {})) == table
    practice = table_of(send(anna, "/daily/onirim", {"practice": "1"}))
    assert practice != table
    [ranked, free] = [server.run(server.store.load(each)) for each in (table, practice)]
    assert ranked is not None
    assert free is not None
    assert ranked.match.record.actions == free.match.record.actions
    assert (ranked.unranked, free.unranked) == (False, True)
    listed = anna.get("/history").text
    assert "1 player · daily deal" in listed
    assert "1 player · practice" in listed


def test_a_second_try_at_the_same_moment_is_refused(
    anna: HttpUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(anna, "/daily/onirim", {})
    monkeypatch.setattr("onirium.web.routes.daily._find_attempt", AsyncMock(return_value=None))
    answer = send(anna, "/daily/onirim", {})
    assert answer.status_code == 409
    assert "<h1" in answer.text


def test_everybody_gets_the_same_deal(server: LiveServer) -> None:
    tables = [table_of(send(server.new_user(), "/daily/nightmarium", {})) for _ in range(2)]
    [one, other] = [server.run(server.store.load(table)) for table in tables]
    assert one is not None
    assert other is not None
    assert one.match.record.actions == other.match.record.actions


def test_a_finished_game_goes_on_from_one_of_its_moments(
    server: LiveServer, anna: HttpUser
) -> None:
    record = loads((RECORDS / "nightmarium-0.1.0-three-won-by-player-2.json").read_text("utf-8"))
    record.seats = ["random", "human", "random"]
    table = table_of(send_file(anna, dumps(record).encode()))
    there = table_of(send(server.new_user(), f"/t/{table}/continue", {"from": "40"}))
    hosted = server.run(server.store.load(there))
    assert hosted is not None
    assert hosted.setup.occupants == ["human", default_bot("nightmarium"), "random"]
    assert hosted.match.record.actions[:40] == record.actions[:40]
    assert hosted.unranked
    assert not hosted.is_over


def test_a_running_game_of_several_goes_on_nowhere_else(server: LiveServer, anna: HttpUser) -> None:
    shared = server.create_table("nightmarium", ("human", "greedy"), anna)
    assert send(anna, f"/t/{shared}/continue", {"from": "0"}).status_code == 404
    alone = server.create_table("onirim", ("human",), anna)
    assert send(server.new_user(), f"/t/{alone}/continue", {"from": "0"}).status_code == 404
    assert send(anna, f"/t/{alone}/continue", {"from": "9"}).status_code == 303
    assert send(anna, f"/t/{alone}/continue", {"from": "-1"}).status_code == 400
    assert send(anna, f"/t/{alone}/continue", {"from": "9" * 50}).status_code == 400


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/new/chess", "/rules/chess", "/daily/chess", "/t/none", "/t/none/replay"],
)
def test_what_is_not_there_is_said_in_the_house_s_look(anna: HttpUser, path: str) -> None:
    answer = anna.get(path)
    assert answer.status_code == 404
    assert "Nobody dreams here" in answer.text
    assert 'href="/"' in answer.text


def test_what_is_no_page_is_missed_in_plain_text(anna: HttpUser) -> None:
    answer = anna.get("/art/1/onirim/none.svg")
    assert (answer.status_code, answer.text) == (404, "Not found.")


@pytest.mark.parametrize("path", ["/tables", "/learn/chess", "/t/none/continue"])
def test_what_is_not_there_cannot_be_asked_for(anna: HttpUser, path: str) -> None:
    assert send(anna, path, {"game": "chess"}).status_code == 404


def test_a_fault_of_ours_is_said_to_be_ours(
    anna: HttpUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("onirium.web.routes.history.describe_options", lambda *_: 1 / 0)
    resign(anna, anna.server.create_table("onirim", ("human",), anna))
    answer = anna.get("/statistics")
    assert answer.status_code == 500
    assert "on our side" in answer.text
    assert "ZeroDivisionError" not in answer.text


@pytest.mark.parametrize("content", [b"x" * 9_000, b"a=1&" * 200, b"\xff=\xff"])
def test_a_form_that_cannot_be_read_is_said_to_be_so(anna: HttpUser, content: bytes) -> None:
    answer = anna.post("/settings", content, **FORM)
    assert answer.status_code == 400
    assert "could not be read" in answer.text


def test_pages_are_read_by_get_and_changed_by_post_alone(anna: HttpUser) -> None:
    for path in ("/tables", "/settings", "/import", "/learn/onirim"):
        assert anna.get(path).status_code == 405
    elsewhere = {"Origin": "http://elsewhere.example", **FORM}
    assert anna.post("/settings", b"language=ru", **elsewhere).status_code == 403


def test_games_are_offered_as_they_are_declared(anna: HttpUser) -> None:
    page = anna.get("/").text
    assert re.findall(r'<input type="hidden" name="game" value="(\w+)">', page) == registry.names()
