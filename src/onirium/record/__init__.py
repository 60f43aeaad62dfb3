"""A game as text: records and their files, replay, positions."""

from onirium.record.codec import dumps, loads, read, write
from onirium.record.model import Record, RecordError, begin, game_of
from onirium.record.position import from_line, to_line
from onirium.record.replay import Step, last_state, replay

__all__ = [
    "Record",
    "RecordError",
    "Step",
    "begin",
    "dumps",
    "from_line",
    "game_of",
    "last_state",
    "loads",
    "read",
    "replay",
    "to_line",
    "write",
]
