"""Looking one action ahead where games are played on: which actions are looked at."""

import onirium
from onirium import State
from onirium.bots.nightmarium.rollout_policy import RolloutPolicy
from onirium.bots.search_registry import load_evaluator

GAME = onirium.load("nightmarium")
HAND = "necronaut head, insektoid torso, homunculus legs, chimerid legs"
EXCHANGES = [f"exchange {card}" for card in HAND.split(", ")]
PLACEMENTS = [f"place {card}" for card in HAND.split(", ")[2:]]


def position(**laid: str) -> State:
    """Lay out the beginning of a turn; cards that are not mentioned lie in the deck."""
    fields = {"agenda": "act", "actions": "2", "hand 1": HAND, "unknown": "the rest"}
    return GAME.from_fields(fields | laid)


def looked_at(state: State) -> list[str]:
    brisk = RolloutPolicy(GAME, load_evaluator(GAME))
    return sorted(
        GAME.notation(brisk.actions[place]) for place in range(brisk.list_candidates(state))
    )


def test_n31_no_exchange_is_begun_where_one_can_draw() -> None:
    state = position()
    assert looked_at(state) == sorted(["draw", *PLACEMENTS])
    assert {GAME.notation(action) for action in state.legal_actions()} == {
        *("draw", *EXCHANGES, *PLACEMENTS)
    }


def test_n34_an_exchange_that_has_begun_goes_on() -> None:
    state = position()
    state.apply(GAME.parse("exchange necronaut head"))
    assert looked_at(state) == sorted(["done", *EXCHANGES[1:]])


def test_n36_an_exchange_may_begin_where_there_is_nothing_to_draw() -> None:
    state = position(**{"unknown": "", "hand 2": "the rest"})
    assert looked_at(state) == sorted(EXCHANGES + PLACEMENTS)


def test_the_best_of_the_others_is_taken() -> None:
    """The last head wins, whatever else there is."""
    plain = "homunculus legs, necronaut torso, chimerid head"
    complete = {f"creature 1.{number}": plain for number in (1, 2)}
    complete["creature 1.3"] = "insektoid legs, chimerid torso, homunculus head"
    complete["creature 1.4"] = "chimerid legs, insektoid torso, necronaut head"
    state = position(**complete, **{"creature 1.5": "insektoid legs, homunculus torso"})
    best = RolloutPolicy(GAME, load_evaluator(GAME)).best_action(state)
    assert GAME.notation(best) == "place necronaut head on 5"
