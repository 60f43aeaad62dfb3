"""Static pages: contents, forms, error pages."""

import hashlib
import html
import json
import re
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest
from msgspec.structs import replace
from starlette.requests import Request

from onirium.games import registry
from onirium.i18n.catalog import LANGUAGES
from onirium.record import dumps, loads
from onirium.record.codec import MAX_FILE_BYTES
from onirium.storage.backend import Connection
from onirium.storage.statistics import GameStatistics
from onirium.storage.store import TableSummary
from onirium.tables.commitment import setup_commitment
from onirium.tables.daily import today
from onirium.web.forms.parsing import MAX_FIELDS
from onirium.web.forms.table_form import default_bot
from onirium.web.live.tutorial import BASICS, load_tutorial, tutorial_names
from onirium.web.routes import daily, history
from onirium.web.routes.new_table import last_table
from tests.support.live_server import TIMEOUT_S, HttpUser, LiveServer, run_server

pytestmark = pytest.mark.usefixtures("same_day")

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
RECORDS = Path(__file__).parents[2] / "transcripts"
PAGES = ["/", "/history", "/statistics", "/privacy"]
PAGES += [f"/{place}/{game}" for place in ("new", "rules", "daily") for game in registry.names()]


@pytest.fixture
def anna(server: LiveServer) -> HttpUser:
    return server.new_user()


def send(
    user: HttpUser, path: str, fields: dict[str, str] | list[tuple[str, str]]
) -> httpx.Response:
    return user.post(path, urlencode(fields), **FORM)


def redirected_table(response: httpx.Response) -> str:
    """Return the id of the table that a response redirects to."""
    assert response.status_code == 303, response.text
    match = re.fullmatch(r"/t/([\w-]+)", response.headers["location"])
    assert match, response.headers["location"]
    return match[1]


def load_setup(server: LiveServer, table_id: str) -> tuple[dict[str, object], list[str], list[str]]:
    table = server.run(server.store.load(table_id))
    assert table is not None
    return table.match.game.options, table.setup.occupants, table.setup.owner_ids


def resign(user: HttpUser, table_id: str) -> None:
    command = json.dumps({"type": "resign", "command_id": "r"})
    assert user.post(f"/api/t/{table_id}", command).status_code == 200


def send_file(user: HttpUser, content: bytes, name: str = "record") -> httpx.Response:
    boundary = "----boundary"
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="a.json"\r\n'
    body = f"{head}Content-Type: application/json\r\n\r\n".encode() + content
    kind = f"multipart/form-data; boundary={boundary}"
    headers = {"Content-Type": kind}
    return user.post("/import", body + f"\r\n--{boundary}--\r\n".encode(), **headers)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_renders_in_every_language(server: LiveServer, path: str, language: str) -> None:
    response = server.new_user(language).get(path)
    assert response.status_code == 200
    assert f'<html lang="{language}"' in response.text
    assert response.text.count("<h1") == 1
    assert not re.search(r"<[^>]* (style|on\w+)=|<style|<script>", response.text)
    # No catalogue key is left untranslated.
    assert not re.search(r">[^<]*\bpage\.[a-z]", response.text)


def test_invitation_to_a_table_that_does_not_exist_is_refused(
    server: LiveServer, anna: HttpUser
) -> None:
    table_id = server.create_table("nightmarium", ("human", "human"), anna, anna)
    invitation = anna.get(f"/join/{table_id}")
    assert invitation.status_code == 200
    assert 'id="accept"' in invitation.text
    refused = anna.get("/join/xyz")
    assert refused.status_code == 404
    assert "This invitation is no longer valid." in refused.text
    assert 'id="accept"' not in refused.text


def test_invitation_tells_a_seated_player_the_way_back(server: LiveServer, anna: HttpUser) -> None:
    boris = server.new_user()
    table_id = server.create_table("nightmarium", ("human", "human"), anna, boris)
    back = f'<a class="button main" href="/t/{table_id}">Back to the table</a>'
    for player in (anna, boris):
        invitation = player.get(f"/join/{table_id}").text
        assert "You already have a seat at this table." in invitation
        assert "A seat at a table is waiting for you." not in invitation
        assert back in invitation
    stranger = server.new_user().get(f"/join/{table_id}").text
    assert "You already have a seat" not in stranger
    assert back not in stranger


def test_invitation_names_game_and_host(server: LiveServer, anna: HttpUser) -> None:
    table_id = server.create_table("nightmarium", ("human", "human"), anna, anna)
    boris = server.new_user()
    assert "A seat at a table is waiting for you." in boris.get(f"/join/{table_id}").text
    send(anna, "/settings", {"name": "Anna"})
    invitation = boris.get(f"/join/{table_id}").text
    assert "Nightmarium · 2 players" in invitation
    assert "Anna is keeping a seat for you." in invitation
    anna.post(f"/api/t/{table_id}", json.dumps({"type": "set_links", "enabled": False}))
    refused = boris.get(f"/join/{table_id}")
    assert refused.status_code == 200
    assert "Anna" not in refused.text
    assert "2 players" not in refused.text


def test_page_can_be_installed(anna: HttpUser) -> None:
    assert '<link rel="manifest" href="/manifest.webmanifest">' in anna.get("/").text
    response = anna.get("/manifest.webmanifest")
    assert response.headers["content-type"] == "application/manifest+json"
    manifest = response.json()
    assert (manifest["start_url"], manifest["display"]) == ("./", "standalone")
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        picture = anna.get(icon["src"])
        assert (picture.status_code, picture.headers["content-type"]) == (200, icon["type"])


