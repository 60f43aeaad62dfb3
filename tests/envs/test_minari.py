"""Data sets of Minari have the observations, masks and rewards of the environment."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import onirium
from onirium.cli.main import main
from onirium.envs.gymnasium import SoloEnv
from onirium.record import Record, new_record

minari: Any = pytest.importorskip("minari")
adapter: Any = pytest.importorskip("onirium.envs.minari")


@pytest.fixture(autouse=True)
def _local_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))


def play(env: SoloEnv, seed: int) -> tuple[Record, list[dict[str, Any]], float]:
    """Play a game by the last legal action; return its record, observations and return."""
    observation, info = env.reset(seed=seed)
    observations, over, reward = [observation], False, 0.0
    while not over:
        action = int(np.flatnonzero(info["action_mask"])[-1])
        observation, reward, over, _, info = env.step(action)
        observations.append(observation)
    return env.record(), observations, reward


def test_episodes_are_those_of_the_environment() -> None:
    game = onirium.load("onirim", expansions=["towers"])
    env = SoloEnv("onirim", expansions=["towers"])
    played = [play(env, seed) for seed in (1, 2)]
    adapter.create_minari_dataset("onirim/test-v0", game, [record for record, _, _ in played])
    dataset = minari.load_dataset("onirim/test-v0")
    assert dataset.total_episodes == 2
    assert dataset.observation_space == env.observation_space
    assert dataset.action_space == env.action_space
    for episode, (record, observations, reward) in zip(
        dataset.iterate_episodes(), played, strict=True
    ):
        for name in ("observation", "action_mask"):
            expected = np.stack([observation[name] for observation in observations])
            assert np.array_equal(episode.observations[name], expected)
        taken = [game.parse(action) for action in record.actions]
        assert episode.actions.tolist() == [a for a in taken if a < game.action_count]
        assert episode.rewards.tolist() == [0.0] * (len(episode) - 1) + [reward]
        assert episode.terminations.tolist() == [False] * (len(episode) - 1) + [True]
        assert not episode.truncations.any()
    recovered = dataset.recover_environment().unwrapped
    assert is_same_game(recovered, env)


def is_same_game(one: SoloEnv, other: SoloEnv) -> bool:
    return bool(
        one.reset(seed=3)[0]["observation"].tolist()
        == (other.reset(seed=3)[0]["observation"].tolist())
    )


def test_unsuitable_records_are_rejected() -> None:
    pair = onirium.load("onirim", seats=2)
    with pytest.raises(ValueError, match="onirim has 2 seats"):
        adapter.create_minari_dataset("onirim/pair-v0", pair, [])
    solo = onirium.load("onirim")
    with pytest.raises(ValueError, match="a record is unfinished"):
        adapter.create_minari_dataset("onirim/open-v0", solo, [new_record(solo, ["greedy"])])


def test_the_command_adds_a_set_of_minari(tmp_path: Path) -> None:
    command = ["dataset", "onirim", "--games", "3", "--seed", "1", "--workers", "1"]
    with pytest.raises(SystemExit) as status:
        main([*command, "--folder", str(tmp_path / "files"), "--minari", "onirim/greedy-v0"])
    assert not status.value.code
    dataset = minari.load_dataset("onirim/greedy-v0")
    assert dataset.total_episodes == 3
    assert "onirium dataset onirim" in dataset.storage.metadata["description"]


def test_the_description_has_the_games_before_an_interrupt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(function: Any, jobs: list[Any], _workers: int) -> Iterator[Any]:
        yield function(jobs[0])
        raise KeyboardInterrupt

    monkeypatch.setattr("onirium.studies.simulation.simulate.GAMES_PER_JOB", 2)
    monkeypatch.setattr("onirium.studies.datasets.writer.run_in_order", interrupted)
    command = ["dataset", "onirim", "--games", "6", "--seed", "1", "--workers", "1"]
    with pytest.raises(SystemExit):
        main([*command, "--folder", str(tmp_path / "files"), "--minari", "onirim/short-v0"])
    dataset = minari.load_dataset("onirim/short-v0")
    assert dataset.total_episodes == 2
    assert "onirium dataset onirim --games 2 " in dataset.storage.metadata["description"]


def test_the_command_rejects_several_seats_before_it_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "files"
    command = ["dataset", "nightmarium", "--games", "2", "--folder", str(folder)]
    with pytest.raises(SystemExit) as status:
        main([*command, "--minari", "nightmarium/greedy-v0"])
    assert status.value.code == 2
    assert "has 2 seats" in capsys.readouterr().err
    assert not folder.exists()
