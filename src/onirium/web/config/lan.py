"""Detects the address of this computer in the local network."""

import socket
from contextlib import closing
from io import StringIO
from typing import Final

import segno

from onirium.i18n.catalog import Words

PROBE_ADDRESS: Final = ("192.0.2.1", 9)
"""Reserved for documentation (RFC 5737). No packet is sent; connecting only selects a route."""


class NoNetwork(ValueError):
    """This computer is not connected to a network."""


def lan_address() -> str:
    """Return the IPv4 address of this computer in the local network.

    Raises:
        NoNetwork: if there is no network.
    """
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(PROBE_ADDRESS)
        except OSError as error:
            raise NoNetwork(
                f"--lan: this computer is not connected to a network: {error.strerror}"
            ) from None
        return str(probe.getsockname()[0])


def lan_invitation(link: str, words: Words) -> str:
    """Return text with the link for other players, its QR code and a warning about plain HTTP."""
    code = StringIO()
    segno.make(link, micro=False).terminal(code, compact=True)
    heading = words.text("page.lan.link", link=link)
    return f"{heading}\n{code.getvalue()}\n{words.text('page.lan.warning')}"
