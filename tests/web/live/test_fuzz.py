"""Fuzzing: every message gets a reply, and no unauthorized message changes a table."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.live_server import HttpUser, LiveServer, TableSocket

# In another thread, the WebSocket library uses `random` for its pings.
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


any_json = st.recursive(plain, nesting, max_leaves=12)
fields = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(COMMAND_TYPES) | any_json,
        "command_id": st.text(max_size=60) | any_json,
        "version": st.integers(0, 3) | any_json,
        "actions": st.lists(numbers, max_size=70) | any_json,
        "seat": any_json,
        "occupant": any_json,
        "accept": any_json,
        "phrase": any_json,
        "unknown": any_json,
    },
)
typed_commands = st.sampled_from(COMMAND_TYPES).flatmap(
    lambda command_type: fields.map(lambda command: {**command, "type": command_type})
)
as_json = (typed_commands | fields | any_json).map(json.dumps)
truncated = st.tuples(as_json, st.integers(0, 80)).map(lambda pair: pair[0][: pair[1]])
nested = st.integers(1, 8000).map("[".__mul__)
messages = as_json | truncated | nested | st.text() | st.binary()

SUPPRESSED_CHECKS = (HealthCheck.function_scoped_fixture, HealthCheck.too_slow)
many_examples = settings(max_examples=120, suppress_health_check=SUPPRESSED_CHECKS)


def check_reply(reply: dict[str, Any], version: int) -> None:
    if reply["type"] == "rejected":
        assert reply["reason"]
        reply = reply["table_view"]
    assert reply["type"] == "table_view"
    assert reply["version"] == version


@pytest.fixture(scope="module")
def spectator_client(server: LiveServer) -> Iterator[TableSocket]:
    users = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", ("human", "human"), *users)
    with server.new_user("ru").connect(table) as client:
        yield client


@many_examples
@given(message=messages)
def test_spectator_changes_nothing(spectator_client: TableSocket, message: str | bytes) -> None:
    spectator_client.connection.send(message)
    check_reply(spectator_client.receive(), 1)


@pytest.fixture(scope="module")
def waiting_client(server: LiveServer) -> Iterator[TableSocket]:
    """The client of the seat that does not decide."""
    users = server.new_user(), server.new_user()
    table = server.create_table("nightmarium", ("human", "human"), *users)
    with users[0].connect(table) as one, users[1].connect(table) as other:
        yield other if one.view["legal_actions"] else one


@many_examples
@given(message=fields)
def test_seat_out_of_turn_cannot_act(waiting_client: TableSocket, message: dict[str, Any]) -> None:
    waiting_client.connection.send(json.dumps({**message, "type": "take_actions"}))
    check_reply(waiting_client.receive(), 1)


@pytest.fixture(scope="module")
def solo_table(server: LiveServer) -> tuple[HttpUser, str]:
    user = server.new_user()
    return user, server.create_table("onirim", ("human",), user)


@many_examples
@given(actions=st.lists(st.integers(0, 2**31), min_size=1, max_size=64), version=st.integers(0, 3))
def test_illegal_actions_are_rejected(
    solo_table: tuple[HttpUser, str], actions: list[int], version: int
) -> None:
    user, table = solo_table
    table_view = user.get(f"/api/t/{table}").json()
    legal = {choice["action"] for choice in table_view["legal_actions"]}
    command = {"type": "take_actions", "version": version, "actions": actions}
    reply = user.post(f"/api/t/{table}", json.dumps(command)).json()
    allowed = version == table_view["version"] and len(actions) == 1 and set(actions) <= legal
    check_reply(reply, table_view["version"] + allowed)


@pytest.fixture(scope="module")
def table_with_invitation(server: LiveServer) -> str:
    host = server.new_user()
    table = server.create_table("nightmarium", ("human", "human"), host, host)
    with host.connect(table) as client:
        client.send_command("create_invitation", seat=1)
    return table


@settings(max_examples=60)
@given(
    body=st.binary(max_size=200) | messages.map(lambda text: str(text).encode("utf-8", "replace"))
)
def test_wrong_invitation_secrets_are_rejected(
    server: LiveServer, table_with_invitation: str, body: bytes
) -> None:
    response = server.new_user().post(f"/api/t/{table_with_invitation}/join", body)
    assert response.status_code == 409
    assert response.json()["code"] in ("malformed", "invalid_invitation")


@settings(max_examples=60)
@given(path=st.text(max_size=40), query=st.text(max_size=40))
def test_arbitrary_urls_get_a_response(server: LiveServer, path: str, query: str) -> None:
    for start in ("/api/t/", "/art/x/", "/words/x/", "/static/x/", "/t/"):
        response = server.new_user().get(f"{start}{quote(path)}?as={quote(query)}")
        assert response.status_code in (200, 307, 404), response.text
