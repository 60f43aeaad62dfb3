"""The greedy bot of Nightmarium: each heuristic in a position, and its win rates."""

from itertools import product
from typing import Any

import pytest

import onirium
from onirium import Game, State
from onirium.bots.nightmarium import greedy
from onirium.bots.registry import make_bot
from onirium.core.build import is_compiled
from onirium.core.chance import Random
from onirium.studies.simulation.simulate import SimulationConfig, simulate

GAME = onirium.load("nightmarium")
THREE = onirium.load("nightmarium", seats=3)

TABLES = list(product((2, 3, 4, 5), (5, 6, 7)))
"""All numbers of players and goals."""

BODY = "necronaut legs, insektoid torso"
"""A creature of two legions without abilities and without a head."""

PLAIN = [
    "homunculus legs, necronaut torso, chimerid head",
    "homunculus legs, necronaut torso, insektoid head",
    "homunculus legs, chimerid torso, necronaut head",
    "insektoid legs, chimerid torso, necronaut head",
    "insektoid legs, homunculus torso, chimerid head",
    "chimerid legs, insektoid torso, homunculus head",
]
"""Complete creatures of several legions without abilities."""


HEAD = "necronaut head"
LEGS = {
    "revealed": "insektoid legs singer",
    "executioner": "chimerid legs executioner",
    "scavenger": "necronaut legs scavenger",
    "devourer": "homunculus legs devourer",
}
"""The legs whose ability is each step of a chain."""


def position(fields: dict[str, str], game: Game = GAME) -> State:
    """Return a state at the beginning of a turn; all other cards are in the deck."""
    return game.from_fields({"steps": "act", "actions": "2", "unknown": "the rest"} | fields)


def choose(fields: dict[str, str], game: Game = GAME) -> str:
    return game.notation(make_bot("greedy", game).choose(position(fields, game), Random(1)))


@pytest.mark.skipif(is_compiled(), reason="compiled code cannot be interrupted")
def test_bots_of_other_games_may_decide_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """As threads of the plain build could, another bot decides before each score."""
    fields = {"hand 1": "insektoid head singer, insektoid legs", "creature 1.1": BODY}
    state, other = position(fields), position({"hand 1": "necronaut legs"}, THREE)
    bot, other_bot = make_bot("greedy", GAME), make_bot("greedy", THREE)
    score = greedy._score

    def interrupt(*arguments: Any) -> int:
        with monkeypatch.context() as patch:
            patch.setattr(greedy, "_score", score)
            other_bot.choose(other, Random(1))
        return score(*arguments)

    monkeypatch.setattr(greedy, "_score", interrupt)
    assert GAME.notation(bot.choose(state, Random(1))) == "place insektoid head singer on 1"


def chain(step: str) -> dict[str, str]:
    """Return fields in which the legs of the first player's first creature act."""
    counters = {"actions": "0", "creature": "1", "completions": "1"}
    return {"steps": step, **counters, "creature 1.1": f"{LEGS[step]}, homunculus torso, {HEAD}"}


def choose_in_chain(step: str, fields: dict[str, str], game: Game = GAME) -> str:
    """Return the action that the bot chooses for an ability of its first creature."""
    return choose(chain(step) | fields, game)


def play(state: State) -> str:
    """Apply the action that the bot chooses; return its notation."""
    action = make_bot("greedy", state.game).choose(state, Random(1))
    state.apply(action)
    return state.game.notation(action)


def complete(number: int) -> dict[str, str]:
    """Return fields with a number of complete creatures of the first player."""
    return {f"creature 1.{slot}": cards for slot, cards in enumerate(PLAIN[:number], 1)}


def test_completes_a_creature_without_further_effects() -> None:
    fields = {"creature 1.1": BODY, "hand 1": "homunculus head"}
    assert choose(fields) == "place homunculus head on 1"


@pytest.mark.parametrize(
    ("legs", "expected"),
    [
        ("necronaut legs", "draw"),
        ("chimerid legs devourer", "draw"),
        ("insektoid legs singer", "place necronaut head devourer on 1"),
    ],
)
def test_does_not_complete_a_harmful_creature(legs: str, expected: str) -> None:
    fields = {"creature 1.1": f"{legs}, chimerid torso", "creature 1.2": "homunculus legs"}
    assert choose(fields | {"hand 1": "necronaut head devourer"}) == expected


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("homunculus head devourer", "draw"),
        ("2 homunculus head devourer", "place homunculus head devourer on 2"),
    ],
)
def test_completes_with_a_devourer_while_another_head_is_in_hand(hand: str, expected: str) -> None:
    assert choose({**complete(1), "creature 1.2": BODY, "hand 1": hand}) == expected


