"""Where randomness comes from: named streams that a seed makes repeatable.

The generator is ChaCha8 with an unbiased choice below a bound, as ``librt.random`` provides it.
No state holds one: whoever samples chance owns the generator.
"""

from typing import Final

from librt.random import Random
from mypy_extensions import i64

__all__ = ["Random", "derive_key", "reseed"]

KEY_BITS: Final = 62


def derive_key(seed: int, name: str) -> int:
    """Derive the key of a named stream from a seed.

    Different names give independent streams, so that the players' dice never move the deck.

    >>> derive_key(1, "deck") == derive_key(1, "deck"), derive_key(1, "deck") == stream(1, "seat 0")
    (True, False)
    """
    import hashlib

    digest = hashlib.blake2b(f"{seed} {name}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> (64 - KEY_BITS)


def reseed(random: Random, key: i64, game: i64) -> None:
    """Set a generator to the beginning of one game of a stream.

    The cipher under the generator makes neighbouring seeds as unrelated as any.
    """
    random.seed(key + game)
