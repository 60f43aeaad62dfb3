"""Whole games on the engine, and on a slow, obvious model of the rules beside it."""

from collections.abc import Mapping

import pytest

import onirium
from onirium import State
from tests.games.nightmarium.reference import Options, Playing, Table, at_a_turn, turns, whole_game
from tests.support.nightmarium.biased_policies import (
    HABITS,
    Choose,
    at_random,
    fond_of,
    hoards,
    with_a_wish,
)
from tests.support.nightmarium.compare_with_reference import assert_same, go_on
from tests.support.nightmarium.variant_matrix import each_table, game_of, most_when_compiled

ENDLESS = {
    "creature 1.1": "homunculus legs mocker, chimerid torso devourer",
    "creature 1.2": "insektoid legs mocker, homunculus torso devourer, insektoid head weeper",
    "hand 1": "homunculus head weeper",
    "unknown": "homunculus head weeper",
    "hand 2": "the rest",
}
"""N5.7 Two creatures behead and complete each other again, and the last card is drawn again."""

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


NEARLY_NOTHING_TO_DRAW = {
    "creature 1.1": "homunculus legs mocker, chimerid torso executioner",
    "creature 2.1": "chimerid legs",
    "hand 2": "the rest",
    "turns": "999",
}
"""N3.6 The last turn of a game; as for the deck and the discard pile, see the test."""


def at_the_beginning(options: Options) -> tuple[State, Playing]:
    game = game_of(options)
    return game.new_state(), Playing(Table(options), whole_game)


def at_this_turn(fields: Mapping[str, str]) -> tuple[State, Playing]:
    state = onirium.load("nightmarium").from_fields({"agenda": "act", "actions": "2", **fields})
    return state, Playing(at_a_turn(Options(), fields), turns)


def play(state: State, model: Playing, choose: Choose) -> list[str]:
    """Play to the end on both, comparing them at every moment; return the kinds of events."""
    assert_same(state, model)
    kinds = []
    while model.question is not None:
        go_on(state, model, choose(model))
        kinds += [happening.kind for happening in model.table.happened]
    return kinds


@most_when_compiled
def test_games_of_those_who_build_agree_with_the_model(options: Options) -> None:
    state, model = at_the_beginning(options)
    play(state, model, with_a_wish(HABITS["builds"], 1))
    assert model.ending.startswith("won by player")


@pytest.mark.long
@each_table
@pytest.mark.parametrize("seed", range(2))
def test_games_at_random_agree_with_the_model(options: Options, seed: int) -> None:
    play(*at_the_beginning(options), at_random(seed))


@pytest.mark.long
@each_table
@pytest.mark.parametrize("habit", HABITS)
def test_games_of_habit_agree_with_the_model(options: Options, habit: str) -> None:
    play(*at_the_beginning(options), with_a_wish(HABITS[habit], 2))


@pytest.mark.long
def test_three_who_hoard_never_end_as_in_the_model() -> None:
    """N3.6, N7.2 They hold the whole box; the deck is made anew for nearly every card."""
    state, model = at_the_beginning(Options(3, 5))
    kinds = play(state, model, with_a_wish(hoards, 1))
    assert model.ending == "draw"
    assert kinds.count("shuffle") > 500


def test_the_hundredth_completion_ends_the_chain_as_in_the_model() -> None:
    """N5.7, N5.6 The second action remains."""
    state, model = at_this_turn(ENDLESS)
    assert_same(state, model)
    kinds = []
    while "enough" not in kinds:
        choose = with_a_wish(fond_of("weeper"), 1, whim=0)
        go_on(state, model, choose(model))
        kinds += [happening.kind for happening in model.table.happened]
    assert kinds.count("complete") == 100
    assert kinds.count("weeper") == 99
    assert (model.table.mover, model.table.to_begin) == (0, 1)
    play(state, model, at_random(1))


@pytest.mark.parametrize("turns_before", [997, 998, 999])
def test_the_thousandth_turn_is_the_last_as_in_the_model(turns_before: int) -> None:
    """N7.2."""
    state, model = at_this_turn({**ONE_HEAD_SHORT, "turns": str(turns_before)})
    play(state, model, with_a_wish(hoards, 1, whim=0))
    assert model.ending == "draw"
    assert model.table.turns == 1000


def test_a_victory_in_the_thousandth_turn_counts_as_in_the_model() -> None:
    """N7.1, N7.2."""
    state, model = at_this_turn({**ONE_HEAD_SHORT, "turns": "999"})
    play(state, model, with_a_wish(HABITS["builds"], 1, whim=0))
    assert model.ending == "won by player 1"


@pytest.mark.parametrize("discard", ["", "necronaut legs"])
@pytest.mark.parametrize("deck", ["", "chimerid head", "necronaut torso, insektoid legs"])
@pytest.mark.parametrize("ability", ["singer", "weeper"])
def test_abilities_take_what_exists_as_in_the_model(ability: str, deck: str, discard: str) -> None:
    """N3.6, N6.1, N6.2 And the chain ends if nothing does."""
    head = f"insektoid head {ability}"
    piles = {"hand 1": head, "unknown": deck, "discard": discard}
    laid = {name: text for name, text in piles.items() if text}
    state, model = at_this_turn({**NEARLY_NOTHING_TO_DRAW, **laid})
    kinds = play(state, model, with_a_wish(HABITS["builds"], 1, whim=0))
    assert ability in kinds
    assert ("execute" in kinds) == bool(deck or discard)
