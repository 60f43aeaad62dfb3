"""The rule-of-thumb player: each of its rules in a position, and how often it wins."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

import onirium
from onirium import Game, State
from onirium.bots.registry import Bot, make_bot
from onirium.core.chance import Random
from onirium.studies.simulation.simulate import SimulationConfig, simulate
from tests.games.nightmarium.reference import Options
from tests.support.nightmarium.variant_matrix import each_table_with_long_marks, game_of

GAME = onirium.load("nightmarium")
THREE = onirium.load("nightmarium", seats=3)

TABLES = list(product((2, 3, 4, 5), (5, 6, 7)))
"""Every number of players with every goal."""

ERRORS = 0.2
"""So many decisions are taken at random: thus the player sees what it would not come to itself."""

BODY = "necronaut legs, insektoid torso"
"""A creature without abilities and of two legions, which lacks its head."""

PLAIN = [
    "homunculus legs, necronaut torso, chimerid head",
    "homunculus legs, necronaut torso, insektoid head",
    "homunculus legs, chimerid torso, necronaut head",
    "insektoid legs, chimerid torso, necronaut head",
    "insektoid legs, homunculus torso, chimerid head",
    "chimerid legs, insektoid torso, homunculus head",
]
"""Complete creatures without abilities and of several legions."""


HEAD = "necronaut head"
LEGS = {
    "revealed": "insektoid legs singer",
    "executioner": "chimerid legs executioner",
    "scavenger": "necronaut legs scavenger",
    "devourer": "homunculus legs devourer",
}
"""The legs that bring about a step of a chain."""


def position(laid: dict[str, str], game: Game = GAME) -> State:
    """Lay out the beginning of a turn; cards that are not mentioned lie in the deck."""
    return game.from_fields({"agenda": "act", "actions": "2", "unknown": "the rest"} | laid)


def choice(laid: dict[str, str], game: Game = GAME) -> str:
    return game.notation(make_bot("greedy", game).choose(position(laid, game), Random(1)))


def chain(step: str) -> dict[str, str]:
    """Return fields in which the legs of the first player's first creature have their turn."""
    counters = {"actions": "0", "creature": "1", "completions": "1"}
    return {"agenda": step, **counters, "creature 1.1": f"{LEGS[step]}, homunculus torso, {HEAD}"}


def in_a_chain(step: str, laid: dict[str, str], game: Game = GAME) -> str:
    """Return what it chooses for an ability of its first creature."""
    return choice(chain(step) | laid, game)


def play(state: State) -> str:
    """Let it decide; return what it did."""
    action = make_bot("greedy", state.game).choose(state, Random(1))
    state.apply(action)
    return state.game.notation(action)


def complete(number: int) -> dict[str, str]:
    """Return fields in which the first player has so many complete creatures."""
    return {f"creature 1.{place}": cards for place, cards in enumerate(PLAIN[:number], 1)}


def test_it_completes_a_creature_even_if_that_brings_nothing() -> None:
    laid = {"creature 1.1": BODY, "hand 1": "homunculus head"}
    assert choice(laid) == "place homunculus head on 1"


@pytest.mark.parametrize(
    ("legs", "expected"),
    [
        ("necronaut legs", "draw"),
        ("chimerid legs devourer", "draw"),
        ("insektoid legs singer", "place necronaut head devourer on 1"),
    ],
)
def test_it_does_not_complete_a_creature_that_does_more_harm_than_good(
    legs: str, expected: str
) -> None:
    laid = {"creature 1.1": f"{legs}, chimerid torso", "creature 1.2": "homunculus legs"}
    assert choice(laid | {"hand 1": "necronaut head devourer"}) == expected


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("homunculus head devourer", "draw"),
        ("2 homunculus head devourer", "place homunculus head devourer on 2"),
    ],
)
def test_a_devourer_does_no_harm_while_another_head_is_in_hand(hand: str, expected: str) -> None:
    assert choice({**complete(1), "creature 1.2": BODY, "hand 1": hand}) == expected


