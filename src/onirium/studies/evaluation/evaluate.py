"""Evaluates a player on a task."""

import shlex
from collections.abc import Callable
from datetime import UTC, datetime

import msgspec

from onirium.studies.compute.processes import Workers
from onirium.studies.evaluation.tasks import STANDARD_GAMES, Task
from onirium.studies.provenance import Provenance
from onirium.studies.simulation.result import SimulationResult
from onirium.studies.simulation.simulate import SimulationConfig, simulate


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
) -> EvaluationResult:
    """Play the games of a task.

    The result depends on the player and the number of games alone: a search runs a fixed number of
    simulations, and the deals are those of the task.

    Args:
        task: the task.
        player: the name of the player, as in ``onirium simulate``.
        games: the number of games. Other numbers than the standard one play fewer or more deals of
            the same sequence.
        workers: the workers; by default a process for each processor.
        on_progress: called with the number of finished games.

    Raises:
        ValueError: if there is no such player or it cannot play, or a number is invalid.
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
    return _to_result(task, player, simulate(config, on_progress))


def _to_result(task: Task, player: str, result: SimulationResult) -> EvaluationResult:
    command = f"onirium evaluate {shlex.quote(player)} --task {task.name} --games {result.games}"
    return EvaluationResult(
        task=task.name,
        player=player,
        date=datetime.now(UTC).date().isoformat(),
        command=command,
        seed=result.seed,
        games=result.games,
        deals=result.deals,
        wins=result.wins[0],
        win_rate=result.win_rate,
        win_rate_low=result.win_rate_low,
        win_rate_high=result.win_rate_high,
        decisions_per_game=result.decisions_per_game,
        provenance=result.provenance,
    )
