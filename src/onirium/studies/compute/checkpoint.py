"""A journal: the pieces of some long work that are finished, each on the disk before the next."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Generic, TypeVar

import msgspec

from onirium.studies.compute.processes import LineupJob, Workers, run_as_completed

Result = TypeVar("Result")

LINE: Final = b"\n"


class CheckpointError(ValueError):
    """A journal that cannot be gone on with; the text says which and why."""


class CheckpointLog(Generic[Result]):
    """The results of finished pieces of work, in a file to which each adds a line.

    The first line says what the work is. A last line that is not whole, since whoever wrote it was
    killed, is cut off. It is a context: the file is closed at its end.

    Attributes:
        kept: what came of each finished piece, by its key.

    Raises:
        CheckpointError: if the file cannot be read or written, or another work has left it.
    """

    def __init__(self, path: Path, about: object, result: type[Result]) -> None:
        """Open a journal, or begin it.

        Args:
            path: where it lies.
            about: everything that the results depend on, as something that msgspec can write.
            result: the type of a result.
        """
        self.kept: dict[str, Result] = {}
        self._path = path
        self._result = result
        self._about = msgspec.json.encode(about)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a+b")
            self._go_on_from(self._lines())
        except OSError as error:
            raise self._failure(error) from None

    def __enter__(self) -> "CheckpointLog[Result]":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # What could not be written is not written now either, and has been told.
        with suppress(OSError):
            self._file.close()

    def keep(self, key: str, result: Result) -> None:
        """Keep what came of a piece; when this returns it is on the disk.

        Raises:
            CheckpointError: if it cannot be written.
        """
        self._write(msgspec.json.encode(_Finished(key, result)))
        self.kept[key] = result

    def _lines(self) -> list[bytes]:
        """Return the lines that are whole, and cut off what comes behind them."""
        self._file.seek(0)
        content = self._file.read()
        whole = content[: content.rfind(LINE) + 1]
        if len(whole) < len(content):
            self._file.truncate(len(whole))
        return whole.splitlines()

    def _go_on_from(self, lines: list[bytes]) -> None:
        if not lines:
            self._write(self._about)
        elif lines[0] != self._about:
            self._refuse("kept from other work, or by another version")
        for number, line in enumerate(lines[1:], start=2):
            try:
                entry = msgspec.json.decode(line, type=_Finished)
                self.kept[entry.key] = msgspec.convert(entry.result, self._result, str_keys=True)
            except ValueError as error:
                self._refuse(f"line {number} cannot be read ({error})")

    def _refuse(self, reason: str) -> None:
        self._file.close()
        raise CheckpointError(f"{self._path}: {reason}; move it away to begin anew")

    def _write(self, line: bytes) -> None:
        try:
            self._file.write(line + LINE)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise self._failure(error) from None

    def _failure(self, error: OSError) -> CheckpointError:
        return CheckpointError(f"{self._path}: cannot be used: {error.strerror}")


class _Finished(msgspec.Struct):
    """A line of a journal."""

    key: str
    result: Any


def run_resumable(
    work: Callable[[LineupJob], Result],
    pieces: Mapping[str, LineupJob],
    workers: Workers,
    journal: CheckpointLog[Result],
) -> Iterator[tuple[str, Result]]:
    """Yield what comes of each piece of work: what is kept first, then others as they end.

    Each is kept before it is yielded.

    Args:
        work: what to do with a piece: a function of a module, if others do it.
        pieces: the pieces of work by their keys.
        workers: who does it.
        journal: where results are kept.
    """
    for key in pieces:
        if key in journal.kept:
            yield key, journal.kept[key]
    left = [key for key in pieces if key not in journal.kept]
    for place, result in run_as_completed(work, [pieces[key] for key in left], workers):
        journal.keep(left[place], result)
        yield left[place], result
