"""The interface of core/game.py, tested for each game and for the test game Hush."""

import copy
import itertools
import json
import pickle
from collections import Counter
from collections.abc import Callable
from random import Random as PythonRandom
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i16

import onirium
from onirium import SPECTATOR, Event, Game, IllegalAction, OptionError, PositionError, Random, State
from tests.support.hush_game import Hush
from tests.support.nightmarium import variant_matrix
from tests.support.onirim.variant_matrix import SAMPLE, game_of, options_id
from tests.support.random_walk import apply_all, possible_actions, random_state, random_walk

MAX_QUICK_SEATS = 2
"""Larger games are long; all expansions at once are enough."""

GAMES = [
    *[pytest.param(onirium.load(name), id=name) for name in onirium.names()],
    *[
        pytest.param(
            game_of(options),
            id=f"onirim {options_id(options)}",
            marks=[pytest.mark.long] * (options != SAMPLE[-1]),
        )
        for options in SAMPLE
    ],
    *[
        pytest.param(
            variant_matrix.game_of(options),
            id=f"nightmarium {variant_matrix.options_id(options)}",
            marks=[pytest.mark.long] * (options.seats > MAX_QUICK_SEATS),
        )
        for options in variant_matrix.SAMPLE
    ],
    pytest.param(Hush({}), id="hush"),
    pytest.param(Hush({"hand": 1}), id="hush with one card"),
    pytest.param(Hush({"hand": 3}), id="hush with three cards"),
]
every_game = pytest.mark.parametrize("game", GAMES)
SEEDS = st.integers(0, 2**32)
STEPS = st.integers(0, 250)
MAX_GAME_LENGTH = 20_000
RARE_KINDS = {"lose", "give partner", "pass"}
"""O10.6, N3.1 Rare kinds in random games; ``test_coverage.py`` of each game covers them."""


@every_game
@settings(max_examples=12)
@given(SEEDS, STEPS)
def test_view_from_another_view_equals_view(game: Game, seed: int, steps: int) -> None:
    state = random_state(game, seed, steps)
    # Hush has no spectators.
    spectators = [] if isinstance(game, Hush) else [int(SPECTATOR)]
    viewers = [*range(game.seats), *spectators]
    for seat, other in itertools.permutations(viewers, 2):
        view = state.seat_view(seat, state.view(other))
        assert msgspec.json.encode(view) == msgspec.json.encode(state.view(seat))


@every_game
@pytest.mark.parametrize("use", ["view", "observation", "determinize"])
def test_seat_that_the_game_does_not_have_is_rejected(game: Game, use: str) -> None:
    state = game.new_state()
    arguments = [Random(1)] if use == "determinize" else []
    for seat in (-1, game.seats, *[int(SPECTATOR)] * (use != "view")):
        with pytest.raises(ValueError, match=f"seat {seat}: {game.name} has the seats 0 to "):
            getattr(state, use)(seat, *arguments)


@every_game
@settings(max_examples=12)
@given(SEEDS, STEPS)
def test_exactly_the_listed_actions_are_accepted(game: Game, seed: int, steps: int) -> None:
    state = random_state(game, seed, steps)
    before, past = state.clone(), state.history()
    allowed = possible_actions(state)
    for action in range(-1, game.action_count + game.outcome_count + 1):
        if action in allowed:
            state.clone().apply(action)
        else:
            with pytest.raises(IllegalAction) as error:
                state.apply(action)
            assert (error.value.action, error.value.legal) == (action, allowed)
            assert game.notation(action) in str(error.value)
    assert state == before
    assert state.history() == past


@every_game
@pytest.mark.parametrize("action", [-(2**63) - 1, -(2**31), 2**31, 2**63, 2**200])
def test_integers_of_any_size_are_rejected(game: Game, action: int) -> None:
    with pytest.raises(IllegalAction):
        game.new_state().apply(action)


