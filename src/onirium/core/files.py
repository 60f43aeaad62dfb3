"""Writes files atomically."""

import os
from contextlib import suppress
from pathlib import Path


def replace_file(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file atomically and durably: if that fails, the previous content remains.

    A symbolic link remains, and the file that it names is replaced.

    Raises:
        OSError: if the file cannot be written.
        ValueError: if the path is invalid, for example because it contains a null byte.
    """
    target = os.path.realpath(path)
    temporary = Path(f"{target}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    finally:
        with suppress(OSError):
            temporary.unlink()
