"""What is thought in other processes: decisions, hints, analyses."""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from typing import Any

import pytest

import onirium
from onirium.bots.advisor import Advisor
from onirium.bots.network.weights import WeightsError
from onirium.bots.registry import Bot, make_bot
from onirium.core.chance import Random
from onirium.core.game import Game, State
from onirium.record import Record
from onirium.studies.analysis.game_analysis import analyse
from onirium.tables import HUMAN, Match
from onirium.web.workers.service import Broken, Thinking
from tests.support.live_server import PATIENCE
from tests.web.workers.test_pool import in_a_loop

Listed = Callable[[AsyncGenerator[Any, None]], Awaitable[list[Any]]]


@asynccontextmanager
async def thinking() -> AsyncIterator[Thinking]:
    """Think for a while."""
    thinking = Thinking()
    try:
        yield thinking
    finally:
        await thinking.close()


async def listed(found: AsyncGenerator[Any, None], most: int = 1000) -> list[Any]:
    """Return the first of what is found."""
    first: list[Any] = []
    async with aclosing(found):
        async for one in found:
            first.append(one)
            if len(first) == most:
                break
    return first


def first_decision(game: str = "onirim") -> State:
    loaded = onirium.load(game)
    match = Match(loaded, [HUMAN] * loaded.seats, seed=1)
    match.advance()
    return match.state


def short_game() -> Record:
    """Return the record of a game of which only a few actions were played."""
    match = Match(onirium.load("onirim"), [HUMAN], seed=1)
    for _ in range(3):
        match.advance()
        match.apply(match.state.legal_actions()[0])
    return match.record


@in_a_loop
async def test_a_player_decides_there_as_it_would_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onirium.web.workers.service.A_DECISION", PATIENCE)
    async with thinking() as there:
        for game in ("onirim", "nightmarium"):
            state = first_decision(game)
            for dice in range(5):
                here = make_bot("random", state.game).choose(state, Random(dice))
                assert await there.decide("random", state, dice) == here


@in_a_loop
async def test_a_player_who_does_not_decide_is_replaced_and_that_is_noted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("onirium.web.workers.service.A_DECISION", 0.0)
    state = first_decision()
    async with thinking() as there:
        with caplog.at_level(logging.WARNING):
            assert await there.decide("greedy", state, 1) in state.legal_actions()
        assert (there.failures, there.waiting) == (1, 0)
    assert "greedy decides nothing, and a quick player instead" in caplog.text
    assert "took more than 0.0 seconds" in caplog.text


@in_a_loop
async def test_it_is_replaced_by_one_that_can_read_what_it_has_learnt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def make(name: str, game: Game) -> Bot:
        asked.append(name)
        if name != "random":
            raise WeightsError("the weights are missing")
        return make_bot(name, game)

    monkeypatch.setattr("onirium.web.workers.service.A_DECISION", 0.0)
    monkeypatch.setattr("onirium.web.workers.service.make_bot", make)
    state = first_decision()
    async with thinking() as there:
        assert await there.decide("strong", state, 1) in state.legal_actions()
    assert asked == ["quick", "greedy", "random"], "the strongest first"


@pytest.mark.long
@in_a_loop
async def test_advice_is_there_at_once_and_becomes_better() -> None:
    state = first_decision()
    async with thinking() as there:
        at_once, better = await listed(there.advise(state, 0, 5), 2)
        assert at_once == Advisor(state, 0, 5).action_values() != better
        assert [action for action, _ in better] == state.legal_actions()
        again = await listed(there.advise(state, 0, 5), 2)
        assert again == [at_once, better], "it can be repeated"


@in_a_loop
async def test_advice_is_for_who_decides() -> None:
    async with thinking() as there:
        with pytest.raises(ValueError, match="not that seat"):
            await listed(there.advise(first_decision(), 1, 5))


@in_a_loop
async def test_without_workers_advice_is_what_is_there_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("onirium.web.workers.service.A_THOUGHT", 0.0)
    state = first_decision()
    async with thinking() as there:
        assert await listed(there.advise(state, 0, 5)) == [Advisor(state, 0, 5).action_values()]


@in_a_loop
async def test_an_analysis_says_how_far_it_is() -> None:
    record = short_game()
    async with thinking() as there:
        *progress, analysis = await listed(there.analyse(record, simulations=10))
    assert progress == [(1, 3), (2, 3), (3, 3)]
    assert analysis == analyse(record, simulations=10)


@in_a_loop
async def test_an_analysis_that_comes_to_nothing_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("onirium.web.workers.service.A_THOUGHT", 0.0)
    async with thinking() as there:
        with pytest.raises(Broken):
            await listed(there.analyse(short_game(), simulations=10))


@pytest.mark.long
@in_a_loop
async def test_a_hint_does_not_wait_for_an_analysis_nor_a_player_for_a_hint() -> None:
    state = first_decision()
    async with thinking() as there:
        working = there.analyse(short_game(), simulations=10)
        assert await anext(working) == (1, 3)
        analyses = [listed(there.analyse(short_game(), simulations=10)) for _ in range(2)]
        waiting = [asyncio.ensure_future(analysis) for analysis in analyses]
        hint = there.advise(state, 0, 5)
        assert await anext(hint)
        assert await anext(hint)
        assert await there.decide("random", state, 1) in state.legal_actions()
        assert not any(waits.done() for waits in waiting), "there is one worker for them"
        await hint.aclose()
        await working.aclose()
        assert [len(found) for found in await asyncio.gather(*waiting)] == [4, 4]
