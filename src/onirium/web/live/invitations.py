"""Invitations: a link that gives a seat to whoever opens it first, and its picture for phones."""

import segno

from onirium.web.live.protocol import Invitation
from onirium.web.middleware.security import ServerAddress


def invitation(bounds: ServerAddress, table: str, seat: int, secret: str, nonce: str) -> Invitation:
    """Return an invitation to a seat.

    The secret stands behind the ``#``: browsers send it to nobody, so no log has it.
    """
    link = f"{bounds.external_url}/join/{table}#{secret}"
    return Invitation(nonce=nonce, seat=seat, link=link, qr=qr_rows(link))


def qr_rows(text: str) -> list[str]:
    """Return the QR code of a text row by row, ``1`` for a dark module.

    >>> rows = qr_rows("http://127.0.0.1/")
    >>> len(rows), {len(row) for row in rows}, rows[0][:8]
    (25, {25}, '11111110')
    """
    matrix = segno.make(text, error="m", micro=False).matrix
    return ["".join(map(str, row)) for row in matrix]
