"""The literals beside the components agree with them; a new kind of card or action moves them."""

import onirium
from onirium.games.onirim import actions, components, observation_tensor

PAIRS_OF_GOALS = components.GOAL_COUNT * (components.GOAL_COUNT - 1) // 2


def test_each_group_of_actions_begins_after_the_one_before_it() -> None:
    end, wrong = 0, {}
    for first, name, cards in [*actions._GROUPS, (actions.ACTION_COUNT, "ACTION_COUNT", ())]:
        if first != end:
            wrong[name] = end
        end += PAIRS_OF_GOALS if name == "swap" else len(cards) or 1
    assert not wrong, "the first actions of these groups should be these integers"


def test_outcomes_are_the_cards_and_then_the_players() -> None:
    assert actions.ACTION_COUNT + components.CARD_COUNT == actions.FIRST_PLAYER_OUTCOME
    assert components.CARD_COUNT + 2 == actions.OUTCOME_COUNT


def test_premonitions_and_goals_follow_the_kinds_of_the_deck() -> None:
    first_goal = components.FIRST_PREMONITION + components.PREMONITION_COUNT
    assert components.FIRST_PREMONITION == components.KIND_COUNT
    assert first_goal == components.FIRST_GOAL
    assert first_goal + components.COLOUR_COUNT == components.CARD_COUNT


def test_an_observation_begins_with_its_phase() -> None:
    spec = onirium.load("onirim").observation_spec()
    phase = list(spec)[: list(spec).index("drawn") + 1]
    assert sum(spec[name][0] for name in phase) == observation_tensor._PHASE_SIZE
    assert components.KIND_COUNT == observation_tensor.HIDDEN