@pytest.mark.parametrize("goal", [5, 6, 7])
def test_it_wins_whatever_that_takes(goal: int) -> None:
    """With one complete creature less, the Devourer would do harm."""
    game = onirium.load("nightmarium", creatures=goal)
    laid = {f"creature 1.{goal}": BODY, "hand 1": "necronaut head devourer"}
    assert choice(laid | complete(goal - 2), game) == "draw"
    assert choice(laid | complete(goal - 1), game) == f"place necronaut head devourer on {goal}"


def test_it_wins_with_two_cards_of_one_legion() -> None:
    """The creature with the Scavenger would be worth more, but for the victory."""
    hand = "necronaut torso scavenger, insektoid torso, insektoid head"
    laid = {**complete(4), "creature 1.5": "necronaut legs", "hand 1": hand}
    assert choice(laid | {"creature 2.1": "chimerid legs"}) == "place insektoid torso on 5"


def test_it_wins_by_a_mocker() -> None:
    """The Singer alone would be worth more."""
    hand = "homunculus head mocker, insektoid head singer"
    laid = {**complete(3), "creature 1.4": BODY, "hand 1": hand}
    assert choice(laid) == "place insektoid head singer on 4"
    laid |= {"creature 1.5": "necronaut legs, necronaut torso scavenger"}
    assert choice(laid) == "place homunculus head mocker on 4"


@pytest.mark.parametrize(
    ("opponents", "expected"),
    [("", "insektoid head"), ("necronaut legs", "chimerid head executioner")],
)
def test_an_ability_that_finds_no_target_breaks_the_chain(opponents: str, expected: str) -> None:
    """The legs would sing; with a target the Executioner comes on top of that."""
    laid = {
        "creature 1.1": "insektoid legs singer, necronaut torso",
        "hand 1": "insektoid head, chimerid head executioner",
        "creature 2.1": opponents,
    }
    assert choice(laid) == f"place {expected} on 1"


def test_an_executioner_makes_a_target_for_a_scavenger() -> None:
    """With a Weeper as the head, the Scavenger would find but a complete creature."""
    laid = {
        "creature 1.1": "necronaut legs scavenger, insektoid torso",
        "hand 1": "homunculus head weeper, chimerid head executioner",
        "creature 2.1": PLAIN[0],
    }
    assert choice(laid) == "place chimerid head executioner on 1"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("chimerid head mocker", "insektoid head"),
        ("chimerid head mocker, chimerid legs", "chimerid head mocker"),
    ],
)
def test_a_mocker_needs_a_card_that_can_be_placed(hand: str, expected: str) -> None:
    """Otherwise the chain breaks before the legs sing."""
    laid = {"creature 1.1": "insektoid legs singer, necronaut torso"}
    assert choice(laid | {"hand 1": f"insektoid head, {hand}"}) == f"place {expected} on 1"


def test_it_prefers_one_legion() -> None:
    laid = {"creature 1.1": "insektoid legs, insektoid torso"}
    assert (
        choice(laid | {"hand 1": "necronaut head, insektoid head"}) == "place insektoid head on 1"
    )


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("insektoid legs singer, insektoid head singer", "draw"),
        ("necronaut torso, insektoid legs singer", "draw"),
        (
            "insektoid legs singer, insektoid torso, insektoid head singer",
            "place insektoid legs singer",
        ),
        ("necronaut legs, homunculus torso, chimerid head", "draw"),
    ],
    ids=["no torso", "no head", "worth it", "not worth the wait"],
)
def test_it_begins_a_creature_that_the_hand_completes_and_that_is_worth_it(
    hand: str, expected: str
) -> None:
    assert choice({"hand 1": hand}) == expected


