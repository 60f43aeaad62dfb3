"""Checkpoints of finished jobs: an append-only file, synced to disk after each job."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Generic

import msgspec

from onirium.studies.compute.processes import Job, Result, Workers, run_as_completed
from onirium.studies.output import make_folder

NEWLINE: Final = b"\n"


class CheckpointError(ValueError):
    """A checkpoint file that cannot be used; the message names the file and the reason."""


class CheckpointLog(Generic[Result]):
    """The results of finished jobs, one JSON line each, in an append-only file.

    The first line is a fingerprint of the work. An incomplete last line, left by a process that was
    killed while writing it, is truncated. The log is a context manager, which closes the file.

    Attributes:
        results: the result of each finished job, by its key.

    Raises:
        CheckpointError: if the file cannot be read or written, or has another fingerprint.
        OutputError: if its folder cannot be created.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        fingerprint: Mapping[str, object],
        result_type: type[Result],
    ) -> None:
        """Open or create a checkpoint file.

        Args:
            path: the file.
            fingerprint: everything that the results depend on apart from the keys of the jobs, by
                name, as values that msgspec can encode.
            result_type: the type of a result.
        """
        self.results: dict[str, Result] = {}
        self._path = path = Path(path)
        self._result_type = result_type
        self._fingerprint = msgspec.json.encode(fingerprint)
        try:
            make_folder(path.parent)
            if path.is_char_device():
                raise CheckpointError(f"{path}: cannot be used: is a device")
            self._file = path.open("a+b")
            try:
                self._load(self._read_lines())
            except BaseException:
                self._file.close()
                raise
        except OSError as error:
            raise self._io_error(error) from None

    def __enter__(self) -> "CheckpointLog[Result]":
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        # Closing flushes again and may repeat the error of a failed write, already reported.
        with suppress(OSError):
            self._file.close()

    def append(self, key: str, result: Result) -> None:
        """Store the result of a job; it is on disk when this returns.

        Raises:
            CheckpointError: if the file cannot be written.
        """
        self._write_line(msgspec.json.encode(_Line(key, result)))
        self.results[key] = result

    def _read_lines(self) -> list[bytes]:
        """Return the complete lines, and truncate an incomplete one after them."""
        self._file.seek(0)
        content = self._file.read()
        complete = content[: content.rfind(NEWLINE) + 1]
        if len(complete) < len(content):
            self._file.truncate(len(complete))
        return complete.splitlines()

    def _load(self, lines: list[bytes]) -> None:
        if not lines:
            self._write_line(self._fingerprint)
        elif lines[0] != self._fingerprint:
            self._reject(_describe_difference(lines[0], self._fingerprint))
        for number, line in enumerate(lines[1:], start=2):
            try:
                entry = msgspec.json.decode(line, type=_Line)
                self.results[entry.key] = msgspec.convert(
                    entry.result, self._result_type, str_keys=True
                )
            except ValueError as error:
                self._reject(f"line {number} is invalid ({error})")

    def _reject(self, reason: str) -> None:
        raise CheckpointError(
            f"{self._path}: {reason}; move the file away or choose another folder"
        )

    def _write_line(self, line: bytes) -> None:
        try:
            self._file.write(line + NEWLINE)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise self._io_error(error) from None

    def _io_error(self, error: OSError) -> CheckpointError:
        return CheckpointError(f"{self._path}: cannot be used: {error.strerror}")


def _describe_difference(stored: bytes, required: bytes) -> str:
    """Return the names and values in which the fingerprint of a file differs from the required."""
    theirs, ours = _decode_fingerprint(stored), _decode_fingerprint(required)
    differences = [
        f"{name} {_short(theirs.get(name))}, here {_short(ours.get(name))}"
        for name in {**ours, **theirs}
        if theirs.get(name) != ours.get(name)
    ]
    return (
        f"belongs to another run ({'; '.join(differences)}); results of different runs cannot be "
        "combined"
    )


def _decode_fingerprint(line: bytes) -> dict[str, object]:
    try:
        return msgspec.json.decode(line, type=dict[str, object])
    except ValueError:
        return {}


def _short(value: object) -> str:
    return "unknown" if value is None else str(value)


class _Line(msgspec.Struct):
    """A line of a checkpoint file."""

    key: str
    result: object


def run_resumable(
    function: Callable[[Job], Result],
    jobs: Mapping[str, Job],
    workers: Workers,
    log: CheckpointLog[Result],
) -> Iterator[tuple[str, Result]]:
    """Yield the key and the result of each job: those from the log first, then the others.

    New results are yielded in order of completion, each after it is on disk.

    Args:
        function: runs a job; for other processes it must be defined at the top of a module.
        jobs: the jobs by their keys.
        workers: the workers.
        log: the checkpoint of finished jobs.
    """
    for key in jobs:
        if key in log.results:
            yield key, log.results[key]
    remaining = [key for key in jobs if key not in log.results]
    for index, result in run_as_completed(function, [jobs[key] for key in remaining], workers):
        log.append(remaining[index], result)
        yield remaining[index], result
