"""Reading and writing records as JSON, with checks for untrusted input."""

import json
import os
import re
import sys
from pathlib import Path
from typing import Final

import msgspec

from onirium.core.files import replace_file
from onirium.games.registry import load, names
from onirium.record.model import FORMAT_VERSION, MAX_NAME_LENGTH, Record, RecordError, load_game
from onirium.record.replay import final_state

MAX_FILE_BYTES: Final = 2_000_000
"""The size limit of a record file; a record of 100 actions has about 2,000 bytes."""


def dumps(record: Record) -> str:
    """Return a record as JSON with one action per line."""
    return json.dumps(msgspec.structs.asdict(record), ensure_ascii=False, indent=2) + "\n"


def loads(text: str) -> Record:
    """Parse a record from JSON and check it by replaying all actions.

    Raises:
        RecordError: if the text is not a valid record, with the location and the reason.

    >>> loads("[")
    Traceback (most recent call last):
    onirium.record.model.RecordError: line 1, column 2: this is not JSON: Expecting value
    """
    fields = _parse_object(text)
    _check_version("format", fields, FORMAT_VERSION)
    _check_version("rules", fields, _latest_rules(fields.get("game")))
    _check_names(fields)
    try:
        record = msgspec.convert(fields, Record)
    except msgspec.ValidationError as error:
        raise RecordError(_location_and_reason(error)) from None
    except UnicodeEncodeError as error:  # msgspec encodes a text to convert it to another type
        surrogate = error.object[error.start]
        raise RecordError(f"not a record: {surrogate!r} is not valid Unicode") from None
    _check_seats(record)
    final_state(record)
    return record


def read(path: str | os.PathLike[str]) -> Record:
    """Read a record from a file.

    Raises:
        RecordError: if the file cannot be read or is not a valid record, with the path, the
            location and the reason.
    """
    try:
        return loads(_read_text(Path(path)))
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise RecordError(f"{path}: {error}") from None


def write(record: Record, path: str | os.PathLike[str]) -> None:
    """Write a record to a file atomically: an existing file is replaced only by a complete one.

    A symbolic link remains, and the file that it names is replaced.

    Raises:
        RecordError: if the file cannot be written, with the path and the reason.
    """
    try:
        replace_file(path, dumps(record).encode())
    except OSError as error:
        raise RecordError(f"{path}: cannot be written: {error.strerror}") from None
    except ValueError as error:
        raise RecordError(f"{path}: cannot be written: {error}") from None


def _read_text(path: Path) -> str:
    with path.open("rb") as file:
        content = file.read(MAX_FILE_BYTES + 1)
    if len(content) > MAX_FILE_BYTES:
        raise RecordError(f"larger than {MAX_FILE_BYTES} bytes, the limit of a record")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RecordError(f"line {line}: this is not UTF-8 text") from None


def _parse_object(text: str) -> dict[str, object]:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise RecordError(_explain_syntax(error)) from None
    except RecursionError:
        raise RecordError("not a record: brackets are nested too deeply") from None
    except ValueError:
        raise RecordError("not a record: a number has too many digits") from None
    if not isinstance(value, dict):
        raise RecordError("not a record: a record is a JSON object")
    return value


def _explain_syntax(error: json.JSONDecodeError) -> str:
    if not error.doc.strip():
        return "not a record: empty"
    location = f"line {error.lineno}, column {error.colno}"
    if error.msg == "Extra data":
        return (
            f"{location}: a record is a single JSON object; of a data set with a record in each "
            "line, save one line as a file"
        )
    return f"{location}: this is not JSON: {error.msg}"


def _check_version(name: str, fields: dict[str, object], latest: int) -> None:
    version = fields.get(name)
    if isinstance(version, int) and version > latest:
        raise RecordError(
            f"{name}: version {version} is too new; this Onirium reads up to {latest}"
        )


def _latest_rules(game: object) -> int:
    """Return the rules version of a game; any version passes for an unknown game."""
    return load(game).rules_version if isinstance(game, str) and game in names() else sys.maxsize


def _check_names(fields: dict[str, object]) -> None:
    for name in fields:
        if name not in Record.__struct_fields__:
            fields_text = ", ".join(Record.__struct_fields__)
            raise RecordError(
                f"{name[:MAX_NAME_LENGTH]!r}: no such field; the fields are: {fields_text}"
            )


def _location_and_reason(error: msgspec.ValidationError) -> str:
    """Reorder the message to location first, with list entries counted from 1."""
    if missing := re.fullmatch(r"Object missing required field `(\w+)`", str(error)):
        return f"not a record: the field {missing[1]} is missing"
    reason, _, location = str(error).replace("`", "").partition(" - at $.")
    location = re.sub(r"\[(\d+)]", lambda match: f", number {int(match[1]) + 1}", location)
    return f"{location}: {reason}" if location else reason


def _check_seats(record: Record) -> None:
    expected = load_game(record).seats
    if len(record.seats) != expected:
        raise RecordError(f"seats: {record.game} has {expected}, not {len(record.seats)}")
    for name in record.seats:
        if not name.isprintable():
            raise RecordError(f"seats: {name!r} has unprintable characters")
