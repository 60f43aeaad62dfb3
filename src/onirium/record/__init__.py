"""Games as text: records, record files, replay and positions."""

from onirium.record.codec import dumps, loads, read, write
from onirium.record.model import Record, RecordError, load_game, new_record
from onirium.record.position import from_line, to_line
from onirium.record.replay import ReplayStep, final_state, replay

__all__ = [
    "Record",
    "RecordError",
    "ReplayStep",
    "dumps",
    "final_state",
    "from_line",
    "load_game",
    "loads",
    "new_record",
    "read",
    "replay",
    "to_line",
    "write",
]
