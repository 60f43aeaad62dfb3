"""ASGI middleware: security checks, rate limits, sessions."""
