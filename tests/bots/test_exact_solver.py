"""Exact win probabilities: by hand, and against plain expectimax over two models of the rules."""

import re
from fractions import Fraction
from itertools import permutations

import pytest
from mypy_extensions import i64

import onirium
from onirium import Random, State
from onirium.bots.advisor import Advisor
from onirium.bots.onirim.position_key import OnirimPositionKey
from onirium.bots.registry import make_bot
from onirium.bots.search.exact_solver import ExactSolver, PositionKey
from onirium.core.build import is_compiled
from tests.games.onirim.reference.asking import CHANCE
from tests.support.nightly import nightly
from tests.support.onirim.endgame_positions import BASE, POSITIONS, Position
from tests.support.tree_game import LOST, WON, NodeKey, chance, decision, tree_game

LIMIT = 1_000_000
SOLO = [name for name, position in POSITIONS.items() if position.options.seats == 1]
SOLO_BASE = [name for name in SOLO if POSITIONS[name].options == BASE]
COLOURS = ("red", "blue", "green", "brown")
ONIRIM = onirium.load("onirim")


LOTTERY = decision(
    chance((5, WON), (3, LOST)),
    chance((1, decision(LOST, WON)), (2, decision(LOST, LOST)), (1, WON)),
)


def test_values_worked_out_by_hand() -> None:
    game = tree_game(LOTTERY)
    solver = ExactSolver(game, NodeKey())
    assert solver.action_values(game.new_state(), LIMIT) == [(0, 5 / 8), (1, 1 / 2)]
    assert solver.value(game.new_state(), LIMIT) == 5 / 8


def test_values_are_kept_until_they_are_cleared() -> None:
    game = tree_game(LOTTERY)
    solver = ExactSolver(game, NodeKey())
    assert solver.value(game.new_state(), LIMIT) == 5 / 8
    assert solver.positions == 5, "inner nodes; results of the game do not count"
    assert solver.value(game.new_state(), LIMIT) == 5 / 8
    assert solver.positions == 5
    solver.clear()
    assert solver.positions == 0


@pytest.mark.parametrize("limit", range(5))
def test_nothing_is_returned_beyond_the_limit(limit: int) -> None:
    game = tree_game(LOTTERY)
    solver = ExactSolver(game, NodeKey())
    assert solver.value(game.new_state(), limit) < 0
    assert solver.positions == limit
    solver.clear()
    assert bool(solver.action_values(game.new_state(), limit)) == (limit == 4), "without the root"


def plain_value(state: State) -> Fraction:
    """Return the win probability by plain recursion: all branches, no memory, exact fractions."""
    if state.is_terminal():
        return Fraction(state.returns()[0])
    outcomes = state.chance_outcomes()
    branches = []
    for move in [outcome for outcome, _ in outcomes] or state.legal_actions():
        after = state.clone()
        after.apply(move)
        branches.append(plain_value(after))
    if not any(branches):
        return Fraction(0)  # most branches lose: the sums of zeros would take half of the time
    if not outcomes:
        return max(branches)
    weights = [weight for _, weight in outcomes]
    weighted = (weight * value for weight, value in zip(weights, branches, strict=True))
    return sum(weighted, Fraction(0)) / sum(weights)


def reference_value(position: Position, answers: tuple[str, ...] = ()) -> Fraction:
    """Return the win probability under the independent model of the rules, replayed each time."""
    playing = position.reference_game()
    for answer in answers:
        playing.answer(answer)
    if playing.question is None:
        return Fraction(playing.ending == "won")
    choices = playing.answers()
    values = [reference_value(position, (*answers, choice)) for choice in dict.fromkeys(choices)]
    if playing.question.seat != CHANCE:
        return max(values)
    weights = [choices.count(choice) for choice in dict.fromkeys(choices)]
    weighted = (weight * value for weight, value in zip(weights, values, strict=True))
    return sum(weighted, Fraction(0)) / len(choices)


