"""The application in the browser of its only user, without a server."""

from dataclasses import dataclass


@dataclass(frozen=True)
class LocalSite:
    """A site whose application runs in the browser of its only user.

    Attributes:
        server_url: a server to which games can move; empty if none is known.
    """

    server_url: str
