"""The random number generator and its named streams, whose output must never change.

Records store the cards, but seeds are shared and quoted: a seed must produce the same games in
every release. The generator is therefore compared with an independent ChaCha8 implementation.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise

import pytest

from onirium.core.chance import Random, derive_key, reseed

WORD = 0xFFFFFFFF
CONSTANTS = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)
COLUMNS_AND_DIAGONALS = (
    (0, 4, 8, 12),
    (1, 5, 9, 13),
    (2, 6, 10, 14),
    (3, 7, 11, 15),
    (0, 5, 10, 15),
    (1, 6, 11, 12),
    (2, 7, 8, 13),
    (3, 4, 9, 14),
)
DOUBLE_ROUNDS = 4
BLOCKS_OF_A_KEY = 16


def chacha8(key: list[int], counter: int) -> list[int]:
    """Return one block of ChaCha with eight rounds, as sixteen words."""
    start = [*CONSTANTS, *key, counter, 0, 0, 0]
    words = list(start)
    for a, b, c, d in COLUMNS_AND_DIAGONALS * DOUBLE_ROUNDS:
        for into, added, turned, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            words[into] = (words[into] + words[added]) & WORD
            mixed = words[turned] ^ words[into]
            words[turned] = (mixed << bits | mixed >> (32 - bits)) & WORD
    return [(word + first) & WORD for word, first in zip(words, start, strict=True)]


def words_of(seed: int) -> Iterator[int]:
    """Yield the output words of the generator: sixteen blocks per key, then the next key."""
    key = chacha8([seed & WORD, seed >> 32 & WORD, 0, 0, 0, 0, 0, 0], 0)[:8]
    while True:
        for counter in range(BLOCKS_OF_A_KEY):
            block = chacha8(key, counter)
            last = counter == BLOCKS_OF_A_KEY - 1
            yield from block[:8] if last else block
        key = block[8:]


def numbers_below(bound: int, words: Iterator[int]) -> Iterator[int]:
    """Yield uniform numbers below a bound by Lemire's method with rejection."""
    for word in words:
        product = word * bound
        if product & WORD >= (2**32 - bound) % bound:
            yield product >> 32


def test_the_cipher_is_chacha8() -> None:
    """The first words for an all-zero key, from the test vectors of the cipher's author."""
    stream_bytes = b"".join(word.to_bytes(4, "little") for word in chacha8([0] * 8, 0))
    assert stream_bytes.hex().startswith("3e00ef2f895f40d67f5bb8e81f09a5a1")


@pytest.mark.parametrize("seed", [0, 1, 7, 2**32 - 1, 2**32, 2**61 + 12345, 2**62])
@pytest.mark.parametrize("bound", [1, 2, 6, 76, 1000, 2**31 + 1, 2**32 - 1])
def test_generator_output_is_fixed(seed: int, bound: int) -> None:
    rng = Random(seed)
    drawn = [rng.randrange(bound) for _ in range(600)]
    assert drawn == list(islice(numbers_below(bound, words_of(seed)), 600))


def test_first_numbers_of_seed_1() -> None:
    """The output as constants, so that a change of both implementations is noticed."""
    rng = Random(1)
    expected = [68, 12, 59, 77, 64]
    assert [rng.randrange(100) for _ in range(5)] == expected
    assert list(islice(numbers_below(100, words_of(1)), 5)) == expected


@pytest.mark.parametrize("spent", [0, 1, 15, 16, 247, 248, 249, 1000])
def test_reseed_restarts_the_stream(spent: int) -> None:
    rng = Random(5)
    for _ in range(spent):
        rng.randrange(10)
    reseed(rng, 2**40, 17)
    fresh = Random(2**40 + 17)
    assert [rng.randrange(76) for _ in range(50)] == [fresh.randrange(76) for _ in range(50)]


@pytest.mark.parametrize(
    ("seed", "name", "digest"),
    [
        (1, "deck", "5d41c2fdd2fc86f4"),
        (1, "seat 0", "9148df4aea7960e2"),
        (0, "deck", "0caaf6c9e5638dd5"),
        (-7, "deck", "7e32c774ab302866"),
    ],
)
def test_stream_keys_are_fixed(seed: int, name: str, digest: str) -> None:
    """The digests are those of ``printf '1 deck' | b2sum -l 64``."""
    assert derive_key(seed, name) == int(digest, 16) // 4


def test_a_seed_is_an_integer() -> None:
    assert derive_key(True, "deck") == derive_key(1, "deck")  # noqa: FBT003 - equals 1
    for seed in (1.0, None, "1"):
        with pytest.raises(TypeError):
            derive_key(seed, "deck")  # type: ignore[arg-type]


def test_streams_of_different_names_or_seeds_differ() -> None:
    names = [(seed, name) for seed in range(-3, 50) for name in ("deck", "seat 0", "seat 1")]
    keys = {derive_key(seed, name) for seed, name in names}
    assert len(keys) == len(names)
    assert all(0 <= key < 2**62 for key in keys)


def test_games_of_a_stream_are_unrelated() -> None:
    """Consecutive games repeat the first card as often as independent ones would."""
    rng, firsts = Random(), []
    for game in range(3000):
        reseed(rng, derive_key(1, "deck"), game)
        firsts.append(rng.randrange(10))
    twice = sum(a == b for a, b in pairwise(firsts))
    assert 220 < twice < 380
    assert all(220 < count < 380 for count in Counter(firsts).values())
