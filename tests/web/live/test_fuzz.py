"""Whatever is sent, there is an answer, and who may not change a table does not."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.live_server import HttpUser, LiveServer, TableSocket, run_server

# Meanwhile, in another thread, the pings of sockets are numbered by dice.
pytestmark = pytest.mark.filterwarnings("ignore:Do not use the `random` module")

COMMAND_TYPES = (
    "take_actions",
    "take_back",
    "answer_takeback",
    "resign",
    "rematch",
    "send_phrase",
    "assign_seat",
    "create_invitation",
    "view_seat",
    "hide_hands",
)

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
        "type": st.sampled_from(COMMAND_TYPES) | anything,
        "command_id": st.text(max_size=60) | anything,
        "version": st.integers(0, 3) | anything,
        "actions": st.lists(numbers, max_size=70) | anything,
        "seat": anything,
        "occupant": anything,
        "accept": anything,
        "phrase": anything,
        "unknown": anything,
    },
)
shaped = st.sampled_from(COMMAND_TYPES).flatmap(
    lambda verb: fields.map(lambda found: {**found, "type": verb})
)
as_json = (shaped | fields | anything).map(json.dumps)
broken = st.tuples(as_json, st.integers(0, 80)).map(lambda pair: pair[0][: pair[1]])
nested = st.integers(1, 8000).map("[".__mul__)
messages = as_json | broken | nested | st.text() | st.binary()

CALM = (HealthCheck.function_scoped_fixture, HealthCheck.too_slow)
much = settings(max_examples=120, suppress_health_check=CALM)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with run_server(tmp_path_factory.mktemp("data")) as server:
        yield server


def check_answer(answer: dict[str, Any], version: int) -> None:
    if answer["type"] == "rejected":
        assert answer["reason"]
        answer = answer["table_view"]
    assert answer["type"] == "table_view"
    assert answer["version"] == version


@pytest.fixture(scope="module")
def stranger(server: LiveServer) -> Iterator[TableSocket]:
    visitors = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", ("human", "human"), *visitors)
    with server.new_user("ru").connect(table) as window:
        yield window


@much
@given(message=messages)
def test_who_only_watches_changes_nothing(stranger: TableSocket, message: str | bytes) -> None:
    stranger.connection.send(message)
    check_answer(stranger.receive(), 1)


@pytest.fixture(scope="module")
def waiting(server: LiveServer) -> Iterator[TableSocket]:
    """The player who is not to decide."""
    visitors = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", ("human", "human"), *visitors)
    with visitors[0].connect(table) as one, visitors[1].connect(table) as other:
        yield other if one.view["legal_actions"] else one


@much
@given(message=fields)
def test_who_waits_does_not_act(waiting: TableSocket, message: dict[str, Any]) -> None:
    waiting.connection.send(json.dumps({**message, "type": "take_actions"}))
    check_answer(waiting.receive(), 1)


@pytest.fixture(scope="module")
def alone(server: LiveServer) -> tuple[HttpUser, str]:
    visitor = server.new_user()
    return visitor, server.create_table("onirim", ("human",), visitor)


@much
@given(actions=st.lists(st.integers(0, 2**31), min_size=1, max_size=64), version=st.integers(0, 3))
def test_what_the_rules_do_not_allow_is_not_done(
    alone: tuple[HttpUser, str], actions: list[int], version: int
) -> None:
    visitor, table = alone
    sight = visitor.get(f"/api/t/{table}").json()
    legal = {choice["action"] for choice in sight["legal_actions"]}
    wish = {"type": "take_actions", "version": version, "actions": actions}
    answer = visitor.post(f"/api/t/{table}", json.dumps(wish)).json()
    allowed = version == sight["version"] and len(actions) == 1 and set(actions) <= legal
    check_answer(answer, sight["version"] + allowed)


@pytest.fixture(scope="module")
def inviting(server: LiveServer) -> str:
    host = server.new_user()
    table = server.create_table("nightmarium", ("human", "human"), host, host)
    with host.connect(table) as window:
        window.send_command("create_invitation", seat=1)
    return table


@settings(max_examples=60)
@given(
    body=st.binary(max_size=200) | messages.map(lambda text: str(text).encode("utf-8", "replace"))
)
def test_invitations_are_not_guessed(server: LiveServer, inviting: str, body: bytes) -> None:
    answer = server.new_user().post(f"/api/t/{inviting}/join", body)
    assert answer.status_code == 409
    assert answer.json()["code"] in ("malformed", "invitation")


@settings(max_examples=60)
@given(path=st.text(max_size=40), query=st.text(max_size=40))
def test_addresses(server: LiveServer, path: str, query: str) -> None:
    for start in ("/api/t/", "/art/x/", "/words/x/", "/static/x/", "/t/"):
        answer = server.new_user().get(f"{start}{quote(path)}?as={quote(query)}")
        assert answer.status_code in (200, 307, 404), answer.text
