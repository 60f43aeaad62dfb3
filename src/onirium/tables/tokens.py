"""Tokens of browsers and invitations. The server stores only their hashes."""

import hashlib
import hmac
import secrets
from typing import Final

TOKEN_BYTES: Final = 16
"""128 bits of entropy, so that guessing is hopeless and the hash needs no salt."""


def new_token() -> str:
    """Return a new random token, safe in a cookie and in the fragment of a URL."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> str:
    """Return the SHA-256 hash of a token, as stored.

    >>> hash_token("a")[:16], len(hash_token(new_token()))
    ('ca978112ca1bbdca', 64)
    """
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def verify_token(token: str, token_hash: str) -> bool:
    """Return whether a token has this hash, in constant time; no token has an empty hash.

    >>> verify_token("a", hash_token("a")), verify_token("b", hash_token("a")), verify_token("", "")
    (True, False, False)
    """
    return hmac.compare_digest(hash_token(token), token_hash)
