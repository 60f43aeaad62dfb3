"""The rollout policy of Nightmarium: which actions are candidates."""

import onirium
from onirium import State
from onirium.bots.nightmarium.rollout_policy import RolloutPolicy
from onirium.bots.search_registry import load_evaluator

GAME = onirium.load("nightmarium")
HAND = "necronaut head, insektoid torso, homunculus legs, chimerid legs"
EXCHANGES = [f"exchange {card}" for card in HAND.split(", ")]
PLACEMENTS = [f"place {card}" for card in HAND.split(", ")[2:]]


def position(**fields: str) -> State:
    """Return the start of a turn; cards that are not mentioned are in the deck."""
    defaults = {"steps": "act", "actions": "2", "hand 1": HAND, "unknown": "the rest"}
    return GAME.from_fields(defaults | fields)


def candidates(state: State) -> list[str]:
    policy = RolloutPolicy(GAME, load_evaluator(GAME))
    count = policy.list_candidates(state)
    return sorted(GAME.notation(policy.actions[index]) for index in range(count))


def test_n31_starts_no_exchange_while_drawing_is_legal() -> None:
    state = position()
    assert candidates(state) == sorted(["draw", *PLACEMENTS])
    assert {GAME.notation(action) for action in state.legal_actions()} == {
        *("draw", *EXCHANGES, *PLACEMENTS)
    }


def test_n34_continues_an_exchange() -> None:
    state = position()
    state.apply(GAME.parse("exchange necronaut head"))
    assert candidates(state) == sorted(["done", *EXCHANGES[1:]])


def test_n36_may_start_an_exchange_without_cards_to_draw() -> None:
    state = position(**{"unknown": "", "hand 2": "the rest"})
    assert candidates(state) == sorted(EXCHANGES + PLACEMENTS)


def test_best_candidate_is_chosen() -> None:
    """The last head wins the game."""
    plain = "homunculus legs, necronaut torso, chimerid head"
    complete = {f"creature 1.{number}": plain for number in (1, 2)}
    complete["creature 1.3"] = "insektoid legs, chimerid torso, homunculus head"
    complete["creature 1.4"] = "chimerid legs, insektoid torso, necronaut head"
    state = position(**complete, **{"creature 1.5": "insektoid legs, homunculus torso"})
    best = RolloutPolicy(GAME, load_evaluator(GAME)).best_action(state)
    assert GAME.notation(best) == "place necronaut head on 5"