@pytest.mark.parametrize("goal", [5, 6, 7])
def test_wins_at_any_cost(goal: int) -> None:
    """With one complete creature fewer the Devourer would do harm."""
    game = onirium.load("nightmarium", creatures=goal)
    fields = {f"creature 1.{goal}": BODY, "hand 1": "necronaut head devourer"}
    assert choose(fields | complete(goal - 2), game) == "draw"
    assert choose(fields | complete(goal - 1), game) == f"place necronaut head devourer on {goal}"


def test_wins_with_two_cards_of_one_legion() -> None:
    """Without the victory, the creature with the Scavenger would be worth more."""
    hand = "necronaut torso scavenger, insektoid torso, insektoid head"
    fields = {**complete(4), "creature 1.5": "necronaut legs", "hand 1": hand}
    assert choose(fields | {"creature 2.1": "chimerid legs"}) == "place insektoid torso on 5"


def test_wins_through_a_mocker() -> None:
    """Without the victory, the Singer would be worth more."""
    hand = "homunculus head mocker, insektoid head singer"
    fields = {**complete(3), "creature 1.4": BODY, "hand 1": hand}
    assert choose(fields) == "place insektoid head singer on 4"
    fields |= {"creature 1.5": "necronaut legs, necronaut torso scavenger"}
    assert choose(fields) == "place homunculus head mocker on 4"


@pytest.mark.parametrize(
    ("opponents", "expected"),
    [("", "insektoid head"), ("necronaut legs", "chimerid head executioner")],
)
def test_considers_that_a_missing_target_breaks_the_chain(opponents: str, expected: str) -> None:
    """The legs have a Singer, which plays only if the Executioner has a target."""
    fields = {
        "creature 1.1": "insektoid legs singer, necronaut torso",
        "hand 1": "insektoid head, chimerid head executioner",
        "creature 2.1": opponents,
    }
    assert choose(fields) == f"place {expected} on 1"


def test_executioner_creates_a_target_for_a_scavenger() -> None:
    """With a Weeper as the head, the Scavenger would find only a complete creature."""
    fields = {
        "creature 1.1": "necronaut legs scavenger, insektoid torso",
        "hand 1": "homunculus head weeper, chimerid head executioner",
        "creature 2.1": PLAIN[0],
    }
    assert choose(fields) == "place chimerid head executioner on 1"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("chimerid head mocker", "insektoid head"),
        ("chimerid head mocker, chimerid legs", "chimerid head mocker"),
    ],
)
def test_mocker_needs_a_card_to_place(hand: str, expected: str) -> None:
    """Otherwise the chain breaks before the Singer of the legs."""
    fields = {"creature 1.1": "insektoid legs singer, necronaut torso"}
    assert choose(fields | {"hand 1": f"insektoid head, {hand}"}) == f"place {expected} on 1"