@pytest.mark.parametrize(
    ("actions", "expected"), [("2", "place insektoid torso on 1"), ("1", "draw")]
)
def test_it_places_two_cards_of_one_legion_in_one_turn(actions: str, expected: str) -> None:
    """The Singer as the head is worth one turn of waiting, but not more than that."""
    hand = "necronaut torso, homunculus torso, insektoid torso, insektoid head singer"
    laid = {"creature 1.1": "chimerid legs", "hand 1": hand, "actions": actions}
    assert choice(laid) == expected


def test_it_keeps_for_a_torso_what_can_be_one() -> None:
    hand = "necronaut head/torso weeper, homunculus head weeper"
    assert choice({"creature 1.1": BODY, "hand 1": hand}) == "place homunculus head weeper on 1"


def test_it_draws_rather_than_exchanges() -> None:
    assert choice({"hand 1": "4 homunculus legs, 2 necronaut legs"}) == "draw"


@pytest.mark.parametrize("discard", ["", "homunculus legs"])
def test_it_exchanges_all_that_is_too_much_when_there_is_little_to_draw(discard: str) -> None:
    """One creature lacks a torso and a head: it holds no torso, and of four heads three go."""
    hand = "necronaut head, homunculus head, homunculus legs, 2 insektoid head singer"
    laid = {**complete(4), "creature 1.5": "chimerid legs", "hand 1": hand, "discard": discard}
    state = position(laid | {"unknown": "", "hand 2": "the rest"})
    assert [play(state) for _ in range(5)] == [
        "exchange necronaut head",
        "exchange homunculus head",
        "exchange homunculus legs",
        "exchange insektoid head singer",
        "done",
    ]


def test_it_draws_if_there_are_two_cards_to_draw() -> None:
    hand = "necronaut head, homunculus head, homunculus legs, 2 insektoid head singer"
    laid = {**complete(4), "creature 1.5": "chimerid legs", "hand 1": hand, "hand 2": "the rest"}
    assert choice(laid | {"unknown": "necronaut legs", "discard": "homunculus legs"}) == "draw"


def test_it_places_rather_than_exchanges_when_nothing_can_be_drawn() -> None:
    """Though it holds no head; but a torso does not become legs."""
    laid = {**complete(4), "unknown": "", "hand 2": "the rest"}
    hand = "insektoid torso, homunculus legs"
    assert choice({**laid, "creature 1.5": "chimerid legs", "hand 1": hand}).startswith("place")
    hand = "necronaut torso/legs weeper, homunculus head, chimerid head"
    assert choice({**laid, "hand 1": hand}).startswith("exchange")


@pytest.mark.parametrize(
    ("laid", "expected"),
    [
        ({"creature 2.1": BODY, "creature 3.1": "homunculus legs, chimerid torso"}, "2.1"),
        (
            {
                "creature 2.1": BODY,
                "creature 3.1": "homunculus legs, chimerid torso",
                "creature 3.2": "homunculus legs",
            },
            "3.1",
        ),
        (
            {
                "creature 2.1": PLAIN[1],
                "creature 2.2": "homunculus legs",
                "creature 3.1": BODY,
                "creature 3.2": "chimerid legs, chimerid torso",
                "creature 3.3": "homunculus legs",
            },
            "2.2",
        ),
    ],
    ids=["next of equals", "more cards", "complete creatures"],
)
def test_abilities_hit_the_leader(laid: dict[str, str], expected: str) -> None:
    assert in_a_chain("scavenger", laid, THREE) == f"scavenge {expected}"


def test_an_executioner_takes_rather_from_an_unfinished_creature_than_a_head() -> None:
    laid = {"creature 2.1": PLAIN[1], "creature 2.2": "homunculus legs"}
    assert in_a_chain("executioner", laid) == "execute 2.2"


def test_an_executioner_takes_rather_a_card_with_an_ability() -> None:
    laid = {"creature 2.1": "homunculus legs", "creature 2.2": "homunculus legs weeper"}
    assert in_a_chain("executioner", laid) == "execute 2.2"


