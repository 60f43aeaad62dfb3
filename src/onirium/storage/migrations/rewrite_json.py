"""The data step of migration 2: renames the fields of the stored JSON.

It names the fields of both formats and imports none of the structs, which may change later while
this step must not.
"""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import msgspec

from onirium.storage.backend import Connection

_Fields: TypeAlias = dict[str, object]

_SETUP_FIELDS: Final = {
    "seats": "occupants",
    "holders": "owner_ids",
    "host": "host_id",
    "sort": "kind",
    "begun": "created_at",
    "practice": "unranked",
}

_SUMMARY_FIELDS: Final = {
    "seats": "occupants",
    "player": "current_player",
    "over": "is_over",
    "practice": "unranked",
    "holders": "owner_ids",
}

_EVENTS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "moved": ("actions_taken", {"steps": "actions"}),
    "rewound": ("taken_back", {"to": "action_count"}),
    "asked": ("takeback_requested", {"to": "action_count"}),
    "answered": ("takeback_answered", {"yes": "accepted"}),
    "resigned": ("resigned", {}),
    "sat": ("seat_taken", {"who": "occupant", "holder": "owner_id", "steps": "actions"}),
    "hinted": ("hint_used", {}),
    "invited": ("invitation_created", {"secret": "secret_hash"}),
    "linked": ("link_sharing_set", {"on": "enabled"}),
    "said": ("phrase_sent", {}),
    "followed": ("rematch_created", {"table": "table_id"}),
}
"""The old tag of each event: the new tag and the renamed fields."""


def rewrite_json(connection: Connection) -> None:
    """Rewrite the setup, the events and the summary of every table.

    Content that cannot be decoded stays as it is: its table could not be loaded before either, and
    must not block the migration of the others.

    Args:
        connection: to the database, in the transaction of the migration.
    """
    # Table by table, because the events of a large database may not fit into memory.
    for table_id, setup in connection.execute("SELECT table_id, setup FROM tables").fetchall():
        connection.execute(
            "UPDATE tables SET setup = ? WHERE table_id = ?",
            (_rewrite(setup, _rewrite_setup), table_id),
        )
        for event_index, event in connection.execute(
            "SELECT event_index, event FROM events WHERE table_id = ?", (table_id,)
        ).fetchall():
            connection.execute(
                "UPDATE events SET event = ? WHERE table_id = ? AND event_index = ?",
                (_rewrite(event, _rewrite_event), table_id, event_index),
            )
        for (summary,) in connection.execute(
            "SELECT summary FROM table_summaries WHERE table_id = ?", (table_id,)
        ).fetchall():
            connection.execute(
                "UPDATE table_summaries SET summary = ? WHERE table_id = ?",
                (_rewrite(summary, _rewrite_summary), table_id),
            )


def _rewrite(content: bytes, rewrite_fields: Callable[[_Fields], _Fields]) -> bytes:
    try:
        fields = msgspec.json.decode(content, type=dict[str, object])
        return msgspec.json.encode(rewrite_fields(fields))
    except (msgspec.MsgspecError, KeyError):
        return content


def _rewrite_setup(fields: _Fields) -> _Fields:
    setup = _rename(fields, _SETUP_FIELDS)
    return {**setup, "kind": "tutorial"} if setup.get("kind") == "lesson" else setup


def _rewrite_summary(fields: _Fields) -> _Fields:
    return _rename(fields, _SUMMARY_FIELDS)


def _rewrite_event(fields: _Fields) -> _Fields:
    event_type, names = _EVENTS[str(fields.pop("kind"))]
    return {"type": event_type, **_rename(fields, names)}


def _rename(fields: _Fields, names: Mapping[str, str]) -> _Fields:
    return {names.get(name, name): value for name, value in fields.items()}
