"""Replays of games as compressed JSON, built in slices and cached."""

import asyncio
import zlib
from collections.abc import AsyncIterator, Iterator
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

import msgspec

from onirium.tables.table import Table
from onirium.web.byte_cache import ByteCache
from onirium.web.config.i18n import page_words
from onirium.web.fair_queue import Requester
from onirium.web.live.frames import replay_frames, revealed_frames
from onirium.web.live.protocol.messages import (
    Frame,
    Replay,
    RevealedFrame,
    RevealedReplay,
)
from onirium.web.slices import SliceScheduler

MAX_CACHE_BYTES: Final = 32_000_000
"""Size of all cached replays; the longest ones take several hundred kilobytes."""

COMPRESSION_LEVEL: Final = 6
"""A higher level takes twice the time and saves a tenth."""

PIECE_BYTES: Final = 65_536
"""Maximum size of the pieces of a decompressed replay."""

_GZIP: Final = 16 + zlib.MAX_WBITS

ReplayKey: TypeAlias = tuple[str, int, int | None, str]
"""Table, version, viewed seat, language."""


class Replays:
    """Builds the replays of all tables.

    Args:
        slices: runs the computations.
    """

    def __init__(self, slices: SliceScheduler) -> None:
        self._slices = slices
        self._built = ByteCache[bytes](MAX_CACHE_BYTES)
        self._locks: WeakValueDictionary[ReplayKey, asyncio.Lock] = WeakValueDictionary()

    async def get(
        self, table: Table, seat: int | None, language: str, requester: Requester
    ) -> bytes:
        """Return a replay as JSON compressed by gzip.

        Args:
            table: the table; it may change meanwhile.
            seat: the seat whose views are shown, or ``None`` for all of a finished game.
            language: language of the narration.
            requester: the origin of the request.
        """
        key = table.table_id, table.version, seat, language
        record = msgspec.structs.replace(
            table.match.record, actions=list(table.match.record.actions)
        )
        words = page_words(language, record.game)
        frames: Iterator[Frame | RevealedFrame]
        if seat is None:
            head: Replay | RevealedReplay = RevealedReplay(frames=[])
            frames = revealed_frames(record, table.match.game, words)
        else:
            head = Replay(viewed_seat=seat, is_over=table.is_over, frames=[])
            frames = replay_frames(record, table.match.game, seat, words)
        # Requests for the same replay build it once.
        async with self._locks.setdefault(key, asyncio.Lock()):
            replay = self._built.get(key)
            if replay is None:
                replay = b"".join(await self._slices.run(_compress(head, frames), requester))
                self._built.put(key, replay, len(replay))
        return replay


async def decompress(replay: bytes) -> AsyncIterator[bytes]:
    """Yield a replay without its compression in pieces: the whole may have fifty megabytes."""
    decompressor = zlib.decompressobj(_GZIP)
    while replay:
        yield decompressor.decompress(replay, PIECE_BYTES)
        replay = decompressor.unconsumed_tail
    yield decompressor.flush()


def _compress(
    head: Replay | RevealedReplay, frames: Iterator[Frame | RevealedFrame]
) -> Iterator[bytes]:
    """Yield a replay as compressed JSON, a piece for each frame, so that none is kept.

    Args:
        head: the replay without its frames, the last of its fields.
        frames: the frames.
    """
    compressor = zlib.compressobj(COMPRESSION_LEVEL, wbits=_GZIP)
    yield compressor.compress(msgspec.json.encode(head).removesuffix(b"]}"))
    separator = b""
    for frame in frames:
        yield compressor.compress(separator + msgspec.json.encode(frame))
        separator = b","
    yield compressor.compress(b"]}") + compressor.flush()