def test_a_scavenger_goes_for_the_higher_creature() -> None:
    laid = {"creature 2.1": "homunculus legs weeper", "creature 2.2": BODY}
    assert in_a_chain("scavenger", laid) == "scavenge 2.2"


@pytest.mark.parametrize(
    ("second", "third", "expected"),
    [
        ("necronaut legs", PLAIN[1], "devour 3"),
        (BODY, "homunculus legs", "devour 3"),
    ],
)
def test_a_devourer_gets_a_head_or_else_little(second: str, third: str, expected: str) -> None:
    assert in_a_chain("devourer", {"creature 1.2": second, "creature 1.3": third}) == expected


def test_of_a_singers_cards_the_one_that_completes_a_creature_comes_last() -> None:
    laid = {
        "creature 1.2": BODY,
        "creature 1.3": "necronaut legs",
        "revealed": "insektoid head singer, chimerid torso",
    }
    state = position(chain("revealed") | laid)
    assert [play(state), play(state)] == [
        "place chimerid torso on 3",
        "place insektoid head singer on 2",
    ]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("necronaut head scavenger, necronaut legs, homunculus legs", "necronaut legs"),
        ("insektoid head/torso/legs singer, insektoid head singer, chimerid legs", "chimerid legs"),
        ("insektoid head/torso/legs singer, insektoid head singer", "insektoid head singer"),
    ],
)
def test_to_terror_it_loses_what_it_needs_least(hand: str, expected: str) -> None:
    """Of the legion of the creature, if it holds such a card."""
    laid = {
        "agenda": "terror",
        "actions": "0",
        "mover": "2",
        "victim": "1",
        "creature": "1",
        "completions": "1",
        "creature 2.1": "necronaut legs, necronaut torso, necronaut head",
        "hand 1": hand,
    }
    assert choice(laid) == f"discard {expected}"


def decisions(game: Game, player: Bot, seed: int) -> Iterator[State]:
    """Yield the decisions of a game in which the player errs."""
    rng = random.Random(seed)
    state = game.new_state()
    while True:
        state.resolve_chance(Random(rng.randrange(2**32)))
        if state.is_terminal():
            return
        yield state
        action = player.choose(state, Random(seed))
        if rng.random() < ERRORS:
            action = rng.choice(state.legal_actions())
        state.apply(action)


@each_table_with_long_marks
def test_it_chooses_a_legal_action_by_what_its_seat_may_know(options: Options) -> None:
    """What the seat has not seen is dealt anew, and the choice remains the same."""
    game = game_of(options)
    player = make_bot("greedy", game)
    rng = Random(options.seats)
    for state in decisions(game, player, seed=options.creatures):
        before = state.clone()
        action = player.choose(state, rng)
        assert state == before
        assert action in state.legal_actions()
        assert player.choose(state.determinize(state.current_player(), rng), rng) == action


@pytest.mark.long
@pytest.mark.parametrize("goal", [5, 6, 7])
def test_it_beats_chance_in_98_of_100_games(goal: int) -> None:
    game = onirium.load("nightmarium", creatures=goal)
    config = SimulationConfig(game, ("greedy", "random"), 400, 1, rotate=True, workers=1)
    assert simulate(config).win_rate > 0.98


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_it_beats_several_others_who_play_at_random(seats: int) -> None:
    game = onirium.load("nightmarium", seats=seats)
    players = ("greedy", *["random"] * (seats - 1))
    config = SimulationConfig(game, players, 120, 1, rotate=True, workers=1)
    assert simulate(config).win_rate > 0.9


@pytest.mark.long
@pytest.mark.parametrize(("seats", "goal"), TABLES)
def test_games_among_its_like_are_won(seats: int, goal: int) -> None:
    """Even at the largest table, where torsos can run out."""
    game = onirium.load("nightmarium", seats=seats, creatures=goal)
    result = simulate(SimulationConfig(game, ("greedy",) * seats, 100, 1, workers=1))
    assert sum(result.wins) == 100
