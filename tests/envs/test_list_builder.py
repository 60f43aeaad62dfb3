"""The lists of OpenSpiel, compared with the arrays and lists of states."""

import copy
import pickle
import random
from typing import Any

import pytest

import onirium
from onirium.envs.list_builder import ListBuilder

KINDS: list[tuple[str, dict[str, Any]]] = [
    ("onirim", {"expansions": "book,towers,premonitions", "seats": 2}),
    ("nightmarium", {"seats": 3}),
]


@pytest.mark.parametrize(("name", "options"), KINDS)
def test_categorical_arrays_become_one_hot_vectors(name: str, options: dict[str, Any]) -> None:
    game = onirium.load(name, **options)
    rng, state, categorical = random.Random(4), game.new_state(), game.categorical_arrays()
    lists = pickle.loads(pickle.dumps(ListBuilder(game, categorical=categorical)))  # noqa: S301
    ones = 0
    while not state.is_terminal():
        expected: list[float] = []
        for array, numbers in state.observation(0).items():
            kinds = range(1, game.observation_spec()[array][1] + 1)
            for number in numbers:
                expected += (
                    [float(number == kind) for kind in kinds]
                    if array in categorical
                    else [float(number)]
                )
                ones += array in categorical and number > 0
        assert lists.tensor(state, 0) == expected
        following = state.legal_actions() or [outcome for outcome, _ in state.chance_outcomes()]
        state.apply(rng.choice(following))
    assert ones > 100


@pytest.mark.parametrize(("name", "options"), KINDS)
def test_lists_equal_those_of_the_state(name: str, options: dict[str, Any]) -> None:
    game = onirium.load(name, **options)
    lists, rng, state = ListBuilder(game), random.Random(4), game.new_state()
    for _ in range(300):
        if state.is_terminal():
            break
        for seat in range(game.seats):
            flat = [number for array in state.observation(seat).values() for number in array]
            tensor = lists.tensor(state, seat)
            assert tensor is not None
            assert tensor == flat
            assert {type(number) for number in tensor} == {float}
        if not state.is_chance_node():
            assert lists.chance_outcomes(state) == []
            assert lists.tensor(state, None) == lists.tensor(state, state.current_player())
            assert lists.legal_actions(state) == state.legal_actions()
            mask = lists.mask(state, None)
            assert mask is not None
            assert lists.mask(state, state.current_player()) == mask
            assert lists.mask(state, 1 - min(state.current_player(), 1)) is None
            assert len(mask) == game.action_count
            assert [action for action, legal in enumerate(mask) if legal == 1] == (
                state.legal_actions()
            )
            assert sum(mask) == len(state.legal_actions())
            lists.apply(state, rng.choice(state.legal_actions()))
            continue
        assert lists.tensor(state, None) is lists.mask(state, None) is None
        weighted = state.chance_outcomes()
        total = sum(weight for _, weight in weighted)
        assert lists.chance_outcomes(state) == [
            (outcome - game.action_count, weight / total) for outcome, weight in weighted
        ]
        assert lists.legal_actions(state) == [
            outcome - game.action_count for outcome, _ in weighted
        ]
        outcome = rng.choices(*zip(*weighted, strict=True))[0]
        lists.apply(state, outcome - game.action_count)
        assert state.history()[-1] == outcome


def test_numbers_of_outcomes_are_checked() -> None:
    state = onirium.load("onirim").new_state()
    lists = ListBuilder(state.game)
    assert state.is_chance_node()
    with pytest.raises(onirium.IllegalAction):
        lists.apply(state, state.game.outcome_count)
    assert state.history() == []


def test_copies_share_the_builder_and_pickles_build_another() -> None:
    game = onirium.load("onirim", expansions="towers")
    lists, state = ListBuilder(game), game.new_state()
    assert copy.deepcopy([lists])[0] is lists
    other = pickle.loads(pickle.dumps(lists))  # noqa: S301
    assert other is not lists
    assert other.chance_outcomes(state) == lists.chance_outcomes(state)


@pytest.mark.parametrize("method", ["tensor", "mask"])
def test_a_changed_list_has_no_effect_on_the_next(method: str) -> None:
    state = onirium.load("onirim").new_state()
    state.resolve_chance(onirium.Random(1))
    build = getattr(ListBuilder(state.game), method)
    first = build(state, 0)
    expected = list(first)
    first[:] = [7] * len(first)
    assert build(state, 0) == expected
