"""Reachable positions of Nightmarium, and unreachable ones next to them."""

import random
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import onirium
from onirium import PositionError, State
from tests.games.nightmarium.reference import Options
from tests.record.test_position import assert_rejected_or_playable
from tests.support.nightmarium.variant_matrix import game_of

TWO = Options()
THREE = Options(seats=3)

SINGERS = "insektoid legs singer, insektoid torso singer, insektoid head singer"
MOCKERS = "insektoid legs mocker, chimerid torso mocker, homunculus head mocker"
WEEPERS = "insektoid legs weeper, homunculus torso weeper, homunculus head weeper"
AIMING = "chimerid legs devourer, necronaut torso scavenger, chimerid head executioner"
PLAIN = "necronaut legs, homunculus torso, necronaut head"
NECRONAUTS = "necronaut legs, necronaut torso, necronaut head"
COMPLETE = (
    PLAIN,
    "homunculus legs, necronaut torso, homunculus head",
    "insektoid legs, insektoid torso, insektoid head",
    "chimerid legs, chimerid torso, chimerid head",
    SINGERS,
    MOCKERS,
    WEEPERS,
)

Fields = Mapping[str, str]


def creatures(seat: int, number: int) -> dict[str, str]:
    return {f"creature {seat}.{slot + 1}": COMPLETE[slot] for slot in range(number)}


RUNNING = {"actions": "0", "creature": "1", "completions": "1", "unknown": "the rest"}

GOOD: dict[str, tuple[Options, Fields]] = {
    "toss": (THREE, {"steps": "toss, deal", "actions": "2", "unknown": "the rest"}),
    "deal": (
        THREE,
        {
            "steps": "deal",
            "mover": "2",
            "actions": "2",
            "hand 1": "2 necronaut legs",
            "hand 2": "necronaut legs",
            "hand 3": "necronaut legs",
            "unknown": "the rest",
        },
    ),
    "first deal": (
        Options(first=2),
        {"steps": "deal", "mover": "2", "actions": "2", "unknown": "the rest"},
    ),
    "first act": (
        THREE,
        {"steps": "act", "actions": "2", "hand 1": "2 necronaut legs", "unknown": "the rest"},
    ),
    "second act": (
        THREE,
        {"steps": "act", "actions": "1", "legion": "necronaut", "unknown": "the rest"},
    ),
    "first player named": (
        Options(seats=3, first=2),
        {"steps": "act", "mover": "3", "turns": "4", "actions": "2", "unknown": "the rest"},
    ),
    "draw": (TWO, {"steps": "draw", "actions": "1", "pending": "1", "unknown": "the rest"}),
    "exchange": (
        TWO,
        {
            "steps": "exchange",
            "actions": "1",
            "exchanged": "2",
            "at least": "necronaut legs",
            "hand 1": "chimerid legs",
            "discard": "necronaut head scavenger, necronaut legs, chimerid torso",
            "unknown": "the rest",
        },
    ),
    "terror": (
        THREE,
        {
            **RUNNING,
            "steps": "terror",
            "creature 1.1": NECRONAUTS,
            "victim": "3",
            "hand 3": "2 chimerid legs",
            "discard": "homunculus head",
        },
    ),
    "terror, singer": (
        THREE,
        {
            **RUNNING,
            "steps": "terror, singer, singer, singer",
            "creature 1.1": SINGERS,
            "victim": "2",
            "hand 2": "2 chimerid legs",
        },
    ),
    "reveal": (
        TWO,
        {**RUNNING, "steps": "reveal, revealed, singer", "creature 1.1": SINGERS, "pending": "2"},
    ),
    "second reveal": (
        TWO,
        {
            **RUNNING,
            "steps": "reveal, revealed",
            "creature 1.1": SINGERS,
            "pending": "1",
            "revealed": "chimerid legs",
        },
    ),
    "revealed": (
        TWO,
        {
            **RUNNING,
            "steps": "revealed, singer",
            "creature 1.1": SINGERS,
            "revealed": "necronaut legs, chimerid legs",
        },
    ),
    "weeper": (
        TWO,
        {**RUNNING, "steps": "draw, weeper", "creature 1.1": WEEPERS, "pending": "2"},
    ),
    "mocker": (
        TWO,
        {**RUNNING, "steps": "mocker", "creature 1.1": MOCKERS, "hand 1": "necronaut legs"},
    ),
    "mocker in the first action": (
        TWO,
        {
            **RUNNING,
            "steps": "mocker, mocker",
            "actions": "1",
            "legion": "homunculus",
            "creature 1.1": MOCKERS,
            "hand 1": "necronaut legs",
        },
    ),
    "executioner": (
        TWO,
        {
            **RUNNING,
            "steps": "executioner, scavenger, devourer",
            "creature 1.1": AIMING,
            "creature 2.1": PLAIN,
            "creature 2.3": "necronaut legs",
        },
    ),
    "scavenger": (
        TWO,
        {
            **RUNNING,
            "steps": "scavenger, devourer",
            "creature 1.1": AIMING,
            "creature 2.1": "necronaut legs",
            "creature 2.3": "necronaut legs",
        },
    ),
    "devourer": (
        TWO,
        {
            **RUNNING,
            "steps": "devourer",
            "creature 1.1": AIMING,
            "creature 1.3": "necronaut legs",
            "creature 1.5": PLAIN,
        },
    ),
    "won": (
        TWO,
        {"outcome": "won by player 1", "actions": "0", **creatures(1, 5), "unknown": "the rest"},
    ),
    "won by player 2": (
        Options(seats=3, creatures=6),
        {
            "outcome": "won by player 2",
            "mover": "2",
            "actions": "1",
            "legion": "necronaut",
            **creatures(2, 6),
            "unknown": "the rest",
        },
    ),
    "draw after all turns": (
        TWO,
        {"outcome": "draw", "turns": "1000", "mover": "2", "unknown": "the rest"},
    ),
    "ages": (
        TWO,
        {
            "steps": "act",
            "actions": "2",
            "hand 1": "necronaut legs (known), necronaut legs (2), necronaut legs",
            "hand 2": "necronaut torso (1), chimerid torso (3)",
            "unknown": "the rest",
        },
    ),
}
"""Reachable positions with the options of their games."""