@every_game
@settings(max_examples=12)
@given(SEEDS, STEPS)
def test_integers_of_numpy_are_actions(game: Game, seed: int, steps: int) -> None:
    state = random_state(game, seed, steps)
    for action in possible_actions(state):
        same, other = state.clone(), state.clone()
        same.apply(action)
        other.apply(np.int64(action))
        assert other == same
        assert other.history() == same.history()
        assert type(other.history()[-1]) is int
        assert game.notation(np.int64(action)) == game.notation(action)
    with pytest.raises(TypeError, match="float"):
        state.apply(1.0)  # type: ignore[arg-type]


@every_game
def test_integers_of_numpy_are_seats(game: Game) -> None:
    state = random_state(game, 1, 20)
    for seat in range(game.seats):
        number = np.int64(seat)
        assert state.view(number) == state.view(seat)
        assert state.observation(number) == state.observation(seat)
        assert state.determinize(number, Random(1)) == state.determinize(seat, Random(1))
        event = Event("look", seat, (7,), audience=1 << seat)
        assert event.seen_by(number) == event
    with pytest.raises(ValueError, match=f"seat {game.seats}: "):
        state.view(np.int64(game.seats))


@every_game
def test_options_of_a_game_cannot_be_changed(game: Game) -> None:
    before = game.options
    for value in game.options.values():
        if isinstance(value, list):
            value.append("other")
    game.options["other"] = 1
    assert game.options == before


@every_game
def test_games_are_equal_if_their_options_are(game: Game) -> None:
    create: Any = type(game)
    same = create(game.options)
    assert (same, hash(same)) == (game, hash(game))
    assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301 - our own bytes
    others = [onirium.load("onirim", seats=2, table="silent"), onirium.load("nightmarium", seats=4)]
    assert game not in others
    assert game != game.name


@every_game
def test_integers_that_are_too_long_to_print_are_rejected(game: Game) -> None:
    with pytest.raises(IllegalAction, match="'action of 16610 bits' is illegal; chance outcomes"):
        game.new_state().apply(10**5000)


@every_game
@settings(max_examples=30)
@given(SEEDS, STEPS)
def test_an_illegal_action_error_lists_the_legal_actions(game: Game, seed: int, steps: int) -> None:
    state = random_state(game, seed, steps)
    with pytest.raises(IllegalAction) as error:
        state.apply(-1)
    for action in possible_actions(state):
        assert game.notation(action) in str(error.value)
    again = pickle.loads(pickle.dumps(error.value))  # noqa: S301 - our own bytes
    assert (str(again), again.action, again.legal) == (
        str(error.value),
        error.value.action,
        error.value.legal,
    )


@every_game
@settings(max_examples=30)
@given(SEEDS, STEPS)
def test_a_state_is_a_decision_a_chance_node_or_the_end(game: Game, seed: int, steps: int) -> None:
    """A decision can have a single action: skipping it would reveal hidden cards."""
    state = random_state(game, seed, steps)
    player, legal, outcomes = state.current_player(), state.legal_actions(), state.chance_outcomes()
    kinds = [action for action in legal if not 0 <= action < game.action_count]
    assert kinds == []
    assert legal == sorted(set(legal))
    assert state.is_chance_node() == (player == onirium.CHANCE) == bool(outcomes)
    assert state.is_terminal() == (player == onirium.TERMINAL)
    assert (player in range(game.seats)) == bool(legal)
    assert not (legal and outcomes)


@every_game
@settings(max_examples=30)
@given(SEEDS, STEPS)
def test_chance_has_outcomes_of_positive_weight(game: Game, seed: int, steps: int) -> None:
    for outcome, weight in random_state(game, seed, steps).chance_outcomes():
        assert game.action_count <= outcome < game.action_count + game.outcome_count
        assert weight > 0


@every_game
@settings(max_examples=30)
@given(SEEDS, STEPS)
def test_only_chance_nodes_are_sampled(game: Game, seed: int, steps: int) -> None:
    state = random_state(game, seed, steps)
    if state.is_chance_node():
        assert state.sample(Random(seed)) in dict(state.chance_outcomes())
    else:
        with pytest.raises(ValueError, match="is not a chance node: it has no outcomes to sample"):
            state.sample(Random(seed))


