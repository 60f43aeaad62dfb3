"""The same as through a socket, by single requests; and whole games to be seen again."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import onirium
from onirium.i18n.catalog import LANGUAGES
from onirium.web.config.i18n import page_words
from tests.support.live_server import House, Visitor, serving

SPECTATOR = 7

PAIR = ("human", "human")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with serving(tmp_path_factory.mktemp("data")) as house:
        yield house


def play(visitor: Visitor, table: str, eyes: str = "") -> dict[str, object]:
    """Play the first choice."""
    sight = visitor.get(f"/api/t/{table}{eyes}").json()
    wish = {
        "do": "act",
        "nonce": f"{sight['version']}",
        "version": sight["version"],
        "actions": [sight["choices"][0]["action"]],
    }
    answer = visitor.post(f"/api/t/{table}{eyes}", json.dumps(wish))
    assert answer.status_code == 200, answer.text
    told: dict[str, object] = answer.json()
    assert told["version"] == sight["version"] + 1
    return told


def test_a_whole_game_by_requests_while_a_window_looks_on(house: House) -> None:
    anna, stranger = house.visitor(), house.visitor()
    table = house.lay("onirim", ("human",), anna)
    with stranger.sitting(table) as window:
        while not (sight := play(anna, table))["over"]:
            window.read()
            assert window.last["version"] == sight["version"]
            assert len(window.last["frames"]) == len(sight["frames"])  # type: ignore[arg-type]


def test_refusals_by_request(house: House) -> None:
    anna, boris = house.visitor(), house.visitor("de")
    table = house.lay("onirim", ("human",), anna)
    for visitor, body, code in [
        (anna, "", "malformed"),
        (anna, "[" * 5000, "malformed"),
        (anna, '{"do": "act", "version": 0, "actions": [0]}', "old"),
        (anna, '{"do": "say", "phrase": "' + "x" * 9000 + '"}', "large"),
        (boris, '{"do": "undo"}', "watching"),
    ]:
        answer = visitor.post(f"/api/t/{table}", body)
        assert answer.status_code == 409
        told = answer.json()
        assert (told["type"], told["code"]) == ("refusal", code)
        assert told["sight"]["version"] == 1
    assert told["reason"] == "An diesem Tisch schaust du nur zu."
    for path in ("/api/t/nowhere", "/api/t/nowhere/steps"):
        assert anna.get(path).status_code == 404
    assert anna.post("/api/t/nowhere", "{}").status_code == 404
    assert anna.post("/api/t/nowhere/join", "{}").status_code == 404
    assert anna.post(f"/api/t/{table}/join", "{}").json()["code"] == "malformed"
    assert anna.post(f"/api/t/{table}/join", '{"secret": ""}').json()["code"] == "invitation"


def test_people_at_one_device_by_requests(house: House) -> None:
    anna = house.visitor()
    table = house.lay("nightmarium", PAIR, anna, anna)
    for _ in range(8):
        hidden = anna.get(f"/api/t/{table}").json()
        assert hidden["seat"] == SPECTATOR
        told = play(anna, table, f"?as={hidden['handover']}")
        assert told["handover"] in (-1, 1 - hidden["handover"])


def test_nobody_looks_with_another_s_eyes(house: House) -> None:
    anna, boris, stranger = house.visitor(), house.visitor(), house.visitor()
    table = house.lay("nightmarium", PAIR, anna, boris)
    assert anna.get(f"/api/t/{table}?as=1").json()["seat"] == 0
    assert stranger.get(f"/api/t/{table}?as=0").json()["seat"] == SPECTATOR
    for visitor, eyes in [(anna, "1"), (stranger, "0"), (anna, "open"), (anna, "²"), (anna, "99")]:
        assert visitor.get(f"/api/t/{table}/steps?as={eyes}").status_code == 403
    assert stranger.get(f"/api/t/{table}/steps").json()["seat"] == SPECTATOR
    assert anna.get(f"/api/t/{table}/steps").json()["seat"] == 0


def test_a_game_to_be_seen_again(house: House) -> None:
    anna = house.visitor()
    table = house.lay("nightmarium", ("human", "greedy"), anna)
    lived = [anna.get(f"/api/t/{table}").json()["frames"][-1]["view"]]
    with anna.sitting(table) as window:
        while not window.last["over"]:
            window.play_first()
            lived += [frame["view"] for frame in window.last["frames"]]
    told = anna.get(f"/api/t/{table}/steps?as=0").json()
    assert [frame["view"] for frame in told["frames"]][-len(lived) :] == lived
    assert told["over"]
    kept = [frame["kept"] for frame in told["frames"]]
    assert kept == sorted(kept)
    assert kept[-1] == window.last["frames"][-1]["kept"]
    laid_open = house.visitor().get(f"/api/t/{table}/steps?as=open").json()
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
        assert words.text(f"refused.{reason}", reason="", most=1, number=1)
