"""The difference of two table views, as a JSON patch (RFC 6902)."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from onirium.tables.table import NO_SEAT
from onirium.web.live.protocol import PatchOperation, TableView

_MESSAGE_FIELDS: Final = {"command_id", "sequence"}
"""Fields that belong to a message rather than to the view that it contains."""

_COMPARED_FIELDS: Final = [
    name for name in TableView.__struct_fields__ if name not in {*_MESSAGE_FIELDS, "frames"}
]


def settle(view: TableView) -> TableView:
    """Return a view as it is once its frames have been shown: the base of the next patch."""
    *earlier, last = view.frames
    if not earlier and last.seat == NO_SEAT and not last.narration:
        return view
    present = msgspec.structs.replace(last, seat=NO_SEAT, narration=[])
    return msgspec.structs.replace(view, frames=[present])


def diff_views(settled: TableView, view: TableView) -> list[PatchOperation]:
    """Return the operations that turn a settled view into another view, whose frames follow it."""
    operations: list[PatchOperation] = []
    for name in _COMPARED_FIELDS:
        operations += _diff(getattr(settled, name), getattr(view, name), f"/{name}")
    previous = settled.frames[0]
    for index, frame in enumerate(view.frames):
        if index:
            source = f"/frames/{index - 1}"
            operations.append(PatchOperation("copy", "/frames/-", source=source))
        operations += _diff(previous, frame, f"/frames/{index}")
        previous = frame
    return operations


def _diff(old: object, new: object, path: str) -> list[PatchOperation]:
    """Return the operations that turn one value into another.

    The patched value equals the new one down to the order of the keys, in which piles are shown.
    """
    if old == new:
        return []
    if isinstance(new, msgspec.Struct) and type(old) is type(new):
        return _diff_structs(old, new, path)
    if isinstance(new, dict) and isinstance(old, dict):
        kept = [key for key in old if key in new]
        if kept == list(new)[: len(kept)]:
            return list(_diff_dicts(old, new, path))
    elif isinstance(new, list) and isinstance(old, list):
        for shift in range(len(old)):
            if old[shift:] == new[: len(old) - shift]:
                return list(_shift_list(new, shift, len(old), path))
        if len(old) == len(new):
            return [
                operation
                for index, (before, after) in enumerate(zip(old, new, strict=True))
                for operation in _diff(before, after, f"{path}/{index}")
            ]
    return [PatchOperation("replace", path, new)]


def _diff_structs(old: object, new: msgspec.Struct, path: str) -> list[PatchOperation]:
    return [
        operation
        for name in new.__struct_fields__
        for operation in _diff(getattr(old, name), getattr(new, name), f"{path}/{name}")
    ]


def _diff_dicts(
    old: dict[str, object], new: dict[str, object], path: str
) -> Iterator[PatchOperation]:
    for key in old:
        if key not in new:
            yield PatchOperation("remove", _join(path, key))
    for key, value in new.items():
        if key in old:
            yield from _diff(old[key], value, _join(path, key))
        else:
            yield PatchOperation("add", _join(path, key), value)


def _shift_list(
    new: Sequence[object], shift: int, old_length: int, path: str
) -> Iterator[PatchOperation]:
    """Remove values at the start of a list and append others at its end."""
    for _ in range(shift):
        yield PatchOperation("remove", f"{path}/0")
    for value in new[old_length - shift :]:
        yield PatchOperation("add", f"{path}/-", value)


def _join(path: str, key: str) -> str:
    """Append a key to a JSON pointer (RFC 6901)."""
    return f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
