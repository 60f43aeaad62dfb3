"""The chat of a table: ready-made phrases only, so that no text needs moderation."""

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
"""The phrases, as keys of the catalogues; each client shows them in its own language."""

CHAT_HISTORY_LENGTH: Final = 20
"""Maximum number of phrases that a new client gets."""
