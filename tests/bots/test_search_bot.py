"""Search bots ignore hidden information and do not modify the state."""

import random
import signal
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import onirium
from onirium import State
from onirium.bots import search_bot, search_registry
from onirium.bots.registry import make_bot, make_timed_bot
from onirium.bots.search.base import Searcher
from onirium.bots.search_bot import SearchBot
from onirium.bots.search_registry import load_evaluator, search_config_for
from onirium.core.chance import Random
from tests.support.bot_decisions import decisions_with_errors
from tests.support.nightmarium.indistinguishable_states import Position as NightmariumPosition
from tests.support.onirim.endgame_positions import THE_PERSONAL_ONE
from tests.support.onirim.indistinguishable_states import Position as OnirimPosition

TABLES: list[tuple[str, Any, dict[str, Any]]] = [
    *(("nightmarium", NightmariumPosition, options) for options in ({"seats": 2}, {"seats": 3})),
    ("nightmarium", NightmariumPosition, {"seats": 5, "creatures": 6}),
    *(("onirim", OnirimPosition, {"seats": 2, "table": table}) for table in ("hidden", "open")),
    ("onirim", OnirimPosition, {"seats": 2, "expansions": ["book", "towers", "premonitions"]}),
    ("onirim", OnirimPosition, {"seats": 2, "mode": "race"}),
]
"""Games and options, with a determinization that is independent of the game's own."""

INTERVAL = 7
"""Every seventh decision is tested."""

SIMULATIONS = 40

BRIEF_MS = 2.0
"""The time limit of a decision that needs no long search."""


def decisions(game: onirium.Game, seed: int) -> Iterator[State]:
    """Yield some decisions of a game between greedy bots that err at random."""
    every = decisions_with_errors(game, make_bot("greedy", game), seed)
    return islice(every, seed % INTERVAL, None, INTERVAL)


@pytest.mark.long
@pytest.mark.parametrize(("name", "position", "options"), TABLES)
def test_hidden_information_does_not_change_the_decision(
    name: str, position: Any, options: dict[str, Any]
) -> None:
    game = onirium.load(name, **options)
    searcher = search_config_for(game.name).make_searcher(game, load_evaluator(game))
    bot = SearchBot(searcher, SIMULATIONS)
    rng = random.Random(5)
    changed = 0
    for state in decisions(game, 3):
        other = position(state, state.current_player()).resample(rng)
        changed += other != state
        assert bot.choose(other, Random(7)) == bot.choose(state, Random(7))
    assert changed > 0


@pytest.mark.parametrize("name", ["quick", "strong"])
@pytest.mark.parametrize(("game", "options"), [("onirim", {}), ("nightmarium", {})])
def test_bot_does_not_modify_the_state(name: str, game: str, options: dict[str, Any]) -> None:
    loaded = onirium.load(game, **options)
    bot = make_timed_bot(name, loaded, budget_ms=2.0)
    state = next(decisions(loaded, 4))
    before = state.clone()
    assert bot.choose(state, Random(1)) in state.legal_actions()
    assert state == before
    assert state.history() == before.history()


@pytest.mark.parametrize("table", ["open", "hidden", "silent"])
@pytest.mark.parametrize("name", ["quick", "strong"])
def test_O7_2_bots_name_the_reserve_that_decides_a_game(name: str, table: str) -> None:
    """Only the personal red sun leaves the partner the shared one, which wins with certainty."""
    game = onirium.load("onirim", seats=2, table=table)
    state = game.from_fields({"steps": "play", **THE_PERSONAL_ONE.piles})
    bot = make_timed_bot(name, game, budget_ms=BRIEF_MS)
    assert game.notation(bot.choose(state, Random(1))) == "play personal red sun"


class SlowSearch(Searcher):
    """A search whose simulations take long by a clock of its own."""

    def __init__(self, simulation_s: float) -> None:
        self.now_s = 0.0
        self._simulation_s = simulation_s

    def reset(self, state: State, rng: Random) -> None:
        del state, rng

    def run(self, simulations: int, *, explore_all: bool = False) -> None:
        del explore_all
        self.now_s += simulations * self._simulation_s

    def run_action(self, action: int, simulations: int) -> None:
        raise NotImplementedError

    def is_decided(self, simulations: int) -> bool:
        del simulations
        return False

    def best_action(self) -> int:
        return 0

    def action_values(self) -> list[tuple[int, float]]:
        return []


@pytest.mark.parametrize(
    ("simulation_s", "longest_s"),
    [
        pytest.param(0.25, 0.25, id="one simulation takes longer than the limit"),
        pytest.param(0.01, 0.14, id="many fit into the limit"),
    ],
)
def test_limit_holds_however_long_simulations_take(
    simulation_s: float, longest_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = SlowSearch(simulation_s)
    monkeypatch.setattr(search_bot, "perf_counter", lambda: search.now_s)
    game = onirium.load("onirim")
    bot = SearchBot(search, SIMULATIONS, time_limit_ms=100.0)
    bot.choose(next(decisions(game, 4)), Random(1))
    assert 0 < search.now_s <= longest_s


class Interrupt(BaseException):
    """The error of an interrupt."""


def test_an_interrupt_ends_a_search_in_any_build() -> None:
    """Compiled loops run no handlers of signals; this search would take hours."""

    def interrupt(_number: int, _frame: object) -> None:
        raise Interrupt

    bot = make_bot("quick", onirium.load("onirim"), simulations=10**9)
    previous = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(Interrupt):
            bot.choose(next(decisions(onirium.load("onirim"), 4)), Random(1))
    finally:
        signal.signal(signal.SIGALRM, previous)


@pytest.mark.parametrize("simulations", [-5, 0, 1_000_000_001, 10**30])
def test_number_of_simulations_is_positive_and_limited(simulations: int) -> None:
    message = f"simulations: {simulations} is not between 1 and 1000000000"
    with pytest.raises(ValueError, match=message):
        make_bot("quick", onirium.load("onirim"), simulations)


def test_bots_of_tables_solve_no_endgames_with_interpreted_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An attempt has no time limit, and takes minutes with interpreted rules."""
    monkeypatch.setattr(search_registry, "is_compiled", lambda: False)
    game = onirium.load("onirim")
    of_table: Any = make_timed_bot("strong", game)
    of_study: Any = make_bot("strong", game)
    assert of_table._solver is None
    assert of_study._solver is not None
