"""The greedy bot in every combination of expansions, variants, players and modes."""

import pytest

from onirium import Game, State
from onirium.bots.registry import Bot, make_bot
from onirium.core.chance import Random
from tests.games.onirim.reference import Options
from tests.support.card_lists import expand
from tests.support.onirim.variant_matrix import (
    COMBINATIONS,
    each_combination,
    game_of,
    options_id,
)

pytestmark = pytest.mark.long

WITHOUT_VARIANTS = [
    options for options in COMBINATIONS if not options.variants and options.premonitions == 4
]


def play(game: Game, player: Bot, seed: int) -> State:
    """Return the final state of a game."""
    state = game.new_state()
    random = Random(seed)
    while not state.is_terminal():
        state.resolve_chance(random)
        if not state.is_terminal():
            state.apply_unchecked(player.choose(state, random))
    return state


def doors_found(state: State) -> int:
    fields = state.to_fields()
    return sum(len(expand(fields.get(name, ""))) for name in ("doors", "partner doors"))


@pytest.mark.parametrize("options", WITHOUT_VARIANTS, ids=options_id)
def test_it_finds_far_more_doors_than_random_play(options: Options) -> None:
    """At least three more of the eight per game."""
    game = game_of(options)
    greedy, chance = (make_bot(name, game) for name in ("greedy", "random"))
    games = range(5)
    by_chance = sum(doors_found(play(game, chance, seed)) for seed in games)
    assert sum(doors_found(play(game, greedy, seed)) for seed in games) > by_chance + 3 * len(games)


@each_combination
def test_it_wins_some_games(options: Options) -> None:
    game = game_of(options)
    player = make_bot("greedy", game)
    assert any(any(play(game, player, seed).returns()) for seed in range(100))
