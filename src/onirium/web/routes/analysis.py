"""Streams the analysis of a finished game as server-sent events."""

from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing
from typing import Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from onirium.i18n.catalog import Words
from onirium.presentation.presenter import describe_action
from onirium.record import Record, load_game, replay
from onirium.studies.analysis.game_analysis import (
    MIN_NOTICEABLE_COST,
    Analysis,
    Decision,
    SeatSummary,
    costliest_decisions,
)
from onirium.studies.analysis.skill import summarize_play
from onirium.web.config.i18n import page_words
from onirium.web.fair_queue import Requester
from onirium.web.live.client_view import can_analyse
from onirium.web.live.protocol.analysis import (
    AnalysisProgress,
    AnalysisRejected,
    DecisionAnalysis,
    GameAnalysis,
    SeatAnalysis,
)
from onirium.web.middleware.rate_limit import ConnectionLimiter, client_address
from onirium.web.middleware.security import reject_excess
from onirium.web.middleware.sessions import current_user, requester_of, require_access
from onirium.web.services import Services, services_of
from onirium.web.workers.service import JobFailed, TooManyAnalyses

DECIMAL_DIGITS: Final = 4
"""Precision of win probabilities: a hundredth of a percent."""


async def analysis(request: Request) -> Response:
    """Stream the progress of an analysis, then its result; cancel it if the client disconnects.

    The stream ends without a result if the analysis fails.

    Raises:
        HTTPException: with status 404, if there is no such table or its game cannot be analysed.
        CommandRejected: as ``links_disabled``, if the table is not visible to the user.
    """
    services = services_of(request)
    table = require_access(
        request, await services.sessions.load_table(request.path_params["table_id"])
    )
    if not table.is_over or not can_analyse(table):
        raise HTTPException(404)
    words = page_words(current_user(request).language, table.setup.game)
    events = _stream(services, table.match.record, requester_of(request), words)
    return _EventStream(events, services.event_streams)


def describe_analysis(analysis: Analysis, record: Record, words: Words) -> GameAnalysis:
    """Return the message for an analysis, with actions as texts."""
    ranks = _rank_costly_decisions(analysis)
    costly = {
        decision.step: decision.best for decision in analysis.decisions if _is_costly(decision)
    }
    texts = dict(_describe_costly_decisions(costly, record, words))
    return GameAnalysis(
        seats=[_describe_seat(summary, analysis) for summary in analysis.seat_summaries],
        decisions=[
            DecisionAnalysis(
                action_count=decision.step - 1,
                seat=decision.seat,
                best_win_probability=round(decision.before, DECIMAL_DIGITS),
                win_probability=round(decision.after, DECIMAL_DIGITS),
                is_exact=decision.is_exact,
                rank=ranks.get(decision.step, 0),
                chosen=choice,
                better=better,
            )
            for decision in analysis.decisions
            for choice, better in [texts.get(decision.step, ("", ""))]
        ],
    )


def _describe_seat(summary: SeatSummary, analysis: Analysis) -> SeatAnalysis:
    skill = summarize_play(analysis, summary)
    adjusted = round(skill.result - skill.luck, DECIMAL_DIGITS) if analysis.finished else None
    return SeatAnalysis(
        seat=summary.seat,
        initial_win_probability=round(summary.opening, DECIMAL_DIGITS),
        luck=round(summary.luck, DECIMAL_DIGITS),
        cost=round(summary.cost, DECIMAL_DIGITS),
        remainder=round(summary.remainder, DECIMAL_DIGITS),
        final_win_probability=round(summary.close, DECIMAL_DIGITS),
        error=round(skill.cost / skill.decisions, DECIMAL_DIGITS),
        best_share=round(skill.best_decisions / skill.decisions, DECIMAL_DIGITS),
        adjusted_result=adjusted,
        curve=[(step, round(probability, DECIMAL_DIGITS)) for step, probability in summary.curve],
    )


class _EventStream(StreamingResponse):
    """Server-sent events, unless too many event streams of the address are open."""

    def __init__(self, events: AsyncGenerator[bytes, None], limiter: ConnectionLimiter) -> None:
        super().__init__(events, media_type="text/event-stream")
        self._limiter = limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events."""
        with self._limiter.connection(client_address(scope)) as allowed:
            if allowed:
                await super().__call__(scope, receive, send)
            else:
                await reject_excess(scope, receive, send)


async def _stream(
    services: Services, record: Record, requester: Requester, words: Words
) -> AsyncGenerator[bytes, None]:
    try:
        async with aclosing(services.bots.analyse(record, requester)) as updates:
            async for update in updates:
                if isinstance(update, Analysis):
                    async with services.slices.slice(requester):
                        event = _encode_event(describe_analysis(update, record, words))
                    yield event
                else:
                    yield _encode_event(AnalysisProgress(done=update[0], total=update[1]))
    except TooManyAnalyses:
        yield _encode_event(AnalysisRejected(reason=words.text("page.analysis.too_many")))
    except JobFailed:
        pass


def _encode_event(message: AnalysisProgress | AnalysisRejected | GameAnalysis) -> bytes:
    return b"data: " + msgspec.json.encode(message) + b"\n\n"


def _is_costly(decision: Decision) -> bool:
    """Return whether the cost of a decision exceeds the error of the estimates."""
    return decision.cost >= MIN_NOTICEABLE_COST


def _rank_costly_decisions(analysis: Analysis) -> dict[int, int]:
    """Return the ranks of the costliest decisions of each seat, by step; 1 is the costliest."""
    ranks = {}
    for summary in analysis.seat_summaries:
        own = [decision for decision in analysis.decisions if decision.seat == summary.seat]
        costly = costliest_decisions(msgspec.structs.replace(analysis, decisions=own))
        ranks.update({decision.step: rank for rank, decision in enumerate(costly, start=1)})
    return ranks


def _describe_costly_decisions(
    best_actions: Mapping[int, str], record: Record, words: Words
) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield steps with the texts of the chosen and of the best action.

    Args:
        best_actions: notation of the best action, by step.
        record: the game.
        words: messages of the language.
    """
    before = load_game(record).new_state()
    for step in replay(record):
        if step.number in best_actions:
            better = before.game.parse(best_actions[step.number])
            texts = (
                describe_action(step.action, before, words),
                describe_action(better, before, words),
            )
            yield step.number, texts
        before = step.state
