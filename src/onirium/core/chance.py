"""Reproducible randomness: independent streams derived from one seed.

``Random`` is the ChaCha8 generator of ``librt.random``, with unbiased bounded integers. States do
not contain a generator: the caller who samples chance outcomes provides one.
"""

from operator import index
from typing import Final

from librt.random import Random
from mypy_extensions import i64

__all__ = ["Random", "derive_key", "reseed"]

KEY_BITS: Final = 62


def derive_key(seed: int, name: str) -> int:
    """Return the generator key of a named stream of a seed.

    Streams with different names are independent, so that the random choices of bots never affect
    the deck. The key is the leading 62 bits of the 64-bit BLAKE2b digest of
    ``f"{seed} {name}"``.

    Raises:
        TypeError: if the seed is not an integer.

    >>> key = derive_key(1, "deck")
    >>> key == derive_key(1, "deck"), key == derive_key(1, "seat 0")
    (True, False)
    """
    import hashlib

    digest = hashlib.blake2b(f"{int(index(seed))} {name}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> (64 - KEY_BITS)


def reseed(rng: Random, key: i64, game_index: i64) -> None:
    """Reset a generator to the start of one game of a stream.

    Consecutive seeds are safe: ChaCha8 is a cipher, so their outputs are unrelated.
    """
    rng.seed(key + game_index)
