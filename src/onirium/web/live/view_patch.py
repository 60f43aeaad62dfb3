"""The difference of two table views: a flat mapping from paths to new values."""

from functools import lru_cache
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import astuple, replace

from onirium.record.sentence import Sentence
from onirium.tables.setup import NO_SEAT
from onirium.web.live.protocol.messages import Frame, TableView

Changes: TypeAlias = dict[str, msgspec.Raw]
"""Encoded new values by JSON pointer (RFC 6901), in order."""

# A check for msgspec structs by isinstance takes longer.
_SCALARS: Final = frozenset((bool, float, int, str, type(None)))

MAX_CACHED_PATHS: Final = 1_000
MAX_CACHED_SCALARS: Final = 10_000

_FRAMES: Final = TableView.__struct_fields__.index("frames")

_encode: Final = msgspec.json.Encoder().encode


class Differ:
    """Computes the differences of the views of one table at one moment.

    Most parts change in the same way for all viewers: such a difference is computed and encoded
    once.
    """

    def __init__(self) -> None:
        # By path: the latest old and new value, and the changes.
        self._latest: dict[str, tuple[object, object, Changes]] = {}

    def diff_views(self, shown: TableView, view: TableView) -> Changes:
        """Return the changes that turn a view whose frames have been shown into the next view."""
        changes: Changes = {}
        before, after = astuple(shown), astuple(view)
        paths = _field_paths("", TableView)
        for index in range(len(paths)):
            if index != _FRAMES:
                self._diff_values(before[index], after[index], paths[index], changes)
        # A frame that the shown view lacks begins as a copy of the one before.
        previous = _present(shown.frames[-1])
        for index, frame in enumerate(view.frames):
            self._diff_structs(previous, frame, f"/frames/{index}", changes)
            previous = frame
        return changes

    def _diff_structs(self, old: Any, new: Any, path: str, changes: Changes) -> None:
        """Add the changes of the fields of a struct."""
        before, after = astuple(old), astuple(new)
        paths = _field_paths(path, new.__class__)
        for index in range(len(paths)):
            self._diff_values(before[index], after[index], paths[index], changes)

    def _diff_values(self, old: Any, new: Any, path: str, changes: Changes) -> None:
        """Add the changes that turn a value into another one."""
        # Dicts are not compared as a whole: they are long, and mostly differ in one value.
        if old is new or (new.__class__ is not dict and old == new):
            return
        if new.__class__ in _SCALARS:
            changes[path] = _encode_scalar(new)
        else:
            changes |= self._diff_containers(old, new, path)

    def _diff_containers(self, old: Any, new: Any, path: str) -> Changes:
        """Return the changes that turn a value into a container.

        The changed value equals the new one, including the order of its keys: clients show piles
        in this order.
        """
        latest = self._latest.get(path)
        if latest and latest[0] is old and latest[1] is new:
            return latest[2]
        changes: Changes = {}
        if not self._diff_parts(old, new, path, changes):
            changes[path] = msgspec.Raw(_encode(new))
        self._latest[path] = old, new, changes
        return changes

    def _diff_parts(self, old: Any, new: Any, path: str, changes: Changes) -> bool:
        """Add the changes of the parts of a container.

        Return False if the container has to be replaced: its type has changed, or more than its
        parts, with dict keys and sentences at the end. Short lists are replaced as a whole.
        """
        kind = new.__class__
        if kind is not old.__class__:
            return False
        if kind is dict:
            return self._diff_dicts(old, new, path, changes)
        if kind is list:
            return self._diff_lists(old, new, path, changes)
        self._diff_structs(old, new, path, changes)
        return True

    def _diff_dicts(
        self, old: dict[str, Any], new: dict[str, Any], path: str, changes: Changes
    ) -> bool:
        keys = list(new)
        if keys[: len(old)] != list(old):
            return False
        values, before = list(new.values()), list(old.values())
        before += [msgspec.UNSET] * (len(values) - len(before))
        for index in range(len(values)):
            if values[index] is not before[index]:
                token = keys[index].replace("~", "~0").replace("/", "~1")
                self._diff_values(before[index], values[index], f"{path}/{token}", changes)
        return True

    def _diff_lists(self, old: list[Any], new: list[Any], path: str, changes: Changes) -> bool:
        if new and new[0].__class__ is Sentence:
            return self._diff_sentences(old, new, path, changes)
        if len(old) != len(new) or new[0].__class__ in _SCALARS:
            return False
        for index in range(len(new)):
            self._diff_values(old[index], new[index], f"{path}/{index}", changes)
        return True

    def _diff_sentences(self, old: list[Any], new: list[Any], path: str, changes: Changes) -> bool:
        """Add the changed and the new sentences; return False unless the first is the same."""
        if len(old) > len(new) or old[:1] != new[:1]:
            return False
        for index in range(len(new)):
            if index >= len(old) or old[index] != new[index]:
                changes[f"{path}/{index}"] = msgspec.Raw(_encode(new[index]))
        return True


def _present(frame: Frame) -> Frame:
    """Return the last frame of a view in the form that it has once it has been shown."""
    return replace(frame, seat=NO_SEAT, narration=[])


@lru_cache(MAX_CACHED_PATHS)
def _field_paths(path: str, struct: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(f"{path}/{name}" for name in struct.__struct_fields__)


@lru_cache(MAX_CACHED_SCALARS, typed=True)
def _encode_scalar(value: object) -> msgspec.Raw:
    return msgspec.Raw(_encode(value))