@pytest.mark.parametrize("name", SOLO)
def test_small_positions_have_the_values_of_plain_expectimax(name: str) -> None:
    state = POSITIONS[name].engine_state()
    solver = ExactSolver(state.game, OnirimPositionKey())
    assert solver.value(state, LIMIT) == pytest.approx(float(plain_value(state)), abs=1e-12)


@pytest.mark.parametrize("name", SOLO_BASE)
def test_small_positions_have_the_values_of_the_reference_model(name: str) -> None:
    position = POSITIONS[name]
    solver = ExactSolver(ONIRIM, OnirimPositionKey())
    value = solver.value(position.engine_state(), LIMIT)
    assert value == pytest.approx(float(reference_value(position)), abs=1e-12)


def random_ending(rng: Random) -> Position:
    """Return a turn with seven or six doors found, and four cards in the deck."""
    doors = [f"{colour} door" for colour in COLOURS] * 2
    missing = [doors.pop(rng.randrange(len(doors))) for _ in range(1 + rng.randrange(2))]
    rooms = [f"{colour} {symbol}" for colour in COLOURS for symbol in ("sun", "moon", "key")] * 3
    drawn = [rooms.pop(rng.randrange(len(rooms))) for _ in range(9)]
    nightmares = ["nightmare"] * rng.randrange(2)
    return Position(
        hand=", ".join(drawn[:5]),
        row=drawn[5],
        doors=", ".join(doors),
        unknown=", ".join([*missing, *nightmares, *drawn[6:9]][:4]),
    )


@pytest.mark.long
@pytest.mark.parametrize("seed", [*range(4), *nightly(*range(4, 20))])
def test_random_endings_have_the_values_of_plain_expectimax(seed: int) -> None:
    state = random_ending(Random(seed)).engine_state()
    solver = ExactSolver(ONIRIM, OnirimPositionKey())
    assert solver.value(state, LIMIT) == pytest.approx(float(plain_value(state)), abs=1e-12)


class WholePosition(PositionKey):
    """The whole position as its key."""

    def key(self, state: State) -> bytes:
        return state.to_bytes()

    def is_lost(self, state: State) -> bool:
        del state
        return False

    def estimate_positions(self, state: State) -> i64:
        del state
        return 1


def random_set(rng: Random) -> Position:
    """Return a turn that can complete a set of red or blue, with up to three of their doors."""
    colour = COLOURS[rng.randrange(2)]
    row = [f"{colour} key", f"{colour} moon"]
    symbols = ("sun", "moon", "key", "sun", "moon", "key", "sun")
    rooms = [f"{colour} {symbol}" for colour in COLOURS[:2] for symbol in symbols]
    for room in row:
        rooms.remove(room)
    drawn = [rooms.pop(rng.randrange(len(rooms))) for _ in range(8)]
    missing = ["red door", "blue door", "blue door"][: 2 + rng.randrange(2)]
    doors = [f"{colour} door" for colour in COLOURS] * 2
    for door in missing:
        doors.remove(door)
    return Position(
        hand=", ".join(drawn[:5]),
        row=", ".join(row),
        doors=", ".join(doors),
        unknown=", ".join([*missing, *drawn[5:]]),
    )


@pytest.mark.long
def test_kept_values_of_many_sets_are_those_of_whole_positions() -> None:
    """One solver values all endings, so that positions with equal keys meet."""
    solver = ExactSolver(ONIRIM, OnirimPositionKey())
    for seed in range(100):
        state = random_set(Random(seed)).engine_state()
        expected = ExactSolver(ONIRIM, WholePosition()).action_values(state, LIMIT)
        values = solver.action_values(state, LIMIT)
        assert [action for action, _ in values] == [action for action, _ in expected]
        assert [value for _, value in values] == pytest.approx(
            [value for _, value in expected], abs=1e-12
        ), seed


