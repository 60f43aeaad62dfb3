"""Extensions of ASGI that our protocols offer to the application."""

from typing import Final

IMMEDIATE_WRITE: Final = "onirium.write"
"""Extension of WebSockets: ``write`` sends a text message without waiting, if it can."""
