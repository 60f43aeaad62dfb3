"""Whatever is sent, there is an answer, and who may not change a table does not."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.live_server import House, Visitor, Window, serving

# Meanwhile, in another thread, the pings of sockets are numbered by dice.
pytestmark = pytest.mark.filterwarnings("ignore:Do not use the `random` module")

VERBS = ("act", "undo", "answer", "resign", "rematch", "say", "seat", "invite", "look", "hide")

numbers = st.integers() | st.integers(-1, 8) | st.floats() | st.just(2**63) | st.just(10**400)
plain = (
    st.none() | st.booleans() | numbers | st.text() | st.sampled_from(["human", "greedy", "hello"])
)


def nesting(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(inner) | st.dictionaries(st.text(), inner)


anything = st.recursive(plain, nesting, max_leaves=12)
fields = st.fixed_dictionaries(
    {},
    optional={
        "do": st.sampled_from(VERBS) | anything,
        "nonce": st.text(max_size=60) | anything,
        "version": st.integers(0, 3) | anything,
        "actions": st.lists(numbers, max_size=70) | anything,
        "seat": anything,
        "who": anything,
        "yes": anything,
        "phrase": anything,
        "unknown": anything,
    },
)
shaped = st.sampled_from(VERBS).flatmap(
    lambda verb: fields.map(lambda found: {**found, "do": verb})
)
as_json = (shaped | fields | anything).map(json.dumps)
broken = st.tuples(as_json, st.integers(0, 80)).map(lambda pair: pair[0][: pair[1]])
nested = st.integers(1, 8000).map("[".__mul__)
messages = as_json | broken | nested | st.text() | st.binary()

CALM = (HealthCheck.function_scoped_fixture, HealthCheck.too_slow)
much = settings(max_examples=120, suppress_health_check=CALM)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with serving(tmp_path_factory.mktemp("data")) as house:
        yield house


def check_answer(answer: dict[str, Any], version: int) -> None:
    if answer["type"] == "refusal":
        assert answer["reason"]
        answer = answer["sight"]
    assert answer["type"] == "sight"
    assert answer["version"] == version


@pytest.fixture(scope="module")
def stranger(house: House) -> Iterator[Window]:
    visitors = house.visitor(), house.visitor()
    table = house.lay("nightmarium", ("human", "human"), *visitors)
    with house.visitor("ru").sitting(table) as window:
        yield window


@much
@given(message=messages)
def test_who_only_watches_changes_nothing(stranger: Window, message: str | bytes) -> None:
    stranger.socket.send(message)
    check_answer(stranger.read(), 1)


@pytest.fixture(scope="module")
def waiting(house: House) -> Iterator[Window]:
    """The player who is not to decide."""
    visitors = house.visitor(), house.visitor()
    table = house.lay("nightmarium", ("human", "human"), *visitors)
    with visitors[0].sitting(table) as one, visitors[1].sitting(table) as other:
        yield other if one.last["choices"] else one


@much
@given(message=fields)
def test_who_waits_does_not_act(waiting: Window, message: dict[str, Any]) -> None:
    waiting.socket.send(json.dumps({**message, "do": "act"}))
    check_answer(waiting.read(), 1)


@pytest.fixture(scope="module")
def alone(house: House) -> tuple[Visitor, str]:
    visitor = house.visitor()
    return visitor, house.lay("onirim", ("human",), visitor)


@much
@given(actions=st.lists(st.integers(0, 2**31), min_size=1, max_size=64), version=st.integers(0, 3))
def test_what_the_rules_do_not_allow_is_not_done(
    alone: tuple[Visitor, str], actions: list[int], version: int
) -> None:
    visitor, table = alone
    sight = visitor.get(f"/api/t/{table}").json()
    legal = {choice["action"] for choice in sight["choices"]}
    wish = {"do": "act", "version": version, "actions": actions}
    answer = visitor.post(f"/api/t/{table}", json.dumps(wish)).json()
    allowed = version == sight["version"] and len(actions) == 1 and set(actions) <= legal
    check_answer(answer, sight["version"] + allowed)


@pytest.fixture(scope="module")
def inviting(house: House) -> str:
    host = house.visitor()
    table = house.lay("nightmarium", ("human", "human"), host, host)
    with host.sitting(table) as window:
        window.ask("invite", seat=1)
    return table


@settings(max_examples=60)
@given(
    body=st.binary(max_size=200) | messages.map(lambda text: str(text).encode("utf-8", "replace"))
)
def test_invitations_are_not_guessed(house: House, inviting: str, body: bytes) -> None:
    answer = house.visitor().post(f"/api/t/{inviting}/join", body)
    assert answer.status_code == 409
    assert answer.json()["code"] in ("malformed", "invitation")


@settings(max_examples=60)
@given(path=st.text(max_size=40), query=st.text(max_size=40))
def test_addresses(house: House, path: str, query: str) -> None:
    for start in ("/api/t/", "/art/x/", "/words/x/", "/static/x/", "/t/"):
        answer = house.visitor().get(f"{start}{quote(path)}?as={quote(query)}")
        assert answer.status_code in (200, 307, 404), answer.text
