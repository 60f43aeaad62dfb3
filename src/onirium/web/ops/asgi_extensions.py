"""Extensions of ASGI that our protocols offer to the application."""

from typing import Final

IMMEDIATE_WRITE: Final = "onirium.write"
"""Extension of WebSockets: ``write`` sends a text message without waiting, if it can."""

IMMEDIATE_READ: Final = "onirium.read"
"""Extension of WebSockets: ``handle_messages(function)`` passes the next messages to a function,
one after the other, instead of ``receive``; ``None`` ends this. The function starts and returns a
task, which must not raise.
"""
