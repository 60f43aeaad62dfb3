"""The difference of two table views: a flat mapping from paths to new values."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import astuple, replace

from onirium.tables.table import NO_SEAT
from onirium.web.live.protocol import TableView

Changes: TypeAlias = dict[str, msgspec.Raw]
"""Encoded new values by JSON pointer (RFC 6901), in order."""

_CONTAINERS: Final = (msgspec.Struct, dict, list)

MAX_CACHED_PATHS: Final = 1_000
MAX_CACHED_SCALARS: Final = 10_000

_encode: Final = msgspec.json.Encoder().encode


def settle(view: TableView) -> TableView:
    """Return a view as it is once its frames have been shown: the base of the next patch."""
    *earlier, last = view.frames
    if not earlier and last.seat == NO_SEAT and not last.narration:
        return view
    present = replace(last, seat=NO_SEAT, narration=[])
    return replace(view, frames=[present])


class Differ:
    """Computes the differences of the views of one table at one moment.

    Most parts change in the same way for all viewers: such a difference is computed and encoded
    once.
    """

    def __init__(self) -> None:
        # By path: the latest old and new value, and the changes.
        self._latest: dict[str, tuple[object, object, Changes]] = {}

    def diff_views(self, settled: TableView, view: TableView) -> Changes:
        """Return the changes that turn a settled view into another view, which follows it."""
        changes: Changes = {}
        # The frames are empty here, so that they are equal.
        self._diff_parts(replace(settled, frames=[]), replace(view, frames=[]), "", changes)
        # A frame that the settled view lacks begins as a copy of the one before.
        previous = settled.frames[0]
        for index, frame in enumerate(view.frames):
            self._diff_parts(previous, frame, f"/frames/{index}", changes)
            previous = frame
        return changes

    def _diff_parts(self, old: object, new: object, path: str, changes: Changes) -> None:
        """Add the changes of the parts of a container."""
        for part_path, before, after in _parts(old, new, path):
            if before is not after and before != after:
                if isinstance(after, _CONTAINERS):
                    self._diff_containers(before, after, part_path, changes)
                else:
                    changes[part_path] = _encode_scalar(after)

    def _diff_containers(self, old: object, new: object, path: str, changes: Changes) -> None:
        """Add the changes that turn a value into a different one, which is a container.

        The changed value equals the new one down to the order of the keys, in which piles are
        shown.
        """
        latest = self._latest.get(path)
        if latest is None or not (_is_equal(latest[0], old) and _is_equal(latest[1], new)):
            own: Changes = {}
            if _has_same_parts(old, new):
                self._diff_parts(old, new, path, own)
            else:
                own[path] = msgspec.Raw(_encode(new))
            latest = self._latest[path] = old, new, own
        changes |= latest[2]


def _has_same_parts(old: Any, new: Any) -> bool:
    """Return whether two values differ only in their parts and in dict keys at the end.

    Lists of texts or numbers are short and replaced as a whole.
    """
    if type(old) is not type(new):
        return False
    if isinstance(new, dict):
        return list(new)[: len(old)] == list(old)
    if isinstance(new, list):
        return len(old) == len(new) and isinstance(new[0], _CONTAINERS)
    return True


def _parts(old: Any, new: Any, path: str) -> Iterable[tuple[str, object, object]]:
    """Return the path, the old and the new value of each part of two containers."""
    if isinstance(new, dict):
        return (
            (_join(path, key), old.get(key, msgspec.UNSET), value)
            for key, value in new.items()
            if old.get(key) != value
        )
    if isinstance(new, list):
        return zip([f"{path}/{index}" for index in range(len(new))], old, new, strict=True)
    return zip(_field_paths(path, new.__class__), astuple(old), astuple(new), strict=True)


def _is_equal(one: object, other: object) -> bool:
    return one is other or one == other


@lru_cache(MAX_CACHED_PATHS)
def _field_paths(path: str, struct: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(f"{path}/{name}" for name in struct.__struct_fields__)


@lru_cache(MAX_CACHED_SCALARS, typed=True)
def _encode_scalar(value: object) -> msgspec.Raw:
    return msgspec.Raw(_encode(value))


def _join(path: str, key: str) -> str:
    """Append a key to a JSON pointer (RFC 6901)."""
    return f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
