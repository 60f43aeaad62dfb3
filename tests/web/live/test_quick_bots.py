"""Bots that finish a game do so in several events, in slices of the event loop."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from onirium.match.match import HUMAN
from onirium.tables.advance import MAX_BOT_DECISIONS
from onirium.web.fair_queue import Requester
from onirium.web.slices import SliceScheduler
from tests.support.live_server import LiveServer, run_server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    with run_server(tmp_path) as server:
        yield server


@pytest.fixture
def slices(monkeypatch: pytest.MonkeyPatch) -> list[Requester]:
    """Return a list that receives the requester of each slice."""
    requesters: list[Requester] = []
    take_slice = SliceScheduler.slice

    @asynccontextmanager
    async def note_slice(self: SliceScheduler, requester: Requester) -> AsyncIterator[None]:
        async with take_slice(self, requester):
            requesters.append(requester)
            yield

    monkeypatch.setattr(SliceScheduler, "slice", note_slice)
    return requesters


def test_bots_finish_a_game_in_slices(server: LiveServer, slices: list[Requester]) -> None:
    anna = server.new_user()
    table_id = server.create_table("nightmarium", (HUMAN,) * 2, anna, anna, options={"seats": 2})
    with anna.connect(table_id) as client:
        for seat in (0, 1):
            client.send_command("assign_seat", seat=seat, occupant="greedy")
        assert not client.view["is_over"]
        updates = [client.view]
        while not updates[-1]["is_over"]:
            updates.append(client.receive())
    assert slices.count(Requester("loopback", anna.user_id)) == len(updates) - 1
    narrated = [[frame for frame in one["frames"] if frame["narration"]] for one in updates]
    assert all(len(decisions) <= MAX_BOT_DECISIONS for decisions in narrated)
    steps = [frame["action_count"] for update in updates[1:] for frame in update["frames"]]
    assert steps == sorted(set(steps)), "no frame is missing or sent twice"
    assert updates[-1]["result_text"]


def test_bots_continue_when_their_table_is_opened_again(server: LiveServer) -> None:
    anna = server.new_user()
    seats = ("greedy",) * 3
    table_id = server.create_table("nightmarium", seats, anna, options={"seats": 3})
    table = server.run(server.sessions.load_table(table_id))
    assert table is not None
    assert not table.is_over
    with anna.connect(table_id) as client:
        client.receive_until(lambda view: view["is_over"])


def test_bots_decide_in_the_turns_of_the_last_owner_to_act(server: LiveServer) -> None:
    anna, spectator = server.new_user(), server.new_user()
    table_id = server.create_table("nightmarium", (HUMAN, "greedy"), anna, options={"seats": 2})
    with anna.connect(table_id) as client, spectator.connect(table_id) as watching:
        session = server.open_session(table_id)
        assert session is not None
        watching.send_command("resync")
        client.send_command("ping")
        assert session.bots.requester == Requester("", anna.user_id)
        client.send_command("resync")
        for command in ("resync", "ping", "resign"):
            watching.send_command(command)
        assert session.bots.requester == Requester("loopback", anna.user_id)
