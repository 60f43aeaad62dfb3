"""The strength of search bots is a number of simulations; no clock changes a result."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import onirium
from onirium import PlayerError
from onirium.bots import search_bot
from onirium.bots.registry import default_simulations, make_bot, make_timed_bot
from onirium.bots.search.base import Searcher
from onirium.core.chance import Random
from onirium.core.game import State
from onirium.studies.players.registry import check_player, describe_players, set_simulations
from onirium.studies.simulation import simulate as module
from onirium.studies.simulation.simulate import SimulationConfig, simulate
from tests.simulation.test_rotation import TIMED_FIELDS

ONIRIM = onirium.load("onirim")
RACE = onirium.load("onirim", seats=2, mode="race")


def repeatable(config: SimulationConfig) -> dict[str, Any]:
    result: dict[str, Any] = msgspec.to_builtins(simulate(config))
    return {name: value for name, value in result.items() if name not in TIMED_FIELDS}


def first_decision(game: onirium.Game) -> State:
    state = game.new_state()
    state.resolve_chance(Random(1))
    return state


@pytest.mark.long
def test_searches_play_the_same_games_with_any_number_of_workers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The worker of this process has a clock on which every decision takes an hour."""
    configs = [
        SimulationConfig(RACE, ("quick@20", "strong@60"), 16, seed=5, rotate=True, workers=workers)
        for workers in (1, 2, 3)
    ]
    monkeypatch.setattr(module, "SLOW_GAMES_PER_JOB", 2)
    results = [repeatable(config) for config in configs[1:]]
    hours = iter(range(10**9))
    monkeypatch.setattr(search_bot, "perf_counter", lambda: 3600.0 * next(hours))
    assert results == [repeatable(configs[0])] * 2


@pytest.mark.parametrize(("make", "stop"), [(make_bot, "never"), (make_timed_bot, "late")])
def test_clock_stops_searches_at_tables_only(
    make: Callable[[str, onirium.Game], Any], stop: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[int] = []

    class CountedSearch(Searcher):
        def reset(self, state: State, rng: Random) -> None:
            del state, rng

        def run_action(self, action: int, simulations: int) -> None:
            raise NotImplementedError

        def is_decided(self, simulations: int) -> bool:
            del simulations
            return False

        def run(self, simulations: int, *, explore_all: bool = False) -> None:
            del explore_all
            runs.append(simulations)

        def best_action(self) -> int:
            return 0

        def action_values(self) -> list[tuple[int, float]]:
            return []

    bot = make("strong", ONIRIM)
    bot._searcher = CountedSearch()
    hours = iter(range(10**9))
    monkeypatch.setattr(search_bot, "perf_counter", lambda: 3600.0 * next(hours))
    bot.choose(first_decision(ONIRIM), Random(1))
    assert (sum(runs) < default_simulations("strong", ONIRIM)) == (stop == "late")


def test_simulations_are_those_of_the_name() -> None:
    described = describe_players(("quick@7", "quick", "greedy"), ONIRIM)
    assert [player.simulations for player in described] == [
        *(7, default_simulations("quick", ONIRIM), None)
    ]


@pytest.mark.long
def test_number_of_simulations_changes_the_games() -> None:
    few, many = (
        repeatable(SimulationConfig(ONIRIM, (name,), 4, seed=2, workers=1))
        for name in ("quick@2", "quick@40")
    )
    assert few["decisions"] != many["decisions"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("quick@", "quick@: write a positive number of simulations after @, such as strong@500"),
        (
            "greedy@x",
            "greedy@x: write a positive number of simulations after @, such as strong@500",
        ),
        ("quick@0", "quick@0: write a positive number"),
        ("quick@-5", "quick@-5: write a positive number"),
        ("quick@²", "write a positive number"),
        ("random@5", "random@5: random does not search; write random"),
        ("clever@5", "onirim has no bot 'clever'"),
    ],
)
def test_invalid_number_of_simulations_is_rejected(name: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        check_player(name, ONIRIM)


def test_option_sets_the_simulations_of_searches_without_an_own_number() -> None:
    assert set_simulations(["quick", "greedy", "strong@5"], 30) == (
        "quick@30",
        "greedy",
        "strong@5",
    )
    assert set_simulations(["greedy"], None) == ("greedy",)
    with pytest.raises(PlayerError, match="--simulations applies to `quick` and `strong`"):
        set_simulations(["greedy"], 30)
