"""Whole games on the engine and on the reference model, compared at every step."""

from collections.abc import Mapping

import pytest

import onirium
from onirium import State
from tests.games.nightmarium.reference import Options, Playing, Table, at_a_turn, turns, whole_game
from tests.support.nightly import gate_cases
from tests.support.nightmarium.biased_policies import (
    POLICIES,
    Choose,
    hoard,
    prefer_abilities,
    preference_policy,
    random_policy,
)
from tests.support.nightmarium.compare_with_reference import answer_both, assert_same
from tests.support.nightmarium.variant_matrix import (
    TABLES,
    each_table,
    each_table_with_long_marks,
    game_of,
    options_id,
    with_readings,
)

ENDLESS_CHAIN = {
    "creature 1.1": "homunculus legs mocker, chimerid torso devourer",
    "creature 1.2": "insektoid legs mocker, homunculus torso devourer, insektoid head weeper",
    "hand 1": "homunculus head weeper",
    "unknown": "homunculus head weeper",
    "hand 2": "the rest",
}
"""N5.7 Two creatures behead and complete each other while the last card is drawn repeatedly."""

ONE_HEAD_SHORT = {
    "creature 1.1": "necronaut legs, necronaut torso, necronaut head",
    "creature 1.2": "homunculus legs, homunculus torso, homunculus head",
    "creature 1.3": "insektoid legs, insektoid torso, insektoid head",
    "creature 1.4": "chimerid legs, chimerid torso, chimerid head",
    "creature 1.5": "necronaut legs, necronaut torso",
    "hand 1": "necronaut head, homunculus legs",
    "hand 2": "3 necronaut head scavenger",
    "unknown": "the rest",
}


FEW_CARDS_TO_DRAW = {
    "creature 1.1": "homunculus legs mocker, chimerid torso executioner",
    "creature 2.1": "chimerid legs",
    "hand 2": "the rest",
    "turns": "999",
}
"""N3.6 The last turn of a game; the test adds deck and discard pile."""


def start_game(options: Options) -> tuple[State, Playing]:
    game = game_of(options)
    return game.new_state(), Playing(Table(options), whole_game)


def start_turn(fields: Mapping[str, str]) -> tuple[State, Playing]:
    state = onirium.load("nightmarium").from_fields({"steps": "act", "actions": "2", **fields})
    return state, Playing(at_a_turn(Options(), fields), turns)


def play_both(state: State, model: Playing, choose: Choose) -> list[str]:
    """Play to the end on both and compare them at every step; return the kinds of events."""
    assert_same(state, model)
    kinds = []
    while model.question is not None:
        answer_both(state, model, choose(model))
        kinds += [happening.kind for happening in model.table.happened]
    return kinds


@each_table_with_long_marks
def test_building_games_agree_with_the_model(options: Options) -> None:
    state, model = start_game(options)
    play_both(state, model, preference_policy(POLICIES["builds"], 1))
    assert model.ending.startswith("won by player")


@pytest.mark.long
@each_table
@pytest.mark.parametrize("seed", range(2))
def test_random_games_agree_with_the_model(options: Options, seed: int) -> None:
    play_both(*start_game(options), random_policy(seed))


@pytest.mark.long
@each_table
@pytest.mark.parametrize("policy", POLICIES)
def test_games_with_other_readings_agree_with_the_model(options: Options, policy: str) -> None:
    """N10."""
    number = TABLES.index(options) * len(POLICIES) + list(POLICIES).index(policy)
    play_both(
        *start_game(with_readings(options, number)), preference_policy(POLICIES[policy], number)
    )


@pytest.mark.long
@pytest.mark.parametrize("options", gate_cases(TABLES, *TABLES[::4]), ids=options_id)
@pytest.mark.parametrize("policy", POLICIES)
def test_policy_games_agree_with_the_model(options: Options, policy: str) -> None:
    play_both(*start_game(options), preference_policy(POLICIES[policy], 2))


@pytest.mark.long
def test_hoarding_games_end_in_a_draw_as_in_the_model() -> None:
    """N3.6, N7.2 The hands hold nearly all cards; almost every draw reshuffles the deck."""
    state, model = start_game(Options(3, 5))
    kinds = play_both(state, model, preference_policy(hoard, 1))
    assert model.ending == "draw"
    assert kinds.count("shuffle") > 500


def test_the_hundredth_completion_ends_the_chain_as_in_the_model() -> None:
    """N5.7, N5.6 The second action of the turn remains."""
    state, model = start_turn(ENDLESS_CHAIN)
    assert_same(state, model)
    kinds = []
    while "enough" not in kinds:
        choose = preference_policy(prefer_abilities("weeper"), 1, random_share=0)
        answer_both(state, model, choose(model))
        kinds += [happening.kind for happening in model.table.happened]
    assert kinds.count("complete") == 100
    assert kinds.count("weeper") == 99
    assert (model.table.mover, model.table.to_begin) == (0, 1)
    play_both(state, model, random_policy(1))


@pytest.mark.parametrize("turns_before", [997, 998, 999])
def test_the_thousandth_turn_is_the_last_as_in_the_model(turns_before: int) -> None:
    """N7.2."""
    state, model = start_turn({**ONE_HEAD_SHORT, "turns": str(turns_before)})
    play_both(state, model, preference_policy(hoard, 1, random_share=0))
    assert model.ending == "draw"
    assert model.table.turns == 1000


def test_victory_in_the_thousandth_turn_counts_as_in_the_model() -> None:
    """N7.1, N7.2."""
    state, model = start_turn({**ONE_HEAD_SHORT, "turns": "999"})
    play_both(state, model, preference_policy(POLICIES["builds"], 1, random_share=0))
    assert model.ending == "won by player 1"


@pytest.mark.parametrize("discard", ["", "necronaut legs"])
@pytest.mark.parametrize("deck", ["", "chimerid head", "necronaut torso, insektoid legs"])
@pytest.mark.parametrize("ability", ["singer", "weeper"])
def test_abilities_use_the_cards_left_as_in_the_model(
    ability: str, deck: str, discard: str
) -> None:
    """N3.6, N6.1, N6.2 The chain ends if there are none."""
    head = f"insektoid head {ability}"
    piles = {"hand 1": head, "unknown": deck, "discard": discard}
    fields = {name: text for name, text in piles.items() if text}
    state, model = start_turn({**FEW_CARDS_TO_DRAW, **fields})
    kinds = play_both(state, model, preference_policy(POLICIES["builds"], 1, random_share=0))
    assert ability in kinds
    assert ("execute" in kinds) == bool(deck or discard)
