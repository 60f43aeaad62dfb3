"""Hashes of files, for the provenance of results and the keys of checkpoints."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

HASH_DIGITS: Final = 16
"""The length of a hash in results: enough that two programs never share one by accident."""


def hash_files(files: Mapping[str, Path]) -> str:
    """Return a hash of the names and contents of files."""
    digest = hashlib.sha256()
    for name, path in sorted(files.items()):
        content = path.read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:HASH_DIGITS]