def read(name: str, changes: Fields) -> State:
    """Read a reachable position with some fields changed or removed."""
    options, fields = GOOD[name]
    changed = {field: text for field, text in {**fields, **changes}.items() if text}
    return game_of(options).from_fields(changed)


@pytest.mark.parametrize("name", GOOD)
def test_reachable_position_round_trips(name: str) -> None:
    state = read(name, {})
    again = state.game.from_fields(state.to_fields())
    assert again == state
    assert again.to_fields() == state.to_fields()


BOUNDARY: list[tuple[str, dict[str, str]]] = [
    ("first act", {"turns": "999"}),
    ("first act", {"mover": "3"}),
    ("first player named", {"mover": "1", "turns": "5"}),
    ("first player named", {"mover": "2", "turns": "999"}),
    ("draw", {"actions": "0"}),
    ("draw", {"pending": "54"}),
    ("exchange", {"exchanged": "1", "at least": "necronaut head scavenger"}),
    ("exchange", {"exchanged": "3", "at least": "chimerid torso"}),
    ("exchange", {"at least": "chimerid torso"}),
    ("exchange", {"actions": "0"}),
    ("terror", {"victim": "2", "hand 2": "2 homunculus legs"}),
    ("terror", {"lost": "1"}),
    ("terror", {"completions": "99"}),
    ("terror, singer", {"steps": "reveal, revealed", "victim": "", "pending": "2"}),
    ("revealed", {"revealed": "homunculus torso/legs mocker", "creature 1.2": "necronaut legs"}),
    ("weeper", {"pending": "1"}),
    ("weeper", {"steps": "draw"}),
    ("mocker", {"steps": "mocker, mocker, mocker"}),
    ("mocker in the first action", {"actions": "0", "legion": ""}),
    ("executioner", {"creature 2.3": "", "creature 2.2": "necronaut legs"}),
    ("won", {"actions": "1", "legion": "insektoid"}),
    ("ages", {"hand 2": "necronaut torso (1), chimerid torso (108)"}),
]
"""Changes after which a position is still reachable."""


