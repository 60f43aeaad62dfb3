"""What messages were answered that left nothing at the table by which they could be known again."""

from typing import Final

from onirium.tables.errors import CommandRejected
from onirium.web.live.protocol import Invitation

LATEST: Final = 500
"""So many answers of a table are remembered; a copy that comes later than that comes too late."""


class Answers:
    """Answers by the nonces of their messages, so that a message that comes twice has one answer.

    A network may deliver a message again, or so late that its sender has given up on it and sent a
    copy. What was refused once must then not be done, though it could be done by now.
    """

    def __init__(self) -> None:
        self._kept: dict[str, Invitation | CommandRejected] = {}

    def keep(self, key: str, answer: Invitation | CommandRejected) -> None:
        """Remember what a message was answered; one without a nonce cannot be known again."""
        if key:
            self._kept[key] = _bare(answer) if isinstance(answer, CommandRejected) else answer
            if len(self._kept) > LATEST:
                del self._kept[next(iter(self._kept))]

    def again(self, key: str) -> Invitation | None:
        """Return what a message was answered when it came before, if it is remembered.

        Raises:
            Refused: if it was refused.
        """
        answer = self._kept.get(key)
        if isinstance(answer, CommandRejected):
            raise _bare(answer)
        return answer


def _bare(refused: CommandRejected) -> CommandRejected:
    """Return a refusal that does not hold on to where it was raised."""
    return CommandRejected(refused.code, **refused.values)
