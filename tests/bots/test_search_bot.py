"""The players that search: what they may know, and that chance and clocks do not move them."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import onirium
from onirium import State
from onirium.bots.registry import make_bot
from onirium.bots.search_bot import SearchBot
from onirium.bots.search_registry import load_evaluator, search_module
from onirium.core.chance import Random
from tests.support.nightmarium.indistinguishable_states import Position as Standing
from tests.support.onirim.indistinguishable_states import Position as Dreaming

TABLES: list[tuple[str, Any, dict[str, Any]]] = [
    *(("nightmarium", Standing, options) for options in ({"seats": 2}, {"seats": 3})),
    ("nightmarium", Standing, {"seats": 5, "creatures": 6}),
    *(("onirim", Dreaming, {"seats": 2, "table": table}) for table in ("hidden", "open")),
    ("onirim", Dreaming, {"seats": 2, "expansions": ["book", "towers", "premonitions"]}),
    ("onirim", Dreaming, {"seats": 2, "mode": "race"}),
]
"""Games, where worlds are made without the game's help, and the options."""

EVERY = 7
"""So many decisions lie between two that are looked at."""

SIMULATIONS = 40


def decisions(game: onirium.Game, seed: int) -> Iterator[State]:
    """Yield some decisions of a game between players who go by rules of thumb and err."""
    dice = random.Random(seed)
    state, player = game.new_state(), make_bot("greedy", game)
    number = 0
    while True:
        state.resolve_chance(Random(dice.randrange(2**32)))
        if state.is_terminal():
            return
        if number % EVERY == seed % EVERY:
            yield state
        number += 1
        action = player.choose(state, Random(seed))
        state.apply(dice.choice(state.legal_actions()) if dice.random() < 0.2 else action)


@pytest.mark.long
@pytest.mark.parametrize(("name", "position", "options"), TABLES)
def test_what_a_seat_cannot_see_moves_no_player(
    name: str, position: Any, options: dict[str, Any]
) -> None:
    game = onirium.load(name, **options)
    thinker = search_module(game.name).make_searcher(game, load_evaluator(game))
    search = SearchBot(thinker, SIMULATIONS, budget_ms=60_000.0)
    dice = random.Random(5)
    changed = 0
    for state in decisions(game, 3):
        world = position(state, state.current_player()).world(dice)
        changed += world != state
        assert search.choose(world, Random(7)) == search.choose(state, Random(7))
    assert changed > 0


@pytest.mark.parametrize("name", ["quick", "strong"])
@pytest.mark.parametrize(("game", "options"), [("onirim", {}), ("nightmarium", {})])
def test_it_leaves_the_state_as_it_is(name: str, game: str, options: dict[str, Any]) -> None:
    loaded = onirium.load(game, **options)
    player = make_bot(name, loaded, budget_ms=2.0)
    state = next(decisions(loaded, 4))
    before = state.clone()
    assert player.choose(state, Random(1)) in state.legal_actions()
    assert state == before
    assert state.history() == before.history()
