"""The Gymnasium environment for games with one player."""

import copy
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import FilterObservation, FlattenObservation
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import onirium
from onirium.bots.registry import make_bot
from onirium.cli.main import app
from onirium.core.chance import derive_key
from onirium.envs.gymnasium import SoloEnv
from onirium.record import final_state, read, replay, write

ALL = ["book", "towers", "premonitions"]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"expansions": "towers", "variants": "stone-upon-stone"},
    {"expansions": ALL, "observation": "named"},
]


def play_randomly(env: SoloEnv, seed: int, steps: int = 10_000) -> list[Any]:
    """Play randomly to the end of the episode or a step limit; return all steps."""
    rng = random.Random(seed)
    steps_taken: list[Any] = []
    over = False
    while not over and len(steps_taken) < steps:
        action = int(rng.choice(np.flatnonzero(env.action_masks())))
        observation, reward, over, cut, info = env.step(action)
        assert not cut
        steps_taken.append((action, observation, reward, over, info))
    return steps_taken


def is_same(one: Any, other: Any) -> bool:
    """Return whether two structures of arrays are equal."""
    return pickle.dumps(one) == pickle.dumps(other)


def pickle_copy(env: SoloEnv) -> SoloEnv:
    """Return a copy of an environment through pickle."""
    again: SoloEnv = pickle.loads(pickle.dumps(env))  # noqa: S301
    return again


