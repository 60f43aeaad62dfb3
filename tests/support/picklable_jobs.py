"""Jobs for tests, defined at the top of a module so that worker processes can import them."""

import os
import signal
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from onirium.studies.compute.processes import ExecutorError
from onirium.studies.tournaments.pairing import LineupJob, LineupJobResult, run_lineup_job


class SquareJob(NamedTuple):
    """A number to square, and a folder for the marker files of jobs that kill their process."""

    number: int
    folder: str = ""


def square(job: SquareJob) -> int:
    return job.number * job.number


def number_and_pid(job: SquareJob) -> tuple[int, int]:
    return job.number, os.getpid()


def meet(job: SquareJob) -> int:
    """Return the id of the process once another process runs such a job, too."""
    Path(job.folder, str(os.getpid())).touch()
    while len(list(Path(job.folder).iterdir())) < 2:
        time.sleep(0.02)
    return os.getpid()


def square_or_kill_once(job: SquareJob) -> int:
    """Square a number; the first process that gets the number 3 is killed."""
    marker = Path(job.folder, "first")
    if job.number == 3 and not marker.exists():
        marker.write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGKILL)
    return square(job)


def play_or_kill_once(folder: Path, job: LineupJob) -> LineupJobResult:
    """Run a job of a tournament; the first process that finishes one is killed."""
    result = run_lineup_job(job)
    with suppress(FileExistsError):
        Path(folder, "first").touch(exist_ok=False)
        os.kill(os.getpid(), signal.SIGKILL)
    return result


def kill_process(_: SquareJob) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def raise_error(job: SquareJob) -> int:
    raise ExecutorError(f"{job.number} cannot be squared\nand this is a second line")


def square_or_hang(job: SquareJob) -> int:
    """Return the square of 0; other jobs take ten minutes."""
    if job.number:
        time.sleep(600)
    return square(job)


def return_64_mib(_: SquareJob) -> bytes:
    """Return a result that a worker writes in many parts, as a pipe holds 64 KiB."""
    return bytes(1 << 26)


def square_or_die_writing(job: SquareJob) -> int:
    """Square a number; the first process with the number 3 is killed while it writes the result."""
    marker = Path(job.folder, "first")
    if job.number == 3 and not marker.exists():
        marker.touch()
        Connection._send = _write_half_and_die  # type: ignore[attr-defined]
    return square(job)


def _write_half_and_die(pipe: Connection, content: bytes) -> None:
    os.write(pipe.fileno(), content[: len(content) // 2])
    os.kill(os.getpid(), signal.SIGKILL)
