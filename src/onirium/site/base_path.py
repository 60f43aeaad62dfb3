"""ASGI middleware that moves an application below a path of its host, into a frame of a page."""

import re
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_ABSOLUTE_PATH: Final = re.compile(rb'( (?:href|src|action|formaction|data-[a-z]+)=")(/(?!/))')
"""An attribute of HTML whose value is a path of the host."""

_ROOT_ELEMENT: Final = b"<html "


class BasePathMiddleware:
    """Adds a base path to the links of pages and to redirections; allows this host to frame pages.

    Modules of the client find the base path in the attribute ``data-base`` of the root element.

    Args:
        app: the application, which is not aware of the base path.
        base_path: the path, as in ``/games/app``.
    """

    def __init__(self, app: ASGIApp, base_path: str) -> None:
        self._app = app
        self._base_path = base_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI connection whose path is that of the application."""
        if scope["type"] == "http":
            send = _Rewriter(send, self._base_path).send
        await self._app(scope, receive, send)


class _Rewriter:
    """Rewrites one response."""

    def __init__(self, send: Send, base_path: str) -> None:
        self._send = send
        self._base_path = base_path
        self._start: Message | None = None
        self._body = b""

    async def send(self, message: Message) -> None:
        """Send a message; collect the body of a page first."""
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            self._rewrite_headers(headers)
            if headers.get("content-type", "").startswith("text/html"):
                self._start = message
                return
        elif self._start is not None:
            self._body += message.get("body", b"")
            if message.get("more_body"):
                return
            page = rewrite_page(self._body, self._base_path)
            MutableHeaders(scope=self._start)["content-length"] = str(len(page))
            await self._send(self._start)
            message = {"type": "http.response.body", "body": page}
        await self._send(message)

    def _rewrite_headers(self, headers: MutableHeaders) -> None:
        if headers.get("location", "").startswith("/"):
            headers["location"] = self._base_path + headers["location"]
        if policy := headers.get("content-security-policy"):
            headers["content-security-policy"] = policy.replace(
                "frame-ancestors 'none'", "frame-ancestors 'self'"
            )


def rewrite_page(page: bytes, base_path: str) -> bytes:
    """Return a page whose links begin with a base path.

    >>> rewrite_page(b'<html lang="en"><a href="/t/1"><a href="//elsewhere"><a href="#x">', "/app")
    b'<html data-base="/app" lang="en"><a href="/app/t/1"><a href="//elsewhere"><a href="#x">'
    """
    path = base_path.encode()
    linked = _ABSOLUTE_PATH.sub(rb"\1" + path + rb"\2", page)
    return linked.replace(_ROOT_ELEMENT, b'<html data-base="%s" ' % path, 1)
