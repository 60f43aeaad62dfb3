"""What a browser's form sends: read by hand, within a limit."""

import re
from typing import Final
from urllib.parse import parse_qs

from starlette.requests import Request

SMALL: Final = 8_192
"""No form of words and ticks is larger."""

MOST_FIELDS: Final = 100
"""No form has more fields."""

_EDGE: Final = re.compile(r'multipart/form-data; ?boundary="?([^\s";,]{1,70})')


class Unreadable(ValueError):
    """A form that cannot be read: too large, or not what a browser sends."""


async def fields(request: Request) -> dict[str, list[str]]:
    """Return the fields of a form, each with its values.

    Raises:
        Unreadable: if there are too many of them, or it is no form.
    """
    content = await _body(request, SMALL)
    try:
        return parse_qs(content.decode("utf-8"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise Unreadable(str(error)) from None


async def upload(request: Request, name: str, limit: int) -> bytes:
    """Return the content of a file that a form sends; empty if it sends none.

    Args:
        request: the request of the form.
        name: of the field.
        limit: the most bytes that the form may have.

    Raises:
        Unreadable: if there are more, or it is no form with files.
    """
    content = await _body(request, limit)
    edge = _EDGE.match(request.headers.get("content-type", ""))
    if edge is None:
        raise Unreadable("no form with a file")
    # Parsers of mail take minutes for two megabytes that somebody has made for them.
    parts = (b"\r\n" + content).split(b"\r\n--" + edge[1].encode(), MOST_FIELDS)
    for part in parts:
        head, _, found = part.partition(b"\r\n\r\n")
        if re.search(rb'[; ]name="?%b[";\s]' % name.encode(), head[:SMALL] + b"\n"):
            return found
    return b""


async def _body(request: Request, limit: int) -> bytes:
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > limit:
            raise Unreadable(f"more than {limit} bytes")
    return bytes(content)
