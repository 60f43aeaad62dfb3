"""The analysis of a finished game as server-sent events."""

import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from onirium.core.game import State
from onirium.match.match import HUMAN
from onirium.record import Record, read, replay
from onirium.studies.analysis.game_analysis import Analysis, Decision, SeatSummary
from onirium.web.config.i18n import page_words
from onirium.web.fair_queue import Requester
from onirium.web.routes.analysis import describe_analysis
from onirium.web.slices import SliceScheduler
from onirium.web.workers.analyses import TooManyAnalyses
from onirium.web.workers.service import BotService, JobFailed
from tests.support.live_server import HttpUser, LiveServer

Updates = AsyncGenerator[tuple[int, int] | Analysis, None]

RECORDS = Path(__file__).parents[2] / "transcripts"


@pytest.fixture(scope="module")
def server(each_server: LiveServer) -> LiveServer:
    return each_server


def make_analysis(record: Record, costs: list[float]) -> Analysis:
    """Return an analysis whose first decisions have these costs; the last legal action was best."""
    decisions: list[Decision] = []
    before: State | None = None
    for step in replay(record):
        if step.seat >= 0 and before is not None and len(decisions) < len(costs):
            cost = costs[len(decisions)]
            decisions.append(
                Decision(
                    step=step.number,
                    seat=step.seat,
                    action=step.notation,
                    best=before.game.notation(before.legal_actions()[-1]),
                    before=0.5 + cost,
                    after=0.5,
                    cost=cost,
                    luck=0.0,
                    is_exact=False,
                )
            )
        before = step.state
    total = sum(costs)
    return Analysis(
        game=record.game,
        options=record.options,
        seats=record.seats,
        simulations=0,
        steps=len(record.actions),
        analysed=len(record.actions),
        finished=True,
        decisions=decisions,
        seat_summaries=[
            SeatSummary(
                seat=0,
                opening=0.5,
                deal_luck=0.0,
                luck=total,
                cost=total,
                remainder=0.0,
                close=0.5,
                curve=[(1, 0.5)],
            )
        ],
    )


def stream_analysis(user: HttpUser, table: str) -> list[Any]:
    """Return the events of an analysis."""
    response = user.get(f"/api/t/{table}/analysis")
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/event-stream")
    *events, rest = response.text.split("\n\n")
    assert rest == ""
    return [json.loads(event.removeprefix("data: ")) for event in events]


def finished_table(server: LiveServer, user: HttpUser) -> str:
    record = read(RECORDS / "onirim-0.1.0-won.json")
    return server.create_table("onirim", (HUMAN,), user, opening=record.actions)


def test_analysis_streams_progress_and_result(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def analyse(_: BotService, record: Record, __: Requester) -> Updates:
        yield 1, 2
        yield 2, 2
        yield make_analysis(record, [0.0, 0.125])

    monkeypatch.setattr(BotService, "analyse", analyse)
    slices: list[Requester] = []
    take_slice = SliceScheduler.slice

    @asynccontextmanager
    async def note_slice(self: SliceScheduler, requester: Requester) -> AsyncIterator[None]:
        async with take_slice(self, requester):
            slices.append(requester)
            yield

    monkeypatch.setattr(SliceScheduler, "slice", note_slice)
    user = server.new_user()
    *progress, result = stream_analysis(user, finished_table(server, user))
    requester = Requester("loopback", user.user_id)
    assert slices.count(requester) == 1, "the game is replayed in a slice"
    assert progress == [
        {"type": "analysis_progress", "done": 1, "total": 2},
        {"type": "analysis_progress", "done": 2, "total": 2},
    ]
    assert result["type"] == "game_analysis"
    assert [decision["best_win_probability"] for decision in result["decisions"]] == [0.5, 0.625]
    [seat] = result["seats"]
    assert seat["curve"] == [[1, 0.5]]
    # 0.125 lost by two decisions, one of them best; a result of 0.5 with luck of 0.125.
    assert (seat["error"], seat["best_share"], seat["adjusted_result"]) == (0.0625, 0.5, 0.375)


def test_game_that_was_given_up_has_no_result_without_luck() -> None:
    record = read(RECORDS / "onirim-0.1.0-won.json")
    analysis = msgspec.structs.replace(make_analysis(record, [0.125]), finished=False)
    [seat] = describe_analysis(analysis, record, page_words("en", "onirim")).seats
    assert (seat.error, seat.best_share, seat.adjusted_result) == (0.125, 0.0, None)


def test_stream_ends_without_result_if_the_job_fails(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def analyse(_: BotService, record: Record, __: Requester) -> Updates:
        yield 1, len(record.actions)
        raise JobFailed

    monkeypatch.setattr(BotService, "analyse", analyse)
    user = server.new_user()
    assert [event["type"] for event in stream_analysis(user, finished_table(server, user))] == [
        "analysis_progress"
    ]


def test_stream_has_the_reason_if_too_many_analyses_wait(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def analyse(_: BotService, __: Record, ___: Requester) -> Updates:
        raise TooManyAnalyses
        yield

    monkeypatch.setattr(BotService, "analyse", analyse)
    user = server.new_user()
    reason = page_words("en", "onirim").text("page.analysis.too_many")
    assert stream_analysis(user, finished_table(server, user)) == [
        {"type": "analysis_rejected", "reason": reason}
    ]


def test_unfinished_game_is_not_analysed(server: LiveServer) -> None:
    user = server.new_user()
    table = server.create_table("onirim", (HUMAN,), user)
    assert user.get(f"/api/t/{table}/analysis").status_code == 404
    assert user.get("/api/t/nowhere/analysis").status_code == 404


def test_costliest_decisions_are_ranked_and_described() -> None:
    record = read(RECORDS / "onirim-0.1.0-won.json")
    analysis = make_analysis(record, [0.0, 0.125, 0.25, 0.005])
    message = describe_analysis(analysis, record, page_words("de", "onirim"))
    assert [decision.rank for decision in message.decisions] == [0, 2, 1, 0]
    described = [bool(decision.chosen and decision.better) for decision in message.decisions]
    assert described == [False, True, True, False]
    assert message.decisions[1].better.startswith("Abwerfen: ")
    action_counts = [decision.action_count for decision in message.decisions]
    assert action_counts == [decision.step - 1 for decision in analysis.decisions]
