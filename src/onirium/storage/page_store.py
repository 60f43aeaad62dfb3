"""Durable storage of the pages of a database outside the file system."""

from collections.abc import Iterator, Mapping
from typing import Final, Protocol

PAGE_BYTES: Final = 4096
"""Size of a page, as in a database of SQLite."""

_PAGES_PER_BLOCK: Final = 64
"""Pages that are compared at once: one comparison for each page would take most of the time."""


class PageStore(Protocol):
    """Durable storage of a database, such as an object store of a browser."""

    async def load(self) -> bytes:
        """Return the database as of the latest save, empty before the first one.

        Raises:
            OSError: if it cannot be read.
        """

    async def save(self, pages: Mapping[int, bytes], page_count: int) -> None:
        """Replace pages in one transaction; they are durable when the coroutine returns.

        Args:
            pages: the pages that differ from the latest save, by index.
            page_count: the number of pages of the database; later ones are deleted.

        Raises:
            OSError: if they cannot be stored, with ``ENOSPC`` for want of space; then nothing has
                changed.
        """


class MemoryPageStore:
    """Keeps pages in memory, for tests and for a browser that stores nothing.

    Attributes:
        pages: the pages in order.
    """

    def __init__(self) -> None:
        self.pages: list[bytes] = []

    async def load(self) -> bytes:
        """Return all pages."""
        return b"".join(self.pages)

    async def save(self, pages: Mapping[int, bytes], page_count: int) -> None:
        """Replace pages."""
        added = page_count - len(self.pages)
        self.pages = self.pages[:page_count] + [b""] * added
        for index, page in pages.items():
            self.pages[index] = page


def changed_pages(before: bytes, after: bytes) -> dict[int, bytes]:
    """Return the pages of a database that differ from those of an earlier state, by index.

    >>> before, after = bytes(3 * PAGE_BYTES), bytes(PAGE_BYTES) + b"x" * PAGE_BYTES
    >>> [(index, page[:3]) for index, page in changed_pages(before, after).items()]
    [(1, b'xxx')]
    """
    return {
        start // PAGE_BYTES: after[start : start + PAGE_BYTES]
        for block in _changed_parts(before, after, 0, len(after), PAGE_BYTES * _PAGES_PER_BLOCK)
        for start in _changed_parts(before, after, block, _block_end(block, after), PAGE_BYTES)
    }


def _block_end(start: int, data: bytes) -> int:
    return min(start + PAGE_BYTES * _PAGES_PER_BLOCK, len(data))


def _changed_parts(before: bytes, after: bytes, start: int, end: int, size: int) -> Iterator[int]:
    """Yield the offsets of the parts of ``size`` bytes, from start to end, that differ."""
    for offset in range(start, end, size):
        if before[offset : offset + size] != after[offset : offset + size]:
            yield offset
