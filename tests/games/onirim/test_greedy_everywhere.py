"""The greedy bot in every combination of expansions, variants, players and modes."""

import random
from collections.abc import Iterator

import pytest

from onirium import Game, State
from onirium.bots.registry import Bot, make_bot
from onirium.core.chance import Random
from tests.games.onirim.reference import Options
from tests.support.card_lists import expand
from tests.support.onirim.variant_matrix import (
    COMBINATIONS,
    TWO_PLAYER_COMBINATIONS,
    each_combination,
    game_of,
    options_id,
    with_table_options,
)

pytestmark = pytest.mark.long

WITHOUT_VARIANTS = [
    options for options in COMBINATIONS if not options.variants and options.premonitions == 4
]
ERROR_PROBABILITY = 0.2
"""The fraction of random decisions, which lead to states that the bot would avoid."""


def decisions(game: Game, player: Bot, seed: int) -> Iterator[State]:
    """Yield the decisions of a game with random errors."""
    rng = random.Random(seed)
    state = game.new_state()
    while not state.is_terminal():
        state.resolve_chance(Random(rng.randrange(2**32)))
        if state.is_terminal():
            return
        yield state
        action = player.choose(state, Random(seed))
        if rng.random() < ERROR_PROBABILITY:
            action = rng.choice(state.legal_actions())
        state.apply(action)


@each_combination
def test_it_chooses_a_legal_action_without_changing_the_state(options: Options) -> None:
    game = game_of(options)
    player = make_bot("greedy", game)
    for seed in range(2):
        for state in decisions(game, player, seed):
            before = state.clone()
            assert player.choose(state, Random(1)) in state.legal_actions()
            assert state == before


@pytest.mark.parametrize("options", TWO_PLAYER_COMBINATIONS, ids=options_id)
def test_it_uses_only_the_information_of_its_seat(options: Options) -> None:
    random = Random(2)
    for seed in range(3):
        game = game_of(with_table_options(options, seed))
        player = make_bot("greedy", game)
        for state in decisions(game, player, seed):
            world = state.determinize(state.current_player(), random)
            assert player.choose(world, random) == player.choose(state, random)


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
