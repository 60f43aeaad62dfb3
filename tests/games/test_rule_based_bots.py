"""Rule-based bots of each game: legal actions, from the information of their seat, no effects."""

from typing import Final

import pytest

from onirium import Game, Random
from onirium.bots.registry import SEARCH_BOTS, bot_names, make_bot
from tests.games.nightmarium.reference import Options as NightmariumOptions
from tests.games.onirim.reference import Options as OnirimOptions
from tests.support.bot_decisions import decisions_with_errors
from tests.support.nightmarium import variant_matrix as nightmarium
from tests.support.onirim import variant_matrix as onirim

AGREEMENTS: Final = 3
"""The kinds of table that two players of Onirim can agree on."""


def assert_bots_are_sound(game: Game, seed: int) -> None:
    """Assert that the choices are legal, leave the state unchanged and use visible cards only."""
    names = [name for name in bot_names(game) if name not in {"random", *SEARCH_BOTS}]
    assert "greedy" in names
    for name in names:
        bot, rng = make_bot(name, game), Random(seed)
        for state in decisions_with_errors(game, bot, seed):
            before = state.clone()
            action = bot.choose(state, rng)
            assert state == before
            assert action in state.legal_actions()
            assert bot.choose(state.determinize(state.current_player(), rng), rng) == action


@nightmarium.each_table_with_long_marks
def test_bots_of_nightmarium_are_sound(options: NightmariumOptions) -> None:
    assert_bots_are_sound(nightmarium.game_of(options), options.creatures)


@pytest.mark.long
@onirim.each_combination
def test_bots_of_onirim_are_sound(options: OnirimOptions) -> None:
    for seed in range(AGREEMENTS):
        agreed = onirim.with_table_options(options, seed)
        game = onirim.game_of(onirim.with_readings(agreed, seed) if seed % 2 else agreed)
        assert_bots_are_sound(game, seed)
