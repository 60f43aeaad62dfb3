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

LATEST_TALK: Final = 20
"""So many phrases are remembered for those who come later."""


class Refused(Exception):
    """Something that cannot be done at a table now; nothing has changed.

    Attributes:
        code: why, a code with words ``refused.<code>``.
        values: what fills the places in these words.
    """

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values