def test_discard_pile_old_rooms_and_names_of_colours_do_not_matter() -> None:
    position = {
        "steps": "play",
        "hand": "red key, 2 red sun, blue moon, green sun",
        "row": "blue sun, brown moon, red sun, red moon",
        "doors": "red door, 2 blue door, 2 green door, brown door",
        "unknown": "red door, nightmare, brown door, 2 blue sun, green key",
        "top": "brown sun, red moon",
        "discard": "the rest",
    }
    keys = set()
    for names in permutations(COLOURS):
        new_names = dict(zip(COLOURS, names, strict=True))
        renamed = {
            field: re.sub("|".join(COLOURS), lambda found: new_names[found[0]], text)  # noqa: B023
            for field, text in position.items()
        }
        keys.add(OnirimPositionKey().key(ONIRIM.from_fields(renamed)))
    shorter = {**position, "row": "red sun, red moon"}
    keys.add(OnirimPositionKey().key(ONIRIM.from_fields(shorter)))
    assert len(keys) == 1


FINISHED = {
    "steps": "play",
    "hand": "red key, 2 red sun, blue moon, green sun",
    "row": "red sun",
    "doors": "red door, 2 blue door, 2 green door, 2 brown door",
    "discard": "the rest",
}


@pytest.mark.parametrize(("dream", "merged"), [("", True), (", nightmare", False)])
def test_finished_colours_are_alike_unless_a_nightmare_can_reopen_them(
    dream: str, *, merged: bool
) -> None:
    unknown = [f"red door, {room}{dream}" for room in ("blue sun", "brown sun")]
    states = [ONIRIM.from_fields({**FINISHED, "unknown": cards}) for cards in unknown]
    keys = {OnirimPositionKey().key(state) for state in states}
    assert (len(keys) == 1) == merged


def test_positions_that_differ_in_what_matters_have_different_keys() -> None:
    changes: tuple[dict[str, str], ...] = (
        {},
        {"row": "red moon"},
        {"row": "blue sun"},
        {"row": "red moon, red sun"},
        {"hand": "red key, red moon, red sun, blue moon, green sun"},
        {"unknown": "red door, 2 red sun"},
        {"unknown": "red door", "top": "red sun"},
        {"unknown": "red sun", "top": "red door"},
        {"unknown": "red sun, red door, nightmare"},
    )
    unknown = {"unknown": "red door, red sun"}
    states = [ONIRIM.from_fields({**FINISHED, **unknown, **change}) for change in changes]
    assert len({OnirimPositionKey().key(state) for state in states}) == len(changes)


def test_doors_in_limbo_are_not_confused_with_those_in_the_deck() -> None:
    """A key that is drawn now can open only those in the deck."""
    drawing = {**FINISHED, "steps": "draw, shuffle", "hand": "2 red sun, blue moon, green sun"}
    piles = ({"unknown": "red door, red key"}, {"unknown": "red key", "limbo": "red door"})
    states = [ONIRIM.from_fields({**drawing, **cards}) for cards in piles]
    assert len({OnirimPositionKey().key(state) for state in states}) == 2


def test_colour_of_a_complete_set_matters_while_a_search_is_offered() -> None:
    """The search finds a red or a blue door; the hand has suns of the one, moons of the other."""
    position = {
        "steps": "search, draw, shuffle",
        "hand": "2 red sun, 2 blue moon",
        "doors": "red door, blue door, 2 green door, 2 brown door",
        "unknown": "red door, blue door, red moon, red key",
        "discard": "the rest",
    }
    rows = ("red sun, red moon, red sun", "blue sun, blue moon, blue sun")
    states = [ONIRIM.from_fields({**position, "row": row}) for row in rows]
    assert len({OnirimPositionKey().key(state) for state in states}) == 2


