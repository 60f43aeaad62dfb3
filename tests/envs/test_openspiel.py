"""The games in OpenSpiel: the test suites of OpenSpiel, and properties beyond them."""

import itertools
import json
import pickle
import random
import subprocess
import sys
import unittest
from collections.abc import Iterator

import msgspec
import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import mcts
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.tests import games_sim_test

import onirium
from onirium import OptionError
from onirium.bots.registry import make_bot
from onirium.envs.one_hot import OneHotEncoder
from onirium.envs.openspiel import OniriumBot, OniriumGame, OniriumState, register

SHORT_GAMES = (
    "python_onirim(expansions=book+towers+premonitions)",
    "python_onirim(players=2)",
    "python_nightmarium",
)
LONG_GAMES = (
    "python_onirim",
    "python_onirim(players=2,mode=race,table=open,first=2)",
    "python_onirim(players=2,expansions=book+premonitions,variants=lost-steps,table=silent)",
    "python_onirim(expansions=towers+premonitions,variants=stone-upon-stone,premonitions=6)",
    "python_nightmarium(players=3,creatures=6,first=3)",
    "python_nightmarium(players=5)",
)
ONE_HOT_GAMES = (
    "python_onirim(expansions=book+towers,players=2,observation=one_hot)",
    "python_nightmarium(observation=one_hot)",
)
GAMES = [*SHORT_GAMES, *[pytest.param(text, marks=pytest.mark.long) for text in LONG_GAMES]]
each_game = pytest.mark.parametrize("text", GAMES)


def load_game(text: str) -> OniriumGame:
    game = pyspiel.load_game(text)
    assert isinstance(game, OniriumGame)
    return game


def play(state: OniriumState, rng: random.Random) -> Iterator[OniriumState]:
    """Play randomly to the end; yield the same state object before each step."""
    while not state.is_terminal():
        yield state
        state.apply_action(rng.choice(state.legal_actions()))
    yield state


def decisions(game: OniriumGame, seed: int) -> Iterator[OniriumState]:
    """Yield the decision states of a random game."""
    for state in play(game.new_initial_state(), random.Random(seed)):
        if state.is_player_node():
            yield state


@each_game
def test_random_simulations_of_openspiel_pass(text: str) -> None:
    pyspiel.random_sim_test(load_game(text), num_sims=1, serialize=True, verbose=False)


@each_game
def test_simulations_of_openspiel_in_python_pass(text: str) -> None:
    games_sim_test.GamesSimTest("test_pig").sim_game(load_game(text))


@each_game
def test_api_tests_of_openspiel_pass(text: str) -> None:
    random.seed(1)  # the random walk uses the global generator
    own = {"game": load_game(text), "game_name": text}
    tests = type("Interface", (api_test.EnforceAPIOnPartialTreeBase,), own)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(tests).run(result)
    assert result.testsRun > 0
    assert result.errors == result.failures == []


@each_game
def test_resampling_keeps_the_information_state(text: str) -> None:
    """Like ``ResampleInfostateTest`` of OpenSpiel, which only C++ can call."""
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    game = load_game(text)
    others = 0
    for state in decisions(game, 1):
        for player in range(game.num_players()):
            resampled = state.resample_from_infostate(player, sampler)
            for method in ("information_state_string", "information_state_tensor"):
                assert getattr(resampled, method)(player) == getattr(state, method)(player)
            assert resampled.current_player() == state.current_player()
            others += str(resampled) != str(state)
    assert (others > 0) == (game.num_players() > 1)


def test_resampled_state_contains_no_hidden_information() -> None:
    """The log of player 2 has only public events there, and the hand has other cards."""
    game = load_game("python_nightmarium(first=1)")
    state = next(decisions(game, 1))
    resampled = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(1, 0.0, 1.0))
    assert resampled.history() == []
    assert resampled.state.history() == []
    assert resampled.state.view(0) == state.state.view(0)
    assert resampled.state.view(1).hand != state.state.view(1).hand
    drawn = "deal 2: ? deck > hand\n"
    assert resampled.information_state_string(1).count(drawn) == 5
    assert state.information_state_string(1).count(drawn) == 0


