"""Tokens: what a browser or an invitation proves itself by. Only their hashes are kept."""

import hashlib
import hmac
import secrets
from typing import Final

TOKEN_BYTES: Final = 16
"""128 bits, which nobody guesses."""


def new_token() -> str:
    """Return a new token, fit for a cookie and for the part of an address behind its #."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> str:
    """Return what is kept of a token; the token cannot be found from it.

    >>> hashed("a")[:16], len(hashed(new_token()))
    ('ca978112ca1bbdca', 64)
    """
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def verify_token(token: str, kept: str) -> bool:
    """Tell whether a token is the one of which a hash was kept; of none at all, it is not.

    >>> proves("a", hashed("a")), proves("b", hashed("a")), proves("", "")
    (True, False, False)
    """
    return hmac.compare_digest(hash_token(token), kept)