@pytest.mark.parametrize("options", OPTIONS)
def test_env_checker_of_gymnasium_passes(
    options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    env = gymnasium.make("onirium.envs:onirium/Onirim-v0", **options)
    check_env(env.unwrapped)
    assert "Hand" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"seats": 2}, "onirim has 2 seats with these options"),
        ({"expansions": "tower"}, "expansions: 'tower' is not one of book, towers, premonitions"),
        ({"variants": "lost-steps"}, "lost-steps requires expansions=book"),
        ({"observation": "dict"}, "observation: 'dict' is not one of flat, one_hot, named"),
        ({"illegal": "ignore"}, "illegal: 'ignore' is not one of lose, raise"),
        ({"render_mode": "video"}, "render_mode: 'video' is not one of ansi, human, rgb_array"),
    ],
)
def test_invalid_arguments_are_rejected(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        SoloEnv("onirim", **arguments)


def test_missing_libraries_are_skipped_at_registration() -> None:
    """``None`` in ``sys.modules`` makes an import fail."""
    program = (
        "import sys; sys.modules['gymnasium'] = sys.modules['pettingzoo'] = None; "
        "import onirium.envs; print(onirium.envs.IDS['onirim'])"
    )
    completed = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert completed.stdout == "onirium/Onirim-v0\n"


def test_unknown_arguments_are_rejected_in_the_words_of_python() -> None:
    reason = "got an unexpected keyword argument 'frameskip'; options: seats, expansions, "
    with pytest.raises(TypeError, match=reason):
        gymnasium.make("onirium/Onirim-v0", frameskip=4)


def test_games_with_several_seats_are_rejected_with_a_pointer_to_pettingzoo() -> None:
    with pytest.raises(ValueError, match=r"Use onirium\.envs\.pettingzoo"):
        gymnasium.make("onirium.envs:onirium/Nightmarium-v0")


@pytest.mark.parametrize("options", OPTIONS)
def test_seed_determines_all_its_episodes(options: dict[str, Any]) -> None:
    env, other = SoloEnv("onirim", **options), SoloEnv("onirim", **options)
    first = [env.reset(seed=5), play_randomly(env, 1), env.reset(), play_randomly(env, 2)]
    again = [other.reset(seed=5), play_randomly(other, 1), other.reset(), play_randomly(other, 2)]
    assert is_same(first, again)
    assert not is_same(first[0], first[2])
    assert not is_same(first[0], other.reset(seed=6))


def test_environments_without_a_seed_get_different_deals() -> None:
    dealt = []
    for _ in range(3):
        env = SoloEnv("onirim")
        dealt.append(env.reset())
    assert not (is_same(dealt[0], dealt[1]) and is_same(dealt[1], dealt[2]))


def test_episode_number_selects_the_deal() -> None:
    """A plain loop over the contract with the documented key yields the same cards."""
    env = SoloEnv("onirim")
    env.reset(seed=11)
    for number in range(3):
        decisions = [action for action, *_ in play_randomly(env, number)]
        deck = onirium.Random(derive_key(11, "deck") + number)
        state = onirium.load("onirim").new_state()
        while not state.is_terminal():
            state.apply(state.sample(deck) if state.is_chance_node() else decisions.pop(0))
        assert env.record().actions == [state.game.notation(step) for step in state.history()]
        env.reset()


@settings(max_examples=15)
@given(st.integers(0, 1000), st.integers(0, 60), st.sampled_from(OPTIONS))
def test_observation_and_masks_match_the_replayed_record(
    seed: int, steps: int, options: dict[str, Any]
) -> None:
    env = SoloEnv("onirim", **{**options, "observation": "flat"})
    observation, info = env.reset(seed=seed)
    for steps_taken in play_randomly(env, seed, steps):
        observation, info = steps_taken[1], steps_taken[-1]
        assert env.observation_space.contains(observation)
    state = final_state(env.record())
    legal = np.flatnonzero(info["action_mask"]).tolist()
    assert legal == state.legal_actions()
    assert legal == np.flatnonzero(observation["action_mask"]).tolist()
    assert legal == np.flatnonzero(env.action_masks()).tolist()
    named = {
        name: observation["observation"][part_slice]
        for name, part_slice in env.observation_slices.items()
    }
    assert {name: part.tolist() for name, part in named.items()} == state.observation(0)


def test_named_observation_has_the_numbers_of_the_flat_one() -> None:
    flat, named = SoloEnv("onirim"), SoloEnv("onirim", observation="named")
    one, _ = flat.reset(seed=3)
    parts, _ = named.reset(seed=3)
    mask = parts.pop("action_mask")
    assert one["observation"].tolist() == np.concatenate(list(parts.values())).tolist()
    assert one["action_mask"].tolist() == mask.tolist()


@pytest.mark.parametrize("copied", [copy.deepcopy, pickle_copy])
def test_copies_continue_like_the_original(copied: Any) -> None:
    env = SoloEnv("onirim", expansions=ALL)
    env.reset(seed=4)
    play_randomly(env, 1, 20)
    before = env.record()
    other = copied(env)
    theirs = [play_randomly(other, 2), other.reset()]
    assert env.record() == before
    assert is_same(theirs, [play_randomly(env, 2), env.reset()])


def test_environment_can_be_copied_before_its_first_episode() -> None:
    env = SoloEnv("onirim")
    assert is_same(copy.deepcopy(env).reset(seed=1), env.reset(seed=1))


def test_reward_is_the_result_of_the_game() -> None:
    env = SoloEnv("onirim")
    env.reset(seed=1)
    player, rng = make_bot("greedy", onirium.load("onirim")), onirium.Random(1)
    results = set[float]()
    while results != {0.0, 1.0}:
        reward, over = 0.0, False
        while not over:
            assert reward == 0.0
            action = player.choose(final_state(env.record()), rng)
            _, reward, over, _, _ = env.step(action)
        assert [reward] == final_state(env.record()).returns()
        results.add(reward)
        env.reset()


@pytest.mark.parametrize("action", [0, np.int64(0), 120, -1, 403, 10**20])
def test_illegal_action_loses_by_default(action: Any) -> None:
    env = SoloEnv("onirim")
    env.reset(seed=1)
    before = env.record()
    assert not env.action_masks()[0]
    _, reward, over, cut, info = env.step(action)
    assert (reward, over, cut) == (-1.0, True, False)
    assert "legal actions: play red moon" in info["illegal"]
    assert env.record() == before
    with pytest.raises(ResetNeeded, match="the episode is over"):
        env.step(action)


def test_illegal_action_raises_on_request() -> None:
    env = SoloEnv("onirim", illegal="raise")
    env.reset(seed=1)
    twin = copy.deepcopy(env)
    with pytest.raises(onirium.IllegalAction, match="'play red sun' is illegal"):
        env.step(env.parse("play red sun"))
    assert is_same(play_randomly(env, 1), play_randomly(twin, 1))


def test_calls_before_the_first_reset_raise_reset_needed() -> None:
    env = SoloEnv("onirim", render_mode="ansi")
    for call in (lambda: env.step(0), env.action_masks, env.record, env.render):
        with pytest.raises(ResetNeeded, match="no episode has started"):
            call()


def test_actions_convert_to_and_from_notation() -> None:
    env = SoloEnv("onirim")
    assert env.notation(np.int64(36)) == "discard red sun"
    assert env.parse("discard red sun") == 36
    with pytest.raises(ValueError, match="onirim has no action 'discard red'"):
        env.parse("discard red")


def test_record_of_an_episode_replays(tmp_path: Path) -> None:
    env = SoloEnv("onirim", expansions="book")
    env.reset(seed=2)
    steps = play_randomly(env, 1)
    record = env.record("my agent")
    write(record, tmp_path / "episode.json")
    assert read(tmp_path / "episode.json") == record
    assert record.seats == ["my agent"]
    decided = [step.action for step in replay(record) if step.seat == 0]
    assert decided == [action for action, *_ in steps]
    completed = CliRunner().invoke(
        app, ["replay", str(tmp_path / "episode.json"), "--language", "en"]
    )
    assert completed.exit_code == 0, completed.output
    assert f"{len(record.actions)} steps" in completed.output


def test_pixels_show_the_cards() -> None:
    pytest.importorskip("resvg_py")
    env = SoloEnv("onirim", render_mode="rgb_array")
    env.reset(seed=1)
    frame = env.render()
    assert isinstance(frame, np.ndarray)
    assert frame.shape == (760, 760, 3)
    assert frame.dtype == np.uint8
    # The seat holds five cards on dark ground: most of the frame is dark, not all of it.
    bright = (frame.max(axis=2) > 128).mean()
    assert 0.02 < bright < 0.5
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    later = env.render()
    assert isinstance(later, np.ndarray)
    assert not np.array_equal(later, frame)


def test_render_modes_show_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    env = SoloEnv("onirim", render_mode="ansi")
    env.reset(seed=1)
    hand = "Hand   red moon, red moon, green sun, green sun, green moon\n"
    assert hand in str(env.render())
    env.step(env.parse("discard red moon"))
    assert str(env.render()).startswith("> discard red moon\n")
    loud = SoloEnv("onirim", render_mode="human")
    loud.reset(seed=1)
    assert hand in capsys.readouterr().out
    loud.step(loud.parse("discard red moon"))
    assert "> discard red moon\n" in capsys.readouterr().out
    quiet = SoloEnv("onirim")
    quiet.reset(seed=1)
    assert quiet.render() is None
    assert capsys.readouterr().out == ""


def test_wrappers_of_gymnasium_flatten_the_observation() -> None:
    env = gymnasium.make("onirium.envs:onirium/Onirim-v0")
    plain = FlattenObservation(FilterObservation(env, ["observation"]))
    seen, _ = plain.reset(seed=1)
    assert seen.shape == plain.observation_space.shape == (242,)