def test_installed_page_is_described_in_the_language_of_the_browser(server: LiveServer) -> None:
    german, english = (
        server.new_user(language).get("/manifest.webmanifest") for language in ("de", "en")
    )
    assert "accept-language" in german.headers["vary"]
    assert german.json()["lang"] == "de"
    assert "zwei Kartenspiele" in german.json()["description"]
    assert "two card games" in english.json()["description"]


def test_all_linked_assets_exist(server: LiveServer, anna: HttpUser) -> None:
    table_id = server.create_table("nightmarium", ("human", "greedy"), anna)
    paths = [*PAGES, f"/t/{table_id}", f"/t/{table_id}/replay"]
    urls = {
        url
        for path in paths
        for url in re.findall(r'(?:href|src)="(/(?:static|art)/[^"]+)"', anna.get(path).text)
    }
    assert len(urls) > 10
    assert not [url for url in urls if anna.get(url).status_code != 200]


def test_first_visit_sets_cookie_and_negotiates_language(server: LiveServer) -> None:
    headers = {"Accept-Language": "de-AT"}
    response = httpx.get(server.address, headers=headers, timeout=TIMEOUT_S, trust_env=False)
    assert "HttpOnly" in response.headers["set-cookie"]
    assert "Jetzt spielen" in response.text


@pytest.mark.parametrize(
    ("game", "seats"),
    [("onirim", ["human"]), ("nightmarium", ["human", default_bot("nightmarium")])],
)
def test_quick_start_creates_default_table(
    server: LiveServer, anna: HttpUser, game: str, seats: list[str]
) -> None:
    table_id = redirected_table(send(anna, "/tables", {"game": game, "as": "last"}))
    options, occupants, owner_ids = load_setup(server, table_id)
    assert (options, occupants) == ({}, seats)
    assert owner_ids == [anna.user_id, ""][: len(seats)]
    shell = anna.get(f"/t/{table_id}")
    assert f'data-table="{table_id}"' in shell.text
    assert f'data-game="{game}"' in shell.text
    assert anna.get(f"/api/t/{table_id}").json()["legal_actions"]


def test_quick_start_repeats_last_options(server: LiveServer, anna: HttpUser) -> None:
    values = [
        ("game", "nightmarium"),
        ("option.seats", "3"),
        ("option.creatures", "6"),
        *((f"seat.{seat}", occupant) for seat, occupant in ((1, "random"), (2, "me"), (3, "here"))),
    ]
    table_id = redirected_table(send(anna, "/tables", values))
    first = load_setup(server, table_id)
    resign(anna, table_id)
    assert first == (
        {"seats": 3, "creatures": 6},
        ["random", "human", "human"],
        ["", anna.user_id, anna.user_id],
    )
    again = redirected_table(send(anna, "/tables", {"game": "nightmarium", "as": "last"}))
    assert again != table_id
    assert load_setup(server, again) == first
    assert "3\xa0players ·\xa06\xa0creatures\xa0to\xa0win" in anna.get("/").text
    other = server.new_user()
    fresh = redirected_table(send(other, "/tables", {"game": "nightmarium", "as": "last"}))
    assert load_setup(server, fresh)[1] == ["human", default_bot("nightmarium")]


def test_quick_start_reuses_untouched_table(anna: HttpUser) -> None:
    click = {"game": "onirim", "as": "last"}
    table_id = redirected_table(send(anna, "/tables", click))
    assert redirected_table(send(anna, "/tables", click)) == table_id
    table_view = anna.get(f"/api/t/{table_id}").json()
    command = {"type": "take_actions", "command_id": "a", "version": table_view["version"]}
    command["actions"] = [table_view["legal_actions"][0]["action"]]
    assert anna.post(f"/api/t/{table_id}", json.dumps(command)).status_code == 200
    assert redirected_table(send(anna, "/tables", click)) != table_id


@pytest.mark.parametrize("game", ["onirim", "nightmarium"])
def test_tutorial_can_be_started_repeatedly(anna: HttpUser, game: str) -> None:
    first, second = (redirected_table(send(anna, f"/learn/{game}", {})) for _ in range(2))
    assert first != second
    table_view = anna.get(f"/api/t/{second}").json()
    assert table_view["tutorial"]["text"]
    assert len(table_view["legal_actions"]) == 1
    assert "lesson" in anna.get("/history").text
    assert redirected_table(send(anna, "/tables", {"game": game, "as": "last"})) not in {
        first,
        second,
    }


def test_every_tutorial_has_a_button_that_starts_it(anna: HttpUser) -> None:
    page, booklet = anna.get("/new/onirim").text, anna.get("/rules/onirim").text
    for name in tutorial_names("onirim"):
        tutorial, path = load_tutorial("onirim", name), f"/learn/onirim/{name}"
        assert f'formaction="{path}"' in page
        assert name == BASICS or f'formaction="{path}"' in booklet
        table_view = anna.get(f"/api/t/{redirected_table(send(anna, path, {}))}").json()
        assert table_view["tutorial"]["count"] == len(tutorial.actions)
        assert table_view["tutorial"]["index"] == min(tutorial.texts)
        assert len(table_view["legal_actions"]) == 1
    assert anna.post("/learn/onirim/glyphs", "").status_code == 404


def test_seat_for_a_friend_has_no_owner(server: LiveServer, anna: HttpUser) -> None:
    values = {"game": "onirim", "option.seats": "2", "seat.1": "friend", "seat.2": "me"}
    table_id = redirected_table(send(anna, "/tables", values))
    assert load_setup(server, table_id)[1:] == (["human", "human"], ["", anna.user_id])


