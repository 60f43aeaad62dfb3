"""Work for tests, which processes and machines can find by its name."""

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from onirium.studies.compute.processes import ExecutorError
from onirium.studies.tournaments.pairing import LineupJob, LineupJobResult, run_lineup_job


class Chore(NamedTuple):
    """A number to be squared, and where it is noted that somebody is at it."""

    number: int
    notes: str = ""


def square(chore: Chore) -> int:
    return chore.number * chore.number


def who(chore: Chore) -> tuple[int, int]:
    return chore.number, os.getpid()


def square_or_die_once(chore: Chore) -> int:
    """Square a number, but whoever is first at the number 3 is killed."""
    note = Path(chore.notes, "first")
    if chore.number == 3 and not note.exists():
        note.write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGKILL)
    return square(chore)


def play_or_die_once(notes: Path, piece: LineupJob) -> LineupJobResult:
    """Play a piece of a tournament, but whoever is first at its end is killed."""
    played = run_lineup_job(piece)
    with suppress(FileExistsError):
        Path(notes, "first").touch(exist_ok=False)
        os.kill(os.getpid(), signal.SIGKILL)
    return played


def die(_: Chore) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def complain(chore: Chore) -> int:
    raise ExecutorError(f"{chore.number} is no number for me\nand this is a second line")
