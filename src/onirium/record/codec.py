"""Records as JSON texts and files, whoever wrote them."""

import json
import os
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from onirium.games.registry import load, names
from onirium.record.model import FORMAT, MAX_NAME_LENGTH, Record, RecordError, load_game
from onirium.record.replay import final_state

MAX_FILE_BYTES: Final = 2_000_000
"""No file of more bytes is read; a record of 100 actions has some 2,000."""


def dumps(record: Record) -> str:
    """Return a record as a JSON text with one action a line."""
    return json.dumps(msgspec.structs.asdict(record), ensure_ascii=False, indent=2) + "\n"


def loads(text: str) -> Record:
    """Return the record that a JSON text holds, every action of which has been tried.

    Raises:
        RecordError: if it holds none, naming the place and the reason.

    >>> loads("[")
    Traceback (most recent call last):
    onirium.record.model.RecordError: line 1, column 2: this is not JSON: Expecting value
    """
    fields = _fields(text)
    _check_version("format", fields, FORMAT)
    _check_version("rules", fields, _latest_rules(fields.get("game")))
    _check_names(fields)
    try:
        record = msgspec.convert(fields, Record)
    except msgspec.ValidationError as error:
        raise RecordError(_place_and_reason(error)) from None
    _check_seats(record)
    final_state(record)
    return record


def read(path: str | os.PathLike[str]) -> Record:
    """Return the record that a file holds.

    Raises:
        RecordError: if there is no such file or it holds no record, naming the file, the place and
            the reason.
    """
    try:
        return loads(_text(Path(path)))
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise RecordError(f"{path}: {error}") from None


def write(record: Record, path: str | os.PathLike[str]) -> None:
    """Write a record into a file, whole or not at all: what the file held stays until then.

    Raises:
        RecordError: if it cannot be written, naming the file and the reason.
    """
    target = Path(path)
    scratch = Path(f"{target}.{os.getpid()}.tmp")
    try:
        with scratch.open("w", encoding="utf-8", newline="\n") as file:
            file.write(dumps(record))
            file.flush()
            os.fsync(file.fileno())
        scratch.replace(target)
    except OSError as error:
        raise RecordError(f"{path}: not written: {error.strerror}") from None
    except ValueError as error:
        raise RecordError(f"{path}: not written: {error}") from None
    finally:
        with suppress(OSError, ValueError):
            scratch.unlink()


def _text(path: Path) -> str:
    with path.open("rb") as file:
        content = file.read(MAX_FILE_BYTES + 1)
    if len(content) > MAX_FILE_BYTES:
        raise RecordError(f"no record is larger than {MAX_FILE_BYTES} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RecordError(f"line {line}: this is not UTF-8 text") from None


def _fields(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise RecordError(f"{place}: this is not JSON: {error.msg}") from None
    except (RecursionError, ValueError) as error:
        raise RecordError(f"this is no record: {error}") from None
    if not isinstance(value, dict):
        raise RecordError("this is no record, which is a JSON object")
    return value


def _check_version(name: str, fields: dict[str, Any], latest: int) -> None:
    version = fields.get(name)
    if isinstance(version, int) and version > latest:
        raise RecordError(f"{name}: of a newer Onirium; this one knows versions up to {latest}")


def _latest_rules(game: object) -> int:
    """Return the version of a game's rules; of no game at all none is too new."""
    return load(game).rules_version if isinstance(game, str) and game in names() else sys.maxsize


def _check_names(fields: dict[str, Any]) -> None:
    for name in fields:
        if name not in Record.__struct_fields__:
            there_are = ", ".join(Record.__struct_fields__)
            raise RecordError(f"{name[:MAX_NAME_LENGTH]!r}: no such field; there are: {there_are}")


def _place_and_reason(error: msgspec.ValidationError) -> str:
    """Name the place before the reason, and count entries from 1, as people do."""
    reason, _, place = str(error).replace("`", "").partition(" - at $.")
    place = re.sub(r"\[(\d+)]", lambda index: f", number {int(index[1]) + 1}", place)
    return f"{place}: {reason}" if place else reason


def _check_seats(record: Record) -> None:
    wanted = load_game(record).seats
    if len(record.seats) != wanted:
        raise RecordError(f"seats: {record.game} has {wanted}, here are {len(record.seats)}")
    for name in record.seats:
        if not name.isprintable():
            raise RecordError(f"seats: {name!r} is not a name that can be printed")