@pytest.mark.parametrize(
    ("game", "values", "reason"),
    [
        ("onirim", {"option.variants": "lost-steps"}, "choose that expansion too"),
        ("onirim", {"option.premonitions": "6"}, "if that expansion is in play"),
        ("onirim", {"option.mode": "race"}, "A race is for two"),
        ("onirim", {"option.table": "open"}, "for two players only"),
        ("onirim", {"option.first": "2"}, "for two players only"),
        ("onirim", {"option.mode": "chess"}, "race"),
        ("onirim", {"option.readings": "planning"}, "readings of an expansion need that"),
        ("nightmarium", {"option.readings": "first"}, "Who had the last nightmare?"),
        ("nightmarium", {"option.first": "3"}, "does not sit at the table"),
        ("nightmarium", {"option.creatures": "4"}, "look through the form"),
        ("nightmarium", {"seat.1": "greedy", "seat.2": "greedy"}, "At least one person"),
        ("nightmarium", {"seat.1": "me", "seat.2": "a cat"}, "At least one person"),
    ],
)
def test_invalid_form_is_shown_again_with_error_and_values(
    anna: HttpUser, game: str, values: dict[str, str], reason: str
) -> None:
    valid_values = (
        {"option.expansions": "towers"}
        if game == "onirim"
        else {"seat.1": "me", "seat.2": "random"}
    )
    response = send(anna, "/tables", {"game": game, **valid_values, **values})
    assert response.status_code == 422
    assert reason in html.unescape(response.text)
    assert 'role="alert"' in response.text
    if game == "onirim":
        assert re.search(r'value="towers" checked', response.text)
    elif "seat.2" not in values:
        assert re.search(r'value="random" selected', response.text)
    assert not anna.server.run(anna.server.store.tables_owned_by(anna.user_id))


def test_changing_the_number_of_seats_keeps_other_values(anna: HttpUser) -> None:
    query = {"seats": "4", "option.seats": "2", "seat.1": "me", "seat.2": "here"}
    page = anna.get(f"/new/nightmarium?{urlencode({**query, 'option.creatures': '7'})}").text
    assert page.count("<select") == 4
    assert re.search(r'value="here" selected', page)
    assert re.search(r'name="option.creatures"\s+value="7" checked', page)
    assert 'name="option.seats" value="4"' in page
    fewer = anna.get("/new/nightmarium?seats=2&option.first=4").text
    assert fewer.count("<select") == 2
    assert re.search(r'name="option.first"\s+value="chance" checked', fewer)


def test_form_omits_options_unavailable_for_one_seat(anna: HttpUser) -> None:
    assert 'name="option.mode"' not in anna.get("/new/onirim").text
    assert 'name="option.mode"' in anna.get("/new/onirim?seats=2").text


def test_another_number_of_seats_leads_back_to_the_seats(anna: HttpUser) -> None:
    """The fragment spares the keyboard the way from the top of the page."""
    page = anna.get("/new/onirim").text
    assert re.findall(r'formaction="(.+)" name="seats"', page) == ["/new/onirim#players"] * 2
    assert re.search(r'<fieldset[^>]* id="players">', page)


def test_form_folds_the_readings_and_quotes_the_printed_rules(anna: HttpUser) -> None:
    page = html.unescape(anna.get("/new/onirim").text)
    fold = page[page.index('<details class="sheet fold">') :]
    assert "<summary>Rules as we read them</summary>" in fold
    assert "RU-2: “you may find the card in the deck”" in fold
    assert "second-door" not in fold
    assert "second-door" in anna.get("/new/onirim?seats=2").text


def test_form_keeps_the_readings_that_the_number_of_seats_allows(anna: HttpUser) -> None:
    readings = [("option.readings", "search"), ("option.readings", "second-door")]
    page = anna.get(f"/new/onirim?{urlencode([('seats', '1'), *readings])}").text
    assert '<details class="sheet fold" open>' in page
    assert re.search(r'value="search" checked', page)


def test_form_leaves_out_options_for_study(anna: HttpUser) -> None:
    assert "option.box" not in anna.get("/new/onirim").text


def test_readings_are_options_of_a_table(anna: HttpUser) -> None:
    values = [("game", "onirim"), ("option.readings", "search"), ("option.readings", "fourth-room")]
    table_id = redirected_table(send(anna, "/tables", values))
    table_view = anna.get(f"/api/t/{table_id}").json()
    assert table_view["options"] == {"readings": ["search", "fourth-room"]}
    assert (
        "Searches\xa0are\xa0compulsory ·\xa0Any\xa0three\xa0in\xa0a\xa0row\xa0count"
        in anna.get("/").text
    )
    assert any("Searches are compulsory" in text for text in table_view["help"])


def test_rules_page_shows_the_readings_in_force(anna: HttpUser) -> None:
    page = anna.get("/rules/onirim/exact?reading=search&reading=chess").text
    assert '<a href="#reading-search">Searches are compulsory</a>' in page
    assert re.findall(r'<tr id="reading-([a-z-]+)" class="other">', page) == ["search"]
    assert "chess" not in page.partition("<main")[2].partition("</main>")[0]
    assert 'class="other"' not in anna.get("/rules/onirim/exact").text
    booklet = anna.get("/rules/onirim?reading=search&reading=fourth-room").text
    address = "/rules/onirim/exact?reading=search&amp;reading=fourth-room"
    assert f'href="{address}"' in booklet
    assert f'href="{address}#reading-search"' in booklet