def test_prefers_creatures_of_one_legion() -> None:
    fields = {"creature 1.1": "insektoid legs, insektoid torso"}
    assert (
        choose(fields | {"hand 1": "necronaut head, insektoid head"}) == "place insektoid head on 1"
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
def test_begins_a_creature_that_the_hand_completes(hand: str, expected: str) -> None:
    assert choose({"hand 1": hand}) == expected


@pytest.mark.parametrize(
    ("actions", "expected"), [("2", "place insektoid torso on 1"), ("1", "draw")]
)
def test_places_two_cards_of_one_legion_in_one_turn(actions: str, expected: str) -> None:
    """The head with a Singer is worth a delay of one turn only."""
    hand = "necronaut torso, homunculus torso, insektoid torso, insektoid head singer"
    fields = {"creature 1.1": "chimerid legs", "hand 1": hand, "actions": actions}
    assert choose(fields) == expected


def test_keeps_a_card_that_can_be_a_torso() -> None:
    hand = "necronaut head/torso weeper, homunculus head weeper"
    assert choose({"creature 1.1": BODY, "hand 1": hand}) == "place homunculus head weeper on 1"


def test_prefers_drawing_to_exchanging() -> None:
    assert choose({"hand 1": "4 homunculus legs, 2 necronaut legs"}) == "draw"


@pytest.mark.parametrize("discard", ["", "homunculus legs"])
def test_exchanges_surplus_cards_when_few_cards_are_left(discard: str) -> None:
    """One creature needs a torso and a head: the hand has four heads, of which three go."""
    hand = "necronaut head, homunculus head, homunculus legs, 2 insektoid head singer"
    fields = {**complete(4), "creature 1.5": "chimerid legs", "hand 1": hand, "discard": discard}
    state = position(fields | {"unknown": "", "hand 2": "the rest"})
    assert [play(state) for _ in range(5)] == [
        "exchange necronaut head",
        "exchange homunculus head",
        "exchange homunculus legs",
        "exchange insektoid head singer",
        "done",
    ]


def test_draws_if_two_cards_are_left() -> None:
    hand = "necronaut head, homunculus head, homunculus legs, 2 insektoid head singer"
    fields = {**complete(4), "creature 1.5": "chimerid legs", "hand 1": hand, "hand 2": "the rest"}
    assert choose(fields | {"unknown": "necronaut legs", "discard": "homunculus legs"}) == "draw"


def test_prefers_placing_to_exchanging_when_no_card_is_left() -> None:
    """The hand has no head, but a torso cannot become legs."""
    fields = {**complete(4), "unknown": "", "hand 2": "the rest"}
    hand = "insektoid torso, homunculus legs"
    assert choose({**fields, "creature 1.5": "chimerid legs", "hand 1": hand}).startswith("place")
    hand = "necronaut torso/legs weeper, homunculus head, chimerid head"
    assert choose({**fields, "hand 1": hand}).startswith("exchange")


@pytest.mark.parametrize(
    ("fields", "expected"),
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
def test_abilities_target_the_leader(fields: dict[str, str], expected: str) -> None:
    assert choose_in_chain("scavenger", fields, THREE) == f"scavenge {expected}"


def test_executioner_prefers_an_unfinished_creature_to_a_head() -> None:
    fields = {"creature 2.1": PLAIN[1], "creature 2.2": "homunculus legs"}
    assert choose_in_chain("executioner", fields) == "execute 2.2"


def test_executioner_prefers_a_card_with_an_ability() -> None:
    fields = {"creature 2.1": "homunculus legs", "creature 2.2": "homunculus legs weeper"}
    assert choose_in_chain("executioner", fields) == "execute 2.2"


def test_scavenger_prefers_the_higher_creature() -> None:
    fields = {"creature 2.1": "homunculus legs weeper", "creature 2.2": BODY}
    assert choose_in_chain("scavenger", fields) == "scavenge 2.2"


@pytest.mark.parametrize(
    ("second", "third", "expected"),
    [
        ("necronaut legs", PLAIN[1], "devour 3"),
        (BODY, "homunculus legs", "devour 3"),
    ],
)
def test_devourer_takes_a_head_or_the_cheapest_card(second: str, third: str, expected: str) -> None:
    assert choose_in_chain("devourer", {"creature 1.2": second, "creature 1.3": third}) == expected


def test_places_the_completing_card_of_a_singer_last() -> None:
    fields = {
        "creature 1.2": BODY,
        "creature 1.3": "necronaut legs",
        "revealed": "insektoid head singer, chimerid torso",
    }
    state = position(chain("revealed") | fields)
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
def test_discards_the_least_needed_card_to_terror(hand: str, expected: str) -> None:
    """It must be a card of the creature's legion, if there is one."""
    fields = {
        "steps": "terror",
        "actions": "0",
        "mover": "2",
        "victim": "1",
        "creature": "1",
        "completions": "1",
        "creature 2.1": "necronaut legs, necronaut torso, necronaut head",
        "hand 1": hand,
    }
    assert choose(fields) == f"discard {expected}"


@pytest.mark.long
@pytest.mark.parametrize("goal", [5, 6, 7])
def test_beats_the_random_bot_in_98_percent_of_games(goal: int) -> None:
    game = onirium.load("nightmarium", creatures=goal)
    config = SimulationConfig(game, ("greedy", "random"), 400, 1, rotate=True, workers=1)
    assert simulate(config).win_rate > 0.98


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_beats_several_random_bots(seats: int) -> None:
    game = onirium.load("nightmarium", seats=seats)
    players = ("greedy", *["random"] * (seats - 1))
    config = SimulationConfig(game, players, 120, 1, rotate=True, workers=1)
    assert simulate(config).win_rate > 0.9


@pytest.mark.long
@pytest.mark.parametrize(("seats", "goal"), TABLES)
def test_games_among_greedy_bots_are_won(seats: int, goal: int) -> None:
    """Even with the most players, where torsos can run out."""
    game = onirium.load("nightmarium", seats=seats, creatures=goal)
    result = simulate(SimulationConfig(game, ("greedy",) * seats, 100, 1, workers=1))
    assert sum(result.wins) == 100
