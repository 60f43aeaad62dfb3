"""Minari data sets for offline reinforcement learning, made of records of games."""

import warnings
from collections.abc import Iterable, Iterator
from copy import deepcopy

import gymnasium
import minari
import numpy as np
from gymnasium.envs.registration import EnvSpec
from minari.data_collector.episode_buffer import EpisodeBuffer
from minari.dataset.minari_dataset import parse_dataset_id

from onirium.core.game import Game, State
from onirium.envs import IDS
from onirium.envs.spaces import Observation, ObservationWriter
from onirium.record.model import Record, load_game

DATA_FORMAT = "parquet"
"""The storage format of Minari that needs no package beyond the extra ``parquet``."""


def create_minari_dataset(
    dataset_id: str,
    game: Game,
    records: Iterable[Record],
    **metadata: str,
) -> minari.MinariDataset:
    """Create a data set in the local folder of Minari, with an episode for each game.

    The observations are those of the Gymnasium environment in its form ``flat``, with the legal
    actions as ``action_mask``; the environment can be recovered from the data set.

    Args:
        dataset_id: the id, such as ``onirim/quick-v0``.
        game: the game of all records.
        records: records of finished games.
        metadata: ``algorithm_name``, ``description`` and the like, as of
            ``minari.create_dataset_from_buffers``.

    Raises:
        ValueError: if the game has several seats, a record is unfinished, the id is malformed, or
            the data set exists.
    """
    check_dataset(dataset_id, game)
    with warnings.catch_warnings(action="ignore", category=UserWarning):  # on optional metadata
        dataset: minari.MinariDataset = minari.create_dataset_from_buffers(
            dataset_id,
            _episodes(game, records),
            env=_env_spec(game),
            data_format=DATA_FORMAT,
            **metadata,
        )
    return dataset


def check_dataset(dataset_id: str, game: Game) -> None:
    """Check that a data set of a game can be created.

    Raises:
        ValueError: if the game has several seats, the id is malformed, or the data set exists.
    """
    if game.seats > 1:
        raise ValueError(
            f"{game.name} has {game.seats} seats with these options; an episode of Minari has one"
        )
    try:
        parse_dataset_id(dataset_id)
    except TypeError:  # of Minari, which converts a missing version
        raise ValueError(f"{dataset_id!r} has no version: write {dataset_id}-v0") from None
    if dataset_id in minari.list_local_datasets():
        raise ValueError(f"Minari has a data set {dataset_id!r} already; choose another id")


def _env_spec(game: Game) -> EnvSpec:
    """Return the specification of the environment, with the options of the game."""
    spec = deepcopy(gymnasium.spec(IDS[game.name]))
    spec.kwargs |= game.options
    return spec


def _episodes(game: Game, records: Iterable[Record]) -> Iterator[EpisodeBuffer]:
    writer = ObservationWriter(game, "flat")
    for record in records:
        yield _episode(writer, record)


def _episode(writer: ObservationWriter, record: Record) -> EpisodeBuffer:
    """Return the observations, actions and rewards of a record."""
    game = load_game(record)
    state = game.new_state()
    observations: list[Observation] = []
    actions: list[int] = []
    for notation in record.actions:
        action = game.parse(notation)
        if not state.is_chance_node():
            observations.append(_observe(writer, state))
            actions.append(action)
        state.apply(action)
    if not state.is_terminal():
        raise ValueError("a record is unfinished")
    observations.append(_observe(writer, state))
    last = len(actions) - 1
    return EpisodeBuffer(
        observations={
            name: np.stack([observation[name] for observation in observations])
            for name in observations[0]
        },
        actions=np.array(actions),
        rewards=[state.returns()[0] if number == last else 0.0 for number in range(len(actions))],
        terminations=[number == last for number in range(len(actions))],
        truncations=[False] * len(actions),
    )


def _observe(writer: ObservationWriter, state: State) -> Observation:
    return writer.observation(state, 0, writer.action_mask(state, 0))