@pytest.mark.parametrize(("name", "changes"), BOUNDARY)
def test_boundary_position_is_accepted(name: str, changes: Fields) -> None:
    state = read(name, changes)
    assert state.game.from_fields(state.to_fields()) == state
    assert state != read(name, {})


NOT_COMPLETE = "insektoid legs singer, insektoid torso singer"

BROKEN: list[tuple[str, dict[str, str], str]] = [
    # What is written: fields, cards, numbers, words.
    ("first act", {"cellar": "1"}, "cellar: no such field"),
    ("first act", {"hand 4": "necronaut head"}, "hand 4: no such field"),
    ("first act", {"creature 1.6": "necronaut legs"}, "creature 1.6: no such field"),
    ("first act", {"creature 4.1": "necronaut legs"}, "creature 4.1: no such field"),
    ("first act", {"hand 1": "necronaut tail"}, "hand 1: 'necronaut tail' is not a card"),
    ("first act", {"hand 1": "-1 necronaut legs"}, "hand 1: '-1 necronaut legs' is not a card"),
    ("first act", {"hand 1": "0 necronaut legs"}, "hand 1: '0 necronaut legs' is not a card"),
    ("first act", {"hand 1": "necronaut legs (0)"}, "hand 1: 'necronaut legs (0)' is not a card"),
    ("first act", {"hand 1": "necronaut legs (seen)"}, "hand 1: 'necronaut legs (seen)' is not"),
    (
        "first act",
        {"discard": "necronaut legs (known)"},
        "discard: 'necronaut legs (known)' is not",
    ),
    ("first act", {"unknown": "necronaut legs (1)"}, "unknown: 'necronaut legs (1)' is not a card"),
    ("first act", {"actions": "two"}, "actions: 'two' is not a number from 0 to 2"),
    ("first act", {"actions": "3"}, "actions: '3' is not a number from 0 to 2"),
    ("first act", {"mover": "0"}, "mover: '0' is not a number from 1 to 3"),
    ("first act", {"mover": "4"}, "mover: '4' is not a number from 1 to 3"),
    ("first act", {"turns": "1001"}, "turns: '1001' is not a number from 0 to 1000"),
    ("first act", {"turns": "-1"}, "turns: '-1' is not a number"),
    ("mocker", {"creature": "6"}, "creature: '6' is not a number from 1 to 5"),
    ("mocker", {"creature": "0"}, "creature: '0' is not a number from 1 to 5"),
    ("mocker", {"completions": "100"}, "completions: '100' is not a number from 0 to 99"),
    ("terror", {"victim": "0"}, "victim: '0' is not a number from 1 to 3"),
    ("terror", {"victim": "4"}, "victim: '4' is not a number from 1 to 3"),
    ("terror", {"lost": "2"}, "lost: '2' is not a number from 0 to 1"),
    (
        "terror",
        {"lost": "1", "hand 3": "chimerid legs, necronaut legs"},
        "hand 3: after another discard it holds no card of the legion of terror",
    ),
    ("first act", {"legion": "squirrel"}, "legion: 'squirrel' is not one of necronaut"),
    ("won", {"outcome": "won by player 3"}, "outcome: 'won by player 3' is not one of"),
    ("won", {"outcome": "won"}, "outcome: 'won' is not one of"),
    ("first act", {"steps": "dance"}, "steps: 'dance' is not one of"),
    ("first act", {"steps": "over"}, "steps: 'over' is not one of"),
    ("exchange", {"at least": "necronaut tail"}, "at least: 'necronaut tail' is not a card"),
    (
        "mocker",
        {"steps": "mocker, mocker, mocker, mocker, mocker"},
        "steps: at most 4 steps",
    ),
    # N1 The box.
    ("first act", {"hand 2": "3 necronaut legs"}, "necronaut legs: the deck has 4"),
    ("first act", {"unknown": "necronaut head"}, "necronaut head scavenger: the deck has 4"),
    ("first act", {"discard": "the rest"}, "necronaut head scavenger: the deck has 4"),
    # N2 Before the first turn.
    ("toss", {"mover": "2"}, "steps: the toss precedes the deal"),
    ("toss", {"steps": "toss", "actions": "1"}, "steps: toss needs a complete creature"),
    ("toss", {"hand 1": "necronaut legs"}, "steps: the toss precedes the deal"),
    ("toss", {"actions": "1"}, "actions: must be 2 before the first turn"),
    ("toss", {"turns": "1"}, "turns: must be 0 before the first turn"),
    ("toss", {"discard": "necronaut legs"}, "unknown: before the first turn"),
    ("first deal", {"steps": "toss, deal"}, "steps: the first player is already chosen"),
    ("first deal", {"mover": "1"}, "mover: turns go clockwise from the first player"),
    ("deal", {"actions": "0"}, "actions: must be 2 before the first turn"),
    ("deal", {"turns": "3"}, "turns: must be 0 before the first turn"),
    ("deal", {"hand 3": "2 homunculus legs"}, "hand 2: cards are dealt one by one, clockwise"),
    ("deal", {"hand 3": ""}, "hand 1: cards are dealt one by one, clockwise"),
    ("deal", {"hand 1": "3 necronaut head"}, "hand 1: cards are dealt one by one, clockwise"),
    ("deal", {"hand 1": "2 necronaut legs (1)"}, "hand 1: all cards come from the first deck"),
    ("deal", {"hand 1": "2 necronaut legs (known)"}, "hand 1: all cards come from the first"),
    ("deal", {"creature 1.1": "chimerid legs"}, "unknown: before the first turn"),
    ("deal", {"legion": "chimerid"}, "legion: binds only the second action"),
    (
        "deal",
        {
            "hand 1": "5 homunculus legs",
            "hand 2": "5 chimerid head executioner",
            "hand 3": "5 chimerid legs executioner",
        },
        "steps: all hands are dealt",
    ),
    # N3 A turn.
    ("first act", {"actions": "0"}, "actions: must be above 0 between actions"),
    ("first act", {"legion": "necronaut"}, "legion: binds only the second action"),
    ("first act", {"turns": "1000"}, "turns: after 1000 the game is a draw"),
    ("first player named", {"turns": "3"}, "mover: turns go clockwise from the first player"),
    ("first player named", {"turns": "5"}, "mover: turns go clockwise from the first player"),
    ("draw", {"actions": "2"}, "actions: must be below 2 during an action"),
    ("draw", {"legion": "necronaut"}, "legion: the first action has placed no card"),
    ("draw", {"actions": "0", "legion": "necronaut"}, "legion: binds only the second action"),
    ("draw", {"pending": ""}, "pending: must be above 0 exactly during a draw or a reveal"),
    ("draw", {"unknown": "", "discard": "the rest"}, "unknown: no card is left to draw"),
    ("draw", {"revealed": "chimerid legs"}, "revealed: must be empty without a Singer"),
    (
        "draw",
        {"pending": "55", "unknown": "chimerid head", "discard": "the rest"},
        "pending: at most 54 cards",
    ),
    ("first act", {"pending": "1"}, "pending: must be above 0 exactly during a draw or a reveal"),
    ("first act", {"exchanged": "1"}, "exchanged: must be above 0 exactly during an exchange"),
    ("first act", {"at least": "necronaut legs"}, "at least: must be empty outside an exchange"),
    ("first act", {"revealed": "chimerid legs"}, "revealed: must be empty without a Singer"),
    ("first act", {"lost": "1"}, "lost: must be 0 outside terror"),
    ("first act", {"victim": "2"}, "victim: must be set exactly during terror"),
    (
        "first act",
        {"completions": "1"},
        "completions: must be above 0 exactly while a creature acts",
    ),
    (
        "first act",
        {"steps": "act, act", "actions": "1"},
        "steps: act, act needs a complete creature",
    ),
    (
        "first act",
        {"steps": "", "actions": "1"},
        "outcome: must be set exactly when the game is over",
    ),
    ("exchange", {"exchanged": ""}, "exchanged: must be above 0 exactly during an exchange"),
    ("exchange", {"actions": "2"}, "actions: must be below 2 during an action"),
    ("exchange", {"legion": "necronaut"}, "legion: the first action has placed no card"),
    ("exchange", {"hand 1": ""}, "hand: no card is left to exchange"),
    ("exchange", {"at least": "chimerid head"}, "at least: the last exchanged card is not on"),
    (
        "exchange",
        {"exchanged": "4", "at least": "chimerid torso"},
        "exchanged: the discard pile holds fewer",
    ),
    ("exchange", {"exchanged": "3"}, "exchanged: the discard pile holds fewer"),
    (
        "exchange",
        {"at least": "necronaut head scavenger"},
        "exchanged: the discard pile holds fewer",
    ),
    # N4 Creatures.
    (
        "first act",
        {"creature 1.1": "necronaut head"},
        "creature 1.1: necronaut head cannot be placed",
    ),
    (
        "first act",
        {"creature 2.2": "2 necronaut legs"},
        "creature 2.2: necronaut legs cannot be placed",
    ),
    (
        "first act",
        {"creature 3.5": f"{PLAIN}, chimerid head"},
        "creature 3.5: chimerid head cannot",
    ),
    ("first act", {"creature 1.1": "necronaut torso, necronaut head"}, "creature 1.1: "),
    # N5 The chain of a complete creature.
    ("mocker", {"creature": ""}, "completions: must be above 0 exactly while a creature acts"),
    ("mocker", {"creature": "", "completions": ""}, "steps: mocker needs a"),
    ("mocker", {"completions": ""}, "completions: must be above 0 exactly while a creature acts"),
    ("mocker", {"completions": "0"}, "completions: must be above 0 exactly while a creature acts"),
    ("mocker", {"creature": "2"}, "creature: is not complete"),
    ("mocker", {"creature 1.1": NOT_COMPLETE}, "creature: is not complete"),
    ("mocker", {"steps": "act"}, "actions: must be above 0"),
    ("mocker", {"steps": "weeper"}, "steps: the creature does not cause weeper"),
    ("mocker", {"steps": "executioner"}, "steps: the creature does not cause executioner"),
    ("mocker", {"steps": "mocker, singer"}, "steps: the creature does not cause mocker, sing"),
    ("mocker", {"steps": "terror, mocker, mocker, mocker"}, "steps: the creature does not cause"),
    ("mocker", {"actions": "2"}, "actions: must be below 2 during an action"),
    ("mocker", {"legion": "insektoid"}, "legion: binds only the second action"),
    ("mocker in the first action", {"legion": ""}, "legion: the first action has placed a card"),
    ("mocker", {"hand 1": ""}, "steps: no choice in the step 'mocker'"),
    ("mocker", {"hand 1": "necronaut torso"}, "steps: no choice in the step"),
    ("mocker", {"hand 1": "necronaut head", "creature 1.2": "necronaut legs"}, "steps: no choice"),
    ("reveal", {"steps": "singer"}, "steps: the creature does not cause singer"),
    ("weeper", {"steps": "weeper"}, "steps: the creature does not cause weeper"),
    ("terror", {"victim": ""}, "victim: must be set exactly during terror"),
    (
        "terror",
        {"victim": "1", "hand 1": "2 homunculus legs"},
        "victim: must not be the mover",
    ),
    ("terror", {"hand 3": "chimerid legs"}, "victim: has no choice of discards"),
    ("terror", {"hand 3": ""}, "victim: has no choice of discards"),
    ("terror", {"creature 1.1": PLAIN}, "steps: the creature does not cause terror"),
    (
        "terror",
        {"steps": "act", "victim": "", "actions": "1", "legion": "necronaut"},
        "steps: the creature does not cause act",
    ),
    ("terror, singer", {"steps": "terror, singer"}, "steps: the creature does not cause"),
    ("terror, singer", {"steps": "singer, terror"}, "steps: the creature does not cause"),
    # N6 The abilities.
    ("reveal", {"pending": ""}, "pending: must be above 0 exactly during a draw or a reveal"),
    ("reveal", {"pending": "1"}, "revealed: a Singer reveals 2 cards"),
    ("reveal", {"pending": "3"}, "revealed: a Singer reveals 2 cards"),
    ("reveal", {"revealed": "chimerid legs"}, "revealed: a Singer reveals 2 cards"),
    ("reveal", {"steps": "reveal, singer"}, "steps: the creature does not cause reveal"),
    ("reveal", {"unknown": "", "discard": "the rest"}, "unknown: no card is left to draw"),
    ("second reveal", {"revealed": ""}, "revealed: a Singer reveals 2 cards"),
    ("revealed", {"revealed": ""}, "steps: no choice in the step 'revealed'"),
    ("revealed", {"revealed": "chimerid legs"}, "steps: no choice in the step"),
    ("revealed", {"revealed": "2 chimerid legs"}, "steps: no choice in the step"),
    (
        "revealed",
        {"revealed": "necronaut legs, chimerid legs, homunculus legs"},
        "revealed: a Singer",
    ),
    ("revealed", {"pending": "1"}, "pending: must be above 0 exactly during a draw or a reveal"),
    ("weeper", {"pending": "3"}, "pending: at most 2 cards"),
    ("weeper", {"pending": ""}, "pending: must be above 0 exactly during a draw or a reveal"),
    ("weeper", {"revealed": "chimerid legs"}, "revealed: must be empty without a Singer"),
    ("weeper", {"steps": "draw, weeper, weeper, weeper"}, "steps: the creature does not cause"),
    ("executioner", {"creature 2.3": ""}, "steps: no choice in the step 'execut"),
    ("executioner", {"creature 2.1": "", "creature 2.3": ""}, "steps: no choice"),
    ("scavenger", {"creature 2.3": PLAIN}, "steps: no choice in the step 'scavenger"),
    ("devourer", {"creature 1.3": ""}, "steps: no choice in the step 'devourer'"),
    # N7 The end.
    ("won", {"outcome": ""}, "outcome: must be set exactly when the game is over"),
    ("won", {"outcome": "", "steps": "act", "actions": "1"}, "outcome: contradicts the"),
    (
        "won",
        {"steps": "act", "actions": "1"},
        "outcome: must be set exactly when the game is over",
    ),
    ("won", {"creature 1.5": NOT_COMPLETE}, "outcome: contradicts the creatures of player 1"),
    ("won", {"outcome": "won by player 2"}, "outcome: contradicts the creatures of player 1"),
    ("won", {"outcome": "draw", "turns": "1000"}, "outcome: contradicts the creatures of"),
    ("won", {"mover": "2"}, "mover: only the mover can win"),
    ("won", {"turns": "1000"}, "turns: after 1000 the game is a draw"),
    ("won", {"actions": "2"}, "actions: must be below 2 during an action"),
    ("won", {"creature": "1", "completions": "1"}, "steps: the creature does not cause"),
    ("won", {"actions": "1"}, "legion: the first action has placed a card"),
    ("won by player 2", {"creature 2.6": ""}, "outcome: contradicts the creatures of player 2"),
    ("first act", creatures(2, 5), "outcome: contradicts the creatures of player 2"),
    ("draw after all turns", {"turns": "999"}, "turns: after 1000 the game is a draw"),
    ("draw after all turns", {"actions": "1"}, "actions: must be 0 after the last turn"),
    ("draw after all turns", {"outcome": ""}, "outcome: must be set exactly when the game is over"),
    # N8 Where the cards in hands come from.
    ("ages", {"hand 2": "necronaut torso (1), chimerid torso (109)"}, "hand 2: "),
    ("ages", {"hand 2": "necronaut torso (1), chimerid torso (255)"}, "hand 2: "),
    ("ages", {"hand 2": "necronaut torso (1), chimerid torso (256)"}, "hand 2: "),
    ("ages", {"hand 2": "necronaut torso (1), chimerid torso (01)"}, "hand 2: "),
]
"""Changes after which a position is unreachable, and the beginning of the error message."""


