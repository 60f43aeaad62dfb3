"""The same as through a socket, by single requests; and whole games to be seen again."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import onirium
from onirium.i18n.catalog import LANGUAGES
from onirium.web.config.i18n import page_words
from tests.support.live_server import HttpUser, LiveServer, run_server

SPECTATOR = 7

PAIR = ("human", "human")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with run_server(tmp_path_factory.mktemp("data")) as server:
        yield server


def play(visitor: HttpUser, table: str, eyes: str = "") -> dict[str, object]:
    """Play the first choice."""
    sight = visitor.get(f"/api/t/{table}{eyes}").json()
    wish = {
        "type": "take_actions",
        "command_id": f"{sight['version']}",
        "version": sight["version"],
        "actions": [sight["legal_actions"][0]["action"]],
    }
    answer = visitor.post(f"/api/t/{table}{eyes}", json.dumps(wish))
    assert answer.status_code == 200, answer.text
    told: dict[str, object] = answer.json()
    assert told["version"] == sight["version"] + 1
    return told


def test_a_whole_game_by_requests_while_a_window_looks_on(server: LiveServer) -> None:
    anna, stranger = server.new_user(), server.new_user()
    table = server.create_table("onirim", ("human",), anna)
    with stranger.connect(table) as window:
        while not (sight := play(anna, table))["is_over"]:
            window.receive()
            assert window.view["version"] == sight["version"]
            assert len(window.view["frames"]) == len(sight["frames"])  # type: ignore[arg-type]


def test_refusals_by_request(server: LiveServer) -> None:
    anna, boris = server.new_user(), server.new_user("de")
    table = server.create_table("onirim", ("human",), anna)
    for visitor, body, code in [
        (anna, "", "malformed"),
        (anna, "[" * 5000, "malformed"),
        (anna, '{"type": "take_actions", "version": 0, "actions": [0]}', "old"),
        (anna, '{"type": "send_phrase", "phrase": "' + "x" * 9000 + '"}', "large"),
        (boris, '{"type": "take_back"}', "watching"),
    ]:
        answer = visitor.post(f"/api/t/{table}", body)
        assert answer.status_code == 409
        told = answer.json()
        assert (told["type"], told["code"]) == ("rejected", code)
        assert told["table_view"]["version"] == 1
    assert told["reason"] == "An diesem Tisch schaust du nur zu."
    for path in ("/api/t/nowhere", "/api/t/nowhere/steps"):
        assert anna.get(path).status_code == 404
    assert anna.post("/api/t/nowhere", "{}").status_code == 404
    assert anna.post("/api/t/nowhere/join", "{}").status_code == 404
    assert anna.post(f"/api/t/{table}/join", "{}").json()["code"] == "malformed"
    assert anna.post(f"/api/t/{table}/join", '{"secret": ""}').json()["code"] == "invitation"


def test_people_at_one_device_by_requests(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("nightmarium", PAIR, anna, anna)
    for _ in range(8):
        hidden = anna.get(f"/api/t/{table}").json()
        assert hidden["viewed_seat"] == SPECTATOR
        told = play(anna, table, f"?as={hidden['handover_seat']}")
        assert told["handover_seat"] in (-1, 1 - hidden["handover_seat"])


def test_nobody_looks_with_another_s_eyes(server: LiveServer) -> None:
    anna, boris, stranger = server.new_user(), server.new_user(), server.new_user()
    table = server.create_table("nightmarium", PAIR, anna, boris)
    assert anna.get(f"/api/t/{table}?as=1").json()["viewed_seat"] == 0
    assert stranger.get(f"/api/t/{table}?as=0").json()["viewed_seat"] == SPECTATOR
    for visitor, eyes in [(anna, "1"), (stranger, "0"), (anna, "open"), (anna, "²"), (anna, "99")]:
        assert visitor.get(f"/api/t/{table}/steps?as={eyes}").status_code == 403
    assert stranger.get(f"/api/t/{table}/steps").json()["viewed_seat"] == SPECTATOR
    assert anna.get(f"/api/t/{table}/steps").json()["viewed_seat"] == 0


def test_a_game_to_be_seen_again(server: LiveServer) -> None:
    anna = server.new_user()
    table = server.create_table("nightmarium", ("human", "greedy"), anna)
    lived = [anna.get(f"/api/t/{table}").json()["frames"][-1]["view"]]
    with anna.connect(table) as window:
        while not window.view["is_over"]:
            window.take_first_action()
            lived += [frame["view"] for frame in window.view["frames"]]
    told = anna.get(f"/api/t/{table}/steps?as=0").json()
    assert [frame["view"] for frame in told["frames"]][-len(lived) :] == lived
    assert told["is_over"]
    kept = [frame["action_count"] for frame in told["frames"]]
    assert kept == sorted(kept)
    assert kept[-1] == window.view["frames"][-1]["action_count"]
    laid_open = server.new_user().get(f"/api/t/{table}/steps?as=open").json()
    assert [frame["views"][0] for frame in laid_open["frames"]] == [
        frame["view"] for frame in told["frames"]
    ]
    assert all("?" not in frame["views"][1]["hand"] for frame in laid_open["frames"])
    assert len(laid_open["frames"][-1]["views"]) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words(language: str) -> None:
    sources = Path(onirium.__file__).parent
    code = "".join(
        path.read_text("utf-8")
        for folder in ("match", "tables", "storage", "web")
        for path in sources.glob(f"{folder}/**/*.py")
    )
    reasons = {
        *re.findall(r'CommandRejected\("(\w+)"', code),
        *re.findall(r'_check\(.+, "(\w+)"\)', code),
    }
    assert {"old", "turn", "malformed", "host", "store"} <= reasons
    words = page_words(language)
    for reason in reasons:
        assert words.text(f"rejected.{reason}", reason="", most=1, number=1)
