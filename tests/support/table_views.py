"""Table views as a client of the protocol keeps them, and the JSON patches (RFC 6902) of them."""

import copy
from typing import Any, cast


def apply_patch(document: Any, operations: list[dict[str, Any]]) -> Any:
    """Return a patched copy of a JSON value."""
    root = {"": copy.deepcopy(document)}
    for operation in operations:
        parent, key = _locate(root, operation["path"])
        match operation["op"]:
            case "remove":
                del parent[key]
            case "replace":
                assert key in parent or isinstance(key, int)
                parent[key] = operation["value"]
            case "add" | "copy" as op:
                value = operation["value"] if op == "add" else _value_at(root, operation["from"])
                if isinstance(parent, list):
                    parent.insert(key, value)
                else:
                    parent[key] = value
            case op:
                raise AssertionError(op)
    return root[""]


def settle(view: dict[str, Any]) -> dict[str, Any]:
    """Return a view once its frames have been shown, without the fields of its message."""
    frame = {**view["frames"][-1], "seat": -1, "narration": []}
    return {**view, "frames": [frame], "command_id": "", "sequence": 0}


def apply_table_patch(view: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """Return a table view as a patch changes it; the view must be the previous one."""
    assert patch["sequence"] == view["sequence"] + 1
    patched: dict[str, Any] = apply_patch(settle(view), patch["operations"])
    return {**patched, "command_id": patch["command_id"], "sequence": patch["sequence"]}


def _value_at(root: Any, pointer: str) -> Any:
    parent, key = _locate(root, pointer)
    return copy.deepcopy(parent[key])


def _locate(root: Any, pointer: str) -> tuple[Any, Any]:
    """Return the parent of the value to which a JSON pointer leads (RFC 6901), and its key."""
    value, key = root, cast("Any", "")
    for token in pointer.split("/")[1:]:
        value = value[key]
        key = token.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list):
            key = len(value) if key == "-" else int(key)
    return value, key