@pytest.mark.parametrize(("name", "changes", "message"), BROKEN)
def test_unreachable_position_is_rejected_with_its_field(
    name: str, changes: Fields, message: str
) -> None:
    with pytest.raises(PositionError) as caught:
        read(name, changes)
    assert str(caught.value).startswith(message)


def test_first_player_determines_the_mover_of_the_last_turn() -> None:
    """N2.3, N7.2 The mover of the thousandth turn remains the mover."""
    game = onirium.load("nightmarium", seats=3, first=2)
    last = {"outcome": "draw", "turns": "1000", "unknown": "the rest"}
    # Player 2 has turn 1, player 1 turn 999, player 2 turn 1000.
    assert game.from_fields({**last, "mover": "2"}).is_terminal()
    with pytest.raises(PositionError, match="mover: turns go clockwise"):
        game.from_fields({**last, "mover": "3"})


@pytest.mark.parametrize(("turns", "over"), [("998", False), ("999", True)])
def test_N7_2_thousandth_turn_is_the_last(turns: str, *, over: bool) -> None:
    state = read("second act", {"turns": turns, "mover": "2"})
    state.apply(state.game.parse("draw"))
    assert not state.is_terminal()
    state.apply(state.game.parse("chimerid legs"))
    assert state.is_terminal() == over
    assert state.to_fields()["turns"] == str(int(turns) + 1)
    assert state.to_fields()["mover"] == ("2" if over else "3")
    assert state.returns() == [0.0, 0.0, 0.0]