@every_game
def test_samples_follow_the_weights(game: Game) -> None:
    state = game.new_state()
    weights = dict(state.chance_outcomes())
    drawn = Counter(state.sample(rng) for rng in [Random(3)] for _ in range(20_000))
    total = sum(weights.values())
    assert set(drawn) == set(weights)
    for outcome, weight in weights.items():
        assert drawn[outcome] / 20_000 == pytest.approx(weight / total, abs=0.02)


@every_game
@settings(max_examples=10)
@given(SEEDS)
def test_every_game_ends(game: Game, seed: int) -> None:
    state = game.new_state()
    steps = list(itertools.islice(random_walk(state, seed), MAX_GAME_LENGTH))
    assert len(steps) < MAX_GAME_LENGTH
    assert state.is_terminal()
    assert possible_actions(state) == []
    assert len(state.returns()) == game.seats
    assert all(0.0 <= won <= 1.0 for won in state.returns())


@every_game
@settings(max_examples=20)
@given(SEEDS, STEPS)
def test_returns_are_zero_before_the_end(game: Game, seed: int, steps: int) -> None:
    state = random_state(game, seed, steps)
    assert state.is_terminal() or state.returns() == [0.0] * game.seats


def by_clone(state: State) -> State:
    return state.clone()


def by_copy_from(state: State) -> State:
    other = random_state(state.game, 5, 30)
    other.copy_from(state)
    return other


def by_pickle(state: State) -> State:
    again = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own bytes
    assert isinstance(again, State)
    return again


def by_json(state: State) -> State:
    return onirium.from_json(state.to_json())


COPIES = [by_clone, by_copy_from, by_pickle, copy.copy, copy.deepcopy]


@every_game
@pytest.mark.parametrize("make", [*COPIES, by_json])
@settings(max_examples=10)
@given(SEEDS, STEPS)
def test_a_copy_is_equal(game: Game, make: Callable[[State], State], seed: int, steps: int) -> None:
    state = random_state(game, seed, steps)
    again = make(state)
    assert again == state
    assert hash(again) == hash(state)
    assert again.to_json() == state.to_json()
    assert possible_actions(again) == possible_actions(state)
    for seat in range(game.seats):
        assert again.view(seat) == state.view(seat)


@every_game
@pytest.mark.parametrize("make", COPIES)
@settings(max_examples=4)
@given(SEEDS, STEPS, st.tuples(SEEDS, SEEDS))
def test_copies_are_independent(
    game: Game, make: Callable[[State], State], seed: int, steps: int, onward: tuple[int, int]
) -> None:
    state = random_state(game, seed, steps)
    again = make(state)
    assert again.history() == state.history()
    for _ in itertools.zip_longest(random_walk(state, onward[0]), random_walk(again, onward[1])):
        pass
    for played in (state, again):
        assert played == apply_all(game.new_state(), played.history())


@every_game
@settings(max_examples=20)
@given(SEEDS, STEPS)
def test_a_history_replays_to_the_same_state(game: Game, seed: int, steps: int) -> None:
    state = game.new_state()
    actions = [
        action for _, (action, _) in zip(range(steps), random_walk(state, seed), strict=False)
    ]
    assert state.history()[: len(actions)] == actions
    replayed = apply_all(game.new_state(), state.history())
    assert replayed == state
    assert replayed.to_json() == state.to_json()


@every_game
@settings(max_examples=20)
@given(SEEDS, STEPS)
def test_an_action_changes_the_state(game: Game, seed: int, steps: int) -> None:
    state = random_state(game, seed, steps)
    for action in possible_actions(state):
        after = state.clone()
        after.apply(action)
        assert after != state
        assert after.to_fields() != state.to_fields()
        assert after.history() == [*state.history(), action]


@every_game
def test_states_differ_from_those_of_other_games_and_from_other_objects(game: Game) -> None:
    state = game.new_state()
    assert state != "a state"
    for other in [
        *map(onirium.load, onirium.names()),
        Hush({}),
        Hush({"hand": 1}),
        Hush({"hand": 3}),
    ]:
        same = (other.name, other.options) == (game.name, game.options)
        assert (other.new_state() == state) == same