@pytest.mark.parametrize("path", ["/", "/history", "/statistics", "/daily/onirim"])
def test_the_back_button_loads_lists_of_tables_again(anna: HttpUser, path: str) -> None:
    """Browsers go back to what they stored, even if it must not be used without asking."""
    assert anna.get(path).headers["cache-control"] == "no-store"


def test_lobby_lists_unfinished_tables_with_status(server: LiveServer, anna: HttpUser) -> None:
    assert 'id="unfinished"' not in anna.get("/").text
    table_id = server.create_table("onirim", ("human",), anna)
    assert f'href="/t/{table_id}"' in anna.get("/").text
    resign(anna, table_id)
    assert 'id="unfinished"' not in anna.get("/").text
    ben = server.new_user()
    shared = server.create_table(
        "onirim", ("human", "human"), ben, anna, options={"seats": 2, "first": 1}
    )
    assert f'href="/t/{shared}"' in anna.get("/").text
    assert "Player\xa01\xa0to\xa0move" in anna.get("/").text
    assert "Your\xa0turn" in ben.get("/").text


def test_user_settings_are_stored(anna: HttpUser) -> None:
    settings = {"name": " Anna\n<b>", "language": "ru", "theme": "dark"}
    assert send(anna, "/settings", settings).headers["location"] == "/"
    page = anna.get("/").text
    assert '<html lang="ru" data-theme="dark" ' in page
    assert 'value="Anna&lt;b&gt;"' in page
    back = send(anna, "/settings", {"language": "de", "back": "/rules/onirim"})
    assert back.headers["location"] == "/rules/onirim"
    assert '<html lang="de" data-theme="dark" ' in anna.get("/").text


@pytest.mark.parametrize(
    ("entered", "kept"),
    [
        ("Ann\u202ea\x07", "Anna"),
        ("\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f467"),
        ("nineteen characters and more", "nineteen characters"),
    ],
    ids=["invisible", "joined emoji", "long"],
)
def test_names_keep_what_can_be_seen(entered: str, kept: str, anna: HttpUser) -> None:
    send(anna, "/settings", {"name": entered})
    assert f'value="{kept}"' in anna.get("/").text


@pytest.mark.parametrize(
    "back", ["//foreign.example", "https://foreign.example", "/\\foreign", "/a\r\nb: c"]
)
def test_settings_do_not_redirect_to_other_sites(anna: HttpUser, back: str) -> None:
    response = send(anna, "/settings", {"language": "xx", "theme": "pink", "back": back})
    assert response.headers["location"] == "/"
    assert '<html lang="en" data-theme="system" ' in anna.get("/").text


def test_history_shows_results_and_filters_by_game(server: LiveServer, anna: HttpUser) -> None:
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
    assert anna.get("/history?game=chess").text.count('<li class="sheet">') == 2


def test_history_is_paginated(
    server: LiveServer, anna: HttpUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "PAGE_SIZE", 2)
    for _ in range(3):
        server.create_table("onirim", ("human",), anna)
    first, second = anna.get("/history").text, anna.get("/history?page=2").text
    assert (first.count('<li class="sheet">'), second.count('<li class="sheet">')) == (2, 1)
    assert 'rel="next"' in first
    assert 'rel="prev"' not in first
    assert 'rel="prev"' in second
    assert 'rel="next"' not in second
    assert anna.get("/history?page=x").text.count('<li class="sheet">') == 2


def test_statistics_are_grouped_by_game_and_options(server: LiveServer) -> None:
    anna = server.new_user("de")
    for options in ({}, {}, {"expansions": ["book"]}):
        resign(anna, server.create_table("onirim", ("human",), anna, options=options))
    page = anna.get("/statistics").text
    rows = re.findall(r'<th scope="row">(.*?)</th><td>(\d+)</td><td>(\d+)</td>', page)
    assert rows == [
        ("1\xa0Spieler", "2", "0"),
        ("1\xa0Spieler ·\xa0Buch\xa0der\xa0Schritte", "1", "0"),
    ]
    assert 'aria-label="Pforten am Ende: 0: 3"' in page
    assert 'aria-label="Siege in den letzten zehn Partien: 0\xa0%"' in page
    note = re.sub(r"\s", " ", page)
    assert "Die Diagramme und die beste Serie umfassen die letzten 50 Partien." in note