def test_resampling_without_hidden_information_copies() -> None:
    state = next(decisions(load_game("python_onirim"), 1))
    resampled = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(1, 0.0, 1.0))
    assert str(resampled) == str(state)
    assert resampled.history() == state.history() != []
    assert resampled.state.history() == state.state.history() != []


def dealt(text: str, *cards: str) -> OniriumState:
    state = load_game(text).new_initial_state()
    for card in cards:
        state.apply_action(state.string_to_action(card))
    return state


def test_information_state_contains_the_order_of_draws() -> None:
    cards = ("red sun", "blue key")
    one, other = dealt("python_onirim", *cards), dealt("python_onirim", *reversed(cards))
    assert str(one) == str(other)
    assert one.observation_string(0) == other.observation_string(0)
    assert one.information_state_string(0) != other.information_state_string(0)


def test_information_state_hides_the_draws_of_others() -> None:
    text = "python_nightmarium(first=1)"
    one = dealt(text, "necronaut head", "necronaut legs")
    other = dealt(text, "necronaut head", "insektoid legs")
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.information_state_string(1) != other.information_state_string(1)
    assert one.observation_tensor(0) == other.observation_tensor(0)


def test_information_state_contains_own_hidden_decisions() -> None:
    """O3.6 The order in which the cards of a prophecy are returned."""
    game = load_game("python_onirim(players=2,table=hidden)")
    arranging = (
        state
        for seed in range(100)
        for state in decisions(game, seed)
        if state.state.view(0).step == "arrange"
    )
    state = next(arranging)
    mover = state.current_player()
    after = [state.child(action) for action in state.legal_actions()]
    assert len(after) > 1
    logs = [child.information_state_string(mover) for child in after]
    assert len(set(logs)) == len(logs)
    assert len({child.information_state_string(1 - mover) for child in after}) == 1
    for line, action in zip(logs, state.legal_actions(), strict=True):
        assert f"{state.action_to_string(mover, action)}\n" in line


@each_game
def test_history_of_openspiel_replays_in_the_wrapped_game(text: str) -> None:
    """OpenSpiel numbers chance outcomes from 0."""
    game = load_game(text)
    *_, state = play(game.new_initial_state(), random.Random(2))
    mirror = game.game.new_state()
    for step in state.full_history():
        chance = step.player == pyspiel.PlayerId.CHANCE
        assert mirror.is_chance_node() == chance
        assert chance or mirror.current_player() == step.player
        mirror.apply(step.action + game.game.action_count if chance else step.action)
    assert mirror == state.state
    assert mirror.history() == state.state.history()
    assert mirror.returns() == state.returns()


def test_chance_outcomes_have_explicit_probabilities() -> None:
    """O1.1 Of 76 cards nine are red suns and ten Nightmares."""
    state = load_game("python_onirim").new_initial_state()
    chances = {state.action_to_string(action): chance for action, chance in state.chance_outcomes()}
    assert chances["red sun"] == pytest.approx(9 / 76)
    assert chances["nightmare"] == pytest.approx(10 / 76)
    assert sum(chances.values()) == pytest.approx(1.0)


def test_action_strings_are_the_notation() -> None:
    state = dealt("python_onirim", "red sun", "red moon", "red key", "blue sun", "nightmare")
    state.apply_action(state.string_to_action("green key"))
    assert [state.action_to_string(action) for action in state.legal_actions()][:2] == [
        "play red sun",
        "play red moon",
    ]
    assert state.string_to_action("discard green key") == state.state.game.parse(
        "discard green key"
    )