@every_game
def test_notation_and_parser_are_a_bijection(game: Game) -> None:
    numbers = range(game.action_count + game.outcome_count)
    notations = [game.notation(action) for action in numbers]
    assert len(set(notations)) == len(notations)
    assert [game.parse(notation) for notation in notations] == list(numbers)
    spaced = [f"  {notation.replace(' ', '   ')} " for notation in notations]
    assert [game.parse(notation) for notation in spaced] == list(numbers)


@every_game
@pytest.mark.parametrize("text", ["", "sing", "action 3", "play", "PLAY"])
def test_the_parser_rejects_other_texts(game: Game, text: str) -> None:
    with pytest.raises(ValueError, match=game.name):
        game.parse(text)


@every_game
def test_every_action_has_a_decision_kind(game: Game) -> None:
    for action in range(game.action_count):
        assert game.notation(action).startswith(game.decision_kind(action))


@pytest.mark.parametrize(("name", "cards"), [("onirim", 42), ("nightmarium", 58)])
def test_exactly_the_cards_of_a_game_have_names(name: str, cards: int) -> None:
    game = onirium.load(name)
    assert len({game.card_name(card) for card in range(cards)}) == cards
    for card in (-1, cards, 2**31):
        with pytest.raises(ValueError, match=f"there is no card {card}"):
            game.card_name(card)


@every_game
@settings(max_examples=30)
@given(SEEDS, STEPS)
def test_a_view_lists_the_legal_actions_of_its_seat_only(game: Game, seed: int, steps: int) -> None:
    state = random_state(game, seed, steps)
    for seat in range(game.seats):
        view = state.view(seat)
        assert (view.game, view.seat, view.player) == (game.name, seat, state.current_player())
        assert view.returns == state.returns()
        offered = [choice.action for choice in view.legal_actions]
        assert offered == (state.legal_actions() if view.player == seat else [])
        for choice in view.legal_actions:
            assert choice.notation == game.notation(choice.action)
            assert choice.kind == game.decision_kind(choice.action)


@every_game
@settings(max_examples=30)
@given(SEEDS, STEPS)
def test_observations_match_the_observation_spec(game: Game, seed: int, steps: int) -> None:
    state = random_state(game, seed, steps)
    for seat in range(game.seats):
        seen = state.observation(seat)
        assert list(seen) == list(game.observation_spec())
        for name, (length, most) in game.observation_spec().items():
            assert len(seen[name]) == length
            assert set(seen[name]) <= set(range(most + 1))


@every_game
@settings(max_examples=3)
@given(SEEDS)
def test_an_observation_can_overwrite_any_other(game: Game, seed: int) -> None:
    size = sum(length for length, _ in game.observation_spec().values())
    numbers = vec[i16]([7, *[0] * size, 7])
    state = game.new_state()
    for _ in random_walk(state, seed):
        for seat in range(game.seats):
            state.observe_into(seat, numbers, 1)
            seen = [number for array in state.observation(seat).values() for number in array]
            assert list(numbers) == [7, *seen, 7]


@every_game
@settings(max_examples=12)
@given(SEEDS, STEPS, SEEDS)
def test_a_determinized_state_is_indistinguishable_for_the_seat(
    game: Game, seed: int, steps: int, dealt: int
) -> None:
    state = random_state(game, seed, steps)
    before = state.to_json()
    for seat in range(game.seats):
        resampled = state.determinize(seat, Random(dealt))
        assert msgspec.json.encode(resampled.view(seat)) == msgspec.json.encode(state.view(seat))
        assert resampled.observation(seat) == state.observation(seat)
        assert resampled.returns() == state.returns()
        if state.current_player() == seat:
            assert resampled.legal_actions() == state.legal_actions()
        for _ in random_walk(resampled, dealt):
            pass
    assert state.to_json() == before


