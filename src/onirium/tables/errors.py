"""The errors of a table: for a rejected command and for an invalid stored event."""


class CommandRejected(Exception):
    """A command that is not possible at a table now; nothing has changed.

    Attributes:
        code: the reason; the catalogues have its text under ``rejected.<code>``.
        values: the values of the placeholders in that text.
    """

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


def reject_unless(condition: bool, code: str) -> None:  # noqa: FBT001, like assert
    """Raise ``CommandRejected`` with a code unless a condition holds."""
    if not condition:
        raise CommandRejected(code)


class InvalidEvent(ValueError):
    """A stored event does not fit its table, which is unusable now."""
