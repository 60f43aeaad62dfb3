"""The local network: under which address others reach this computer."""

import socket
from contextlib import closing
from io import StringIO
from typing import Final

import segno

from onirium.i18n.catalog import Words

SOMEWHERE: Final = ("192.0.2.1", 9)
"""An address that is nobody's. Nothing is sent there; it only makes the system choose a way out."""


class NoNetwork(ValueError):
    """This computer is in no network; the text says so."""


def lan_address() -> str:
    """Return the address by which the local network knows this computer.

    Raises:
        NoNetwork: if it is in none.
    """
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(SOMEWHERE)
        except OSError as error:
            raise NoNetwork(f"--lan: this computer is in no network: {error.strerror}") from None
        return str(probe.getsockname()[0])


def announcement(link: str, words: Words) -> str:
    """Return the address for friends, its QR code, and a warning of what it means."""
    code = StringIO()
    segno.make(link, micro=False).terminal(code, compact=True)
    here = words.text("page.lan.link", link=link)
    return f"{here}\n{code.getvalue()}\n{words.text('page.lan.warning')}"
