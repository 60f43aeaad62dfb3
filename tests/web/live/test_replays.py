"""Replays are built in slices, once, and cached."""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from onirium.match.match import HUMAN
from onirium.tables.table import Table
from onirium.web import slices as slices_module
from onirium.web.fair_queue import Requester
from onirium.web.live import replays as replays_module
from onirium.web.live.replays import PIECE_BYTES, Replays, decompress
from onirium.web.slices import SliceScheduler
from tests.support.event_loops import run_async
from tests.support.random_users import make_setup, started_table, take_actions

ANNA = Requester("192.0.2.1", "anna")


def table_with_actions(count: int) -> Table:
    table = started_table(make_setup("nightmarium", (HUMAN, HUMAN), ("anna", "anna")))
    for _ in range(count):
        take_actions(table)
    return table


@run_async
async def test_replay_that_is_requested_often_is_built_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, replays = table_with_actions(10), Replays(SliceScheduler())
    first, again = await asyncio.gather(
        *(replays.get(table, seat=0, language="en", requester=ANNA) for _ in range(2))
    )
    assert first is again
    monkeypatch.setattr(replays_module, "replay_frames", None)
    with pytest.raises(TypeError):
        await replays.get(table, seat=1, language="en", requester=ANNA)


@pytest.mark.parametrize("seat", [0, None])
@run_async
async def test_frames_name_the_seat_that_decided(seat: int | None) -> None:
    table, deciders = table_with_actions(0), []
    for _ in range(10):
        deciders.append(table.match.state.current_player())
        take_actions(table)
    assert {*deciders} == {0, 1}
    replays = Replays(SliceScheduler())
    replay = json.loads(gzip.decompress(await replays.get(table, seat, "en", ANNA)))
    assert [frame["seat"] for frame in replay["frames"]] == [-1, *deciders]


class CountingScheduler(SliceScheduler):
    """A scheduler that counts its slices."""

    def __init__(self) -> None:
        super().__init__()
        self.requesters: list[Requester] = []

    @asynccontextmanager
    async def slice(self, requester: Requester) -> AsyncIterator[None]:
        self.requesters.append(requester)
        async with super().slice(requester):
            yield


@pytest.mark.parametrize("seat", [0, None])
@run_async
async def test_replay_is_built_in_slices(monkeypatch: pytest.MonkeyPatch, seat: int | None) -> None:
    monkeypatch.setattr(slices_module, "SLICE_S", 0.0)
    table, slices = table_with_actions(10), CountingScheduler()
    replay = json.loads(gzip.decompress(await Replays(slices).get(table, seat, "en", ANNA)))
    assert len(replay["frames"]) > 10
    assert slices.requesters == [ANNA] * (len(replay["frames"]) + 3)


@run_async
async def test_replay_is_decompressed_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays_module, "PIECE_BYTES", size := PIECE_BYTES // 64)
    replay = await Replays(SliceScheduler()).get(table_with_actions(40), None, "en", ANNA)
    pieces = [piece async for piece in decompress(replay)]
    assert b"".join(pieces) == gzip.decompress(replay)
    assert len(pieces) > 10
    assert max(map(len, pieces)) == size


@run_async
async def test_changes_during_the_construction_are_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(slices_module, "SLICE_S", 0.0)
    table, replays = table_with_actions(10), Replays(SliceScheduler())
    expected = len(table.match.record.actions)
    building = asyncio.create_task(replays.get(table, 7, "en", ANNA))
    await asyncio.sleep(0)
    take_actions(table)
    replay = json.loads(gzip.decompress(await building))
    assert (replay["type"], replay["viewed_seat"], replay["is_over"]) == ("replay", 7, False)
    assert replay["frames"][-1]["action_count"] == expected
    newer = json.loads(gzip.decompress(await replays.get(table, 7, "en", ANNA)))
    assert newer["frames"][-1]["action_count"] == len(table.match.record.actions) > expected
