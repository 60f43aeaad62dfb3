"""The tasks of the evaluation: games, opponents and held-out deals, fixed once and for all.

A published task never changes: a different game, opponent or seed is a task of another name.
"""

import zlib
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple, Protocol

from onirium.core.extension_point import ExtensionPoint
from onirium.core.game import Game
from onirium.core.spelling import suggest
from onirium.games import registry as games
from onirium.studies.simulation.simulate import SEED_BITS

FIRST_HELD_OUT_SEED: Final = 1 << SEED_BITS
"""Seeds from here on belong to evaluations: no seed is drawn there, and training rejects them."""

STANDARD_GAMES: Final = 2000
"""The number of games of an evaluation; with rotation rounded up to whole deals."""

OPPONENT: Final = "greedy"
"""The player in the other seats of a competitive game: of constant strength, and fast."""


class TaskError(ValueError):
    """A task that does not exist; the message lists the tasks."""


class Task(NamedTuple):
    """A task: the win rate of a player in a game.

    Attributes:
        name: its name.
        game: the name of the game.
        options: the options that differ from their defaults.
        seed: the seed of its deals, which training must not use.
        optimum: the win rate of perfect play, where it is known.
    """

    name: str
    game: str
    options: dict[str, object]
    seed: int
    optimum: float | None

    def load_game(self) -> Game:
        """Return the game with its options."""
        return games.load(self.game, **self.options)

    def lineup(self, player: str) -> tuple[str, ...]:
        """Return the player of each seat: partners are the player itself, rivals are ``OPPONENT``.

        >>> find_task("onirim-together").lineup("quick")
        ('quick', 'quick')
        >>> find_task("nightmarium-3").lineup("quick")
        ('quick', 'greedy', 'greedy')
        """
        game = self.load_game()
        other = OPPONENT if game.is_competitive() else player
        return (player, *[other] * (game.seats - 1))

    def is_rotated(self) -> bool:
        """Return whether each deal is played from every seat."""
        return self.load_game().is_competitive()


class TaskModule(Protocol):
    """A module that defines the tasks of one game."""

    @property
    def TASKS(self) -> Mapping[str, dict[str, object]]:  # noqa: N802 - a constant of the module
        """The options of each task, by its name."""

    @property
    def OPTIMA(self) -> Mapping[str, float]:  # noqa: N802 - a constant of the module
        """The win rates of perfect play that are known, by task."""


TASK_MODULES: Final = ExtensionPoint[TaskModule]("onirium.studies.evaluation.{game}")


@cache
def all_tasks() -> dict[str, Task]:
    """Return all tasks, by name.

    >>> len(all_tasks())
    21
    """
    return {
        name: Task(name, game, options, _held_out_seed(name), tasks.OPTIMA.get(name))
        for game in games.names()
        if TASK_MODULES.is_provided(game)
        for tasks in [TASK_MODULES.load(game)]
        for name, options in tasks.TASKS.items()
    }


def _held_out_seed(name: str) -> int:
    return FIRST_HELD_OUT_SEED + zlib.crc32(name.encode())


def find_task(name: str) -> Task:
    """Return a task.

    Raises:
        TaskError: if there is no such task.
    """
    tasks = all_tasks()
    if name not in tasks:
        raise TaskError(f"unknown task {name!r}; {suggest(name, tasks, 'tasks')}")
    return tasks[name]


def check_training_seed(seed: int) -> None:
    """Check that a seed may be used for training.

    Raises:
        TaskError: if it is negative, or held out for evaluations.
    """
    if not 0 <= seed < FIRST_HELD_OUT_SEED:
        reason = "negative" if seed < 0 else "held out for evaluations"
        raise TaskError(f"seed {seed} is {reason}: train with 0 to {FIRST_HELD_OUT_SEED - 1}")