def test_values_of_searches_for_different_doors_are_not_confused() -> None:
    """Sets of red and of blue can be completed here; expectimax over whole positions has 4/5."""
    state = ONIRIM.from_fields(
        {
            "steps": "play",
            "row": "red key, red moon",
            "hand": "red sun, 2 blue sun, blue moon, blue key",
            "doors": "red door, 2 green door, 2 brown door",
            "unknown": "red door, 2 blue door, red key, 2 blue sun, blue moon, red sun",
            "discard": "the rest",
        }
    )
    values = dict(ExactSolver(ONIRIM, OnirimPositionKey()).action_values(state, LIMIT))
    assert values[ONIRIM.parse("discard blue moon")] == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("hand", "unknown", "lost"),
    [
        ("red sun, red moon, blue sun, blue moon, green sun", "red door, blue moon", True),
        ("red sun, red moon, red key, blue moon, green sun", "red door, blue moon", False),
        ("2 red sun, red moon, blue moon, green sun", "red door", True),
        ("red sun, red moon, 2 blue moon, green sun", "red door, red sun, red moon", False),
    ],
)
def test_lost_positions_lack_rooms_or_turns(hand: str, unknown: str, *, lost: bool) -> None:
    """By hand: two red rooms; a key; three, but one turn; three, and the turns."""
    state = ONIRIM.from_fields({**FINISHED, "row": "green moon", "hand": hand, "unknown": unknown})
    assert OnirimPositionKey().is_lost(state) == lost
    assert not lost or plain_value(state) == 0


def test_two_keys_in_a_short_hand_can_still_win() -> None:
    """By hand: both doors are drawn while the hand is refilled, and both keys unlock them."""
    state = ONIRIM.from_fields(
        {
            "steps": "draw, shuffle",
            "hand": "red key, blue key, 2 green sun",
            "row": "green sun",
            "doors": "red door, blue door, 2 green door, 2 brown door",
            "unknown": "red door, blue door",
            "discard": "the rest",
        }
    )
    assert plain_value(state) == 1
    assert ExactSolver(ONIRIM, OnirimPositionKey()).value(state, LIMIT) == 1


def checked_value(state: State, position_key: PositionKey) -> Fraction:
    """Return the plain value, after checking at every node that no lost position has a win."""
    if state.is_terminal():
        return Fraction(state.returns()[0])
    outcomes = state.chance_outcomes()
    values = [checked_value(after, position_key) for after in after_each_move(state)]
    if outcomes:
        weights = [weight for _, weight in outcomes]
        weighted = (weight * value for weight, value in zip(weights, values, strict=True))
        value = sum(weighted, Fraction(0)) / sum(weights)
    else:
        value = max(values)
    assert not (position_key.is_lost(state) and value > 0), state.to_fields()
    return value


@pytest.mark.parametrize("seed", range(40 if is_compiled() else 6))
def test_no_position_of_a_game_tree_is_lost_if_it_can_be_won(seed: int) -> None:
    """Hands with keys of the missing doors, and a row that has begun a set."""
    rng = Random(seed)
    first, second, other = (COLOURS[(rng.randrange(2) + step) % 4] for step in (0, 2, 1))
    symbol = ("key", "sun")[rng.randrange(2)]
    position = Position(
        hand=f"{first} key, {first} moon, {second} {symbol}, 2 {other} sun",
        row=f"{(first, second)[rng.randrange(2)]} moon, {first} sun",
        doors=", ".join(f"{1 if name in (first, second) else 2} {name} door" for name in COLOURS),
        unknown=f"{first} door, {second} door, {(first, second, other)[rng.randrange(3)]} sun",
    )
    checked_value(position.engine_state(), OnirimPositionKey())


def test_advisor_replaces_estimates_by_exact_values() -> None:
    state = POSITIONS["last door"].engine_state()
    advisor = Advisor(state, 0, seed=1)
    assert [value.is_exact for value in advisor.action_values()] == [True] * 2
    assert [value.win_probability for value in advisor.action_values()] == [
        float(plain_value(after)) for after in after_each_move(state)
    ]
    assert advisor.complete