@every_game
@settings(max_examples=8)
@given(SEEDS)
def test_events_show_cards_to_their_audience_only(game: Game, seed: int) -> None:
    events: list[Event] = [event for _, log in random_walk(game.new_state(), seed) for event in log]
    assert events
    for event in events:
        assert event.kind
        assert event.seat in range(game.seats)
        assert all(game.card_name(card) for card in event.cards if card is not None)
        for seat in range(game.seats):
            knows = bool(event.audience >> seat & 1)
            assert (event.seen_by(seat) == event) == (knows or not event.cards)


@every_game
@settings(max_examples=5)
@given(SEEDS)
def test_logging_does_not_change_the_state(game: Game, seed: int) -> None:
    logged, silent = game.new_state(), game.new_state()
    for action, _ in random_walk(logged, seed):
        silent.apply(action)
    assert silent == logged
    assert logged.log is None


@every_game
@settings(max_examples=10)
@given(SEEDS, STEPS)
def test_unchecked_methods_agree_with_checked_ones(game: Game, seed: int, steps: int) -> None:
    state = random_state(game, seed, steps)
    for action in possible_actions(state):
        checked, unchecked = state.clone(), state.clone()
        checked.apply(action)
        unchecked.apply_unchecked(action)
        assert unchecked == checked


@every_game
@settings(max_examples=20)
@given(SEEDS, STEPS, SEEDS)
def test_resolve_chance_equals_repeated_sampling(
    game: Game, seed: int, steps: int, drawn: int
) -> None:
    state = random_state(game, seed, steps)
    slowly, count, rng = state.clone(), 0, Random(drawn)
    while slowly.is_chance_node():
        slowly.apply_unchecked(slowly.sample(rng))
        count += 1
    assert state.resolve_chance(Random(drawn)) == count
    assert state == slowly


@every_game
def test_options_are_resolved_and_kept(game: Game) -> None:
    again = onirium.load(game.name, **game.options)
    assert again.options == game.options
    assert again.new_state() == game.new_state()
    with pytest.raises(OptionError, match="colour"):
        onirium.load(game.name, colour="red")


@every_game
def test_only_several_players_compete(game: Game) -> None:
    assert game.seats > 1 or not game.is_competitive()


def test_an_unknown_game_is_rejected_by_name() -> None:
    with pytest.raises(OptionError, match="'chess'"):
        onirium.load("chess")
    with pytest.raises(OptionError, match=r"^unknown game 'onirm'; did you mean 'onirim'\?"):
        onirium.load("onirm")


def malformed_states(game: Game) -> list[str]:
    """Return invalid JSON states, each a small modification of a valid one."""
    good = {"game": game.name, "options": game.options, "state": game.new_state().to_fields()}
    changes: list[dict[str, object]] = [
        {"game": "chess"},
        {"game": None},
        {"game": ["onirim"]},
        {"options": {"colour": "red"}},
        {"options": {"name": "onirim"}},
        {"options": []},
        {"state": []},
        {"state": {"mood": "dark"}},
        {"state": {"mood": 3}},
        {"state": None},
        {"more": 1},
    ]
    texts = [json.dumps({**good, **change}) for change in changes]
    whole = json.dumps(good)
    return [*texts, "", "[]", "7", "null", whole[:-1], whole[: len(whole) // 2], whole + "}"]


@every_game
def test_malformed_json_is_rejected_with_a_reason(game: Game) -> None:
    for text in malformed_states(game):
        with pytest.raises(PositionError, match=r"\w+"):
            onirium.from_json(text)


@pytest.mark.long
def test_random_walks_reach_every_kind_of_decision() -> None:
    """The properties above are only tested for the states that random walks reach."""
    reached: dict[str, set[str]] = {}
    for game in [parameters.values[0] for parameters in GAMES]:
        assert isinstance(game, Game)
        rng = PythonRandom(1)
        reached.setdefault(game.name, set()).update(
            game.decision_kind(action)
            for _ in range(40)
            for action, _ in random_walk(game.new_state(), rng.randrange(2**32))
            if action < game.action_count
        )
    for game in (*map(onirium.load, onirium.names()), Hush({})):
        kinds = {game.decision_kind(action) for action in range(game.action_count)}
        assert kinds - reached[game.name] <= RARE_KINDS