def test_statistics_list_the_options_played_most_first(
    server: LiveServer, anna: HttpUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def read_statistics(_: str) -> list[GameStatistics]:
        book: dict[str, object] = {"expansions": ["book"]}
        return [
            GameStatistics(game="onirim", options={}, won=1, lost=0),
            GameStatistics(game="onirim", options=book, won=1, lost=2),
        ]

    monkeypatch.setattr(server.store, "statistics", read_statistics)
    page = anna.get("/statistics").text
    rows = re.findall(r'<th scope="row">.*?</th><td>(\d+)</td><td>(\d+)</td><td>(\d+)%</td>', page)
    assert rows == [("3", "1", "33"), ("1", "1", "100")]
    assert re.findall(r"<dd>(\d+)%?</dd>", page) == ["4", "2", "50"]


def test_charts_show_the_latest_games_that_count(
    server: LiveServer, anna: HttpUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "MAX_CHARTED_TABLES", 2)
    for _ in range(3):
        resign(anna, server.create_table("onirim", ("human",), anna))
    for _ in range(2):
        server.create_table("onirim", ("human",), anna)
    page = anna.get("/statistics").text
    assert "<td>3</td><td>0</td><td>0%</td>" in page
    assert 'aria-label="Doors found at the end: 0: 2"' in page


def test_statistics_are_shown_without_their_tables(
    server: LiveServer, anna: HttpUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "MAX_CHARTED_TABLES", 0)
    resign(anna, server.create_table("onirim", ("human",), anna))
    response = anna.get("/statistics")
    assert response.status_code == 200
    assert "<td>1</td><td>0</td><td>0%</td>" in response.text


def test_statistics_name_the_latest_games_for_the_skill(server: LiveServer) -> None:
    anna = server.new_user()
    tables = []
    for seats in (("human",), ("greedy", "human")):
        game = "onirim" if len(seats) == 1 else "nightmarium"
        tables.append(server.create_table(game, seats, anna))
        resign(anna, tables[-1])
    found = re.findall(r"data-tables='(.*?)'", anna.get("/statistics").text)
    assert [json.loads(tables) for tables in found] == [[[tables[0], 0]], [[tables[1], 1]]]


def test_tables_are_shown_as_they_stand(server: LiveServer, anna: HttpUser) -> None:
    won = loads((RECORDS / "onirim-0.1.0-won.json").read_bytes().decode())
    server.create_table("onirim", ("human",), anna, opening=won.actions)
    page = anna.get("/history").text
    assert "8 of 8 doors" in page
    assert page.count("-open.svg") == 8
    lost = loads((RECORDS / "nightmarium-0.1.0-four-won-by-player-4.json").read_bytes().decode())
    seats = ("human", "greedy", "greedy", "greedy")
    server.create_table("nightmarium", seats, anna, options=lost.options, opening=lost.actions)
    gallery = anna.get("/history?game=nightmarium").text
    assert "4 of 5 creatures" in gallery
    assert gallery.count('<span class="found">') == 4
    assert (
        anna.get(re.findall(r'src="(/art/[^"]+nightmarium/[^"]+)"', gallery)[0]).status_code == 200
    )


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_import_creates_table_from_record(server: LiveServer, anna: HttpUser, path: Path) -> None:
    table_id = redirected_table(send_file(anna, path.read_bytes()))
    table = server.run(server.store.load(table_id))
    assert table is not None
    assert table.is_over
    assert table.match.record.actions == loads(path.read_text("utf-8")).actions
    assert table.unranked
    assert not server.run(server.store.statistics(anna.user_id))


def test_exported_record_can_be_imported(anna: HttpUser) -> None:
    content = (RECORDS / "onirim-0.1.0-won.json").read_bytes()
    table_id = redirected_table(send_file(anna, content))
    export = anna.get(f"/t/{table_id}/record.json")
    assert export.headers["content-disposition"].startswith('attachment; filename="onirim-')
    assert loads(export.text).actions == loads(content.decode()).actions
    assert redirected_table(send_file(anna, export.content)) != table_id


def test_export_requires_finished_game_or_single_player(server: LiveServer, anna: HttpUser) -> None:
    alone = server.create_table("onirim", ("human",), anna)
    assert loads(anna.get(f"/t/{alone}/record.json").text).game == "onirim"
    assert server.new_user().get(f"/t/{alone}/record.json").status_code == 404
    shared = server.create_table("nightmarium", ("human", "greedy"), anna)
    assert anna.get(f"/t/{shared}/record.json").status_code == 404
    resign(anna, shared)
    assert anna.get(f"/t/{shared}/record.json").status_code == 200
    assert anna.get("/t/none/record.json").status_code == 404


def test_imported_unfinished_record_can_be_continued(anna: HttpUser) -> None:
    record = loads((RECORDS / "onirim-0.1.0-won.json").read_text("utf-8"))
    del record.actions[20:]
    record.seats = ["unknown bot"]
    table_id = redirected_table(send_file(anna, dumps(record).encode()))
    table_view = anna.get(f"/api/t/{table_id}").json()
    assert table_view["legal_actions"]
    assert table_view["own_seats"] == [0]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "choose a file"),
        (b"[", "this is not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"{}", "the field format is missing"),
        (b'{"format": "\\ud800"}', "not valid Unicode"),
        (b'{"game": "<script>alert(1)</script>"}', "cannot be replayed"),
        (b"x" * (MAX_FILE_BYTES + 1), "this is not JSON"),
        (b"x" * (MAX_FILE_BYTES + history.FORM_OVERHEAD_BYTES), "too large"),
    ],
)
def test_import_of_invalid_file_shows_reason(anna: HttpUser, content: bytes, reason: str) -> None:
    response = send_file(anna, content)
    assert response.status_code == 422
    assert reason in html.unescape(response.text)
    assert "<script>alert" not in response.text
    assert not anna.server.run(anna.server.store.tables_owned_by(anna.user_id))


def test_import_requires_multipart_form_with_record_field(anna: HttpUser) -> None:
    assert send_file(anna, b"{}", name="other").status_code == 422
    assert send(anna, "/import", {"record": "{}"}).status_code == 422


