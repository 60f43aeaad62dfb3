"""A game for one player as an environment of Gymnasium."""

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


def play_on(env: SoloEnv, seed: int, steps: int = 10_000) -> list[Any]:
    """Play at random until the episode is over or some steps are done; return all that came."""
    dice = random.Random(seed)
    came: list[Any] = []
    over = False
    while not over and len(came) < steps:
        action = int(dice.choice(np.flatnonzero(env.action_masks())))
        observation, reward, over, cut, info = env.step(action)
        assert not cut
        came.append((action, observation, reward, over, info))
    return came


def same(one: Any, other: Any) -> bool:
    """Tell whether two things made of arrays hold the same numbers."""
    return pickle.dumps(one) == pickle.dumps(other)


def pickled(env: SoloEnv) -> SoloEnv:
    """Return what a pickle makes of an environment."""
    again: SoloEnv = pickle.loads(pickle.dumps(env))  # noqa: S301
    return again


@pytest.mark.parametrize("options", OPTIONS)
def test_gymnasium_finds_no_fault(
    options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    env = gymnasium.make("onirium.envs:onirium/Onirim-v0", **options)
    check_env(env.unwrapped)
    assert "Hand" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"seats": 2}, "onirim has 2 seats here"),
        ({"expansions": "tower"}, "expansions: 'tower' is none of book, towers, premonitions"),
        ({"variants": "lost-steps"}, "lost-steps requires expansions=book"),
        ({"observation": "dict"}, "observation: 'dict' is none of flat, named"),
        ({"illegal": "ignore"}, "illegal: 'ignore' is none of lose, raise"),
        ({"render_mode": "rgb_array"}, "render_mode: 'rgb_array' is none of ansi, human"),
    ],
)
def test_what_cannot_be_is_refused(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        SoloEnv("onirim", **arguments)


def test_what_is_not_installed_is_told_nothing() -> None:
    """``None`` in place of a module is Python's way to say that it is not there."""
    program = (
        "import sys; sys.modules['gymnasium'] = sys.modules['pettingzoo'] = None; "
        "import onirium.envs; print(onirium.envs.IDS['onirim'])"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert told.stdout == "onirium/Onirim-v0\n"


def test_games_for_several_are_sent_to_pettingzoo() -> None:
    with pytest.raises(ValueError, match="those of PettingZoo"):
        gymnasium.make("onirium.envs:onirium/Nightmarium-v0")


@pytest.mark.parametrize("options", OPTIONS)
def test_a_seed_settles_all_its_episodes(options: dict[str, Any]) -> None:
    env, other = SoloEnv("onirim", **options), SoloEnv("onirim", **options)
    first = [env.reset(seed=5), play_on(env, 1), env.reset(), play_on(env, 2)]
    again = [other.reset(seed=5), play_on(other, 1), other.reset(), play_on(other, 2)]
    assert same(first, again)
    assert not same(first[0], first[2])
    assert not same(first[0], other.reset(seed=6))


def test_without_a_seed_each_environment_is_dealt_other_cards() -> None:
    dealt = []
    for _ in range(3):
        env = SoloEnv("onirim")
        dealt.append(env.reset())
    assert not (same(dealt[0], dealt[1]) and same(dealt[1], dealt[2]))


def test_an_episode_is_the_deal_of_that_number() -> None:
    """A slow loop over the contract, with the documented stream, brings the same cards."""
    env = SoloEnv("onirim")
    env.reset(seed=11)
    for number in range(3):
        decisions = [action for action, *_ in play_on(env, number)]
        deck = onirium.Random(derive_key(11, "deck") + number)
        state = onirium.load("onirim").new_state()
        while not state.is_terminal():
            state.apply(state.sample(deck) if state.is_chance_node() else decisions.pop(0))
        assert env.record().actions == [state.game.notation(step) for step in state.history()]
        env.reset()


@settings(max_examples=15)
@given(st.integers(0, 1000), st.integers(0, 60), st.sampled_from(OPTIONS))
def test_what_is_shown_is_what_the_record_says(
    seed: int, steps: int, options: dict[str, Any]
) -> None:
    env = SoloEnv("onirim", **{**options, "observation": "flat"})
    observation, info = env.reset(seed=seed)
    for came in play_on(env, seed, steps):
        observation, info = came[1], came[-1]
        assert env.observation_space.contains(observation)
    state = final_state(env.record())
    legal = np.flatnonzero(info["action_mask"]).tolist()
    assert legal == state.legal_actions()
    assert legal == np.flatnonzero(observation["action_mask"]).tolist()
    assert legal == np.flatnonzero(env.action_masks()).tolist()
    named = {name: observation["observation"][place] for name, place in env.parts.items()}
    assert {name: part.tolist() for name, part in named.items()} == state.observation(0)


def test_named_parts_are_those_of_the_flat_observation() -> None:
    flat, named = SoloEnv("onirim"), SoloEnv("onirim", observation="named")
    one, _ = flat.reset(seed=3)
    parts, _ = named.reset(seed=3)
    mask = parts.pop("action_mask")
    assert one["observation"].tolist() == np.concatenate(list(parts.values())).tolist()
    assert one["action_mask"].tolist() == mask.tolist()


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_copies_go_on_as_the_original_would(copied: Any) -> None:
    env = SoloEnv("onirim", expansions=ALL)
    env.reset(seed=4)
    play_on(env, 1, 20)
    before = env.record()
    other = copied(env)
    theirs = [play_on(other, 2), other.reset()]
    assert env.record() == before
    assert same(theirs, [play_on(env, 2), env.reset()])


def test_an_environment_is_copied_before_its_first_episode() -> None:
    env = SoloEnv("onirim")
    assert same(copy.deepcopy(env).reset(seed=1), env.reset(seed=1))


def test_the_reward_is_the_result() -> None:
    env = SoloEnv("onirim")
    env.reset(seed=1)
    player, dice = make_bot("greedy", onirium.load("onirim")), onirium.Random(1)
    results = set[float]()
    while results != {0.0, 1.0}:
        reward, over = 0.0, False
        while not over:
            assert reward == 0.0
            action = player.choose(final_state(env.record()), dice)
            _, reward, over, _, _ = env.step(action)
        assert [reward] == final_state(env.record()).returns()
        results.add(reward)
        env.reset()


@pytest.mark.parametrize("action", [0, np.int64(0), 120, -1, 374, 10**20])
def test_an_illegal_action_loses(action: Any) -> None:
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


def test_an_illegal_action_can_be_refused() -> None:
    env = SoloEnv("onirim", illegal="raise")
    env.reset(seed=1)
    twin = copy.deepcopy(env)
    with pytest.raises(onirium.IllegalAction, match="'play red sun' is illegal"):
        env.step(env.parse("play red sun"))
    assert same(play_on(env, 1), play_on(twin, 1))


def test_nothing_happens_before_the_first_reset() -> None:
    env = SoloEnv("onirim", render_mode="ansi")
    for call in (lambda: env.step(0), env.action_masks, env.record, env.render):
        with pytest.raises(ResetNeeded, match="no episode has begun"):
            call()


def test_actions_can_be_read() -> None:
    env = SoloEnv("onirim")
    assert env.notation(np.int64(36)) == "discard red sun"
    assert env.parse("discard red sun") == 36
    with pytest.raises(ValueError, match="onirim has no action 'discard red'"):
        env.parse("discard red")


def test_the_record_of_an_episode_is_replayed(tmp_path: Path) -> None:
    env = SoloEnv("onirim", expansions="book")
    env.reset(seed=2)
    steps = play_on(env, 1)
    record = env.record("my agent")
    write(record, tmp_path / "episode.json")
    assert read(tmp_path / "episode.json") == record
    assert record.seats == ["my agent"]
    decided = [step.action for step in replay(record) if step.seat == 0]
    assert decided == [action for action, *_ in steps]
    told = CliRunner().invoke(app, ["replay", str(tmp_path / "episode.json"), "--language", "en"])
    assert told.exit_code == 0, told.output
    assert f"{len(record.actions)} steps" in told.output


def test_the_table_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
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


def test_wrappers_make_one_array_of_it() -> None:
    env = gymnasium.make("onirium.envs:onirium/Onirim-v0")
    plain = FlattenObservation(FilterObservation(env, ["observation"]))
    seen, _ = plain.reset(seed=1)
    assert seen.shape == plain.observation_space.shape == (242,)