@pytest.mark.parametrize(
    ("text", "options", "written"),
    [
        (
            "python_nightmarium",
            {},
            (
                "python_nightmarium(creatures=5,first=0,observation=flat,players=2,readings=,"
                "rng_seed=-1)"
            ),
        ),
        (
            "python_nightmarium(first=3,players=4,observation=one_hot)",
            {"seats": 4, "first": 3},
            (
                "python_nightmarium(creatures=5,first=3,observation=one_hot,players=4,readings=,"
                "rng_seed=-1)"
            ),
        ),
        (
            "python_onirim(expansions=towers+book,variants=lost-steps)",
            {"expansions": ["book", "towers"], "variants": ["lost-steps"]},
            (
                "python_onirim(box=0,expansions=book+towers,first=0,mode=together,observation=flat,"
                "players=1,premonitions=4,readings=,rng_seed=-1,table=hidden,variants=lost-steps)"
            ),
        ),
    ],
)
def test_parameters_are_the_options(text: str, options: dict[str, object], written: str) -> None:
    game = load_game(text)
    assert game.game.options == options
    assert str(game) == written
    for again in (pyspiel.load_game(written), pickle.loads(pickle.dumps(game))):  # noqa: S301
        assert again == game
        assert again.game.options == options


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("python_onirim(expansions=tower)", "expansions: 'tower' is not one of book, towers"),
        ("python_onirim(players=3)", "seats: 3 is not one of 1, 2"),
        ("python_onirim(mode=race)", "mode: race requires seats=2"),
        ("python_nightmarium(first=3)", "first: 3 requires seats=3, 4 or 5"),
    ],
)
def test_incompatible_parameters_are_rejected(text: str, reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        pyspiel.load_game(text)


def test_unknown_form_of_tensors_is_rejected() -> None:
    with pytest.raises(ValueError, match="observation: 'named' is not one of flat, one_hot"):
        pyspiel.load_game("python_onirim(observation=named)")


@pytest.mark.parametrize("text", ["python_onirim(seats=2)", "python_onirim(players=two)"])
def test_unknown_parameters_are_rejected_by_openspiel(text: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=r"seats|players"):
        pyspiel.load_game(text)


@pytest.mark.parametrize(
    ("text", "information", "utility"),
    [
        ("python_onirim", "PERFECT_INFORMATION", "GENERAL_SUM"),
        ("python_onirim(players=2)", "IMPERFECT_INFORMATION", "IDENTICAL"),
        ("python_onirim(players=2,mode=race)", "IMPERFECT_INFORMATION", "GENERAL_SUM"),
        ("python_nightmarium", "IMPERFECT_INFORMATION", "GENERAL_SUM"),
    ],
)
def test_game_type_states_information_and_utility(
    text: str, information: str, utility: str
) -> None:
    kind = load_game(text).get_type()
    assert kind.information == getattr(pyspiel.GameType.Information, information)
    assert kind.utility == getattr(pyspiel.GameType.Utility, utility)


@pytest.mark.parametrize("text", [*GAMES, *ONE_HOT_GAMES])
def test_quick_answers_are_those_of_openspiel(text: str) -> None:
    game = load_game(text)
    base = pyspiel.State
    for state in decisions(game, 3):
        assert state.legal_actions_mask() == base.legal_actions_mask(state)
        assert state.observation_tensor() == base.observation_tensor(state)
        for player in range(game.num_players()):
            assert state.legal_actions_mask(player) == base.legal_actions_mask(state, player)
            tensor = base.observation_tensor(state, player)
            assert state.observation_tensor(player) == tensor
            assert state.information_state_tensor(player) == tensor
            assert base.information_state_tensor(state, player) == tensor
    chance = game.new_initial_state()
    while not chance.is_chance_node():
        chance.apply_action(chance.legal_actions()[0])
    assert chance.legal_actions_mask() == base.legal_actions_mask(chance)


@each_game
def test_tensor_parts_are_the_named_observation(text: str) -> None:
    game = load_game(text)
    observer = game.make_py_observer()
    assert observer is not None
    for state in decisions(game, 3):
        for player in range(game.num_players()):
            parts = state.state.observation(player)
            observer.set_from(state, player)
            assert {name: part.tolist() for name, part in observer.dict.items()} == parts
            flat = [number for part in parts.values() for number in part]
            assert observer.tensor.tolist() == flat == state.observation_tensor(player)


@pytest.mark.parametrize("text", ONE_HOT_GAMES)
def test_one_hot_tensors_hold_the_vectors_of_the_encoder(text: str) -> None:
    game = load_game(text)
    encoder, observer = OneHotEncoder(game.game), game.make_py_observer()
    assert observer is not None
    for state in decisions(game, 3):
        parts = state.state.observation(0)
        flat = np.array([number for part in parts.values() for number in part], np.int16)
        observer.set_from(state, 0)
        expected = encoder.encode(flat).tolist()
        assert observer.tensor.tolist() == state.observation_tensor(0) == expected
        for name, part in observer.dict.items():
            assert part.tolist() == expected[encoder.slices[name]]


@pytest.mark.parametrize("text", SHORT_GAMES)
def test_structures_hold_views_positions_and_notations(text: str) -> None:
    game = load_game(text)
    for state in itertools.islice(play(game.new_initial_state(), random.Random(5)), 60):
        assert onirium.from_json(state.to_struct().to_json()) == state.state
        for player in range(game.num_players()):
            view = msgspec.to_builtins(state.state.view(player)) | {"legal_actions": []}
            assert state.to_observation_struct(player).to_dict() == view
            assert json.loads(state.observation_string(player)) == view
        for action in state.legal_actions():
            struct = state.action_to_struct(action)
            assert struct.to_dict() == {"action": state.action_to_string(action)}
            assert state.struct_to_actions(struct) == [action]


def test_the_structure_of_an_action_is_applied() -> None:
    state = next(decisions(load_game("python_onirim"), 1))
    other, action = state.clone(), state.legal_actions()[-1]
    other.apply_action_struct(state.action_to_struct(action))
    state.apply_action(action)
    assert (str(other), other.history()) == (str(state), state.history())


def test_other_kinds_of_observer_are_not_provided() -> None:
    game = load_game("python_onirim")
    public = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    assert game.make_py_observer(public) is None
    with pytest.raises(ValueError, match="no parameters, but got shape"):
        game.make_py_observer(None, {"shape": "flat"})


@pytest.mark.parametrize("text", SHORT_GAMES)
def test_copies_have_the_same_history_and_are_independent(text: str) -> None:
    for number, state in enumerate(decisions(load_game(text), 4)):
        if number % 10:
            continue
        before = state.information_state_string()
        for again in (state.clone(), pickle.loads(pickle.dumps(state))):  # noqa: S301
            assert again.information_state_string() == before
            assert again.history() == state.history()
            again.apply_action(again.legal_actions()[0])
        assert state.information_state_string() == before


def test_any_game_can_be_registered() -> None:
    """The game of the tests has no option ``seats``."""
    register("hush")
    game = load_game("python_hush")
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    kind = game.get_type()
    assert kind.min_num_players == kind.max_num_players == game.num_players() == 2


def test_interpreter_exits_cleanly_after_loading_a_game() -> None:
    lines = "import pyspiel, onirium.envs.openspiel; pyspiel.load_game('python_onirim')"
    subprocess.run([sys.executable, "-c", lines], check=True)


def test_only_players_have_observations() -> None:
    state = load_game("python_onirim").new_initial_state()
    assert state.is_chance_node()
    for tensor in (state.observation_tensor, state.information_state_tensor):
        with pytest.raises(pyspiel.SpielError, match="player = -1"):
            tensor()
        with pytest.raises(pyspiel.SpielError, match="player < num_players"):
            tensor(1)


def test_illegal_action_changes_nothing() -> None:
    state = next(decisions(load_game("python_onirim"), 1))
    before, past = str(state), state.history()
    with pytest.raises(onirium.IllegalAction, match="'draw' is illegal"):
        state.apply_action(state.state.game.parse("draw"))
    assert (str(state), state.history()) == (before, past)


def test_bots_of_onirium_play_in_openspiel() -> None:
    game = load_game("python_nightmarium")
    bots = [OniriumBot(make_bot(player, game.game), 1) for player in ("greedy", "random")]
    results = [pyspiel.evaluate_bots(game.new_initial_state(), bots, seed) for seed in range(3)]
    assert results == [[1.0, 0.0]] * 3


def test_ismcts_of_openspiel_plays_with_hidden_cards() -> None:
    game = load_game("python_onirim(players=2)")
    state = next(decisions(game, 1))
    rng = np.random.RandomState(1)
    search = ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.0, 3, random_state=rng)
    assert search.step(state) in state.legal_actions()