def test_daily_deal_has_one_ranked_attempt_then_practice(
    server: LiveServer, anna: HttpUser
) -> None:
    before = anna.get("/daily/onirim").text
    table_id = redirected_table(send(anna, "/daily/onirim", {}))
    assert redirected_table(send(anna, "/daily/onirim", {"unranked": "1"})) == table_id
    assert f'href="/t/{table_id}"' in anna.get("/daily/onirim").text
    resign(anna, table_id)
    after = anna.get("/daily/onirim").text
    assert "Nights of play" not in before
    assert after.count('class="day played"') == 1
    assert re.search(
        r"<textarea[^>]*>Onirium – Onirim, daily deal .*: Lost, 0 of 8 doors"
        r" \(0 decisions\)\n⬛⬛⬛⬛⬛⬛⬛⬛</textarea>",
        after,
    )
    assert redirected_table(send(anna, "/daily/onirim", {})) == table_id
    unranked = redirected_table(send(anna, "/daily/onirim", {"unranked": "1"}))
    assert unranked != table_id
    [ranked, free] = [server.run(server.store.load(each)) for each in (table_id, unranked)]
    assert ranked is not None
    assert free is not None
    assert ranked.match.record.actions == free.match.record.actions
    for page in (before, after):
        assert setup_commitment(ranked.setup) in page
        assert str(ranked.setup.seed) not in page
    assert (ranked.unranked, free.unranked) == (False, True)
    listed = anna.get("/history").text
    assert "1\xa0player ·\xa0daily\xa0deal" in listed
    assert "1\xa0player ·\xa0practice" in listed


def test_daily_page_shows_the_results_of_all_users(server: LiveServer) -> None:
    counts = []
    for user in (server.new_user(), server.new_user(), server.new_user()):
        resign(user, redirected_table(send(user, "/daily/onirim", {})))
        page = user.get("/daily/onirim").text
        finished = re.search(r"Today, (\d+) dreamers have finished this deal; wins: \d+", page)
        counts.append(int(finished[1]) if finished else 1)
    assert counts == [counts[0], counts[0] + 1, counts[0] + 2]
    assert f'aria-label="Doors found at the end: 0: {counts[-1]}"' in page
    assert f"{counts[-1]} dreamers have finished" in server.new_user().get("/daily/onirim").text


