"""Invitations: a single-use link to a seat, and its QR code."""

from onirium.web.live.protocol.messages import Invitation
from onirium.web.middleware.security import ServerAddress


def build_invitation(
    address: ServerAddress, table_id: str, seat: int, secret: str, command_id: str
) -> Invitation:
    """Return an invitation to a seat.

    The secret is in the fragment of the link: browsers do not send it, so no log contains it.
    """
    link = f"{address.external_url}/join/{table_id}#{secret}"
    return Invitation(command_id=command_id, seat=seat, link=link, qr_rows=qr_rows(link))


def qr_rows(text: str) -> list[str]:
    """Return the rows of a text's QR code, ``1`` for a dark module.

    >>> rows = qr_rows("http://127.0.0.1/")
    >>> len(rows), {len(row) for row in rows}, rows[0][:8]
    (25, {25}, '11111110')
    """
    import segno  # noqa: PLC0415 - a site starts without it

    matrix = segno.make(text, error="m", micro=False).matrix
    return ["".join(map(str, row)) for row in matrix]
