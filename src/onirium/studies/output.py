"""Output files of the studies, written atomically."""

import os
from pathlib import Path

from onirium.core.files import replace_file


class OutputError(ValueError):
    """A file that cannot be written; the message names it and the reason."""


def check_output_path(path: Path) -> None:
    """Check that a file can be written, before the work that produces it.

    Raises:
        OutputError: if its folder does not exist or is read-only, or if it is a folder itself, or a
            device, which would be replaced by a file.
    """
    if path.is_dir():
        raise OutputError(f"{path}: is a folder; choose a file")
    if path.exists() and not path.is_file():
        raise OutputError(f"{path}: is a device or a pipe; choose a file")
    if not path.parent.is_dir():
        raise OutputError(f"{path}: cannot be written: {path.parent} is not a folder")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise OutputError(f"{path}: cannot be written: {path.parent} is read-only")


def make_folder(path: Path) -> None:
    """Create a folder for output, unless it exists.

    Raises:
        OutputError: if it cannot be created.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise OutputError(f"{path}: is a file; choose a folder") from None
    except OSError as error:
        raise OutputError(f"{path}: cannot be created: {error.strerror}") from None


def write_file(path: Path, content: bytes) -> None:
    """Write a file atomically: if it fails, the previous content remains.

    A symbolic link remains, and the file that it names is replaced.

    Raises:
        OutputError: if the file cannot be written.
    """
    try:
        replace_file(path, content)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror}") from None