def test_daily_page_counts_ranked_games_wins_and_days_in_a_row(
    server: LiveServer, anna: HttpUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = [("won", False), ("won", False), ("lost", False), ("won", True), ("", False)]
    yesterday = today() - timedelta(days=1)

    async def read_summaries(*_: str) -> list[TableSummary]:
        return [daily_summary(today(), result, unranked=unranked) for result, unranked in results]

    async def read_own(*_: str) -> list[TableSummary]:
        return [daily_summary(today(), "lost"), daily_summary(yesterday, "won")]

    async def read_dates(*_: str) -> list[str]:
        return [today().isoformat(), yesterday.isoformat()]

    monkeypatch.setattr(server.store, "daily_summaries", read_summaries)
    monkeypatch.setattr(server.store, "own_daily_summaries", read_own)
    monkeypatch.setattr(server.store, "daily_dates", read_dates)
    page = anna.get("/daily/onirim").text
    assert "3 dreamers have finished this deal; wins: 2." in page
    assert "2 days in a row" in page
    assert (page.count('class="day won"'), page.count('class="day played"')) == (1, 1)


def daily_summary(day: date, result: str, *, unranked: bool = False) -> TableSummary:
    """Return the summary of an attempt at the daily deal of a day."""
    return TableSummary(
        table_id="one",
        game="onirim",
        options={},
        kind="daily",
        date=day.isoformat(),
        updated_at=f"{day}T09:00:00.000+00:00",
        occupants=["human"],
        own_seats=[0],
        current_player=-1,
        is_over=bool(result),
        unranked=unranked,
        result=result,
        standing=None,
    )


def test_last_table_is_the_latest_ranked_one_with_an_own_seat() -> None:
    """Neither tutorials nor daily deals nor practice nor tables of former seats are repeated."""
    table = replace(daily_summary(date(2026, 11, 25), "won"), kind="table", date="")
    others = [
        replace(table, kind="tutorial"),
        replace(table, kind="daily"),
        replace(table, unranked=True),
        replace(table, own_seats=[]),
        replace(table, game="nightmarium"),
    ]
    assert last_table(others, "onirim") is None
    earlier = replace(table, table_id="earlier")
    assert last_table([*others, table, earlier], "onirim") is table


def test_double_click_on_the_daily_deal_redirects_to_the_attempt(
    anna: HttpUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempt = redirected_table(send(anna, "/daily/onirim", {}))
    found = iter([None])  # the second request searches before the first one has created the attempt
    find_attempt = daily.find_attempt

    async def find_late(request: Request, game: str, day: date) -> TableSummary | None:
        return next(found, await find_attempt(request, game, day))

    monkeypatch.setattr(daily, "find_attempt", find_late)
    assert redirected_table(send(anna, "/daily/onirim", {})) == attempt


def test_daily_deal_is_the_same_for_all_users(server: LiveServer) -> None:
    tables = [redirected_table(send(server.new_user(), "/daily/nightmarium", {})) for _ in range(2)]
    [one, other] = [server.run(server.store.load(table_id)) for table_id in tables]
    assert one is not None
    assert other is not None
    assert one.match.record.actions == other.match.record.actions


def test_daily_deal_cannot_be_computed_and_is_revealed_on_the_following_day(
    server: LiveServer, anna: HttpUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    commitment = find_commitments(anna.get("/daily/onirim").text)[0]
    table_id = redirected_table(send(anna, "/daily/onirim", {}))
    resign(anna, table_id)
    view = anna.get(f"/api/t/{table_id}").json()
    assert (view["commitment"], view["seed"]) == (commitment, "")
    tomorrow = today() + timedelta(days=1)
    for module in ("tables.daily", "web.routes.daily"):
        monkeypatch.setattr(f"onirium.{module}.today", lambda: tomorrow)
    page = anna.get("/daily/onirim").text
    assert find_commitments(page)[1] == commitment
    [revealed] = re.findall(r"<code>(\d+ [0-9a-f]{32})</code>", page)
    assert hashlib.sha256(revealed.encode()).hexdigest() == commitment
    assert anna.get(f"/api/t/{table_id}").json()["seed"] == revealed
    stored = server.run(server.store.load(table_id))
    assert stored is not None
    assert revealed == f"{stored.setup.seed} {stored.setup.salt}"


def find_commitments(page: str) -> list[str]:
    """Return the commitments on a page, that of today first."""
    return re.findall(r"<code>([0-9a-f]{64})</code>", page)


def test_another_server_has_another_deal(tmp_path: Path, anna: HttpUser) -> None:
    with run_server(tmp_path) as other:
        pages = [anna.get("/daily/onirim"), other.new_user().get("/daily/onirim")]
    assert len({find_commitments(page.text)[0] for page in pages}) == 2


def test_deal_of_today_has_no_hints_analyses_or_records(
    anna: HttpUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempt = redirected_table(send(anna, "/daily/onirim", {}))
    assert send(anna, f"/t/{attempt}/continue", {"from": "1"}).status_code == 409
    assert anna.get(f"/t/{attempt}/record.json").status_code == 409
    resign(anna, attempt)
    practice = redirected_table(send(anna, "/daily/onirim", {"unranked": "1"}))
    variation = redirected_table(send(anna, f"/t/{attempt}/continue", {"from": "1"}))
    further = redirected_table(send(anna, f"/t/{variation}/continue", {"from": "1"}))
    for table_id in (practice, variation, further):
        assert anna.get(f"/api/t/{table_id}").json()["hint"] == ""
        reply = anna.post(f"/api/t/{table_id}", '{"type": "request_hint"}').json()
        assert reply["code"] == "hints_disabled"
        resign(anna, table_id)
    assert "record.json" not in anna.get("/history").text
    for table_id in (attempt, practice, variation, further):
        assert anna.get(f"/t/{table_id}/record.json").status_code == 409
        assert anna.get(f"/api/t/{table_id}/analysis").status_code == 404
        view = anna.get(f"/api/t/{table_id}").json()
        assert (view["can_analyse"], view["is_deal_of_today"]) == (False, True)
    monkeypatch.setattr("onirium.tables.daily.today", lambda: today() + timedelta(days=1))
    assert anna.get(f"/t/{attempt}/record.json").status_code == 200
    view = anna.get(f"/api/t/{attempt}").json()
    assert (view["can_analyse"], view["is_deal_of_today"]) == (True, False)


def test_finished_game_can_be_continued_from_a_position(server: LiveServer, anna: HttpUser) -> None:
    record = loads((RECORDS / "nightmarium-0.1.0-three-won-by-player-2.json").read_text("utf-8"))
    record.seats = ["random", "human", "random"]
    table_id = redirected_table(send_file(anna, dumps(record).encode()))
    continued = redirected_table(send(server.new_user(), f"/t/{table_id}/continue", {"from": "40"}))
    table = server.run(server.store.load(continued))
    assert table is not None
    assert table.setup.occupants == ["human", default_bot("nightmarium"), "random"]
    assert table.match.record.actions[:40] == record.actions[:40]
    assert table.unranked
    assert not table.is_over


def test_finished_deal_can_be_played_again(server: LiveServer, anna: HttpUser) -> None:
    table_id = server.create_table("onirim", ("human",), anna)
    assert send(anna, f"/t/{table_id}/repeat", {}).status_code == 404
    before = anna.get(f"/api/t/{table_id}").json()
    assert not before["can_repeat"]
    resign(anna, table_id)
    assert anna.get(f"/api/t/{table_id}").json()["can_repeat"]
    assert send(server.new_user(), f"/t/{table_id}/repeat", {}).status_code == 404
    again = redirected_table(send(anna, f"/t/{table_id}/repeat", {}))
    view = anna.get(f"/api/t/{again}").json()
    assert view["frames"][-1]["view"]["hand"] == before["frames"][-1]["view"]["hand"]
    assert view["commitment"] == before["commitment"]
    assert view["unranked"]


def test_owner_of_two_seats_repeats_a_deal_after_a_bot_took_one(
    server: LiveServer, anna: HttpUser
) -> None:
    table_id = server.create_table("nightmarium", ("human", "human"), anna, anna)
    with anna.connect(table_id) as client:
        client.send_command("assign_seat", seat=1, occupant="greedy")
        client.send_command("resign")
        assert client.view["can_repeat"]
    assert redirected_table(send(anna, f"/t/{table_id}/repeat", {}))


def test_nobody_repeats_the_deal_of_bots(server: LiveServer, anna: HttpUser) -> None:
    table_id = server.create_table("onirim", ("human",), anna)
    with anna.connect(table_id) as client:
        client.send_command("assign_seat", seat=0, occupant="random")
        while not client.view["is_over"]:
            client.receive()
    for user in (anna, server.new_user()):
        assert not user.get(f"/api/t/{table_id}").json()["can_repeat"]
        assert send(user, f"/t/{table_id}/repeat", {}).status_code == 404


def test_game_with_others_or_imported_has_no_deal_to_repeat(
    server: LiveServer, anna: HttpUser
) -> None:
    record = loads((RECORDS / "onirim-0.1.0-lost.json").read_text("utf-8"))
    imported = redirected_table(send_file(anna, dumps(record).encode()))
    shared = server.create_table("nightmarium", ("human", "human"), anna, server.new_user())
    resign(anna, shared)
    for table_id in (imported, shared):
        assert not anna.get(f"/api/t/{table_id}").json()["can_repeat"]
        assert send(anna, f"/t/{table_id}/repeat", {}).status_code == 404


def test_continue_requires_open_record_and_valid_index(server: LiveServer, anna: HttpUser) -> None:
    shared = server.create_table("nightmarium", ("human", "greedy"), anna)
    assert send(anna, f"/t/{shared}/continue", {"from": "0"}).status_code == 404
    alone = server.create_table("onirim", ("human",), anna)
    assert send(server.new_user(), f"/t/{alone}/continue", {"from": "0"}).status_code == 404
    assert send(anna, f"/t/{alone}/continue", {"from": "9"}).status_code == 303
    assert send(anna, f"/t/{alone}/continue", {"from": "-1"}).status_code == 400
    assert send(anna, f"/t/{alone}/continue", {"from": "9" * 50}).status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/new/chess",
        "/rules/chess",
        "/rules/chess/exact",
        "/daily/chess",
        "/t/none",
        "/t/none/replay",
    ],
)
def test_missing_pages_show_the_error_page(anna: HttpUser, path: str) -> None:
    response = anna.get(path)
    assert response.status_code == 404
    assert "Nobody dreams here" in response.text
    assert 'href="/"' in response.text


def test_missing_assets_return_plain_text(anna: HttpUser) -> None:
    response = anna.get("/art/1/onirim/none.svg")
    assert (response.status_code, response.text) == (404, "Not Found")


def test_errors_of_assets_name_their_status(anna: HttpUser) -> None:
    response = anna.post("/art/1/onirim/none.svg", b"")
    assert (response.status_code, response.text) == (405, "Method Not Allowed")


@pytest.mark.parametrize("path", ["/tables", "/learn/chess", "/t/none/continue"])
def test_posting_to_missing_game_or_table_returns_404(anna: HttpUser, path: str) -> None:
    assert send(anna, path, {"game": "chess"}).status_code == 404


def test_lists_include_tables_with_options_of_an_earlier_release(
    server: LiveServer, anna: HttpUser
) -> None:
    options = {"expansions": ["book"]}
    running, over = (
        server.create_table("onirim", ("human",), anna, options=options) for _ in range(2)
    )
    resign(anna, over)

    def rename_option(connection: Connection) -> None:
        connection.execute(
            "UPDATE tables SET setup = CAST(replace(setup, 'book', 'gone') AS BLOB)"
            " WHERE table_id IN (?, ?)",
            (running, over),
        )
        connection.execute(
            "UPDATE result_counts SET options = replace(options, 'book', 'gone')"
            " WHERE owner_id = ?",
            (anna.user_id,),
        )

    server.run(server.store._write("", rename_option))
    assert f"/t/{running}" in anna.get("/").text
    assert f"/t/{over}" in anna.get("/history").text
    statistics = anna.get("/statistics")
    assert statistics.status_code == 200
    assert "Onirim" in statistics.text


def test_internal_errors_show_the_error_page_without_details(
    anna: HttpUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("onirium.web.routes.history.describe_options", lambda *_: 1 / 0)
    resign(anna, anna.server.create_table("onirim", ("human",), anna))
    response = anna.get("/statistics")
    assert response.status_code == 500
    assert "on our side" in response.text
    assert "ZeroDivisionError" not in response.text


@pytest.mark.parametrize("content", [b"x" * 9_000, b"a=1&" * 200, b"\xff=\xff"])
def test_malformed_form_returns_400(anna: HttpUser, content: bytes) -> None:
    response = anna.post("/settings", content, **FORM)
    assert response.status_code == 400
    assert "could not be read" in response.text


@pytest.mark.parametrize(
    ("longest", "more"),
    [(b"name=".ljust(8_192, b"x"), b"x"), (b"&".join([b"a=1"] * MAX_FIELDS), b"&a=1")],
)
def test_size_and_fields_of_a_form_are_limited(anna: HttpUser, longest: bytes, more: bytes) -> None:
    """The documented limit is 8 KB."""
    assert anna.post("/settings", longest, **FORM).status_code == 303
    assert anna.post("/settings", longest + more, **FORM).status_code == 400


@pytest.mark.parametrize(
    ("path", "body", "title"),
    [
        (
            "/tables",
            b"game=nightmarium&seat.1=random&seat.2=random",
            "What shall we dream tonight?",
        ),
        ("/import", b"", "My games"),
    ],
)
def test_page_of_refused_form_can_be_reloaded(
    anna: HttpUser, path: str, body: bytes, title: str
) -> None:
    assert anna.post(path, body, **FORM).status_code == 422
    assert re.search(f"<h1.*>{re.escape(title)}</h1>", anna.get(path).text)


def test_changes_require_post_and_own_origin(anna: HttpUser) -> None:
    for path in ("/settings", "/learn/onirim"):
        response = anna.get(path)
        assert (response.status_code, response.headers["allow"]) == (405, "POST")
    foreign = {"Origin": "http://foreign.example", **FORM}
    assert anna.post("/settings", b"language=ru", **foreign).status_code == 403


def test_lobby_lists_games_in_registry_order(anna: HttpUser) -> None:
    page = anna.get("/").text
    assert re.findall(r'<input type="hidden" name="game" value="(\w+)">', page) == registry.names()
