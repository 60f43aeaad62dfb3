"""Parses form bodies with strict limits on size and number of fields."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Final
from urllib.parse import parse_qs

from starlette.requests import ClientDisconnect, Request

MAX_FORM_BYTES: Final = 8_192
"""Limit on forms without a file."""

MAX_FIELDS: Final = 100

_BOUNDARY: Final = re.compile(r'multipart/form-data; ?boundary="?([^\s";,]{1,70})')


class InvalidBody(ValueError):
    """A request body that is too large or not a valid form."""


async def parse_form(request: Request) -> dict[str, list[str]]:
    """Return the values of a URL-encoded form, by field.

    Raises:
        InvalidBody: if the body is too large or malformed.
    """
    content = await _read_body(request, MAX_FORM_BYTES)
    try:
        return parse_qs(content.decode("utf-8"), keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError as error:
        raise InvalidBody(str(error)) from None


async def parse_upload(request: Request, name: str, max_bytes: int) -> bytes:
    """Return the content of one file of a multipart form; empty if the field is missing.

    Args:
        request: the request.
        name: name of the field.
        max_bytes: limit on the whole body.

    Raises:
        InvalidBody: if the body is too large or not a multipart form.
    """
    content = await _read_body(request, max_bytes)
    boundary = _BOUNDARY.match(request.headers.get("content-type", ""))
    if boundary is None:
        raise InvalidBody("not a multipart form")
    # The email package, the usual parser, takes minutes for crafted bodies of two megabytes.
    parts = (b"\r\n" + content).split(b"\r\n--" + boundary[1].encode(), MAX_FIELDS)
    for part in parts:
        headers, _, value = part.partition(b"\r\n\r\n")
        if re.search(rb'[; ]name="?%b[";\s]' % name.encode(), headers[:MAX_FORM_BYTES] + b"\n"):
            return value
    return b""


async def body_chunks(request: Request) -> AsyncIterator[bytes]:
    """Yield the parts of the body of a request as they arrive.

    Raises:
        ClientDisconnect: if the client disconnects, or the server stops meanwhile.
    """
    try:
        async for chunk in request.stream():
            yield chunk
    except asyncio.CancelledError:
        raise ClientDisconnect from None


async def _read_body(request: Request, max_bytes: int) -> bytes:
    content = bytearray()
    async for chunk in body_chunks(request):
        content += chunk
        if len(content) > max_bytes:
            raise InvalidBody(f"more than {max_bytes} bytes")
    return bytes(content)
