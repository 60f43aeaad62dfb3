"""Whole games, compared with the reference model of the rules."""

from pathlib import Path
from typing import Any

import pytest

from onirium.record import load_game, read
from tests.games.onirim.reference import Options, Playing, Table, whole_game
from tests.support.nightly import nightly
from tests.support.onirim.biased_policies import Choose, biased_policy, random_policy
from tests.support.onirim.compare_with_reference import assert_same
from tests.support.onirim.variant_matrix import (
    each_combination,
    game_of,
    with_readings,
    with_table_options,
)

pytestmark = pytest.mark.long

RECORDS = Path(__file__).parents[2] / "transcripts"


def play_beside_the_model(options: Options, choose: Choose) -> str:
    """Play a game on both, comparing them in every state; return the outcome."""
    model, state = Playing(Table(options), whole_game), game_of(options).new_state()
    assert_same(state, model)
    while model.question is not None:
        answer = choose(model)
        model.answer(answer)
        state.apply(state.game.parse(answer))
        assert_same(state, model)
    return model.ending


@each_combination
def test_whole_games_agree_with_the_model(options: Options) -> None:
    for seed in range(2):
        play_beside_the_model(with_table_options(options, seed), random_policy(seed))


@pytest.mark.parametrize("numbers", [range(2), *nightly(range(2, 12))])
@each_combination
def test_games_with_other_readings_agree_with_the_model(options: Options, numbers: range) -> None:
    """O14."""
    for number in numbers:
        read = with_readings(with_table_options(options, number), number)
        play_beside_the_model(read, biased_policy(number))


@each_combination
def test_games_up_to_a_victory_agree_with_the_model(options: Options) -> None:
    games = (
        play_beside_the_model(with_table_options(options, n), biased_policy(n)) for n in range(20)
    )
    assert any(ending != "lost" for ending in games)


@pytest.mark.parametrize("path", sorted(RECORDS.glob("onirim-*.json")), ids=lambda path: path.stem)
def test_stored_games_agree_with_the_model(path: Path) -> None:
    record = read(path)
    actions = iter(record.actions)
    ending = play_beside_the_model(kept_options(load_game(record).options), lambda _: next(actions))
    assert list(actions) == []
    assert path.stem.endswith(ending.replace(" ", "-"))


def kept_options(options: dict[str, Any]) -> Options:
    """Return the options of a game, with lists as tuples."""
    lists = {name: tuple(value) for name, value in options.items() if isinstance(value, list)}
    return Options(**{**options, **lists})
