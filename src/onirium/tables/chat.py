"""What people say to each other at a table, and what they are told when something cannot be."""

from typing import Final

PHRASES: Final = (
    "hello",
    "good luck",
    "your turn",
    "one moment",
    "take your time",
    "look",
    "well done",
    "bad luck",
    "sorry",
    "thanks",
    "good game",
    "once more",
)
"""What can be said at a table; each reads it in their own language."""

CHAT_HISTORY_LENGTH: Final = 20
"""So many phrases are remembered for those who come later."""