CARDS = [game_of(TWO).card_name(kind) for kind in range(58)]
PARTS = ("legs", "torso", "head")
BEGINNINGS = {"singer": ["reveal", "revealed"], "weeper": ["draw"]}
"""The first steps of the abilities that do not begin with the step of their name."""
NUMBERS = {
    "act": {"actions": "2"},
    "deal": {"actions": "2"},
    "draw": {"pending": "1"},
    "exchange": {"exchanged": "2", "at least": CARDS[40], "discard": f"{CARDS[2]}, {CARDS[40]}"},
    "terror": {"victim": "2"},
    "reveal": {"pending": "2"},
    "": {"outcome": "draw", "turns": "1000"},
}
"""Fields that a step requires."""


def invented_line(rng: random.Random) -> str:
    """Return a random position of which about one in two is reachable."""
    fields = {"hand 1": random_cards(rng, 3), "hand 2": random_cards(rng, 5)}
    if rng.randrange(2):
        chain = creature(rng, 3)
        steps = random_steps(chain, rng)
        fields |= {"creature 1.1": ", ".join(chain), "creature": "1", "completions": "1"}
        fields |= {name: ", ".join(creature(rng, 2)) for name in ("creature 1.3", "creature 1.4")}
        fields |= {f"creature 2.{slot}": CARDS[7] for slot in range(rng.randint(1, 3), 4)}
        fields |= {"revealed": random_cards(rng, 2)} if steps[:1] == ["revealed"] else {}
    else:
        steps = [rng.choice(["", "act", "exchange", "draw", "deal"])]
        fields |= {"hand 1": "", "hand 2": ""} if steps == ["deal"] else {}
    numbers = NUMBERS.get(steps[0] if steps else "", {})
    if rng.randrange(10):
        fields |= numbers
    fields["steps"] = ", ".join(steps)
    written = "; ".join(f"{name}: {text}" for name, text in fields.items() if text)
    return f"nightmarium; {written}; unknown: the rest"


def random_cards(rng: random.Random, max_count: int) -> str:
    return ", ".join(rng.sample(CARDS, rng.randint(0, max_count)))


def creature(rng: random.Random, height: int) -> list[str]:
    return [rng.choice([card for card in CARDS if part in card]) for part in PARTS[:height]]


def random_steps(chain: list[str], rng: random.Random) -> list[str]:
    """Return random pending steps after the completion of a creature."""
    abilities = [card.split()[2] for card in reversed(chain) if len(card.split()) == 3]
    legions = {card.split()[0] for card in chain}
    if len(legions) == 1 and rng.randrange(2):
        return ["terror", *abilities]
    first, *later = abilities[rng.randrange(3) :] or ["mocker"]
    begun = BEGINNINGS.get(first, [first])
    return [*begun[rng.randrange(len(begun)) :], *later]


@pytest.mark.long
@settings(max_examples=200)
@given(st.randoms(use_true_random=False))
def test_invented_position_is_playable_or_rejected(rng: random.Random) -> None:
    assert_rejected_or_playable(invented_line(rng), rng.randrange(2**62))