def after_each_move(state: State) -> list[State]:
    states = []
    for move in [outcome for outcome, _ in state.chance_outcomes()] or state.legal_actions():
        after = state.clone()
        after.apply(move)
        states.append(after)
    return states


def test_search_bot_takes_the_exact_best_action() -> None:
    state = POSITIONS["last door"].engine_state()
    action = int(make_bot("strong", ONIRIM).choose(state, Random(1)))
    assert ONIRIM.notation(action) == "play brown sun"


def test_solved_decision_leaves_no_values() -> None:
    solver = ExactSolver(ONIRIM, OnirimPositionKey())
    assert solver.solve(POSITIONS["last door"].engine_state(), LIMIT)
    assert solver.positions == 0


def test_large_decks_are_not_attempted() -> None:
    state = ONIRIM.new_state()
    state.resolve_chance(Random(1))
    solver = ExactSolver(ONIRIM, OnirimPositionKey())
    assert solver.solve(state, LIMIT) == []
    assert solver.positions == 0


@pytest.mark.parametrize(("simulations", "limit"), [(2, 0), (3, 10), (9, 10), (10, 40), (160, 640)])
def test_limits_of_attempts_grow_by_fours(simulations: int, limit: int) -> None:
    """Ten positions are usual here; a simulation takes as long as four positions."""

    class TenPositions(NodeKey):
        def estimate_positions(self, state: State) -> i64:
            del state
            return 10

    game = tree_game(LOTTERY)
    assert ExactSolver(game, TenPositions()).find_limit(game.new_state(), simulations) == limit


BOX_VALUES = {1: 11 / 24, 2: 62 / 63, 3: 19 / 36, 4: 0.61875}
"""Optimal win rates, found without the recognition of lost positions."""


@pytest.mark.parametrize("box", BOX_VALUES)
def test_reduced_boxes_are_solved_completely(box: int) -> None:
    game = onirium.load("onirim", box=box)
    value = ExactSolver(game, OnirimPositionKey()).value(game.new_state(), LIMIT)
    assert value == pytest.approx(BOX_VALUES[box], abs=1e-12)


class WithoutLosses(PositionKey):
    """The keys of Onirim, without the recognition of lost positions."""

    def __init__(self) -> None:
        self._keys = OnirimPositionKey()

    def key(self, state: State) -> bytes:
        return self._keys.key(state)

    def is_lost(self, state: State) -> bool:
        del state
        return False

    def estimate_positions(self, state: State) -> i64:
        return self._keys.estimate_positions(state)


@pytest.mark.parametrize("box", range(1, 9 if is_compiled() else 5))
def test_recognition_of_losses_changes_no_value_of_a_box(box: int) -> None:
    game = onirium.load("onirim", box=box)
    value = ExactSolver(game, WithoutLosses()).value(game.new_state(), LIMIT)
    assert ExactSolver(game, OnirimPositionKey()).value(game.new_state(), LIMIT) == value


def test_reduced_box_has_fewer_cards_and_doors() -> None:
    """Box 10: four suns, two moons and a door in each of two colours, and two Nightmares."""
    game = onirium.load("onirim", box=10)
    state = game.new_state()
    drawn = [game.notation(outcome) for outcome, _ in state.chance_outcomes()]
    weights = [weight for _, weight in state.chance_outcomes()]
    assert drawn == [
        *("red sun", "red moon", "blue sun", "blue moon", "red door", "blue door", "nightmare")
    ]
    assert weights == [4, 2, 4, 2, 1, 1, 2]


@pytest.mark.parametrize("options", [{"seats": 2}, {"expansions": "book"}])
def test_reduced_box_is_for_one_player_without_expansions(options: dict[str, object]) -> None:
    with pytest.raises(onirium.OptionError, match="box"):
        onirium.load("onirim", box=1, **options)
