"""Bodies of requests."""

import asyncio

import pytest
from starlette.requests import ClientDisconnect, Request
from starlette.types import Message

from onirium.web.forms.parsing import parse_form


async def never() -> Message:
    """Wait for a client that sends nothing."""
    return await asyncio.Future[Message]()


def test_a_server_that_stops_ends_a_slow_upload_like_a_lost_client() -> None:
    """Uvicorn cancels what has not finished in time, and logs other errors."""

    async def stop() -> None:
        upload = asyncio.create_task(parse_form(Request({"type": "http", "headers": []}, never)))
        await asyncio.sleep(0)
        upload.cancel()
        await upload

    with pytest.raises(ClientDisconnect):
        asyncio.run(stop())
