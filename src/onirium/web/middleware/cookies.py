"""The cookie of a user, which holds a random token.

Over HTTPS the token is signed, and the name of the cookie has the prefix ``__Host-``: only the
server can issue such a cookie, and browsers accept it from this very host only, so that no other
site of the domain can make a browser act as another user. Over HTTP anybody in the network can
replace a cookie anyway.
"""

import hashlib
import hmac
from typing import Final

from onirium.tables.tokens import new_token

COOKIE_NAME: Final = "onirium"

SECURE_COOKIE_NAME: Final = f"__Host-{COOKIE_NAME}"

COOKIE_MAX_AGE_S: Final = 365 * 24 * 60 * 60

TOKEN_LENGTH: Final = len(new_token())
"""Every token has this many characters."""

SIGNATURE_HEX_DIGITS: Final = 32
"""Length of a signature: 128 bits."""


def cookie_name(*, is_secure: bool) -> str:
    """Return the name of our cookie.

    Args:
        is_secure: whether the browser uses HTTPS.
    """
    return SECURE_COOKIE_NAME if is_secure else COOKIE_NAME


def find_cookie(cookie_header: str, name: str) -> str:
    """Return the value of a cookie; empty if it is missing.

    Parsed by hand because ``http.cookies`` takes minutes for some crafted headers.

    >>> find_cookie("theme=dark; onirium=secret", "onirium"), find_cookie("onirium", "onirium")
    ('secret', '')
    """
    cookies = (cookie.strip().partition("=") for cookie in cookie_header.split(";"))
    return next((value for found, _, value in cookies if found == name), "")


def sign_token(token: str, key: str) -> str:
    """Return the value of a signed cookie.

    >>> token = new_token()
    >>> verified_token(sign_token(token, "key"), "key") == token
    True
    >>> verified_token(sign_token(token, "another key"), "key"), verified_token(token, "key")
    ('', '')
    """
    digest = hmac.digest(key.encode(), token.encode("utf-8", "surrogatepass"), hashlib.sha256)
    return f"{token}.{digest.hex()[:SIGNATURE_HEX_DIGITS]}"


def verified_token(value: str, key: str) -> str:
    """Return the token of a signed cookie; empty if the server has not signed it."""
    token = value.partition(".")[0]
    signed = sign_token(token, key).encode("utf-8", "surrogatepass")
    is_valid = hmac.compare_digest(signed, value.encode("utf-8", "surrogatepass"))
    return token if is_valid else ""


def format_cookie(value: str, *, is_secure: bool) -> str:
    """Return the Set-Cookie header for a value.

    Args:
        value: the token, signed if the cookie is secure.
        is_secure: whether the browser uses HTTPS.
    """
    secure = "; Secure" if is_secure else ""
    attributes = f"Path=/; Max-Age={COOKIE_MAX_AGE_S}; HttpOnly; SameSite=Lax{secure}"
    return f"{cookie_name(is_secure=is_secure)}={value}; {attributes}"
