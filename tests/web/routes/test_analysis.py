"""The analysis of a finished game, as the page is told of it."""

import json
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path
from typing import Any

import pytest

from onirium.core.game import State
from onirium.record import Record, read, replay
from onirium.studies.analysis.game_analysis import Analysis, Decision, SeatSummary
from onirium.tables import HUMAN
from onirium.web.config.i18n import page_words
from onirium.web.routes.analysis import describe_analysis
from onirium.web.workers.service import BotService, JobFailed
from tests.support.live_server import HttpUser, LiveServer, run_server

Answers = AsyncGenerator[tuple[int, int] | Analysis, None]

RECORDS = Path(__file__).parents[2] / "transcripts"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with run_server(tmp_path_factory.mktemp("data")) as server:
        yield server


def judged(record: Record, costs: list[float]) -> Analysis:
    """Return an analysis in which the first decisions cost something, and the last was better."""
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
                )
            )
        before = step.state
    lost = sum(costs)
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
            SeatSummary(seat=0, opening=0.5, luck=lost, cost=lost, close=0.5, curve=[(1, 0.5)])
        ],
    )


def told(visitor: HttpUser, table: str) -> list[Any]:
    """Return the events of an analysis."""
    answer = visitor.get(f"/api/t/{table}/analysis")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/event-stream")
    *events, rest = answer.text.split("\n\n")
    assert rest == ""
    return [json.loads(event.removeprefix("data: ")) for event in events]


def over(server: LiveServer, visitor: HttpUser) -> str:
    record = read(RECORDS / "onirim-0.1.0-won.json")
    return server.create_table("onirim", (HUMAN,), visitor, opening=record.actions)


def test_it_says_how_far_it_is_and_then_what_it_found(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def analyse(_: BotService, record: Record) -> Answers:
        yield 1, 2
        yield 2, 2
        yield judged(record, [0.0, 0.125])

    monkeypatch.setattr(BotService, "analyse", analyse)
    visitor = server.new_user()
    *progress, found = told(visitor, over(server, visitor))
    assert progress == [
        {"type": "analysis_progress", "done": 1, "total": 2},
        {"type": "analysis_progress", "done": 2, "total": 2},
    ]
    assert found["type"] == "game_analysis"
    assert [decision["best_win_probability"] for decision in found["decisions"]] == [0.5, 0.625]
    assert found["seats"][0]["curve"] == [[1, 0.5]]


def test_it_just_ends_if_it_comes_to_nothing(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def analyse(_: BotService, record: Record) -> Answers:
        yield 1, len(record.actions)
        raise JobFailed

    monkeypatch.setattr(BotService, "analyse", analyse)
    visitor = server.new_user()
    assert [one["type"] for one in told(visitor, over(server, visitor))] == ["analysis_progress"]


def test_a_game_that_goes_on_is_not_analysed(server: LiveServer) -> None:
    visitor = server.new_user()
    table = server.create_table("onirim", (HUMAN,), visitor)
    assert visitor.get(f"/api/t/{table}/analysis").status_code == 404
    assert visitor.get("/api/t/nowhere/analysis").status_code == 404


def test_what_cost_most_is_named_beside_what_was_better() -> None:
    record = read(RECORDS / "onirim-0.1.0-won.json")
    analysis = judged(record, [0.0, 0.125, 0.25, 0.005])
    found = describe_analysis(analysis, record, page_words("de", "onirim"))
    assert [decision.rank for decision in found.decisions] == [0, 2, 1, 0]
    named = [bool(decision.chosen and decision.better) for decision in found.decisions]
    assert named == [False, True, True, False]
    assert found.decisions[1].better.startswith("Abwerfen: ")
    kept = [decision.action_count for decision in found.decisions]
    assert kept == [decision.step - 1 for decision in analysis.decisions]
