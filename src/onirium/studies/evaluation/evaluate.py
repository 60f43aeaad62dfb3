"""Evaluates a player on a task."""

import os
import shlex
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from onirium.studies.compute.checkpoint import CheckpointLog, run_resumable
from onirium.studies.compute.interrupts import defer_interrupts
from onirium.studies.compute.processes import Workers, put_in_order, resolve_executor
from onirium.studies.evaluation.tasks import STANDARD_GAMES, Task
from onirium.studies.players.registry import describe_players
from onirium.studies.provenance import Provenance, build_fingerprint, describe_provenance
from onirium.studies.simulation.counts import Tally
from onirium.studies.simulation.result import win_rate_intervals
from onirium.studies.simulation.simulate import (
    SimulationConfig,
    job_key,
    make_job,
    run_simulation_job,
    split_into_jobs,
    sum_tallies,
)

CHECKPOINT_FILE: Final = "games.jsonl"
"""The checkpoint of finished games, in the folder of an evaluation."""


class EvaluationResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a player on a task.

    Attributes:
        task: the name of the task.
        player: the name of the player.
        date: the day of the evaluation, in UTC.
        command: the command that repeats it.
        seed: the seed of the task.
        games: the number of games.
        deals: the number of deals; with rotation each is played from every seat.
        wins: the number of games that the player won.
        squared_wins: the sum over the deals of the square of the games won, which determines the
            interval.
        win_rate: the share of games won.
        win_rate_low: the lower end of its 95 % interval.
        win_rate_high: the upper end.
        decisions_per_game: the mean number of decisions of all seats.
        provenance: the program, the players and the machine.
    """

    task: str
    player: str
    date: str
    command: str
    seed: int
    games: int
    deals: int
    wins: int
    squared_wins: int
    win_rate: float
    win_rate_low: float
    win_rate_high: float
    decisions_per_game: float
    provenance: Provenance


def evaluate(
    task: Task,
    player: str,
    games: int = STANDARD_GAMES,
    workers: Workers | None = None,
    on_progress: Callable[[int], None] | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> EvaluationResult:
    """Play the games of a task.

    The result depends on the player and the number of games alone: a search runs a fixed number of
    simulations, and the deals are those of the task. An interrupt ends the evaluation early, with
    the games finished by then as its result.

    Args:
        task: the task.
        player: the name of the player, as in ``onirium simulate``.
        games: the number of games. Other numbers than the standard one play fewer or more deals of
            the same sequence.
        workers: the workers; by default a process for each processor.
        on_progress: called with the number of finished games.
        folder: a folder for finished games, of any tasks and players; those in it are not played
            again.

    Raises:
        ValueError: if there is no such player or it cannot play, or a number is invalid.
        CheckpointError: if the folder cannot be used, or its games are those of another build.
        ExecutorError: if the workers are killed repeatedly, or the cluster cannot be joined.

    >>> from onirium.studies.evaluation.tasks import find_task
    >>> result = evaluate(find_task("onirim"), "random", games=20, workers=1)
    >>> result.wins, result.games, result.command
    (0, 20, 'onirium evaluate random --task onirim --games 20')
    """
    config = SimulationConfig(
        task.load_game(),
        task.lineup(player),
        games,
        task.seed,
        rotate=task.is_rotated(),
        workers=workers,
    )
    with TemporaryDirectory() as temporary, defer_interrupts() as interrupts:
        tallies = interrupts.iterate(_play(config, Path(folder or temporary)))
        total = sum_tallies(config.game, tallies, on_progress)
    return _to_result(task, player, config, total)


def _play(config: SimulationConfig, folder: Path) -> Iterator[Tally]:
    """Yield the tally of each job, in the order of the deals."""
    jobs = {job_key(job): job for job in split_into_jobs(make_job(config))}
    indices = {key: index for index, key in enumerate(jobs)}
    workers = resolve_executor(config.workers, len(jobs))
    with CheckpointLog(folder / CHECKPOINT_FILE, build_fingerprint(), Tally) as log:
        finished = run_resumable(run_simulation_job, jobs, workers, log)
        yield from put_in_order((indices[key], tally) for key, tally in finished)


def _to_result(task: Task, player: str, config: SimulationConfig, tally: Tally) -> EvaluationResult:
    command = f"onirium evaluate {shlex.quote(player)} --task {task.name} --games {tally.games}"
    low, high = win_rate_intervals(tally)[0]
    return EvaluationResult(
        task=task.name,
        player=player,
        date=datetime.now(UTC).date().isoformat(),
        command=command,
        seed=config.seed,
        games=tally.games,
        deals=tally.deals,
        wins=tally.wins[0],
        squared_wins=tally.squared_wins[0],
        win_rate=tally.wins[0] / tally.games,
        win_rate_low=low,
        win_rate_high=high,
        decisions_per_game=sum(tally.actions) / tally.games,
        provenance=describe_provenance(describe_players(config.players, config.game)),
    )
