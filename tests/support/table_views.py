"""Table views as a client of the protocol keeps them, and the patches of them."""

import copy
from typing import Any


def apply_changes(document: Any, changes: dict[str, Any]) -> Any:
    """Return a copy of a JSON value with new values by JSON pointer (RFC 6901)."""
    changed = copy.deepcopy(document)
    for path, value in changes.items():
        *parents, last = [
            token.replace("~1", "/").replace("~0", "~") for token in path.split("/")[1:]
        ]
        container = changed
        for key in parents:
            if isinstance(container, list) and int(key) == len(container):
                container.append(copy.deepcopy(container[-1]))
            container = container[int(key) if isinstance(container, list) else key]
        if isinstance(container, list) and int(last) == len(container):
            container.append(value)
        else:
            container[int(last) if isinstance(container, list) else last] = value
    return changed


def settle(view: dict[str, Any]) -> dict[str, Any]:
    """Return a view once its frames have been shown, without the fields of its message."""
    frame = {**view["frames"][-1], "seat": -1, "narration": []}
    return {**view, "frames": [frame], "command_id": "", "sequence": 0}


def apply_table_patch(view: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """Return a table view as a patch changes it; the view must be the previous one."""
    assert patch["sequence"] == view["sequence"] + 1
    patched: dict[str, Any] = apply_changes(settle(view), patch["changes"])
    return {**patched, "command_id": patch["command_id"], "sequence": patch["sequence"]}
