"""ASGI middleware: security headers, rate limits, sessions."""
