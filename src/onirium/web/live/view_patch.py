"""The difference of two table views, as a JSON patch (RFC 6902)."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec.structs import astuple, replace

from onirium.tables.table import NO_SEAT
from onirium.web.live.protocol import PatchOperation, TableView

_CONTAINERS: Final = (msgspec.Struct, dict, list)


def settle(view: TableView) -> TableView:
    """Return a view as it is once its frames have been shown: the base of the next patch."""
    *earlier, last = view.frames
    if not earlier and last.seat == NO_SEAT and not last.narration:
        return view
    present = replace(last, seat=NO_SEAT, narration=[])
    return replace(view, frames=[present])


class Differ:
    """Computes the differences of the views of one table at one moment.

    Most parts change in the same way for all viewers: such a difference is computed once.
    """

    def __init__(self) -> None:
        # By path: the latest old and new value, and the operations.
        self._latest: dict[str, tuple[object, object, list[PatchOperation]]] = {}

    def diff_views(self, settled: TableView, view: TableView) -> list[PatchOperation]:
        """Return the operations that turn a settled view into another view, which follows it."""
        # The frames are empty here, so that they are equal.
        values = [astuple(replace(each, frames=[])) for each in (settled, view)]
        operations = self._diff_values("", view.__struct_fields__, *values)
        previous = settled.frames[0]
        for index, frame in enumerate(view.frames):
            if index:
                source = f"/frames/{index - 1}"
                operations.append(PatchOperation("copy", "/frames/-", source=source))
            if previous != frame:
                operations += self._diff(previous, frame, f"/frames/{index}")
            previous = frame
        return operations

    def _diff(self, old: object, new: object, path: str) -> list[PatchOperation]:
        """Return the operations that turn a value into a different one.

        The patched value equals the new one down to the order of the keys, in which piles are
        shown.
        """
        if type(old) is not type(new) or not isinstance(new, _CONTAINERS):
            return [PatchOperation("replace", path, new)]
        latest = self._latest.get(path)
        if latest and latest[0] == old and latest[1] == new:
            return latest[2]
        operations = self._diff_containers(old, new, path)
        self._latest[path] = old, new, operations
        return operations

    def _diff_containers(self, old: Any, new: Any, path: str) -> list[PatchOperation]:
        operations: list[PatchOperation] | None = None
        if isinstance(new, msgspec.Struct):
            names = new.__struct_fields__
            operations = self._diff_values(path, names, astuple(old), astuple(new))
        elif isinstance(new, dict):
            operations = self._diff_dicts(old, new, path)
        else:
            operations = _shift_list(old, new, path)
            if operations is None and len(old) == len(new):
                operations = self._diff_values(path, range(len(new)), old, new)
        return [PatchOperation("replace", path, new)] if operations is None else operations

    def _diff_values(
        self, path: str, keys: Iterable[object], old: Iterable[object], new: Iterable[object]
    ) -> list[PatchOperation]:
        """Return the operations for the values of a container."""
        operations: list[PatchOperation] = []
        for key, before, after in zip(keys, old, new, strict=True):
            if before != after:
                operations += self._diff(before, after, _join(path, key))
        return operations

    def _diff_dicts(
        self, old: dict[str, object], new: dict[str, object], path: str
    ) -> list[PatchOperation] | None:
        """Return the operations for two dicts; None if the order of the keys would differ."""
        keys = list(new)
        kept = [key for key in old if key in new]
        if kept != keys[: len(kept)]:
            return None
        removed = [PatchOperation("remove", _join(path, key)) for key in old if key not in new]
        changed = self._diff_values(path, kept, map(old.get, kept), map(new.get, kept))
        added = [PatchOperation("add", _join(path, key), new[key]) for key in keys[len(kept) :]]
        return [*removed, *changed, *added]


def _shift_list(old: list[Any], new: list[Any], path: str) -> list[PatchOperation] | None:
    """Return operations that remove values at the start and append others; None if they cannot."""
    for shift in range(len(old)):
        if old[shift:] == new[: len(old) - shift]:
            removed = [PatchOperation("remove", f"{path}/0")] * shift
            added = new[len(old) - shift :]
            return removed + [PatchOperation("add", f"{path}/-", value) for value in added]
    return None


def _join(path: str, key: object) -> str:
    """Append a key or an index to a JSON pointer (RFC 6901)."""
    return f"{path}/{str(key).replace('~', '~0').replace('/', '~1')}"