def test_mcts_of_openspiel_plays_with_perfect_information() -> None:
    game = load_game("python_onirim")
    state = next(decisions(game, 1))
    rng = np.random.RandomState(1)
    search = mcts.MCTSBot(game, 1.0, 3, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    assert search.step(state) in state.legal_actions()


@each_game
def test_answers_in_python_are_those_of_openspiel(text: str) -> None:
    """Methods that are answered without C++ agree with those of the base class."""
    base = pyspiel.State
    for state in play(load_game(text).new_initial_state(), random.Random(4)):
        assert state.is_chance_node() == base.is_chance_node(state)
        assert state.legal_actions() == base.legal_actions(state)
        for player in range(state.num_players()):
            # As in the games of OpenSpiel in C++: nobody else has a legal action.
            legal = state.legal_actions() if player == state.current_player() else []
            assert state.legal_actions(player) == legal


def decisions_of_sampled_games(text: str) -> list[str]:
    """Return the positions of the decisions of two games, played by first legal actions."""
    game = load_game(text)
    positions = []
    for state in (game.new_initial_state(), game.new_initial_state()):
        while not state.is_terminal():
            if not state.is_chance_node():
                positions.append(str(state))
            state.apply_action(state.legal_actions()[0])
    return positions


def test_sampled_games_follow_from_their_seed() -> None:
    first = decisions_of_sampled_games("python_onirim(rng_seed=5)")
    assert decisions_of_sampled_games("python_onirim(rng_seed=5)") == first
    assert decisions_of_sampled_games("python_onirim(rng_seed=6)") != first
    assert len(set(first)) == len(first)


def test_sampled_chance_has_one_outcome_and_leads_to_a_decision() -> None:
    game = load_game("python_nightmarium(rng_seed=5)")
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    assert game.max_chance_outcomes() == 1
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(0, 1.0)]
    assert state.legal_actions() == [0]
    assert state.legal_actions_mask() == [1]
    assert state.action_to_string(0) == "chance"
    with pytest.raises(onirium.IllegalAction, match="1 is not the only outcome"):
        state.apply_action(1)
    state.apply_action(0)
    assert state.is_player_node()
    assert state.history() == [0]
    replay = game.game.new_state()
    for outcome in state.state.history():
        replay.apply(outcome)
    assert replay == state.state


def test_copies_of_a_sampled_game_draw_other_cards() -> None:
    """A search that continues copies must not see the cards of the game."""
    state = load_game("python_onirim(rng_seed=5)").new_initial_state()
    copies = [state.clone() for _ in range(9)]
    for copy in copies:
        copy.apply_action(0)
    assert len({str(copy) for copy in copies}) > 1
    pickled = pickle.loads(pickle.dumps(copies[0]))  # noqa: S301
    assert (str(pickled), pickled.history()) == (str(copies[0]), [0])


@pytest.mark.parametrize(
    "text", ["python_onirim(players=2,rng_seed=1)", "python_nightmarium(rng_seed=1)"]
)
def test_random_simulations_of_sampled_games_pass(text: str) -> None:
    pyspiel.random_sim_test(load_game(text), num_sims=2, serialize=False, verbose=False)
