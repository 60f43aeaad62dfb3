"""Hashes of files, for the provenance of results and the keys of kept work."""

import hashlib
import os.path
from collections.abc import Iterable
from pathlib import Path
from typing import Final

HASH_DIGITS: Final = 16
"""The length of a hash in results: enough that two programs never share one by accident."""


def hash_files(folder: Path, paths: Iterable[Path]) -> str:
    """Return a hash of the names and contents of files, named relative to a folder."""
    digest = hashlib.sha256()
    for path in sorted(paths):
        content = path.read_bytes()
        name = Path(os.path.relpath(path, folder)).as_posix()
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:HASH_DIGITS]
