"""The analysis of a finished game, told to whoever looks at the game again."""

from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing, suppress
from typing import Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from onirium.i18n.catalog import Words
from onirium.presentation.presenter import describe_action
from onirium.record import Record, load_game, replay
from onirium.storage.store import Store
from onirium.studies.analysis.game_analysis import (
    MIN_NOTICEABLE_COST,
    Analysis,
    Decision,
    costliest_decisions,
)
from onirium.web.config.i18n import page_words
from onirium.web.live.protocol import Balance, Findings, Judged, Progress
from onirium.web.middleware.sessions import admitted, visitor_of
from onirium.web.workers.service import Broken, Thinking

DIGITS: Final = 4
"""Chances are told in hundredths of a percent."""


async def analysis(request: Request) -> Response:
    """Tell as events how far the analysis of a finished game is, and what it finds at last.

    It ends without findings if nothing can be found. Nothing is analysed for who has gone away.
    """
    store: Store = request.app.state.store
    table = admitted(request, await store.load(request.path_params["id"]))
    if not table.is_over:
        raise HTTPException(404)
    words = page_words(visitor_of(request).language, table.setup.game)
    events = _events(request.app.state.thinking, table.match.record, words)
    return StreamingResponse(events, media_type="text/event-stream")


def findings(found: Analysis, record: Record, words: Words) -> Findings:
    """Return an analysis in words."""
    ranks = _ranks(found)
    costly = {decision.step: decision.best for decision in found.decisions if _is_costly(decision)}
    said = dict(_in_words(costly, record, words))
    return Findings(
        balances=[
            Balance(
                seat=balance.seat,
                opening=round(balance.opening, DIGITS),
                luck=round(balance.luck, DIGITS),
                cost=round(balance.cost, DIGITS),
                close=round(balance.close, DIGITS),
                curve=[(step, round(chance, DIGITS)) for step, chance in balance.curve],
            )
            for balance in found.seat_summaries
        ],
        decisions=[
            Judged(
                kept=decision.step - 1,
                seat=decision.seat,
                before=round(decision.before, DIGITS),
                after=round(decision.after, DIGITS),
                rank=ranks.get(decision.step, 0),
                choice=choice,
                better=better,
            )
            for decision in found.decisions
            for choice, better in [said.get(decision.step, ("", ""))]
        ],
    )


async def _events(thinking: Thinking, record: Record, words: Words) -> AsyncGenerator[bytes, None]:
    with suppress(Broken):
        async with aclosing(thinking.analyse(record)) as answers:
            async for answer in answers:
                if isinstance(answer, Analysis):
                    yield _event(findings(answer, record, words))
                else:
                    yield _event(Progress(*answer))


def _event(message: Progress | Findings) -> bytes:
    return b"data: " + msgspec.json.encode(message) + b"\n\n"


def _is_costly(decision: Decision) -> bool:
    """Tell whether a decision cost more than an estimate can be wrong."""
    return decision.cost >= MIN_NOTICEABLE_COST


def _ranks(found: Analysis) -> dict[int, int]:
    """Return the steps of the decisions that cost each seat most: 1 is the costliest."""
    ranks = {}
    for balance in found.seat_summaries:
        own = [decision for decision in found.decisions if decision.seat == balance.seat]
        costly = costliest_decisions(msgspec.structs.replace(found, decisions=own))
        ranks.update({decision.step: rank for rank, decision in enumerate(costly, start=1)})
    return ranks


def _in_words(
    best: Mapping[int, str], record: Record, words: Words
) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield for some steps what was chosen there and what had been best."""
    before = load_game(record).new_state()
    for step in replay(record):
        if step.number in best:
            better = before.game.parse(best[step.number])
            chosen = (
                describe_action(step.action, before, words),
                describe_action(better, before, words),
            )
            yield step.number, chosen
        before = step.state
