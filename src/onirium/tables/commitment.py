"""Commitments to seeds: a hash is shown before the game, its text afterwards.

The salt has 128 bits: without it, a computer could try all seeds until one has the shown hash.
"""

import hashlib

from onirium.tables.setup import Setup


def reveal_seed(seed: int, salt: str) -> str:
    """Return the text whose hash is the commitment: the seed and the salt.

    Tables created before salts existed have none.

    >>> reveal_seed(7, "00ff"), reveal_seed(7, "")
    ('7 00ff', '7')
    """
    return f"{seed} {salt}" if salt else str(seed)


def commit_to_seed(seed: int, salt: str) -> str:
    """Return the SHA-256 of a seed and its salt.

    >>> commit_to_seed(1, "")[:16]
    '6b86b273ff34fce1'
    """
    return hashlib.sha256(reveal_seed(seed, salt).encode()).hexdigest()


def setup_commitment(setup: Setup) -> str:
    """Return the commitment to the seed of a table."""
    return commit_to_seed(setup.seed, setup.salt)
